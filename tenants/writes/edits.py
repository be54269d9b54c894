"""Changing fields of a task: many at once under the version that was seen, or one whatever else has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from tenants.errors import Conflict, NotFound
from tenants.policy import Permission, Priority, Status
from tenants.snapshots import TaskSnapshot, task_of
from tenants.transaction import Transaction, perform
from tenants.writes.counts import move
from tenants.writes.ground import Actor, new_event_id
from tenants.writes.rows import change, day_text
from tenants.writes.task_ground import (
    CHANGED,
    NO_TASK,
    TaskFields,
    TaskRef,
    after_change,
    clean_labels,
    clean_title,
    differences,
    ground_of,
    packed,
    require_assignee,
    tell,
)


def edit(actor: Actor, ref: TaskRef, fields: TaskFields, version: int, now: datetime) -> TaskSnapshot:
    """Change title, priority, due date, assignee, status and labels at once, if the task is still at `version`.

    Answers with the task as it then stands. Raises Conflict with both values of each field when somebody else changed
    the task meanwhile, Refused (field named), NotFound, NotAllowed, Busy.
    """
    fields = fields.cleaned()
    wanted: dict[str, str | None] = {
        "title": fields.title,
        "priority": str(fields.priority),
        "due": day_text(fields.due),
        "assignee": fields.assignee,
    }
    if fields.status:
        wanted["status"] = str(fields.status)
    if fields.labels is not None:
        wanted["labels"] = packed(fields.labels)
    return _alter(actor, ref, wanted, version, now, "task-edited")


def retitle(actor: Actor, ref: TaskRef, title: str, now: datetime, version: int | None = None) -> TaskSnapshot:
    """Give a task another title. As all changes of one field: with `version` None whatever else has changed."""
    return _alter(actor, ref, {"title": clean_title(title)}, version, now, "task-edited")


def prioritise(
    actor: Actor, ref: TaskRef, priority: Priority, now: datetime, version: int | None = None
) -> TaskSnapshot:
    """Make a task more or less pressing. Its counters move with it."""
    return _alter(actor, ref, {"priority": str(priority)}, version, now, "task-edited")


def assign(actor: Actor, ref: TaskRef, assignee: str | None, now: datetime, version: int | None = None) -> TaskSnapshot:
    """Give a task to a member, or to nobody."""
    return _alter(actor, ref, {"assignee": assignee}, version, now, "task-edited")


def schedule(actor: Actor, ref: TaskRef, due: date | None, now: datetime, version: int | None = None) -> TaskSnapshot:
    """Set or drop the due date of a task."""
    return _alter(actor, ref, {"due": day_text(due)}, version, now, "task-edited")


def label(actor: Actor, ref: TaskRef, labels: Sequence[str], now: datetime, version: int | None = None) -> TaskSnapshot:
    """Give a task these labels instead of those that it has."""
    return _alter(actor, ref, {"labels": packed(clean_labels(labels))}, version, now, "task-labelled")


def _alter(
    actor: Actor, ref: TaskRef, wanted: Mapping[str, str | None], version: int | None, now: datetime, action: str
) -> TaskSnapshot:
    """Make the task as wanted, by stored names; nothing is written when it is so already.

    One consistent BatchGetItem and one transaction, again per retry.
    """
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, TaskSnapshot]:
        ground, task, header = ground_of(actor, ref, Permission.TASK_EDIT, now)
        if task is None:
            raise NotFound(NO_TASK)
        changes = {name: value for name, value in wanted.items() if getattr(task, name) != value}
        if not changes:
            return None, task_of(task)  # nothing to change, or our own lost answer had landed
        if version is not None and task.version != version:
            raise Conflict(CHANGED, differences(task, wanted))
        if "assignee" in changes:
            require_assignee(ground, changes["assignee"])
            changes["person"] = None if changes["assignee"] else task.person
        status, priority = Status(changes.get("status") or task.status), changes.get("priority") or task.priority
        after, completion = after_change(ground, task, status, Priority(priority))
        transaction = ground.transaction()
        changed = change(transaction, task, after, changes | completion)
        move(transaction, ref.org, task, after, ground.person.name if after.by == actor.user else None)
        tell(ground, transaction, event_id, action, header, task, changed)
        return transaction, task_of(changed)

    return perform(build)
