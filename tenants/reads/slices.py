"""Slices: the narrower reads behind the dashboard's numbers. Two requests each: one authorises, one answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import clock, cursor, keys, store
from tenants.errors import NotFound
from tenants.items import Card, Header, Leaders, Membership, Metadata, Task
from tenants.policy import Priority, Status
from tenants.reads.dashboard import Dashboard, Pulse, dashboard, pulse
from tenants.snapshots import (
    Frame,
    MemberSnapshot,
    Month,
    ProjectSnapshot,
    TaskSnapshot,
    frame_of,
    member_of,
    month_of,
    project_of,
    task_of,
)

PROJECTS_PAGE = 25
TASKS_PAGE = 50
MEMBERS_PAGE = 50


@dataclass(frozen=True, slots=True)
class Projects:
    """One page of projects, newest first."""

    frame: Frame
    projects: tuple[ProjectSnapshot, ...]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Project:
    """One project: its title in full, its pulse, and one page of its tasks, newest first."""

    pulse: Pulse
    id: str
    title: str
    created_at: datetime
    card: ProjectSnapshot
    tasks: tuple[TaskSnapshot, ...]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class OneTask:
    """One task with the frame around it."""

    frame: Frame
    project_title: str
    task: TaskSnapshot


@dataclass(frozen=True, slots=True)
class Tasks:
    """One page of live tasks, most urgent first; the dashboard's read has the totals that it must agree with."""

    dashboard: Dashboard
    tasks: tuple[TaskSnapshot, ...]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Members:
    """One page of members."""

    frame: Frame
    members: tuple[MemberSnapshot, ...]
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A month's finished work."""

    frame: Frame
    month: Month


def frame(org: str, user: str) -> Frame:
    """The frame of `org` as `user` may see it, consistently read. One GetItem. Raises NotFound for strangers."""
    return frame_of(store.get("frame", Metadata, keys.metadata(org)), user)


def projects(org: str, user: str, after: str = "") -> Projects:
    """All projects, newest first, 25 a page. Two requests. Raises NotFound, BadCursor."""
    authorised = frame(org, user)
    start = cursor.read(after, "projects", org, pk=keys.org_pk(org))
    found = store.query(
        "projects", keys.org_pk(org), prefix=keys.CARD_PREFIX, limit=PROJECTS_PAGE + 1, start=start, consistent=True
    )
    cards, last = cursor.page([item for item in found if isinstance(item, Card)], PROJECTS_PAGE)
    following = cursor.make("projects", org, item=last) if last else ""
    return Projects(authorised, tuple(project_of(card) for card in cards), following)


def project(org: str, user: str, project_id: str, now: datetime, after: str = "") -> Project:
    """One project and its tasks, newest first, 50 a page. Two requests. Raises NotFound, BadCursor.

    A later page has no HEADER in its slice: its title is then the card's, which may be cut.
    """
    authorised = pulse(org, user, project_id, now)
    if authorised.project is None:
        raise NotFound("There is no such project.")
    start = cursor.read(after, "project", org, project_id, pk=keys.org_pk(org))
    found = store.query(
        "project",
        keys.org_pk(org),
        prefix=keys.board_prefix(project_id),
        limit=TASKS_PAGE + 2,
        start=start,
        consistent=True,
    )
    header = next((item for item in found if isinstance(item, Header)), None)
    tasks, last = cursor.page([item for item in found if isinstance(item, Task)], TASKS_PAGE)
    following = cursor.make("project", org, project_id, item=last) if last else ""
    card = authorised.project
    title = header.title if header else card.title
    rows = tuple(task_of(task) for task in tasks)
    return Project(authorised, project_id, title, card.created_at, card, rows, following)


def task(org: str, user: str, project_id: str, task_id: str) -> OneTask:
    """One task. One consistent BatchGetItem of three keys. Raises NotFound."""
    where = keys.task(org, project_id, task_id), keys.header(org, project_id)
    found = store.get_many("task", [keys.metadata(org), *where])
    authorised = frame_of(found.get(Metadata, keys.metadata(org)), user)
    item, header = found.get(Task, where[0]), found.get(Header, where[1])
    if item is None or header is None:
        raise NotFound("There is no such task.")
    return OneTask(authorised, header.title, task_of(item))


def tasks(org: str, user: str, status: Status, priority: Priority | None, now: datetime, after: str = "") -> Tasks:
    """Live tasks of one status, of one priority or all, most urgent first, 50 a page. Two requests.

    The index is eventually consistent; the totals beside it are not. Raises NotFound, BadCursor.
    """
    authorised = dashboard(org, user, now, consistent=True)
    bound = (org, str(status), str(priority or ""))
    pk = keys.by_status_pk(org, status)
    found = store.query(
        "tasks",
        pk,
        index="GSI2",
        prefix=f"{priority.rank}#" if priority else None,
        limit=TASKS_PAGE + 1,
        start=cursor.read(after, "tasks", *bound, pk=keys.org_pk(org)),
    )
    items, last = cursor.page([item for item in found if isinstance(item, Task)], TASKS_PAGE)
    following = cursor.make("tasks", *bound, item=last, index="GSI2") if last else ""
    return Tasks(authorised, tuple(task_of(item) for item in items), following)


def members(org: str, user: str, after: str = "") -> Members:
    """The members, 50 a page. Two requests. Raises NotFound, BadCursor."""
    authorised = frame(org, user)
    found = store.query(
        "members",
        keys.org_pk(org),
        prefix=keys.MEMBERSHIP_PREFIX,
        limit=MEMBERS_PAGE + 1,
        start=cursor.read(after, "members", org, pk=keys.org_pk(org)),
        consistent=True,
    )
    items, last = cursor.page([item for item in found if isinstance(item, Membership)], MEMBERS_PAGE)
    following = cursor.make("members", org, item=last) if last else ""
    return Members(authorised, tuple(member_of(item) for item in items), following)


def leaderboard(org: str, user: str, month: str | None, now: datetime) -> Leaderboard:
    """A month's finished work (the current month of the organisation's zone if None). Two requests. Raises NotFound."""
    authorised = frame(org, user)
    wanted = month or clock.local_month(now, authorised.zone)
    found = store.query(
        "leaderboard", keys.org_pk(org), between=keys.leaders_range(wanted, wanted), limit=keys.SHARDS, consistent=True
    )
    return Leaderboard(authorised, month_of((item for item in found if isinstance(item, Leaders)), wanted))
