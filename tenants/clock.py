"""Instants, days and months: UTC outside, the organisation's zone where a month is decided."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

EVENTS_KEPT = timedelta(days=400)

_WESTERNMOST = timedelta(hours=-12)


def now() -> datetime:
    """This instant, with its zone: UTC."""
    return datetime.now(UTC)


def to_text(instant: datetime) -> str:
    """Fixed-width UTC with microseconds, so that text order is time order. Refuses naive times."""
    if instant.tzinfo is None:
        message = "a time without a zone is a guess"
        raise ValueError(message)
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def from_text(text: str) -> datetime:
    """The instant that `to_text` wrote."""
    return datetime.fromisoformat(text)


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Every IANA zone this installation knows."""
    return frozenset(available_timezones())


def zone(name: str) -> ZoneInfo:
    """The zone of that name; UTC when this installation does not know it (an older zone database)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def local_day(instant: datetime, zone_name: str) -> date:
    """The day that `instant` falls on in that zone."""
    return instant.astimezone(zone(zone_name)).date()


def day_begins(day: date, zone_name: str) -> datetime:
    """The first instant of a day in that zone; where clocks skip midnight, the instant at which they do."""
    return datetime.combine(day, time.min, zone(zone_name)).astimezone(UTC)


def local_month(instant: datetime, zone_name: str) -> str:
    """The month, YYYY-MM, that `instant` falls in there."""
    return month_of(local_day(instant, zone_name))


def month_of(day: date) -> str:
    """The month, YYYY-MM, of a day."""
    return f"{day.year:04d}-{day.month:02d}"


def earliest_month(instant: datetime) -> str:
    """The earliest month that it can be anywhere on earth: the one at UTC-12.

    The dashboard reads from here on, since the organisation's zone is known only after the read.
    """
    return month_of((instant + _WESTERNMOST).date())


def add_months(month: str, count: int) -> str:
    """The month `count` after (or before) `month`."""
    year, number = (int(part) for part in month.split("-"))
    index = year * 12 + number - 1 + count
    return f"{index // 12:04d}-{index % 12 + 1:02d}"


def expiry(instant: datetime, kept: timedelta) -> int:
    """Epoch seconds for the table's TTL attribute."""
    return int((instant + kept).timestamp())
