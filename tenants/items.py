"""The items of the table: one class a kind, told apart by the first part of the sort key.

There is no discriminator attribute. It would put a FilterExpression on every Query (and a second Query behind every
Limit), hide items that an atomic ADD brought into being, and silently drop kinds this release does not know.
"""

from __future__ import annotations

from typing import Any, Self, cast

from django.conf import settings
from pynamodb.attributes import Attribute, BinaryAttribute, NumberAttribute, UnicodeAttribute, UnicodeSetAttribute
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection
from pynamodb.models import Model

from tenants import ids
from tenants.keys import IDENTITY, METADATA, PROFILE, Key
from tenants.policy import LIVE_STATUSES, Priority, Status

PROJECTED = [
    "title",
    "status",
    "priority",
    "due",
    "assignee",
    "person",
    "project",
    "orgName",
    "role",
    "createdAt",
    "version",
]


class FlatMap(Attribute[dict[str, str]]):
    """A map of strings to strings. Nested maps cost 40 % more client CPU per item than this does."""

    attr_type = "M"

    def serialize(self, value: dict[str, str]) -> dict[str, dict[str, str]]:
        """{name: text} to DynamoDB's form."""
        return {name: {"S": text} for name, text in value.items()}

    def deserialize(self, value: dict[str, dict[str, str]]) -> dict[str, str]:
        """DynamoDB's form to {name: text}."""
        return {name: text["S"] for name, text in value.items() if "S" in text}


class GSI1(GlobalSecondaryIndex["Base"]):  # type: ignore[no-untyped-call]  # PynamoDB types all of it but this hook
    """One person's memberships and live tasks over all organisations (sparse, overloaded)."""

    class Meta:
        index_name = "GSI1"
        projection = IncludeProjection(PROJECTED)

    gsi1pk = UnicodeAttribute(hash_key=True, attr_name="GSI1PK")
    gsi1sk = UnicodeAttribute(range_key=True, attr_name="GSI1SK")


class GSI2(GlobalSecondaryIndex["Base"]):  # type: ignore[no-untyped-call]  # the same
    """One organisation's live tasks by status, and its projects by creation (sparse, overloaded)."""

    class Meta:
        index_name = "GSI2"
        projection = IncludeProjection(PROJECTED)

    gsi2pk = UnicodeAttribute(hash_key=True, attr_name="GSI2PK")
    gsi2sk = UnicodeAttribute(range_key=True, attr_name="GSI2SK")


class Base(Model):
    """Any item. `from_raw_data` answers with the class that its key names.

    Index   partition key        sort key                                -> read
    GSI1    USER#<user>          ORG#<org> | TASK#<due>#<task>           -> home
    GSI2    ORG#<org>#STATUS#…   <rank>#<due>#<task>                     -> tasks
    GSI2    ORG#<org>#PROJECTS   <createdAt>#<project>                   -> projects created between
    """

    class Meta:
        table_name: str = settings.DYNAMODB_TABLE
        region: str = settings.AWS_REGION
        host: str | None = settings.DYNAMODB_ENDPOINT_URL or None
        connect_timeout_seconds = 1
        read_timeout_seconds = 2
        max_retry_attempts = 2
        max_pool_connections = 64  # more than the threads of a worker: a full pool throws connections away

    gsi1 = GSI1()
    gsi2 = GSI2()

    pk = UnicodeAttribute(hash_key=True, attr_name="PK")
    sk = UnicodeAttribute(range_key=True, attr_name="SK")
    gsi1pk = UnicodeAttribute(null=True, attr_name="GSI1PK")
    gsi1sk = UnicodeAttribute(null=True, attr_name="GSI1SK")
    gsi2pk = UnicodeAttribute(null=True, attr_name="GSI2PK")
    gsi2sk = UnicodeAttribute(null=True, attr_name="GSI2SK")
    expires_at = NumberAttribute(null=True, attr_name="expiresAt")

    @property
    def key(self) -> Key:
        """Where this item lives."""
        return Key(self.pk, self.sk)

    @classmethod
    def at(cls, key: Key, **attributes: Any) -> Self:  # noqa: ANN401 - whatever the kind declares
        """A new item of this kind at `key` (not yet written)."""
        return cls(key.pk, key.sk, **attributes)

    @classmethod
    def from_raw_data(cls, data: dict[str, Any]) -> Self:
        """The item in the class that its key names; an unknown family becomes `Unknown`, never nothing."""
        kind = kind_of(data["PK"]["S"], data["SK"]["S"])
        return cast("Self", kind._instantiate(data))  # noqa: SLF001 - PynamoDB's documented hook calls this very method


class Unknown(Base):
    """An item of a family that this release does not know: a newer release wrote it."""


