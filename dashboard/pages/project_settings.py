"""What people wrote about one project, to be changed."""

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.errors import Difference
from tenants.reads.project import ProjectSettings


@dataclass(frozen=True, slots=True)
class StandsNow:
    """A field (title, description, lead, starts, due) that somebody else wrote otherwise; `value` empty means none."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class ProjectSettingsPage:
    """`project-settings`: a form. `stands` is what is stored where it is not what was typed, after a conflict."""

    frame: Frame
    id: str
    title: str
    stands: tuple[StandsNow, ...]


def of(read: ProjectSettings, differences: tuple[Difference, ...]) -> ProjectSettingsPage:
    """Fill the page from its read, and from both values of what two people wrote differently."""
    stands = tuple(StandsNow(each.field, each.stored) for each in differences)
    return ProjectSettingsPage(frames.of(read.frame, "projects"), read.id, read.title, stands)
