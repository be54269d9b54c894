"""What becomes of an invitation until it is answered: sent again, another role, withdrawn. One transaction each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, ids, invitations, keys, store
from tenants.addresses import canonical
from tenants.errors import LimitReached, NotFound, Refused
from tenants.items import Identity, Invitation, Metadata, Token
from tenants.people import people_of, person_of
from tenants.policy import DEFAULT_LANGUAGE, INVITED_ROLES, Permission, Role, known_role
from tenants.reads.invitations import all_of
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes import throttle, tokens
from tenants.writes.ground import Actor, Ground, new_event_id, stand
from tenants.writes.throttle import Allowance, Charge

# Invitations send mail to people who did not ask for it: so many a day.
_OF_SENDER = Allowance("invitations-sender", 60, timedelta(days=1))
_OF_ORG = Allowance("invitations-org", 200, timedelta(days=1))
_TO_ADDRESS = Allowance("invitations-address", 5, timedelta(days=1))
"""To one address from all organisations together."""

NO_INVITATION = said("There is no such invitation.")


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says: who invites into what, as what, until when. Names are as their owners wrote them.

    `language` is the organisation's.
    """

    org_name: str
    inviter: str
    role: Role
    valid_until: datetime
    language: str = DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class Renewed:
    """An invitation with a fresh token. `email` is empty for one by link."""

    email: str
    secret: str
    letter: Letter


def renew(actor: Actor, org: str, invitation_id: str, now: datetime) -> Renewed:
    """Give an invitation a fresh token and seven more days; the old token is worth nothing from here on.

    Whoever renews it answers for it. A link may be used `cap` times again. Raises NotFound, Refused, LimitReached,
    TooMany, NotAllowed, Busy. A consistent BatchGetItem and one transaction, again per retry; by mail a BatchGetItem
    more, and for one that has expired a Query of the invitations.
    """
    key, secret, event_id = keys.invitation(org, invitation_id), tokens.new_secret(), new_event_id()
    charges = charges_of(actor, org)

    def build() -> tuple[Transaction | None, Renewed]:
        ground = stand(actor, org, Permission.MEMBER_INVITE, now, key, *(charge.key(now) for charge in charges))
        known = _known(ground, key)
        role = known_role(known.role)
        require_role(ground, role)
        renewed = Renewed(known.email or "", secret, letter_of(ground, role))
        if known.digest == ids.digest(secret):
            return None, renewed  # our own lost answer had landed
        throttle.require(ground.found, now, *charges)
        transaction = on_live_ground(ground)
        throttle.charge(transaction, now, *charges)
        if known.email:
            _require_place(ground, known)
            throttle.charge(transaction, now, charge_of(known.email))
        _replace_token(transaction, ground, known, secret)
        ground.record(transaction, event_id, "invitation-renewed", name_of(known), about=invitation_id)
        return transaction, renewed

    return perform(build)


def _replace_token(transaction: Transaction, ground: Ground, known: Invitation, secret: str) -> None:
    take_token_away(transaction, known)
    put_token(transaction, ground, known.key, secret)
    transaction.update(
        Invitation,
        known.key,
        condition=is_unchanged(known),
        set={
            "digest": ids.digest(secret),
            "inviter": ground.person.id,
            "inviterName": ground.person.name,
            "validUntil": clock.to_text(ground.now + invitations.LIFE),
            "expiresAt": clock.expiry(ground.now, invitations.KEPT),
            **({"uses": 0} if known.cap else {}),
        },
    )


def change_role(actor: Actor, org: str, invitation_id: str, role: Role, now: datetime) -> None:
    """Say what somebody will be before they have accepted. Their token stays; the page behind it says the new role.

    Raises NotFound, Refused, NotAllowed, Busy. A consistent BatchGetItem and one transaction, again per retry.
    """
    key, event_id = keys.invitation(org, invitation_id), new_event_id()

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.MEMBER_INVITE, now, key)
        known = _known(ground, key)
        require_role(ground, role)
        if known.role == role:
            return None, None
        sponsor = person_of(ground.metadata, known.inviter)
        if sponsor is not None and role.rank < sponsor.role.rank:
            raise Refused(
                said(
                    "%(name)s, who invited them, cannot make somebody %(role)s. Send it again first.",
                    name=sponsor.name,
                    role=role,
                ),
                "role",
            )
        transaction = on_live_ground(ground)
        transaction.update(Invitation, key, condition=is_unchanged(known), set={"role": str(role)})
        ground.record(
            transaction,
            event_id,
            "invitation-changed",
            name_of(known),
            about=invitation_id,
            before=known.role,
            after=role,
        )
        return transaction, None

    perform(build)


