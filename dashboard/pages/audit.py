"""Who did what to whom in an organisation in a month, and who was refused."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.activity import Address
from dashboard.pages.frame import Frame
from dashboard.pages.parts import MonthLinks
from dashboard.sentences import say, value
from tenants import clock
from tenants.policy import Role
from tenants.reads.history import Audit
from tenants.snapshots import EntrySnapshot
from tenants.snapshots import Frame as FrameSnapshot
from tenants.writes.audit import OPERATOR, REFUSED


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One entry: `actor` did `action` to `subject`; of a refused attempt that is the permission that they lack.

    `is_operator` says that it was whoever runs the installation. `actor_id` and `member_id` (whom it was done to) are
    set where there is still a member to link to. `before` and `after` are values; those that are roles are marked.
    """

    at: datetime
    action: str
    actor: str
    actor_id: str
    is_operator: bool
    address: str
    subject: str
    member_id: str
    before: str
    after: str
    are_roles: bool
    is_refused: bool


@dataclass(frozen=True, slots=True)
class AuditPage:
    """`audit`: one page of a month's entries, newest first. `looked_at` entries were looked at for it so far.

    `days` is how long entries are kept.
    """

    frame: Frame
    months: MonthLinks
    rows: tuple[AuditRow, ...]
    address: Address
    looked_at: int
    days: int
    next_cursor: str = ""
    is_first: bool = True


def of(read: Audit, address: Address, now: datetime, days: int, *, is_first: bool) -> AuditPage:
    """Fill the page from its read."""
    current = clock.local_day(now, read.frame.zone).replace(day=1)
    rows = tuple(_row(entry, read.frame) for entry in read.entries)
    months = parts.month_links(parts.first_day(read.month), current)
    frame = frames.of(read.frame, "audit")
    return AuditPage(frame, months, rows, address, read.looked_at, days, read.next_cursor, is_first)


def _row(entry: EntrySnapshot, frame: FrameSnapshot) -> AuditRow:
    values = {entry.before, entry.after} - {""}
    field = entry.subject if entry.action == "settings-changed" else _FIELDS.get(entry.action, "")
    return AuditRow(
        at=entry.at,
        action=entry.action,
        actor=entry.name,
        actor_id=entry.actor if entry.actor in frame.people else "",
        is_operator=entry.actor == OPERATOR.user,
        address=entry.address,
        subject=str(_SETTINGS.get(entry.subject, entry.subject)) if field == entry.subject else say(entry.subject),
        member_id=entry.about if entry.about in frame.people and entry.action.startswith(_OF_MEMBERS) else "",
        before=value(field, entry.before),
        after=value(field, entry.after),
        are_roles=bool(values) and values <= set(Role),
        is_refused=entry.action == REFUSED,
    )


_FIELDS = {"plan-changed": "plan", "org-created": "plan"}
"""What the values of an action are, where they are not roles."""
_SETTINGS = {"name": _("Name"), "zone": _("Time zone"), "language": _("Language")}

_OF_MEMBERS = ("member-", "role-", "owner", "invitation-accepted")
"""Beginnings of actions whose subject is a member's name."""
