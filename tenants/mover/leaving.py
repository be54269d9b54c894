"""Taking the assignments of somebody who is a member no more, some rows at a time, live tasks and finished ones.

Nobody gives them new ones meanwhile: whoever assigns a task demands the membership in the same transaction. A row may
hop behind the walk (moved to another project, put away, taken back in hand), so it is walked until one whole walk
finds nothing. What they finished stays theirs: `completedBy` and the months are left alone. The job was begun by
somebody who had the right, so it asks nobody's: whoever comes along may take it further.
"""

from __future__ import annotations

from pynamodb.expressions.operand import Path

from tenants import ids, keys, store
from tenants.errors import NotFound
from tenants.items import ArchivedTask, Job, Log, Metadata, Task
from tenants.keys import Key
from tenants.mover import job as jobs
from tenants.mover.batch import Batch, weight
from tenants.mover.job import Progress
from tenants.mover.pending import finish
from tenants.snapshots import NO_ORG
from tenants.transaction import Transaction
from tenants.writes.rows import as_read

_ROWS = 1_000
"""So many a step looks at, whether they are assigned to anybody or not."""
_MOST_ITEMS_OF_A_ROW = 2
_PARTS = (keys.BOARDS_PREFIX, keys.ARCHIVES_PREFIX)
"""What is walked, in this order."""

_Answer = tuple[Transaction | None, Progress]


def clear_assignments(org: str, user: str, budget: float | None = None) -> Progress:
    """Go on with the job for `budget` seconds, None until its end; fine when there is none or it is done.

    `total` counts up with `done`: how many there are is known at the end. One step is a BatchGetItem, a Query of up to
    1,000 rows and a transaction. Raises NotFound (no such organisation), Busy, Unavailable; what was done stays.
    """
    return jobs.run(lambda: _step(org, user), budget)


def _step(org: str, user: str) -> _Answer:
    metadata_key, job_key = keys.metadata(org), keys.leaving_job(org, user)
    found = store.get_many("write", [metadata_key, job_key])
    metadata, job = found.get(Metadata, metadata_key), found.get(Job, job_key)
    if metadata is None or metadata.state != "live":
        raise NotFound(NO_ORG)
    if job is None or job.state == jobs.DONE:
        return None, _progress(job, finished=True)
    if user in metadata.people:
        return _end(metadata_key, job)  # a member again: what is still assigned to them stays
    transaction = Transaction()
    transaction.check(Metadata, metadata_key, Path(["people", user]).does_not_exist())
    batch = Batch(transaction, job.position or _PARTS[0])
    if _fill(batch, org, user, job):
        return _advance(batch, job)
    following = _after(batch.position)
    if following is not None:
        batch.position = following
        return _advance(batch, job)
    if batch.moved or job.cursor > job.total:
        # Once more from the start, for what has hopped: `total` is what was done before this walk.
        batch.position = _PARTS[0]
        transaction.update(
            Job, job.key, condition=Path("version") == job.version, set={"total": job.cursor + batch.moved}
        )
        return _advance(batch, job)
    return _end(metadata_key, job)


def _fill(batch: Batch, org: str, user: str, job: Job) -> bool:
    """Take assignments off the next rows; True when there may be more of the same part behind them."""
    part = next(part for part in _PARTS if batch.position.startswith(part))
    rows = store.query(
        "partition",
        keys.org_pk(org),
        prefix=part,
        limit=_ROWS,
        consistent=True,
        start=None if batch.position == part else (Key(keys.org_pk(org), batch.position), None),
    )
    for row in rows:
        if not isinstance(row, Task) or row.assignee != user:
            batch.passes(row)
            continue
        if not batch.has_room(_MOST_ITEMS_OF_A_ROW, weight(row)):
            return True
        _unassign(batch.transaction, org, row, job)
        batch.weigh(weight(row))
        batch.moves(row)
    return len(rows) == _ROWS


def _unassign(transaction: Transaction, org: str, task: Task, job: Job) -> None:
    gone = ("assignee", "GSI1PK", "GSI1SK")
    transaction.update(type(task), task.key, condition=as_read(task), remove=gone, add={"version": 1})
    task_id = keys.last_part(task.sk)
    assert job.started_at is not None
    transaction.put(
        Log.at(
            keys.log(org, task_id, job.started_at, ids.derived_id(ids.EVENT_ID_LENGTH, str(job.run), task_id)),
            action="task-edited",
            actor=job.actor,
            actor_name=job.actor_name,
            before={"assignee": job.name or ""},
            # Of one that is to be swept up, its history is too.
            expires_at=task.expires_at if isinstance(task, ArchivedTask) else None,
        ),
        condition=None,
    )


def _after(position: str) -> str | None:
    """Where to go on when a part is walked to its end; None behind the last."""
    return _PARTS[1] if position.startswith(_PARTS[0]) else None


def _advance(batch: Batch, job: Job) -> _Answer:
    jobs.advance(batch.transaction, job, batch.moved, batch.position)
    return batch.transaction, _progress(job, batch.moved)


def _end(metadata: Key, job: Job) -> _Answer:
    transaction = Transaction()
    jobs.close(transaction, job)
    finish(transaction, metadata, job)
    return transaction, _progress(job, finished=True)


def _progress(job: Job | None, moved: int = 0, *, finished: bool = False) -> Progress:
    done = int(job.cursor) + moved if job else 0
    return Progress(done, done, finished)
