"""Zones as files write them behind a time: offsets, abbreviations, and the names of the tz database.

An abbreviation that several places share is taken as most exporting tools mean it: CST and EST are American, IST is
India's. A zone that nobody knows leaves the text as it is, so that its date is unreadable and is said to be.
"""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from typing import Final

from tenants.boards.months import month_number
from tenants.boards.text import fold

_HOURS: Final = {
    "z": 0.0, "utc": 0, "gmt": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "mez": 1, "cest": 2, "mesz": 2, "sast": 2,
    "eet": 2, "eest": 3, "msk": 3, "ist": 5.5, "sgt": 8, "hkt": 8, "awst": 8, "jst": 9, "kst": 9, "acst": 9.5,
    "aest": 10, "acdt": 10.5, "aedt": 11, "nzst": 12, "nzdt": 13, "brt": -3, "art": -3, "nst": -3.5, "ast": -4,
    "adt": -3, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "akst": -9,
    "akdt": -8, "hst": -10,
}  # fmt: skip
_TIME: Final = r"\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?:[.,]\d+)?(?:\s?[AaPp]\.?\s?[Mm]\.?)?"
_NAMED: Final = re.compile(rf"(.*{_TIME})\s*\[?([A-Za-z][A-Za-z_]*(?:/[A-Za-z_+0-9-]+){{0,2}})\]?", re.ASCII)
_OFFSET: Final = re.compile(rf"(.*{_TIME})\s*(?:UTC|GMT|Z)?\s?([+\-\u2212]\d{{1,2}}(?::?\d\d)?)", re.ASCII)
# “16:15:00+02:00[Europe/Paris]”: the offset is what counts.
_OFFSET_AND_NAME: Final = re.compile(r"(Z|[+-]\d\d(?::?\d\d)?)\[[^\[\]]*\]$", re.ASCII)
_ASIDE: Final = re.compile(r"\s*\([^()]*\)$")
_WEEKDAY: Final = re.compile(r"([^\W\d_]{2,})(?:-feira)?\.?,?\s+(?=\S)")
_YEAR_LAST: Final = re.compile(
    rf"([^\W\d_]+\s+\d{{1,2}})\s+({_TIME}(?:\s[A-Z]{{1,5}}|\s[+-]\d{{4}})?)\s+(\d{{4}})", re.ASCII
)
_WEEKDAY_NAMES: Final = """
    mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa
    so lun mar mer jeu ven sam dim mie jue vie sab dom seg ter qua qui sex segunda terça quarta quinta sexta gio maa din
    woe don vri zat zon pon wto śro czw pią sob nie
"""
_WEEKDAYS: Final = tuple(fold(word) for word in _WEEKDAY_NAMES.split())
_MOST_HOURS: Final = 14


def parted(text: str) -> tuple[str, dt.tzinfo | None]:
    """`text` without the zone behind its time, and that zone; None when it names none that is known."""
    if text.endswith(")"):
        text = _ASIDE.sub("", text)  # “14:15:00 GMT+0200 (Central European Summer Time)”
    text = _OFFSET_AND_NAME.sub(r"\1", text)
    if found := _OFFSET.fullmatch(text):
        zone = _offset(found[2])
        return (found[1], zone) if zone else (text, None)
    if found := _NAMED.fullmatch(text):
        zone = _named(found[2])
        return (found[1], zone) if zone else (text, None)
    return text, None


def reordered(text: str) -> str:
    """`text` without a weekday before it; a year that stands behind the time is put before it."""
    found = _WEEKDAY.match(text)
    if found and fold(found[1]).startswith(_WEEKDAYS):
        rest = text[found.end() :]
        # “Mar 5 mars 2024” is a Tuesday, “Mar 5, 2024” a day in March.
        text = rest if month_number(found[1]) is None or any(letter.isalpha() for letter in rest) else text
    year_last = _YEAR_LAST.fullmatch(text)
    return f"{year_last[1]}, {year_last[3]} {year_last[2]}" if year_last else text


def _offset(text: str) -> dt.tzinfo | None:
    digits = text[1:].replace(":", "")
    hours, minutes = (int(digits), 0) if len(digits) <= len("14") else (int(digits[:-2]), int(digits[-2:]))
    if hours > _MOST_HOURS or minutes > 59:  # noqa: PLR2004 - minutes of an hour
        return None
    span = dt.timedelta(hours=hours, minutes=minutes)
    return dt.timezone(span if text[0] == "+" else -span)


def _named(name: str) -> dt.tzinfo | None:
    hours = _HOURS.get(name.lower())
    if hours is not None:
        return dt.timezone(dt.timedelta(hours=hours))
    if "/" not in name:
        return None
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None
