"""Invitations that are out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import ids, keys
from tenants.addresses import canonical
from tenants.items import Membership, Metadata
from tenants.policy import Role
from tenants.transaction import EXISTS, Transaction
from tenants.writes import invitations
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW


@dataclass(frozen=True, slots=True)
class Out:
    """An invitation that is out, and the token that opens it."""

    id: str
    secret: str


def by_mail(actor: Actor, email: str, *, org: str = ACME, role: Role = Role.MEMBER, now: datetime = NOW) -> Out:
    """One by mail."""
    (invited,) = invitations.invite(actor, org, [email], role, now).invited
    assert invited.outcome is invitations.Outcome.INVITED, invited
    return Out(ids.derived_invitation_id(org, canonical(email)), invited.secret)


def by_link(
    actor: Actor,
    *domains: str,
    org: str = ACME,
    role: Role = Role.MEMBER,
    cap: int = 10,
    now: datetime = NOW,
) -> Out:
    """One by link."""
    made = ids.new_invitation_id()
    return Out(made, invitations.open_link(actor, org, made, role, domains, cap, now))


def demote(user: str, role: Role | None, org: str = ACME) -> None:
    """Give a member another role, or put them out (None), as the organisation's admins do."""
    transaction = Transaction()
    person, membership = ("people", user), keys.membership(org, user)
    if role is None:
        transaction.update(Metadata, keys.metadata(org), condition=EXISTS, remove=(person,))
        transaction.delete(Membership, membership, EXISTS)
    else:
        transaction.update(Metadata, keys.metadata(org), condition=EXISTS, set={person: f"{role}||Somebody"})
        transaction.update(Membership, membership, condition=EXISTS, set={"role": str(role)})
    transaction.commit()
