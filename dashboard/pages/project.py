"""One project and its tasks."""

from dataclasses import dataclass
from datetime import date, datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import AboutProject, ProjectCounts, Pulse, TaskRow
from dashboard.pages.quick import QuickPage
from tenants import clock
from tenants.policy import Permission
from tenants.reads.board import Board


@dataclass(frozen=True, slots=True)
class ColumnRows:
    """The tasks of one status among those of the page; `total` is how many the project has, by its counters."""

    status: str
    total: int
    tasks: tuple[TaskRow, ...]


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """`project`: counts, a page of tasks as a list or in columns, and the organisation's pulse beside them.

    Rows have `source` = `project` or, in columns, `board`, and an empty `project_title`. `view` is `list` or `board`.
    `query` is the address of the filters and the view, `list_query` and `board_query` those of the other views.
    `filtered` says that only some tasks are wanted: then `looked_at` of `total` tasks were looked at to find them.
    `quick` is what a line that was sent would become. `put_away` is how many tasks are in the archive, None where
    nobody counted. `can_create_task` is `frame.can_create_task`.
    """

    frame: Frame
    id: str
    title: str
    created: date | None
    about: AboutProject
    counts: ProjectCounts
    view: str
    query: str
    list_query: str
    board_query: str
    filtered: bool
    tasks: tuple[TaskRow, ...]
    columns: tuple[ColumnRows, ...]
    looked_at: int
    total: int
    complete: bool
    put_away: int | None
    pulse: Pulse
    quick: QuickPage | None
    can_edit: bool
    can_archive: bool
    can_delete: bool
    next_cursor: str = ""
    is_first: bool = True


@dataclass(frozen=True, slots=True)
class Address:
    """How the page is addressed: the view and the queries of its links."""

    view: str
    query: str
    list_query: str
    board_query: str


def of(read: Board, address: Address, now: datetime, *, is_first: bool, quick: QuickPage | None = None) -> ProjectPage:
    """Fill the page from its read."""
    frame = read.pulse.frame
    today = clock.local_day(now, frame.zone)
    source = "board" if address.view == "board" else "project"
    rows = {task.id: parts.task_row(task, frame, source, today) for task in read.tasks}
    return ProjectPage(
        frame=frames.of(frame, "projects"),
        id=read.id,
        title=read.title,
        created=clock.local_day(read.created_at, frame.zone),
        about=parts.about_project(read.details, frame, "live", today),
        counts=parts.project_counts(read.card),
        view=address.view,
        query=address.query,
        list_query=address.list_query,
        board_query=address.board_query,
        filtered=bool(read.filters),
        tasks=tuple(rows.values()),
        columns=tuple(
            ColumnRows(column.status, column.total, tuple(rows[task.id] for task in column.tasks))
            for column in read.columns
        ),
        looked_at=read.looked_at,
        total=read.total,
        complete=read.complete,
        put_away=read.put_away,
        pulse=parts.pulse_of(frame, read.pulse.counts, read.pulse.month),
        quick=quick,
        can_edit=frame.allows(Permission.PROJECT_EDIT),
        can_archive=frame.allows(Permission.PROJECT_ARCHIVE),
        can_delete=frame.allows(Permission.PROJECT_DELETE),
        next_cursor=read.next_cursor,
        is_first=is_first,
    )
