"""What a file holds, found out before anything is written: people, projects, and every number counted anew.

The counters of the copy come from the records, never from the counters in the file: a copy always agrees with itself,
also when people went on working while the export walked past them. In memory are the ids of the tasks, a few numbers
a project, and a few a member and month.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO

from tenants import clock, keys
from tenants.exports.checks import NotAnExport
from tenants.exports.reading import records, require_whole, wrong
from tenants.exports.renaming import renamed_task
from tenants.exports.shapes import MONTH, Record
from tenants.policy import Priority, Status
from tenants.writes.counts import Standing

Months = dict[tuple[str, str], Counter[int]]
"""Tasks done by day of the month, by person ("" for people who were no members) and month."""


@dataclass(slots=True)
class ProjectOutline:
    """A project: its live tasks (or those that went away with it) by counter name, and its done ones."""

    record: Record
    live: Counter[str] = field(default_factory=Counter)
    done: int = 0
    archived_at: str | None = None
    is_described: bool = False

    @property
    def is_archived(self) -> bool:
        """Whether it was put away."""
        return bool(self.record["state"] == "archived")


@dataclass(slots=True)
class Outline:
    """What the whole file says."""

    manifest: Record
    end: Record
    organisation: Record = field(default_factory=dict)
    people: dict[str, Record] = field(default_factory=dict)
    projects: dict[str, ProjectOutline] = field(default_factory=dict)
    tasks: set[str] = field(default_factory=set)
    """Under their new ids."""
    open: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Live tasks of live projects by counter name, in each shard."""
    months: Months = field(default_factory=lambda: defaultdict(Counter))
    gone: Months = field(default_factory=lambda: defaultdict(Counter))
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    """The name of a member as it was in a month."""
    told_months: dict[str, Record] = field(default_factory=dict)
    records: int = 0
    orphans: int = 0

    @property
    def live_projects(self) -> int:
        """How many count against the plan."""
        return sum(not project.is_archived for project in self.projects.values())

    def done_in(self, person: str, month: str) -> Counter[int]:
        """By day, deleted ones included: what the month has counted."""
        return self.months.get((person, month), Counter()) + self.gone.get((person, month), Counter())

    def name_of(self, person: str) -> str:
        """The last name that the file knows of somebody."""
        if person in self.people:
            return str(self.people[person]["name"])
        known = [(month, name) for (user, month), name in self.names.items() if user == person]
        return max(known)[1] if known else "Former member"

    def differing_months(self) -> list[str]:
        """Months whose figures in the file are not those that its records count up to."""
        counted: dict[str, tuple[Counter[str], Counter[str]]] = defaultdict(lambda: (Counter(), Counter()))
        for person, month in self.months.keys() | self.gone.keys():
            for day, done in self.done_in(person, month).items():
                by_person, by_day = counted[month]
                by_day[str(day)] += done
                if person:
                    by_person[person] += done
        told: dict[str, tuple[Counter[str], Counter[str]]] = {
            month: (Counter(record["by_person"]), Counter(record["by_day"]))
            for month, record in self.told_months.items()
        }
        return sorted(
            month for month in told.keys() | counted.keys() if told.get(month, _NOTHING) != counted.get(month, _NOTHING)
        )


_NOTHING: tuple[Counter[str], Counter[str]] = (Counter(), Counter())


def outline_of(file: BinaryIO, org: str, now: datetime) -> Outline:
    """Read the file twice and look at all of it, as what `org` is to be. Raises NotAnExport at the first fault."""
    manifest, end = require_whole(file)
    outline = Outline(manifest, end)
    gathering = _Gathering(outline, org, clock.local_day(now, "Pacific/Kiritimati").isoformat()[:7])
    for number, record in records(file, end):
        gathering.take(number, record)
    gathering.finish()
    return outline


