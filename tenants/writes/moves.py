"""Moving a task to another project of the organisation."""

from __future__ import annotations

from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import keys
from tenants.errors import Conflict, NotFound
from tenants.items import Header, Task
from tenants.policy import Permission
from tenants.snapshots import TaskSnapshot, task_of
from tenants.transaction import Transaction, perform
from tenants.writes.counts import Standing, count
from tenants.writes.ground import Actor, new_event_id
from tenants.writes.projects import card_title
from tenants.writes.rows import as_read
from tenants.writes.task_ground import CHANGED, LIVE, NO_PROJECT, NO_TASK, TaskRef, ground_of, tell


def move(actor: Actor, ref: TaskRef, to_project: str, version: int, now: datetime) -> TaskSnapshot:
    """Move a task to another live project, if it is still at `version`: row and counters at once, exactly once.

    Its id stays, and with it its description, comments and history, which name no project. OPEN and the months do not
    notice. Answers with the task as it then stands; moving it back with that version undoes it. A task that is there
    already stays as it is, whoever brought it. Raises Conflict, NotFound (no such task here, or no such live project),
    NotAllowed, Busy. One consistent BatchGetItem and one transaction, again per retry.
    """
    event_id = new_event_id()
    target_key, new_key = keys.header(ref.org, to_project), keys.task(ref.org, to_project, ref.id)

    def build() -> tuple[Transaction | None, TaskSnapshot]:
        more = () if to_project == ref.project else (target_key, new_key)
        ground, task, _ = ground_of(actor, ref, Permission.TASK_EDIT, now, *more)
        target, arrived = ground.get(Header, target_key), ground.get(Task, new_key)
        if target is None or target.state != "live":
            raise NotFound(NO_PROJECT)
        if arrived is not None:
            return None, task_of(arrived)  # moved twice, or our own lost answer had landed
        if task is None:
            raise NotFound(NO_TASK)
        if task.version != version:
            raise Conflict(CHANGED)
        moved = _at(task, new_key, card_title(target.title))
        standing = Standing.of(task)
        transaction = ground.transaction()
        transaction.delete(Task, task.key, as_read(task))
        transaction.put(moved)
        # With the title that it copies: else a task moved while the project is renamed would keep the old one.
        transaction.check(Header, target_key, LIVE & (Path("title") == target.title))
        count(transaction, ref.org, ref.project, ref.id, standing, -1)
        count(transaction, ref.org, to_project, ref.id, standing, 1)
        tell(ground, transaction, event_id, "task-moved", target, task, moved)
        return transaction, task_of(moved)

    return perform(build)


def _at(task: Task, key: keys.Key, project_title: str) -> Task:
    """The same task under another key, one version on."""
    moved = Task.from_raw_data(task.to_dynamodb_dict())
    moved.pk, moved.sk = key
    moved.project = project_title
    moved.version = task.version + 1
    return moved
