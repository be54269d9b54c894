"""Where a task can go."""

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.reads.slices import OneTask, Projects


@dataclass(frozen=True, slots=True)
class Target:
    """A live project that the task is not in."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class MovePage:
    """`move-task`: one task, and a page of the projects that it can go to. `version` is the one that was seen."""

    frame: Frame
    project_id: str
    project_title: str
    task_id: str
    title: str
    version: int
    targets: tuple[Target, ...]
    next_cursor: str = ""
    is_first: bool = True


def of(read: OneTask, projects: Projects, *, is_first: bool) -> MovePage:
    """Fill the page from its two reads."""
    task = read.task
    return MovePage(
        frame=frames.of(read.frame, "projects"),
        project_id=task.project,
        project_title=read.project_title,
        task_id=task.id,
        title=task.title,
        version=task.version,
        targets=tuple(Target(each.id, each.title) for each in projects.projects if each.id != task.project),
        next_cursor=projects.next_cursor,
        is_first=is_first,
    )
