"""The month and the day that finished work counts for are those of the organisation's zone, wherever the server stands.

The expected day is worked out from a table of offsets, not with the code under test.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tenants import store
from tenants.items import Event, Task
from tenants.keys import org_pk
from tenants.policy import Priority
from tenants.reads import history, months
from tenants.reads.dashboard import dashboard, pulse
from tenants.writes import tasks
from tests.cast import Cast, a_project, a_task, an_org
from tests.truth import assert_exact

# Zones without changes of the clock near the instants below, with their hours east of UTC.
ZONES = {
    "Etc/GMT+12": -12.0,
    "Pacific/Marquesas": -9.5,
    "America/Phoenix": -7.0,
    "America/Argentina/Buenos_Aires": -3.0,
    "UTC": 0.0,
    "Asia/Kolkata": 5.5,
    "Asia/Kathmandu": 5.75,
    "Asia/Tokyo": 9.0,
    "Pacific/Tongatapu": 13.0,
    "Pacific/Kiritimati": 14.0,
}


def _local(day: str, clock_time: str, hours: float) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock_time}").replace(tzinfo=timezone(timedelta(hours=hours)))


def _next_day(day: str) -> str:
    return (datetime.fromisoformat(day) + timedelta(days=1)).date().isoformat()


def test_the_server_stands_far_from_utc() -> None:
    assert abs(time.timezone) > 12 * 3600


@pytest.mark.parametrize(
    ("zone", "last_day"),
    [*((zone, "2026-12-31") for zone in ZONES), ("Etc/GMT+12", "2028-02-29"), ("Pacific/Kiritimati", "2028-02-29")],
)
def test_work_finished_around_midnight_counts_for_the_day_and_month_of_the_organisation(
    cast: Cast, zone: str, last_day: str
) -> None:
    hours = ZONES[zone]
    before, after = _local(last_day, "23:59:59", hours), _local(_next_day(last_day), "00:00:01", hours)
    org = an_org(cast.bob, zone, now=before - timedelta(days=2))
    project = a_project(cast.bob, org, now=before - timedelta(days=2))
    early, late = (
        a_task(cast.bob, project, org=org, title=title, now=before - timedelta(days=1)) for title in ("early", "late")
    )

    tasks.complete(cast.bob, early, before.astimezone(UTC))
    month = dashboard(org, cast.bob.user, before).month
    assert (month.month, month.by_day, month.by_user) == (last_day[:7], {int(last_day[8:]): 1}, {cast.bob.user: 1})

    tasks.complete(cast.bob, late, after.astimezone(UTC))
    for shown in (
        dashboard(org, cast.bob.user, after).month,
        pulse(org, cast.bob.user, project, after).month,
        months.trend(org, cast.bob.user, None, after).month,
    ):
        assert (shown.month, shown.by_day, shown.by_user) == (_next_day(last_day)[:7], {1: 1}, {cast.bob.user: 1})
    assert months.trend(org, cast.bob.user, last_day[:7], after).month.by_day == {int(last_day[8:]): 1}
    days = {item.title: item.completed_day for item in store.walk("test", org_pk(org)) if isinstance(item, Task)}
    assert days == {"early": last_day, "late": _next_day(last_day)}

    tasks.reopen(cast.bob, early, after)
    assert not any(months.trend(org, cast.bob.user, last_day[:7], after).month.by_user.values()), (
        "taken back from the month it was counted in"
    )
    assert dashboard(org, cast.bob.user, after).month.by_user == {cast.bob.user: 1}, "and not from this one"
    assert_exact(org)


@pytest.mark.parametrize("zone", ZONES)
def test_the_activity_of_a_month_holds_what_happened_in_it_there(cast: Cast, zone: str) -> None:
    before, after = _local("2026-12-31", "23:59:59", ZONES[zone]), _local("2027-01-01", "00:00:01", ZONES[zone])
    org = an_org(cast.bob, zone, now=before - timedelta(days=40))
    project = a_project(cast.bob, org, now=before)
    a_task(cast.bob, project, org=org, now=after)
    assert [event.action for event in history.activity(org, cast.bob.user, None, after).events] == ["task-created"]
    assert [event.action for event in history.activity(org, cast.bob.user, "2026-12", after).events] == [
        "project-created"
    ]
    assert len([item for item in store.walk("test", org_pk(org)) if isinstance(item, Event)]) == 3


# Both changes of the clock of 2026 in each zone: the instant before and after, and the day there.
CHANGES = [
    ("Europe/Berlin", "2026-03-29T00:59:59+00:00", "2026-03-29"),
    ("Europe/Berlin", "2026-03-29T01:00:01+00:00", "2026-03-29"),
    ("Europe/Berlin", "2026-03-28T22:59:59+00:00", "2026-03-28"),
    ("Europe/Berlin", "2026-03-29T22:00:01+00:00", "2026-03-30"),
    ("Europe/Berlin", "2026-03-31T21:59:59+00:00", "2026-03-31"),
    ("Europe/Berlin", "2026-03-31T22:00:01+00:00", "2026-04-01"),
    ("Europe/Berlin", "2026-10-25T00:30:00+00:00", "2026-10-25"),
    ("Europe/Berlin", "2026-10-25T01:30:00+00:00", "2026-10-25"),
    ("Europe/Berlin", "2026-10-31T22:59:59+00:00", "2026-10-31"),
    ("Europe/Berlin", "2026-10-31T23:00:01+00:00", "2026-11-01"),
    ("America/New_York", "2026-11-01T03:59:59+00:00", "2026-10-31"),
    ("America/New_York", "2026-11-01T04:00:01+00:00", "2026-11-01"),
    ("America/New_York", "2026-11-01T06:30:00+00:00", "2026-11-01"),
    ("Australia/Lord_Howe", "2026-10-03T15:29:59+00:00", "2026-10-04"),
    ("Australia/Lord_Howe", "2026-09-30T13:30:01+00:00", "2026-10-01"),
    ("Australia/Lord_Howe", "2026-10-31T12:59:59+00:00", "2026-10-31"),
    ("Australia/Lord_Howe", "2026-10-31T13:00:01+00:00", "2026-11-01"),
    ("America/Asuncion", "2026-10-01T02:59:59+00:00", "2026-09-30"),
    ("Pacific/Chatham", "2026-09-30T10:14:59+00:00", "2026-09-30"),
    ("Pacific/Chatham", "2026-09-30T10:15:01+00:00", "2026-10-01"),
]


@pytest.mark.parametrize(("zone", "instant", "day"), CHANGES)
def test_a_change_of_the_clock_moves_no_work_into_another_day(cast: Cast, zone: str, instant: str, day: str) -> None:
    now = datetime.fromisoformat(instant)
    org = an_org(cast.bob, zone, now=now - timedelta(days=1))
    ref = a_task(cast.bob, a_project(cast.bob, org, now=now), org=org, now=now)
    tasks.complete(cast.bob, ref, now)
    month = dashboard(org, cast.bob.user, now).month
    assert (month.month, month.by_day) == (day[:7], {int(day[8:]): 1})
    assert_exact(org)


def test_the_work_of_an_earlier_month_costs_and_shows_nothing_on_the_dashboard(cast: Cast) -> None:
    start = datetime(2026, 1, 15, 12, tzinfo=UTC)
    org = an_org(cast.bob, "UTC", now=start)
    project = a_project(cast.bob, org, now=start)
    for number in range(4):
        now = start + timedelta(days=31 * number)
        tasks.complete(cast.bob, a_task(cast.bob, project, org=org, priority=Priority.LOW, now=now), now)
        assert dashboard(org, cast.bob.user, now).month.by_user == {cast.bob.user: 1}
    assert dashboard(org, cast.bob.user, start + timedelta(days=300)).month.by_user == {}
    assert dashboard(org, cast.bob.user, start + timedelta(days=300)).projects[0].done == 4
    assert_exact(org)


def test_a_done_task_deleted_in_a_later_month_stays_in_the_month_it_was_done_in(cast: Cast) -> None:
    then, later = datetime(2026, 8, 31, 12, tzinfo=UTC), datetime(2026, 11, 2, 12, tzinfo=UTC)
    org = an_org(cast.bob, "UTC", now=then)
    ref = a_task(cast.bob, a_project(cast.bob, org, now=then), org=org, now=then)
    tasks.complete(cast.bob, ref, then)
    tasks.delete(cast.bob, ref, later)
    august = months.trend(org, cast.bob.user, "2026-08", later).month
    assert (august.by_user, august.by_day) == ({cast.bob.user: 1}, {31: 1})
    assert months.trend(org, cast.bob.user, None, later).month.by_day == {}
    assert_exact(org)