class _Gathering:
    def __init__(self, outline: Outline, org: str, latest_month: str) -> None:
        self._outline = outline
        self._org = org
        self._latest_month = latest_month
        self._archived_in: dict[str, int] = {}
        self._archived_done: Counter[str] = Counter()
        self._take = {
            "archived-project": self._archived_project,
            "archived-task": self._archived_task,
            "comment": self._detail,
            "description": self._detail,
            "history": self._detail,
            "member-month": self._member_month,
            MONTH: self._month,
            "organisation": self._organisation,
            "person": self._person,
            "project": self._project,
            "project-description": self._described,
            "task": self._task,
        }

    def take(self, number: int, record: Record) -> None:
        """One record in the order of the file."""
        self._outline.records += 1
        if take := self._take.get(record["kind"]):
            take(number, record)

    def finish(self) -> None:
        """What can be said only when all of it was seen."""
        if not self._outline.organisation:
            raise NotAnExport("The file does not tell of the organisation itself. Nothing was imported.")
        for project, number in self._archived_in.items():
            if project not in self._outline.projects:
                wrong(number, "it is of a project that the file does not tell of")
            self._outline.projects[project].done += self._archived_done[project]

    def _organisation(self, number: int, record: Record) -> None:
        self._once(number, bool(self._outline.organisation))
        self._outline.organisation = record

    def _person(self, number: int, record: Record) -> None:
        self._once(number, record["id"] in self._outline.people)
        self._outline.people[record["id"]] = record

    def _project(self, number: int, record: Record) -> None:
        self._once(number, record["id"] in self._outline.projects)
        self._outline.projects[record["id"]] = ProjectOutline(record, done=int(record.get("gone", 0)))

    def _described(self, number: int, record: Record) -> None:
        # All projects were told of before: one that is not there was made while the export walked past it.
        project = self._outline.projects.get(record["project"])
        if project is None:
            self._outline.orphans += 1
            return
        self._once(number, project.is_described)
        project.is_described = True

    def _archived_project(self, number: int, record: Record) -> None:
        project = self._known_project(number, record)
        if not project.is_archived:
            wrong(number, "its project is not archived")
        project.archived_at = record.get("archived_at")

    def _task(self, number: int, record: Record) -> None:
        project = self._known_project(number, record)
        standing = self._standing(number, record)
        if standing.status is not Status.DONE:
            project.live[standing.counter] += 1
            if not project.is_archived:
                self._outline.open[keys.shard(renamed_task(self._org, record["id"]))][standing.counter] += 1
            return
        project.done += 1
        self._count_month(standing)

    def _archived_task(self, number: int, record: Record) -> None:
        # The archive lies before the projects: whether there is one is looked at in the end.
        self._archived_in.setdefault(record["project"], number)
        standing = self._standing(number, record)
        if standing.status is not Status.DONE:
            wrong(number, "it is archived and not done")
        if not record.get("expires_at"):  # else it counts as gone already
            self._archived_done[record["project"]] += 1
            self._count_month(standing)

    def _detail(self, _number: int, record: Record) -> None:
        # Left behind by a task that was deleted: shown nowhere, and not brought in either.
        self._outline.orphans += renamed_task(self._org, record["task"]) not in self._outline.tasks

    def _standing(self, number: int, record: Record) -> Standing:
        task = renamed_task(self._org, record["id"])
        self._once(number, task in self._outline.tasks)
        self._outline.tasks.add(task)
        status = Status(record["status"])
        by, day = record.get("completed_by"), record.get("completed_day")
        if status is not Status.DONE and (by or day or record.get("completed_at")):
            wrong(number, "it is completed and not done")
        if day and day[:7] > self._latest_month:
            wrong(number, "it was completed on a day that is still to come")
        return Standing(status, Priority(record["priority"]), by, day)

    def _count_month(self, standing: Standing) -> None:
        if standing.day:
            self._outline.months[standing.by or "", standing.day[:7]][int(standing.day[8:])] += 1

    def _member_month(self, number: int, record: Record) -> None:
        key = record["person"], record["month"]
        self._once(number, key in self._outline.gone)
        self._outline.gone[key] = Counter({int(day): gone for day, gone in record.get("gone_by_day", {}).items()})
        if "name" in record:
            self._outline.names[key] = record["name"]

    def _month(self, number: int, record: Record) -> None:
        self._once(number, record["month"] in self._outline.told_months)
        self._outline.told_months[record["month"]] = record

    def _known_project(self, number: int, record: Record) -> ProjectOutline:
        project = self._outline.projects.get(record["project"])
        if project is None:
            wrong(number, "it is of a project that the file has not told of")
        return project

    @staticmethod
    def _once(number: int, seen: bool) -> None:  # noqa: FBT001 - a fact, not a mode
        if seen:
            wrong(number, "the file has told of this before")
