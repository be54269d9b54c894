"""Accepting an invitation: one transaction, in which everything that makes it good is checked once more.

The account is there and has the address (or a domain) that is meant, the inviter still has the right, the invitation is
the one that the token opened and has a use left, the organisation is live and has a seat. What ends first ends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import clock, ids, invitations, keys, store
from tenants.addresses import canonical
from tenants.errors import LinkEnded, Refused
from tenants.invitations import Standing
from tenants.items import Event, Invitation, Membership, Metadata, Profile, Session, Token
from tenants.keys import Key
from tenants.people import Person
from tenants.policy import known_role
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes import audit, tokens
from tenants.writes.ground import Actor, new_event_id, require_session
from tenants.writes.invitation_life import is_unchanged, take_token_away
from tenants.writes.joined import take_in
from tenants.writes.seats import require_seat, take_seat

_REFUSALS = {
    Standing.MEMBER: said("You are a member already."),
    Standing.WRONG_ACCOUNT: said("This invitation is for another address than yours."),
    Standing.WRONG_DOMAIN: said("This invitation is for addresses of other domains than yours."),
    Standing.EXPIRED: said("This invitation has expired."),
    Standing.USED_UP: said("This invitation has been used as often as it may."),
}


@dataclass(frozen=True, slots=True)
class _Acceptance:
    """What was read, of an invitation that is open to the account. `other` is what the same person was sent by mail."""

    actor: Actor
    org: str
    metadata: Metadata
    invitation: Invitation
    other: Invitation | None
    profile: Profile
    now: datetime

    @property
    def person(self) -> Person:
        """What the account becomes."""
        return Person(self.actor.user, known_role(self.invitation.role), self.profile.name)

    def transaction(self, token: Token) -> Transaction:
        """All of it but the entries that tell it."""
        transaction = Transaction()
        joined = clock.to_text(self.now)
        # The address was compared, and the membership copies both: one who renames themselves now would keep the old.
        is_as_read = (Path("email") == self.profile.email) & (Path("name") == self.profile.name)
        take_in(transaction, self.profile, self.org, is_as_read)
        sponsors = [str(role) for role in invitations.sponsors(self.person.role)]
        inviter = keys.membership(self.org, self.invitation.inviter)
        transaction.check(Membership, inviter, EXISTS & Path("role").is_in(*sponsors))
        take_seat(transaction, self.org, self.metadata, self.person, self.profile.email, joined)
        if self.invitation.cap:
            has_a_use_left = Path("uses") < int(self.invitation.cap)
            condition = is_unchanged(self.invitation) & has_a_use_left
            transaction.update(Invitation, self.invitation.key, condition=condition, add={"uses": 1})
            self._withdraw_other(transaction)
        else:
            transaction.delete(Invitation, self.invitation.key, is_unchanged(self.invitation))
            tokens.use(transaction, token, self.now)
        return transaction

    def _withdraw_other(self, transaction: Transaction) -> None:
        """Who came by a link needs no mail any more: the seat that it promised is free."""
        if self.other is not None:
            transaction.delete(Invitation, self.other.key, is_unchanged(self.other))
            take_token_away(transaction, self.other)


def accept(actor: Actor, secret: str, now: datetime) -> str:
    """Join the organisation that invited the actor, as what the invitation says. Answers with the organisation's id.

    Raises LinkEnded, Refused (another account or domain, a member already, used up), LimitReached, SessionEnded, Busy.
    Three requests: two BatchGetItem, the first of which finds out which organisation it is, and one transaction; the
    last two again per retry.
    """
    token, address = _opened(actor, secret, now)
    event_id, audit_id = new_event_id(), new_event_id()

    def build() -> tuple[Transaction | None, str]:
        read = _read(actor, token, address, now)
        if read is None:
            return None, token.subject  # our own lost answer had landed
        transaction = read.transaction(token)
        _tell(transaction, read, event_id, audit_id)
        return transaction, token.subject

    return perform(build)


def _opened(actor: Actor, secret: str, now: datetime) -> tuple[Token, str]:
    """What the token opens, and the address of whoever holds it."""
    if not tokens.is_secret(secret):
        raise LinkEnded(tokens.ENDED)
    token_key, profile_key = keys.token(ids.digest(secret)), keys.profile(actor.user)
    found = store.get_many("invitation", [token_key, profile_key])
    token, profile = found.get(Token, token_key), found.get(Profile, profile_key)
    if token is None or profile is None or not invitations.opens(token, now):
        raise LinkEnded(tokens.ENDED)
    return token, profile.email


def _read(actor: Actor, token: Token, address: str, now: datetime) -> _Acceptance | None:
    """Everything that it depends on; None when it has landed. Raises what stands in the way."""
    org = token.subject
    metadata_key, profile_key, own_key = keys.metadata(org), keys.profile(actor.user), keys.membership(org, actor.user)
    key = invitations.key_of(token)
    other_key = keys.invitation(org, ids.derived_invitation_id(org, canonical(address)))
    session = [keys.session(actor.user, actor.session)] if actor.session else []
    read: list[Key] = [*session, metadata_key, profile_key, own_key, *{key, other_key}]
    found = store.get_many("write", read)
    if session:
        require_session(found.get(Session, session[0]), now)
    own = found.get(Membership, own_key)
    if own is not None and own.joined == clock.to_text(now):
        return None
    metadata, invitation = found.get(Metadata, metadata_key), found.get(Invitation, key)
    profile = found.get(Profile, profile_key)
    standing = invitations.standing(metadata, invitation, keys.last_part(token.pk), profile, now)
    if standing in _REFUSALS:
        raise Refused(_REFUSALS[standing])
    if metadata is None or invitation is None or profile is None or profile.state or standing is Standing.GONE:
        raise LinkEnded(tokens.ENDED)
    require_seat(metadata)
    return _Acceptance(actor, org, metadata, invitation, found.get(Invitation, other_key), profile, now)


def _tell(transaction: Transaction, read: _Acceptance, event_id: str, audit_id: str) -> None:
    person, zone = read.person, read.metadata.zone
    key = keys.event(read.org, clock.local_month(read.now, zone), clock.to_text(read.now), event_id)
    expires_at = clock.expiry(read.now, clock.EVENTS_KEPT)
    told = {"actor": person.id, "actor_name": person.name, "title": read.metadata.name, "after": str(person.role)}
    transaction.put(Event.at(key, action="member-joined", expires_at=expires_at, **told))
    audit.record(
        transaction,
        audit.Scene(read.org, zone, read.now),
        audit.Who(person.id, person.name, read.actor.address),
        audit_id,
        "invitation-accepted",
        read.invitation.inviter_name,
        about=read.invitation.inviter,
        after=person.role,
    )
