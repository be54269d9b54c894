"""Complete, reopen, start and stop: from any list, as a click and as a plain form."""

from collections.abc import Callable
from datetime import datetime

import pytest
import time_machine

from tenants.policy import Priority
from tenants.reads import slices
from tenants.writes import tasks
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import HOST, Visitor

Click = Callable[[Actor, TaskRef, datetime], object]

NOTED = ("TransactWriteItems", "session")
WRITE = [("BatchGetItem", "write"), ("TransactWriteItems", "write")]
PULSE = [("BatchGetItem", "pulse")]
BOARD = [("BatchGetItem", "board-frame")]
BESIDE = {
    "project": ["counts", "top-three", "project-counts", "said"],
    "board": ["counts", "top-three", "project-counts", "column-open-n", "column-doing-n", "column-done-n", "said"],
    "tasks": ["counts", "top-three", "n-open", "n-doing", "said"],
    "home": ["said"],
    "member": ["said"],
}
"""What comes with the row, by the list that was clicked in."""


def at(ref: TaskRef, action: str = "") -> str:
    return f"/org/{ref.org}/projects/{ref.project}/tasks/{ref.id}" + (f"/{action}" if action else "")


def list_path(ref: TaskRef, source: str) -> str:
    return {
        "project": f"/org/{ref.org}/projects/{ref.project}",
        "board": f"/org/{ref.org}/projects/{ref.project}?view=board",
        "tasks": f"/org/{ref.org}/tasks",
        "member": f"/org/{ref.org}/tasks",
        "home": "/",
    }[source]


@pytest.fixture
def task(cast: Cast) -> TaskRef:
    """Bob's own open task, among others."""
    return once("clicks", lambda: among_others(cast))


def among_others(cast: Cast) -> TaskRef:
    project = a_project(cast.alice)
    a_task(cast.bob, project, priority=Priority.LOW)
    tasks.complete(cast.alice, a_task(cast.bob, project), NOW)
    return a_task(cast.bob, project, title="The one", priority=Priority.HIGH, assignee=cast.bob.user)


def status_of(ref: TaskRef, cast: Cast) -> str:
    return str(slices.task(ref.org, cast.bob.user, ref.project, ref.id).task.status)


def numbers(visitor: Visitor) -> dict[str, str]:
    page = visitor.get(f"/org/{ACME}/dashboard").page
    names = ("open-low", "open-medium", "open-high", "open-urgent", "open-total", "doing-total")
    return {name: page.shown(name) for name in names} | {
        "top": " | ".join(row.text for row in page.all(data_testid="top-user"))
    }


@pytest.mark.parametrize("source", list(BESIDE))
@pytest.mark.parametrize("action", ["complete", "start"])
def test_a_click_is_answered_with_the_row_and_what_moved_and_nothing_else(
    bob: Visitor, task: TaskRef, source: str, action: str
) -> None:
    answer = bob.htmx_post(at(task, action), {"from": source})
    assert answer.status == 200
    assert answer.asked == WRITE + (BOARD if source == "board" else PULSE)
    assert not answer.page.has("html")
    assert not answer.page.has("form", action="/sign-out")
    assert [element.id for element in answer.page.children] == [f"task-{task.id}", *BESIDE[source]]
    assert [element.id for element in answer.page.all() if "hx-swap-oob" in element.attributes] == BESIDE[source]
    assert not "".join(part for part in answer.page.inside if isinstance(part, str)).strip()


@pytest.mark.parametrize("source", ["project", "board", "tasks"])
def test_each_piece_is_what_the_whole_page_then_shows(bob: Visitor, task: TaskRef, source: str) -> None:
    # Started, so that the row is still in both lists.
    piece = bob.htmx_post(at(task, "start"), {"from": source}).page
    query = "?status=doing" if source == "tasks" else ""
    page = bob.get(list_path(task, source) + query).page
    for element in piece.children:
        if element.id != "said":
            assert element.same() == page.one(id=element.id).same()
    assert page.one(id="said").children == []
    assert piece.one(id="said").one("p").text == "In progress: The one"


@pytest.mark.parametrize(
    ("action", "others", "said"),
    [
        ("start", tasks.complete, "Somebody else was faster, it is done: The one"),
        ("stop", tasks.complete, "Somebody else was faster, it is done: The one"),
        ("reopen", tasks.start, "Somebody else was faster, it is in progress: The one"),
    ],
)
def test_a_task_that_somebody_else_has_taken_elsewhere_is_told_as_it_stands(
    bob: Visitor, cast: Cast, task: TaskRef, action: str, others: Click, said: str
) -> None:
    others(cast.dana, task, NOW)
    answer = bob.htmx_post(at(task, action), {"from": "board"})
    assert "TransactWriteItems" not in dict(answer.asked)
    told = answer.page.one(id="said")
    assert told.one("p").text == said
    assert told.all("form") == [], "an undo of what was not done"


