"""Pieces that several pages show: counts, the month's top three, a task's row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from dashboard.sentences import say
from tenants.policy import Permission, Priority, Status
from tenants.reads.project import ProjectDetails
from tenants.snapshots import Counts, Frame, Month, ProjectSnapshot, TaskSnapshot

_PLACES = 3
_SOON = timedelta(days=3)
FIRST_YEAR = 1970
"""Older months are no pages of ours."""


@dataclass(frozen=True, slots=True)
class PriorityCounts:
    """Tasks of one status, counted by priority."""

    low: int = 0
    medium: int = 0
    high: int = 0
    urgent: int = 0

    @property
    def total(self) -> int:
        """All four priorities together."""
        return self.low + self.medium + self.high + self.urgent


@dataclass(frozen=True, slots=True)
class ProjectCounts:
    """How far one project is: its live tasks by status."""

    open: int = 0
    doing: int = 0
    done: int = 0

    @property
    def total(self) -> int:
        """All tasks of the project."""
        return self.open + self.doing + self.done

    @property
    def percent(self) -> int:
        """Whole per cent done, rounded down so that 100 means finished; 0 for an empty project."""
        return self.done * 100 // self.total if self.total else 0


@dataclass(frozen=True, slots=True)
class ProjectCard:
    """One project in a list."""

    id: str
    title: str
    counts: ProjectCounts


@dataclass(frozen=True, slots=True)
class AboutProject:
    """What people wrote about a project; `lead` is a name, empty also when they left. `due_state` as of a task."""

    description: str
    lead: str
    starts: date | None
    due: date | None
    due_state: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """One member's place in a month. `tied` says that somebody else holds the same place."""

    rank: int
    user_id: str
    name: str
    done: int
    tied: bool


@dataclass(frozen=True, slots=True)
class Podium:
    """The month's top three. `more` further members have done exactly as much as the third row (`more_done`)."""

    top: tuple[Ranked, ...] = ()
    more: int = 0
    more_done: int = 0


@dataclass(frozen=True, slots=True)
class Pulse:
    """What moves when a task moves: open and doing by priority, and the month's top three.

    `month` is the first day of the month in the organisation's zone.
    """

    open: PriorityCounts
    doing: PriorityCounts
    podium: Podium
    month: date


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One task in a list.

    `source` names the list (`project`, `board`, `tasks`, `home` or `member`) so that a plain form finds its way back.
    `org_name` and `project_title` are empty where the page itself says them. `due_state` is `late`, `today`,
    `soon` or empty (see `due_state`); `due_far` says that it lies in another year than today. The `can_*` flags decide
    which buttons exist: at most one of complete/reopen and at most one of start/stop.
    """

    org_id: str
    org_name: str
    project_id: str
    project_title: str
    id: str
    title: str
    priority: str
    status: str
    due: date | None
    due_state: str
    due_far: bool
    assignee: str
    source: str
    can_complete: bool
    can_reopen: bool
    can_start: bool
    can_stop: bool


@dataclass(frozen=True, slots=True)
class MonthLinks:
    """A month and its neighbours as `YYYY-MM`; `following` is empty in the current month, where time ends.

    `year` are the months of its year up to the current one; `year_before` and `year_after` are the same month of the
    neighbouring years, or what comes nearest to it; empty where there is none. Time begins with 1970.
    """

    month: date
    previous: str
    following: str
    year: tuple[date, ...]
    year_before: str
    year_after: str


def due_state(due: date | None, status: str, today: date) -> str:
    """Say how a due date looks from `today`: `late`, `today`, `soon` (three days), else empty; done is never late."""
    if due is None or status == "done":
        return ""
    if due < today:
        return "late"
    if due == today:
        return "today"
    return "soon" if due - today <= _SOON else ""


def ranking(people: Iterable[tuple[str, str, int]]) -> tuple[Ranked, ...]:
    """Rank (user id, name, done) by work done; equal work shares a place and the next place is skipped (1, 2, 2, 4).

    Members without done work are left out. Equal places are in order of name, then id, so that a page
    looks the same on each reload.
    """
    able = sorted((p for p in people if p[2] > 0), key=lambda p: (-p[2], p[1].casefold(), p[0]))
    rows: list[Ranked] = []
    for place, (user_id, name, done) in enumerate(able, start=1):
        shared = bool(rows) and rows[-1].done == done
        rank = rows[-1].rank if shared else place
        tied = shared or (place < len(able) and able[place][2] == done)
        rows.append(Ranked(rank, user_id, name, done, tied))
    return tuple(rows)


def podium(people: Iterable[tuple[str, str, int]]) -> Podium:
    """Pick the top three of (user id, name, done) and count who is level with the third but has no row."""
    rows = ranking(people)
    top = rows[:_PLACES]
    if not top:
        return Podium()
    level = top[-1].done
    more = sum(1 for row in rows[_PLACES:] if row.done == level)
    return Podium(top, more, level if more else 0)


def month_links(month: date, current: date) -> MonthLinks:
    """Link `month` to its neighbours; nothing follows the `current` month."""
    first = month.replace(day=1)
    previous = first - timedelta(days=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return MonthLinks(
        month=first,
        previous=f"{previous:%Y-%m}" if previous.year >= FIRST_YEAR else "",
        following="" if following > current else f"{following:%Y-%m}",
        year=tuple(
            day for day in (first.replace(month=number) for number in range(1, 13)) if day <= max(current, first)
        ),
        year_before=f"{first.replace(year=first.year - 1):%Y-%m}" if first.year > FIRST_YEAR else "",
        year_after=f"{min(first.replace(year=first.year + 1), current):%Y-%m}" if first.year < current.year else "",
    )


def priority_counts(counts: Counts, status: Status) -> PriorityCounts:
    """Count the tasks of one live status by priority."""
    return PriorityCounts(**{str(priority): counts.of(status, priority) for priority in Priority})


def project_counts(project: ProjectSnapshot) -> ProjectCounts:
    """Count a project's tasks by status."""
    return ProjectCounts(project.counts.of(Status.OPEN), project.counts.of(Status.DOING), project.done)