class Metadata(Base):
    """ORG#<org> / METADATA -> the frame of every page, and who may see it."""

    name = UnicodeAttribute()
    plan = UnicodeAttribute()
    zone = UnicodeAttribute()
    state = UnicodeAttribute()
    created_at = UnicodeAttribute(attr_name="createdAt")
    projects = NumberAttribute(default=0)
    max_projects = NumberAttribute(attr_name="maxProjects")
    max_users = NumberAttribute(attr_name="maxUsers")
    owners = UnicodeSetAttribute()
    people = FlatMap()


class Membership(Base):
    """ORG#<org> / USER#<user> -> members; GSI1 USER#<user> / ORG#<org> -> home."""

    role = UnicodeAttribute()
    name = UnicodeAttribute()
    email = UnicodeAttribute(null=True)
    joined = UnicodeAttribute(null=True)
    org_name = UnicodeAttribute(attr_name="orgName")


class OpenCounter(Base):
    """ORG#<org> / OPEN#<0-3> -> the dashboard's open and doing tasks by priority. Born by ADD: any may be missing.

    Names are paid for in every item: written out, those of a dashboard's counters fill a sixth of its read unit.
    """

    open_low = NumberAttribute(null=True, attr_name="ol")
    open_medium = NumberAttribute(null=True, attr_name="om")
    open_high = NumberAttribute(null=True, attr_name="oh")
    open_urgent = NumberAttribute(null=True, attr_name="ou")
    doing_low = NumberAttribute(null=True, attr_name="dl")
    doing_medium = NumberAttribute(null=True, attr_name="dm")
    doing_high = NumberAttribute(null=True, attr_name="dh")
    doing_urgent = NumberAttribute(null=True, attr_name="du")


class Card(OpenCounter):
    """ORG#<org> / PROJECT#<project> -> the dashboard's newest projects, and the list of all of them.

    When it was created is in its id.
    """

    title = UnicodeAttribute()
    created_at = UnicodeAttribute(null=True, attr_name="createdAt")
    done = NumberAttribute(null=True)


class Header(Base):
    """ORG#<org> / BOARD#<project>#HEADER -> the project's page; GSI2 by creation."""

    title = UnicodeAttribute()
    state = UnicodeAttribute()
    created_at = UnicodeAttribute(attr_name="createdAt")
    created_by = UnicodeAttribute(null=True, attr_name="createdBy")
    version = NumberAttribute(default=1)
    gone = NumberAttribute(null=True)


class Task(Base):
    """ORG#<org> / BOARD#<project>#TASK#<task> -> the project's page.

    While open or doing also GSI1 (the assignee's home) and GSI2 (the organisation's tasks by status).
    """

    title = UnicodeAttribute()
    status = UnicodeAttribute()
    priority = UnicodeAttribute()
    due = UnicodeAttribute(null=True)
    assignee = UnicodeAttribute(null=True)
    person = UnicodeAttribute(null=True)
    project = UnicodeAttribute(null=True)
    created_at = UnicodeAttribute(attr_name="createdAt")
    version = NumberAttribute(default=1)
    completed_at = UnicodeAttribute(null=True, attr_name="completedAt")
    completed_by = UnicodeAttribute(null=True, attr_name="completedBy")
    completed_day = UnicodeAttribute(null=True, attr_name="completedDay")


class Text(Base):
    """ORG#<org> / DETAIL#<task>#TEXT -> the task's page: its description, outside the board slice."""

    text = UnicodeAttribute()


class Event(Base):
    """ORG#<org> / EVENT#<month>#<instant>#<id> -> activity of a month. Expires after 400 days."""

    action = UnicodeAttribute()
    actor = UnicodeAttribute(null=True)
    actor_name = UnicodeAttribute(null=True, attr_name="actorName")
    project = UnicodeAttribute(null=True)
    project_title = UnicodeAttribute(null=True, attr_name="projectTitle")
    task = UnicodeAttribute(null=True)
    title = UnicodeAttribute(null=True)
    before = UnicodeAttribute(null=True)
    after = UnicodeAttribute(null=True)


class Stats(Base):
    """ORG#<org> / STATS#USER#<user>#<month> -> a member's months, with the name as it was. Born by ADD.

    `g_<dd>`: how many of the tasks done on that day were deleted since; for people who are not members in the item
    of the user `""`.
    """

    done = NumberAttribute(null=True)
    gone = NumberAttribute(null=True)
    name = UnicodeAttribute(null=True)
    gone_by_day: dict[int, int]

    @classmethod
    def _instantiate(cls, attribute_values: dict[str, dict[str, Any]]) -> Self:
        stats = super()._instantiate(attribute_values)
        days = {name: value for name, value in attribute_values.items() if name.startswith("g_") and "N" in value}
        stats.gone_by_day = {int(name.removeprefix("g_")): int(value["N"]) for name, value in days.items()}
        return stats


class Job(Base):
    """ORG#<org> / JOB#<name> -> a job that can be killed anywhere and resumed."""

    action = UnicodeAttribute()
    state = UnicodeAttribute()
    run = UnicodeAttribute(null=True)
    file_hash = UnicodeAttribute(null=True, attr_name="fileHash")
    cursor = NumberAttribute(default=0)
    total = NumberAttribute(default=0)
    reserved = NumberAttribute(default=0)
    version = NumberAttribute(default=1)
    started_at = UnicodeAttribute(null=True, attr_name="startedAt")
    updated_at = UnicodeAttribute(null=True, attr_name="updatedAt")


