"""Live tasks of an organisation by status and priority."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import Pulse, TaskRow
from tenants import clock
from tenants.policy import Priority, Status
from tenants.reads.slices import Tasks


@dataclass(frozen=True, slots=True)
class TasksPage:
    """`tasks`: one status (`open` or `doing`), one priority or all (empty), most urgent first.

    `total` is the counter behind the list, so the number and the rows can be compared.
    Rows have `source` = `tasks` and `project_title` filled when it is known.
    """

    frame: Frame
    status: str
    priority: str
    total: int
    tasks: tuple[TaskRow, ...]
    pulse: Pulse
    next_cursor: str = ""
    is_first: bool = True


def of(read: Tasks, status: Status, priority: Priority | None, now: datetime, *, is_first: bool) -> TasksPage:
    """Fill the page from its read."""
    frame = read.dashboard.frame
    today = clock.local_day(now, frame.zone)
    return TasksPage(
        frame=frames.of(frame, "tasks"),
        status=status,
        priority=priority or "",
        total=read.dashboard.counts.of(status, priority),
        tasks=tuple(parts.task_row(task, frame, "tasks", today, task.project_title) for task in read.tasks),
        pulse=parts.pulse_of(frame, read.dashboard.counts, read.dashboard.month),
        next_cursor=read.next_cursor,
        is_first=is_first,
    )
