"""One walk over an organisation's partition that counts everything anew and compares.

The alphabet helps: a project's HEADER comes before its TASKs, both before their DETAIL, and all of them before the
counters (LEADERS, METADATA, OPEN, PROJECT, STATS, USER). So rows are looked at one by one and not kept; what stays in
memory is the ids of the tasks, a few numbers a project, and a few a member and month.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.errors import NotFound
from tenants.items import (
    Base,
    Card,
    Header,
    Job,
    Leaders,
    Membership,
    Metadata,
    OpenCounter,
    Stats,
    Task,
    Text,
    Unknown,
    day_name,
)
from tenants.policy import Status
from tenants.reconcile import people
from tenants.reconcile.findings import COUNTERS, Finding, Mend, counts, differences
from tenants.snapshots import NO_ORG
from tenants.writes.counts import Standing
from tenants.writes.projects import card_title
from tenants.writes.rows import index_keys

_PAGE = 5_000
_RECOVERED = "Recovered project"


def audit(org: str) -> list[Finding]:
    """Everything that is not as the items say, in the order of the partition's keys.

    One Query per megabyte. Raises NotFound, Unavailable.
    """
    seen = _Seen(org)
    for item in store.walk("partition", keys.org_pk(org), page=_PAGE):
        seen.look_at(item)
    if seen.metadata is None:
        raise NotFound(NO_ORG)
    return sorted(seen.findings(), key=lambda finding: (finding.key.sk, str(finding.attribute)))


@dataclass(slots=True)
class _Project:
    """A project as its rows tell it."""

    header: Header | None = None
    card: Card | None = None
    live: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    done: int = 0
    tasks: int = 0
    # Only while there is no HEADER to compare them with: the copies of the title, by the key of the task.
    copies: dict[keys.Key, str | None] = field(default_factory=dict)


class _Seen:
    """What the walk has come upon so far."""

    def __init__(self, org: str) -> None:
        self.org = org
        self.metadata: Metadata | None = None
        self._found: list[Finding] = []
        self._projects: dict[str, _Project] = defaultdict(_Project)
        self._tasks: set[str] = set()
        self._reserved = 0
        self._memberships: dict[str, Membership] = {}
        self._open: dict[keys.Key, OpenCounter] = {}
        self._leaders: dict[keys.Key, Leaders] = {}
        self._stats: dict[tuple[str, str], Stats] = {}
        self._right_open: dict[keys.Key, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self._right_days: dict[keys.Key, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self._right_done: dict[tuple[str, str], int] = defaultdict(int)
        self._visit = {
            Card: self._card,
            Header: self._header,
            Job: self._job,
            Leaders: self._month,
            Membership: self._member,
            Metadata: self._organisation,
            OpenCounter: self._shard,
            Stats: self._member_month,
            Task: self._task,
            Text: self._text,
            Unknown: self._unknown,
        }

    def look_at(self, item: Base) -> None:
        """Take one item of the partition in, in the order of its keys."""
        visit = self._visit.get(type(item))
        if visit is not None:
            visit(item)

    # Rows: compared as they come.
    def _header(self, item: Base) -> None:
        assert isinstance(item, Header)
        project = keys.project_of_board(item.sk)
        self._projects[project].header = item
        stored = {"GSI2PK": item.gsi2pk, "GSI2SK": item.gsi2sk}
        right = {"GSI2PK": keys.by_created_pk(self.org), "GSI2SK": keys.by_created_sk(item.created_at, project)}
        self._found += differences(Header, item.key, stored, right, Path("createdAt") == item.created_at)

    def _task(self, item: Base) -> None:
        assert isinstance(item, Task)
        project, task = self._projects[keys.project_of_board(item.sk)], keys.last_part(item.sk)
        standing = Standing.of(item)
        self._tasks.add(task)
        self._count(project, task, standing)
        index = index_keys(self.org, task, standing, item.due, item.assignee)
        stored = {name.upper(): getattr(item, name) for name in index}
        right = {name.upper(): value for name, value in index.items()}
        self._found += differences(Task, item.key, stored, right, Path("version") == item.version)
        if project.header is None:
            project.copies[item.key] = item.project
        else:
            self._found += _copy(item.key, item.project, project.header.title)

    def _count(self, project: _Project, task: str, standing: Standing) -> None:
        project.tasks += 1
        if standing.status is not Status.DONE:
            project.live[standing.counter] += 1
            self._right_open[keys.open_counter_of(self.org, task)][standing.counter] += 1
            return
        project.done += 1
        if standing.day is None:
            return
        month = standing.day[:7]
        self._right_days[keys.leaders_of(self.org, month, standing.by or "")][day_name(standing.day)] += 1
        if standing.by:
            self._right_done[standing.by, month] += 1

    def _text(self, item: Base) -> None:
        if item.sk.split("#")[1] not in self._tasks:
            self._found.append(Finding(Text, item.key, None, item, None, Mend.DELETE))

    def _unknown(self, item: Base) -> None:
        # A newer release may have written it: it is named, and left alone.
        self._found.append(Finding(Unknown, item.key, None, item, None, Mend.LEAVE))

    # The rest: kept until all rows are counted.
    def _card(self, item: Base) -> None:
        assert isinstance(item, Card)
        self._projects[keys.last_part(item.sk)].card = item

    def _job(self, item: Base) -> None:
        assert isinstance(item, Job)
        self._reserved += int(item.reserved or 0)

    def _month(self, item: Base) -> None:
        assert isinstance(item, Leaders)
        self._leaders[item.key] = item

    def _member(self, item: Base) -> None:
        assert isinstance(item, Membership)
        self._memberships[keys.last_part(item.sk)] = item

    def _organisation(self, item: Base) -> None:
        assert isinstance(item, Metadata)
        self.metadata = item

    def _shard(self, item: Base) -> None:
        assert isinstance(item, OpenCounter)
        self._open[item.key] = item

    def _member_month(self, item: Base) -> None:
        assert isinstance(item, Stats)
        _, _, user, month = item.sk.split("#")
        self._stats[user, month] = item

    def findings(self) -> Iterator[Finding]:
        """All differences, once every item was looked at."""
        assert self.metadata is not None
        yield from self._found
        live = 0
        for project, told in self._projects.items():
            header, found = _header_of(self.org, project, told)
            yield from found
            if header is not None:
                yield from _card_differences(self.org, project, told, header)
                live += header.state == "live"
        right = {"projects": live + self._reserved}
        yield from counts(Metadata, self.metadata.key, {"projects": self.metadata.projects}, right)
        yield from people.differences_of(self.metadata, self._memberships)
        for key in self._open.keys() | self._right_open.keys():
            shard = self._open.get(key)
            stored = _stored_counters(shard) if shard else {}
            yield from counts(OpenCounter, key, stored, self._right_open.get(key, {}))
        yield from self._months()

    def _months(self) -> Iterator[Finding]:
        """Finished work: by member and month, by day. What was deleted since counts where it was done."""
        right = defaultdict(dict, {key: dict(days) for key, days in self._right_days.items()})
        for user, month in self._stats.keys() | self._right_done.keys():
            stats = self._stats.get((user, month))
            key = keys.stats(self.org, user, month)
            leaders = right[keys.leaders_of(self.org, month, user)]
            gone = sum(stats.gone_by_day.values()) if stats else 0
            for day, count in stats.gone_by_day.items() if stats else ():
                name = day_name(f"{month}-{day:02d}")
                leaders[name] = leaders.get(name, 0) + count
            yield from counts(Stats, key, {"gone": stats.gone if stats else None}, {"gone": gone})
            if not user:
                continue  # people who are not members have no months of their own
            done = self._right_done.get((user, month), 0) + gone
            leaders[f"n_{user}"] = done
            yield from counts(Stats, key, {"done": stats.done if stats else None}, {"done": done})
            if done and (stats is None or not stats.name):
                yield from people.missing_name(key, user, self._memberships.get(user))
        for key in self._leaders.keys() | right.keys():
            yield from counts(Leaders, key, _stored_leaders(self._leaders.get(key)), right[key])


def _stored_counters(item: OpenCounter) -> dict[str, int | None]:
    return {attribute: getattr(item, name) for name, attribute in COUNTERS.items()}


def _stored_leaders(leaders: Leaders | None) -> dict[str, int]:
    if leaders is None:
        return {}
    by_user = {f"n_{user}": done for user, done in leaders.by_user.items()}
    return by_user | {day_name(f"{leaders.month}-{day:02d}"): done for day, done in leaders.by_day.items()}


def _copy(key: keys.Key, stored: str | None, title: str) -> Iterator[Finding]:
    """Lists show the project's title from a copy on the task."""
    return differences(Task, key, {"project": stored}, {"project": card_title(title)})


