"""What all items have in common: their keys, the two indexes, and how a raw item finds its class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self, cast

from django.conf import settings
from pynamodb.attributes import Attribute, NumberAttribute, UnicodeAttribute
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection
from pynamodb.models import Model

from tenants.keys import Key

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

    kinds: ClassVar[Callable[[str, str], type[Base]]]
    """What the package sets: the class of the item at a partition key and a sort key."""

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
        kind = Base.kinds(data["PK"]["S"], data["SK"]["S"])
        return cast("Self", kind._instantiate(data))  # noqa: SLF001 - PynamoDB's documented hook calls this very method


class Unknown(Base):
    """An item of a family that this release does not know: a newer release wrote it."""
