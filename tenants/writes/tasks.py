"""Tasks: create, start, stop, complete, reopen, delete. Each is one transaction, its counters included.

Cost of each: one consistent BatchGetItem and one transaction, again per retry; nothing when nothing is left to do.
"""

from __future__ import annotations

from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import clock, keys
from tenants.errors import NotFound
from tenants.items import Card, Event, Header, Task, Text
from tenants.policy import LIVE_STATUSES, Permission, Priority, Status
from tenants.snapshots import TaskSnapshot, task_of
from tenants.transaction import EXISTS, Transaction, perform
from tenants.writes.counts import Standing, count, count_gone, move
from tenants.writes.details import sweep
from tenants.writes.edits import edit
from tenants.writes.ground import Actor, new_event_id
from tenants.writes.projects import card_title
from tenants.writes.rows import as_read, change, day_text, index_keys
from tenants.writes.task_ground import (
    NO_TASK,
    TaskFields,
    TaskRef,
    after_change,
    ground_of,
    hold_assignee,
    packed,
    require_assignee,
    tell,
)

__all__ = ["TaskFields", "TaskRef", "complete", "create", "delete", "edit", "reopen", "start", "stop"]


def create(actor: Actor, org: str, project: str, fields: TaskFields, task_id: str, now: datetime) -> TaskRef:
    """Create an open task under an id that the caller drew, so that sending a form twice creates it once.

    Raises Refused (field named), NotFound (no such project or organisation), NotAllowed, Busy.
    """
    fields = fields.cleaned()
    event_id = new_event_id()
    ref = TaskRef(org, project, task_id)

    def build() -> tuple[Transaction | None, TaskRef]:
        ground, task, header = ground_of(actor, ref, Permission.TASK_CREATE, now)
        if task is not None:
            return None, ref
        require_assignee(ground, fields.assignee)
        transaction = ground.transaction()
        # With the title that it copies: else a task made while its project is renamed would keep the old one.
        unchanged = (Path("state") == "live") & (Path("title") == header.title)
        transaction.check(Header, keys.header(org, project), EXISTS & unchanged)
        standing = Standing(Status.OPEN, fields.priority)
        created = Task.at(
            keys.task(org, project, task_id),
            title=fields.title,
            status=Status.OPEN,
            priority=fields.priority,
            due=day_text(fields.due),
            assignee=fields.assignee,
            labels=packed(fields.labels or ()),
            project=card_title(header.title),
            created_at=clock.to_text(now),
            **index_keys(org, task_id, standing, day_text(fields.due), fields.assignee),
        )
        transaction.put(created)
        hold_assignee(transaction, org, fields.assignee)
        count(transaction, org, project, task_id, standing, 1)
        tell(ground, transaction, event_id, "task-created", header, None, created)
        return transaction, ref

    return perform(build)


def complete(actor: Actor, ref: TaskRef, now: datetime) -> TaskSnapshot:
    """Finish a task: counted once for `actor` in the month that it is now in the organisation's zone.

    A task that is done already stays as it is. Answers with the task as it then stands.
    """
    return _set_status(actor, ref, LIVE_STATUSES, Status.DONE, "task-completed", now)


def reopen(actor: Actor, ref: TaskRef, now: datetime) -> TaskSnapshot:
    """Open a done task again: exactly what its completion counted is taken back, from the month it was counted in."""
    return _set_status(actor, ref, (Status.DONE,), Status.OPEN, "task-reopened", now)


def start(actor: Actor, ref: TaskRef, now: datetime) -> TaskSnapshot:
    """Take an open task in hand."""
    return _set_status(actor, ref, (Status.OPEN,), Status.DOING, "task-started", now)


def stop(actor: Actor, ref: TaskRef, now: datetime) -> TaskSnapshot:
    """Put a task that is in progress back."""
    return _set_status(actor, ref, (Status.DOING,), Status.OPEN, "task-stopped", now)


def delete(actor: Actor, ref: TaskRef, now: datetime) -> None:
    """Delete a task. A live one stops counting; a done one keeps its place in finished months (it counts as gone).

    Its description goes in the same transaction, its comments and history in batches after it (`details.sweep`).
    """
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, None]:
        ground, task, header = ground_of(actor, ref, Permission.TASK_DELETE, now, *told)
        if task is None:
            # Gone is not deleted: it may have been moved, and then what hangs on it must stay.
            if any(ground.get(Event, key) for key in told):
                return None, None  # our own lost answer had landed
            raise NotFound(NO_TASK)
        told[:] = [ground.event_key(event_id)]
        transaction = ground.transaction()
        transaction.delete(Task, task.key, as_read(task))
        transaction.delete(Text, keys.text(ref.org, ref.id), condition=None)
        standing = Standing.of(task)
        if standing.status is Status.DONE:
            _leave(transaction, ref, standing)
        else:
            count(transaction, ref.org, ref.project, ref.id, standing, -1)
        tell(ground, transaction, event_id, "task-deleted", header, task, None)
        ground.record(transaction, event_id, "task-deleted", task.title, about=ref.id)
        return transaction, None

    told: list[keys.Key] = []
    perform(build)
    sweep(ref.org, ref.id)


def _set_status(
    actor: Actor, ref: TaskRef, before: tuple[Status, ...], after: Status, action: str, now: datetime
) -> TaskSnapshot:
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, TaskSnapshot]:
        ground, task, header = ground_of(actor, ref, Permission.TASK_COMPLETE, now)
        if task is None:
            raise NotFound(NO_TASK)
        if task.status not in before:
            return None, task_of(task)
        standing, completion = after_change(ground, task, after, Priority(task.priority))
        transaction = ground.transaction()
        changed = change(transaction, task, standing, completion)
        move(transaction, ref.org, task, standing, ground.person.name if standing.by else None)
        tell(ground, transaction, event_id, action, header, task, changed)
        return transaction, task_of(changed)

    return perform(build)


def _leave(transaction: Transaction, ref: TaskRef, standing: Standing) -> None:
    transaction.check(Card, keys.card(ref.org, ref.project), EXISTS)
    count_gone(transaction, ref.org, ref.project, standing, 1)
