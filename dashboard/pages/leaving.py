"""The end of a membership: somebody else's, or one's own."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from dashboard.pages.members import RoleChoice
from tenants.people import Person
from tenants.policy import Permission, Role
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class RemovePage:
    """`remove-member`: what goes and what stays, and the confirmation. `typed` and `wrong` are of a refused form."""

    frame: Frame
    id: str
    name: str
    role: Role
    typed: str = ""
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class LeavePage:
    """`leave`: the end of one's own membership, or a lesser role instead.

    `is_last_owner`: neither can be, because the organisation would have no owner. `lesser` are roles to step down to.
    """

    frame: Frame
    lesser: tuple[RoleChoice, ...]
    is_last_owner: bool
    refusal: str = ""


def removing(frame: FrameSnapshot, person: Person, typed: str = "", *, wrong: bool = False) -> RemovePage:
    """Fill the page about somebody else."""
    return RemovePage(frames.of(frame, "members"), person.id, person.name, person.role, typed, wrong)


def leaving(frame: FrameSnapshot, refusal: str = "") -> LeavePage:
    """Fill the page about oneself."""
    mine = frame.viewer.role
    owners = sum(person.role is Role.OWNER for person in frame.people.values())
    last = mine is Role.OWNER and owners == 1
    steps_down = frame.allows(Permission.MEMBER_EDIT) and not last
    lesser = tuple(RoleChoice(role, is_current=False) for role in Role if role.rank > mine.rank) if steps_down else ()
    return LeavePage(frames.of(frame, "members"), lesser, last, refusal)
