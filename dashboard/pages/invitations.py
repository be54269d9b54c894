"""Inviting people, the invitations that are out, and what whoever opens one is shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants import clock
from tenants.policy import INVITED_ROLES
from tenants.reads.invitations import Door, Invitations, Pending
from tenants.writes.invitations import Invited


@dataclass(frozen=True, slots=True)
class RoleOption:
    """A role to choose, and whether it is the present one."""

    word: str
    is_present: bool


@dataclass(frozen=True, slots=True)
class PendingRow:
    """One invitation. By mail it has an `email`; by link a `cap`, `uses` and `domains` (empty: for everybody).

    `is_void`: its inviter may not invite any more.
    """

    id: str
    email: str
    domains: str
    cap: int
    uses: int
    inviter: str
    until: date
    is_expired: bool
    is_void: bool
    roles: tuple[RoleOption, ...]


@dataclass(frozen=True, slots=True)
class InvitationsPage:
    """`invitations`: all that are out, newest first. `link` is the address of one that was just made, shown once."""

    frame: Frame
    pending: tuple[PendingRow, ...]
    promised: int
    left: int
    link: str = ""


@dataclass(frozen=True, slots=True)
class InvitedRow:
    """What became of one address: `outcome` is a word of `tenants.writes.invitations.Outcome`, or `not-mailed`."""

    email: str
    outcome: str


@dataclass(frozen=True, slots=True)
class InvitePage:
    """`invite`: by mail and by link. `rows` tells what became of the addresses that were just sent, one a line."""

    frame: Frame
    promised: int
    left: int
    rows: tuple[InvitedRow, ...] = ()


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """`invitation`: what somebody who opened one may do. `standing` is a word of `tenants.invitations.Standing`.

    `email` is the address that was invited, `own_email` that of the account; both are told to nobody else.
    """

    standing: str
    org_id: str
    org_name: str
    inviter: str
    role: str
    email: str
    own_email: str
    domains: str
    until: date | None


def of_list(read: Invitations, link: str = "") -> InvitationsPage:
    """Fill the list from its read."""
    frame = read.frame
    return InvitationsPage(
        frame=frames.of(frame, "members"),
        pending=tuple(_row(each, frame.zone) for each in read.pending),
        promised=read.promised,
        left=_left(read),
        link=link,
    )


def of_form(read: Invitations, invited: tuple[Invited, ...] = (), *, mailed: bool = True) -> InvitePage:
    """Fill the page with the forms; what was just sent is in `invited`, and `read` was before it."""
    new = sum(bool(row.secret) for row in invited)
    rows = tuple(InvitedRow(row.email, row.outcome if mailed or not row.secret else "not-mailed") for row in invited)
    return InvitePage(frames.of(read.frame, "members"), read.promised + new, max(0, _left(read) - new), rows)


def of_door(door: Door) -> InvitationPage:
    """Fill the page of one invitation."""
    return InvitationPage(
        standing=door.standing,
        org_id=door.org,
        org_name=door.org_name,
        inviter=door.inviter,
        role=door.role,
        email=door.email,
        own_email=door.own_email,
        domains=", ".join(door.domains),
        until=clock.local_day(door.valid_until, door.zone) if door.valid_until else None,
    )


def _left(read: Invitations) -> int:
    return max(0, read.frame.max_people - len(read.frame.people) - read.promised)


def _row(each: Pending, zone: str) -> PendingRow:
    return PendingRow(
        id=each.id,
        email=each.email,
        domains=", ".join(each.domains),
        cap=each.cap,
        uses=each.uses,
        roles=tuple(RoleOption(role, role is each.role) for role in INVITED_ROLES),
        inviter=each.inviter,
        until=clock.local_day(each.valid_until, zone),
        is_expired=each.is_expired,
        is_void=each.is_void,
    )
