"""The people of an organisation as METADATA keeps them: a flat map of `<role>|<flags>|<name>`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tenants.items import Metadata
from tenants.policy import Role, known_role

_MINE = "m"
_UNRANKED = "u"


@dataclass(frozen=True, slots=True)
class Person:
    """One member. `flags` are letters, each a wish of theirs for this organisation; METADATA alone keeps them."""

    id: str
    role: Role
    name: str
    flags: str = ""

    @property
    def mine(self) -> bool:
        """Whether they want to see only their own tasks in the organisation's lists."""
        return _MINE in self.flags

    @property
    def ranked(self) -> bool:
        """Whether they are listed among those who finished most; what they finish counts either way."""
        return _UNRANKED not in self.flags

    def wishing(self, *, mine: bool | None = None, ranked: bool | None = None) -> Person:
        """The same with other wishes; None leaves one as it is, and so do flags of a newer release."""
        flags = set(self.flags)
        for flag, wish in ((_MINE, mine), (_UNRANKED, None if ranked is None else not ranked)):
            if wish is not None:
                flags = flags | {flag} if wish else flags - {flag}
        return replace(self, flags="".join(sorted(flags)))

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
