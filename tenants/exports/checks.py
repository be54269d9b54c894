"""What may stand in a field of a record. A file is foreign until every value was looked at: its ids become keys."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from pynamodb.attributes import Attribute, NumberAttribute, UnicodeSetAttribute

from tenants import clock, ids
from tenants.boards import choices
from tenants.errors import Refused
from tenants.items import FlatMap
from tenants.policy import (
    DESCRIPTION_LENGTH,
    LANGUAGES,
    NAME_LENGTH,
    PROJECT_DESCRIPTION_LENGTH,
    TITLE_LENGTH,
    Plan,
    Priority,
    Role,
    Status,
)

Check = Callable[[Any], bool]

_LONGEST_LINE = 2_000
_MOST_ENTRIES = 10_000
_LARGEST = 10**15
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])", re.ASCII)
_BATCH = re.compile(f"[{ids.ALPHABET}]{{16}}")
_EVENT = re.compile(f"[{ids.ALPHABET}]{{{ids.EVENT_ID_LENGTH}}}")
_LEDGER_ENTRY = re.compile(f"[{ids.ALPHABET}]{{32}}(?:[{ids.ALPHABET}]{{16}})?")


class NotAnExport(Refused):
    """The file cannot be imported, in a sentence; nothing was written."""


def is_line(value: Any, longest: int = _LONGEST_LINE) -> bool:  # noqa: ANN401 - anything may stand in a file
    """Text without control characters."""
    return _is_text(value, longest) and not any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in value)


def is_lines(value: Any, longest: int = _LONGEST_LINE) -> bool:  # noqa: ANN401 - the same
    """Text that may have tabs and line feeds."""
    return _is_text(value, longest) and is_line(value.replace("\n", "").replace("\t", ""), longest)


def is_instant(value: Any) -> bool:  # noqa: ANN401 - the same
    """An instant in the one form that the table has for it."""
    try:
        return isinstance(value, str) and clock.to_text(clock.from_text(value)) == value
    except (ValueError, OverflowError):
        return False


def is_day(value: Any) -> bool:  # noqa: ANN401 - the same
    """YYYY-MM-DD."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def is_count(value: Any) -> bool:  # noqa: ANN401 - the same
    """A whole number, not negative."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def is_map(value: Any) -> bool:  # noqa: ANN401 - the same
    """Text by name."""
    if not isinstance(value, dict) or len(value) > _MOST_ENTRIES:
        return False
    return all(is_line(name) and is_lines(text) for name, text in value.items())


def like(pattern: re.Pattern[str]) -> Check:
    """All of the text is of this form."""
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def one_of(words: type[StrEnum]) -> Check:
    """One of the words."""
    return lambda value: isinstance(value, str) and value in set(words)


def each(check: Check) -> Check:
    """A list without repetitions whose members are all so."""

    def is_so(value: Any) -> bool:  # noqa: ANN401 - the same
        if not isinstance(value, list) or not 0 < len(value) <= _MOST_ENTRIES:
            return False
        return all(map(check, value)) and len(set(value)) == len(value)

    return is_so


is_month = like(_MONTH)
is_person = like(ids.USER_ID)
is_task = like(ids.TASK_ID)
is_project = like(ids.PROJECT_ID)

_BY_NAME: Mapping[str, Check] = {
    "archived_at": is_instant,
    "assignee": is_person,
    "actor": is_person,
    "at": is_instant,
    "completed_at": is_instant,
    "completed_by": is_person,
    "completed_day": is_day,
    "created_at": is_instant,
    "created_by": is_person,
    "due": is_day,
    "joined": is_instant,
    "language": lambda value: isinstance(value, str) and value in LANGUAGES,
    "month": is_month,
    "plan": one_of(Plan),
    "priority": one_of(Priority),
    "project": is_project,
    "role": one_of(Role),
    "status": one_of(Status),
    "task": is_task,
    "text": lambda value: is_lines(value, DESCRIPTION_LENGTH),
    "labels": is_lines,
    "lead": is_person,
    "starts": is_day,
    "zone": lambda value: isinstance(value, str) and value in clock.zone_names(),
}
_BY_KIND: Mapping[tuple[str, str], Check] = {
    ("activity", "id"): like(_EVENT),
    ("archived-task", "id"): is_task,
    ("comment", "id"): like(ids.NOTE_TOKEN),
    ("history", "id"): like(_EVENT),
    ("import-choices", "made"): lambda value: is_map(value) and choices.valid(value) == value,
    ("imported", "id"): like(_BATCH),
    ("imported", "rows"): each(like(_LEDGER_ENTRY)),
    ("imported", "source"): like(_BATCH),
    ("member-month", "person"): lambda value: value == "" or is_person(value),
    ("organisation", "name"): lambda value: value and is_line(value, NAME_LENGTH),
    ("person", "id"): is_person,
    ("project", "id"): is_project,
    ("project-description", "text"): lambda value: value and is_lines(value, PROJECT_DESCRIPTION_LENGTH),
    ("project", "state"): lambda value: value in {"live", "archived"},
    ("project", "title"): lambda value: value and is_line(value, TITLE_LENGTH),
    ("task", "id"): is_task,
    ("task", "title"): lambda value: value and is_line(value, TITLE_LENGTH),
    ("archived-task", "title"): lambda value: value and is_line(value, TITLE_LENGTH),
}

PEOPLE = frozenset({"assignee", "actor", "completed_by", "created_by", "lead", "member"})
"""Fields that hold a person's id."""


def check_of(kind: str, field: str, attribute: Attribute[Any] | None) -> Check:
    """What may stand in `field` of a record of this kind: by its name if it is known, else by its type."""
    named = _BY_KIND.get((kind, field)) or _BY_NAME.get(field)
    if named is not None:
        return named
    if isinstance(attribute, NumberAttribute):
        return is_count
    if isinstance(attribute, FlatMap):
        return is_map
    if isinstance(attribute, UnicodeSetAttribute):
        return each(is_line)
    return is_line


def _is_text(value: Any, longest: int) -> bool:  # noqa: ANN401 - the same
    return isinstance(value, str) and len(value) <= longest
