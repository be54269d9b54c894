"""Deleting an organisation: everything under its partition, and what stands elsewhere because of it.

First METADATA says `deleting`, which closes every page and every new write. Then the memberships go, all of them before
anything else: every write of a member demands the membership, so from there on nothing can land that was decided on
earlier. Then the rest, up to 80 items a transaction, from the first key on until there is none. Last the job goes and
METADATA becomes a tombstone, so that the slug is never given out again. What is left to do is always what is still
there: killed anywhere, it goes on where it stopped.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import Base, Invitation, Job, Membership, Metadata, Profile, Token, Tombstone
from tenants.keys import Key
from tenants.mover import job as jobs
from tenants.mover.batch import Batch, weight
from tenants.mover.job import Progress
from tenants.snapshots import NO_ORG
from tenants.transaction import Transaction
from tenants.writes.joined import let_go

DELETING, GONE = "deleting", "gone"
ACTION = "erasing"

_ITEMS = 100
"""So many a step reads; two of them may be those that stay to the end."""

_log = logging.getLogger(__name__)


def erase(org: str, budget: float | None = None, show: Callable[[Progress], None] = lambda _: None) -> Progress:
    """Go on deleting an organisation that says `deleting`, for `budget` seconds, None until its end.

    One step is a BatchGetItem (two for members), one or two Queries of at most 1 MB and a transaction. `total` counts
    up with `done`. Raises NotFound for an organisation that is not being deleted, Busy, Unavailable; what was deleted
    stays so.
    """
    return jobs.run(lambda: _step(org), budget, show)


def _step(org: str) -> tuple[Transaction | None, Progress]:
    metadata_key, job_key = keys.metadata(org), keys.erasing_job(org)
    found = store.get_many("write", [metadata_key, job_key])
    metadata, job = found.get(Metadata, metadata_key), found.get(Job, job_key)
    if metadata is not None and metadata.state == GONE:
        return None, _progress(job, finished=True)
    if metadata is None or metadata.state != DELETING or job is None:
        raise NotFound(NO_ORG)
    batch = Batch(Transaction(), "")
    items = _next(org)
    accounts = _accounts(items)
    for item in items:
        if not batch.has_room(2, weight(item)):
            break
        batch.transaction.delete(type(item), item.key, condition=None)
        # What stands in a partition of its own is found from here alone: the token of an invitation, and what the
        # account of a member says of the organisation.
        if isinstance(item, Invitation) and item.digest:
            batch.transaction.delete(Token, keys.token(item.digest), condition=None)
        if isinstance(item, Membership):
            let_go(batch.transaction, accounts.get(Profile, keys.profile(keys.last_part(item.sk))), org)
        batch.weigh(weight(item))
        batch.moved += 1
        batch.passes(item)
    if batch.moved:
        jobs.advance(batch.transaction, job, batch.moved, batch.position)
        return batch.transaction, _progress(job, batch.moved)
    transaction = Transaction()
    transaction.delete(Job, job.key, Path("version") == job.version)
    transaction.put(Tombstone.at(metadata_key), Path("state") == DELETING)
    _log.info("The organisation %s is deleted: %d items, begun by %s.", org, int(job.cursor), job.actor or "operator")
    return transaction, _progress(job, finished=True)


def _next(org: str) -> list[Base]:
    """Some of what is left to delete, memberships before all; empty when there is nothing."""
    pk = keys.org_pk(org)
    members = store.query("partition", pk, prefix=keys.MEMBERSHIP_PREFIX, limit=_ITEMS, consistent=True)
    if members:
        return members
    items = store.query("partition", pk, limit=_ITEMS, consistent=True)
    stay: set[Key] = {keys.metadata(org), keys.erasing_job(org)}
    return [item for item in items if item.key not in stay]


def _accounts(items: Sequence[Base]) -> store.Found:
    """The accounts of the members among them. One BatchGetItem if there are any."""
    wanted = [keys.profile(keys.last_part(item.sk)) for item in items if isinstance(item, Membership)]
    return store.get_many("write", wanted) if wanted else store.Found({})


def _progress(job: Job | None, moved: int = 0, *, finished: bool = False) -> Progress:
    done = int(job.cursor) + moved if job else 0
    return Progress(done, done, finished)
