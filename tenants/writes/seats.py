"""Taking a seat in an organisation, and who is told to have it: what every way in has in common."""

from __future__ import annotations

from pynamodb.expressions.condition import size
from pynamodb.expressions.operand import Path

from tenants import keys
from tenants.errors import LimitReached
from tenants.items import Membership, Metadata
from tenants.people import Person
from tenants.policy import Role
from tenants.transaction import Transaction
from tenants.words import said

PEOPLE_COUNT = size("people")  # type: ignore[no-untyped-call]  # PynamoDB left this one function untyped


def require_seat(metadata: Metadata) -> None:
    """Raise LimitReached when all seats are taken; `take_seat` demands the same inside the transaction."""
    if len(metadata.people) >= metadata.max_users:
        raise LimitReached(
            said(
                "The %(plan)s plan holds %(most)s people and all seats are taken.",
                plan=metadata.plan,
                most=int(metadata.max_users),
            ),
            "email",
        )


def take_seat(transaction: Transaction, org: str, metadata: Metadata, person: Person, email: str, joined: str) -> None:
    """Make `person` a member: lands only while they are none, a seat is left and the organisation is live."""
    transaction.update(
        Metadata,
        keys.metadata(org),
        condition=Path(["people", person.id]).does_not_exist()
        # The name that the membership copies: else one who joins during a rename would keep the old one.
        & (Path("name") == metadata.name)
        & (metadata.max_users > PEOPLE_COUNT)
        & (Path("maxUsers") == metadata.max_users)
        & (Path("state") == "live"),
        set={("people", person.id): person.packed()},
        actions=(Path("owners").add({person.id}),) if person.role is Role.OWNER else (),
    )
    transaction.put(membership_item(org, person, email, joined, metadata.name))


def membership_item(org: str, person: Person, email: str, joined: str, org_name: str) -> Membership:
    """The item of a member."""
    return Membership.at(
        keys.membership(org, person.id),
        role=person.role,
        name=person.name,
        email=email,
        joined=joined,
        org_name=org_name,
        gsi1pk=keys.user_pk(person.id),
        gsi1sk=keys.by_user_org(org),
    )
