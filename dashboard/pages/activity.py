"""What happened in an organisation in a month."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import MonthLinks
from tenants import clock
from tenants.reads.slices import Activity


@dataclass(frozen=True, slots=True)
class ActivityRow:
    """One event: `actor` did `kind` to `subject`, a title or a name.

    Kinds: `org-created`, `project-created`, `project-renamed`, `task-created`, `task-edited`, `task-deleted`,
    `task-completed`, `task-reopened`, `task-started`, `task-stopped`, `member-added`, `board-imported`. A kind that the
    template does not know is still shown. `project_id` is empty where there is nothing to link to.
    """

    at: datetime
    kind: str
    actor: str
    subject: str
    project_id: str
    project_title: str


@dataclass(frozen=True, slots=True)
class ActivityPage:
    """`activity`: one page of a month's events, newest first."""

    frame: Frame
    months: MonthLinks
    rows: tuple[ActivityRow, ...]
    next_cursor: str = ""
    is_first: bool = True


def of(read: Activity, now: datetime, *, is_first: bool) -> ActivityPage:
    """Fill the page from its read."""
    current = clock.local_day(now, read.frame.zone).replace(day=1)
    rows = tuple(
        ActivityRow(event.at, event.action, event.actor, event.title, event.project, event.project_title)
        for event in read.events
    )
    months = parts.month_links(parts.first_day(read.month), current)
    return ActivityPage(frames.of(read.frame, "activity"), months, rows, read.next_cursor, is_first)
