"""All projects of an organisation."""

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCard, project_card
from tenants.reads.slices import Projects


@dataclass(frozen=True, slots=True)
class ProjectsPage:
    """`projects`: newest first, one page of them. `next_cursor` is empty on the last page."""

    frame: Frame
    projects: tuple[ProjectCard, ...]
    next_cursor: str = ""
    is_first: bool = True


def of(read: Projects, *, is_first: bool) -> ProjectsPage:
    """Fill the page from its read."""
    cards = tuple(project_card(project) for project in read.projects)
    return ProjectsPage(frames.of(read.frame, "projects"), cards, read.next_cursor, is_first)
