"""`/org/<org>/projects/<project>/tasks/<task>`: one task."""

from datetime import date

import pytest

from tenants.policy import Priority
from tenants.writes import tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Visitor

LOOK = [("BatchGetItem", "task"), ("Query", "task-told")]
SAVE = [("GetItem", "frame"), ("BatchGetItem", "write"), ("TransactWriteItems", "write")]


@pytest.fixture
def ref(cast: Cast) -> TaskRef:
    return once("task", lambda: of_dana(cast))


def of_dana(cast: Cast) -> TaskRef:
    due = date(2026, 12, 1)
    return a_task(
        cast.bob, a_project(cast.alice), title="Write it", priority=Priority.HIGH, due=due, assignee=cast.dana.user
    )


@pytest.fixture
def path(ref: TaskRef) -> str:
    return f"/org/{ACME}/projects/{ref.project}/tasks/{ref.id}"


def test_the_page_costs_two_requests_and_shows_the_task_as_it_stands(bob: Visitor, cast: Cast, path: str) -> None:
    answer = bob.get(path)
    assert answer.asked == LOOK
    assert answer.page.one("h1").text == "Write it"
    shown = bob.get(f"{path}/edit").page.forms()[path].fields()
    assert shown == {
        "title": "Write it",
        "status": "open",
        "priority": "high",
        "due": "2026-12-01",
        "assignee": cast.dana.user,
        "version": "1",
    }


def test_a_viewer_reads_the_same_as_text(vic: Visitor, path: str) -> None:
    answer = vic.get(path)
    assert answer.asked == LOOK
    facts = answer.page.one("dl", class_="facts")
    assert [fact.text for fact in facts.all("dd")] == ["Open", "High", "1 December 2026", "Dana", "None"]


def test_all_of_a_task_is_changed_at_once(bob: Visitor, cast: Cast, path: str) -> None:
    form = bob.get(f"{path}/edit").page.forms()[path]
    answer = bob.submit(form, title="Write it well", status="doing", priority="urgent", due="", assignee=cast.bob.user)
    assert (answer.status, answer.location) == (302, path)
    assert answer.asked == SAVE
    page = bob.get(answer.location).page
    assert page.one(class_="messages").text == "Saved."
    assert page.one("h1").text == "Write it well"
    assert [fact.text for fact in page.all(class_="edit-value")] == ["In progress", "Urgent", "No date", "Bob", "None"]
    dashboard = bob.get(f"/org/{ACME}/dashboard").page
    assert (dashboard.shown("open-total"), dashboard.shown("doing-total")) == ("0", "1")


def test_a_task_that_is_done_says_when_and_by_whom_in_the_zone_of_the_organisation(
    bob: Visitor, cast: Cast, ref: TaskRef, path: str
) -> None:
    tasks.complete(cast.dana, ref, NOW)
    assert bob.get(path).page.one(class_="head-facts").text == "Completed 15 September 2026, 12:00 CEST · Dana"


def test_done_by_the_form_counts_like_done_by_the_click(bob: Visitor, path: str) -> None:
    bob.submit(bob.get(f"{path}/edit").page.forms()[path], status="done")
    assert bob.get(f"/org/{ACME}/dashboard").page.one(data_testid="top-user").text == "1. Bob 1 done"
    bob.submit(bob.get(f"{path}/edit").page.forms()[path], status="open")
    assert not bob.get(f"/org/{ACME}/dashboard").page.has(data_testid="top-user")


def test_two_people_who_edit_the_same_task_do_not_overwrite_each_other(
    bob: Visitor, dana: Visitor, cast: Cast, path: str
) -> None:
    form = bob.get(f"{path}/edit").page.forms()[path]
    dana.submit(dana.get(f"{path}/edit").page.forms()[path], title="Danas title", priority="low", assignee="")
    answer = bob.submit(form, title="Bobs title", due="2026-11-11")
    assert answer.status == 409
    assert answer.asked == [*SAVE[:2], *LOOK]
    page = answer.page
    assert page.one("h1").text == "Danas title"
    said = page.one(class_="refusal").text
    assert said.startswith("Somebody else changed this task in the meantime. Nothing of yours was saved")
    assert "Danas title · Open · low · 1 Dec 2026" in said
    shown = page.forms()[path].fields()
    assert (shown["title"], shown["priority"], shown["due"]) == ("Bobs title", "high", "2026-11-11")
    assert shown["assignee"] == cast.dana.user
    # Having seen both, saving again decides.
    assert bob.submit(page.forms()[path]).status == 302
    assert bob.get(path).page.one("h1").text == "Bobs title"


def test_saving_what_is_already_so_is_no_conflict(bob: Visitor, path: str) -> None:
    form = bob.get(f"{path}/edit").page.forms()[path]
    for _ in range(2):
        assert bob.submit(form, title="The same").status == 302


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"title": ""}, "title", "This field is required."),
        ({"title": "x" * 201}, "title", "at most 200 characters"),
        ({"due": "soon"}, "due", "Enter a valid date."),
        ({"status": "archived"}, "status", "Select a valid choice"),
        ({"priority": "hot"}, "priority", "Select a valid choice"),
        ({"assignee": "nobody"}, "assignee", "Select a valid choice"),
    ],
)
def test_a_refused_change_keeps_what_was_typed_and_says_why_at_the_field(
    bob: Visitor, path: str, changed: dict[str, str], field: str, said: str
) -> None:
    form = bob.get(f"{path}/edit").page.forms()[path]
    answer = bob.submit(form, **{"title": "Another"} | changed)
    assert answer.status == 400
    shown = answer.page.forms()[path]
    assert said in shown.one(id=f"id_{field}_error").text
    assert shown.one("input", name="title").attributes.get("value", "") == changed.get("title", "Another")
    assert answer.page.one("h1").text == "Write it"
    assert bob.get(f"{path}/edit").page.forms()[path].fields()["title"] == "Write it"


@pytest.mark.parametrize("version", ["", "0", "-1", "x", "1e3", str(10**12)])
def test_a_version_that_is_none_saves_nothing(bob: Visitor, path: str, version: str) -> None:
    answer = bob.submit(bob.get(f"{path}/edit").page.forms()[path], title="Another", version=version)
    assert answer.status == 400
    assert bob.get(path).page.one("h1").text == "Write it"


def test_a_task_that_is_deleted_is_gone_and_counts_no_more(bob: Visitor, path: str) -> None:
    form = bob.get(path).page.forms()[f"{path}/delete"]
    answer = bob.submit(form)
    project = path.rpartition("/tasks/")[0]
    assert (answer.status, answer.location) == (302, project)
    assert answer.asked[:2] == SAVE[1:]
    # What was written about it goes with it.
    assert set(answer.asked[2:]) <= {("Query", "sweep"), ("TransactWriteItems", "write")}
    assert bob.get(project).page.one(class_="messages").text == "The task is deleted."
    assert bob.get(path).status == bob.submit(form).status == 404
    assert bob.get(f"/org/{ACME}/dashboard").page.shown("open-total") == "0"


@pytest.mark.parametrize("version", ["", "0", "x", "9" * 30])
def test_a_form_whose_hidden_field_was_damaged_says_so(bob: Visitor, path: str, version: str) -> None:
    answer = bob.submit(bob.get(f"{path}/edit").page.forms()[path], version=version)
    assert answer.status == 400
    assert "This form is damaged. Load the page again." in answer.page.one(class_="refusal").text
