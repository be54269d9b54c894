"""A month's finished work by member and by day."""

from dataclasses import dataclass

from dashboard.pages.charts import DaysChart
from dashboard.pages.frame import Frame
from dashboard.pages.parts import MonthLinks, Ranked


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