def test_the_totals_of_the_board_leave_out_what_was_put_away_from_it(bob: Visitor, cast: Cast, task: TaskRef) -> None:
    gone = a_task(cast.bob, task.project)
    tasks.complete(cast.bob, gone, NOW)
    tasks.delete(cast.alice, gone, NOW)
    piece = bob.htmx_post(at(task, "complete"), {"from": "board"}).page
    assert piece.one(id="column-done-n").text == "2"
    columns = bob.get(list_path(task, "board")).page.one(class_="columns").all("h3")
    assert [column.text for column in columns] == ["Open 1", "In progress 0", "Done 2"]


@pytest.mark.parametrize("query", ["", "?status=open&priority=high", "?status=doing", "?status=doing&priority=low"])
def test_the_number_above_the_list_moves_with_the_row(bob: Visitor, task: TaskRef, query: str) -> None:
    path = list_path(task, "tasks") + query
    piece = bob.htmx_post(at(task, "start"), {"from": "tasks"}, HX_Current_URL=f"http://{HOST}{path}").page
    heading = piece.one("h2", id="slice-h")
    assert heading.attributes["hx-swap-oob"] == "true"
    assert heading.same() == bob.get(path).page.one("h2", id="slice-h").same()


@pytest.mark.parametrize(
    "url",
    [
        "http://evil.example/?status=open",
        f"http://{HOST}/org/{ACME}/tasks?mine=1",
        f"http://{HOST}/org/{ACME}/tasks?status=done",
        f"http://{HOST}/org/{ACME}/tasks?priority=<script>",
        "nonsense",
    ],
)
def test_a_list_without_such_a_number_gets_none(bob: Visitor, task: TaskRef, url: str) -> None:
    answer = bob.htmx_post(at(task, "start"), {"from": "tasks"}, HX_Current_URL=url)
    assert answer.status == 200
    assert "slice-h" not in answer.page.ids()


def test_the_row_at_home_keeps_its_organisation_and_project(bob: Visitor, task: TaskRef) -> None:
    piece = bob.htmx_post(at(task, "start"), {"from": "home"}).page
    assert piece.children[0].same() == bob.get("/").page.one(id=f"task-{task.id}").same()
    assert piece.one(class_="task-org").text == "Acme"
    assert piece.one(class_="task-project").text == "Launch"


def test_a_click_moves_the_numbers_of_the_dashboard_and_the_top_three(bob: Visitor, task: TaskRef) -> None:
    before = numbers(bob)
    assert (before["open-high"], before["open-total"], before["top"]) == ("1", "2", "1. Alice 1 done")
    bob.htmx_post(at(task, "complete"))
    after = numbers(bob)
    assert (after["open-high"], after["open-total"]) == ("0", "1")
    assert after["top"] == "1 (shared). Alice 1 done | 1 (shared). Bob 1 done"
    bob.htmx_post(at(task, "reopen"))
    assert numbers(bob) == before
    bob.htmx_post(at(task, "start"))
    started = numbers(bob)
    assert (started["open-high"], started["open-total"], started["doing-total"]) == ("0", "1", "1")
    bob.htmx_post(at(task, "stop"))
    assert numbers(bob) == before


@pytest.mark.parametrize(
    ("action", "said", "status", "buttons"),
    [
        ("complete", "Completed: The one", "done", ["Reopen The one"]),
        ("reopen", "Open again: The one", "open", ["Complete The one", "Start The one"]),
        ("start", "In progress: The one", "doing", ["Complete The one", "Stop The one"]),
        ("stop", "Back to open: The one", "open", ["Complete The one", "Start The one"]),
    ],
)
def test_the_row_tells_its_new_status_and_offers_what_can_follow(
    bob: Visitor, cast: Cast, task: TaskRef, action: str, said: str, status: str, buttons: list[str]
) -> None:
    if action == "reopen":
        tasks.complete(cast.bob, task, NOW)
    if action == "stop":
        tasks.start(cast.bob, task, NOW)
    piece = bob.htmx_post(at(task, action), {"from": "project"}).page
    assert piece.one(id="said").one("p").text == said
    assert piece.children[0].attributes["data-status"] == status
    assert [button.text for button in piece.children[0].all("button")] == buttons


