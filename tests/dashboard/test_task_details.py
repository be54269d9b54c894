"""A task's description, comments and history, on its page."""

import pytest

from tenants.policy import Priority
from tenants.reads import task as reads
from tenants.writes import details, tasks
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Visitor

LOOK = [("BatchGetItem", "task"), ("Query", "task-told")]
WRITE = [("GetItem", "frame"), ("BatchGetItem", "write"), ("TransactWriteItems", "write")]


@pytest.fixture
def ref(cast: Cast) -> TaskRef:
    return once("task-details", lambda: a_task(cast.bob, a_project(cast.alice), title="Write it"))


@pytest.fixture
def path(ref: TaskRef) -> str:
    return f"/org/{ACME}/projects/{ref.project}/tasks/{ref.id}"


def test_a_task_in_full_is_two_requests(bob: Visitor, vic: Visitor, path: str) -> None:
    assert bob.get(path).asked == LOOK
    assert vic.get(path).asked == LOOK


def test_a_description_is_shown_as_text_with_its_lines_and_links(bob: Visitor, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/description"]
    typed = "First line\nsecond <b>line</b>\n\nSee https://example.org/a?b=1&c=2 and javascript:alert(1)"
    answer = bob.submit(form, description=typed)
    assert (answer.status, answer.location, answer.asked) == (302, path, WRITE)
    prose = bob.get(path).page.one(class_="prose")
    assert [p.text for p in prose.all("p")] == [
        "First linesecond <b>line</b>",
        "See https://example.org/a?b=1&c=2 and javascript:alert(1)",
    ]
    assert prose.all("p")[0].has("br")
    assert not prose.has("b")
    assert [(a.attributes["href"], a.attributes["rel"]) for a in prose.all("a")] == [
        ("https://example.org/a?b=1&c=2", "nofollow")
    ]


def test_two_descriptions_at_once_do_not_overwrite_each_other(bob: Visitor, dana: Visitor, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/description"]
    dana.submit(dana.get(path).page.forms()[f"{path}/description"], description="Danas words")
    answer = bob.submit(form, description="Bobs words")
    assert answer.status == 409
    assert answer.page.one(class_="prose").text == "Danas words"
    again = answer.page.forms()[f"{path}/description"]
    assert again.fields()["description"].strip() == "Bobs words"
    assert bob.submit(again).status == 302
    assert bob.get(path).page.one(class_="prose").text == "Bobs words"


def test_by_htmx_a_description_comes_back_to_its_place_with_the_history(bob: Visitor, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/description"]
    assert form.attributes["hx-post"] == form.attributes["action"]
    answer = bob.submit_in_place(form, description="Bobs words")
    assert (answer.status, answer.asked) == (200, [*WRITE, *LOOK])
    assert [each.id for each in answer.page.children] == ["description", "slice", "said"]
    assert answer.page.one(class_="prose").text == "Bobs words"
    assert answer.page.one(id="said").text == "Saved."
    assert "autofocus" in answer.page.one("summary").attributes
    assert "described" in answer.page.one("ol", class_="events").text


def test_by_htmx_of_two_descriptions_the_second_is_shown_both(bob: Visitor, dana: Visitor, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/description"]
    dana.submit(dana.get(path).page.forms()[f"{path}/description"], description="Danas words")
    answer = bob.submit_in_place(form, description="Bobs words")
    assert (answer.status, answer.headers["HX-Retarget"]) == (409, "#description")
    assert [each.id for each in answer.page.children] == ["description"]
    assert answer.page.one(class_="prose").text == "Danas words"
    again = answer.page.forms()[f"{path}/description"]
    assert again.fields()["description"].strip() == "Bobs words"
    assert bob.submit_in_place(again).page.one(class_="prose").text == "Bobs words"


def test_by_htmx_a_comment_is_added_and_taken_away_where_it_stands(bob: Visitor, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/comments"]
    answer = bob.submit_in_place(form, comment="I will look")
    assert (answer.status, answer.asked) == (200, [*WRITE, *LOOK])
    assert [each.id for each in answer.page.children] == ["new-comment", "slice", "said"]
    fresh = answer.page.forms()[f"{path}/comments"].fields()
    assert (fresh["comment"].strip(), fresh["token"] != form.fields()["token"]) == ("", True)
    deleted = bob.submit_in_place(answer.page.forms()[f"{path}/comments/delete"])
    assert [each.id for each in deleted.page.children] == ["slice", "said"]
    assert not deleted.page.all("ol", class_="comments")
    empty = bob.submit_in_place(form, comment=" ")
    assert (empty.status, empty.headers["HX-Retarget"]) == (400, "#new-comment")


def test_a_comment_is_told_with_its_writer_and_time_and_once_however_often_it_is_sent(bob: Visitor, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/comments"]
    for _ in range(2):
        assert bob.submit(form, comment="I will <i>look</i>").status == 302
    comments = bob.get(path).page.one("ol", class_="comments").all("li")
    assert [comment.one(class_="prose").text for comment in comments] == ["I will <i>look</i>"]
    assert comments[0].one(class_="comment-head").text == "Bob 15 Sep 2026, 12:00"


def test_an_empty_comment_is_refused_at_its_field(bob: Visitor, path: str) -> None:
    answer = bob.submit(bob.get(path).page.forms()[f"{path}/comments"], comment=" ")
    assert answer.status == 400
    assert "Write a comment first." in answer.text or "This field is required." in answer.text


def test_ones_own_comment_can_be_deleted_and_an_admin_deletes_any(
    bob: Visitor, dana: Visitor, vic: Visitor, cast: Cast, ref: TaskRef, path: str
) -> None:
    for actor, words in ((cast.bob, "Bobs"), (cast.dana, "Danas")):
        details.comment(actor, ref, words, f"{words.lower():0<10}".replace("o", "0")[:10], NOW)
    delete = f"{path}/comments/delete"
    offered = [len(visitor.get(path).page.all("form", action=delete)) for visitor in (bob, dana, vic)]
    assert offered == [1, 2, 0]
    foreign = next(c for c in reads.task(ACME, cast.bob.user, ref.project, ref.id).comments if c.name == "Dana")
    assert bob.post(delete, {"comment": foreign.id}).status == 403
    own = bob.get(path).page.all("form", action=delete)[0]
    assert bob.submit(own).status == 302
    assert "Bobs" not in bob.get(path).page.one("ol", class_="comments").text


def test_the_history_tells_who_changed_what_from_what_to_what(
    bob: Visitor, cast: Cast, ref: TaskRef, path: str
) -> None:
    changed = TaskFields("Write it well", Priority.URGENT, assignee=cast.dana.user)
    tasks.edit(cast.dana, ref, changed, 1, NOW.replace(minute=1))
    tasks.complete(cast.bob, ref, NOW.replace(minute=2))
    lines = [line.one("p").text for line in bob.get(path).page.one("ol", class_="events").all("li")]
    assert lines[0].startswith("Bob completed")
    assert "Status: Open Done" in lines[0]
    assert lines[1].startswith("Dana changed")
    for change in ("Title: Write it Write it well", "Priority: medium urgent", "Assignee: Dana"):
        assert change in lines[1]


def test_a_long_history_comes_in_pages(
    bob: Visitor, cast: Cast, ref: TaskRef, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "TOLD_PAGE", 3)
    for number in range(4):
        tasks.start(cast.bob, ref, NOW.replace(minute=2 * number + 1))
        tasks.stop(cast.bob, ref, NOW.replace(minute=2 * number + 2))
    seen, at = 0, path
    while at:
        answer = bob.htmx_get(at)
        assert [element.id for element in answer.page.children] == ["slice"]
        seen += len(answer.page.one("ol", class_="events").all("li"))
        links = answer.page.all("a", id="pager-next")
        at = links[0].attributes["hx-get"] if links else ""
    assert seen == 9


@pytest.mark.parametrize("part", ["description", "comments", "comments/delete"])
def test_viewers_and_strangers_write_nothing(vic: Visitor, charlie: Visitor, path: str, part: str) -> None:
    assert vic.post(f"{path}/{part}", {"description": "x", "comment": "x"}).status in {403, 404}
    assert not vic.get(path).page.forms().keys() & {f"{path}/{part}"}
    assert charlie.post(f"{path}/{part}", {"description": "x", "comment": "x"}).status == 404
    own = path.replace(ACME, OTHER)
    assert charlie.post(f"{own}/{part}", {"description": "x", "comment": "x"}).status == 404