def project_card(project: ProjectSnapshot) -> ProjectCard:
    """Show a project in a list."""
    return ProjectCard(project.id, project.title, project_counts(project))


def about_project(details: ProjectDetails, frame: Frame, state: str, today: date) -> AboutProject:
    """Show what people wrote about a project; one that is not live is never late."""
    lead = frame.people.get(details.lead or "")
    late = due_state(details.due, "open" if state == "live" else "done", today)
    return AboutProject(details.description, lead.name if lead else "", details.starts, details.due, late)


def members_done(frame: Frame, month: Month) -> list[tuple[str, str, int]]:
    """List (user id, name, done) of everybody with work done in the month who wants to be ranked."""
    return [
        (user, say(frame.name_of(user)), done)
        for user, done in month.by_user.items()
        if user not in frame.people or frame.people[user].ranked
    ]


def pulse_of(frame: Frame, counts: Counts, month: Month) -> Pulse:
    """Fill what moves when a task moves."""
    return Pulse(
        open=priority_counts(counts, Status.OPEN),
        doing=priority_counts(counts, Status.DOING),
        podium=podium(members_done(frame, month)),
        month=first_day(month.month),
    )


def first_day(month: str) -> date:
    """Give the first day of a month written YYYY-MM."""
    return date.fromisoformat(f"{month}-01")


def task_row(task: TaskSnapshot, frame: Frame, source: str, today: date, project_title: str = "") -> TaskRow:
    """Show a task of the organisation in the list `source`, with the buttons that the viewer's role allows."""
    may = frame.allows(Permission.TASK_COMPLETE)
    return task_row_as(task, source, today, may=may, assignee=task_assignee(task, frame), project_title=project_title)


def task_assignee(task: TaskSnapshot, frame: Frame) -> str:
    """Name who has the task: a member, or somebody whom an import knew by name."""
    return say(frame.name_of(task.assignee)) if task.assignee else task.person


def task_row_as(
    task: TaskSnapshot,
    source: str,
    today: date,
    *,
    may: bool,
    assignee: str = "",
    project_title: str = "",
    org_name: str = "",
) -> TaskRow:
    """Show a task; `may` says whether the viewer works on tasks there."""
    return TaskRow(
        org_id=task.org,
        org_name=org_name,
        project_id=task.project,
        project_title=project_title,
        id=task.id,
        title=task.title,
        priority=task.priority,
        status=task.status,
        due=task.due,
        due_state=due_state(task.due, task.status, today),
        due_far=task.due is not None and task.due.year != today.year,
        assignee=assignee,
        source=source,
        can_complete=may and task.status is not Status.DONE,
        can_reopen=may and task.status is Status.DONE,
        can_start=may and task.status is Status.OPEN,
        can_stop=may and task.status is Status.DOING,
    )
