"""Putting finished tasks away: out of the board's slice into the archive, in batches that count once.

A batch changes no number: the task stays done on its card and in its months. One that is given an end (`expiresAt`)
counts as gone from that very transaction on, so it does not matter when DynamoDB sweeps it up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.errors import Conflict, NotFound, Refused
from tenants.items import ArchivedTask, Base, Header, Job, Metadata, Task
from tenants.mover import job as jobs
from tenants.mover.batch import Batch, Details, rows, weight
from tenants.mover.job import Progress
from tenants.policy import Status
from tenants.snapshots import NO_ORG
from tenants.transaction import EXISTS, Transaction
from tenants.writes import audit
from tenants.writes.counts import Standing, count_gone
from tenants.writes.rows import as_read
from tenants.writes.task_ground import LIVE

ACTION = "archive-done"
SHORTEST = timedelta(days=1)

MOST_DETAILS = 60
"""A task with more comments and history than one transaction can mark is put away without an end."""

_ANOTHER = "Another run for this organisation goes on from here. What this one put away stays."
_STALE = timedelta(days=1)
_MOST_ITEMS_OF_A_ROW = 4
"""The row where it was and where it goes, its project's record, and the month of whoever finished it."""


@dataclass(slots=True)
class _Terms:
    """What a run was asked for. `count` tells it to find out first how much there is to do; `opened`, that it began."""

    org: str
    older_than: timedelta
    expire_after: timedelta | None
    now: datetime
    run: str
    count: bool
    opened: bool = False
    event_id: str = field(default_factory=ids.new_event_id)


def archive_done(
    org: str,
    older_than: timedelta,
    expire_after: timedelta | None = None,
    *,
    now: datetime | None = None,
    budget: float | None = None,
    show: Callable[[Progress], None] | None = None,
) -> Progress:
    """Put away what was finished more than `older_than` ago, in live projects.

    A task of which nobody knows when it was finished goes by when it was made. With `expire_after` it is deleted so
    long after it was put away.

    Works until all is done or its budget of seconds is used up; a run that was cut short is gone on with by the next
    one on the same terms within a day, else the next one begins anew. For operators: it asks for nobody's right.
    Costs one Query per 100 rows of all boards (twice that with `show`, to know how many there are), with
    `expire_after` up to one more a task, and one transaction per some 35 tasks. Raises Refused (less than a day),
    NotFound, Conflict (another run took over), Busy, Unavailable.
    """
    if older_than < SHORTEST or (expire_after is not None and expire_after < SHORTEST):
        raise Refused("Both periods are at least one day.")
    terms = _Terms(org, older_than, expire_after, now or clock.now(), ids.random_id(10), show is not None)
    return jobs.run(lambda: _step(terms), budget, show or (lambda _: None))


def _step(terms: _Terms) -> tuple[Transaction | None, Progress]:
    metadata_key, job_key = keys.metadata(terms.org), keys.job(terms.org, keys.ARCHIVE_JOB)
    found = store.get_many("write", [metadata_key, job_key])
    metadata, job = found.get(Metadata, metadata_key), found.get(Job, job_key)
    if metadata is None or metadata.state != "live":
        raise NotFound(NO_ORG)
    if job is None or job.run != terms.run:
        if terms.opened:
            raise Conflict(_ANOTHER)
        return _open(terms, metadata, job)
    terms.opened = True
    if job.state == jobs.DONE:
        return None, _progress(job, finished=True)
    batch = _fill(terms, job)
    if batch.moved:
        jobs.advance(batch.transaction, job, batch.moved, batch.position)
        return batch.transaction, _progress(job, batch.moved)
    transaction = Transaction()
    jobs.close(transaction, job)
    return transaction, _progress(job, finished=True)


