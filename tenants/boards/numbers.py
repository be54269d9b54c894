"""Dates that a file writes as a bare number: seconds or milliseconds since 1970, days of a spreadsheet, YYYYMMDD.

Only a cell that is known to hold a date is read so: anywhere else a number is a number.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from typing import Final

from tenants.boards.dates import FIRST_YEAR, LAST_YEAR, NOON, Moment

_NUMBER: Final = re.compile(r"\d{5,16}(?:[.,]\d{1,9})?", re.ASCII)
_COMPACT: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?Z?)?", re.ASCII)
_SPREADSHEET_ZERO: Final = dt.date(1899, 12, 30)
_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_SERIALS: Final = range(25_569, 109_939)  # 1970 to 2200
_BY_DIGITS: Final = ((9, 10, 1.0), (11, 13, 1e3), (15, 16, 1e6))  # from, to, units in a second


def read_number(text: str) -> Moment | None:
    """The moment that a number names, None when it is no number or lies outside 1970 to 2200."""
    if compact := _COMPACT.fullmatch(text):
        found = _read_compact(compact)
        if found:
            return found
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text.replace(",", "."))
    digits = len(str(int(value)))
    if value < _SERIALS.stop and int(value) in _SERIALS:
        day = _SPREADSHEET_ZERO + dt.timedelta(days=int(value))
        part = value - math.floor(value)
        at = dt.datetime.combine(day, dt.time(tzinfo=dt.UTC)) + dt.timedelta(seconds=round(part * 86_400))
        return Moment(at, day, whole_day=False) if part else Moment(dt.datetime.combine(day, NOON), day, whole_day=True)
    for fewest, most, units in _BY_DIGITS:
        if fewest <= digits <= most:
            at = _EPOCH + dt.timedelta(microseconds=round(value / units * 1e6))
            return Moment(at, at.date(), whole_day=False) if FIRST_YEAR <= at.year <= LAST_YEAR else None
    return None


def _read_compact(match: re.Match[str]) -> Moment | None:
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    try:
        found = dt.date(year, month, day)
        at = dt.datetime(year, month, day, hour, minute, second, tzinfo=dt.UTC)
    except ValueError:
        return None
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    whole_day = match[4] is None
    return Moment(dt.datetime.combine(found, NOON) if whole_day else at, found, whole_day=whole_day)
