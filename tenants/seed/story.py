"""What a sample organisation looks like: people, projects and tasks drawn from one seed, before anything is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from random import Random

from tenants import clock, ids
from tenants.errors import Refused
from tenants.imports.bulk import InProject, NewTask
from tenants.policy import LIMITS, Limits, Plan, Priority, Role, Status, smallest_plan
from tenants.seed import words

HISTORY = timedelta(days=390)
"""Less than activity is kept, so that no entry is expired when it is written."""

ACCOUNT_ROLES = (Role.OWNER, Role.ADMIN, Role.MEMBER, Role.VIEWER)

_DONE_AT_LEAST = 0.3
_DONE_MORE_WITH_AGE = 0.5
_DONE_THIS_MONTH = 0.2
_IN_PROGRESS = 0.22
_ASSIGNED = 0.8
_WITH_DUE_DATE = 0.7
_TOLD_DAYS = 21
_TOLD_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for. `accounts` makes the first four members accounts with the well-known password."""

    org: str
    name: str
    zone: str
    people: int
    projects: int
    tasks: int
    seed: int
    accounts: bool

    @property
    def signature(self) -> str:
        """The same for the same wish: tells whether a half-made organisation is this one."""
        parts = (self.name, self.zone, self.people, self.projects, self.tasks, self.seed, self.accounts)
        return ids.derived_id(16, self.org, *map(str, parts))

    def plan(self) -> Plan:
        """The smallest plan that holds it. Raises Refused when the numbers make no organisation or no plan does."""
        if not ids.is_org_id(self.org):
            raise Refused(
                f"“{self.org}” is no id: it has 3 to 40 of a to z, 0 to 9 and inner hyphens; some are reserved."
            )
        if self.zone not in clock.zone_names():
            raise Refused(f"“{self.zone}” is no time zone; one is Europe/Berlin.")
        if self.people < 1:
            raise Refused("An organisation has at least one person: its owner.")
        if min(self.projects, self.tasks) < 0 or (self.tasks and not self.projects):
            raise Refused("Tasks need a project to be in.")
        plan = smallest_plan(self.people, self.projects)
        if plan is None:
            most: Limits = LIMITS[Plan.ENTERPRISE]
            raise Refused(
                f"No plan holds {self.people:,} people and {self.projects:,} projects; the largest, enterprise, holds "
                f"{most.people:,} and {most.projects:,}."
            )
        return plan


@dataclass(frozen=True, slots=True)
class SampleMember:
    """One person. `signs_in` gives them the well-known password; the others cannot sign in at all."""

    id: str
    name: str
    email: str
    role: Role
    joined: datetime
    signs_in: bool


@dataclass(frozen=True, slots=True)
class SampleProject:
    """One project and who began it."""

    project: InProject
    created: datetime
    by: SampleMember


@dataclass(frozen=True, slots=True)
class SampleTask:
    """One task; `told` puts its completion into the activity."""

    task: NewTask
    told: bool


@dataclass(frozen=True, slots=True)
class Story:
    """All of it, in the order in which it is written. The first member is the owner."""

    wish: Wish
    people: tuple[SampleMember, ...]
    projects: tuple[SampleProject, ...]
    tasks: tuple[SampleTask, ...]


def member_id(wish: Wish, number: int) -> str:
    """The id of the member of that number: known beforehand, so that a second try meets the same account."""
    return ids.derived_id(ids.USER_ID_LENGTH, wish.org, "sample member", str(wish.seed), str(number))


def tell(wish: Wish, now: datetime) -> Story:
    """Draw the whole organisation as it stands at `now`: the same for the same wish and instant. Sends nothing."""
    random = Random(wish.seed)  # noqa: S311 - sample data are to be repeatable, not secret
    people = tuple(_people(wish, now, random))
    fields = random.sample(words.all_projects(), wish.projects)
    born = sorted((now - HISTORY * random.uniform(0.02, 1) for _ in fields), reverse=True)
    projects: list[SampleProject] = []
    tasks: list[SampleTask] = []
    workers = [member for member in people if member.role is not Role.VIEWER]
    # Some finish more than others, but not so differently that nobody ever stands level.
    eagerness = [random.uniform(0.5, 1.5) for _ in workers]
    for number, ((title, field), created, share) in enumerate(
        zip(fields, born, _shares(wish.tasks, wish.projects, random), strict=True)
    ):
        project = InProject(ids.derived_project_id(created, wish.org, str(wish.seed), str(number)), title)
        projects.append(SampleProject(project, created, random.choice(workers)))
        teller = _Teller(wish, now, random, workers, eagerness, project, field, created)
        tasks.extend(teller.task(len(tasks) + index) for index in range(share))
    return Story(wish, people, tuple(projects), tuple(tasks))


