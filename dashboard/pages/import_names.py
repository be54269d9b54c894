"""Columns, lists and priorities of a file that is looked into: what they were taken for, and what else they may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from tenants.boards import Named
from tenants.boards.choices import VALUES
from tenants.boards.model import Kind

_ROLES = {
    "title": gettext_lazy("title"),
    "description": gettext_lazy("description"),
    "status": gettext_lazy("list or status"),
    "priority": gettext_lazy("priority"),
    "due": gettext_lazy("due date"),
    "assignee": gettext_lazy("assignee"),
    "labels": gettext_lazy("labels"),
    "project": gettext_lazy("project"),
    "created": gettext_lazy("created on"),
    "completed": gettext_lazy("done, or done on"),
    "id": gettext_lazy("id"),
    "ignore": gettext_lazy("nothing: leave it out"),
}
_LISTS = {
    "open": gettext_lazy("open"),
    "doing": gettext_lazy("in progress"),
    "done": gettext_lazy("done"),
    "project": gettext_lazy("a project of its own"),
    "skip": gettext_lazy("nothing: leave its tasks out"),
}
_LEVELS = {
    "low": pgettext_lazy("priority", "low"),
    "medium": pgettext_lazy("priority", "medium"),
    "high": pgettext_lazy("priority", "high"),
    "urgent": pgettext_lazy("priority", "urgent"),
}
_LABELS: Mapping[Kind, Mapping[str, object]] = {"column": _ROLES, "list": _LISTS, "priority": _LEVELS}


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things that a name may mean."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class NameChoice:
    """A name of the file with a select of its own.

    `field` is the select's name; `value` is what was chosen ("" is: as it was read, which `read_as` says).
    `as_last_time` tells that this was chosen for an earlier file.
    """

    field: str
    name: str
    count: int
    samples: tuple[str, ...]
    read_as: str
    known: bool
    value: str
    options: tuple[Option, ...]
    as_last_time: bool
    archived: bool


@dataclass(frozen=True, slots=True)
class Names:
    """Those of one kind: the ones to decide about, and the ones that are known."""

    kind: Kind
    asked: tuple[NameChoice, ...]
    known: tuple[NameChoice, ...]

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.asked) + len(self.known)


def names_of(names: Sequence[Named], remembered: Mapping[str, str]) -> tuple[Names, ...]:
    """The names by kind, kinds without names left out. `remembered` is what was chosen for earlier files."""
    told = []
    for kind in VALUES:
        chosen = [_choice(name, remembered) for name in names if name.kind == kind]
        asked = tuple(choice for choice in chosen if not choice.known or choice.value)
        if chosen:
            told.append(Names(kind, asked, tuple(choice for choice in chosen if choice not in asked)))
    return tuple(told)


def _choice(name: Named, remembered: Mapping[str, str]) -> NameChoice:
    labels = _LABELS[name.kind]
    return NameChoice(
        field=name.id,
        name=name.name,
        count=name.count,
        samples=name.samples,
        read_as=str(labels[name.read_as]) if name.read_as in labels else gettext("left out"),
        known=name.known,
        value=name.chosen,
        options=tuple(Option(value, str(labels[value])) for value in VALUES[name.kind]),
        as_last_time=bool(name.chosen) and remembered.get(name.id) == name.chosen,
        archived=name.archived,
    )
