"""Projects by when they were made, between two days: those that were put away too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from tenants import clock, cursor, keys, store
from tenants.items import Header
from tenants.reads.project import ProjectDetails
from tenants.reads.slices import frame
from tenants.snapshots import Frame, day_of

CREATED_PAGE = 25

_ALWAYS, _FOR_EVER = "0", "~"
"""Bounds of an open end: every instant begins with a digit."""


@dataclass(frozen=True, slots=True)
class CreatedProject:
    """A project as the index tells it. `away` is the state of one that is not live, else empty."""

    id: str
    title: str
    created_at: datetime
    away: str
    lead: str | None
    due: date | None

    @property
    def details(self) -> ProjectDetails:
        """What the index knows of what people wrote about it."""
        return ProjectDetails("", self.lead, None, self.due, 0)


@dataclass(frozen=True, slots=True)
class CreatedProjects:
    """One page of the projects made between two days, newest first."""

    frame: Frame
    projects: tuple[CreatedProject, ...]
    next_cursor: str


def created(org: str, user: str, first: date | None, last: date | None, after: str = "") -> CreatedProjects:
    """The projects made from `first` to `last`, days of the organisation's zone, either open; 25 a page.

    Two requests: the authorising GetItem, which knows the zone, and one Query of the index, which is eventually
    consistent. Raises NotFound, BadCursor.
    """
    authorised = frame(org, user)
    bound = (org, str(first or ""), str(last or ""))
    found = store.query(
        "created",
        keys.by_created_pk(org),
        index="GSI2",
        between=(
            clock.to_text(clock.day_begins(first, authorised.zone)) if first else _ALWAYS,
            clock.to_text(clock.day_begins(last + timedelta(days=1), authorised.zone)) if last else _FOR_EVER,
        ),
        limit=CREATED_PAGE + 1,
        forward=False,
        start=cursor.read(after, "created", *bound, pk=keys.org_pk(org)),
    )
    headers, end = cursor.page([item for item in found if isinstance(item, Header)], CREATED_PAGE, more=found.more)
    following = cursor.make("created", *bound, item=end, index="GSI2") if end else ""
    return CreatedProjects(authorised, tuple(_created(header) for header in headers), following)


def _created(header: Header) -> CreatedProject:
    return CreatedProject(
        id=keys.project_of_board(header.sk),
        title=header.title,
        created_at=clock.from_text(header.created_at),
        away=header.away or "",
        lead=header.lead,
        due=day_of(header.due),
    )
