"""Who belongs to an organisation."""

from dataclasses import dataclass
from datetime import date

from dashboard.pages.frame import Frame


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
