"""The items of the table: one class a kind, told apart by the first part of the sort key.

There is no discriminator attribute. It would put a FilterExpression on every Query (and a second Query behind every
Limit), hide items that an atomic ADD brought into being, and silently drop kinds this release does not know.
"""

from __future__ import annotations

from tenants.items.accounts import Identity, Profile, Session
from tenants.items.away import ArchivedTask, AwayCard
from tenants.items.base import GSI1, GSI2, PROJECTED, Base, FlatMap, Unknown
from tenants.items.details import Log, Note, Sent, Text
from tenants.items.doors import Throttle, Token
from tenants.items.history import AuditEntry, Event, Leaders, Stats, day_name
from tenants.items.invitations import Invitation
from tenants.items.orgs import (
    ImportBatch,
    ImportChoices,
    Job,
    Membership,
    Metadata,
    Tombstone,
    Transfer,
    Upload,
    UploadPart,
)
from tenants.items.work import COUNTER_NAMES, Brief, Card, Header, OpenCounter, Task, counter_name
from tenants.keys import IDENTITY, METADATA, PROFILE, TOKEN

__all__ = [
    "COUNTER_NAMES",
    "GSI1",
    "GSI2",
    "PROJECTED",
    "ArchivedTask",
    "AuditEntry",
    "AwayCard",
    "Base",
    "Brief",
    "Card",
    "Event",
    "FlatMap",
    "Header",
    "Identity",
    "ImportBatch",
    "ImportChoices",
    "Invitation",
    "Job",
    "Leaders",
    "Log",
    "Membership",
    "Metadata",
    "Note",
    "OpenCounter",
    "Profile",
    "Sent",
    "Session",
    "Stats",
    "Task",
    "Text",
    "Throttle",
    "Token",
    "Tombstone",
    "Transfer",
    "Unknown",
    "Upload",
    "UploadPart",
    "counter_name",
    "day_name",
    "kind_of",
]

_EXACT: dict[str, type[Base]] = {METADATA: Metadata, PROFILE: Profile, IDENTITY: Identity, TOKEN: Token}
_BY_FIRST_PART: dict[str, type[Base]] = {
    "ARCHIVE": ArchivedTask,
    "AUDIT": AuditEntry,
    "BRIEF": Brief,
    "CHOICES": ImportChoices,
    "EVENT": Event,
    "IMPORT": ImportBatch,
    "INVITE": Invitation,
    "JOB": Job,
    "LEADERS": Leaders,
    "OPEN": OpenCounter,
    "PROJECT": Card,
    "PUTAWAY": AwayCard,
    "SESSION": Session,
    "STATS": Stats,
    "TRANSFER": Transfer,
    "USER": Membership,
}
_DETAILS: dict[str, type[Base]] = {"TEXT": Text, "NOTE": Note, "LOG": Log, "SENT": Sent}


def kind_of(pk: str, sk: str) -> type[Base]:
    """The class of the item at this key."""
    if sk in _EXACT:
        return _EXACT[sk]
    first, _, rest = sk.partition("#")
    if first == "BOARD" and pk.startswith("ORG#"):
        return Header if rest.endswith("#HEADER") else Task
    if first == "THROTTLE" and pk.startswith("THROTTLE#"):
        return Throttle
    if first == "UPLOAD":
        return Upload if rest.endswith("#HEAD") else UploadPart
    if first == "DETAIL":
        return _DETAILS.get(rest.partition("#")[2].partition("#")[0], Unknown)
    return _BY_FIRST_PART.get(first, Unknown)


Base.kinds = kind_of