def revoke(actor: Actor, org: str, invitation_id: str, now: datetime) -> None:
    """Withdraw an invitation: its token is worth nothing from here on, its place is free.

    Raises NotFound, NotAllowed, Busy. A consistent BatchGetItem and one transaction, again per retry.
    """
    key, event_id = keys.invitation(org, invitation_id), new_event_id()
    tried: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.MEMBER_INVITE, now, key)
        if tried and ground.get(Invitation, key) is None:
            return None, None  # our own lost answer had landed, or somebody else did the same
        tried.append(1)
        known = _known(ground, key)
        transaction = on_live_ground(ground)
        transaction.delete(Invitation, key, is_unchanged(known))
        take_token_away(transaction, known)
        ground.record(
            transaction, event_id, "invitation-revoked", name_of(known), about=invitation_id, before=known.role
        )
        return transaction, None

    perform(build)


def require_role(ground: Ground, role: Role) -> None:
    """Raise Refused unless the actor may invite somebody as `role`: never as an owner, never above themselves."""
    if role not in INVITED_ROLES:
        raise Refused(said("Nobody is invited as an owner. Owners name each other once they are in."), "role")
    ground.require_within_reach(role)


def charges_of(actor: Actor, org: str, count: int = 1) -> tuple[Charge, Charge]:
    """What `count` invitations cost their sender and their organisation."""
    return Charge(_OF_SENDER, actor.user, count), Charge(_OF_ORG, org, count)


def charge_of(email: str) -> Charge:
    """What a mail costs the address that it goes to."""
    return Charge(_TO_ADDRESS, canonical(email))


def letter_of(ground: Ground, role: Role) -> Letter:
    """What the mail of an invitation that is sent now says."""
    metadata, until = ground.metadata, ground.now + invitations.LIFE
    return Letter(metadata.name, ground.person.name, role, until, metadata.language or DEFAULT_LANGUAGE)


def on_live_ground(ground: Ground) -> Transaction:
    """A transaction of somebody who may invite, which lands only while the organisation is live.

    Otherwise an invitation could be written behind the back of whoever deletes the organisation.
    """
    transaction = ground.transaction()
    transaction.check(Metadata, keys.metadata(ground.org), EXISTS & (Path("state") == "live"))
    return transaction


def put_token(transaction: Transaction, ground: Ground, key: keys.Key, secret: str) -> None:
    """Put what finds an invitation by its token, for as long as the invitation is kept: it may say that it expired."""
    details = {"invitation": keys.last_part(key.sk)}
    tokens.put(transaction, secret, invitations.KIND, ground.org, ground.now, invitations.KEPT, details)


def take_token_away(transaction: Transaction, known: Invitation | None) -> None:
    """Delete the token that an invitation had; None has none."""
    if known is not None:
        transaction.delete(Token, keys.token(known.digest), condition=None)


def is_unchanged(known: Invitation) -> Condition:
    """The condition that nobody has answered, renewed or changed an invitation since it was read."""
    unchanged: Condition = (Path("digest") == known.digest) & (Path("role") == known.role)
    return unchanged


def name_of(known: Invitation) -> str:
    """What people call it: its address, or the domains of its link."""
    return known.email or ", ".join(sorted(known.domains or ())) or "*"


def _known(ground: Ground, key: keys.Key) -> Invitation:
    known = ground.get(Invitation, key)
    if known is None:
        raise NotFound(NO_INVITATION)
    return known


def _require_place(ground: Ground, known: Invitation) -> None:
    """Refuse to mail again to a member, to an address that gets too many, and to promise a seat that is not there."""
    people, address = people_of(ground.metadata), charge_of(known.email)
    identity_key = keys.identity(canonical(known.email))
    found = store.get_many("invitation", [identity_key, address.key(ground.now)])
    identity = found.get(Identity, identity_key)
    if identity is not None and identity.user in people:
        raise Refused(said("They are a member already."))
    throttle.require(found, ground.now, address)
    if invitations.seats_promised(people, [known], ground.now):
        return  # its place is kept
    promised = invitations.seats_promised(people, all_of(ground.org), ground.now)
    if len(people) + promised >= ground.metadata.max_users:
        raise LimitReached(said("All seats are taken or promised. Revoke an invitation, or take a larger plan."))
