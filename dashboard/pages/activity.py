"""What happened in an organisation in a month."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import MonthLinks
from tenants import clock
from tenants.reads.history import Activity, There
from tenants.snapshots import EventSnapshot
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class ActivityRow:
    """One event: `actor` did `kind` to `subject`, a title or a name.

    Kinds: `org-created`, `project-created`, `project-edited`, `project-renamed`, `task-created`, `task-edited`,
    `task-deleted`, `task-completed`, `task-reopened`, `task-started`, `task-stopped`, `member-added`, `board-imported`.
    A kind that the template does not know is still shown. At most one of `task_id` and `member_id` is set, and
    `project_id` only, where the object is still there: each is a link that leads somewhere.
    """

    at: datetime
    kind: str
    actor: str
    subject: str
    project_id: str
    project_title: str
    task_id: str
    member_id: str


@dataclass(frozen=True, slots=True)
class Address:
    """How the page is addressed: `query` is its month and its filters, `keep` its filters alone, behind an `&`."""

    query: str
    keep: str
    filtered: bool


@dataclass(frozen=True, slots=True)
class ActivityPage:
    """`activity`: one page of a month's events, newest first. `looked_at` entries were looked at for it so far."""

    frame: Frame
    months: MonthLinks
    rows: tuple[ActivityRow, ...]
    address: Address
    looked_at: int
    next_cursor: str = ""
    is_first: bool = True


def of(read: Activity, there: There, address: Address, now: datetime, *, is_first: bool) -> ActivityPage:
    """Fill the page from its read. `there` knows which tasks and projects can be opened."""
    current = clock.local_day(now, read.frame.zone).replace(day=1)
    rows = tuple(_row(event, read.frame, there) for event in read.events)
    months = parts.month_links(parts.first_day(read.month), current)
    frame = frames.of(read.frame, "activity")
    return ActivityPage(frame, months, rows, address, read.looked_at, read.next_cursor, is_first)


def _row(event: EventSnapshot, frame: FrameSnapshot, there: There) -> ActivityRow:
    return ActivityRow(
        at=event.at,
        kind=event.action,
        actor=event.actor,
        subject=event.title,
        project_id=there.project(event),
        project_title=event.project_title,
        task_id=there.task(event),
        member_id=event.member if event.member in frame.people else "",
    )
