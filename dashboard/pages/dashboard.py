"""An organisation at one glance."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.charts import DaysChart, Segment, days_chart, priority_bar
from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCard, Pulse
from tenants import clock
from tenants.reads.dashboard import Dashboard


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


def of(read: Dashboard) -> DashboardPage:
    """Fill the page from its one read."""
    pulse = parts.pulse_of(read.frame, read.counts, read.month)
    cards = tuple(parts.project_card(project) for project in read.projects)
    steps = Steps(
        project=bool(cards),
        task=any(card.counts.total for card in cards),
        people=len(read.frame.people) > 1,
        complete=any(card.counts.done for card in cards),
    )
    today = clock.local_day(read.as_of, read.frame.zone)
    return DashboardPage(
        frame=frames.of(read.frame, "dashboard"),
        projects=cards,
        pulse=pulse,
        bar=priority_bar(pulse.open),
        days=days_chart(pulse.month, read.month.by_day, today),
        as_of=read.as_of,
        steps=None if steps.taken == 4 else steps,  # noqa: PLR2004 - all four
    )
