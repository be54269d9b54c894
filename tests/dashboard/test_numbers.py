"""Every number on the dashboard opens the rows that it counts, and counts the rows that it opens."""

import pytest

from tenants.policy import Priority, Status
from tenants.reads import slices
from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.html import Element
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/dashboard"
COUNTS = {
    (Status.OPEN, Priority.LOW): 1,
    (Status.OPEN, Priority.MEDIUM): 2,
    (Status.OPEN, Priority.HIGH): 4,
    (Status.OPEN, Priority.URGENT): 3,
    (Status.DOING, Priority.LOW): 3,
    (Status.DOING, Priority.MEDIUM): 1,
    (Status.DOING, Priority.HIGH): 2,
    (Status.DOING, Priority.URGENT): 1,
}


@pytest.fixture
def full(cast: Cast) -> None:
    """Two projects with tasks of every priority and status, some of them done."""
    once("full", lambda: fill(cast))


def fill(cast: Cast) -> None:
    projects = [a_project(cast.alice, title=title) for title in ("Launch", "Relaunch")]
    for (status, priority), count in COUNTS.items():
        for number in range(count):
            task = a_task(cast.bob, projects[number % 2], priority=priority, title=f"{status} {priority} {number}")
            if status is Status.DOING:
                tasks.start(cast.bob, task, NOW)
    for number in range(2):
        tasks.complete(cast.bob, a_task(cast.bob, projects[0], title=f"done {number}"), NOW)


def linked(page: Element, testid: str) -> str:
    """The address that the number with this test id links to."""
    (link,) = [a for a in page.all("a") if a.has(data_testid=testid)]
    return link.attributes["href"]


@pytest.mark.usefixtures("full")
def test_each_number_equals_the_rows_behind_its_link(alice: Visitor) -> None:
    page = alice.get(PATH).page
    for priority in Priority:
        rows = alice.get(linked(page, f"open-{priority}")).page.all("li", class_="task")
        assert len(rows) == int(page.shown(f"open-{priority}")) == COUNTS[Status.OPEN, priority]
        assert {row.attributes["data-status"] for row in rows} == {"open"}
        assert {row.one(class_="prio").attributes["data-priority"] for row in rows} == {str(priority)}
    for status, testid in ((Status.OPEN, "open-total"), (Status.DOING, "doing-total")):
        rows = alice.get(linked(page, testid)).page.all("li", class_="task")
        expected = sum(count for (of, _), count in COUNTS.items() if of is status)
        assert len(rows) == int(page.shown(testid)) == expected
        assert {row.attributes["data-status"] for row in rows} == {str(status)}


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize(("status", "priority"), list(COUNTS))
def test_the_list_of_a_status_and_priority_has_as_many_rows_as_its_heading_says(
    alice: Visitor, status: Status, priority: Priority
) -> None:
    page = alice.get(f"/org/{ACME}/tasks?status={status}&priority={priority}").page
    count = COUNTS[status, priority]
    assert len(page.all("li", class_="task")) == count
    assert page.one("h2", id="slice-h").text.startswith(f"{count} ")
    assert f"{status} {priority} 0" in page.text


@pytest.mark.usefixtures("full")
def test_the_numbers_beside_a_list_are_those_of_the_dashboard(alice: Visitor) -> None:
    dashboard = alice.get(PATH).page
    for path in (f"/org/{ACME}/tasks", linked(dashboard, "doing-total")):
        page = alice.get(path).page
        assert page.one(id="n-open").text == dashboard.shown("open-total")
        assert page.one(id="n-doing").text == dashboard.shown("doing-total")
        beside = page.one("section", id="counts")
        for priority in Priority:
            link = linked(dashboard, f"open-{priority}")
            assert beside.one("a", href=link).one("strong").text == dashboard.shown(f"open-{priority}")


@pytest.mark.usefixtures("full")
def test_the_most_urgent_come_first(alice: Visitor) -> None:
    rows = alice.get(f"/org/{ACME}/tasks?status=open").page.all("li", class_="task")
    order = [Priority(row.one(class_="prio").attributes["data-priority"]).rank for row in rows]
    assert order == sorted(order)


@pytest.mark.usefixtures("full")
def test_a_list_of_several_pages_shows_every_row_once(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "TASKS_PAGE", 4)
    seen: list[str] = []
    path = f"/org/{ACME}/tasks?status=open"
    pages = 0
    while path:
        answer = alice.get(path)
        assert answer.asked == [("Query", "dashboard"), ("Query", "tasks")]
        seen += [row.id for row in answer.page.all("li", class_="task")]
        following = answer.page.all("a", id="pager-next")
        path = following[0].attributes["href"] if following else ""
        pages += 1
    assert pages == 3
    assert len(seen) == len(set(seen)) == sum(count for (of, _), count in COUNTS.items() if of is Status.OPEN)


@pytest.mark.usefixtures("full")
def test_the_days_in_the_picture_add_up_to_the_work_of_the_top_three(alice: Visitor) -> None:
    page = alice.get(PATH).page
    assert page.one(data_testid="top-user").one("strong").text == "2"
    assert page.one("figcaption").text == "2 tasks done. The busiest day was Tuesday 15 September, with 2."
    assert page.one("desc", id="days-2026-09-desc").text == "By day of the month: 15: 2."


@pytest.mark.usefixtures("full")
def test_what_was_done_today_leads_to_what_was_finished(alice: Visitor) -> None:
    (link,) = [a for a in alice.get(PATH).page.one(id="glance").all("a") if "done today" in a.text]
    assert link.text.endswith("2 tasks done today")
    rows = alice.get(link.attributes["href"]).page.one("ol", class_="events").all("li")
    assert {row.attributes["data-kind"] for row in rows} == {"task-completed"}
    assert len(rows) == 2
