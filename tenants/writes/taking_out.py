"""Data that leaves: a download changes nothing, and is recorded all the same before its first line is sent."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import AuditEntry, Metadata
from tenants.policy import Permission
from tenants.snapshots import NO_ORG
from tenants.transaction import EXISTS, Transaction, perform
from tenants.writes import audit
from tenants.writes.ground import Actor, new_event_id, stand

What = Literal["org-exported", "members-exported", "audit-exported"]


def record(actor: Actor, org: str, what: What, permission: Permission, now: datetime) -> None:
    """Record that `actor` takes this out, if they may: what cannot be recorded is not to be sent.

    The session is looked at however lately it was: a copied cookie of somebody who has signed out takes nothing home.
    Raises SessionEnded, NotFound, NotAllowed, Busy, Unavailable. One consistent BatchGetItem and one transaction, again
    per retry.
    """
    event_id = new_event_id()
    told: list[keys.Key] = []

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, permission, now, *told)
        if any(ground.get(AuditEntry, key) for key in told):
            return None, None  # our own lost answer had landed
        told[:] = [ground.audit_key(event_id)]
        transaction = ground.transaction()
        ground.record(transaction, event_id, what, ground.metadata.name)
        return transaction, None

    perform(build)


def record_for_operator(org: str, now: datetime) -> None:
    """Record that the operator takes the organisation out. Raises NotFound, Busy, Unavailable. As many requests."""
    event_id = new_event_id()
    metadata_key = keys.metadata(org)
    told: list[keys.Key] = []

    def build() -> tuple[Transaction | None, None]:
        found = store.get_many("write", [metadata_key, *told])
        metadata = found.get(Metadata, metadata_key)
        if metadata is None or metadata.state != "live":
            raise NotFound(NO_ORG)
        if any(found.get(AuditEntry, key) for key in told):
            return None, None  # our own lost answer had landed
        scene = audit.Scene(org, metadata.zone, now)
        told[:] = [audit.key_of(scene, event_id)]
        transaction = Transaction()
        transaction.check(Metadata, metadata_key, EXISTS)
        audit.record(transaction, scene, audit.OPERATOR, event_id, "org-exported", metadata.name)
        return transaction, None

    perform(build)
