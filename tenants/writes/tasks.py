"""Tasks: create, edit, start, stop, complete, reopen, delete. Each is one transaction, its counters included.

Cost of each: one consistent BatchGetItem and one transaction, again per retry; nothing when nothing is left to do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from pynamodb.expressions.operand import Path

from tenants import clock, keys
from tenants.errors import Conflict, NotFound, Refused
from tenants.items import Card, Header, Stats, Task, Text
from tenants.people import person_of
from tenants.policy import LIVE_STATUSES, TITLE_LENGTH, Permission, Priority, Status
from tenants.snapshots import TaskSnapshot, task_of
from tenants.text import one_line
from tenants.transaction import EXISTS, Transaction, perform
from tenants.writes.counts import Standing, count, move
from tenants.writes.ground import Actor, Ground, new_event_id, stand
from tenants.writes.projects import card_title
from tenants.writes.rows import as_read, change, day_text, index_keys

NO_TASK = "There is no such task. It may have been deleted or moved."
NO_PROJECT = "There is no such project. It may have been deleted."
CHANGED = "Somebody else changed this task in the meantime. Nothing of yours was saved; here is how it stands now."


@dataclass(frozen=True, slots=True)
class TaskFields:
    """What a person writes about a task. `status` None leaves it as it is. Checked and cleaned by `cleaned`."""

    title: str
    priority: Priority = Priority.MEDIUM
    due: date | None = None
    assignee: str | None = None
    status: Status | None = None

    def cleaned(self) -> TaskFields:
        """The same with a clean title. Raises Refused, naming the field."""
        title = one_line(self.title)
        if not title:
            raise Refused("Give the task a title.", "title")
        if len(title) > TITLE_LENGTH:
            raise Refused(f"A title has at most {TITLE_LENGTH} characters; this one has {len(title)}.", "title")
        return replace(self, title=title)


@dataclass(frozen=True, slots=True)
class TaskRef:
    """Which task of which project: never a task's id alone."""

    org: str
    project: str
    id: str


def create(actor: Actor, org: str, project: str, fields: TaskFields, task_id: str, now: datetime) -> TaskRef:
    """Create an open task under an id that the caller drew, so that sending a form twice creates it once.

    Raises Refused (field named), NotFound (no such project or organisation), NotAllowed, Busy.
    """
    fields = fields.cleaned()
    event_id = new_event_id()
    ref = TaskRef(org, project, task_id)

    def build() -> tuple[Transaction | None, TaskRef]:
        ground, task, header = _ground(actor, ref, Permission.TASK_CREATE, now)
        if task is not None:
            return None, ref
        _require_assignee(ground, fields.assignee)
        transaction = ground.transaction()
        # With the title that it copies: else a task made while its project is renamed would keep the old one.
        unchanged = (Path("state") == "live") & (Path("title") == header.title)
        transaction.check(Header, keys.header(org, project), EXISTS & unchanged)
        standing = Standing(Status.OPEN, fields.priority)
        transaction.put(
            Task.at(
                keys.task(org, project, task_id),
                title=fields.title,
                status=Status.OPEN,
                priority=fields.priority,
                due=day_text(fields.due),
                assignee=fields.assignee,
                project=card_title(header.title),
                created_at=clock.to_text(now),
                **index_keys(org, task_id, standing, day_text(fields.due), fields.assignee),
            )
        )
        count(transaction, org, project, task_id, standing, 1)
        _tell(ground, transaction, event_id, "task-created", header, task_id, fields.title)
        return transaction, ref

    return perform(build)


