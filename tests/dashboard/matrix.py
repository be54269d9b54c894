"""Who may do what at which address: one row a route, and the cells that follow from the rows.

A route without a row fails the suite. What a row says is a decision, so it is written here and not read from the code:
the right that looking (GET, HEAD) and sending (POST) ask for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tenants.policy import Permission, Role
from tests.cast import ACME, OTHER
from tests.dashboard.routes import BY_NAME, Route


class Anybody(StrEnum):
    """What asks for no role in an organisation."""

    PUBLIC = "public"
    LINK = "holds a link out of a mail"
    SIGNED_IN = "signed in"


Right = Permission | Anybody | None
"""None: the method is not taken."""


@dataclass(frozen=True, slots=True)
class Row:
    """The rights that a route asks for."""

    look: Right = None
    send: Right = None


READ = Row(look=Permission.ORG_READ)

ROWS: dict[str, Row] = {
    "home": Row(look=Anybody.SIGNED_IN),
    "home-csv": Row(look=Anybody.SIGNED_IN),
    "sign-in": Row(look=Anybody.PUBLIC, send=Anybody.PUBLIC),
    "sign-up": Row(look=Anybody.PUBLIC, send=Anybody.PUBLIC),
    "check-mail": Row(look=Anybody.PUBLIC),
    "confirm": Row(look=Anybody.LINK, send=Anybody.LINK),
    "forgot": Row(look=Anybody.PUBLIC, send=Anybody.PUBLIC),
    "reset": Row(look=Anybody.LINK, send=Anybody.LINK),
    "confirm-address": Row(look=Anybody.LINK, send=Anybody.LINK),
    "account": Row(look=Anybody.SIGNED_IN, send=Anybody.SIGNED_IN),
    "change-password": Row(look=Anybody.SIGNED_IN, send=Anybody.SIGNED_IN),
    "change-address": Row(look=Anybody.SIGNED_IN, send=Anybody.SIGNED_IN),
    "end-session": Row(send=Anybody.SIGNED_IN),
    "delete-account": Row(look=Anybody.SIGNED_IN, send=Anybody.SIGNED_IN),
    "sign-out": Row(send=Anybody.PUBLIC),
    "change-look": Row(send=Anybody.PUBLIC),
    "create-org": Row(look=Anybody.SIGNED_IN, send=Anybody.SIGNED_IN),
    "invitation": Row(look=Anybody.PUBLIC),
    "accept-invitation": Row(send=Anybody.SIGNED_IN),
    "accessibility": Row(look=Anybody.PUBLIC),
    "offline": Row(look=Anybody.PUBLIC),
    "worker": Row(look=Anybody.PUBLIC),
    "healthz": Row(look=Anybody.PUBLIC),
    "readyz": Row(look=Anybody.PUBLIC),
    "dashboard": READ,
    "projects": READ,
    "projects-csv": READ,
    "archived-projects": READ,
    "archived-projects-csv": READ,
    "create-project": Row(send=Permission.PROJECT_CREATE),
    "project": READ,
    "project-settings": Row(look=Permission.PROJECT_EDIT, send=Permission.PROJECT_EDIT),
    "archive": READ,
    "archive-csv": READ,
    "reopen-archived": Row(send=Permission.TASK_COMPLETE),
    "project-away": READ,
    "archive-project": Row(send=Permission.PROJECT_ARCHIVE),
    "restore-project": Row(send=Permission.PROJECT_ARCHIVE),
    "delete-project": Row(send=Permission.PROJECT_DELETE),
    "create-task": Row(send=Permission.TASK_CREATE),
    "quick-add": Row(send=Permission.TASK_CREATE),
    "project-csv": READ,
    "task": Row(look=Permission.ORG_READ, send=Permission.TASK_EDIT),
    "complete-task": Row(send=Permission.TASK_COMPLETE),
    "reopen-task": Row(send=Permission.TASK_COMPLETE),
    "start-task": Row(send=Permission.TASK_COMPLETE),
    "stop-task": Row(send=Permission.TASK_COMPLETE),
    "delete-task": Row(send=Permission.TASK_DELETE),
    "move-task": Row(look=Permission.TASK_EDIT, send=Permission.TASK_EDIT),
    "edit-task": Row(look=Permission.TASK_EDIT, send=Permission.TASK_EDIT),
    "describe-task": Row(send=Permission.TASK_EDIT),
    "comment-task": Row(send=Permission.COMMENT_CREATE),
    "delete-comment": Row(send=Permission.COMMENT_CREATE),
    "tasks": READ,
    "bulk-tasks": Row(send=Permission.TASK_COMPLETE),
    "remember-mine": Row(send=Permission.ORG_READ),
    "tasks-csv": READ,
    "members": READ,
    "members-csv": READ,
    "member-csv": READ,
    "member": READ,
    "change-role": Row(send=Permission.MEMBER_EDIT),
    "remove-member": Row(look=Permission.MEMBER_REMOVE, send=Permission.MEMBER_REMOVE),
    "leave": Row(look=Permission.ORG_READ, send=Permission.ORG_READ),
    "roles": READ,
    "settings": Row(look=Permission.ORG_EDIT, send=Permission.ORG_EDIT),
    "choose-plan": Row(send=Permission.ORG_PLAN),
    "finish-jobs": Row(send=Permission.ORG_EDIT),
    "ownership": Row(look=Permission.ORG_TRANSFER),
    "offer-ownership": Row(send=Permission.ORG_TRANSFER),
    "accept-ownership": Row(send=Permission.ORG_READ),
    "withdraw-ownership": Row(send=Permission.ORG_TRANSFER),
    "delete-org": Row(look=Permission.ORG_DELETE, send=Permission.ORG_DELETE),
    "switch": Row(look=Anybody.SIGNED_IN),
    "invitations": Row(look=Permission.MEMBER_INVITE),
    "invite": Row(look=Permission.MEMBER_INVITE, send=Permission.MEMBER_INVITE),
    "open-link": Row(send=Permission.MEMBER_INVITE),
    "renew-invitation": Row(send=Permission.MEMBER_INVITE),
    "change-invitation": Row(send=Permission.MEMBER_INVITE),
    "revoke-invitation": Row(send=Permission.MEMBER_INVITE),
    "rank-me": Row(send=Permission.ORG_READ),
    "leaderboard": READ,
    "leaderboard-csv": READ,
    "activity": READ,
    "activity-csv": READ,
    "audit": Row(look=Permission.AUDIT_READ),
    "audit-csv": Row(look=Permission.AUDIT_READ),
    "import": Row(look=Permission.BOARD_IMPORT, send=Permission.BOARD_IMPORT),
    "import-left-out": Row(look=Permission.BOARD_IMPORT),
    "export": Row(look=Permission.ORG_EXPORT),
    "export-jsonl": Row(look=Permission.ORG_EXPORT),
    "find": READ,
    "quick-preview": Row(look=Permission.TASK_CREATE),
}

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class Who(StrEnum):
    """Everybody who may come to an address of Acme's."""

    ANONYMOUS = "anonymous"
    STRANGER = "stranger"
    EX_MEMBER = "ex-member"
    VIEWER = "viewer"
    MEMBER = "member"
    ADMIN = "admin"
    OWNER = "owner"
    OTHER_OWNER = "owner of another"

    def role_in(self, org: str) -> Role | None:
        """Their role in this organisation."""
        if org == OTHER:
            return Role.OWNER if self is Who.OTHER_OWNER else None
        return _AT_ACME.get(self) if org == ACME else None


