"""Deleting an organisation: by an owner, or by the operator. Asked for again it goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import Job, Metadata, Session
from tenants.mover import job as jobs
from tenants.mover.erasing import ACTION, DELETING, erase
from tenants.mover.job import Progress
from tenants.policy import Permission
from tenants.snapshots import NO_ORG
from tenants.transaction import Transaction, perform
from tenants.writes.ground import Actor, require_session, stand

_OPERATOR_ENDS = ("live", "importing")
"""States in which an operator may begin; the second is an export that nobody went on importing."""


def delete(actor: Actor, org: str, now: datetime, budget: float | None = None) -> Progress:
    """Delete the organisation with everything that belongs to it. Nothing is left but the tombstone of its slug.

    Once it has begun there is no way back, and nobody sees the organisation any more; whoever was an owner then may go
    on with it. Works for `budget` seconds, None until its end. Raises NotFound, NotAllowed, SessionEnded, Busy,
    Unavailable. Two BatchGetItem and a transaction, then the job's.
    """

    def build() -> tuple[Transaction | None, None]:
        if _has_begun(actor, org, now):
            return None, None  # by somebody, by an earlier request, or our own lost answer had landed
        ground = stand(actor, org, Permission.ORG_DELETE, now, keys.erasing_job(org))
        transaction = ground.transaction()
        _begin(transaction, org, ground.get(Job, keys.erasing_job(org)), now, "live", actor.user)
        return transaction, None

    perform(build)
    return erase(org, budget)


def delete_as_operator(
    org: str, now: datetime, budget: float | None = None, show: Callable[[Progress], None] = lambda _: None
) -> Progress:
    """The same for whoever runs the installation: asks nobody's right, and ends one that others began.

    Raises NotFound (also for one that is gone), Busy, Unavailable.
    """

    def build() -> tuple[Transaction | None, None]:
        found = store.get_many("write", [keys.metadata(org), keys.erasing_job(org)])
        metadata, job = found.get(Metadata, keys.metadata(org)), found.get(Job, keys.erasing_job(org))
        if metadata is not None and metadata.state == DELETING:
            return None, None
        if metadata is None or metadata.state not in _OPERATOR_ENDS:
            raise NotFound(NO_ORG)
        transaction = Transaction()
        _begin(transaction, org, job, now, metadata.state, None)
        return transaction, None

    perform(build)
    return erase(org, budget, show)


def _begin(transaction: Transaction, org: str, job: Job | None, now: datetime, state: str, actor: str | None) -> None:
    # No entry in activity or audit: they go with the rest. The operator's log tells of it.
    transaction.update(Metadata, keys.metadata(org), condition=Path("state") == state, set={"state": DELETING})
    jobs.begin(transaction, keys.erasing_job(org), job, ACTION, now, actor=actor)


def _has_begun(actor: Actor, org: str, now: datetime) -> bool:
    """Whether it is being deleted and the actor was an owner: METADATA keeps them to the end. Raises SessionEnded."""
    session_key = keys.session(actor.user, actor.session) if actor.session else None
    found = store.get_many("write", [keys.metadata(org), *([session_key] if session_key else [])])
    if session_key:
        require_session(found.get(Session, session_key), now)
    metadata = found.get(Metadata, keys.metadata(org))
    return metadata is not None and metadata.state == DELETING and actor.user in metadata.owners
