"""All projects of an organisation, or those made between two days."""

from dataclasses import dataclass
from datetime import date, datetime

from dashboard.pages import frame as frames
from dashboard.pages import parts
from dashboard.pages.frame import Frame
from dashboard.pages.parts import AboutProject, ProjectCard, project_card
from tenants import clock
from tenants.reads.created import CreatedProject, CreatedProjects
from tenants.reads.slices import Projects
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class CreatedRow:
    """A project by when it was made. `state` is `archiving`, `archived`, `restoring` or `deleting`, else empty."""

    id: str
    title: str
    created: date
    state: str
    about: AboutProject


@dataclass(frozen=True, slots=True)
class ProjectsPage:
    """`projects`: newest first, one page of them. `next_cursor` is empty on the last page.

    With `filtered` those `made` between two days, as the address says in `query`; else `projects`.
    """

    frame: Frame
    projects: tuple[ProjectCard, ...] = ()
    made: tuple[CreatedRow, ...] = ()
    filtered: bool = False
    query: str = ""
    next_cursor: str = ""
    is_first: bool = True


def of(read: Projects, *, is_first: bool) -> ProjectsPage:
    """Fill the page from its read."""
    cards = tuple(project_card(project) for project in read.projects)
    frame = frames.of(read.frame, "projects")
    return ProjectsPage(frame, projects=cards, next_cursor=read.next_cursor, is_first=is_first)


def created_of(read: CreatedProjects, query: str, now: datetime, *, is_first: bool) -> ProjectsPage:
    """Fill the page of those made between two days from its read."""
    rows = tuple(_row(project, read.frame, now) for project in read.projects)
    frame = frames.of(read.frame, "projects")
    return ProjectsPage(frame, made=rows, filtered=True, query=query, next_cursor=read.next_cursor, is_first=is_first)


def _row(project: CreatedProject, frame: FrameSnapshot, now: datetime) -> CreatedRow:
    today = clock.local_day(now, frame.zone)
    return CreatedRow(
        id=project.id,
        title=project.title,
        created=clock.local_day(project.created_at, frame.zone),
        state=project.away,
        about=parts.about_project(project.details, frame, project.away or "live", today),
    )