def _open(terms: _Terms, metadata: Metadata, job: Job | None) -> tuple[Transaction, Progress]:
    """Begin; or go on where an earlier run on the same terms was cut short, under its clock."""
    earlier = job if job is not None and _goes_on(terms, job) else None
    started = clock.from_text(earlier.started_at) if earlier and earlier.started_at else terms.now
    position = earlier.position if earlier and earlier.position else keys.BOARDS_PREFIX
    done = int(earlier.cursor) if earlier else 0
    more = sum(1 for _ in _due(terms.org, position, started - terms.older_than)) if terms.count else 0
    transaction = Transaction()
    # Nothing may be put into an organisation that is being deleted in this moment.
    transaction.check(Metadata, keys.metadata(terms.org), Path("state") == "live")
    key = keys.job(terms.org, keys.ARCHIVE_JOB)
    jobs.begin(
        transaction,
        key,
        job,
        ACTION,
        started,
        run=terms.run,
        cursor=done,
        total=done + more,
        position=position,
        older_than=terms.older_than.total_seconds(),
        expire_after=terms.expire_after.total_seconds() if terms.expire_after else None,
    )
    if terms.expire_after and earlier is None:  # what will be deleted is recorded; what is put away can be fetched back
        scene, days = audit.Scene(terms.org, metadata.zone, started), str(terms.expire_after.days)
        audit.record(transaction, scene, audit.OPERATOR, terms.event_id, "tasks-expiring", metadata.name, after=days)
    return transaction, Progress(done, done + more, finished=False)


def _progress(job: Job, moved: int = 0, *, finished: bool = False) -> Progress:
    done = int(job.cursor) + moved
    return Progress(done, max(int(job.total), done), finished)


def _goes_on(terms: _Terms, job: Job) -> bool:
    expire_after = terms.expire_after.total_seconds() if terms.expire_after else None
    return (
        job.state == jobs.RUNNING
        and (job.older_than, job.expire_after) == (terms.older_than.total_seconds(), expire_after)
        and clock.from_text(job.started_at) > terms.now - _STALE
    )


def _fill(terms: _Terms, job: Job) -> Batch:
    assert job.started_at is not None
    started = clock.from_text(job.started_at)
    expires_at = clock.expiry(started, terms.expire_after) if terms.expire_after else None
    batch = Batch(Transaction(), job.position or keys.BOARDS_PREFIX)
    details = Details(terms.org, MOST_DETAILS + 1)
    for task in _due(terms.org, batch.position, started - terms.older_than):
        below, complete = details.of(keys.last_part(task.sk)) if expires_at else ([], True)
        end = expires_at if complete and len(below) <= MOST_DETAILS else None
        below = below if end else []
        size = 2 * weight(task) + weight(*below)
        if not batch.has_room(len(below) + _MOST_ITEMS_OF_A_ROW, size):
            break
        _put_away(batch.transaction, terms.org, task, end, below)
        batch.weigh(size)
        batch.moves(task)
    return batch


def _due(org: str, position: str, before: datetime) -> Iterator[Task]:
    """The finished tasks of live projects that are old enough, behind `position`."""
    cutoff = clock.to_text(before)
    current, is_live = "", False
    for item in rows(org, keys.BOARDS_PREFIX, position):
        project = keys.project_of_board(item.sk)
        if project != current:
            # A project's record comes before its tasks; but the walk may go on in the middle of one.
            header = item if isinstance(item, Header) else store.get("partition", Header, keys.header(org, project))
            current, is_live = project, header is not None and header.state == "live"
        if (
            is_live
            and isinstance(item, Task)
            and item.status == Status.DONE
            and (item.completed_at or item.created_at) < cutoff
        ):
            yield item


def _put_away(transaction: Transaction, org: str, task: Task, expires_at: int | None, below: list[Base]) -> None:
    project, task_id = keys.project_of_board(task.sk), keys.last_part(task.sk)
    # A rename of the project changes the row without another version.
    title = Path("project")
    same_title = title == task.project if task.project else title.does_not_exist()
    transaction.delete(Task, task.key, as_read(task) & same_title)
    transaction.check(Header, keys.header(org, project), LIVE)
    kept = {name: value for name, value in task.attribute_values.items() if name not in {"pk", "sk", "version"}}
    archived = ArchivedTask.at(keys.archived_task(org, project, task_id), **kept, version=task.version + 1)
    archived.expires_at = expires_at
    transaction.put(archived)
    if expires_at is None:
        return
    count_gone(transaction, org, project, Standing.of(task), 1)
    for item in below:
        if not item.expires_at:
            transaction.update(type(item), item.key, condition=EXISTS, set={"expiresAt": expires_at})
