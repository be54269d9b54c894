"""What reads answer with: frozen values, detached from the table, no longer items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType

from tenants import clock, ids, keys
from tenants.errors import Attempt, NotFound
from tenants.items import AuditEntry, Card, Event, Leaders, Membership, Metadata, OpenCounter, Task
from tenants.people import Person, people_of
from tenants.policy import DEFAULT_LANGUAGE, LIVE_STATUSES, Permission, Plan, Priority, Role, Status, allows, known_role
from tenants.repaired import REPAIRED, value_of, what_of
from tenants.words import said

NO_ORG = said("There is no such organisation.")
FORMER_MEMBER = said("Former member")


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page of an organisation shows around itself, seen by a verified member."""

    org: str
    name: str
    plan: Plan
    zone: str
    projects: int
    max_projects: int
    max_people: int
    people: Mapping[str, Person]
    viewer: Person
    language: str = DEFAULT_LANGUAGE
    offered_to: str | None = None
    jobs: frozenset[str] = frozenset()
    """Resumable jobs that have begun and not come to their end, by their keys: `LEAVING#<user>`, `RENAMING`."""

    def allows(self, permission: Permission) -> bool:
        """Whether the viewer's role includes `permission`."""
        return allows(self.viewer.role, permission)

    def attempt(self, permission: Permission) -> Attempt:
        """What NotAllowed tells when this is refused to the viewer: the audit keeps it."""
        return Attempt(self.org, self.zone, self.viewer.id, self.viewer.name, permission)

    def people_by_name(self) -> list[Person]:
        """The members in the order in which people look for them; those of one name always in the same order."""
        return sorted(self.people.values(), key=lambda person: (person.name.casefold(), person.id))

    def name_of(self, user: str | None) -> str:
        """The member's name; of somebody who left, that they left."""
        if user is None:
            return ""
        return self.people[user].name if user in self.people else FORMER_MEMBER


@dataclass(frozen=True, slots=True)
class Counts:
    """Live tasks by status and priority."""

    by: Mapping[tuple[Status, Priority], int]

    def of(self, status: Status, priority: Priority | None = None) -> int:
        """How many tasks are in this status, of one priority or of all."""
        wanted = [priority] if priority else list(Priority)
        return sum(self.by[status, each] for each in wanted)


@dataclass(frozen=True, slots=True)
class Month:
    """A month's finished work: by member id, and by day of the month."""

    month: str
    by_user: Mapping[str, int]
    by_day: Mapping[int, int]

    @property
    def total(self) -> int:
        """Tasks done in the month, by whomever."""
        return sum(self.by_day.values())


@dataclass(frozen=True, slots=True)
class ProjectSnapshot:
    """A project as its card tells it."""

    id: str
    title: str
    created_at: datetime
    counts: Counts
    done: int


@dataclass(frozen=True, slots=True)
class TaskSnapshot:
    """One task. `person` is a name from an import that is no member's; `version` guards edits."""

    org: str
    project: str
    project_title: str
    id: str
    title: str
    priority: Priority
    status: Status
    due: date | None
    assignee: str | None
    person: str
    version: int
    completed_at: datetime | None = None
    completed_by: str | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberSnapshot:
    """One membership."""

    id: str
    name: str
    email: str
    role: Role
    joined: datetime | None


@dataclass(frozen=True, slots=True)
class EventSnapshot:
    """One entry of the activity. `actor` is a name as it was; `member` the id of the member that it tells of."""

    at: datetime
    action: str
    actor: str
    member: str
    project: str
    project_title: str
    task: str
    title: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class EntrySnapshot:
    """One entry of the audit. `actor` is an id or `operator`, `name` their name as it was, `about` the subject's id."""

    at: datetime
    action: str
    actor: str
    name: str
    address: str
    subject: str
    about: str
    before: str
    after: str


