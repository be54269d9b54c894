"""What an export tells of each kind of item, and what it leaves out and why.

A record has the fields of its item under their names in Python, without what follows from something else: keys, index
keys, copies of titles, counters. A field that a later release adds to an item is told from then on without a change
here. What the ids in a key say stands in fields too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tenants import keys
from tenants.items import (
    COUNTER_NAMES,
    ArchivedTask,
    AuditEntry,
    AwayCard,
    Base,
    Brief,
    Card,
    Event,
    Header,
    Identity,
    ImportBatch,
    ImportChoices,
    Invitation,
    Job,
    Leaders,
    Log,
    Membership,
    Metadata,
    Note,
    OpenCounter,
    Profile,
    Sent,
    Session,
    Stats,
    Task,
    Text,
    Throttle,
    Token,
    Tombstone,
    Transfer,
    Unknown,
    Upload,
    UploadPart,
)
from tenants.keys import Key

FORMAT = "tablero-organisation"
VERSION = 1
SEAL = b',"sha256":"'
"""Where the checksum begins in the last line. It is of every byte before this."""

Record = dict[str, Any]
"""One line of the file."""

_OF_THE_TABLE = frozenset({"pk", "sk", "gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk", "expires_at"})
_COUNTS = frozenset(COUNTER_NAMES)


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of record. `parts` names what the sort key says, by the positions of its parts between `#`.

    `follows` are fields that follow from others and are not told. `expires` tells that the item's own end is.
    """

    kind: str
    item: type[Base]
    parts: Mapping[str, int]
    key: Callable[..., Key]
    follows: frozenset[str] = frozenset()
    expires: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of what is told besides the key, in the order in which the item declares them."""
        declared = self.item.get_attributes()
        told = [name for name in declared if name not in _OF_THE_TABLE | self.follows]
        return (*told, "expires_at") if self.expires else tuple(told)

    def record(self, item: Base) -> Record:
        """What is told of `item`; a field without a value is left out."""
        at = item.sk.split("#")
        told = {name: at[position] for name, position in self.parts.items()}
        values = ((name, _value(getattr(item, name))) for name in self.fields)
        return {"kind": self.kind, **told, **{name: value for name, value in values if value is not None}}


_TASK = {"project": 1, "id": 3}
_TOLD = {"task": 1, "at": 3, "id": 4}

SHAPES = (
    Shape("archived-task", ArchivedTask, _TASK, keys.archived_task, frozenset({"project", "put_away"}), expires=True),
    Shape("project", Header, {"id": 1}, keys.header, frozenset({"away"})),
    Shape("project-description", Brief, {"project": 1}, keys.brief),
    Shape("task", Task, _TASK, keys.task, frozenset({"project", "put_away"})),
    Shape("description", Text, {"task": 1}, keys.text, expires=True),
    Shape("comment", Note, _TOLD, keys.note, expires=True),
    Shape("history", Log, _TOLD, keys.log, expires=True),
    Shape("activity", Event, {"month": 1, "at": 2, "id": 3}, keys.event),
    Shape("import-choices", ImportChoices, {}, keys.import_choices, frozenset({"version"})),
    Shape("imported", ImportBatch, {"source": 1, "id": 2}, keys.import_batch),
    Shape(
        "organisation",
        Metadata,
        {},
        keys.metadata,
        frozenset({"state", "projects", "max_projects", "max_users", "owners", "people", "offered_to", "jobs"}),
    ),
    Shape("archived-project", AwayCard, {"project": 1}, keys.away_card, _COUNTS | {"title", "done"}),
    Shape("member-month", Stats, {"person": 2, "month": 3}, keys.stats, frozenset({"gone"})),
    Shape("person", Membership, {"id": 1}, keys.membership, frozenset({"org_name"})),
)

BY_ITEM: Mapping[type[Base], Shape] = {shape.item: shape for shape in SHAPES}
BY_KIND: Mapping[str, Shape] = {shape.kind: shape for shape in SHAPES}

MONTH = "month"
"""The record of a month's leaders, made of its four shards."""

NOT_TOLD: Mapping[type[Base], str] = {
    AuditEntry: "evidence of one place, with people's network addresses: a copy would claim that it happened there",
    Card: "counted from the tasks",
    OpenCounter: "counted from the tasks",
    Leaders: "told as one month",
    Job: "has no meaning elsewhere",
    Invitation: "is to this organisation and to no copy of it, and nearly opens the door",
    Sent: "a lock of a day or two",
    Tombstone: "all that is left of an organisation, which cannot be exported any more",
    Transfer: "an offer from one person to another, open for some days",
    Upload: "a file of somebody, for a day",
    UploadPart: "a file of somebody, for a day",
    Unknown: "of a newer release: counted by family, since nobody can say whether it holds a secret",
    Identity: "belongs to a person, not to an organisation",
    Profile: "the same, and holds a password's hash",
    Session: "the same, and opens the door",
    Token: "opens a door, and belongs to no organisation",
    Throttle: "counts knocks, and belongs to no organisation",
}
"""Kinds of items that are not told, each with its reason."""


def _value(value: Any) -> Any:  # noqa: ANN401 - whatever an attribute holds
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, float):
        return int(value)
    return value
