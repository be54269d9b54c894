"""One task, and what a click on one changes elsewhere."""

from dataclasses import dataclass
from datetime import date, datetime

from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCounts, Pulse, TaskRow


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
