"""Live tasks of an organisation by status and priority."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import Pulse, TaskRow
from tenants import clock
from tenants.policy import Permission, Priority, Status
from tenants.reads.board import Mine
from tenants.reads.dashboard import Dashboard
from tenants.reads.slices import Tasks
from tenants.snapshots import TaskSnapshot


@dataclass(frozen=True, slots=True)
class Assignable:
    """A member whom tasks can be given to."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class TasksPage:
    """`tasks`: one status (`open` or `doing`), one priority or all (empty), most urgent first.

    `total` is the counter behind the list, so the number and the rows can be compared; with `mine` it is None, and
    the rows are the viewer's own. `query` is the rest of the address. `people` can be given the tasks that are chosen;
    nobody can where `can_change` is false. Rows have `source` = `tasks` and `project_title` filled when it is known.
    """

    frame: Frame
    status: str
    priority: str
    mine: bool
    query: str
    total: int | None
    tasks: tuple[TaskRow, ...]
    pulse: Pulse
    people: tuple[Assignable, ...]
    can_change: bool
    next_cursor: str = ""
    is_first: bool = True


def of(read: Tasks, status: Status, priority: Priority | None, now: datetime, *, is_first: bool) -> TasksPage:
    """Fill the page from its read."""
    total = read.dashboard.counts.of(status, priority)
    return _page(read.dashboard, read.tasks, status, priority, now, total, read.next_cursor, is_first=is_first)


def mine_of(read: Mine, status: Status, priority: Priority | None, now: datetime, *, is_first: bool) -> TasksPage:
    """Fill the page of one's own tasks from its read."""
    return _page(read.dashboard, read.tasks, status, priority, now, None, read.next_cursor, is_first=is_first)


def _page(
    dashboard: Dashboard,
    tasks: tuple[TaskSnapshot, ...],
    status: Status,
    priority: Priority | None,
    now: datetime,
    total: int | None,
    next_cursor: str,
    *,
    is_first: bool,
) -> TasksPage:
    frame = dashboard.frame
    today = clock.local_day(now, frame.zone)
    people = frame.people_by_name()
    mine = total is None
    named = {"status": status, "priority": priority, "mine": "1" if mine else ""}
    return TasksPage(
        frame=frames.of(frame, "tasks"),
        status=status,
        priority=priority or "",
        mine=mine,
        query="&".join(f"{name}={value}" for name, value in named.items() if value),
        total=total,
        tasks=tuple(parts.task_row(task, frame, "tasks", today, task.project_title) for task in tasks),
        pulse=parts.pulse_of(frame, dashboard.counts, dashboard.month),
        people=tuple(Assignable(person.id, person.name) for person in people),
        can_change=frame.allows(Permission.TASK_EDIT),
        next_cursor=next_cursor,
        is_first=is_first,
    )
