"""Months: who finished how much, day by day and over a year; and one member's own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import clock, keys, store
from tenants.errors import NotFound
from tenants.items import Leaders, Stats, Task
from tenants.reads.slices import frame
from tenants.snapshots import Frame, Month, TaskSnapshot, month_of, task_of
from tenants.words import said

TREND_MONTHS = 12
_PODIUM = 3
_MEMBER_MONTHS = 120
_MEMBER_SLICE = 500
_MEMBER_TASKS = 100


@dataclass(frozen=True, slots=True)
class Done:
    """What one member finished in the month."""

    user: str
    name: str
    done: int


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The viewer's place: `rank` among those listed, shared when somebody has done as much.

    `behind` tasks fewer than whoever has place `ahead`: of the first three the next better one, of all others the last
    of the first three ("5th, 2 behind 3rd"). Both are 0 for the first.
    """

    rank: int
    done: int
    tied: bool
    behind: int
    ahead: int


@dataclass(frozen=True, slots=True)
class Trend:
    """A month, the one before it, and the totals of twelve months, the earliest first.

    `listed` are those with finished work who want to be ranked, most first; the days and totals hold everybody's.
    `own` is None for a viewer who is not listed.
    """

    frame: Frame
    month: Month
    previous: Month
    totals: tuple[tuple[str, int], ...]
    listed: tuple[Done, ...]
    own: OwnPlace | None


@dataclass(frozen=True, slots=True)
class MemberMonths:
    """A member's finished work by month, the latest first, and their live tasks here, soonest due first.

    For somebody who left, `name` is what they were called in their last month, and they have no live tasks. `more`
    says that not all of their live tasks are shown.
    """

    frame: Frame
    user: str
    name: str
    is_member: bool
    months: tuple[tuple[str, int], ...]
    tasks: tuple[TaskSnapshot, ...]
    more: bool


def trend(org: str, user: str, month: str | None, now: datetime) -> Trend:
    """A month (the current one of the organisation's zone if None) with the eleven before it.

    Two requests: the authorising GetItem, one Query of at most 48 items. Raises NotFound.
    """
    authorised = frame(org, user)
    wanted = month or clock.local_month(now, authorised.zone)
    names = [clock.add_months(wanted, -back) for back in range(TREND_MONTHS - 1, -1, -1)]
    found = store.query(
        "trend",
        keys.org_pk(org),
        between=keys.leaders_range(names[0], wanted),
        limit=TREND_MONTHS * keys.SHARDS,
        consistent=True,
    )
    shards = [item for item in found if isinstance(item, Leaders)]
    months = [month_of(shards, name) for name in names]
    listed = _listed(authorised, months[-1])
    return Trend(
        frame=authorised,
        month=months[-1],
        previous=months[-2],
        totals=tuple((each.month, each.total) for each in months),
        listed=listed,
        own=_own(listed, user),
    )


def member(org: str, user: str, of: str, now: datetime) -> MemberMonths:
    """One member's months and live tasks. Raises NotFound, also for somebody who never was one here.

    Three requests: the authorising GetItem, one Query of their months, one of their live tasks. The index of a
    person's tasks crosses organisations: of the 500 due first only this one's are kept, 100 are shown, and there is
    no cursor, since it would name another organisation's task. `now` hides months that are still to come.
    """
    authorised = frame(org, user)
    person = authorised.people.get(of)
    found = store.query(
        "member",
        keys.org_pk(org),
        prefix=keys.stats_prefix(of),
        limit=_MEMBER_MONTHS,
        forward=False,
        consistent=True,
    )
    current = clock.local_month(now, authorised.zone)
    stats = [item for item in found if isinstance(item, Stats) and keys.last_part(item.sk) <= current]
    if person is None and not stats:
        raise NotFound(said("There is no such member."))
    tasks, more = _live(org, of) if person else ([], False)
    return MemberMonths(
        frame=authorised,
        user=of,
        name=person.name if person else next((item.name for item in stats if item.name), authorised.name_of(of)),
        is_member=person is not None,
        months=tuple((keys.last_part(item.sk), int(item.done or 0)) for item in stats),
        tasks=tuple(tasks[:_MEMBER_TASKS]),
        more=more or len(tasks) > _MEMBER_TASKS,
    )


def _live(org: str, user: str) -> tuple[list[TaskSnapshot], bool]:
    items = store.query(
        "member-live", keys.user_pk(user), index="GSI1", prefix=keys.MY_TASKS_PREFIX, limit=_MEMBER_SLICE
    )
    return [task_of(item) for item in items if isinstance(item, Task) and keys.org_of(item.pk) == org], items.more


def _listed(authorised: Frame, month: Month) -> tuple[Done, ...]:
    def wants(user: str) -> bool:
        return user not in authorised.people or authorised.people[user].ranked

    able = [Done(user, authorised.name_of(user), done) for user, done in month.by_user.items() if done > 0]
    listed = [each for each in able if wants(each.user)]
    return tuple(sorted(listed, key=lambda each: (-each.done, each.name.casefold(), each.user)))


def _own(listed: tuple[Done, ...], user: str) -> OwnPlace | None:
    mine = next((each.done for each in listed if each.user == user), None)
    if mine is None:
        return None
    better = [each.done for each in listed if each.done > mine]
    tied = sum(each.done == mine for each in listed) > 1
    if not better:
        return OwnPlace(1, mine, tied, 0, 0)
    goal = better[-1] if len(better) < _PODIUM else better[_PODIUM - 1]
    ahead = 1 + sum(done > goal for done in better)
    return OwnPlace(len(better) + 1, mine, tied, goal - mine, ahead)
