"""The same people in every test, with what each may do written beside them.

alice    owns Acme
dana     administers Acme
bob      is a member of Acme
vic      may look at Acme and change nothing
charlie  is a stranger to Acme, and owns Other
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from tenants import ids
from tenants.policy import Plan, Priority, Role
from tenants.reads.project import settings
from tenants.writes import accounts, orgs, projects, tasks
from tenants.writes.ground import Actor
from tenants.writes.project_edits import edit
from tenants.writes.projects import ProjectFields
from tenants.writes.tasks import TaskFields, TaskRef

NOW = datetime(2026, 9, 15, 10, 0, 0, tzinfo=UTC)
"""A quiet Tuesday: it is September 2026 in every zone."""

PASSWORD = "correct horse battery"

ACME = "acme-works"
OTHER = "other-works"
BERLIN = "Europe/Berlin"

# Their sessions end in 2100, so that a test may move the clock as it likes.
_FOR_GOOD = datetime(2099, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody, signed in. Acme and Other are on the free plan: five seats, of which Acme uses four."""

    alice: Actor
    dana: Actor
    bob: Actor
    vic: Actor
    charlie: Actor

    def playing(self, role: Role) -> Actor:
        """The one who has this role in Acme."""
        return {Role.OWNER: self.alice, Role.ADMIN: self.dana, Role.MEMBER: self.bob, Role.VIEWER: self.vic}[role]


def address(name: str) -> str:
    """The address that the person of this name signs in with."""
    return f"{name.lower()}@example.org"


def gather() -> Cast:
    """Write the cast and both organisations into an empty table, through the product's own doors."""
    cast = Cast(*(_person(name) for name in ("Alice", "Dana", "Bob", "Vic", "Charlie")))
    orgs.create(cast.alice, ACME, "Acme", BERLIN, NOW)
    orgs.create(cast.charlie, OTHER, "Other", "UTC", NOW)
    for actor, role in ((cast.dana, Role.ADMIN), (cast.bob, Role.MEMBER), (cast.vic, Role.VIEWER)):
        orgs.join(cast.alice, ACME, actor.user, role, NOW)
    return cast


def an_account(name: str = "Extra", password: str | None = None, now: datetime = NOW) -> str:
    """One more account, whose address nobody else has. Answers with its id."""
    return accounts.sign_up(name, f"{name.lower()}.{ids.random_id(8)}@example.org", password, now)


def an_org(owner: Actor, zone: str = BERLIN, plan: Plan = Plan.FREE, now: datetime = NOW) -> str:
    """One more organisation, under an address that nobody has."""
    return orgs.create(owner, f"org-{ids.random_id(10)}", "Another", zone, now, plan)


def a_project(actor: Actor, org: str = ACME, title: str = "Launch", now: datetime = NOW) -> str:
    """A new project."""
    return projects.create(actor, org, title, ids.new_project_id(now), now)


def rename_project(actor: Actor, org: str, project: str, title: str, now: datetime = NOW) -> None:
    """Give a project another title in its settings, and leave the rest as it is."""
    stands = settings(org, actor.user, project).details
    fields = ProjectFields(title, stands.description, stands.lead, stands.starts, stands.due)
    edit(actor, org, project, fields, stands.version, now)


def a_task(
    actor: Actor,
    project: str,
    *,
    org: str = ACME,
    title: str = "Write it down",
    priority: Priority = Priority.MEDIUM,
    due: date | None = None,
    assignee: str | None = None,
    now: datetime = NOW,
) -> TaskRef:
    """A new open task."""
    fields = TaskFields(title, priority, due, assignee)
    return tasks.create(actor, org, project, fields, ids.new_task_id(now), now)


def _person(name: str) -> Actor:
    user = accounts.sign_up(name, address(name), PASSWORD, NOW)
    session = accounts.open_session(user, name, _FOR_GOOD)
    return Actor(user, accounts.digest(session.secret))