_AT_ACME = {Who.VIEWER: Role.VIEWER, Who.MEMBER: Role.MEMBER, Who.ADMIN: Role.ADMIN, Who.OWNER: Role.OWNER}


class Target(StrEnum):
    """Whose the address is."""

    OWN = "own"
    FOREIGN = "foreign"
    MIXED = "mixed parent and child"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Objects:
    """What there is in an organisation to be pointed at."""

    org: str
    project: str
    task: str
    member: str
    invitation: str = "0" * 16

    def of(self, route: Route) -> str:
        """The address of the route for these."""
        return route.at(self.org, self.project, self.task, self.member, self.invitation)


NOTHING = Objects("no-such-org", "0" * 16, "0" * 16, "0" * 10, "0" * 16)


def addresses(route: Route, target: Target, acme: Objects, other: Objects) -> list[str]:
    """Every address of the route that is of this kind, the first as in everyday use; none where the kind has none."""
    if "<org>" not in route.path:
        return [route.at()] if target is Target.OWN else []
    if target is Target.OWN:
        return [acme.of(route)]
    if target is Target.FOREIGN:
        return [other.of(route)]
    strange = other if target is Target.MIXED else NOTHING
    found = {
        Objects(ACME, strange.project, strange.task, strange.member, strange.invitation).of(route),
        Objects(ACME, strange.project, acme.task, strange.member, strange.invitation).of(route),
        Objects(ACME, acme.project, strange.task, strange.member, strange.invitation).of(route),
    } - {acme.of(route)}
    if target is Target.MISSING:
        found.add(Objects(NOTHING.org, acme.project, acme.task, acme.member, acme.invitation).of(route))
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Cell:
    """One method of one route, asked for by one person, at one kind of address."""

    route: str
    method: str
    who: Who
    target: Target

    @property
    def right(self) -> Right:
        """What the method asks for; None when it is not taken."""
        row = ROWS[self.route]
        return {"GET": row.look, "HEAD": row.look, "POST": row.send}.get(self.method)


def cells(route: Route) -> Iterator[Cell]:
    """Every cell of a route that there is an address for."""
    here = Objects(ACME, "p" * 16, "t" * 16, "m" * 10, "i" * 16)
    there = Objects(OTHER, "q" * 16, "v" * 16, "n" * 10, "j" * 16)
    for target in Target:
        if addresses(route, target, here, there):
            for who in Who:
                for method in METHODS:
                    yield Cell(route.name, method, who, target)


def all_cells() -> list[Cell]:
    """Every cell of every route."""
    return [cell for route in BY_NAME.values() for cell in cells(route)]
