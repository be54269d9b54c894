"""`/org/<org>/projects/<project>`: one project, its tasks, a new task, another title."""

from datetime import date

import pytest

from tenants.policy import Priority
from tenants.reads import slices
from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.visitor import Visitor

TWO = [("BatchGetItem", "board-frame"), ("Query", "board")]


@pytest.fixture
def path(cast: Cast) -> str:
    project = once("project", lambda: a_project(cast.alice))
    return f"/org/{ACME}/projects/{project}"


def test_the_page_costs_two_requests_however_many_tasks_there_are(bob: Visitor, cast: Cast, path: str) -> None:
    assert bob.get(path).asked == TWO
    for _ in range(8):
        a_task(cast.bob, path[-16:])
    full = bob.get(path)
    assert full.asked == TWO
    assert len(full.page.all("li", class_="task")) == 8


def test_the_page_shows_the_project_its_counts_and_its_tasks(bob: Visitor, cast: Cast, path: str) -> None:
    project = path[-16:]
    for _ in range(3):
        a_task(cast.bob, project)
    tasks.complete(cast.bob, a_task(cast.bob, project), NOW)
    tasks.start(cast.bob, a_task(cast.bob, project), NOW)
    page = bob.get(path).page
    assert page.one("h1").text == "Launch"
    assert page.one(id="project-counts").text == "3 open1 in progress1 done20 %"
    statuses = sorted(row.attributes["data-status"] for row in page.all("li", class_="task"))
    assert statuses == ["doing", "done", "open", "open", "open"]


def test_a_row_shows_priority_date_and_person(bob: Visitor, cast: Cast, path: str) -> None:
    for due in (date(2026, 9, 14), date(2026, 9, 15), date(2026, 9, 18), date(2026, 9, 19), date(2027, 1, 2)):
        a_task(cast.bob, path[-16:], title=f"{due}", priority=Priority.URGENT, due=due, assignee=cast.dana.user)
    rows = {row.one(class_="task-title").text: row for row in bob.get(path).page.all("li", class_="task")}
    times = {title: row.one("time") for title, row in rows.items()}
    assert {title: (time.attributes["data-due"], time.text) for title, time in times.items()} == {
        "2026-09-14": ("late", "Overdue: 14 Sep"),
        "2026-09-15": ("today", "Due today: 15 Sep"),
        "2026-09-18": ("soon", "Due 18 Sep"),
        "2026-09-19": ("", "Due 19 Sep"),
        "2027-01-02": ("", "Due 2 Jan 2027"),
    }
    assert {title: time.attributes["datetime"] for title, time in times.items()} == {title: title for title in rows}
    assert rows["2026-09-14"].one(class_="person").text == "Dana"
    assert rows["2026-09-14"].one(class_="prio").text == "Urgent"


def test_a_new_task_appears_and_counts(bob: Visitor, cast: Cast, path: str) -> None:
    form = bob.get(path).page.one("form", id="new-task")
    people = [option.text for option in form.one("select", name="assignee").all("option")]
    assert people == ["Nobody", "Alice", "Bob", "Dana", "Vic"]
    answer = bob.submit(form, title="Write it", priority="urgent", due="2026-12-01", assignee=cast.dana.user)
    assert (answer.status, answer.location) == (302, path)
    assert answer.asked == [("GetItem", "frame"), ("BatchGetItem", "write"), ("TransactWriteItems", "write")]
    page = bob.get(path).page
    assert page.one(class_="messages").text == "Added: Write it"
    row = page.one("li", class_="task")
    assert (row.one(class_="task-title").text, row.one(class_="prio").text) == ("Write it", "Urgent")
    assert (row.one("time").text, row.one(class_="person").text) == ("Due 1 Dec", "Dana")
    assert page.one("section", id="counts").one(class_="counts-total").text == "1 open0 in progress"


def test_of_two_ways_to_add_a_task_the_short_one_is_open(bob: Visitor, path: str) -> None:
    page = bob.get(path).page
    assert page.has("input", id="quick_line")
    assert "open" not in page.one("details", class_="all-fields").attributes


def test_a_title_is_enough_for_a_task(bob: Visitor, path: str) -> None:
    assert bob.post(f"{path}/tasks", {"title": "Write it"}).status == 302
    row = bob.get(path).page.one("li", class_="task")
    assert row.one(class_="prio").text == "Medium"
    assert not row.has("time")


def test_sending_the_form_twice_adds_one_task(bob: Visitor, path: str) -> None:
    form = bob.get(path).page.one("form", id="new-task")
    for _ in range(2):
        assert bob.submit(form, title="Write it").location == path
    page = bob.get(path).page
    assert len(page.all("li", class_="task")) == 1
    assert page.one(id="project-counts").text.startswith("1 open")
    assert page.one("form", id="new-task").fields()["key"] != form.fields()["key"]


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"title": ""}, "title", "This field is required."),
        ({"title": "\u200b"}, "title", "Give the task a title."),
        ({"title": "x" * 201}, "title", "at most 200 characters (it has 201)"),
        ({"priority": "hot"}, "priority", "Select a valid choice"),
        ({"due": "2026-13-01"}, "due", "Enter a valid date."),
        ({"due": "0001-01-01"}, "due", "Choose a date between 1970 and 2200."),
        ({"due": "9999-12-31"}, "due", "Choose a date between 1970 and 2200."),
        ({"assignee": "0" * 10}, "assignee", "Select a valid choice"),
    ],
)
def test_a_refused_task_keeps_what_was_typed_and_says_why_at_the_field(
    bob: Visitor, path: str, changed: dict[str, str], field: str, said: str
) -> None:
    form = bob.get(path).page.one("form", id="new-task")
    typed = {"title": "Write it", "priority": "high", "due": "2026-12-01"} | changed
    answer = bob.submit(form, **typed)
    assert answer.status == 400
    shown = answer.page.one("form", id="new-task")
    assert "open" in answer.page.one("details", class_="all-fields").attributes
    (wrong,) = [one for one in shown.all("div") if one.attributes.get("class") == "field wrong"]
    assert said in wrong.one(class_="errorlist").text
    (control,) = [one for one in wrong.walk() if one.attributes.get("name") == field]
    assert control.attributes["aria-invalid"] == "true"
    for name in ("title", "due"):
        assert shown.one("input", name=name).attributes.get("value", "").strip() == typed[name].strip()
    if field != "priority":
        assert shown.fields()["priority"] == "high"
    assert not bob.get(path).page.all("li", class_="task")


def test_a_long_list_comes_in_pages_and_each_task_once(
    bob: Visitor, cast: Cast, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "TASKS_PAGE", 3)
    for _ in range(7):
        a_task(cast.bob, path[-16:])
    seen: list[str] = []
    following = path
    while following:
        page = bob.htmx_get(following).page
        assert [element.id for element in page.children] == ["slice"]
        seen += [row.id for row in page.all("li", class_="task")]
        links = page.all("a", id="pager-next")
        following = links[0].attributes["hx-get"] if links else ""
    assert len(seen) == len(set(seen)) == 7


def test_a_project_without_tasks_says_the_next_step_to_those_who_can_take_it(
    bob: Visitor, vic: Visitor, path: str
) -> None:
    assert "Write down the first thing to do, above." in bob.get(path).page.text
    assert vic.get(path).page.one(id="slice").one(class_="empty").text == "No tasks yet."
