"""What people wrote about one project: its settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import Brief, Header, Metadata
from tenants.snapshots import Frame, day_of, frame_of
from tenants.writes.task_ground import NO_PROJECT


@dataclass(frozen=True, slots=True)
class ProjectDetails:
    """What people wrote about a project. `version` guards edits of all of it; `lead` may have left."""

    description: str
    lead: str | None
    starts: date | None
    due: date | None
    version: int


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """A live project as it was written."""

    frame: Frame
    id: str
    title: str
    details: ProjectDetails


def settings(org: str, user: str, project: str) -> ProjectSettings:
    """A live project as it was written. One consistent BatchGetItem of three keys. Raises NotFound."""
    header_key, brief_key = keys.header(org, project), keys.brief(org, project)
    found = store.get_many("project-settings", [keys.metadata(org), header_key, brief_key])
    frame = frame_of(found.get(Metadata, keys.metadata(org)), user)
    header = found.get(Header, header_key)
    if header is None or header.state != "live":
        raise NotFound(NO_PROJECT)
    return ProjectSettings(frame, project, header.title, details_of(header, found.get(Brief, brief_key)))


def details_of(header: Header, brief: Brief | None) -> ProjectDetails:
    """What people wrote about a project, from its record and its description."""
    return ProjectDetails(
        description=brief.text if brief else "",
        lead=header.lead,
        starts=day_of(header.starts),
        due=day_of(header.due),
        version=int(header.version),
    )
