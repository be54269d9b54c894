"""Which column of any tool's table holds what: by somebody's choice, else by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tenants.boards.headers import STRONG, role_of
from tenants.boards.text import clean_line, shorten, words

if TYPE_CHECKING:
    from tenants.boards.choices import Choices

# A table with a column of names and one of these is a list of work; with none it may be a list of anything.
_COMPANY: Final = frozenset(["status", "priority", "due", "assignee", "completed"])
_MANY: Final = frozenset(["labels"])


@dataclass(frozen=True, slots=True)
class Columns:
    """Column numbers by role. `read_as` is what each would be if nobody had chosen anything."""

    header: tuple[str, ...]
    places: Mapping[str, tuple[int, ...]]
    read_as: Mapping[int, str]
    holds_tasks: bool

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.header)

    def of(self, role: str) -> tuple[int, ...]:
        """The columns of a role, the one that counts first."""
        return self.places.get(role, ())

    def called(self, role: str) -> str:
        """What the file calls the column of this role; "" where it has none."""
        return shorten(clean_line(self.header[self.places[role][0]]), 40) if self.places.get(role) else ""


def columns_of(header: Sequence[str], choices: Choices) -> Columns:
    """The columns of a table with this header."""
    read_as = _by_name(header)
    chosen = {index: role for index, name in enumerate(header) if (role := choices.column("csv", name))}
    places: dict[str, tuple[int, ...]] = {}
    for index, role in chosen.items():
        places[role] = (*places.get(role, ()), index)
    for index, role in read_as.items():
        if index not in chosen and (role not in chosen.values() or role in _MANY):
            places[role] = (*places.get(role, ()), index)
    places.pop("ignore", None)
    title = places.get("title", ())
    certain = any(index in chosen or _folded(header[index]) in STRONG for index in title)
    return Columns(tuple(header), places, read_as, bool(title) and (certain or bool(_COMPANY & places.keys())))


def _by_name(header: Sequence[str]) -> dict[int, str]:
    """Roles by column: of several columns of one role only the most telling, of labels all."""
    best: dict[str, tuple[int, int]] = {}
    found: dict[int, str] = {}
    for index, name in enumerate(header):
        known = role_of(name)
        if known is None:
            continue
        role, rank = known
        if role in _MANY:
            found[index] = role
        elif role not in best or rank < best[role][0]:
            best[role] = (rank, index)
    return found | {index: role for role, (_, index) in best.items()}


def _folded(name: str) -> str:
    return " ".join(words(name)) or name.strip()
