"""The dashboard: one Query over the reserved range; and the pulse, the part of it that moves with a task."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from tenants import clock, keys, store
from tenants.items import Base, Card, Leaders, Metadata, OpenCounter
from tenants.patterns import DASHBOARD_PROJECTS, dashboard_limit
from tenants.snapshots import Counts, Frame, Month, ProjectSnapshot, counts_of, frame_of, month_of, project_of

log = logging.getLogger(__name__)

_EASTERNMOST = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything the dashboard shows, from one read. `today` is the day in the organisation's zone."""

    frame: Frame
    counts: Counts
    month: Month
    projects: tuple[ProjectSnapshot, ...]
    as_of: datetime


@dataclass(frozen=True, slots=True)
class Pulse:
    """What moves when a task moves: the counts, the month's leaders, and one project's card."""

    frame: Frame
    counts: Counts
    month: Month
    project: ProjectSnapshot | None


def dashboard(org: str, user: str, now: datetime, *, consistent: bool = False) -> Dashboard:
    """The dashboard of `org` as `user` may see it. Raises NotFound for strangers.

    One Query of at most 14 items (18 at a month's border), whatever the tenant's size: 0.5 read units up to 4 KB
    (20 people), twice that when consistent.
    """
    items = store.query(
        "dashboard",
        keys.org_pk(org),
        between=keys.dashboard_range(clock.earliest_month(now)),
        limit=dashboard_limit(len(_months(now))),
        consistent=consistent,
    )
    frame = frame_of(next((item for item in items if isinstance(item, Metadata)), None), user)
    _report_unknown(items)
    return Dashboard(
        frame=frame,
        counts=counts_of(item for item in items if type(item) is OpenCounter),
        month=month_of((item for item in items if isinstance(item, Leaders)), clock.local_month(now, frame.zone)),
        projects=tuple(project_of(item) for item in items if isinstance(item, Card))[:DASHBOARD_PROJECTS],
        as_of=now,
    )


def pulse(org: str, user: str, project: str, now: datetime) -> Pulse:
    """The counts, the month's leaders and the card of `project`, consistently read. Raises NotFound for strangers.

    One BatchGetItem of 10 keys (14 at a month's border).
    """
    return pulse_in(store.get_many("pulse", pulse_keys(org, project, now)), org, user, project, now)


def pulse_keys(org: str, project: str, now: datetime) -> list[keys.Key]:
    """What a pulse is made of, for a read that wants more at once."""
    shards = range(keys.SHARDS)
    leaders = [keys.leaders(org, month, number) for month in _months(now) for number in shards]
    counters = [keys.open_counter(org, number) for number in shards]
    return [keys.metadata(org), keys.card(org, project), *counters, *leaders]


def pulse_in(found: store.Found, org: str, user: str, project: str, now: datetime) -> Pulse:
    """The pulse in what such a read found. Raises NotFound for strangers."""
    frame = frame_of(found.get(Metadata, keys.metadata(org)), user)
    stored_card = found.get(Card, keys.card(org, project))
    return Pulse(
        frame=frame,
        counts=counts_of(item for item in found.items.values() if type(item) is OpenCounter),
        month=month_of(
            (item for item in found.items.values() if isinstance(item, Leaders)), clock.local_month(now, frame.zone)
        ),
        project=project_of(stored_card) if stored_card else None,
    )


def _months(now: datetime) -> list[str]:
    """The months that it can be now somewhere on earth: one, at a month's border two."""
    return sorted({clock.earliest_month(now), clock.month_of((now + _EASTERNMOST).date())})


def _report_unknown(items: list[Base]) -> None:
    for item in items:
        if not isinstance(item, (Metadata, OpenCounter, Leaders)):
            log.warning("an item of an unknown kind stands in the dashboard's range: %s", item.sk.partition("#")[0])
