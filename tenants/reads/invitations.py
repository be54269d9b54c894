"""Invitations: those of an organisation, and the one that a token opens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import clock, invitations, keys, store
from tenants.errors import LinkEnded
from tenants.invitations import Standing
from tenants.items import Invitation, Metadata, Profile
from tenants.people import people_of
from tenants.policy import DEFAULT_LANGUAGE, Permission, Role, known_role
from tenants.reads import slices
from tenants.snapshots import Frame
from tenants.writes import tokens

MOST = 600
"""More than an organisation has: each seat is promised once, and what has expired is kept for one week more."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An invitation that is not used up. By mail it has an `email`, by link a `cap` and perhaps `domains`.

    `is_void`: its inviter has lost the right, so it is worth nothing until somebody else renews it.
    """

    id: str
    role: Role
    inviter: str
    created_at: datetime
    valid_until: datetime
    email: str
    domains: tuple[str, ...]
    cap: int
    uses: int
    is_expired: bool
    is_void: bool


@dataclass(frozen=True, slots=True)
class Invitations:
    """All invitations of an organisation, newest first. `promised` seats are neither free nor taken."""

    frame: Frame
    pending: tuple[Pending, ...]
    promised: int


@dataclass(frozen=True, slots=True)
class Door:
    """What whoever holds a token is shown. Of one that is GONE nothing is told.

    `email` is the invited address (empty for a link), `own_email` that of the account that asks, `language` the
    organisation's.
    """

    standing: Standing
    org: str = ""
    org_name: str = ""
    inviter: str = ""
    role: Role = Role.VIEWER
    email: str = ""
    own_email: str = ""
    domains: tuple[str, ...] = ()
    valid_until: datetime | None = None
    zone: str = "UTC"
    language: str = DEFAULT_LANGUAGE


def of_org(org: str, user: str, now: datetime) -> Invitations:
    """All invitations of `org`; none for a member who may not invite. Two requests, for them one. Raises NotFound."""
    frame = slices.frame(org, user)
    if not frame.allows(Permission.MEMBER_INVITE):
        return Invitations(frame, (), 0)
    found = all_of(org)
    pending = sorted((_pending(frame, item, now) for item in found), key=lambda each: each.created_at, reverse=True)
    return Invitations(frame, tuple(pending), invitations.seats_promised(frame.people, found, now))


def all_of(org: str) -> list[Invitation]:
    """Every invitation of `org`, also those that have expired and are not swept up yet. One consistent Query."""
    found = store.query("invitations", keys.org_pk(org), prefix=keys.INVITATION_PREFIX, limit=MOST, consistent=True)
    return [item for item in found if isinstance(item, Invitation)]


def door(secret: str, user: str | None, now: datetime) -> Door:
    """What the token opens for this account, None for nobody. A GetItem and a BatchGetItem."""
    try:
        token = tokens.find(secret, invitations.KIND, now)
    except LinkEnded:
        return Door(Standing.GONE)
    org, key = token.subject, invitations.key_of(token)
    profile_key = [keys.profile(user)] if user else []
    found = store.get_many("invitation", [keys.metadata(org), key, *profile_key])
    metadata, invitation = found.get(Metadata, keys.metadata(org)), found.get(Invitation, key)
    profile = found.get(Profile, profile_key[0]) if user else None
    standing = invitations.standing(metadata, invitation, keys.last_part(token.pk), profile, now)
    if standing is Standing.GONE or metadata is None or invitation is None:
        return Door(Standing.GONE)
    inviter = people_of(metadata).get(invitation.inviter)
    return Door(
        standing=standing,
        org=org,
        org_name=metadata.name,
        inviter=inviter.name if inviter else invitation.inviter_name,
        role=known_role(invitation.role),
        email=invitation.email or "",
        own_email=profile.email if profile else "",
        domains=tuple(sorted(invitation.domains or ())),
        valid_until=clock.from_text(invitation.valid_until),
        zone=metadata.zone,
        language=metadata.language or DEFAULT_LANGUAGE,
    )


def _pending(frame: Frame, item: Invitation, now: datetime) -> Pending:
    inviter = frame.people.get(item.inviter)
    return Pending(
        id=keys.last_part(item.sk),
        role=known_role(item.role),
        inviter=inviter.name if inviter else item.inviter_name,
        created_at=clock.from_text(item.created_at),
        valid_until=clock.from_text(item.valid_until),
        email=item.email or "",
        domains=tuple(sorted(item.domains or ())),
        cap=int(item.cap or 0),
        uses=int(item.uses or 0),
        is_expired=not invitations.is_valid(item, now),
        is_void=invitations.is_void(frame.people, item),
    )
