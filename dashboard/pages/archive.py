"""The finished tasks of a project that were put away."""

from dataclasses import dataclass
from datetime import date

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from dashboard.sentences import say
from tenants import clock
from tenants.policy import Permission
from tenants.reads.archive import Archive
from tenants.snapshots import Frame as FrameSnapshot
from tenants.snapshots import TaskSnapshot


@dataclass(frozen=True, slots=True)
class ArchivedTaskRow:
    """A finished task. `ends` is the day on which it will be deleted, None for one that is kept."""

    id: str
    title: str
    completed: date | None
    completed_by: str
    ends: date | None


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """`archive`: one page of them, newest first. `is_live` tells whether the project is; else nothing is reopened."""

    frame: Frame
    project_id: str
    title: str
    is_live: bool
    tasks: tuple[ArchivedTaskRow, ...]
    can_reopen: bool
    next_cursor: str = ""
    is_first: bool = True


def of(read: Archive, *, is_first: bool) -> ArchivePage:
    """Fill the page from its read."""
    frame, is_live = read.frame, read.state == "live"
    return ArchivePage(
        frame=frames.of(frame, "projects"),
        project_id=read.project,
        title=read.title,
        is_live=is_live,
        tasks=tuple(_row(read, task) for task in read.tasks),
        can_reopen=is_live and frame.allows(Permission.TASK_COMPLETE),
        next_cursor=read.next_cursor,
        is_first=is_first,
    )


def finished_by(task: TaskSnapshot, frame: FrameSnapshot) -> str:
    """Who finished a task: a member, somebody who left, or a name from an import."""
    return say(frame.name_of(task.completed_by)) or task.person


def _row(read: Archive, task: TaskSnapshot) -> ArchivedTaskRow:
    zone, ends = read.frame.zone, read.ends.get(task.id)
    return ArchivedTaskRow(
        id=task.id,
        title=task.title,
        completed=clock.local_day(task.completed_at, zone) if task.completed_at else None,
        completed_by=finished_by(task, read.frame),
        ends=clock.local_day(ends, zone) if ends else None,
    )
