"""`/org/<org>/activity?month=YYYY-MM`."""

from datetime import timedelta

import pytest

from tenants.policy import Priority
from tenants.reads import slices
from tenants.writes import projects, tasks
from tenants.writes.tasks import TaskFields
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/activity"
TWO = [("GetItem", "frame"), ("Query", "activity")]


def lines(visitor: Visitor, path: str = PATH) -> list[str]:
    return [row.one("p").text for row in visitor.get(path).page.one("ol", class_="events").all("li")]


def test_everything_that_happened_is_told_newest_first(bob: Visitor, cast: Cast) -> None:
    def minute(number: int) -> timedelta:
        return timedelta(minutes=number)

    project = a_project(cast.alice, now=NOW + minute(1))
    ref = a_task(cast.bob, project, title="Write it", now=NOW + minute(2))
    tasks.start(cast.bob, ref, NOW + minute(3))
    tasks.stop(cast.dana, ref, NOW + minute(4))
    tasks.complete(cast.bob, ref, NOW + minute(5))
    tasks.reopen(cast.alice, ref, NOW + minute(6))
    tasks.edit(cast.bob, ref, TaskFields("Write it well", Priority.LOW), 5, NOW + minute(7))
    projects.rename(cast.alice, ACME, project, "Relaunch", NOW + minute(8))
    tasks.delete(cast.dana, ref, NOW + minute(9))
    told = lines(bob)
    assert [line.partition(" in ")[0] for line in told[:9]] == [
        "Dana deleted Write it well",
        "Alice renamed the project Relaunch",
        "Bob changed Write it well",
        "Alice reopened Write it",
        "Bob completed Write it",
        "Dana put back Write it",
        "Bob started Write it",
        "Bob added Write it",
        "Alice made the project Launch",
    ]
    assert sorted(told[9:]) == [
        "Alice brought in Bob",
        "Alice brought in Dana",
        "Alice brought in Vic",
        "Alice founded Acme",
    ]


def test_times_are_those_of_the_organisation(bob: Visitor) -> None:
    time = bob.get(PATH).page.one("ol", class_="events").all("time")[0]
    assert time.text == "Tue 15 Sep, 12:00"
    assert time.attributes["datetime"] == "2026-09-15T12:00:00+02:00"


def test_the_page_costs_two_requests_however_much_happened(bob: Visitor, cast: Cast) -> None:
    assert bob.get(PATH).asked == TWO
    project = a_project(cast.alice)
    for _ in range(8):
        a_task(cast.bob, project)
    assert bob.get(PATH).asked == bob.htmx_get(PATH).asked == bob.get(f"{PATH}?month=2025-01").asked == TWO


def test_a_long_month_comes_in_pages_and_each_event_once(
    bob: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "EVENTS_PAGE", 3)
    for number in range(4):
        a_project(cast.alice, title=f"Project {number}")
    seen: list[str] = []
    path = PATH
    while path:
        page = bob.htmx_get(path).page
        assert [element.id for element in page.children] == ["slice"]
        seen += [row.one("p").text for row in page.one("ol", class_="events").all("li")]
        links = page.all("a", id="pager-next")
        path = links[0].attributes["hx-get"] if links else ""
        assert not path or path.startswith(f"{PATH}?month=2026-09&cursor=")
    assert len(seen) == len(set(seen)) == 8


def test_a_cursor_of_one_month_is_none_of_another(bob: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "EVENTS_PAGE", 1)
    following = bob.get(PATH).page.one("a", id="pager-next").attributes["href"]
    assert bob.get(following).status == 200
    assert bob.get(following.replace("2026-09", "2026-08")).location == PATH


def test_an_empty_month_says_so(bob: Visitor) -> None:
    assert bob.get(f"{PATH}?month=2026-08").page.one(class_="empty").text == "Nothing happened in this month."
