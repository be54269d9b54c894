"""What every write of a task stands on, and how it is told: in the month's activity and in the task's own history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from pynamodb.expressions.operand import Path

from tenants import clock, keys
from tenants.boards.text import fold
from tenants.errors import Difference, NotFound, Refused
from tenants.items import Header, Log, Membership, Metadata, Task
from tenants.keys import Key
from tenants.people import person_of
from tenants.policy import LABEL_LENGTH, LABELS, Permission, Priority, Status
from tenants.snapshots import FORMER_MEMBER
from tenants.text import one_line
from tenants.transaction import EXISTS, Transaction
from tenants.words import said
from tenants.writes.counts import Standing
from tenants.writes.ground import Actor, Ground, stand
from tenants.writes.projects import card_title, titled

NO_TASK = said("There is no such task. It may have been deleted or moved.")
NO_PROJECT = said("There is no such project. It may have been deleted.")
CHANGED = said(
    "Somebody else changed this task in the meantime. Nothing of yours was saved; here is how it stands now."
)

LIVE = EXISTS & (Path("state") == "live")
"""What a project's record has to be for anything in it to change."""

_TOLD = ("title", "status", "priority", "due", "labels", "project")


@dataclass(frozen=True, slots=True)
class TaskFields:
    """What a person writes about a task. `status` or `labels` None leaves them as they are.

    Checked and cleaned by `cleaned`.
    """

    title: str
    priority: Priority = Priority.MEDIUM
    due: date | None = None
    assignee: str | None = None
    status: Status | None = None
    labels: tuple[str, ...] | None = None

    def cleaned(self) -> TaskFields:
        """The same with a clean title and clean labels. Raises Refused, naming the field."""
        labels = None if self.labels is None else clean_labels(self.labels)
        return replace(self, title=clean_title(self.title), labels=labels)


@dataclass(frozen=True, slots=True)
class TaskRef:
    """Which task of which project: never a task's id alone."""

    org: str
    project: str
    id: str


def clean_title(title: str) -> str:
    """A task's title fit to store. Raises Refused, naming the field."""
    return titled(title, said("Give the task a title."))


def clean_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Labels fit to store, each once whatever its case. Raises Refused (field `labels`)."""
    kept: dict[str, str] = {}
    for typed in labels:
        clean = one_line(one_line(typed).removeprefix("#"))
        if len(clean) > LABEL_LENGTH:
            raise Refused(
                said(
                    "A label has at most %(most)s characters; “%(label)s” has %(length)s.",
                    most=LABEL_LENGTH,
                    label=clean,
                    length=len(clean),
                ),
                "labels",
            )
        if clean:
            kept.setdefault(fold(clean), clean)
    if len(kept) > LABELS:
        raise Refused(
            said("A task has at most %(most)s labels; these are %(count)s.", most=LABELS, count=len(kept)), "labels"
        )
    return tuple(kept.values())


def packed(labels: Sequence[str]) -> str | None:
    """Labels as a task's row keeps them."""
    return "\n".join(labels) or None


def ground_of(
    actor: Actor, ref: TaskRef, permission: Permission, now: datetime, *more: Key
) -> tuple[Ground, Task | None, Header]:
    """Read what a write of `ref` decides on, `more` items included. Raises as `stand`, and NotFound without a project.

    One consistent BatchGetItem.
    """
    task_key, header_key = keys.task(ref.org, ref.project, ref.id), keys.header(ref.org, ref.project)
    ground = stand(actor, ref.org, permission, now, task_key, header_key, *more)
    header = ground.get(Header, header_key)
    if header is None or header.state != "live":
        raise NotFound(NO_PROJECT)
    task = ground.get(Task, task_key)
    if task is not None and task.put_away:
        raise NotFound(NO_PROJECT)  # several items are no snapshot: the project went away between the two
    return ground, task, header


def require_assignee(ground: Ground, assignee: str | None) -> None:
    """Raise Refused unless the assignee is nobody or a member."""
    if assignee is not None and person_of(ground.metadata, assignee) is None:
        raise Refused(said("Choose one of the members."), "assignee")


def hold_assignee(transaction: Transaction, org: str, assignee: str | None) -> None:
    """Demand that the assignee is a member when it lands: what somebody leaves behind is cleared up only once."""
    if assignee is not None:
        transaction.check(Membership, keys.membership(org, assignee), EXISTS)


def after_change(
    ground: Ground, task: Task, status: Status, priority: Priority
) -> tuple[Standing, dict[str, str | None]]:
    """How a task counts after a change, and the attributes of its completion that change with it."""
    if status == task.status:
        return replace(Standing.of(task), priority=priority), {}
    if status is Status.DONE:
        by, day, at = ground.actor.user, ground.today, clock.to_text(ground.now)
        return Standing(status, priority, by, day), {"completedAt": at, "completedBy": by, "completedDay": day}
    if task.status == Status.DONE:
        return Standing(status, priority), {"completedAt": None, "completedBy": None, "completedDay": None}
    return Standing(status, priority), {}


def tell(
    ground: Ground,
    transaction: Transaction,
    event_id: str,
    action: str,
    header: Header,
    before: Task | None,
    after: Task | None,
) -> None:
    """Write an action on a task into its own transaction, twice: as the month's activity and as the task's history.

    `before` or `after` is None for a task that comes into being or goes, whose history goes with it; they are the same
    when no field of it changed.
    """
    task = after or before
    assert task is not None
    stays = before is not None and after is not None
    task_id = keys.last_part(task.sk)
    was, is_now = _differing(_facts(ground.metadata, before), _facts(ground.metadata, after))
    ground.tell(
        transaction,
        event_id,
        action,
        project=keys.project_of_board(header.sk),
        project_title=card_title(header.title),
        task=task_id,
        title=task.title,
        before=was.get("project") if stays else None,
        after=is_now.get("project") if stays else None,
    )
    if after is None:
        return
    transaction.put(
        Log.at(
            keys.log(ground.org, task_id, clock.to_text(ground.now), event_id),
            action=action,
            actor=ground.actor.user,
            actor_name=ground.person.name,
            before=was or None,
            after=is_now or None,
        )
    )


def differences(stored: Task, wanted: Mapping[str, str | None]) -> tuple[Difference, ...]:
    """Both values of each field in which the stored task is not as it was wanted."""
    return tuple(
        Difference(field, getattr(stored, field) or "", value or "")
        for field, value in wanted.items()
        if (getattr(stored, field) or None) != (value or None)
    )


def _facts(metadata: Metadata, task: Task | None) -> dict[str, str]:
    """A task's fields as people read them."""
    if task is None:
        return {}
    facts = {field: str(value) for field in _TOLD if (value := getattr(task, field))}
    if task.assignee:
        person = person_of(metadata, task.assignee)
        facts["assignee"] = person.name if person else FORMER_MEMBER
    return facts


def _differing(before: dict[str, str], after: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    names = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    return {name: before[name] for name in names if name in before}, {
        name: after[name] for name in names if name in after
    }
