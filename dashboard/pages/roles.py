"""What each role may do, in plain words: the one table of `tenants.policy`, as people read it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.policy import Permission, Role, allows
from tenants.snapshots import Frame as FrameSnapshot

WORDS: dict[Permission, str | Promise] = {
    Permission.ORG_READ: _("See everything in the organisation, find, download lists, and leave"),
    Permission.TASK_CREATE: _("Add tasks"),
    Permission.TASK_EDIT: _("Change tasks: title, date, assignee, labels, description; move them"),
    Permission.TASK_COMPLETE: _("Start, complete and reopen tasks"),
    Permission.TASK_DELETE: _("Delete tasks"),
    Permission.COMMENT_CREATE: _("Comment, and delete one's own comments"),
    Permission.COMMENT_DELETE: _("Delete anybody's comments"),
    Permission.PROJECT_CREATE: _("Make projects"),
    Permission.PROJECT_EDIT: _("Change projects: title, description, lead, dates"),
    Permission.PROJECT_ARCHIVE: _("Put projects away and bring them back"),
    Permission.PROJECT_DELETE: _("Delete projects with everything below them"),
    Permission.BOARD_IMPORT: _("Bring in boards from other tools"),
    Permission.MEMBER_INVITE: _("Invite people, with a role up to one's own and never as an owner"),
    Permission.MEMBER_EDIT: _("Change the role of people who are not above oneself, up to one's own"),
    Permission.MEMBER_REMOVE: _("Remove people who are not above oneself"),
    Permission.AUDIT_READ: _("Read the audit: who changed people, rights and limits"),
    Permission.COST_READ: _("See below each page what it asked of the database"),
    Permission.ORG_EXPORT: _("Take the whole organisation out as a file"),
    Permission.ORG_EDIT: _("Change the organisation's name, time zone and language"),
    Permission.ORG_PLAN: _("Choose the plan, where this installation lets owners do so"),
    Permission.ORG_TRANSFER: _("Offer one's ownership to somebody else"),
    Permission.ORG_DELETE: _("Delete the organisation"),
}
"""Every permission, from what most may do to what few may."""

RULES: tuple[str | Promise, ...] = (
    _("Nobody gives a role above their own, and nobody changes or removes somebody above them."),
    _("An organisation is never without an owner: the last one cannot leave, be removed or take another role."),
)


@dataclass(frozen=True, slots=True)
class PermissionRow:
    """One thing that can be done. `by` tells for each role, in the order of the page's `roles`, whether it may."""

    words: str
    by: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class RolesPage:
    """`roles`: the table of permissions, mightiest role first."""

    frame: Frame
    roles: tuple[Role, ...]
    rows: tuple[PermissionRow, ...]
    rules: tuple[str, ...]


def table() -> tuple[PermissionRow, ...]:
    """The permissions of all roles."""
    return tuple(PermissionRow(str(words), tuple(allows(role, each) for role in Role)) for each, words in WORDS.items())


def of(frame: FrameSnapshot) -> RolesPage:
    """Fill the page."""
    return RolesPage(frames.of(frame, "members"), tuple(Role), table(), tuple(map(str, RULES)))
