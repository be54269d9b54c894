"""Going to the same kind of page in another organisation."""

from __future__ import annotations

from dataclasses import dataclass

from tenants.policy import Permission, Role, allows
from tenants.reads.home import MyOrg

KINDS: dict[str, Permission] = {
    "dashboard": Permission.ORG_READ,
    "projects": Permission.ORG_READ,
    "tasks": Permission.ORG_READ,
    "members": Permission.ORG_READ,
    "leaderboard": Permission.ORG_READ,
    "activity": Permission.ORG_READ,
    "audit": Permission.AUDIT_READ,
    "import": Permission.BOARD_IMPORT,
    "export": Permission.ORG_EXPORT,
    "settings": Permission.ORG_EDIT,
}
"""The pages that every organisation has, by URL name, and what seeing them asks for."""


@dataclass(frozen=True, slots=True)
class SwitchRow:
    """One organisation. `goes_to` is the URL name of the page that its link leads to."""

    id: str
    name: str
    role: Role
    goes_to: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class SwitchPage:
    """`switch`: my organisations, each with a link to the kind of page that I come from."""

    viewer_name: str
    orgs: tuple[SwitchRow, ...]


def of(orgs: tuple[MyOrg, ...], viewer_name: str, kind: str, here: str) -> SwitchPage:
    """Fill the page. Where the role that the index tells does not include the page, the link leads to the dashboard."""
    rows = (
        SwitchRow(org.id, org.name, org.role, _goes_to(kind, org.role), org.id == here)
        for org in sorted(orgs, key=lambda org: (org.name.casefold(), org.id))
    )
    return SwitchPage(viewer_name, tuple(rows))


def _goes_to(kind: str, role: Role) -> str:
    return kind if kind in KINDS and allows(role, KINDS[kind]) else "dashboard"
