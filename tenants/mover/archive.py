"""Putting a project away and bringing it back, a batch of live tasks at a time. Finished ones stay as they are.

While it is away a live task keeps its row, marked `putAway`, without index keys; it counts on the project's away card
(PUTAWAY#) and no longer in OPEN and on the card of the dashboard. Both cards stand next to each other meanwhile, and
each batch moves rows from one to the other, so that every number agrees with its rows after every step.
"""

from __future__ import annotations

from typing import Any

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, keys, store
from tenants.errors import Conflict, NotFound
from tenants.items import COUNTER_NAMES, AwayCard, Card, Membership, Task
from tenants.mover import job as jobs
from tenants.mover.batch import Batch, rows, weight
from tenants.mover.job import Progress
from tenants.mover.scene import (
    ARCHIVED,
    ARCHIVING,
    DELETING,
    LIVE,
    NO_PROJECT,
    RESTORING,
    Scene,
    done_tasks,
    live_tasks,
)
from tenants.policy import Status
from tenants.transaction import EXISTS, AttributePath, Conflicted, Transaction
from tenants.words import said
from tenants.writes.counts import Standing, count
from tenants.writes.projects import card_title, require_room, take_room
from tenants.writes.rows import as_read, index_keys

MARK = "project"
"""What `putAway` says: it went away with its project."""

DRIFTED = said(
    "The numbers of this project are not those of its tasks. It goes on once your operator has put them right."
)

_ARCHIVE, _RESTORE = "archive-project", "restore-project"
_INDEX = ("GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK")
_MOST_ITEMS_OF_A_ROW = 5
"""The row, its assignee, both cards, and one shard of OPEN."""

_Answer = tuple[Transaction | None, Progress]


def archive_step(found: Scene, event_id: str) -> _Answer:
    """The next step of putting the project away; None when it is away. Raises NotFound, Conflict."""
    state = found.existing.state
    if state == ARCHIVED:
        return None, jobs.progress_of(found.job, finished=True)
    if state == DELETING:
        raise NotFound(NO_PROJECT)
    prefix = keys.tasks_prefix(found.project)
    if state != ARCHIVING or not found.is_running(_ARCHIVE):
        return _begin_archive(found, prefix)
    batch = _put_away(found, found.running.position or prefix)
    if not batch.moved and live_tasks(found.card):
        # Somebody who had looked before it began reopened a task that the walk had already come past.
        batch = _put_away(found, prefix)
    if batch.moved:
        return found.advance(batch)
    return _end_archive(found, event_id)


def restore_step(found: Scene, event_id: str) -> _Answer:
    """The next step of bringing the project back; None when it is live. Raises NotFound, LimitReached."""
    state = found.existing.state
    if state == LIVE:
        return None, jobs.progress_of(found.job, finished=True)
    if state == DELETING:
        raise NotFound(NO_PROJECT)
    prefix = keys.tasks_prefix(found.project)
    if state != RESTORING or not found.is_running(_RESTORE):
        return _begin_restore(found, prefix)
    batch = _bring_back(found, found.running.position or prefix)
    if batch.moved:
        return found.advance(batch)
    transaction = batch.transaction
    transaction.delete(AwayCard, keys.away_card(found.org, found.project))
    found.set_state(transaction, LIVE)
    jobs.close(transaction, found.running)
    found.tell(transaction, event_id, "project-restored")
    return transaction, jobs.progress_of(found.job, finished=True)


def _begin_archive(found: Scene, prefix: str) -> _Answer:
    transaction = found.ground.transaction()
    transaction.check(Card, keys.card(found.org, found.project), EXISTS)
    if found.away is None:
        title = card_title(found.existing.title)
        transaction.put(AwayCard.at(keys.away_card(found.org, found.project), title=title))
    else:
        transaction.check(AwayCard, found.away.key, EXISTS)  # its restore had begun
    total = live_tasks(found.card)
    return transaction, found.begin(transaction, _ARCHIVE, ARCHIVING, total, prefix)


