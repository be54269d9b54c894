"""Dates as exports write them: ISO 8601, or day, month and year in the order and language of whoever exported.

A cell alone cannot tell 3/4/25 from 4/3/25, so `order_of` looks at all cells of a file first. Two-digit years are
1970 to 2069. A date outside 1970 to 2200 is unreadable: it is a typing error or a broken clock. A time without a
zone is taken as UTC, because no export names the zone it was written in; one that a time names is respected.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from dateutil import parser as dateutil_parser

from tenants.boards.months import AFTERNOON, FORENOON, NEUTRAL, month_number
from tenants.boards.text import fold
from tenants.boards.zones import parted, reordered

if TYPE_CHECKING:
    from collections.abc import Iterable

Order = Literal["dmy", "mdy", "ymd"]
ORDERS: Final[tuple[Order, ...]] = ("dmy", "mdy", "ymd")
FIRST_YEAR, LAST_YEAR = 1970, 2200
NOON = dt.time(12, tzinfo=dt.UTC)
LONGEST = 80

_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:?\d\d.*)?", re.ASCII)
_NUMERIC = re.compile(r"(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{1,2})(?!\d)\.?", re.ASCII)
_CJK = re.compile(r"(\d{4}|\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?", re.ASCII)
_MONTH = r"(?:(?:thg|tháng)\.?\s?\d{1,2}|\d{1,2}\s?[月월]|[^\W\d_]+)"
_OF = r"[\s/.,-]*(?:(?:de|of|di|del)\s)?"
_NTH = r"(?:st|nd|rd|th|er|º|ª)?"
_DAY_FIRST = re.compile(rf"(\d{{1,2}}){_NTH}{_OF}({_MONTH}){_OF}(\d{{4}}|\d\d)(?!\d)")
_MONTH_FIRST = re.compile(rf"({_MONTH})[\s/.-]*(\d{{1,2}})(?:st|nd|rd|th)?[\s,/-]+(\d{{4}})(?!\d)")
_YEAR_FIRST = re.compile(rf"(\d{{4}})[\s/.-]*({_MONTH})[\s/.-]*(\d{{1,2}})(?!\d)")
_TIME = re.compile(
    r"(?P<before>[^\d:+]*)(?P<hour>\d{1,2})[:.h](?P<minute>\d\d)(?:[:.](?P<second>\d\d))?(?:[.,]\d+)?\s*"
    r"(?P<after>[^\d:+-]*)(?P<zone>[+-]\d\d:?\d\d)?",
    re.ASCII,
)


class Moment(NamedTuple):
    """A date of the file: the instant in UTC, the day as written, and whether the file names no time (then noon)."""

    at: dt.datetime
    day: dt.date
    whole_day: bool


def read_moment(text: str, order: Order = "dmy") -> Moment | None:
    """The moment that `text` names, or None when it names none between 1970 and 2200."""
    text = unicodedata.normalize("NFKC", text).strip()
    if not text or len(text) > LONGEST:
        return None
    if _ISO.fullmatch(text) and (found := _read_iso(text)):
        return found
    plain = reordered(text)
    local, zone = parted(plain)
    if zone and (found := _read_local(local, order)) and not found.whole_day:
        return _in_zone(found, zone)
    return _read_local(plain, order)


def _read_local(text: str, order: Order) -> Moment | None:
    for read in (_read_numeric, _read_named):
        found = read(text, order)
        if found is not None:
            day, rest = found
            return _with_time(day, rest)
    return None


def _in_zone(moment: Moment, zone: dt.tzinfo) -> Moment | None:
    """The moment whose clock in `zone` shows what was read as UTC."""
    try:
        at = moment.at.replace(tzinfo=zone).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return None
    return Moment(at, moment.day, whole_day=False) if FIRST_YEAR <= at.year <= LAST_YEAR else None


def order_of(texts: Iterable[str]) -> Order:
    """The order of day, month and year that makes sense of most of `texts`.

    Among equals it is the one that keeps them closest together in time, because a wrong order scatters a board's
    dates over the calendar.
    """
    triples = {(m[1], m[3], m[4]) for text in texts if (m := _NUMERIC.match(text.strip()))}
    best: Order = "dmy"
    best_score = (-1, 0)
    for order in ORDERS:
        days = [day.toordinal() for triple in triples if (day := _numeric_day(*triple, order)) is not None]
        score = (len(days), -(max(days) - min(days)) if days else 0)
        if score > best_score:
            best, best_score = order, score
    return best


def looks_like_date(text: str) -> bool:
    """True when `text` is readable in any order."""
    return any(read_moment(text, order) is not None for order in ORDERS)


def _read_iso(text: str) -> Moment | None:
    try:
        at = dateutil_parser.isoparse(text.replace(" ", "T", 1) if " " in text[:11] else text)
        utc = at.replace(tzinfo=dt.UTC) if at.tzinfo is None else at.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return None
    if not FIRST_YEAR <= utc.year <= LAST_YEAR:
        return None
    if len(text) == len("2025-12-31"):
        return Moment(dt.datetime.combine(at.date(), NOON), at.date(), whole_day=True)
    return Moment(utc, at.date(), whole_day=False)


def _read_numeric(text: str, order: Order) -> tuple[dt.date, str] | None:
    if match := _CJK.match(text):
        day = _day(match[1], int(match[2]), match[3])
    elif match := _NUMERIC.match(text):
        # A full stop is never used month first.
        day = _numeric_day(match[1], match[3], match[4], "dmy" if match[2] == "." and order == "mdy" else order)
    else:
        return None
    return (day, text[match.end() :]) if day else None


def _numeric_day(first: str, second: str, third: str, order: Order) -> dt.date | None:
    if len(first) > 2:  # noqa: PLR2004 - more than two digits are a year
        return _day(first, int(second), third) if len(first) == 4 and len(third) < 3 else None  # noqa: PLR2004 - digits of a year, as people write it
    if order == "ymd" and len(third) <= 2:  # noqa: PLR2004 - the same, as people write it
        return _day(first, int(second), third)
    if order == "mdy":
        return _day(third, int(first), second)
    return _day(third, int(second), first)


def _read_named(text: str, order: Order) -> tuple[dt.date, str] | None:
    del order  # a month's name leaves nothing to guess
    for pattern, (year, month, day) in ((_DAY_FIRST, (3, 2, 1)), (_MONTH_FIRST, (3, 1, 2)), (_YEAR_FIRST, (1, 2, 3))):
        match = pattern.match(text)
        number = month_number(match[month]) if match else None
        if match and number:
            found = _day(match[year], number, match[day])
            return (found, text[match.end() :]) if found else None
    return None


def _day(year: str, month: int, day: str) -> dt.date | None:
    number = int(year)
    if len(year) <= 2:  # noqa: PLR2004 - the century is left out
        number += 1900 if number >= FIRST_YEAR - 1900 else 2000
    if not FIRST_YEAR <= number <= LAST_YEAR:
        return None
    try:
        return dt.date(number, month, int(day))
    except ValueError:
        return None


def _with_time(day: dt.date, rest: str) -> Moment | None:
    rest = rest.strip(" ,.T\u200e\u200f")
    if not rest:
        return Moment(dt.datetime.combine(day, NOON), day, whole_day=True)
    match = _TIME.fullmatch(rest)
    if not match:
        return None
    hour = _hour(int(match["hour"]), _letters(match["before"]), _letters(match["after"]))
    if hour is None:
        return None
    try:
        time = dt.time(hour, int(match["minute"]), int(match["second"] or 0), tzinfo=_zone(match["zone"]))
        return Moment(dt.datetime.combine(day, time).astimezone(dt.UTC), day, whole_day=False)
    except (ValueError, OverflowError):
        return None


def _hour(hour: int, before: str, after: str) -> int | None:
    """The hour of 24, or None when the words around the time are not words of a clock."""
    if not {before, after} <= FORENOON | AFTERNOON | NEUTRAL:
        return None
    if hour < 12 and (before in AFTERNOON or after in AFTERNOON):  # noqa: PLR2004 - a clock's face
        return hour + 12
    if hour == 12 and (before in FORENOON or after in FORENOON):  # noqa: PLR2004 - noon is where the half days meet
        return 0
    return hour


def _letters(text: str) -> str:
    return "".join(letter for letter in fold(text) if letter.isalpha())


def _zone(text: str | None) -> dt.tzinfo:
    if not text:
        return dt.UTC
    sign = -1 if text[0] == "-" else 1
    return dt.timezone(sign * dt.timedelta(hours=int(text[1:3]), minutes=int(text[-2:])))
