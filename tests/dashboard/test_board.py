"""A project's tasks, filtered and in columns: every state has an address of its own."""

from datetime import date

import pytest

from tenants.policy import Priority
from tenants.reads import board as reads
from tenants.writes import edits, tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import HOST, Answer, Visitor

TWO = [("BatchGetItem", "board-frame"), ("Query", "board")]


def fill(cast: Cast) -> str:
    """A project with a task of each kind that a filter tells apart."""
    project = a_project(cast.alice)
    a_task(cast.bob, project, title="Write the mail", due=date(2026, 9, 14), assignee=cast.bob.user)
    a_task(cast.bob, project, title="Call the café", due=date(2026, 9, 15), priority=Priority.URGENT)
    a_task(cast.bob, project, title="Order signs", due=date(2026, 9, 20), assignee=cast.dana.user)
    plain = a_task(cast.bob, project, title="Some day")
    tasks.start(cast.bob, plain, NOW)
    done = a_task(cast.bob, project, title="Long gone", due=date(2026, 9, 1))
    tasks.complete(cast.bob, done, NOW)
    edits.label(cast.bob, plain, ["Spring"], NOW)
    return project


@pytest.fixture
def path(cast: Cast) -> str:
    return f"/org/{ACME}/projects/{once('board', lambda: fill(cast))}"


def shown(answer: Answer) -> set[str]:
    return {row.text for row in answer.page.all(class_="task-title")}


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("assignee=me", {"Write the mail"}),
        ("assignee=none", {"Call the café", "Some day", "Long gone"}),
        ("priority=urgent", {"Call the café"}),
        ("due=overdue", {"Write the mail"}),
        ("due=today", {"Call the café"}),
        ("due=week", {"Write the mail", "Call the café", "Order signs"}),
        ("due=none", {"Some day"}),
        ("label=spring", {"Some day"}),
        ("q=CAFE", {"Call the café"}),
        ("q=the&priority=medium", {"Write the mail"}),
        ("q=nothing+like+it", set()),
        ("", {"Write the mail", "Call the café", "Order signs", "Some day", "Long gone"}),
    ],
)
def test_a_filter_shows_the_tasks_that_are_like_that(bob: Visitor, path: str, query: str, wanted: set[str]) -> None:
    answer = bob.get(f"{path}?{query}")
    assert answer.asked == TWO
    assert shown(answer) == wanted
    assert ("Looked at 5 of 5 tasks, newest first." in answer.page.text) is bool(query)


def test_a_filter_by_member_is_offered_by_name_and_kept_in_the_form(bob: Visitor, cast: Cast, path: str) -> None:
    answer = bob.get(f"{path}?assignee={cast.dana.user}&view=board")
    assert shown(answer) == {"Order signs"}
    form = answer.page.one("form", class_="filter-form").fields()
    assert (form["assignee"], form["view"]) == (cast.dana.user, "board")


def test_the_board_has_a_column_a_status_with_totals_from_the_counters(bob: Visitor, path: str) -> None:
    page = bob.get(f"{path}?view=board").page
    columns = page.one(class_="columns").all("section")
    assert [column.attributes["aria-label"] for column in columns] == ["Open", "In progress", "Done"]
    assert [{row.text for row in column.all(class_="task-title")} for column in columns] == [
        {"Write the mail", "Call the café", "Order signs"},
        {"Some day"},
        {"Long gone"},
    ]
    assert [column.one("h3").text for column in columns] == ["Open 3", "In progress 1", "Done 1"]


def test_a_filtered_column_says_how_many_of_all_it_shows(bob: Visitor, path: str) -> None:
    columns = bob.get(f"{path}?view=board&priority=urgent").page.one(class_="columns").all("section")
    assert [column.one("h3").text for column in columns] == ["Open 1 of 3", "In progress 0 of 1", "Done 0 of 1"]


