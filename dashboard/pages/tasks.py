"""Live tasks of an organisation by status and priority."""

from dataclasses import dataclass

from dashboard.pages.frame import Frame
from dashboard.pages.parts import Pulse, TaskRow


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
