"""The signed-in person's home."""

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from dashboard.pages.parts import TaskRow, task_row_as
from tenants.policy import Permission, allows
from tenants.reads.home import Home


@dataclass(frozen=True, slots=True)
class OrgRow:
    """One organisation the viewer belongs to."""

    id: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Tasks that are due alike. `when` is `overdue`, `today`, `later` or `undated`; no group is empty."""

    when: str
    tasks: tuple[TaskRow, ...]


@dataclass(frozen=True, slots=True)
class HomePage:
    """`home`: my organisations and my live tasks over all of them, soonest due first, grouped by when they are due.

    Rows have `source` = `home`, with `org_name` and `project_title` filled. Today is the day in the viewer's own
    zone, since the organisations' zones are not in the one read. `invitation_waits`: the browser has opened one
    and not answered it.
    """

    viewer_name: str
    orgs: tuple[OrgRow, ...]
    groups: tuple[TaskGroup, ...]
    next_cursor: str = ""
    is_first: bool = True
    invitation_waits: bool = False


def of(read: Home, viewer_name: str, today: date, *, is_first: bool, invitation_waits: bool = False) -> HomePage:
    """Fill the page from its one read. Buttons follow the role that the index tells; a click checks the real one."""
    orgs = {org.id: org for org in read.orgs}
    rows = [
        task_row_as(
            task,
            "home",
            today,
            may=task.org not in orgs or allows(orgs[task.org].role, Permission.TASK_COMPLETE),
            project_title=task.project_title,
            org_name=orgs[task.org].name if task.org in orgs else task.org,
        )
        for task in read.tasks
    ]
    # The rows are in order of their dates, so each group is one run of them.
    groups = groupby(rows, key=lambda row: _when(row.due, today))
    return HomePage(
        viewer_name=viewer_name,
        orgs=tuple(OrgRow(org.id, org.name, org.role) for org in read.orgs),
        groups=tuple(TaskGroup(when, tuple(tasks)) for when, tasks in groups),
        next_cursor=read.next_cursor,
        is_first=is_first,
        invitation_waits=invitation_waits,
    )


def _when(due: date | None, today: date) -> str:
    if due is None:
        return "undated"
    if due < today:
        return "overdue"
    return "today" if due == today else "later"