@pytest.mark.parametrize("source", list(BESIDE))
@pytest.mark.parametrize("action", ["complete", "reopen", "start", "stop"])
def test_the_same_click_as_a_plain_form_goes_back_to_its_list(
    bob: Visitor, cast: Cast, task: TaskRef, source: str, action: str
) -> None:
    answer = bob.post(at(task, action), {"from": source})
    assert (answer.status, answer.location) == (302, list_path(task, source))
    assert PULSE[0] not in answer.asked
    assert status_of(task, cast) == {"complete": "done", "start": "doing"}.get(action, "open")


def test_a_plain_form_goes_back_to_the_very_page_of_its_list(bob: Visitor, task: TaskRef) -> None:
    page = f"/org/{ACME}/tasks?status=open&priority=high"
    sent = bob.post(at(task, "complete"), {"from": "tasks"}, Referer=f"http://{HOST}{page}")
    assert sent.location == page


def test_on_a_members_page_a_click_stays_there_and_nothing_is_to_be_ticked(
    bob: Visitor, cast: Cast, task: TaskRef
) -> None:
    path = f"/org/{ACME}/members/{cast.bob.user}"
    page = bob.get(path).page
    assert not page.has("input", type="checkbox")
    form = page.forms()[at(task, "complete")]
    assert bob.post(at(task, "complete"), form.fields(), Referer=f"http://{HOST}{path}").location == path
    elsewhere = f"http://{HOST}/org/{ACME}/settings"
    assert bob.post(at(task, "reopen"), form.fields(), Referer=elsewhere).location == f"/org/{ACME}/tasks"


@pytest.mark.parametrize(
    "referer",
    ["http://evil.example/", "//evil.example", f"http://{HOST}//evil.example/org", "javascript:alert(1)", "\\"],
)
def test_a_plain_form_is_sent_nowhere_else(bob: Visitor, task: TaskRef, referer: str) -> None:
    assert bob.post(at(task, "start"), {"from": "tasks"}, Referer=referer).location == f"/org/{ACME}/tasks"


def test_a_list_that_does_not_exist_is_the_project(bob: Visitor, task: TaskRef) -> None:
    assert bob.post(at(task, "start"), {"from": "//evil.example"}).location == list_path(task, "project")
    answer = bob.htmx_post(at(task, "stop"), {"from": "<script>"})
    assert [element.id for element in answer.page.children] == [f"task-{task.id}", *BESIDE["project"]]
    assert "<script>" not in answer.text


@pytest.mark.parametrize("action", ["complete", "reopen", "start", "stop"])
def test_a_second_click_changes_and_counts_nothing(bob: Visitor, cast: Cast, task: TaskRef, action: str) -> None:
    if action == "reopen":
        tasks.complete(cast.bob, task, NOW)
    if action == "stop":
        tasks.start(cast.bob, task, NOW)
    first = bob.htmx_post(at(task, action))
    again = bob.htmx_post(at(task, action))
    assert again.asked == [WRITE[0], *PULSE]
    assert again.page.same() == first.page.same()


@pytest.mark.parametrize(
    "header", [{"HX_Boosted": "true"}, {"HX_History_Restore_Request": "true"}], ids=["boosted", "history"]
)
def test_a_boosted_or_restored_page_is_a_whole_page(bob: Visitor, task: TaskRef, header: dict[str, str]) -> None:
    for source in BESIDE:
        page = bob.htmx_get(list_path(task, source), **header).page
        assert page.has("html")
        assert page.has("form", action="/sign-out")
    assert bob.htmx_post(at(task, "start"), {"from": "tasks"}, **header).status == 302


def test_the_click_is_said_to_the_project_it_is_in(bob: Visitor, task: TaskRef) -> None:
    counts = bob.htmx_post(at(task, "complete"), {"from": "project"}).page.one(id="project-counts")
    assert counts.one(class_="project-counts").text == "1 open0 in progress2 done66 %"
    assert counts.one("progress").attributes == {"max": "3", "value": "2", "aria-label": "66 per cent done"}


def test_a_deleted_task_and_a_task_of_nobody_are_told_alike(bob: Visitor, cast: Cast, task: TaskRef) -> None:
    tasks.delete(cast.alice, task, NOW)
    gone = bob.htmx_post(at(task, "complete"))
    missing = bob.htmx_post(at(TaskRef(ACME, task.project, "0" * 16), "complete"))
    assert gone.status == missing.status == 404
    assert gone.text == missing.text


def test_the_session_check_of_a_click_is_counted_apart(
    bob: Visitor, task: TaskRef, clock: time_machine.Traveller
) -> None:
    clock.shift(61)
    assert bob.htmx_post(at(task, "complete")).asked == [("GetItem", "session"), NOTED, *WRITE, *PULSE]
    assert bob.htmx_post(at(task, "reopen")).asked == WRITE + PULSE
