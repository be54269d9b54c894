"""The items of the copy: those that a record tells, and those that are counted from all of them.

Every item is the same whenever it is made from the same file for the same people, so writing it again changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tenants import clock, ids, keys
from tenants.exports.checks import PEOPLE
from tenants.exports.outline import Outline, ProjectOutline
from tenants.exports.people import People
from tenants.exports.renaming import renamed_task
from tenants.exports.shapes import BY_KIND, Record
from tenants.items import COUNTER_NAMES, AwayCard, Base, Card, Leaders, Membership, OpenCounter, Stats, day_name
from tenants.mover.archive import MARK
from tenants.mover.scene import LIVE
from tenants.policy import Priority, Status
from tenants.reconcile.findings import COUNTERS
from tenants.transaction import AttributePath
from tenants.writes.counts import Standing
from tenants.writes.projects import card_title
from tenants.writes.rows import index_keys

_ROWS = {"task", "archived-task"}
_ELSEWHERE = {"archived-project", "member-month", "organisation", "person"}
"""Kinds whose items are made from the outline."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A counter item that ADD would have brought into being: its attributes by their names in the table."""

    kind: type[Base]
    key: keys.Key
    attributes: dict[AttributePath, Any]


@dataclass(frozen=True, slots=True)
class Copying:
    """Everything that an item of the copy depends on."""

    org: str
    name: str
    outline: Outline
    people: People

    def of(self, record: Record) -> Base | None:
        """The item that a record tells; None for what is made from the outline, or belongs to nothing in it."""
        kind = record["kind"]
        shape = BY_KIND.get(kind)
        if shape is None or kind in _ELSEWHERE:
            return None
        told = {name: value for name, value in record.items() if name not in {"kind", *shape.parts}}
        parts = {name: record[name] for name in shape.parts}
        if kind in _ROWS:
            parts["id"] = renamed_task(self.org, parts["id"])
            told = self._row(record, parts["id"], told)
        elif "task" in parts:
            parts["task"] = renamed_task(self.org, parts["task"])
            if parts["task"] not in self.outline.tasks:
                return None
        if kind == "project-description" and record["project"] not in self.outline.projects:
            return None
        told |= self._follows(kind, record)
        told |= {field: self.people.id_of(told[field]) for field in PEOPLE & told.keys()}
        return shape.item.at(shape.key(self.org, *parts.values()), **told)

    def _follows(self, kind: str, record: Record) -> Record:
        """What follows from the record in the copy."""
        if kind == "project":
            created = keys.by_created_sk(record["created_at"], record["id"])
            away = None if record["state"] == LIVE else record["state"]
            return {"gsi2pk": keys.by_created_pk(self.org), "gsi2sk": created, "away": away}
        if kind == "activity":
            expires = {"expires_at": clock.expiry(clock.from_text(record["at"]), clock.EVENTS_KEPT)}
            return expires | ({"task": renamed_task(self.org, record["task"])} if "task" in record else {})
        if kind == "imported":
            return {"rows": {self._entry(entry) for entry in record["rows"]}}
        return {}

    def counted(self) -> Iterator[Base | Numbers]:
        """What is counted: cards, open work, months. In a fixed order."""
        for project in sorted(self.outline.projects):
            yield self._card(project, self.outline.projects[project])
        for number in range(keys.SHARDS):
            yield OpenCounter.at(
                keys.open_counter(self.org, number), **_named(self.outline.open.get(number, Counter()))
            )
        yield from self._months()

    def memberships(self) -> Iterator[Base]:
        """Last of all: with them the organisation is on people's homes."""
        joined = {user: self.outline.people[person].get("joined") for person, user in self.people.accounts.items()}
        for user, person in sorted(self.people.members.items()):
            yield Membership.at(
                keys.membership(self.org, user),
                role=person.role,
                name=person.name,
                email=self.people.emails.get(user),
                joined=joined.get(user) or self.outline.manifest["exported_at"],
                org_name=self.name,
                gsi1pk=keys.user_pk(user),
                gsi1sk=keys.by_user_org(self.org),
            )

    def _row(self, record: Record, task: str, told: Record) -> Record:
        """What a task tells, with what follows from its project and from who is a member here."""
        project = self.outline.projects[record["project"]]
        standing = Standing(Status(record["status"]), Priority(record["priority"]))
        away = project.is_archived and standing.status is not Status.DONE
        assignee = self.people.member(record.get("assignee"))
        if "assignee" in record and not assignee:
            told = {name: value for name, value in told.items() if name != "assignee"}
            told["person"] = self.outline.name_of(record["assignee"])
        index = {} if away else index_keys(self.org, task, standing, record.get("due"), assignee)
        title = card_title(project.record["title"])
        return {**told, **index, "project": title, "put_away": MARK if away else None}

    def _entry(self, entry: str) -> str:
        """A ledger's entry: a key, a project, and a task unless it is a project's."""
        end = len(entry) - ids.TASK_ID_LENGTH
        is_task = len(entry) > 2 * ids.PROJECT_ID_LENGTH
        return entry[:end] + renamed_task(self.org, entry[end:]) if is_task else entry

    def _card(self, project: str, told: ProjectOutline) -> Base:
        title = card_title(told.record["title"])
        counters = _named(told.live)
        done = told.done or None
        if told.is_archived:
            key = keys.away_card(self.org, project)
            return AwayCard.at(key, title=title, archived_at=told.archived_at, done=told.done, **counters)
        return Card.at(keys.card(self.org, project), title=title, done=done, **counters)

    def _months(self) -> Iterator[Numbers]:
        leaders: dict[keys.Key, Counter[str]] = {}
        outline = self.outline
        for person, month in sorted(outline.months.keys() | outline.gone.keys()):
            user, done = self.people.id_of(person), outline.done_in(person, month)
            shard = leaders.setdefault(keys.leaders_of(self.org, month, user), Counter())
            for day, count in done.items():
                shard[day_name(f"{month}-{day:02d}")] += count
            gone = outline.gone.get((person, month), Counter())
            if user:
                shard[f"n_{user}"] += done.total()
            if user or gone:
                yield Numbers(Stats, keys.stats(self.org, user, month), self._stats(person, month, done.total(), gone))
        for key, numbers in sorted(leaders.items()):
            if numbers := +numbers:
                yield Numbers(Leaders, key, dict(sorted(numbers.items())))

    def _stats(self, person: str, month: str, done: int, gone: Counter[int]) -> dict[AttributePath, Any]:
        stats: dict[AttributePath, Any] = {f"g_{day:02d}": count for day, count in sorted(gone.items())}
        if gone:
            stats["gone"] = gone.total()
        if person:
            stats["done"] = done
            stats["name"] = self.outline.names.get((person, month)) or self.outline.name_of(person)
        return stats


def _named(counted: Counter[str]) -> dict[str, int]:
    """Counters by their names in Python."""
    assert set(COUNTERS) == set(COUNTER_NAMES)
    return {name: counted[attribute] for name, attribute in COUNTERS.items() if counted[attribute]}
