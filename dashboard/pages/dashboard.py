"""An organisation at one glance."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.charts import DaysChart, Segment, days_chart, priority_bar
from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCard, Pulse
from tenants import clock
from tenants.policy import Permission, Priority, Status
from tenants.reads.dashboard import Dashboard
from tenants.snapshots import ProjectSnapshot


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
class Next:
    """Which of the newest projects wants somebody first: that with the most urgent tasks, else the nearest to its end.

    `urgent` tasks of it are open; `left` are open or in progress.
    """

    id: str
    title: str
    urgent: int
    left: int


@dataclass(frozen=True, slots=True)
class DashboardPage:
    """`dashboard`: newest projects, the month's top three, open work by priority, room in the plan.

    `bar` is `charts.priority_bar(pulse.open)`, `days` is `charts.days_chart(...)` of the current month.
    `as_of` is the instant of the one read. `steps` is None where there is none to take. `tag` is the ETag of all of it.
    `done_today` counts today's finished work, by the clock of the organisation. `next` is None without live tasks.
    """

    frame: Frame
    projects: tuple[ProjectCard, ...]
    pulse: Pulse
    bar: tuple[Segment, ...]
    days: DaysChart
    as_of: datetime
    tag: str
    done_today: int
    next: Next | None
    steps: Steps | None = None


def of(read: Dashboard, tag: str) -> DashboardPage:
    """Fill the page from its one read, which is tagged `tag`."""
    pulse = parts.pulse_of(read.frame, read.counts, read.month)
    cards = tuple(parts.project_card(project) for project in read.projects)
    today = clock.local_day(read.as_of, read.frame.zone)
    return DashboardPage(
        frame=frames.of(read.frame, "dashboard"),
        projects=cards,
        pulse=pulse,
        bar=priority_bar(pulse.open),
        days=days_chart(pulse.month, read.month.by_day, today),
        as_of=read.as_of,
        tag=tag,
        done_today=read.month.by_day.get(today.day, 0),
        next=_next(read.projects),
        steps=_steps(read, cards),
    )


def _steps(read: Dashboard, cards: tuple[ProjectCard, ...]) -> Steps | None:
    """The first steps, to whoever may take them.

    None once all are taken, and in an organisation with more projects than are shown: it knows its way, whatever the
    newest of them hold.
    """
    if read.frame.projects > len(cards) or not read.frame.allows(Permission.TASK_CREATE):
        return None
    steps = Steps(
        project=bool(cards),
        task=any(card.counts.total for card in cards),
        people=len(read.frame.people) > 1,
        complete=any(card.counts.done for card in cards) or read.month.total > 0,
    )
    return None if steps.taken == 4 else steps  # noqa: PLR2004 - all four


def _next(projects: tuple[ProjectSnapshot, ...]) -> Next | None:
    live = [
        Next(
            id=project.id,
            title=project.title,
            urgent=project.counts.of(Status.OPEN, Priority.URGENT),
            left=project.counts.of(Status.OPEN) + project.counts.of(Status.DOING),
        )
        for project in projects
    ]
    return min((each for each in live if each.left > 0), key=lambda each: (-each.urgent, each.left), default=None)
