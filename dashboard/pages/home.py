"""The signed-in person's home."""

from dataclasses import dataclass

from dashboard.pages.parts import TaskRow


@dataclass(frozen=True, slots=True)
class OrgRow:
    """One organisation the viewer belongs to."""

    id: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """`home`: my organisations and my live tasks over all of them, soonest due first.

    Rows have `source` = `home`, with `org_name` and `project_title` filled.
    """

    viewer_name: str
    orgs: tuple[OrgRow, ...]
    tasks: tuple[TaskRow, ...]
    next_cursor: str = ""
    is_first: bool = True
