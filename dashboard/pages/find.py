"""Find: where to go and what to do, by a few letters."""

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.reads.find import Found


@dataclass(frozen=True, slots=True)
class FoundProject:
    """A project that matches."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class FoundTask:
    """A recently touched task that matches."""

    project_id: str
    id: str
    title: str
    project_title: str


@dataclass(frozen=True, slots=True)
class FindPage:
    """`find`: projects, people and recent tasks that match `query`, and what can be done with them.

    `searched_projects` and `searched_events` say how far was looked.
    """

    frame: Frame
    query: str
    projects: tuple[FoundProject, ...]
    people: tuple[str, ...]
    tasks: tuple[FoundTask, ...]
    searched_projects: int
    searched_events: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing matches."""
        return not (self.projects or self.people or self.tasks)


def of(read: Found) -> FindPage:
    """Fill the page from its read."""
    return FindPage(
        frame=frames.of(read.frame, "find"),
        query=read.query,
        projects=tuple(FoundProject(project.id, project.title) for project in read.projects),
        people=tuple(person.name for person in read.people),
        tasks=tuple(FoundTask(task.project, task.id, task.title, task.project_title) for task in read.tasks),
        searched_projects=read.projects_searched,
        searched_events=read.events_searched,
    )
