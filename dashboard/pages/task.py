"""One task, and what a click on one changes elsewhere."""

from dataclasses import dataclass
from datetime import date, datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCounts, Pulse, TaskRow
from tenants import clock
from tenants.policy import Permission
from tenants.reads.dashboard import Pulse as PulseRead
from tenants.reads.slices import OneTask
from tenants.snapshots import TaskSnapshot


@dataclass(frozen=True, slots=True)
class TaskPage:
    """`task`: a form for those who may edit, the same facts as text for those who may not."""

    frame: Frame
    project_id: str
    project_title: str
    id: str
    title: str
    priority: str
    status: str
    due: date | None
    due_state: str
    assignee: str
    completed_at: datetime | None
    completed_by: str
    can_edit: bool
    can_delete: bool


@dataclass(frozen=True, slots=True)
class TaskChangedPage:
    """The answer to complete, reopen, start and stop by htmx: the row, and all that moved with it, out of band.

    `did` is the action (`complete`, `reopen`, `start`, `stop`) and is announced. `pulse` and `frame` are None for the
    list on `home`; `project_counts` is filled for the list on `project` alone.
    """

    row: TaskRow
    did: str
    pulse: Pulse | None
    project_counts: ProjectCounts | None
    frame: Frame | None


def of(read: OneTask, now: datetime) -> TaskPage:
    """Fill the page from its read."""
    frame, task = read.frame, read.task
    return TaskPage(
        frame=frames.of(frame, "projects"),
        project_id=task.project,
        project_title=read.project_title,
        id=task.id,
        title=task.title,
        priority=task.priority,
        status=task.status,
        due=task.due,
        due_state=parts.due_state(task.due, task.status, clock.local_day(now, frame.zone)),
        assignee=parts.task_assignee(task, frame),
        completed_at=task.completed_at,
        completed_by=frame.name_of(task.completed_by) or task.person,
        can_edit=frame.allows(Permission.TASK_EDIT),
        can_delete=frame.allows(Permission.TASK_DELETE),
    )


def changed(task: TaskSnapshot, pulse: PulseRead, did: str, source: str, now: datetime) -> TaskChangedPage:
    """Fill the answer to a click on a task in the list `source`."""
    frame = pulse.frame
    title = task.project_title if source in {"tasks", "home"} else ""
    at_home = source == "home"
    return TaskChangedPage(
        row=parts.task_row_as(
            task,
            source,
            clock.local_day(now, frame.zone),
            may=frame.allows(Permission.TASK_COMPLETE),
            assignee="" if at_home else parts.task_assignee(task, frame),
            project_title=title,
            org_name=frame.name if at_home else "",
        ),
        did=did,
        pulse=None if at_home else parts.pulse_of(frame, pulse.counts, pulse.month),
        project_counts=parts.project_counts(pulse.project) if source == "project" and pulse.project else None,
        frame=None if at_home else frames.of(frame, source),
    )
