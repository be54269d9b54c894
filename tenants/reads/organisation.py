"""What the administration of an organisation shows besides its frame: an open offer, a deletion, my other ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import clock, keys, store
from tenants.errors import NotFound
from tenants.items import Job, Membership, Metadata, Transfer
from tenants.mover.erasing import DELETING
from tenants.people import Person
from tenants.policy import known_role
from tenants.reads.home import MyOrg
from tenants.snapshots import NO_ORG, Frame, frame_of
from tenants.writes.ownership import is_open

MOST_ORGS = 200
"""So many the switcher shows."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The ownership, offered by one member to another. `holds` tells whether it can be accepted."""

    by: Person | None
    to: Person | None
    until: datetime
    holds: bool


@dataclass(frozen=True, slots=True)
class Ownership:
    """Who owns the organisation, seen by a member, and what is offered."""

    frame: Frame
    offer: Offer | None


@dataclass(frozen=True, slots=True)
class Deletion:
    """An organisation on its way out, as those see it who owned it: how many records are deleted."""

    org: str
    name: str
    done: int


def ownership(org: str, user: str, now: datetime) -> Ownership:
    """The frame and the open offer. One consistent BatchGetItem. Raises NotFound for strangers."""
    found = store.get_many("ownership", [keys.metadata(org), keys.transfer(org)])
    frame = frame_of(found.get(Metadata, keys.metadata(org)), user)
    transfer = found.get(Transfer, keys.transfer(org))
    if transfer is None or not is_open(transfer, now):
        return Ownership(frame, None)
    by, to = frame.people.get(transfer.by), frame.people.get(transfer.to)
    holds = by is not None and to is not None
    return Ownership(frame, Offer(by, to, clock.from_text(transfer.valid_until), holds))


def deletion(org: str, user: str) -> Deletion:
    """How far the deletion is, for those who owned it. One consistent BatchGetItem. Raises NotFound otherwise."""
    found = store.get_many("deletion", [keys.metadata(org), keys.erasing_job(org)])
    metadata, job = found.get(Metadata, keys.metadata(org)), found.get(Job, keys.erasing_job(org))
    if metadata is None or metadata.state != DELETING or user not in metadata.owners:
        raise NotFound(NO_ORG)
    return Deletion(org, metadata.name, int(job.cursor) if job else 0)


def my_orgs(user: str) -> tuple[MyOrg, ...]:
    """The organisations that I belong to, in order of their addresses. One Query of GSI1: shown, never trusted."""
    found = store.query("my-orgs", keys.user_pk(user), index="GSI1", prefix=keys.MY_ORGS_PREFIX, limit=MOST_ORGS)
    return tuple(
        MyOrg(keys.org_of(item.pk), item.org_name, known_role(item.role))
        for item in found
        if isinstance(item, Membership)
    )
