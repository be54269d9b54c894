"""Which column of a Jira export holds what: by the header's name, else by the shape of the cells and their order.

Jira repeats headers (one column per label) and translates them. What every language shares: issue keys look like
ABC-123, a column repeats their prefix, and an export of all fields keeps Jira's own order of columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tenants.boards.dates import looks_like_date
from tenants.boards.jira_headers import role_of
from tenants.boards.meaning import known_status_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenants.boards.choices import Choices
    from tenants.boards.csv_table import Record

ISSUE_KEY: Final = re.compile(r"[A-Z][A-Z0-9_]+-[0-9]+", re.ASCII)
# Of two columns with such a name the one that holds dates is meant.
_DATES: Final = {"created", "resolved", "due", "category_changed"}
# What a person may say of a column -> the role here. A project is the key's prefix: a column can only name it.
_CHOSEN: Final = {
    "title": "summary", "description": "description", "status": "status", "priority": "priority", "due": "due",
    "assignee": "assignee", "project": "project_name", "created": "created", "completed": "resolved",
}  # fmt: skip
_MOSTLY: Final = 0.8
_NAMED_AT_LEAST: Final = 3  # roles named by the header, the key apart, that make a table with keys one of Jira's
# How far the resolution date stands behind the creation date: Created, Updated, Last Viewed, Resolved.
_CREATED_TO_RESOLVED: Final = 3


@dataclass(frozen=True, slots=True)
class Columns:
    """Column numbers by role, where found, and those of the labels."""

    key: int
    places: dict[str, int]
    labels: tuple[int, ...]

    @property
    def roles(self) -> dict[int, str]:
        """The role of each column that has one."""
        held = {index: role for role, index in self.places.items()}
        return held | dict.fromkeys(self.labels, "labels") | {self.key: "id"}


def as_chosen(columns: Columns, header: Sequence[str], choices: Choices) -> Columns:
    """The columns with those that somebody gave a meaning. A chosen status stands above Jira's own category."""
    chosen = {index: role for index, name in enumerate(header) if (role := choices.column("jira-csv", name))}
    if not chosen:
        return columns
    places = {role: index for role, index in columns.places.items() if index not in chosen}
    places |= {_CHOSEN[role]: index for index, role in chosen.items() if role in _CHOSEN}
    if "status" in chosen.values():
        places.pop("category", None)
    labels = [index for index in columns.labels if index not in chosen]
    return Columns(columns.key, places, (*labels, *(index for index, role in chosen.items() if role == "labels")))


def columns_of(header: Sequence[str], sample: Sequence[Record]) -> Columns | None:
    """The columns of an export with this header and these first records, or None if it is no export of Jira."""
    cells = _Cells(sample)
    places: dict[str, int] = {}
    labels: list[int] = []
    for index, name in enumerate(header):
        role = role_of(name)
        if role == "labels":
            labels.append(index)
        elif role == "key" and not cells.mostly(index, ISSUE_KEY.fullmatch):
            continue
        elif role and (role not in places or (role in _DATES and _dates(index, cells) > _dates(places[role], cells))):
            places[role] = index
    key = places.get("key", next((i for i in range(len(header)) if cells.mostly(i, ISSUE_KEY.fullmatch)), None))
    if key is None:
        return None
    named = len(places.keys() - {"key"})
    _fill_by_layout(places, key, len(header), cells)
    by_layout = "created" in places and "status" in places and cells.mostly(key + 1, str.isdecimal)
    known = "summary" in places and (named >= _NAMED_AT_LEAST or by_layout)
    return Columns(key, places, tuple(labels)) if known else None


class _Cells:
    """The first records, looked at by column."""

    def __init__(self, sample: Sequence[Record]) -> None:
        self._sample = sample

    def of(self, index: int) -> list[str]:
        """The cells of a column that are not empty."""
        return [cell for record in self._sample if (cell := record.cell(index))]

    def mostly(self, index: int, test: Callable[[str], object]) -> bool:
        """True when most records have something in this column, and most of it passes the test."""
        found = self.of(index)
        return len(found) >= max(1, _MOSTLY * len(self._sample)) and self.where_filled(index, test)

    def where_filled(self, index: int, test: Callable[[str], object]) -> bool:
        """True when most of what the column holds passes the test; an empty column passes."""
        found = self.of(index)
        return sum(bool(test(cell)) for cell in found) >= _MOSTLY * len(found)


def _fill_by_layout(places: dict[str, int], key: int, width: int, cells: _Cells) -> None:
    """Find by Jira's order of columns what the header did not name."""
    if key > 0 and cells.mostly(key + 1, str.isdecimal) and not cells.where_filled(key - 1, str.isdecimal):
        places.setdefault("summary", key - 1)
    _fill_category(places, key, width, cells)
    prefixes = {cell.rpartition("-")[0] for cell in cells.of(key)}
    project = next((i for i in range(width) if i != key and cells.mostly(i, prefixes.__contains__)), width)
    created = places.get("created", next((i for i in range(project + 1, width) if _dates(i, cells)), width))
    # Project key, name, type, lead, description, url, priority, resolution, assignee, reporter, creator, created;
    # newer exports have the account's id behind each of the four people.
    step = {11: 1, 15: 2}.get(created - project)
    if step is None:
        return
    _setdefaults(
        places,
        status=project - 1,
        project_name=project + 1,
        priority=created - 3 * step - 2,
        assignee=created - 3 * step,
        reporter=created - 2 * step,
        created=created,
    )
    resolved = created + _CREATED_TO_RESOLVED
    if all(cells.where_filled(index, looks_like_date) for index in range(created, resolved + 1)):
        places.setdefault("resolved", resolved)
        votes = next((i for i in range(resolved + 1, width) if cells.mostly(i, str.isdecimal)), width)
        if votes < width and cells.where_filled(votes - 1, looks_like_date):
            places.setdefault("due", votes - 1)


def _fill_category(places: dict[str, int], key: int, width: int, cells: _Cells) -> None:
    """The status category: words we know, and in the next column the dates of its changes."""
    category = places.get("category")
    if category is None:
        candidates = (i for i in range(width - 1, key, -1) if i not in places.values() and cells.of(i))
        known = (i for i in candidates if cells.where_filled(i, known_status_of))
        category = next((i for i in known if _dates(i + 1, cells)), None)
    if category is not None and _dates(category + 1, cells):
        _setdefaults(places, category=category, category_changed=category + 1)


def _setdefaults(places: dict[str, int], **columns: int) -> None:
    for role, index in columns.items():
        if index not in places.values():
            places.setdefault(role, index)


def _dates(index: int, cells: _Cells) -> bool:
    return bool(cells.of(index)) and cells.where_filled(index, looks_like_date)
