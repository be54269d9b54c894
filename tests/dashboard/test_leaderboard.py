"""`/org/<org>/leaderboard?month=YYYY-MM`."""

from datetime import UTC, datetime

import pytest
import time_machine

from tenants.writes import tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor, signed_in

PATH = f"/org/{ACME}/leaderboard"
TWO = [("GetItem", "frame"), ("Query", "trend")]
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
    cells = page.all("tbody")[0].all("tr")
    assert [cell.text for cell in cells] == ["Tue 155"]


def test_the_dashboard_gets_the_month_before_and_the_year_when_it_asks(bob: Visitor, cast: Cast) -> None:
    tasks.complete(cast.bob, a_task(cast.bob, a_project(cast.alice)), NOW)
    link = bob.get(f"/org/{ACME}/dashboard").page.one(id="past").one("a").attributes
    assert (link["href"], link["hx-get"], link["hx-target"]) == (f"{PATH}?part=past", f"{PATH}?part=past", "#past")
    answer = bob.htmx_get(link["hx-get"])
    assert answer.asked == TWO
    (past,) = answer.page.children
    assert past.id == "past"
    assert [heading.text for heading in past.all("h3")] == ["Against August 2026", "Twelve months"]
    assert "1 done now; 0 by the same day then, 0 in all." in past.text
    assert "Sep 2026: 1." in past.one(id="year-desc").text
    # Opened as a page, and with another month, the address is that of the leaderboard.
    assert bob.get(link["hx-get"]).page.one("h1").text == "Leaderboard"


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


def test_any_month_of_the_year_and_the_same_month_of_the_next_is_one_step_away(bob: Visitor) -> None:
    def steps(query: str) -> list[str]:
        picked = bob.get(f"{PATH}?month={query}").page.one("details", class_="month-pick")
        (current,) = (link for link in picked.all("a") if "aria-current" in link.attributes)
        assert current.attributes["href"] == f"{PATH}?month={query}"
        return [link.attributes["href"].partition("=")[2] for link in picked.all("a")]

    assert steps("2026-09") == ["2025-09", *(f"2026-{month:02d}" for month in range(1, 10))]
    assert steps("2025-11") == ["2024-11", *(f"2025-{month:02d}" for month in range(1, 13)), "2026-09"]
    assert steps("1970-02") == [*(f"1970-{month:02d}" for month in range(1, 13)), "1971-02"]
    assert not bob.get(f"{PATH}?month=1970-01").page.has(id="month-previous")


def test_another_month_keeps_the_filters(bob: Visitor, cast: Cast) -> None:
    path = f"/org/{ACME}/activity"
    picked = bob.get(f"{path}?month=2026-08&who={cast.dana.user}").page.one("details", class_="month-pick")
    links = [link.attributes["href"] for link in picked.all("a")]
    assert f"{path}?month=2026-03&who={cast.dana.user}" in links
    assert all(link.endswith(f"&who={cast.dana.user}") for link in links)


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


def finished(cast: Cast, who: object, count: int, month: int = 9) -> None:
    project = a_project(cast.alice, title=f"Month {month}", now=NOW.replace(month=month))
    for _ in range(count):
        tasks.complete(who, a_task(cast.bob, project, now=NOW.replace(month=month)), NOW.replace(month=month))  # type: ignore[arg-type]  # an Actor


def test_the_month_stands_beside_the_one_before_it_and_a_year(bob: Visitor, cast: Cast) -> None:
    finished(cast, cast.bob, 3)
    finished(cast, cast.alice, 2, month=8)
    page = bob.get(PATH).page
    assert "3 done now; 2 by the same day then, 2 in all." in page.text
    described = page.one("desc", id="year-desc").text
    assert described.startswith("Oct 2025: 0,")
    assert described.endswith("Aug 2026: 2, Sep 2026: 3.")
    said = page.all("section")[-1].one("figcaption").text
    assert said == "5 tasks done. The busiest month was September 2026, with 3."
    rows = [row.text for row in page.all("section")[-1].one("tbody").all("tr")]
    assert (len(rows), rows[-1]) == (12, "September 20263")


def test_a_year_says_in_a_sentence_what_its_picture_shows(bob: Visitor, cast: Cast) -> None:
    def said(path: str) -> str:
        return bob.htmx_get(path).page.all("figcaption")[-1].text

    assert said(f"{PATH}?part=past") == "Nothing was done in these twelve months."
    finished(cast, cast.bob, 1, month=8)
    assert said(f"{PATH}?part=past") == "1 task done, in August 2026."
    # Of months that are equally busy the first is named, as of days.
    finished(cast, cast.bob, 1)
    assert said(f"{PATH}?part=past") == "2 tasks done. The busiest month was August 2026, with 1."
    assert said(f"{PATH}?month=2026-08") == "1 task done, in August 2026."


def test_everybody_reads_their_own_place(bob: Visitor, alice: Visitor, cast: Cast) -> None:
    finished(cast, cast.alice, 3)
    finished(cast, cast.bob, 1)
    assert alice.get(PATH).page.one(class_="own").text == "You lead."
    assert bob.get(PATH).page.one(class_="own").text == "You: place 2, 2 behind place 1."


def test_whoever_does_not_want_to_be_ranked_is_not_listed_but_counts(bob: Visitor, alice: Visitor, cast: Cast) -> None:
    finished(cast, cast.bob, 2)
    assert bob.submit(bob.get(PATH).page.forms()[f"{PATH}/rank-me"], ranked="0").status == 302
    for visitor in (bob, alice):
        page = visitor.get(PATH).page
        assert not page.has("ol", class_="ranks")
        assert "2 done now;" in page.text
        assert not visitor.get(f"/org/{ACME}/dashboard").page.has(data_testid="top-user")
    bob.submit(bob.get(PATH).page.forms()[f"{PATH}/rank-me"], ranked="1")
    assert alice.get(PATH).page.one("ol", class_="ranks").all("li")[0].text == "1. Bob 2 done"


def test_a_member_has_a_page_with_their_months_and_their_live_work(
    alice: Visitor, charlie: Visitor, cast: Cast
) -> None:
    finished(cast, cast.bob, 2)
    finished(cast, cast.bob, 1, month=7)
    a_task(cast.alice, a_project(cast.alice), title="Still to do", assignee=cast.bob.user)
    path = f"/org/{ACME}/members/{cast.bob.user}"
    answer = alice.get(path)
    assert answer.asked == [("GetItem", "frame"), ("Query", "member"), ("Query", "member-live")]
    assert answer.page.one("h1").text == "Bob"
    assert [row.text for row in answer.page.one("tbody").all("tr")] == ["September 20262", "July 20261"]
    assert answer.page.one("tfoot").text == "In all3"
    assert [row.text for row in answer.page.all(class_="task-title")] == ["Still to do"]
    assert charlie.get(path).status == 404
    assert alice.get(f"/org/{ACME}/members/{cast.charlie.user}").status == 404
