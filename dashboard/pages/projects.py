"""All projects of an organisation."""

from dataclasses import dataclass

from dashboard.pages.frame import Frame
from dashboard.pages.parts import ProjectCard


@dataclass(frozen=True, slots=True)
class ProjectsPage:
    """`projects`: newest first, one page of them. `next_cursor` is empty on the last page."""

    frame: Frame
    projects: tuple[ProjectCard, ...]
    next_cursor: str = ""
    is_first: bool = True
