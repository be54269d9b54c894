"""Slices: the narrower reads behind the dashboard's numbers. Two requests each: one authorises, one answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import cursor, keys, store
from tenants.errors import NotFound
from tenants.items import Card, Header, Membership, Metadata, Task
from tenants.policy import Priority, Status
from tenants.reads.dashboard import Dashboard, dashboard
from tenants.snapshots import (
    Frame,
    MemberSnapshot,
    ProjectSnapshot,
    TaskSnapshot,
    frame_of,
    member_of,
    project_of,
    task_of,
)
from tenants.words import said

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


def task(org: str, user: str, project_id: str, task_id: str) -> OneTask:
    """One task. One consistent BatchGetItem of three keys. Raises NotFound."""
    where = keys.task(org, project_id, task_id), keys.header(org, project_id)
    found = store.get_many("task", [keys.metadata(org), *where])
    authorised = frame_of(found.get(Metadata, keys.metadata(org)), user)
    item, header = found.get(Task, where[0]), found.get(Header, where[1])
    if item is None or header is None:
        raise NotFound(said("There is no such task."))
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
