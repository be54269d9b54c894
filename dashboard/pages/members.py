"""Who belongs to an organisation."""

from dataclasses import dataclass
from datetime import date

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants import clock
from tenants.policy import Permission
from tenants.reads.slices import Members


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One member. `email` is empty for viewers who may not see it."""

    id: str
    name: str
    email: str
    role: str
    joined: date | None
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class MembersPage:
    """`members`: one page of members; those with `frame.can_add_member` also get the form."""

    frame: Frame
    members: tuple[MemberRow, ...]
    next_cursor: str = ""
    is_first: bool = True


def of(read: Members, *, is_first: bool) -> MembersPage:
    """Fill the page from its read. Addresses are for those who take people in; the others see names."""
    frame = read.frame
    sees_addresses = frame.allows(Permission.MEMBER_ADD)
    rows = tuple(
        MemberRow(
            id=member.id,
            name=member.name,
            email=member.email if sees_addresses or member.id == frame.viewer.id else "",
            role=member.role,
            joined=clock.local_day(member.joined, frame.zone) if member.joined else None,
            is_viewer=member.id == frame.viewer.id,
        )
        for member in read.members
    )
    return MembersPage(frames.of(frame, "members"), rows, read.next_cursor, is_first)