class ImportBatch(Base):
    """ORG#<org> / IMPORT#<source>#<batch> -> which rows of a source have ever been brought in."""

    rows = UnicodeSetAttribute()


class Upload(Base):
    """ORG#<org> / UPLOAD#<token>#HEAD -> a board file between its preview and the end of its import."""

    user = UnicodeAttribute()
    name = UnicodeAttribute()
    parts = NumberAttribute()
    state = UnicodeAttribute()
    mapping = FlatMap(null=True)
    done = NumberAttribute(default=0)
    total = NumberAttribute(default=0)
    projects_added = NumberAttribute(default=0, attr_name="projectsAdded")
    tasks_added = NumberAttribute(default=0, attr_name="tasksAdded")
    tasks_known = NumberAttribute(default=0, attr_name="tasksKnown")
    claimed = NumberAttribute(default=0)
    rejected = NumberAttribute(default=0)
    refusal = UnicodeAttribute(null=True)
    updated_at = UnicodeAttribute(attr_name="updatedAt")


class UploadPart(Base):
    """ORG#<org> / UPLOAD#<token>#PART#<number> -> the file itself, compressed, in pieces an item can hold."""

    data = BinaryAttribute(legacy_encoding=False)


class Profile(Base):
    """USER#<user> / PROFILE -> the account."""

    name = UnicodeAttribute()
    email = UnicodeAttribute()
    password = UnicodeAttribute(null=True)
    zone = UnicodeAttribute(null=True)
    created_at = UnicodeAttribute(attr_name="createdAt")


class Session(Base):
    """USER#<user> / SESSION#<sha256> -> a signed-in device. `validUntil` ends it; the TTL only sweeps up."""

    created_at = UnicodeAttribute(attr_name="createdAt")
    valid_until = UnicodeAttribute(attr_name="validUntil")
    user_name = UnicodeAttribute(null=True, attr_name="userName")
    device = UnicodeAttribute(null=True)


class Identity(Base):
    """EMAIL#<address> / IDENTITY -> the one account of an address."""

    user = UnicodeAttribute()


_DAYS = {ids.base32(number, 1): number for number in range(1, 32)}


class Leaders(Base):
    """ORG#<org> / LEADERS#<month>#<0-3> -> the month's most active members, and tasks done per day.

    Its attributes are made of ids: `n_<user>` tasks done by a member, `<day>` tasks done on a day, in one base32 digit:
    at a month's border the dashboard reads up to 248 of those. Born by ADD.
    """

    by_user: dict[str, int]
    by_day: dict[int, int]

    @classmethod
    def _instantiate(cls, attribute_values: dict[str, dict[str, Any]]) -> Leaders:
        leaders = cls(attribute_values["PK"]["S"], attribute_values["SK"]["S"])
        numbers = {name: int(value["N"]) for name, value in attribute_values.items() if "N" in value}
        leaders.by_user = {name[2:]: done for name, done in numbers.items() if name.startswith("n_")}
        leaders.by_day = {_DAYS[name]: done for name, done in numbers.items() if name in _DAYS}
        return leaders

    @property
    def month(self) -> str:
        """YYYY-MM."""
        return str(self.sk.split("#")[1])


_EXACT: dict[str, type[Base]] = {METADATA: Metadata, PROFILE: Profile, IDENTITY: Identity}
_BY_FIRST_PART: dict[str, type[Base]] = {
    "EVENT": Event,
    "IMPORT": ImportBatch,
    "JOB": Job,
    "LEADERS": Leaders,
    "OPEN": OpenCounter,
    "PROJECT": Card,
    "SESSION": Session,
    "STATS": Stats,
    "USER": Membership,
}


def kind_of(pk: str, sk: str) -> type[Base]:
    """The class of the item at this key."""
    if sk in _EXACT:
        return _EXACT[sk]
    first, _, rest = sk.partition("#")
    if first == "BOARD" and pk.startswith("ORG#"):
        return Header if rest.endswith("#HEADER") else Task
    if first == "UPLOAD":
        return Upload if rest.endswith("#HEAD") else UploadPart
    if first == "DETAIL" and rest.endswith("#TEXT"):
        return Text
    return _BY_FIRST_PART.get(first, Unknown)


COUNTER_NAMES = tuple(f"{status}_{priority}" for status in LIVE_STATUSES for priority in Priority)
"""The attributes of a counter item, as Python names them."""


def counter_name(status: Status, priority: Priority) -> str:
    """What the counter of such tasks is called in the table."""
    return f"{status[0]}{priority[0]}"


def day_name(day: str) -> str:
    """What the counter of a day (YYYY-MM-DD) is called in the table: its number in the month in one base32 digit."""
    return ids.base32(int(day[8:]), 1)
