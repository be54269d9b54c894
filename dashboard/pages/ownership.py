"""Handing the ownership of an organisation over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.policy import Permission, Role
from tenants.reads.organisation import Ownership


@dataclass(frozen=True, slots=True)
class Heir:
    """Somebody whom the ownership can be offered to."""

    id: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """The open offer. `until` is an instant; `is_mine` when it is the viewer whom it is for."""

    by: str
    to: str
    until: datetime
    is_mine: bool


@dataclass(frozen=True, slots=True)
class OwnershipPage:
    """`ownership`: to owners who owns it and whom they may offer theirs to; to the one it is offered to, the offer."""

    frame: Frame
    owners: tuple[str, ...]
    heirs: tuple[Heir, ...]
    offer: OpenOffer | None
    refusal: str = ""


def of(read: Ownership, refusal: str = "") -> OwnershipPage:
    """Fill the page from its read."""
    frame, offer = read.frame, read.offer
    people = frame.people_by_name()
    shown = None
    if offer is not None:
        by, to = (person.name if person else "" for person in (offer.by, offer.to))
        shown = OpenOffer(by, to, offer.until, offer.to is not None and offer.to.id == frame.viewer.id)
    return OwnershipPage(
        frames.of(frame, "settings" if frame.allows(Permission.ORG_TRANSFER) else "members"),
        tuple(person.name for person in people if person.role is Role.OWNER),
        tuple(Heir(person.id, person.name, person.role) for person in people if person.role is not Role.OWNER),
        shown,
        refusal,
    )