def _header_of(org: str, project: str, told: _Project) -> tuple[Header | None, list[Finding]]:
    """The project's record. One that is missing is made again from what is left of it: no work is thrown away."""
    if told.header is not None:
        return told.header, []
    if not told.tasks:
        assert told.card is not None
        as_read = Path("title") == told.card.title
        return None, [Finding(Card, told.card.key, None, told.card, None, Mend.DELETE, as_read)]
    copies = [copy for copy in told.copies.values() if copy]
    title = told.card.title if told.card else copies[0] if copies else _RECOVERED
    created_at = clock.to_text(ids.project_created(project))
    header = Header.at(
        keys.header(org, project),
        title=title,
        state="live",
        created_at=created_at,
        # What the card counts beyond the rows was deleted, or it would have been counted off.
        gone=max(int(told.card.done or 0) - told.done, 0) if told.card else None,
        gsi2pk=keys.by_created_pk(org),
        gsi2sk=keys.by_created_sk(created_at, project),
    )
    found = [Finding(Header, header.key, None, None, header, Mend.PUT)]
    for key, copy in told.copies.items():
        found += _copy(key, copy, title)
    return header, found


def _card_differences(org: str, project: str, told: _Project, header: Header) -> Iterator[Finding]:
    """The card of a live project; while a project is being put away or deleted its card may be there or not."""
    key = keys.card(org, project)
    right = {**told.live, "done": told.done + int(header.gone or 0)}
    title = card_title(header.title)
    if told.card is not None:
        card = told.card
        stored = _stored_counters(card) | {"done": card.done}
        yield from differences(Card, key, {"title": card.title}, {"title": title})
        yield from counts(Card, key, stored, right)
    elif header.state == "live":
        counted = {name: right.get(attribute) for name, attribute in COUNTERS.items()}
        card = Card.at(key, title=title, done=right["done"] or None, **counted)
        yield Finding(Card, key, None, None, card, Mend.PUT)
