"""One project and its tasks."""

from dataclasses import dataclass
from datetime import date

from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCounts, Pulse, TaskRow


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """`project`: counts, a page of tasks, and the organisation's pulse beside them.

    Rows have `source` = `project` and an empty `project_title`. `can_create_task` is `frame.can_create_task`.
    """

    frame: Frame
    id: str
    title: str
    created: date | None
    counts: ProjectCounts
    tasks: tuple[TaskRow, ...]
    pulse: Pulse
    can_rename: bool
    next_cursor: str = ""
    is_first: bool = True
