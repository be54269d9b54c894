"""Deleting a project with everything below it, a batch of tasks at a time, descriptions and comments included.

Live tasks stop counting. Finished ones keep their place in the months (they count as gone), so a finished month never
changes. The ledger of an import stays: what was deleted here is not brought in again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tenants import keys
from tenants.errors import NotFound
from tenants.items import ArchivedTask, AwayCard, Base, Brief, Card, Header, Task
from tenants.mover import job as jobs
from tenants.mover.batch import Batch, Details, rows, weight
from tenants.mover.job import Progress
from tenants.mover.scene import DELETING, NO_PROJECT, Scene, done_tasks, live_tasks
from tenants.policy import Status
from tenants.transaction import EXISTS, MISSING, Transaction
from tenants.writes.counts import Standing, count, count_gone
from tenants.writes.rows import as_read

ACTION = "delete-project"

_MOST_ITEMS_OF_A_ROW = 4
"""The row, and of its counters at most three: OPEN and card, or record and month; the away card."""


def delete_step(found: Scene, event_id: str) -> tuple[Transaction | None, Progress]:
    """The next step of deleting the project; None when it is deleted. Raises NotFound."""
    if found.header is None:
        if found.job is None or found.job.action != ACTION:
            raise NotFound(NO_PROJECT)
        return None, jobs.progress_of(found.job, finished=True)
    first = keys.tasks_prefix(found.project)
    if found.header.state != DELETING or not found.is_running(ACTION):
        transaction = found.ground.transaction()
        done = done_tasks(found.card or found.away) - int(found.header.gone or 0)
        total = live_tasks(found.card) + live_tasks(found.away) + max(done, 0)
        return transaction, found.begin(transaction, ACTION, DELETING, total, first)
    batch = _take_away(found, found.running.position or first)
    if len(batch.transaction) > 1:
        return found.advance(batch)
    return _end(found, event_id)


def _end(found: Scene, event_id: str) -> tuple[Transaction, Progress]:
    transaction = found.ground.transaction()
    transaction.delete(Header, found.existing.key)
    transaction.delete(Brief, keys.brief(found.org, found.project), condition=None)
    if found.card is not None:
        transaction.delete(Card, found.card.key)
        found.leave_plan(transaction)
    else:
        transaction.check(Card, keys.card(found.org, found.project), MISSING)
    if found.away is not None:
        transaction.delete(AwayCard, found.away.key)
    jobs.close(transaction, found.running)
    found.tell(transaction, event_id, "project-deleted")
    return transaction, jobs.progress_of(found.job, finished=True)


def _take_away(found: Scene, position: str) -> Batch:
    batch = Batch(found.ground.transaction(), position)
    details = Details(found.org)
    for row in _rows(found, position):
        assert isinstance(row, Task)
        below, complete = details.of(keys.last_part(row.sk))
        size = weight(row, *below)
        if not batch.has_room(len(below) + _MOST_ITEMS_OF_A_ROW, size):
            break
        batch.weigh(size)
        for item in below:
            batch.transaction.delete(type(item), item.key)
        if not complete:
            break  # a task with so many comments takes more than one step; its row goes in the last of them
        _delete(batch.transaction, found, row)
        batch.moves(row)
    return batch


def _rows(found: Scene, position: str) -> Iterator[Base]:
    """What is left on the board, then what was put away from it."""
    board, put_away = keys.tasks_prefix(found.project), keys.archive_prefix(found.project)
    if position.startswith(board):
        return chain(rows(found.org, board, position), rows(found.org, put_away, put_away))
    return rows(found.org, put_away, position)


def _delete(transaction: Transaction, found: Scene, task: Task) -> None:
    transaction.delete(type(task), task.key, as_read(task))
    standing = Standing.of(task)
    if isinstance(task, ArchivedTask) and task.expires_at:
        return  # it counted as gone from the moment that it was given an end
    if standing.status is Status.DONE:
        count_gone(transaction, found.org, found.project, standing, 1)
    elif task.put_away:
        away = keys.away_card(found.org, found.project)
        transaction.update(AwayCard, away, condition=EXISTS, add={standing.counter: -1})
    else:
        count(transaction, found.org, found.project, keys.last_part(task.sk), standing, -1)
