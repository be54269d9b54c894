"""Changing fields of a task: many at once under the version that was seen, or one whatever else has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType

from tenants.errors import Conflict, NotFound, Refused
from tenants.policy import Permission, Priority, Status
from tenants.snapshots import TaskSnapshot, task_of
from tenants.transaction import Transaction, perform
from tenants.words import said
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
    hold_assignee,
    packed,
    require_assignee,
    tell,
)

_WHATEVER: Mapping[str, str | None] = MappingProxyType({})


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


def write_over(actor: Actor, ref: TaskRef, field: str, text: str, seen: str, now: datetime) -> TaskSnapshot:
    """Write one field (see `FIELDS`) over what the person saw in it, whatever else of the task has changed meanwhile.

    `text` and `seen` are as `text_of` tells them. Answers with the task as it then stands. Raises Conflict with both
    values when somebody else wrote into this very field, else as `edit`.
    """
    wanted = {field: _CLEAN[field](text) or None}
    action = "task-labelled" if field == "labels" else "task-edited"
    return _alter(actor, ref, wanted, None, now, action, seen={field: seen or None})


def text_of(task: TaskSnapshot, field: str) -> str:
    """What stands in one of the `FIELDS` of a task: a day as YYYY-MM-DD, a member by id, labels one a line."""
    stored = {
        "title": task.title,
        "status": task.status,
        "priority": task.priority,
        "due": day_text(task.due),
        "assignee": task.assignee,
        "labels": packed(task.labels),
    }
    return str(stored[field] or "")


def _one_of(words: type[Priority | Status], field: str) -> Callable[[str], str]:
    def clean(text: str) -> str:
        if text not in {str(word) for word in words}:
            raise Refused(said("Choose one of these."), field)
        return str(text)

    return clean


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError as error:
        raise Refused(said("This is no date."), "due") from error


_CLEAN: dict[str, Callable[[str], str | None]] = {
    "title": clean_title,
    "status": _one_of(Status, "status"),
    "priority": _one_of(Priority, "priority"),
    "due": _day,
    "assignee": str,
    "labels": lambda text: packed(clean_labels(text.split("\n"))),
}
FIELDS = tuple(_CLEAN)
"""The fields of a task that can be written over one by one."""


def _alter(
    actor: Actor,
    ref: TaskRef,
    wanted: Mapping[str, str | None],
    version: int | None,
    now: datetime,
    action: str,
    seen: Mapping[str, str | None] = _WHATEVER,
) -> TaskSnapshot:
    """Make the task as wanted, by stored names; nothing is written when it is so already.

    It must still be at `version`, if that is not None, and the fields that were `seen` must be as they were.
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
        stale = any((getattr(task, name) or None) != value for name, value in seen.items())
        if stale or (version is not None and task.version != version):
            raise Conflict(CHANGED, differences(task, wanted))
        if "assignee" in changes:
            require_assignee(ground, changes["assignee"])
            changes["person"] = None if changes["assignee"] else task.person
        status, priority = Status(changes.get("status") or task.status), changes.get("priority") or task.priority
        after, completion = after_change(ground, task, status, Priority(priority))
        transaction = ground.transaction()
        changed = change(transaction, task, after, changes | completion)
        if "assignee" in changes:
            hold_assignee(transaction, ref.org, changes["assignee"])
        move(transaction, ref.org, task, after, ground.person.name if after.by == actor.user else None)
        tell(ground, transaction, event_id, action, header, task, changed)
        return transaction, task_of(changed)

    return perform(build)
