"""The signed-in person's home."""

from dataclasses import dataclass
from datetime import date

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
class HomePage:
    """`home`: my organisations and my live tasks over all of them, soonest due first.

    Rows have `source` = `home`, with `org_name` and `project_title` filled.
    """

    viewer_name: str
    orgs: tuple[OrgRow, ...]
    tasks: tuple[TaskRow, ...]
    next_cursor: str = ""
    is_first: bool = True


def of(read: Home, viewer_name: str, today: date, *, is_first: bool) -> HomePage:
    """Fill the page from its one read. Buttons follow the role that the index tells; a click checks the real one."""
    orgs = {org.id: org for org in read.orgs}
    return HomePage(
        viewer_name=viewer_name,
        orgs=tuple(OrgRow(org.id, org.name, org.role) for org in read.orgs),
        tasks=tuple(
            task_row_as(
                task,
                "home",
                today,
                may=task.org not in orgs or allows(orgs[task.org].role, Permission.TASK_COMPLETE),
                project_title=task.project_title,
                org_name=orgs[task.org].name if task.org in orgs else task.org,
            )
            for task in read.tasks
        ),
        next_cursor=read.next_cursor,
        is_first=is_first,
    )
