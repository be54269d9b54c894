"""Projects that were put away: the list of them, and one on its way or away."""

from dataclasses import dataclass
from datetime import date

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import AboutProject, ProjectCounts, TaskRow
from tenants import clock
from tenants.policy import Permission
from tenants.reads.archive import ArchivedProjects, ProjectAway


@dataclass(frozen=True, slots=True)
class ArchivedRow:
    """A project that is away; `since` is None while it is still on its way."""

    id: str
    title: str
    counts: ProjectCounts
    since: date | None


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """`archived-projects`: those that were put away, one page of them."""

    frame: Frame
    projects: tuple[ArchivedRow, ...]
    next_cursor: str = ""
    is_first: bool = True


@dataclass(frozen=True, slots=True)
class AwayPage:
    """`project-away`: a project that is not live, its tasks as they are kept, and what can be done with it.

    `state` is `archiving`, `archived`, `restoring` or `deleting`; on its way `done` of `total` rows are moved.
    Rows have no buttons: nothing is worked on here.
    """

    frame: Frame
    id: str
    title: str
    state: str
    since: date | None
    about: AboutProject
    counts: ProjectCounts
    done: int
    total: int
    tasks: tuple[TaskRow, ...]
    can_restore: bool
    can_delete: bool
    next_cursor: str = ""
    is_first: bool = True


def archived_of(read: ArchivedProjects, *, is_first: bool) -> ArchivedPage:
    """Fill the list from its read."""
    zone = read.frame.zone
    rows = tuple(
        ArchivedRow(
            away.project.id,
            away.project.title,
            parts.project_counts(away.project),
            clock.local_day(away.archived_at, zone) if away.archived_at else None,
        )
        for away in read.projects
    )
    return ArchivedPage(frames.of(read.frame, "projects"), rows, read.next_cursor, is_first)


def of(read: ProjectAway, today: date, *, is_first: bool) -> AwayPage:
    """Fill the page of one project from its read."""
    frame = read.frame
    return AwayPage(
        frame=frames.of(frame, "projects"),
        id=read.id,
        title=read.title,
        state=read.state,
        since=clock.local_day(read.archived_at, frame.zone) if read.archived_at else None,
        about=parts.about_project(read.details, frame, read.state, today),
        counts=parts.project_counts(read.shown),
        done=read.done,
        total=read.total,
        tasks=tuple(
            parts.task_row_as(task, "project", today, may=False, assignee=parts.task_assignee(task, frame))
            for task in read.tasks
        ),
        can_restore=frame.allows(Permission.PROJECT_ARCHIVE),
        can_delete=frame.allows(Permission.PROJECT_DELETE),
        next_cursor=read.next_cursor,
        is_first=is_first,
    )