def frame_of(metadata: Metadata | None, user: str) -> Frame:
    """The frame for `user`. Raises NotFound for strangers, and when there is no live organisation."""
    people = people_of(metadata) if metadata else {}
    viewer = people.get(user)
    if metadata is None or viewer is None or metadata.state != "live":
        raise NotFound(NO_ORG)
    return Frame(
        org=keys.org_of(metadata.pk),
        name=metadata.name,
        plan=Plan(metadata.plan),
        zone=metadata.zone,
        projects=int(metadata.projects),
        max_projects=int(metadata.max_projects),
        max_people=int(metadata.max_users),
        people=MappingProxyType(people),
        viewer=viewer,
        language=metadata.language or DEFAULT_LANGUAGE,
        offered_to=metadata.offered_to,
        jobs=frozenset(metadata.jobs or ()),
    )


def counts_of(counters: Iterable[OpenCounter]) -> Counts:
    """The sum of counter items (the four OPEN shards, or one card); an absent counter is nothing."""
    found = list(counters)
    return Counts(
        MappingProxyType(
            {
                (status, priority): int(sum(getattr(item, f"{status}_{priority}") or 0 for item in found))
                for status in LIVE_STATUSES
                for priority in Priority
            }
        )
    )


def month_of(shards: Iterable[Leaders], month: str) -> Month:
    """The month's leaders from its shards; shards of other months are passed over."""
    by_user: dict[str, int] = {}
    by_day: dict[int, int] = {}
    for leaders in shards:
        if leaders.month != month:
            continue
        for user, done in leaders.by_user.items():
            by_user[user] = by_user.get(user, 0) + done
        for day, done in leaders.by_day.items():
            by_day[day] = by_day.get(day, 0) + done
    return Month(month, MappingProxyType(by_user), MappingProxyType(by_day))


def project_of(card: Card) -> ProjectSnapshot:
    """A card's project."""
    return ProjectSnapshot(
        id=keys.last_part(card.sk),
        title=card.title,
        created_at=ids.project_created(keys.last_part(card.sk)),
        counts=counts_of([card]),
        done=int(card.done or 0),
    )


def day_of(stored: str | None) -> date | None:
    """A day as it is stored, YYYY-MM-DD."""
    return date.fromisoformat(stored) if stored else None


def task_of(task: Task) -> TaskSnapshot:
    """A task's values; from an index only what it projects."""
    return TaskSnapshot(
        org=keys.org_of(task.pk),
        project=keys.project_of_board(task.sk),
        project_title=task.project or "",
        id=keys.last_part(task.sk),
        title=task.title,
        priority=Priority(task.priority),
        status=Status(task.status),
        due=day_of(task.due),
        assignee=task.assignee,
        person=task.person or "",
        version=int(task.version),
        completed_at=clock.from_text(task.completed_at) if task.completed_at else None,
        completed_by=task.completed_by,
        labels=tuple(task.labels.split("\n")) if task.labels else (),
    )


def member_of(membership: Membership) -> MemberSnapshot:
    """A membership's values."""
    return MemberSnapshot(
        id=keys.last_part(membership.sk),
        name=membership.name,
        email=membership.email or "",
        role=known_role(membership.role),
        joined=clock.from_text(membership.joined) if membership.joined else None,
    )


def event_of(event: Event) -> EventSnapshot:
    """An activity entry's values; its instant is in its key."""
    return EventSnapshot(
        at=clock.from_text(event.sk.split("#")[2]),
        action=event.action,
        actor=event.actor_name or "",
        member=event.member or "",
        project=event.project or "",
        project_title=event.project_title or "",
        task=event.task or "",
        title=event.title or "",
        before=event.before or "",
        after=event.after or "",
    )


def entry_of(entry: AuditEntry) -> EntrySnapshot:
    """An audit entry's values; its instant is in its key, but of a refused attempt, whose key holds the minute.

    What was put right is told in words: the place where it stands means nothing to those who read this.
    """
    subject, before, after = entry.subject or "", entry.before or "", entry.after or ""
    if entry.action == REPAIRED:
        subject, before, after = what_of(subject), value_of(before), value_of(after)
    return EntrySnapshot(
        at=clock.from_text(entry.occurred or entry.sk.split("#")[2]),
        action=entry.action,
        actor=entry.actor,
        name=entry.actor_name or "",
        address=entry.address or "",
        subject=subject,
        about=entry.about or "",
        before=before,
        after=after,
    )
