"""An organisation at one glance."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages.charts import DaysChart, Segment
from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCard, Pulse


@dataclass(frozen=True, slots=True)
class Steps:
    """The four first steps in a new organisation, true when taken."""

    project: bool
    task: bool
    people: bool
    complete: bool

    @property
    def taken(self) -> int:
        """How many of the four are behind."""
        return sum((self.project, self.task, self.people, self.complete))


@dataclass(frozen=True, slots=True)
class DashboardPage:
    """`dashboard`: newest projects, the month's top three, open work by priority, room in the plan.

    `bar` is `charts.priority_bar(pulse.open)`, `days` is `charts.days_chart(...)` of the current month.
    `as_of` is the instant of the one read. `steps` is None once all four are taken.
    """

    frame: Frame
    projects: tuple[ProjectCard, ...]
    pulse: Pulse
    bar: tuple[Segment, ...]
    days: DaysChart
    as_of: datetime
    steps: Steps | None = None
