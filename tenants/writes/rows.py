"""How a change of a task is written down: its attributes, and the index keys that follow from them."""

from __future__ import annotations

from datetime import date
from typing import Any

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import keys
from tenants.items import Task
from tenants.policy import Status
from tenants.transaction import Transaction
from tenants.writes.counts import Standing

_STORED = {
    "status": "status",
    "title": "title",
    "priority": "priority",
    "due": "due",
    "assignee": "assignee",
    "labels": "labels",
    "person": "person",
    "completed_at": "completedAt",
    "completed_by": "completedBy",
    "completed_day": "completedDay",
    "gsi1pk": "GSI1PK",
    "gsi1sk": "GSI1SK",
    "gsi2pk": "GSI2PK",
    "gsi2sk": "GSI2SK",
}


def index_keys(
    org: str, task_id: str, standing: Standing, due: str | None, assignee: str | None
) -> dict[str, str | None]:
    """The index keys of a task in this standing, by attribute of `Task`: none once it is done."""
    live = standing.status is not Status.DONE
    mine = live and assignee is not None
    return {
        "gsi1pk": keys.user_pk(assignee) if mine and assignee else None,
        "gsi1sk": keys.by_user_task(due, task_id) if mine else None,
        "gsi2pk": keys.by_status_pk(org, standing.status) if live else None,
        "gsi2sk": keys.by_status_sk(standing.priority.rank, due, task_id) if live else None,
    }


def change(transaction: Transaction, task: Task, after: Standing, changes: dict[str, Any]) -> Task:
    """Put `changes` (by stored name, None removes) and the index keys that follow into the transaction.

    Answers with the task as it will stand.
    """
    due = changes.get("due", task.due)
    assignee = changes.get("assignee", task.assignee)
    index = index_keys(keys.org_of(task.pk), keys.last_part(task.sk), after, due, assignee)
    wanted = dict(changes) | {"status": str(after.status)} | {_STORED[name]: value for name, value in index.items()}
    transaction.update(
        Task,
        task.key,
        condition=as_read(task),
        set={name: value for name, value in wanted.items() if value is not None},
        remove=tuple(name for name, value in wanted.items() if value is None),
        add={"version": 1},
    )
    return _with(task, wanted)


def _with(task: Task, stored: dict[str, Any]) -> Task:
    changed = Task.from_raw_data(task.to_dynamodb_dict())
    by_stored_name = {attribute: name for name, attribute in _STORED.items()}
    for attribute, value in stored.items():
        setattr(changed, by_stored_name[attribute], value)
    changed.version = task.version + 1
    return changed


def as_read(task: Task) -> Condition:
    """The task is still the one that was read: counters are moved by what it was."""
    conditions: list[Condition] = [
        Path("version") == task.version,
        Path("status") == task.status,
        Path("priority") == task.priority,
    ]
    unchanged: Condition = conditions[0] & conditions[1] & conditions[2]
    return unchanged


def day_text(day: date | None) -> str | None:
    """A due date as it is stored."""
    return None if day is None else day.isoformat()