def edit(actor: Actor, ref: TaskRef, fields: TaskFields, version: int, now: datetime) -> None:
    """Change title, priority, due date, assignee and status at once, if the task is still at `version`.

    Raises Conflict when somebody else changed it meanwhile, else as `create`.
    """
    fields = fields.cleaned()
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, None]:
        ground, task, header = _ground(actor, ref, Permission.TASK_EDIT, now)
        if task is None:
            raise NotFound(NO_TASK)
        wanted: dict[str, str | None] = {
            "title": fields.title,
            "priority": str(fields.priority),
            "due": day_text(fields.due),
            "assignee": fields.assignee,
            "status": str(fields.status or task.status),
        }
        if {name: getattr(task, name) for name in wanted} == wanted:
            return None, None  # nothing to change, or our own lost answer had landed
        if task.version != version:
            raise Conflict(CHANGED)
        if fields.assignee != task.assignee:
            _require_assignee(ground, fields.assignee)
            wanted["person"] = None if fields.assignee else task.person
        after, completion = _after(ground, task, Status(fields.status or task.status), fields.priority)
        transaction = ground.transaction()
        change(transaction, task, after, wanted | completion)
        move(transaction, ref.org, task, after, ground.person.name if after.by == actor.user else None)
        _tell(ground, transaction, event_id, "task-edited", header, ref.id, fields.title)
        return transaction, None

    perform(build)


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
    """Delete a task. A live one stops counting; a done one keeps its place in finished months (it counts as gone)."""
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, None]:
        ground, task, header = _ground(actor, ref, Permission.TASK_DELETE, now)
        if task is None:
            if attempts:
                return None, None  # our own lost answer had landed
            raise NotFound(NO_TASK)
        attempts.append(1)
        transaction = ground.transaction()
        transaction.delete(Task, task.key, as_read(task))
        transaction.delete(Text, keys.text(ref.org, ref.id), condition=None)
        standing = Standing.of(task)
        if standing.status is Status.DONE:
            _leave(transaction, ref, standing)
        else:
            count(transaction, ref.org, ref.project, ref.id, standing, -1)
        _tell(ground, transaction, event_id, "task-deleted", header, ref.id, task.title)
        return transaction, None

    attempts: list[int] = []
    perform(build)


def _set_status(
    actor: Actor, ref: TaskRef, before: tuple[Status, ...], after: Status, action: str, now: datetime
) -> TaskSnapshot:
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, TaskSnapshot]:
        ground, task, header = _ground(actor, ref, Permission.TASK_COMPLETE, now)
        if task is None:
            raise NotFound(NO_TASK)
        if task.status not in before:
            return None, task_of(task)
        standing, completion = _after(ground, task, after, Priority(task.priority))
        transaction = ground.transaction()
        changed = change(transaction, task, standing, completion)
        move(transaction, ref.org, task, standing, ground.person.name if standing.by else None)
        _tell(ground, transaction, event_id, action, header, ref.id, task.title)
        return transaction, task_of(changed)

    return perform(build)


def _after(ground: Ground, task: Task, status: Status, priority: Priority) -> tuple[Standing, dict[str, str | None]]:
    """How a task counts after a change, and the attributes of its completion that change with it."""
    if status == task.status:
        return replace(Standing.of(task), priority=priority), {}
    if status is Status.DONE:
        by, day, at = ground.actor.user, ground.today, clock.to_text(ground.now)
        return Standing(status, priority, by, day), {"completedAt": at, "completedBy": by, "completedDay": day}
    if task.status == Status.DONE:
        return Standing(status, priority), {"completedAt": None, "completedBy": None, "completedDay": None}
    return Standing(status, priority), {}


def _ground(actor: Actor, ref: TaskRef, permission: Permission, now: datetime) -> tuple[Ground, Task | None, Header]:
    task_key, header_key = keys.task(ref.org, ref.project, ref.id), keys.header(ref.org, ref.project)
    ground = stand(actor, ref.org, permission, now, task_key, header_key)
    header = ground.get(Header, header_key)
    if header is None or header.state != "live":
        raise NotFound(NO_PROJECT)
    return ground, ground.get(Task, task_key), header


def _leave(transaction: Transaction, ref: TaskRef, standing: Standing) -> None:
    transaction.update(Header, keys.header(ref.org, ref.project), condition=EXISTS, add={"gone": 1})
    transaction.check(Card, keys.card(ref.org, ref.project), EXISTS)
    if standing.day is None:
        return
    month, day = standing.day[:7], standing.day[8:]
    transaction.update(Stats, keys.stats(ref.org, standing.by or "", month), add={"gone": 1, f"g_{day}": 1})


def _tell(
    ground: Ground, transaction: Transaction, event_id: str, action: str, header: Header, task: str, title: str
) -> None:
    project = keys.project_of_board(header.sk)
    ground.tell(
        transaction, event_id, action, project=project, project_title=card_title(header.title), task=task, title=title
    )


def _require_assignee(ground: Ground, assignee: str | None) -> None:
    if assignee is not None and person_of(ground.metadata, assignee) is None:
        raise Refused("Choose one of the members.", "assignee")
