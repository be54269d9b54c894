"""One thing that is not as the items say: where, what is stored, what is right, and how that is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from pynamodb.expressions.condition import Condition

from tenants.items import COUNTER_NAMES, Base, Leaders, OpenCounter, day_name
from tenants.keys import Key
from tenants.transaction import AttributePath

COUNTERS: dict[str, str] = {name: getattr(OpenCounter, name).attr_name for name in COUNTER_NAMES}
"""What the counters of live tasks are called in the table, by their names in Python."""


class Mend(Enum):
    """How it is put right."""

    SET = auto()
    PUT = auto()
    DELETE = auto()
    LEAVE = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """`attribute` of the item at `key` is `stored` and should be `right`; without an attribute it is the item itself.

    None stands for nothing there. `guard` is what the right value was computed from, demanded when it is written.
    """

    kind: type[Base]
    key: Key
    attribute: AttributePath | None
    stored: Any
    right: Any
    mend: Mend = Mend.SET
    guard: Condition | None = None

    @property
    def where(self) -> str:
        """For people: the sort key, and the attribute by its whole name."""
        if self.attribute is None:
            return self.key.sk
        name = self.attribute if isinstance(self.attribute, str) else ".".join(self.attribute)
        return f"{self.key.sk} {_whole_name(self.kind, name)}"

    @property
    def told(self) -> tuple[str, str, str]:
        """Where, what is stored and what is right, as text."""
        return self.where, _text(self.stored), _text(self.right)


def differences(
    kind: type[Base],
    key: Key,
    stored: Mapping[str, Any],
    right: Mapping[str, Any],
    guard: Condition | None = None,
) -> Iterator[Finding]:
    """A finding for each attribute (as it is named in the table) whose value is another."""
    for name in sorted(stored.keys() | right.keys()):
        if stored.get(name) != right.get(name):
            yield Finding(kind, key, name, stored.get(name), right.get(name), guard=guard)


def counts(kind: type[Base], key: Key, stored: Mapping[str, Any], right: Mapping[str, int]) -> Iterator[Finding]:
    """The same for counters, where nothing there is as good as 0."""
    for name in sorted(stored.keys() | right.keys()):
        if (stored.get(name) or 0) != right.get(name, 0):
            yield Finding(kind, key, name, stored.get(name), right.get(name, 0))


def _whole_name(kind: type[Base], name: str) -> str:
    """Counters have names of a letter or two, since a page pays for every byte of them."""
    if issubclass(kind, OpenCounter):
        return _COUNTERS.get(name, name)
    if kind is Leaders and name in _DAYS:
        return f"day {_DAYS[name]}"
    return name


_COUNTERS = {attribute: name for name, attribute in COUNTERS.items()}
_DAYS = {day_name(f"0000-00-{day:02d}"): day for day in range(1, 32)}


def _text(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, Base):
        return "an item"
    if isinstance(value, set | frozenset):
        return ", ".join(sorted(value)) or "nobody"
    return f"{value:g}" if isinstance(value, float) else str(value)
