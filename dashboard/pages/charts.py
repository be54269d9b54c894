"""Geometry of the charts, in whole units of their view box.

Whole numbers only: a template writes them as they are, and a decimal comma would break an SVG.
"""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from dashboard.pages.parts import PriorityCounts

BAR_WIDTH = 1000
YEAR_STEP = 20
YEAR_WIDTH = 12 * YEAR_STEP - 6
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
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Day:
    """One day with finished work."""

    day: date
    done: int


@dataclass(frozen=True, slots=True)
class DaysChart:
    """Done work per day of a month: a bar a day in a box `width` x 100.

    `days` are those with finished work, in order; `best` is the first of the busiest, if any; `by_day` is the same as
    text ("2: 3, 3: 5"). `bars`, `today` and `idle` are path data: days with work, the present day, and stubs for days
    without work and days to come. One path instead of a rectangle a day spares the page thirty elements.
    """

    month: date
    days: tuple[Day, ...]
    total: int
    best: Day | None
    by_day: str
    length: int
    width: int
    bars: str
    today: str
    idle: str


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
        segments.append(Segment(name, x, _SLIVER + share))
        x += _SLIVER + share + _GAP
    return tuple(segments)


def days_chart(month: date, done_by_day: Mapping[int, int], today: date) -> DaysChart:
    """Draw `done_by_day` (day of the month -> tasks done); `today` is marked when it lies in the month."""
    length = monthrange(month.year, month.month)[1]
    days = tuple(
        Day(month.replace(day=number), done_by_day[number])
        for number in range(1, length + 1)
        if done_by_day.get(number, 0) > 0
    )
    best = max(days, key=lambda day: day.done, default=None)
    paths = {"bars": "", "today": "", "idle": ""}
    for number in range(1, length + 1):
        done = done_by_day.get(number, 0)
        height = max(_STUB, _DAY_HEIGHT * done // best.done) if best and done > 0 else _STUB
        worked = "bars" if done > 0 else "idle"
        kind = "today" if month.replace(day=number) == today else worked
        paths[kind] += f"M{(number - 1) * _DAY_STEP} {_DAY_HEIGHT - height}h{_DAY_WIDTH}v{height}h-{_DAY_WIDTH}z"
    return DaysChart(
        month=month.replace(day=1),
        days=days,
        total=sum(day.done for day in days),
        best=best,
        by_day=", ".join(f"{day.day.day}: {day.done}" for day in days),
        length=length,
        width=length * _DAY_STEP - (_DAY_STEP - _DAY_WIDTH),
        **paths,
    )


@dataclass(frozen=True, slots=True)
class YearBar:
    """One month of a year's chart. `x`, `y` and `height` are whole units of a view box `YEAR_WIDTH` x 100."""

    month: date
    done: int
    x: int
    y: int
    height: int


def year_chart(totals: Sequence[tuple[date, int]]) -> tuple[YearBar, ...]:
    """Draw twelve months (their first days, tasks done), the earliest first; a month without work keeps a stub."""
    highest = max((done for _, done in totals), default=0)
    bars = []
    for place, (month, done) in enumerate(totals):
        height = max(_STUB, _DAY_HEIGHT * done // highest) if highest else _STUB
        bars.append(YearBar(month, done, place * YEAR_STEP, _DAY_HEIGHT - height, height))
    return tuple(bars)
