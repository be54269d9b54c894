"""One action on many tasks: a transaction each, never all or nothing, and for each task a sentence about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tenants.errors import Refused, TableroError
from tenants.people import person_of
from tenants.policy import Permission, Priority
from tenants.words import said, sentence_of
from tenants.writes import tasks
from tenants.writes.edits import assign, prioritise
from tenants.writes.ground import Actor, Ground, stand
from tenants.writes.task_ground import NO_TASK, TaskRef, require_assignee

MOST = 25
"""Tasks at once."""


class Action(StrEnum):
    """What can be done to many tasks."""

    COMPLETE = "complete"
    ASSIGN = "assign"
    PRIORITISE = "prioritise"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task: `ok` says that it is now as was wanted, by this or already before."""

    ref: TaskRef
    ok: bool
    said: str


_PERMISSIONS = {
    Action.COMPLETE: Permission.TASK_COMPLETE,
    Action.ASSIGN: Permission.TASK_EDIT,
    Action.PRIORITISE: Permission.TASK_EDIT,
}


def apply(
    actor: Actor, org: str, refs: Sequence[TaskRef], action: Action, value: str, now: datetime
) -> Iterator[Outcome]:
    """Do it to up to 25 tasks, one after the other; what befalls one of them changes nothing for the others.

    Each is done when its outcome is asked for. `value` is a member's id or "" for nobody, a priority, or nothing for
    `complete`. Raises as a whole only here, before the first task: Refused (too many, none, or a wrong value; field
    named), NotFound, NotAllowed, SessionEnded. One BatchGetItem, then what each action costs by itself.
    """
    wanted = list(dict.fromkeys(refs))
    if not wanted:
        raise Refused(said("Choose at least one task."), "tasks")
    if len(wanted) > MOST:
        raise Refused(
            said("At most %(most)s tasks at once; these are %(count)s.", most=MOST, count=len(wanted)), "tasks"
        )
    ground = stand(actor, org, _PERMISSIONS[action], now)
    act, become = _act(ground, action, value)
    return (_one(org, ref, act, become) for ref in wanted)


_Act = Callable[[TaskRef], object]


def _act(ground: Ground, action: Action, value: str) -> tuple[_Act, str]:
    """What to do to each task, and what holds of it afterwards."""
    actor, now = ground.actor, ground.now
    if action is Action.COMPLETE:
        return lambda ref: tasks.complete(actor, ref, now), said("It is done.")
    if action is Action.PRIORITISE:
        if value not in set(Priority):
            raise Refused(said("Choose one of the priorities."), "value")
        return lambda ref: prioritise(actor, ref, Priority(value), now), said(
            "It is %(priority)s now.", priority=Priority(value)
        )
    assignee = value or None
    require_assignee(ground, assignee)
    person = person_of(ground.metadata, assignee) if assignee else None
    become = said("It is given to %(name)s.", name=person.name) if person else said("It is given to nobody.")
    return lambda ref: assign(actor, ref, assignee, now), become


def _one(org: str, ref: TaskRef, act: _Act, become: str) -> Outcome:
    if ref.org != org:
        return Outcome(ref, ok=False, said=NO_TASK)
    try:
        act(ref)
    except TableroError as error:
        return Outcome(ref, ok=False, said=sentence_of(error))
    return Outcome(ref, ok=True, said=become)
