"""`/org/<org>/leaderboard?month=YYYY-MM`."""

from datetime import UTC, datetime

import pytest
import time_machine

from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor, signed_in

PATH = f"/org/{ACME}/leaderboard"
TWO = [("GetItem", "frame"), ("Query", "leaderboard")]
# Half past ten at night in UTC is already September in Berlin.
BORDER = datetime(2026, 8, 31, 22, 30, tzinfo=UTC)


def test_the_page_costs_two_requests_however_much_was_done(bob: Visitor, cast: Cast) -> None:
    assert bob.get(PATH).asked == TWO
    project = a_project(cast.alice)
    for actor in (cast.alice, cast.bob, cast.dana) * 2:
        tasks.complete(actor, a_task(cast.bob, project), NOW)
    assert bob.get(PATH).asked == bob.htmx_get(f"{PATH}?month=2026-08").asked == TWO


def test_members_are_ranked_equal_work_shares_a_place_and_the_next_is_skipped(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    for who, count in ((cast.bob, 2), (cast.alice, 2), (cast.dana, 1)):
        for _ in range(count):
            tasks.complete(who, a_task(cast.bob, project), NOW)
    page = bob.get(PATH).page
    rows = page.one("ol", class_="ranks").all("li")
    assert [row.attributes["data-rank"] for row in rows] == ["1", "1", "3"]
    assert [row.text for row in rows] == ["1 (shared). Alice 2 done", "1 (shared). Bob you 2 done", "3. Dana 1 done"]
    assert [row.one("progress").attributes["value"] for row in rows] == ["2", "2", "1"]
    cells = page.one("tbody").all("tr")
    assert [cell.text for cell in cells] == ["Tue 155"]


def test_a_month_begins_at_midnight_in_the_zone_of_the_organisation(bob: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    tasks.complete(cast.bob, a_task(cast.bob, project), BORDER)
    tasks.complete(cast.dana, a_task(cast.bob, project), BORDER.replace(hour=21, minute=59))
    assert bob.get(f"{PATH}?month=2026-09").page.one("ol", class_="ranks").text == "1. Bob you 1 done"
    assert bob.get(f"{PATH}?month=2026-08").page.one("ol", class_="ranks").text == "1. Dana 1 done"
    assert bob.get(f"/org/{ACME}/dashboard").page.one(data_testid="top-user").text == "1. Bob 1 done"


def test_the_month_before_and_after_are_a_step_away_and_time_ends_today(bob: Visitor) -> None:
    now = bob.get(PATH).page.one("nav", class_="months")
    assert now.one("h2").text == "September 2026"
    assert now.one(id="month-previous").attributes["href"] == f"{PATH}?month=2026-08"
    assert not now.has(id="month-next")
    for query, previous, following in (
        ("2026-08", "2026-07", "2026-09"),
        ("2026-01", "2025-12", "2026-02"),
        ("2025-12", "2025-11", "2026-01"),
    ):
        piece = bob.htmx_get(f"{PATH}?month={query}").page
        assert [element.id for element in piece.children] == ["slice"]
        for name, month in (("previous", previous), ("next", following)):
            link = piece.one(id=f"month-{name}").attributes
            assert link["href"] == link["hx-get"] == f"{PATH}?month={month}"


def test_the_current_month_is_that_of_the_organisation(cast: Cast, clock: time_machine.Traveller) -> None:
    clock.move_to(BORDER)
    bob = signed_in(cast.bob)
    assert bob.get(PATH).page.one("nav", class_="months").one("h2").text == "September 2026"
    assert not bob.get(PATH).page.has(id="month-next")


@pytest.mark.parametrize(
    "month", ["2026-13", "2026-00", "26-09", "2026-9", "2026-09-01", "x", "%00", "1969-12", "2200-01", "\u0662026-09"]
)
def test_a_month_that_is_none_is_no_page_of_ours(bob: Visitor, month: str) -> None:
    for page in ("leaderboard", "activity"):
        answer = bob.get(f"/org/{ACME}/{page}?month={month}")
        assert answer.status == 404
        assert answer.calls == []


@pytest.mark.parametrize("month", ["1970-01", "2027-01", "2199-12"])
def test_a_month_in_which_nothing_happened_is_empty(bob: Visitor, month: str) -> None:
    assert "Nobody finished a task in this month." in bob.get(f"{PATH}?month={month}").page.text


def test_an_empty_current_month_says_the_next_step(bob: Visitor) -> None:
    empty = bob.get(PATH).page.one(class_="empty")
    assert "Nobody has finished a task this month yet." in empty.text
    assert empty.one("a").attributes["href"] == f"/org/{ACME}/tasks?status=open"
