"""Geometry of the charts, in whole units of their view box.

Whole numbers only: a template writes them as they are, and a decimal comma would break an SVG.
"""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dashboard.pages.parts import PriorityCounts

BAR_WIDTH = 1000
_GAP = 8
_SLIVER = 14
_DAY_STEP = 20
_DAY_WIDTH = 14
_DAY_HEIGHT = 100
_STUB = 2


@dataclass(frozen=True, slots=True)
class Segment:
    """One priority's part of the open-work bar, from `x`, `width` wide, of `BAR_WIDTH` in all."""

    priority: str
    count: int
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Day:
    """One day's bar. `y` and `height` are 0-100 from the top; a day without work keeps a stub of 2."""

    day: date
    done: int
    x: int
    y: int
    height: int
    is_today: bool
    is_future: bool


@dataclass(frozen=True, slots=True)
class DaysChart:
    """Done work per day of a month: a bar a day in a box `width` x 100. `best` is the busiest day, if any."""

    month: date
    days: tuple[Day, ...]
    total: int
    best: Day | None
    width: int


def priority_bar(counts: PriorityCounts) -> tuple[Segment, ...]:
    """Divide the bar by priority, most urgent first, with gaps between; a priority without tasks has no part.

    Each part is in proportion, but never thinner than a sliver: one urgent task among thousands stays visible.
    """
    parts = [
        (name, count)
        for name, count in (
            ("urgent", counts.urgent),
            ("high", counts.high),
            ("medium", counts.medium),
            ("low", counts.low),
        )
        if count
    ]
    room = BAR_WIDTH - _GAP * (len(parts) - 1) - _SLIVER * len(parts)
    segments: list[Segment] = []
    x = seen = spent = 0
    for name, count in parts:
        seen += count
        share = room * seen // counts.total - spent
        spent += share
        segments.append(Segment(name, count, x, _SLIVER + share))
        x += _SLIVER + share + _GAP
    return tuple(segments)


def days_chart(month: date, done_by_day: Mapping[int, int], today: date) -> DaysChart:
    """Draw `done_by_day` (day of the month -> tasks done); `today` marks the present and what has not come yet."""
    length = monthrange(month.year, month.month)[1]
    highest = max((done_by_day.get(n, 0) for n in range(1, length + 1)), default=0)
    days: list[Day] = []
    for number in range(1, length + 1):
        day = month.replace(day=number)
        done = done_by_day.get(number, 0)
        height = max(_STUB, _DAY_HEIGHT * done // highest) if done else _STUB
        x = (number - 1) * _DAY_STEP
        days.append(Day(day, done, x, _DAY_HEIGHT - height, height, day == today, day > today))
    total = sum(day.done for day in days)
    best = max(days, key=lambda day: day.done) if total else None
    return DaysChart(month.replace(day=1), tuple(days), total, best, length * _DAY_STEP - (_DAY_STEP - _DAY_WIDTH))
