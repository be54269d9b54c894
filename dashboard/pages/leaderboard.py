"""A month's finished work by member and by day, beside the month before it and a year."""

from dataclasses import dataclass
from datetime import date, datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.charts import DaysChart, YearBar, days_chart, year_chart
from dashboard.pages.frame import Frame
from dashboard.pages.parts import MonthLinks, Ranked, TaskRow
from tenants import clock
from tenants.reads.months import MemberMonths, Trend


@dataclass(frozen=True, slots=True)
class Own:
    """The viewer's own place: `behind` tasks fewer than place `ahead`; both are 0 for the first."""

    rank: int
    done: int
    tied: bool
    behind: int
    ahead: int


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """`leaderboard`: members with finished work in the month, equal work sharing a place, and the month's days.

    `before` is the month before, `so_far` what had been done in it by the same day (of a finished month: all of it).
    `year` are twelve months up to this one. `own` is None for a viewer without a place; `ranked` is their wish.
    """

    frame: Frame
    months: MonthLinks
    rows: tuple[Ranked, ...]
    days: DaysChart
    before: DaysChart
    so_far: int
    year: tuple[YearBar, ...]
    own: Own | None
    ranked: bool
    is_current: bool

    @property
    def year_total(self) -> int:
        """Tasks done in the twelve months."""
        return sum(bar.done for bar in self.year)

    @property
    def year_best(self) -> YearBar | None:
        """The first of the busiest months; None when nothing was done in any of them."""
        return max((bar for bar in self.year if bar.done), key=lambda bar: bar.done, default=None)

    @property
    def most(self) -> int:
        """The first place's count, the full length of a bar; 1 in an empty month so that a bar has a maximum."""
        return self.rows[0].done if self.rows else 1


@dataclass(frozen=True, slots=True)
class MemberPage:
    """`member`: one member's months, the latest first, and their live tasks; `more` says that not all are shown."""

    frame: Frame
    id: str
    name: str
    is_member: bool
    is_viewer: bool
    months: tuple[tuple[date, int], ...]
    total: int
    tasks: tuple[TaskRow, ...]
    more: bool


def of(read: Trend, now: datetime) -> LeaderboardPage:
    """Fill the page from its read."""
    month, today = parts.first_day(read.month.month), clock.local_day(now, read.frame.zone)
    current = today.replace(day=1)
    last = today.day if month == current else 31
    return LeaderboardPage(
        frame=frames.of(read.frame, "leaderboard"),
        months=parts.month_links(month, current),
        rows=parts.ranking((each.user, each.name, each.done) for each in read.listed),
        days=days_chart(month, read.month.by_day, today),
        before=days_chart(parts.first_day(read.previous.month), read.previous.by_day, today),
        so_far=sum(done for day, done in read.previous.by_day.items() if day <= last),
        year=year_chart([(parts.first_day(name), done) for name, done in read.totals]),
        own=Own(read.own.rank, read.own.done, read.own.tied, read.own.behind, read.own.ahead) if read.own else None,
        ranked=read.frame.viewer.ranked,
        is_current=month == current,
    )


def member_of(read: MemberMonths, now: datetime) -> MemberPage:
    """Fill a member's page from its read."""
    frame = read.frame
    today = clock.local_day(now, frame.zone)
    return MemberPage(
        frame=frames.of(frame, "leaderboard"),
        id=read.user,
        name=read.name,
        is_member=read.is_member,
        is_viewer=read.user == frame.viewer.id,
        months=tuple((parts.first_day(month), done) for month, done in read.months),
        total=sum(done for _, done in read.months),
        tasks=tuple(parts.task_row(task, frame, "member", today, task.project_title) for task in read.tasks),
        more=read.more,
    )
