"""What was put away: projects off the dashboard, one of them, and the archive of a project's finished tasks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from tenants import clock, cursor, keys, store
from tenants.errors import NotFound
from tenants.items import ArchivedTask, AwayCard, Brief, Card, Header, Job, Metadata, Task
from tenants.reads.project import ProjectDetails, details_of
from tenants.reads.slices import frame
from tenants.snapshots import Frame, ProjectSnapshot, TaskSnapshot, frame_of, project_of, task_of
from tenants.words import said

PROJECTS_PAGE = 25
TASKS_PAGE = 50


@dataclass(frozen=True, slots=True)
class AwayProject:
    """A project that was put away, with the numbers that it had; `archived_at` is None while it is on its way."""

    project: ProjectSnapshot
    archived_at: datetime | None


@dataclass(frozen=True, slots=True)
class ArchivedProjects:
    """One page of the projects that were put away, newest first by when they were made."""

    frame: Frame
    projects: tuple[AwayProject, ...]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class ProjectAway:
    """A project in any state: live, archiving, archived, restoring or deleting, and a page of its tasks, newest first.

    `shown` has its numbers: those it had when it went away; while it is on its way those of its card that are left.
    `done` of `total` rows are moved; both are 0 when nothing is on its way.
    """

    frame: Frame
    id: str
    title: str
    state: str
    details: ProjectDetails
    shown: ProjectSnapshot
    archived_at: datetime | None
    done: int
    total: int
    tasks: tuple[TaskSnapshot, ...]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Archive:
    """One page of a project's finished tasks that were put away, newest first by when they were made.

    `ends` tells, by task, when one will be deleted.
    """

    frame: Frame
    project: str
    title: str
    state: str
    tasks: tuple[TaskSnapshot, ...]
    ends: dict[str, datetime]
    next_cursor: str


def archived_projects(org: str, user: str, after: str = "") -> ArchivedProjects:
    """The projects that were put away, 25 a page. Two requests. Raises NotFound, BadCursor."""
    authorised = frame(org, user)
    start = cursor.read(after, "archived-projects", org, pk=keys.org_pk(org))
    found = store.query(
        "archived-projects",
        keys.org_pk(org),
        prefix=keys.AWAY_PREFIX,
        limit=PROJECTS_PAGE + 1,
        start=start,
        consistent=True,
    )
    cards, last = cursor.page([item for item in found if isinstance(item, AwayCard)], PROJECTS_PAGE)
    following = cursor.make("archived-projects", org, item=last) if last else ""
    shown = tuple(AwayProject(project_of(card), _archived_at(card)) for card in cards)
    return ArchivedProjects(authorised, shown, following)


def project_away(org: str, user: str, project: str, after: str = "") -> ProjectAway:
    """A project that need not be live, and its tasks, 50 a page. Two requests. Raises NotFound, BadCursor."""
    header_key, job_key = keys.header(org, project), keys.project_job(org, project)
    card_key, away_key = keys.card(org, project), keys.away_card(org, project)
    brief_key = keys.brief(org, project)
    found = store.get_many("project-away", [keys.metadata(org), header_key, card_key, away_key, job_key, brief_key])
    authorised = frame_of(found.get(Metadata, keys.metadata(org)), user)
    header, away = found.get(Header, header_key), found.get(AwayCard, away_key)
    card = found.get(Card, card_key) or away
    if header is None or card is None:
        raise NotFound(said("There is no such project."))
    rows = store.query(
        "project-away",
        keys.org_pk(org),
        prefix=keys.tasks_prefix(project),
        limit=TASKS_PAGE + 1,
        start=cursor.read(after, "project-away", org, project, pk=keys.org_pk(org)),
        consistent=True,
    )
    tasks, last = cursor.page([item for item in rows if isinstance(item, Task)], TASKS_PAGE)
    job = found.get(Job, job_key)
    moving = job if job is not None and job.state == "running" else None
    return ProjectAway(
        frame=authorised,
        id=project,
        title=header.title,
        state=header.state,
        details=details_of(header, found.get(Brief, brief_key)),
        shown=project_of(card),
        archived_at=_archived_at(away) if away else None,
        done=min(int(moving.cursor), int(moving.total)) if moving else 0,
        total=int(moving.total) if moving else 0,
        tasks=tuple(task_of(task) for task in tasks),
        next_cursor=cursor.make("project-away", org, project, item=last) if last else "",
    )


def archive(org: str, user: str, project: str, now: datetime, after: str = "") -> Archive:
    """A project's finished tasks that were put away, 50 a page. Two requests. Raises NotFound, BadCursor.

    Those whose end has come are left out, whenever DynamoDB sweeps them up; so a page may hold fewer.
    """
    header_key = keys.header(org, project)
    authorising = store.get_many("archive", [keys.metadata(org), header_key])
    authorised = frame_of(authorising.get(Metadata, keys.metadata(org)), user)
    header = authorising.get(Header, header_key)
    if header is None:
        raise NotFound(said("There is no such project."))
    found = store.query(
        "archive",
        keys.org_pk(org),
        prefix=keys.archive_prefix(project),
        limit=TASKS_PAGE + 1,
        start=cursor.read(after, "archive", org, project, pk=keys.org_pk(org)),
        consistent=True,
    )
    rows, last = cursor.page([item for item in found if isinstance(item, ArchivedTask)], TASKS_PAGE)
    there = [row for row in rows if not row.expires_at or row.expires_at > now.timestamp()]
    return Archive(
        frame=authorised,
        project=project,
        title=header.title,
        state=header.state,
        tasks=tuple(task_of(row) for row in there),
        ends={
            keys.last_part(row.sk): datetime.fromtimestamp(row.expires_at, tz=UTC) for row in there if row.expires_at
        },
        next_cursor=cursor.make("archive", org, project, item=last) if last else "",
    )


def _archived_at(card: AwayCard) -> datetime | None:
    return clock.from_text(card.archived_at) if card.archived_at else None
