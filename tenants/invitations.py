"""What an invitation is good for at an instant, and for whom. Reads show it and writes decide on it, by the same rules.

An invitation by mail promises a seat from its sending until it is answered, withdrawn or no longer valid. Promised
seats are counted by looking at them (`seats_promised`), so one that expires frees its place at that instant and not
when the TTL comes round. One by link promises nothing: who comes first sits. Either way the seat itself is taken at
acceptance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum

from tenants import clock, keys
from tenants.addresses import canonical, domain_of
from tenants.items import Invitation, Metadata, Profile, Token
from tenants.keys import Key
from tenants.people import Person, people_of
from tenants.policy import Permission, Role, allows, known_role

LIFE = timedelta(days=7)
KEPT = timedelta(days=14)
"""So long the item stays: an expired invitation is listed for as long again, to be sent once more."""
AT_ONCE = 20
"""So many addresses are invited by one form."""
LINKS = 10
"""So many links may be open in an organisation at a time."""
LARGEST_CAP = 250
DOMAINS = 20
"""So many domains may a link be for."""
KIND = "invitation"
"""What a token that opens an invitation says that it is."""


class Standing(StrEnum):
    """What somebody who holds a token can do with it."""

    OPEN = "open"
    SIGN_IN = "sign-in"
    WRONG_ACCOUNT = "wrong-account"
    WRONG_DOMAIN = "wrong-domain"
    MEMBER = "inside"
    FULL = "full"
    EXPIRED = "expired"
    USED_UP = "used-up"
    GONE = "gone"
    """Unknown, withdrawn, used, void, or of an organisation that is no more: told apart nowhere."""


def opens(token: Token, now: datetime) -> bool:
    """Whether a token is that of an invitation, and within the time that one is kept."""
    return bool(token.kind == KIND and token.valid_until > clock.to_text(now))


def key_of(token: Token) -> Key:
    """Where the invitation is that the token opens."""
    return keys.invitation(token.subject, (token.details or {}).get("invitation", ""))


def is_valid(invitation: Invitation, now: datetime) -> bool:
    """Whether it is within its time. The TTL may come days later, and does not matter."""
    return bool(invitation.valid_until > clock.to_text(now))


def is_used_up(invitation: Invitation) -> bool:
    """Whether a link has been used as often as it may."""
    return bool(invitation.cap) and int(invitation.uses or 0) >= int(invitation.cap)


def sponsors(role: Role) -> tuple[Role, ...]:
    """The roles that can answer for an invitation as `role`: they may invite, and are not below it."""
    return tuple(each for each in Role if allows(each, Permission.MEMBER_INVITE) and each.rank <= role.rank)


def is_void(people: Mapping[str, Person], invitation: Invitation) -> bool:
    """Whether the inviter, among the members `people`, has lost the right to invite somebody as this."""
    inviter = people.get(invitation.inviter)
    return inviter is None or inviter.role not in sponsors(known_role(invitation.role))


def seats_promised(people: Mapping[str, Person], invitations: Iterable[Invitation], now: datetime) -> int:
    """How many seats are promised by mail: to invitations that are valid and not void."""
    return sum(bool(each.email) and is_valid(each, now) and not is_void(people, each) for each in invitations)


def standing(
    metadata: Metadata | None, invitation: Invitation | None, token: str, profile: Profile | None, now: datetime
) -> Standing:
    """What the account (None: nobody is signed in) can do with the token whose digest is `token`."""
    if metadata is None or metadata.state != "live" or invitation is None or invitation.digest != token:
        return Standing.GONE
    people = people_of(metadata)
    if profile is not None and keys.last_part(profile.pk) in people:
        return Standing.MEMBER
    full = Standing.FULL if len(people) >= metadata.max_users else None
    open_to = Standing.SIGN_IN if profile is None else Standing.OPEN
    return _ended(people, invitation, now) or _wrong(invitation, profile) or full or open_to


def _ended(people: Mapping[str, Person], invitation: Invitation, now: datetime) -> Standing | None:
    """Whether it is over for everybody."""
    if is_void(people, invitation):
        return Standing.GONE
    if not is_valid(invitation, now):
        return Standing.EXPIRED
    return Standing.USED_UP if is_used_up(invitation) else None


def _wrong(invitation: Invitation, profile: Profile | None) -> Standing | None:
    """Whether the account is not the one that is meant: by its whole address, or by the domain of it."""
    if profile is None:
        return None
    if invitation.email:
        return None if canonical(profile.email) == canonical(invitation.email) else Standing.WRONG_ACCOUNT
    is_elsewhere = invitation.domains and domain_of(profile.email) not in invitation.domains
    return Standing.WRONG_DOMAIN if is_elsewhere else None
