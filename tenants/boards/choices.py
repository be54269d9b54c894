"""What people have said about the names in their files: that a column holds due dates, or that a list is finished work.

A choice is kept under an id that is derived from the name, so that what is remembered of a file holds no word of it.
Case, accents and punctuation of the name do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from tenants import ids
from tenants.boards.text import name_key

if TYPE_CHECKING:
    from tenants.boards.model import Format, Kind, Priority, Status

ROLES: Final = (
    "title", "description", "status", "priority", "due", "assignee", "labels", "project", "created", "completed",
    "id", "ignore",
)  # fmt: skip
"""What a column may hold."""

STATES: Final[tuple[Status, ...]] = ("open", "doing", "done")
LISTS: Final = (*STATES, "project", "skip")
"""What a list may mean: a state, a project of its own, or tasks to leave out."""

LEVELS: Final[tuple[Priority, ...]] = ("low", "medium", "high", "urgent")
VALUES: Final[Mapping[Kind, tuple[str, ...]]] = {"column": ROLES, "list": LISTS, "priority": LEVELS}

MOST: Final = 1000
"""Choices that are kept of one organisation: some 30 KB."""

_ID_LENGTH: Final = 16


def choice_id(kind: Kind, name: str, of: str = "") -> str:
    """The id under which a choice about `name` is kept; `of` is the format whose column it is."""
    return f"{kind}_{ids.derived_id(_ID_LENGTH, kind, of, name_key(name))}"


def values_for(choice: str) -> tuple[str, ...]:
    """What may be chosen under this id; nothing when it is no id of a choice."""
    kind, _, rest = choice.partition("_")
    known = len(rest) == _ID_LENGTH and set(rest) <= set(ids.ALPHABET)
    return VALUES.get(cast("Kind", kind), ()) if known else ()


def valid(made: Mapping[str, str]) -> dict[str, str]:
    """Those of `made` that are choices, and "" where one is taken back."""
    return {
        choice: value for choice, value in made.items() if value in ("", *values_for(choice)) and values_for(choice)
    }


def merged(remembered: Mapping[str, str], made: Mapping[str, str]) -> dict[str, str]:
    """`remembered` with `made` over it and without what was taken back; of too many the latest stay."""
    latest = {choice: value for choice, value in made.items() if value}
    older = {choice: value for choice, value in remembered.items() if choice not in made}
    return dict([*latest.items(), *older.items()][:MOST])


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices that were made, by id."""

    made: Mapping[str, str] = field(default_factory=dict)

    def column(self, of: Format, name: str) -> str:
        """What the column of this name holds, "" when nobody said."""
        return self.made.get(choice_id("column", name, of), "") if self.made else ""

    def of_list(self, name: str) -> str:
        """What a list of this name means, "" when nobody said."""
        return self.made.get(choice_id("list", name), "") if self.made and name else ""

    def state(self, name: str) -> Status | None:
        """The state of tasks in a list of this name, None when nobody said or said something else about it."""
        chosen = self.of_list(name)
        return chosen if chosen in STATES else None

    def level(self, name: str) -> Priority | None:
        """The level that a priority of this name is, None when nobody said."""
        chosen = self.made.get(choice_id("priority", name), "") if self.made and name else ""
        return chosen if chosen in LEVELS else None


NONE: Final = Choices()
"""Nobody has said anything."""
