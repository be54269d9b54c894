"""What METADATA, the index and finished months keep of the members, compared with the memberships themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.items import Membership, Metadata, Profile, Stats
from tenants.people import Person, person_of
from tenants.policy import Role
from tenants.reconcile.findings import Finding, Mend, differences


def differences_of(metadata: Metadata, memberships: Mapping[str, Membership]) -> Iterator[Finding]:
    """The people and owners of METADATA, and each membership's index keys and copy of the organisation's name."""
    for user in metadata.people.keys() | memberships.keys():
        stored, right = metadata.people.get(user), _packed(metadata, user, memberships.get(user))
        if stored != right:
            yield Finding(Metadata, metadata.key, ("people", user), stored, right)
    owners = {user for user, membership in memberships.items() if membership.role == Role.OWNER}
    if set(metadata.owners or ()) != owners:
        # An empty set cannot be stored, and who should own it is not for a program to say.
        mend = Mend.SET if owners else Mend.LEAVE
        yield Finding(Metadata, metadata.key, "owners", metadata.owners, owners, mend)
    org = keys.org_of(metadata.pk)
    for user, membership in memberships.items():
        stored_index = {
            "GSI1PK": membership.gsi1pk,
            "GSI1SK": membership.gsi1sk,
            "orgName": membership.org_name,
        }
        # While a new name is on its way, a former one is no drift.
        name = membership.org_name if keys.RENAMING in (metadata.jobs or ()) else metadata.name
        right_index = {"GSI1PK": keys.user_pk(user), "GSI1SK": keys.by_user_org(org), "orgName": name}
        yield from differences(Membership, membership.key, stored_index, right_index)


def missing_name(key: keys.Key, user: str, membership: Membership | None) -> Iterator[Finding]:
    """A member's month without their name. It is their present one; of an account that is gone nobody knows it."""
    if membership is not None:
        name: str | None = membership.name
    else:
        profile = store.get("account", Profile, keys.profile(user))
        name = profile.name if profile else None
    yield Finding(
        Stats,
        key,
        "name",
        None,
        name or "a name",
        Mend.SET if name else Mend.LEAVE,
        Path("name").does_not_exist(),
    )


def _packed(metadata: Metadata, user: str, membership: Membership | None) -> str | None:
    """The member as METADATA should tell of them; their flags are kept nowhere else."""
    if membership is None:
        return None
    known = person_of(metadata, user)
    person = Person(user, Role(membership.role), membership.name)
    return replace(person, flags=known.flags if known else "").packed()
