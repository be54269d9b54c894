"""One walk over an organisation's partition that counts everything anew and compares.

The alphabet helps: a project's HEADER comes before its TASKs, both before their DETAIL, and all of them before the
counters (LEADERS, METADATA, OPEN, PROJECT, STATS, USER). So rows are looked at one by one and not kept; what stays in
memory is the ids of the tasks, a few numbers a project, and a few a member and month.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import (
    ArchivedTask,
    AwayCard,
    Base,
    Brief,
    Card,
    Header,
    Job,
    Leaders,
    Log,
    Membership,
    Metadata,
    Note,
    OpenCounter,
    Sent,
    Stats,
    Task,
    Text,
    Unknown,
    day_name,
)
from tenants.mover.erasing import DELETING, GONE
from tenants.mover.scene import LIVE
from tenants.policy import Status
from tenants.reconcile import people
from tenants.reconcile.findings import Finding, Mend, counts, differences
from tenants.reconcile.projects import Project, is_away, project_differences, row_differences, stored_counters
from tenants.snapshots import NO_ORG
from tenants.writes.counts import Standing

_PAGE = 5_000


def audit(org: str) -> list[Finding]:
    """Everything that is not as the items say, in the order of the partition's keys.

    One Query per megabyte. Raises NotFound, Unavailable.
    """
    seen = _Seen(org)
    for item in store.walk("partition", keys.org_pk(org), page=_PAGE):
        seen.look_at(item)
    if seen.metadata is None or seen.metadata.state in {DELETING, GONE}:
        raise NotFound(NO_ORG)
    return sorted(seen.findings(), key=lambda finding: (finding.key.sk, str(finding.attribute)))


class _Seen:
    """What the walk has come upon so far."""

    def __init__(self, org: str) -> None:
        self.org = org
        self.metadata: Metadata | None = None
        self._found: list[Finding] = []
        self._projects: dict[str, Project] = defaultdict(Project)
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
            ArchivedTask: self._archived,
            AwayCard: self._away,
            Brief: self._brief,
            Card: self._card,
            Header: self._header,
            Job: self._job,
            Leaders: self._month,
            Membership: self._member,
            Metadata: self._organisation,
            OpenCounter: self._shard,
            Stats: self._member_month,
            Task: self._task,
            Log: self._detail,
            Note: self._detail,
            Sent: self._detail,
            Text: self._detail,
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
        away = {"status": None if item.state == LIVE else item.state}
        self._found += differences(Header, item.key, {"status": item.away}, away, Path("state") == item.state)

    def _brief(self, item: Base) -> None:
        # All boards lie before it. A recovered record has its project's description again.
        told = self._projects.get(keys.last_part(item.sk))
        if told is None or (told.header is None and not told.tasks):
            self._found.append(Finding(Brief, item.key, None, item, None, Mend.DELETE))

    def _task(self, item: Base) -> None:
        assert isinstance(item, Task)
        project, task = self._projects[keys.project_of_board(item.sk)], keys.last_part(item.sk)
        away = is_away(project, item)
        self._tasks.add(task)
        self._count(project, task, Standing.of(item), away=away)
        self._found += row_differences(self.org, project, item, away=away)

    def _archived(self, item: Base) -> None:
        assert isinstance(item, ArchivedTask)
        project, task = self._projects[keys.project_of_board(item.sk)], keys.last_part(item.sk)
        self._tasks.add(task)
        if item.expires_at:
            project.tasks += 1  # it counts as gone already: DynamoDB sweeps it up whenever it likes
        else:
            self._count(project, task, Standing.of(item), away=False)

    def _count(self, project: Project, task: str, standing: Standing, *, away: bool) -> None:
        project.tasks += 1
        if away:
            project.put_away[standing.counter] += 1
            return
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

    def _detail(self, item: Base) -> None:
        # What a deletion that was cut short left behind. What came with an end DynamoDB sweeps up whenever it likes;
        # the lock of a comment has one of its own.
        if item.sk.split("#")[1] not in self._tasks and (isinstance(item, Sent) or not item.expires_at):
            self._found.append(Finding(type(item), item.key, None, item, None, Mend.DELETE))

    def _unknown(self, item: Base) -> None:
        # A newer release may have written it: it is named, and left alone.
        self._found.append(Finding(Unknown, item.key, None, item, None, Mend.LEAVE))

    # The rest: kept until all rows are counted.
    def _card(self, item: Base) -> None:
        assert isinstance(item, Card)
        self._projects[keys.last_part(item.sk)].card = item

    def _away(self, item: Base) -> None:
        assert isinstance(item, AwayCard)
        self._projects[keys.last_part(item.sk)].away = item

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
            yield from project_differences(self.org, project, told)
            live += told.header is not None and told.counts_in_plan
        right = {"projects": live + self._reserved}
        yield from counts(Metadata, self.metadata.key, {"projects": self.metadata.projects}, right)
        yield from people.differences_of(self.metadata, self._memberships)
        for key in self._open.keys() | self._right_open.keys():
            shard = self._open.get(key)
            stored = stored_counters(shard) if shard else {}
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


def _stored_leaders(leaders: Leaders | None) -> dict[str, int]:
    if leaders is None:
        return {}
    by_user = {f"n_{user}": done for user, done in leaders.by_user.items()}
    return by_user | {day_name(f"{leaders.month}-{day:02d}"): done for day, done in leaders.by_day.items()}
