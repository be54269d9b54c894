"""Inviting people, by mail and by link. One transaction for all addresses of a form.

The token of an invitation is drawn here, handed to whoever sends or shows it, and kept nowhere else:
the table has its digest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from tenants import clock, ids, invitations, keys
from tenants.addresses import canonical, canonical_domain
from tenants.errors import LimitReached, Refused
from tenants.items import Identity, Invitation
from tenants.people import Person, people_of
from tenants.policy import Permission, Role
from tenants.reads.invitations import all_of
from tenants.transaction import MAX_ITEMS, MISSING, Transaction, perform
from tenants.words import said
from tenants.writes import throttle, tokens
from tenants.writes.ground import Actor, Ground, new_event_id, stand
from tenants.writes.invitation_life import (
    Letter,
    charge_of,
    charges_of,
    is_unchanged,
    letter_of,
    name_of,
    on_live_ground,
    put_token,
    require_role,
    take_token_away,
)


class Outcome(StrEnum):
    """What became of one address."""

    INVITED = "invited"
    INVITED_BEFORE = "invited-before"
    MEMBER = "inside"
    NO_SEAT = "no-seat"
    TOO_OFTEN = "too-often"
    """So many mails went to this address today, from whomever, that it gets no more."""


@dataclass(frozen=True, slots=True)
class Invited:
    """One address as it was given. `secret` is the token to send there, empty unless it is newly invited."""

    email: str
    outcome: Outcome
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Sendings:
    """What became of each address, and what the mails to those that are invited say."""

    letter: Letter
    invited: tuple[Invited, ...]


def invite(actor: Actor, org: str, emails: Sequence[str], role: Role, now: datetime) -> Sendings:
    """Invite up to 20 addresses by mail. Those that are members, are invited already, or find no seat are passed over.

    Whether an address has an account makes no difference to any answer. Raises Refused, TooMany, NotAllowed, NotFound.
    Three requests: a consistent BatchGetItem, a Query of the invitations, one transaction; again per retry. One more
    where more than 16 addresses were invited before and did not come in time.
    """
    if not 0 < len(emails) <= invitations.AT_ONCE:
        raise Refused(
            said(
                "Invite at most %(most)s addresses at a time; these are %(count)s.",
                most=invitations.AT_ONCE,
                count=len(emails),
            ),
            "emails",
        )
    given: dict[str, str] = {}
    for email in emails:
        given.setdefault(canonical(email), email.strip())
    guests = [_Guest(org, address, email) for address, email in given.items()]

    def build() -> tuple[Transaction | None, Sendings]:
        read = [key for guest in guests for key in guest.reads(now)]
        ground = stand(actor, org, Permission.MEMBER_INVITE, now, *read, *(c.key(now) for c in charges_of(actor, org)))
        require_role(ground, role)
        outcomes = _outcomes(ground, guests)
        news = [guest for guest in guests if outcomes[guest] is Outcome.INVITED and not guest.has_landed(ground)]
        sendings = Sendings(letter_of(ground, role), tuple(guest.told(outcomes[guest]) for guest in guests))
        if not news:
            return None, sendings
        charges = charges_of(actor, org, len(news))
        throttle.require(ground.found, now, *charges)
        transaction = on_live_ground(ground)
        throttle.charge(transaction, now, *charges)
        for guest in news:
            guest.write(transaction, ground, role)
        _take_old_tokens_away(transaction, [known for guest in news if (known := ground.get(Invitation, guest.key))])
        return transaction, sendings

    return perform(build)


def open_link(
    actor: Actor, org: str, invitation_id: str, role: Role, domains: Sequence[str], cap: int, now: datetime
) -> str:
    """Make an invitation by link, for up to `cap` people with an address in `domains` (of whatever domain if empty).

    Answers with its token. `invitation_id` is drawn when the form is shown: a form that is sent again renews the token
    of its one link, so that what is shown last is valid. Raises Refused, LimitReached, TooMany, NotAllowed, NotFound.
    Three requests: a consistent BatchGetItem, a Query of the invitations, one transaction; again per retry.
    """
    wanted = {canonical_domain(domain) for domain in domains}
    if len(wanted) > invitations.DOMAINS:
        raise Refused(
            said(
                "A link is for at most %(most)s domains; these are %(count)s.",
                most=invitations.DOMAINS,
                count=len(wanted),
            ),
            "domains",
        )
    if not 1 <= cap <= invitations.LARGEST_CAP:
        raise Refused(said("A link is for 1 to %(most)s people.", most=invitations.LARGEST_CAP), "cap")
    key, secret, event_id = keys.invitation(org, invitation_id), tokens.new_secret(), new_event_id()
    charges = charges_of(actor, org)

    def build() -> tuple[Transaction | None, str]:
        ground = stand(actor, org, Permission.MEMBER_INVITE, now, key, *(charge.key(now) for charge in charges))
        require_role(ground, role)
        known = ground.get(Invitation, key)
        if known is not None and known.digest == ids.digest(secret):
            return None, secret  # our own lost answer had landed
        if known is None and _open_links(ground, org) >= invitations.LINKS:
            raise LimitReached(
                said("%(most)s links are open already. Revoke one that nobody needs.", most=invitations.LINKS), None
            )
        throttle.require(ground.found, now, *charges)
        transaction = on_live_ground(ground)
        throttle.charge(transaction, now, *charges)
        take_token_away(transaction, known)
        invitation = _invitation(ground, key, role, secret)
        invitation.domains, invitation.cap, invitation.uses = wanted or None, cap, 0
        transaction.put(invitation, MISSING if known is None else is_unchanged(known))
        put_token(transaction, ground, key, secret)
        name = name_of(invitation)
        ground.record(transaction, event_id, "invitation-opened", name, about=invitation_id, after=role)
        return transaction, secret

    return perform(build)


def _take_old_tokens_away(transaction: Transaction, given_way: Sequence[Invitation]) -> None:
    """Delete the tokens of invitations that give way to new ones: nobody would find them again.

    They open nothing, so those that find no room in the transaction may go in one of their own, before it.
    """
    room = MAX_ITEMS - len(transaction)
    for known in given_way[:room]:
        take_token_away(transaction, known)
    if given_way[room:]:
        before = Transaction()
        for known in given_way[room:]:
            take_token_away(before, known)
        perform(lambda: (before, None))


@dataclass(frozen=True, slots=True)
class _Guest:
    """One address of a form. The token is drawn once, so that every retry writes the same."""

    org: str
    address: str
    email: str
    secret: str = field(default_factory=tokens.new_secret)
    event_id: str = field(default_factory=new_event_id)

    @property
    def key(self) -> keys.Key:
        return keys.invitation(self.org, ids.derived_invitation_id(self.org, self.address))

    def reads(self, now: datetime) -> tuple[keys.Key, ...]:
        """What its outcome depends on."""
        return self.key, keys.identity(self.address), charge_of(self.email).key(now)

    def has_landed(self, ground: Ground) -> bool:
        """Whether our own lost answer had landed."""
        known = ground.get(Invitation, self.key)
        return known is not None and known.digest == ids.digest(self.secret)

    def told(self, outcome: Outcome) -> Invited:
        return Invited(self.email, outcome, self.secret if outcome is Outcome.INVITED else "")

    def write(self, transaction: Transaction, ground: Ground, role: Role) -> None:
        """Put the invitation and its token. One that has expired or is void gives way."""
        known = ground.get(Invitation, self.key)
        invitation = _invitation(ground, self.key, role, self.secret)
        invitation.email = self.email
        transaction.put(invitation, MISSING if known is None else is_unchanged(known))
        put_token(transaction, ground, self.key, self.secret)
        throttle.charge(transaction, ground.now, charge_of(self.email))
        about = keys.last_part(self.key.sk)
        ground.record(transaction, self.event_id, "invitation-sent", self.email, about=about, after=role)


def _outcomes(ground: Ground, guests: Sequence[_Guest]) -> dict[_Guest, Outcome]:
    """What becomes of each, in order, as long as there are seats that are neither taken nor promised."""
    people = people_of(ground.metadata)
    left = int(ground.metadata.max_users) - len(people)
    left -= invitations.seats_promised(people, all_of(ground.org), ground.now)
    outcomes = {}
    for guest in guests:
        outcomes[guest] = _standing_in_the_way(ground, people, guest) or _seated(left)
        left -= outcomes[guest] is Outcome.INVITED and not guest.has_landed(ground)
    return outcomes


def _seated(left: int) -> Outcome:
    return Outcome.INVITED if left > 0 else Outcome.NO_SEAT


def _standing_in_the_way(ground: Ground, people: Mapping[str, Person], guest: _Guest) -> Outcome | None:
    """What is the case whether there is a seat or not."""
    identity = ground.get(Identity, keys.identity(guest.address))
    known = ground.get(Invitation, guest.key)
    if identity is not None and identity.user in people:
        return Outcome.MEMBER
    if guest.has_landed(ground):
        return Outcome.INVITED
    if known is not None and invitations.seats_promised(people, [known], ground.now):
        return Outcome.INVITED_BEFORE
    return None if throttle.has_room(ground.found, ground.now, charge_of(guest.email)) else Outcome.TOO_OFTEN


def _invitation(ground: Ground, key: keys.Key, role: Role, secret: str) -> Invitation:
    return Invitation.at(
        key,
        role=role,
        inviter=ground.person.id,
        inviter_name=ground.person.name,
        created_at=clock.to_text(ground.now),
        valid_until=clock.to_text(ground.now + invitations.LIFE),
        digest=ids.digest(secret),
        expires_at=clock.expiry(ground.now, invitations.KEPT),
    )


def _open_links(ground: Ground, org: str) -> int:
    links = [other for other in all_of(org) if other.cap and invitations.is_valid(other, ground.now)]
    return sum(not invitations.is_used_up(link) for link in links)
