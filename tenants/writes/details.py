"""A task's description and comments, and the sweeping up behind a deleted task.

Whoever writes an item of `DETAIL#<task>` demands the task's row in the same transaction, so none is born behind a
deletion. Those that were there before it are swept up after it, in bounded batches: when that is cut short, or when a
task's row is taken away by something else than `tasks.delete`, its items of the kinds `Text`, `Note`, `Log` and `Sent`
are orphans. They belong to a task without a row, are shown nowhere, count nowhere, and may be deleted by whoever
finds them.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, deadline, ids, keys, store
from tenants.errors import Conflict, Difference, NotAllowed, NotFound, OutcomeUnknown, Refused, Unavailable
from tenants.items import Header, Note, Sent, Task, Text
from tenants.policy import COMMENT_LENGTH, DESCRIPTION_LENGTH, Permission, allows
from tenants.text import many_lines
from tenants.transaction import EXISTS, MISSING, ConditionFailed, Conflicted, Transaction, perform
from tenants.words import said
from tenants.writes.ground import Actor, Ground, new_event_id
from tenants.writes.projects import card_title
from tenants.writes.task_ground import LIVE, NO_TASK, TaskRef, ground_of, tell

log = logging.getLogger(__name__)

NO_COMMENT = said("There is no such comment. It may have been deleted.")
_DESCRIBED = said("Somebody else changed this description in the meantime. Nothing of yours was saved; here are both.")

_SENT_KEPT = timedelta(days=2)
_SWEPT_AT_ONCE = 80
_SWEEPS = 5
_TIME_TO_SWEEP = 1.5


def describe(actor: Actor, ref: TaskRef, text: str, revision: str, now: datetime) -> str:
    """Give a task this description, if its description is still of `revision`; an empty text takes it away.

    Answers with the new revision. What else changes about the task is no conflict. Raises Conflict with both texts,
    Refused (field `description`), NotFound, NotAllowed, Busy. One consistent BatchGetItem and one transaction.
    """
    text = many_lines(text)
    if len(text) > DESCRIPTION_LENGTH:
        raise Refused(
            said(
                "A description has at most %(most)s characters; this one has %(length)s.",
                most=DESCRIPTION_LENGTH,
                length=len(text),
            ),
            "description",
        )
    event_id = new_event_id()
    key = keys.text(ref.org, ref.id)

    def build() -> tuple[Transaction | None, str]:
        ground, task, header = ground_of(actor, ref, Permission.TASK_EDIT, now, key)
        task = _existing(task)
        stored = ground.get(Text, key)
        present = stored.text if stored else ""
        if present == text:
            return None, revision_of(stored)  # nothing to change, or our own lost answer had landed
        if revision_of(stored) != revision:
            raise Conflict(_DESCRIBED, (Difference("description", present, text),))
        transaction = _transaction(ground, task, header)
        if text:
            transaction.put(Text.at(key, text=text, revision=event_id), _as_read(stored))
        else:
            transaction.delete(Text, key, _as_read(stored))
        tell(ground, transaction, event_id, "task-described", header, task, task)
        return transaction, event_id if text else ""

    return perform(build)


def revision_of(stored: Text | None) -> str:
    """What says which description somebody saw: "" for none."""
    return "" if stored is None else stored.revision or "imported"


def comment(actor: Actor, ref: TaskRef, text: str, token: str, now: datetime) -> str:
    """Comment on a task. `token` was drawn for the form (`ids.new_note_token`), so sending it twice comments once.

    Answers with the comment's id. Raises Refused (field `comment`), NotFound, NotAllowed, Busy. One consistent
    BatchGetItem and one transaction.
    """
    text = many_lines(text)
    if not text:
        raise Refused(said("Write a comment first."), "comment")
    if len(text) > COMMENT_LENGTH:
        raise Refused(
            said(
                "A comment has at most %(most)s characters; this one has %(length)s.",
                most=COMMENT_LENGTH,
                length=len(text),
            ),
            "comment",
        )
    if not ids.NOTE_TOKEN.fullmatch(token):
        raise Refused(said("This form is damaged. Load the page again."), "comment")
    event_id = new_event_id()
    instant = clock.to_text(now)
    sent_key = keys.sent(ref.org, ref.id, token)

    def build() -> tuple[Transaction | None, str]:
        ground, task, header = ground_of(actor, ref, Permission.COMMENT_CREATE, now, sent_key)
        task = _existing(task)
        sent = ground.get(Sent, sent_key)
        if sent is not None:
            return None, sent.note  # sent twice, or our own lost answer had landed
        transaction = _transaction(ground, task, header)
        note = f"{instant}.{token}"
        transaction.put(Sent.at(sent_key, note=note, expires_at=clock.expiry(now, _SENT_KEPT)))
        transaction.put(
            Note.at(
                keys.note(ref.org, ref.id, instant, token),
                text=text,
                actor=actor.user,
                actor_name=ground.person.name,
            )
        )
        _tell_month(ground, transaction, event_id, "task-commented", header, task)
        return transaction, note

    return perform(build)


def delete_comment(actor: Actor, ref: TaskRef, note: str, now: datetime) -> None:
    """Delete a comment: one's own, or with the right to it anybody's. The task's history keeps that it was there.

    Raises NotFound, NotAllowed, Busy. One consistent BatchGetItem and one transaction.
    """
    if not ids.NOTE_ID.fullmatch(note):
        raise NotFound(NO_COMMENT)
    instant, _, token = note.rpartition(".")
    key = keys.note(ref.org, ref.id, instant, token)
    event_id = new_event_id()
    attempts: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        ground, task, header = ground_of(actor, ref, Permission.COMMENT_CREATE, now, key)
        task = _existing(task)
        stored = ground.get(Note, key)
        if stored is None:
            if attempts:
                return None, None  # our own lost answer had landed
            raise NotFound(NO_COMMENT)
        attempts.append(1)
        if stored.actor != actor.user:
            if not allows(ground.person.role, Permission.COMMENT_DELETE):
                attempt = ground.attempt(Permission.COMMENT_DELETE)
                raise NotAllowed(said("Only who wrote a comment, and admins, may delete it."), attempt)
            ground = replace(ground, permission=Permission.COMMENT_DELETE)
        transaction = _transaction(ground, task, header)
        transaction.delete(Note, key)
        tell(ground, transaction, event_id, "comment-deleted", header, task, task)
        ground.record(transaction, event_id, "comment-deleted", task.title, about=ref.id)
        return transaction, None

    perform(build)


def sweep(org: str, task_id: str) -> None:
    """Delete what is left of a deleted task: comments, history, locks. At most 400 items, as time allows.

    One Query and one transaction per 80. What is left over harms nobody (see above); nothing is raised, since the
    deletion itself has landed.
    """
    with suppress(Unavailable):
        for _ in range(_SWEEPS):
            if deadline.remaining() < _TIME_TO_SWEEP:
                break
            found = store.query(
                "sweep", keys.org_pk(org), prefix=keys.details_prefix(task_id), limit=_SWEPT_AT_ONCE, consistent=True
            )
            if not found:
                return
            transaction = Transaction()
            for item in found:
                transaction.delete(type(item), item.key)
            try:
                transaction.commit()
            except (ConditionFailed, Conflicted, OutcomeUnknown):
                continue  # somebody wrote meanwhile, or nobody knows: what is left is read again
            if not found.more:
                return
    log.warning("some details of a deleted task were left behind")


def _existing(task: Task | None) -> Task:
    if task is None:
        raise NotFound(NO_TASK)
    return task


def _transaction(ground: Ground, task: Task, header: Header) -> Transaction:
    transaction = ground.transaction()
    transaction.check(Task, task.key, EXISTS)
    transaction.check(Header, header.key, LIVE)
    return transaction


def _as_read(stored: Text | None) -> Condition:
    if stored is None:
        return MISSING
    if not stored.revision:
        unrevised: Condition = EXISTS & Path("revision").does_not_exist()
        return unrevised
    return Path("revision") == stored.revision


def _tell_month(
    ground: Ground, transaction: Transaction, event_id: str, action: str, header: Header, task: Task
) -> None:
    """A comment is its own entry in the task's history, so it is told in the month alone."""
    ground.tell(
        transaction,
        event_id,
        action,
        project=keys.project_of_board(header.sk),
        project_title=card_title(header.title),
        task=keys.last_part(task.sk),
        title=task.title,
    )
