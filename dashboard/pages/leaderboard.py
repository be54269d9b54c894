"""A month's finished work by member and by day."""

from dataclasses import dataclass
from datetime import datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.charts import DaysChart, days_chart
from dashboard.pages.frame import Frame
from dashboard.pages.parts import MonthLinks, Ranked
from tenants import clock
from tenants.reads.slices import Leaderboard


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """`leaderboard`: every member with finished work in the month, equal work sharing a place, and the month's days."""

    frame: Frame
    months: MonthLinks
    rows: tuple[Ranked, ...]
    days: DaysChart
    is_current: bool

    @property
    def most(self) -> int:
        """The first place's count, the full length of a bar; 1 in an empty month so that a bar has a maximum."""
        return self.rows[0].done if self.rows else 1


def of(read: Leaderboard, now: datetime) -> LeaderboardPage:
    """Fill the page from its read."""
    month, today = parts.first_day(read.month.month), clock.local_day(now, read.frame.zone)
    current = today.replace(day=1)
    return LeaderboardPage(
        frame=frames.of(read.frame, "leaderboard"),
        months=parts.month_links(month, current),
        rows=parts.ranking(parts.members_done(read.frame, read.month)),
        days=days_chart(month, read.month.by_day, today),
        is_current=month == current,
    )
