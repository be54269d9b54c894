"""Roles, permissions, plans, and the words that tasks are described with. Pure: no table, no web."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TITLE_LENGTH = 200
NAME_LENGTH = 60
DESCRIPTION_LENGTH = 20_000
"""Characters; no text of so many takes more than 80 KB."""
PROJECT_DESCRIPTION_LENGTH = 4_000
"""Less: it is read with every page of the project's board."""
COMMENT_LENGTH = 5_000
LABEL_LENGTH = 30
LABELS = 10
"""So many may one task have."""


class Role(StrEnum):
    """What a person is in one organisation, mightiest first."""

    OWNER = "owner"
    ADMIN = "admin"
    MEMBER = "member"
    VIEWER = "viewer"

    @property
    def rank(self) -> int:
        """0 for the mightiest."""
        return list(Role).index(self)


def known_role(stored: str) -> Role:
    """The role that is stored; one of a newer release may do the least."""
    return Role(stored) if stored in set(Role) else Role.VIEWER


class Permission(StrEnum):
    """What can be done in an organisation, named `<object>:<action>`, in alphabetical order."""

    AUDIT_READ = "audit:read"
    BOARD_IMPORT = "board:import"
    COMMENT_CREATE = "comment:create"
    COMMENT_DELETE = "comment:delete"
    """Anybody's; one's own goes with `COMMENT_CREATE`."""
    COST_READ = "cost:read"
    """What a page asked of the table, below it."""
    MEMBER_EDIT = "member:edit"
    """Change the role of somebody who is not above one's own."""
    MEMBER_INVITE = "member:invite"
    MEMBER_REMOVE = "member:remove"
    """Somebody else; whoever sees an organisation may leave it."""
    ORG_DELETE = "org:delete"
    ORG_EDIT = "org:edit"
    ORG_EXPORT = "org:export"
    ORG_PLAN = "org:plan"
    """Choose the plan, where the operator lets owners do so."""
    ORG_READ = "org:read"
    ORG_TRANSFER = "org:transfer"
    PROJECT_ARCHIVE = "project:archive"
    PROJECT_CREATE = "project:create"
    PROJECT_DELETE = "project:delete"
    PROJECT_EDIT = "project:edit"
    TASK_COMPLETE = "task:complete"
    TASK_CREATE = "task:create"
    TASK_DELETE = "task:delete"
    TASK_EDIT = "task:edit"


_VIEWER = frozenset({Permission.ORG_READ})
_MEMBER = _VIEWER | {
    Permission.COMMENT_CREATE,
    Permission.PROJECT_CREATE,
    Permission.PROJECT_EDIT,
    Permission.TASK_COMPLETE,
    Permission.TASK_CREATE,
    Permission.TASK_DELETE,
    Permission.TASK_EDIT,
}
_ADMIN = _MEMBER | {
    Permission.AUDIT_READ,
    Permission.BOARD_IMPORT,
    Permission.COMMENT_DELETE,
    Permission.COST_READ,
    Permission.MEMBER_EDIT,
    Permission.MEMBER_INVITE,
    Permission.MEMBER_REMOVE,
    Permission.ORG_EDIT,
    Permission.ORG_EXPORT,
    Permission.PROJECT_ARCHIVE,
    Permission.PROJECT_DELETE,
}
_OWNER = _ADMIN | {
    Permission.ORG_DELETE,
    Permission.ORG_PLAN,
    Permission.ORG_TRANSFER,
}

ROLE_PERMISSIONS: dict[Role, frozenset[Permission]] = {
    Role.OWNER: _OWNER,
    Role.ADMIN: _ADMIN,
    Role.MEMBER: _MEMBER,
    Role.VIEWER: _VIEWER,
}


def allows(role: Role, permission: Permission) -> bool:
    """Whether `role` includes `permission`."""
    return permission in ROLE_PERMISSIONS[role]


def roles_with(permission: Permission) -> tuple[Role, ...]:
    """The roles that include `permission`: what a transaction checks on the actor's membership."""
    return tuple(role for role in Role if allows(role, permission))


LANGUAGES = {"en": "English", "es": "Español"}
"""The languages that the product speaks, each under its own name. What goes out in an organisation's name is in its."""

DEFAULT_LANGUAGE = "en"

INVITED_ROLES = (Role.MEMBER, Role.VIEWER, Role.ADMIN)
"""What somebody can be invited as, the most usual first. Nobody becomes an owner by a link or a mail."""


class Status(StrEnum):
    """Where a task stands."""

    OPEN = "open"
    DOING = "doing"
    DONE = "done"


LIVE_STATUSES = (Status.OPEN, Status.DOING)


class Priority(StrEnum):
    """How pressing a task is, least first."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    URGENT = "urgent"

    @property
    def rank(self) -> int:
        """0 for the most pressing: the first character of the index's sort key."""
        return len(Priority) - 1 - list(Priority).index(self)


class Plan(StrEnum):
    """What an organisation pays for."""

    FREE = "free"
    PRO = "pro"
    ENTERPRISE = "enterprise"


@dataclass(frozen=True, slots=True)
class Limits:
    """How many people and live projects a plan holds."""

    people: int
    projects: int


LIMITS: dict[Plan, Limits] = {
    Plan.FREE: Limits(people=5, projects=10),
    Plan.PRO: Limits(people=50, projects=100),
    Plan.ENTERPRISE: Limits(people=250, projects=1_000),
}


def smallest_plan(people: int, projects: int) -> Plan | None:
    """The cheapest plan that holds so many people and live projects; None when none does."""
    for plan in Plan:
        if people <= LIMITS[plan].people and projects <= LIMITS[plan].projects:
            return plan
    return None
