"""The people of an organisation as METADATA keeps them: a flat map of `<role>|<flags>|<name>`."""

from __future__ import annotations

from dataclasses import dataclass

from tenants.items import Metadata
from tenants.policy import Role, known_role


@dataclass(frozen=True, slots=True)
class Person:
    """One member. `flags` is reserved (for instance for opting out of being ranked)."""

    id: str
    role: Role
    name: str
    flags: str = ""

    def packed(self) -> str:
        """What METADATA.people stores. The name comes last, so it may hold the separator."""
        return f"{self.role}|{self.flags}|{self.name}"


def unpack(user: str, packed: str) -> Person:
    """The person that `packed` tells of; an unknown role of a newer release sees the least."""
    role, _, rest = packed.partition("|")
    flags, _, name = rest.partition("|")
    return Person(user, known_role(role), name, flags)


def person_of(metadata: Metadata, user: str) -> Person | None:
    """The member `user`, or None for a stranger."""
    packed = metadata.people.get(user)
    return None if packed is None else unpack(user, packed)


def people_of(metadata: Metadata) -> dict[str, Person]:
    """All members by id."""
    return {user: unpack(user, packed) for user, packed in metadata.people.items()}
