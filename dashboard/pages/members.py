"""Who belongs to an organisation."""

from dataclasses import dataclass
from datetime import date

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants import clock
from tenants.policy import Permission, Role
from tenants.reads.slices import Members
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class RoleChoice:
    """A role that somebody can be given. `is_current` is the one that they have."""

    value: Role
    is_current: bool


@dataclass(frozen=True, slots=True)
class Undo:
    """A role that was changed just now, and what it was: one press of a button takes it back."""

    id: str
    name: str
    role: Role
    was: Role


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One member. `email` is empty for viewers who may not see it; `choices` where they may not change the role."""

    id: str
    name: str
    email: str
    role: str
    joined: date | None
    is_viewer: bool
    choices: tuple[RoleChoice, ...]
    can_remove: bool


@dataclass(frozen=True, slots=True)
class MembersPage:
    """`members`: one page of members; those with `frame.can_invite` are shown the way to invite."""

    frame: Frame
    members: tuple[MemberRow, ...]
    next_cursor: str = ""
    is_first: bool = True
    undo: Undo | None = None
    refusal: str = ""


def of(read: Members, *, is_first: bool, undo: tuple[str, str] = ("", ""), refusal: str = "") -> MembersPage:
    """Fill the page from its read. Addresses are for those who take people in; the others see names.

    `undo` is a member's id with the role that they had before.
    """
    frame = read.frame
    sees_addresses = frame.allows(Permission.MEMBER_INVITE)
    rows = tuple(
        MemberRow(
            id=member.id,
            name=member.name,
            email=member.email if sees_addresses or member.id == frame.viewer.id else "",
            role=member.role,
            joined=clock.local_day(member.joined, frame.zone) if member.joined else None,
            is_viewer=member.id == frame.viewer.id,
            choices=choices_for(frame, member.id),
            can_remove=frame.allows(Permission.MEMBER_REMOVE) and _is_within_reach(frame, member.id),
        )
        for member in read.members
    )
    return MembersPage(frames.of(frame, "members"), rows, read.next_cursor, is_first, undo_of(frame, *undo), refusal)


def choices_for(frame: FrameSnapshot, user: str) -> tuple[RoleChoice, ...]:
    """The roles that the viewer may give this member, who is somebody else; none when they may not."""
    if not frame.allows(Permission.MEMBER_EDIT) or not _is_within_reach(frame, user):
        return ()
    return tuple(
        RoleChoice(role, frame.people[user].role is role) for role in Role if role.rank >= frame.viewer.role.rank
    )


def undo_of(frame: FrameSnapshot, user: str, was: str) -> Undo | None:
    """What the address says can be taken back, if it is so and the viewer may."""
    if was not in {str(choice.value) for choice in choices_for(frame, user) if not choice.is_current}:
        return None
    person = frame.people[user]
    return Undo(user, person.name, person.role, Role(was))


def _is_within_reach(frame: FrameSnapshot, user: str) -> bool:
    """Whether they are a member, not above the viewer, and not the viewer."""
    person = frame.people.get(user)
    return person is not None and person.id != frame.viewer.id and person.role.rank >= frame.viewer.role.rank
