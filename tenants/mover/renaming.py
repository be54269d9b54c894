"""Copying an organisation's new name to its memberships, which their homes show. One transaction per 80 members.

Each demands the name that it copies, so a rename that comes in between is never overwritten: it begins the job anew.
"""

from __future__ import annotations

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import Job, Membership, Metadata
from tenants.mover import job as jobs
from tenants.mover import pending
from tenants.mover.batch import Batch, rows, weight
from tenants.mover.job import Progress
from tenants.snapshots import NO_ORG
from tenants.transaction import Transaction


def copy_name(org: str, budget: float | None = None) -> Progress:
    """Go on with the job for `budget` seconds, None until its end; fine when there is none or it is done.

    One step is a BatchGetItem, a Query per 100 members and a transaction. Raises NotFound (no such organisation),
    Busy, Unavailable; what was done stays.
    """
    return jobs.run(lambda: _step(org), budget)


def _step(org: str) -> tuple[Transaction | None, Progress]:
    metadata_key, job_key = keys.metadata(org), keys.renaming_job(org)
    found = store.get_many("write", [metadata_key, job_key])
    metadata, job = found.get(Metadata, metadata_key), found.get(Job, job_key)
    if metadata is None or metadata.state != "live":
        raise NotFound(NO_ORG)
    if job is None or job.state == jobs.DONE:
        return None, jobs.progress_of(job, finished=True)
    batch = Batch(Transaction(), job.position or keys.MEMBERSHIP_PREFIX)
    batch.transaction.check(Metadata, metadata_key, (Path("state") == "live") & (Path("name") == metadata.name))
    whole = _fill(batch, org, metadata.name)
    if whole:
        transaction = batch.transaction
        jobs.close(transaction, job)
        pending.finish(transaction, metadata_key, job)
        return transaction, jobs.progress_of(job, finished=True)
    jobs.advance(batch.transaction, job, batch.moved, batch.position)
    return batch.transaction, jobs.progress_of(job, batch.moved)


def _fill(batch: Batch, org: str, name: str) -> bool:
    """Rename in the next memberships; True when there are none behind them."""
    for membership in rows(org, keys.MEMBERSHIP_PREFIX, batch.position):
        if not isinstance(membership, Membership) or membership.org_name == name:
            batch.passes(membership)
            continue
        if not batch.has_room(1, weight(membership)):
            return False
        # Its own role is what makes it one: somebody who leaves in this moment is not brought back as a ghost.
        exists = Path("role") == membership.role
        batch.transaction.update(Membership, membership.key, condition=exists, set={"orgName": name})
        batch.weigh(weight(membership))
        batch.moved += 1
        batch.passes(membership)
    return True
