"""One project and its tasks."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCounts, Pulse, TaskRow
from tenants import clock
from tenants.policy import Permission
from tenants.reads.slices import Project


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """`project`: counts, a page of tasks, and the organisation's pulse beside them.

    Rows have `source` = `project` and an empty `project_title`. `can_create_task` is `frame.can_create_task`.
    """

    frame: Frame
    id: str
    title: str
    counts: ProjectCounts
    tasks: tuple[TaskRow, ...]
    pulse: Pulse
    can_rename: bool
    next_cursor: str = ""
    is_first: bool = True


def of(read: Project, now: datetime, *, is_first: bool) -> ProjectPage:
    """Fill the page from its read."""
    frame = read.pulse.frame
    today = clock.local_day(now, frame.zone)
    return ProjectPage(
        frame=frames.of(frame, "projects"),
        id=read.id,
        title=read.title,
        counts=parts.project_counts(read.card),
        tasks=tuple(parts.task_row(task, frame, "project", today) for task in read.tasks),
        pulse=parts.pulse_of(frame, read.pulse.counts, read.pulse.month),
        can_rename=frame.allows(Permission.PROJECT_EDIT),
        next_cursor=read.next_cursor,
        is_first=is_first,
    )
