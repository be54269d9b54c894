import time
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants import clock

ALL_INSTANTS = st.datetimes(datetime(1970, 1, 2), datetime(9998, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - Hypothesis adds the zone itself


def test_this_process_runs_in_a_zone_that_is_not_utc() -> None:
    assert time.tzname != ("UTC", "UTC"), "the month tests would prove nothing"


@given(ALL_INSTANTS, ALL_INSTANTS)
def test_text_order_is_time_order(one: datetime, other: datetime) -> None:
    assert (clock.to_text(one) < clock.to_text(other)) == (one < other)


@given(ALL_INSTANTS)
def test_an_instant_survives_being_written_down(instant: datetime) -> None:
    assert clock.from_text(clock.to_text(instant)) == instant
    assert len(clock.to_text(instant)) == len("2026-09-15T10:00:00.000000Z")


def test_an_instant_of_another_zone_is_written_in_utc() -> None:
    assert clock.to_text(datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=14)))) == "2025-12-31T11:00:00.000000Z"


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        clock.to_text(datetime(2026, 1, 1))  # noqa: DTZ001 - that is the point


def test_a_zone_that_this_installation_does_not_know_is_utc() -> None:
    for name in ("Mars/Olympus", "", "../../etc/passwd", "UTC\0"):
        assert clock.zone(name) == ZoneInfo("UTC")


@given(ALL_INSTANTS, st.sampled_from(sorted(clock.zone_names())))
def test_no_zone_on_earth_is_in_a_month_before_the_earliest(instant: datetime, zone: str) -> None:
    assert clock.earliest_month(instant) <= clock.local_month(instant, zone)


@given(ALL_INSTANTS, st.sampled_from(sorted(clock.zone_names())))
def test_every_zone_is_in_the_earliest_month_or_the_one_after_it(instant: datetime, zone: str) -> None:
    earliest = clock.earliest_month(instant)
    assert clock.local_month(instant, zone) in {earliest, clock.add_months(earliest, 1)}


@pytest.mark.parametrize(
    ("month", "count", "expected"),
    [
        ("2026-12", 1, "2027-01"),
        ("2026-01", -1, "2025-12"),
        ("2026-09", 0, "2026-09"),
        ("2026-09", -21, "2024-12"),
        ("2026-03", 24, "2028-03"),
    ],
)
def test_months_are_added_over_the_ends_of_years(month: str, count: int, expected: str) -> None:
    assert clock.add_months(month, count) == expected


def test_the_month_of_a_day_is_its_own() -> None:
    assert clock.month_of(date(2024, 2, 29)) == "2024-02"


def test_an_expiry_is_in_whole_seconds_as_the_table_wants_it() -> None:
    instant = datetime(2026, 9, 15, 10, 0, 0, 999_999, tzinfo=UTC)
    assert clock.expiry(instant, timedelta(days=1)) == 1789552800


@pytest.mark.parametrize(
    ("day", "zone", "begins"),
    [
        (date(2026, 6, 10), "Europe/Berlin", "2026-06-09T22:00:00"),
        (date(2026, 1, 1), "Pacific/Kiritimati", "2025-12-31T10:00:00"),
        (date(2026, 1, 1), "Etc/GMT+12", "2026-01-01T12:00:00"),
        (date(2018, 11, 4), "America/Sao_Paulo", "2018-11-04T03:00:00"),  # that midnight was skipped
        (date(2026, 1, 1), "No/Where", "2026-01-01T00:00:00"),
    ],
)
def test_a_day_begins_where_the_one_before_it_ends(day: date, zone: str, begins: str) -> None:
    start = clock.day_begins(day, zone)
    assert start == datetime.fromisoformat(begins).replace(tzinfo=UTC)
    assert clock.local_day(start, zone) == day
    assert clock.local_day(start - timedelta(microseconds=1), zone) == day - timedelta(days=1)