def _people(wish: Wish, now: datetime, random: Random) -> Iterator[SampleMember]:
    names = random.sample(words.all_names(), wish.people)
    for number, name in enumerate(names):
        known = number < len(ACCOUNT_ROLES)
        role = ACCOUNT_ROLES[number] if known else _role(random)
        signs_in = known and wish.accounts
        local = str(role) if signs_in else _plain(name)
        yield SampleMember(
            id=member_id(wish, number),
            name=name,
            email=f"{local}@{wish.org}.example",
            role=role,
            joined=now - HISTORY * random.uniform(0.3, 1),
            signs_in=signs_in,
        )


def _role(random: Random) -> Role:
    return random.choices((Role.ADMIN, Role.MEMBER, Role.VIEWER), (1, 10, 1))[0]


def _plain(name: str) -> str:
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", name.casefold()) if letter.isascii())
    return bare.replace(" ", ".")


def _shares(tasks: int, projects: int, random: Random) -> list[int]:
    """`tasks` split over `projects`, some twice as large as others; the rest goes to the first ones."""
    weights = [random.uniform(0.5, 1.5) for _ in range(projects)]
    shares = [int(tasks * weight / sum(weights)) for weight in weights]
    for number in range(tasks - sum(shares)):
        shares[number % projects] += 1
    return shares


@dataclass(frozen=True, slots=True)
class _Teller:
    """Draws the tasks of one project."""

    wish: Wish
    now: datetime
    random: Random
    workers: list[SampleMember]
    eagerness: list[float]
    project: InProject
    field: words.Field
    born: datetime

    def task(self, number: int) -> SampleTask:
        """The task of that number in the organisation."""
        random = self.random
        created = _between(self.born, self.now, random)
        age = (self.now - created) / HISTORY
        done = random.random() < _DONE_AT_LEAST + _DONE_MORE_WITH_AGE * age
        doing = random.random() < _IN_PROGRESS
        status = Status.DONE if done else Status.DOING if doing else Status.OPEN
        assigned = done or doing or random.random() < _ASSIGNED
        member = random.choices(self.workers, self.eagerness)[0] if assigned else None
        completed = self._completed(created) if done else None
        recent = completed is not None and self.now - completed < timedelta(days=_TOLD_DAYS)
        priority = random.choices(tuple(Priority), (3, 5, 3, 1))[0]
        task = NewTask(
            project=self.project,
            id=ids.derived_task_id(created, self.wish.org, str(self.wish.seed), str(number)),
            title=self._title(),
            status=status,
            priority=priority,
            created_at=clock.to_text(created),
            due=self._due(created, completed),
            assignee=member.id if member else None,
            completed_at=clock.to_text(completed) if completed else None,
            by=member.id if member and done else None,
            by_name=member.name if member and done else None,
            day=clock.local_day(completed, self.wish.zone).isoformat() if completed else None,
        )
        told = recent and random.random() < _TOLD_SHARE
        return SampleTask(task, told or self._counts_this_month(completed))

    def _counts_this_month(self, completed: datetime | None) -> bool:
        """Whether the dashboard counts it: what it counts is found behind its number, all of it."""
        zone = self.wish.zone
        return completed is not None and clock.local_month(completed, zone) == clock.local_month(self.now, zone)

    def _title(self) -> str:
        choose = self.random.choice
        return f"{choose(self.field.verbs)} {choose(self.field.objects)}{choose(words.DETAILS)}"

    def _completed(self, created: datetime) -> datetime:
        """Some of the work is this month's, whatever day of the month it is."""
        if self.random.random() < _DONE_THIS_MONTH:
            today = clock.local_day(self.now, self.wish.zone)
            month = datetime.combine(today.replace(day=1), time.min, clock.zone(self.wish.zone)).astimezone(UTC)
            return _between(max(created, month), self.now, self.random)
        return _between(created, self.now, self.random)

    def _due(self, created: datetime, completed: datetime | None) -> str | None:
        """Around today for live work, with some of it overdue; around its completion for what is done."""
        if self.random.random() >= _WITH_DUE_DATE:
            return None
        middle = completed or self.now
        day = clock.local_day(middle, self.wish.zone) + timedelta(days=round(self.random.gauss(9, 12)))
        return max(day, clock.local_day(created, self.wish.zone)).isoformat()


def _between(first: datetime, last: datetime, random: Random) -> datetime:
    return first + (last - first) * random.random()