def _put_away(found: Scene, position: str) -> Batch:
    batch = Batch(found.ground.transaction(), position)
    for task in rows(found.org, keys.tasks_prefix(found.project), position):
        assert isinstance(task, Task)
        if task.status == Status.DONE or task.put_away:
            batch.passes(task)
            continue
        if not batch.has_room(_MOST_ITEMS_OF_A_ROW, weight(task)):
            break
        batch.transaction.update(
            Task, task.key, condition=as_read(task), set={"putAway": MARK}, remove=_INDEX, add={"version": 1}
        )
        _count(batch.transaction, found, task, 1)
        batch.weigh(weight(task))
        batch.moves(task)
    return batch


def _end_archive(found: Scene, event_id: str) -> _Answer:
    """Take the card off the dashboard, on the condition that nothing live is left on it."""
    key = keys.card(found.org, found.project)
    card = store.get("write", Card, key) if live_tasks(found.card) else found.card
    if card is None or live_tasks(card):
        if _counts(card) != _counts(found.card):
            raise Conflicted  # somebody counted on the card while the rows were walked
        raise Conflict(DRIFTED)
    transaction = found.ground.transaction()
    nothing_left = EXISTS & _is(card, "done")
    for name in COUNTER_NAMES:
        nothing_left &= _is(card, name)
    transaction.delete(Card, key, nothing_left)
    transaction.update(
        AwayCard,
        keys.away_card(found.org, found.project),
        condition=EXISTS,
        set={"done": done_tasks(card), "archivedAt": clock.to_text(found.ground.now)},
    )
    found.leave_plan(transaction)
    found.set_state(transaction, ARCHIVED)
    jobs.close(transaction, found.running)
    found.tell(transaction, event_id, "project-archived")
    return transaction, jobs.progress_of(found.job, finished=True)


def _begin_restore(found: Scene, prefix: str) -> _Answer:
    transaction = found.ground.transaction()
    away = keys.away_card(found.org, found.project)
    if found.existing.state == ARCHIVED:
        require_room(found.ground.metadata, 1)
        take_room(transaction, found.org, found.ground.metadata, 1)
        title, done = card_title(found.existing.title), done_tasks(found.away)
        transaction.put(Card.at(keys.card(found.org, found.project), title=title, done=done or None))
        transaction.update(AwayCard, away, condition=EXISTS, remove=("done", "archivedAt"))
    else:
        transaction.check(AwayCard, away, EXISTS)  # it was only on its way: its card still counts
    total = live_tasks(found.away)
    return transaction, found.begin(transaction, _RESTORE, RESTORING, total, prefix)


def _bring_back(found: Scene, position: str) -> Batch:
    batch = Batch(found.ground.transaction(), position)
    for task in rows(found.org, keys.tasks_prefix(found.project), position):
        assert isinstance(task, Task)
        if not task.put_away:
            batch.passes(task)
            continue
        if not batch.has_room(_MOST_ITEMS_OF_A_ROW, weight(task)):
            break
        _bring_row_back(batch.transaction, found, task)
        _count(batch.transaction, found, task, -1)
        batch.weigh(weight(task))
        batch.moves(task)
    return batch


def _bring_row_back(transaction: Transaction, found: Scene, task: Task) -> None:
    """With its index keys; without its assignee when they are no longer a member."""
    assignee = task.assignee if task.assignee in found.ground.metadata.people else None
    if assignee:
        transaction.check(Membership, keys.membership(found.org, assignee), EXISTS)
    index = index_keys(found.org, keys.last_part(task.sk), Standing.of(task), task.due, assignee)
    back: dict[AttributePath, Any] = {name.upper(): value for name, value in index.items() if value}
    gone = ("putAway",) if assignee == task.assignee else ("putAway", "assignee")
    transaction.update(Task, task.key, condition=as_read(task), set=back, remove=gone, add={"version": 1})


def _count(transaction: Transaction, found: Scene, task: Task, away: int) -> None:
    """Count the task on the away card and no longer in OPEN and on the card (`away` 1), or the reverse (-1)."""
    standing = Standing.of(task)
    count(transaction, found.org, found.project, keys.last_part(task.sk), standing, -away)
    key = keys.away_card(found.org, found.project)
    transaction.update(AwayCard, key, condition=EXISTS, add={standing.counter: away})


def _counts(card: Card | None) -> list[float | None]:
    return [getattr(card, name, None) for name in (*COUNTER_NAMES, "done")]


def _is(card: Card, name: str) -> Condition:
    """The number is still the one that was read."""
    value, path = getattr(card, name), Path([getattr(Card, name).attr_name])
    return path.does_not_exist() if value is None else path == value
