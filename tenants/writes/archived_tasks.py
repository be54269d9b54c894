"""Finished tasks that were put away: taking one back in hand."""

from __future__ import annotations

from datetime import datetime

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import ArchivedTask, Header, Task
from tenants.policy import Permission, Priority, Status
from tenants.snapshots import TaskSnapshot, task_of
from tenants.transaction import EXISTS, Transaction, perform
from tenants.writes.counts import Standing, count_gone, move
from tenants.writes.ground import Actor, new_event_id
from tenants.writes.projects import card_title
from tenants.writes.rows import as_read, index_keys
from tenants.writes.task_ground import LIVE, NO_TASK, TaskRef, ground_of, tell

_MOST_DETAILS = 80


def reopen(actor: Actor, ref: TaskRef, now: datetime) -> TaskSnapshot:
    """Open a finished task that was put away: back on its board, and what its completion counted is taken back.

    One that is open on its board already stays as it is. One that was given an end has none any more, nor have its
    comments; when its end has come it is not there. Raises NotFound (also in a project that is not live), NotAllowed,
    SessionEnded, Busy. One consistent BatchGetItem and one transaction, with an end one Query more.
    """
    event_id = new_event_id()
    archived_key = keys.archived_task(ref.org, ref.project, ref.id)

    def build() -> tuple[Transaction | None, TaskSnapshot]:
        ground, task, header = ground_of(actor, ref, Permission.TASK_COMPLETE, now, archived_key)
        if task is not None:
            return None, task_of(task)  # somebody was quicker, or our own lost answer had landed
        archived = ground.get(ArchivedTask, archived_key)
        if archived is None or (archived.expires_at and archived.expires_at <= now.timestamp()):
            raise NotFound(NO_TASK)
        transaction = ground.transaction()
        transaction.check(Header, header.key, LIVE)
        transaction.delete(ArchivedTask, archived.key, as_read(archived))
        opened = _opened(archived, ref, card_title(header.title))
        transaction.put(opened)
        move(transaction, ref.org, archived, Standing.of(opened))
        if archived.expires_at:
            count_gone(transaction, ref.org, ref.project, Standing.of(archived), -1)
            _keep_details(transaction, ref, archived.expires_at)
        tell(ground, transaction, event_id, "task-reopened", header, archived, opened)
        return transaction, task_of(opened)

    return perform(build)


def _opened(archived: ArchivedTask, ref: TaskRef, title: str) -> Task:
    left_behind = {"pk", "sk", "version", "expires_at", "completed_at", "completed_by", "completed_day"}
    kept = {name: value for name, value in archived.attribute_values.items() if name not in left_behind}
    kept |= {"status": Status.OPEN, "project": title, "version": archived.version + 1}
    standing = Standing(Status.OPEN, Priority(archived.priority))
    kept |= index_keys(ref.org, ref.id, standing, archived.due, archived.assignee)
    return Task.at(keys.task(ref.org, ref.project, ref.id), **kept)


def _keep_details(transaction: Transaction, ref: TaskRef, expires_at: float) -> None:
    """Take the end off its description and comments that it came with. The locks of comments have ends of their own."""
    for item in store.walk("write", keys.org_pk(ref.org), prefix=keys.details_prefix(ref.id), page=_MOST_DETAILS):
        if item.expires_at == expires_at:
            transaction.update(type(item), item.key, condition=EXISTS, remove=("expiresAt",))