def test_the_other_view_and_the_next_page_keep_the_filter(
    bob: Visitor, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "BOARD_SLICE", 2)
    answer = bob.get(f"{path}?priority=medium")
    assert answer.page.one("a", id="view-board").attributes["href"] == f"{path}?priority=medium&view=board"
    assert "Looked at 2 of 5 tasks" in answer.page.text
    seen = shown(answer)
    while links := answer.page.all("a", id="pager-next"):
        assert links[0].attributes["href"].startswith(f"{path}?priority=medium&cursor=")
        answer = bob.htmx_get(links[0].attributes["hx-get"])
        assert answer.asked == TWO
        assert not seen & shown(answer)
        seen |= shown(answer)
    assert seen == {"Write the mail", "Order signs", "Some day", "Long gone"}
    assert "Looked at 5 of 5 tasks" in answer.page.text


def test_a_cursor_of_one_filter_opens_no_other(bob: Visitor, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reads, "BOARD_SLICE", 2)
    cursor = (
        bob.get(f"{path}?priority=medium").page.one("a", id="pager-next").attributes["href"].partition("cursor=")[2]
    )
    answer = bob.get(f"{path}?priority=low&cursor={cursor}")
    assert answer.status == 302


@pytest.mark.parametrize(
    "query", ["view=grid", "priority=p1", "due=soon", "assignee=nobody", "assignee=%23", "view=BOARD", "due=%00"]
)
def test_a_word_that_is_none_of_ours_is_no_page(bob: Visitor, path: str, query: str) -> None:
    assert bob.get(f"{path}?{query}").status == 404


def test_the_file_of_the_list_is_filtered_alike(bob: Visitor, path: str) -> None:
    link = bob.get(f"{path}?due=today").page.one(class_="ways download").all("a")[0].attributes["href"]
    assert link == f"{path}/tasks.csv?due=today"
    answer = bob.get(link)
    assert [line.partition(",")[0] for line in answer.text.splitlines()[1:]] == ["Call the café"]


SENT = [("tasks/quick", {"line": "One more !low", "shown": "One more !low"}), ("tasks", {"title": "One more"})]
"""The two forms above the board, filled in."""


@pytest.mark.parametrize(("form", "fields"), SENT)
def test_a_new_task_leaves_the_view_and_the_filters_as_they_were(
    bob: Visitor, cast: Cast, form: str, fields: dict[str, str]
) -> None:
    path = f"/org/{ACME}/projects/{a_project(cast.alice)}"
    shown = bob.get(f"{path}?priority=low&view=board").page.forms()[f"{path}/{form}"]
    # The list can be changed without the form: what the browser says of its address wins.
    sent = shown.fields() | fields
    changed = f"http://{HOST}{path}?due=none&view=board"
    assert bob.post(f"{path}/{form}", sent, Referer=changed).location == f"{path}?due=none&view=board"
    assert bob.post(f"{path}/{form}", sent).location == f"{path}?priority=low&view=board"


@pytest.mark.parametrize(("form", "fields"), SENT)
def test_a_refused_task_is_shown_in_the_same_view_with_the_same_filters(
    bob: Visitor, path: str, form: str, fields: dict[str, str]
) -> None:
    shown = bob.get(f"{path}?priority=low&view=board").page.forms()[f"{path}/{form}"]
    answer = bob.submit(shown, **dict.fromkeys(fields, ""))
    assert answer.status == 400
    assert answer.page.has("div", class_="columns")
    assert answer.page.one("form", class_="filter-form").fields()["priority"] == "low"
    assert answer.page.forms()[f"{path}/{form}"].fields()["at"] == "priority=low&view=board"


@pytest.mark.parametrize(
    "at",
    [
        *("view=none-of-ours", "assignee=%00&priority=high", "%", "&&=&", "view=board\r\nX: y", "//evil.example"),
        "view=board" + "&x=y" * 1_000,
    ],
    ids=lambda at: at[:40],
)
def test_words_of_no_view_lead_to_the_plain_list_and_lose_nothing(bob: Visitor, cast: Cast, at: str) -> None:
    path = f"/org/{ACME}/projects/{a_project(cast.alice)}"
    form = bob.get(path).page.forms()[f"{path}/tasks"]
    assert bob.submit(form, title="Kept", at=at).location == path
    assert "Kept" in bob.get(path).text
