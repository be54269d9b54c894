"""Projects: put away, bring back, delete with everything below. Each goes on by being asked for again.

A call works until all is done or its budget of seconds is used up, and says how far it is. What it has not done yet is
done by the next call, whoever makes it and in whichever process; also after a call that was killed. A project that is
on its way can be turned round: restored while it is put away, put away while it is restored, deleted during either.

One step costs a BatchGetItem, a Query per 100 rows (when deleting up to one more a task, for its comments), and one
transaction of at most 80 items. Everybody's right is checked at every step.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from tenants.mover import scene
from tenants.mover.archive import archive_step, restore_step
from tenants.mover.deletion import delete_step
from tenants.mover.job import Progress, run
from tenants.policy import Permission
from tenants.transaction import Transaction
from tenants.writes.ground import Actor, new_event_id

__all__ = ["Progress", "archive", "delete", "restore"]

_Step = Callable[[scene.Scene, str], tuple[Transaction | None, Progress]]


def archive(actor: Actor, org: str, project: str, now: datetime, budget: float | None = None) -> Progress:
    """Put a project away: off the dashboard, the counts and the plan's limit. Its tasks and its months stay.

    One that is away already is left as it is. Raises NotFound (also while it is being deleted), NotAllowed,
    SessionEnded, Busy, Conflict (its numbers have drifted from its tasks), Unavailable.
    """
    return _go(archive_step, Permission.PROJECT_ARCHIVE, actor, org, project, now, budget)


def restore(actor: Actor, org: str, project: str, now: datetime, budget: float | None = None) -> Progress:
    """Bring a project back, if the plan has room for it: its live tasks count again. A live one is left as it is.

    A task whose assignee is no longer a member comes back without one. Raises LimitReached before anything is
    changed, else as `archive`.
    """
    return _go(restore_step, Permission.PROJECT_ARCHIVE, actor, org, project, now, budget)


def delete(actor: Actor, org: str, project: str, now: datetime, budget: float | None = None) -> Progress:
    """Delete a project with its tasks, their descriptions and comments, and what was put away of it.

    Finished months stay as they were. One that is deleted already is fine for as long as its job is kept (30 days).
    Raises as `archive`.
    """
    return _go(delete_step, Permission.PROJECT_DELETE, actor, org, project, now, budget)


def _go(
    step: _Step,
    permission: Permission,
    actor: Actor,
    org: str,
    project: str,
    now: datetime,
    budget: float | None,
) -> Progress:
    event_id = new_event_id()
    return run(lambda: step(scene.read(actor, org, project, permission, now), event_id), budget)
