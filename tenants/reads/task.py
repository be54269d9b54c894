"""One task: its row, description, comments and history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from tenants import clock, cursor, keys, store
from tenants.errors import NotFound
from tenants.items import Header, Log, Metadata, Note, Task, Text
from tenants.snapshots import Frame, TaskSnapshot, frame_of, task_of
from tenants.writes.details import revision_of
from tenants.writes.task_ground import NO_TASK

TOLD_PAGE = 50


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment. `name` is the writer's as it was."""

    id: str
    at: datetime
    user: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a task's history: `actor` (a name as it was) did `action`, and what it changed.

    `before` and `after` hold the fields that differ: title, status, priority, due (YYYY-MM-DD), assignee (a name),
    labels (one a line), project (a title). A field that had or has no value is missing.
    """

    id: str
    at: datetime
    action: str
    actor: str
    before: Mapping[str, str]
    after: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TaskInFull:
    """One task. `revision` guards edits of the description as the task's version guards the others'.

    A page holds the newest 50 entries: comments, and behind the oldest of them the history; each newest first.
    """

    frame: Frame
    project_title: str
    task: TaskSnapshot
    description: str
    revision: str
    comments: tuple[Comment, ...]
    steps: tuple[Step, ...]
    next_cursor: str


def task(org: str, user: str, project_id: str, task_id: str, after: str = "") -> TaskInFull:
    """One task with its description, and one page of its comments and history. Raises NotFound, BadCursor.

    Two requests: a consistent BatchGetItem of four keys, and one Query of `DETAIL#<task>`, backwards, that leaves the
    description out. So it is never cut at 1 MB, nor is a page of the longest comments.
    """
    row, header, text = keys.task(org, project_id, task_id), keys.header(org, project_id), keys.text(org, task_id)
    found = store.get_many("task", [keys.metadata(org), row, header, text])
    frame = frame_of(found.get(Metadata, keys.metadata(org)), user)
    stored, record, description = found.get(Task, row), found.get(Header, header), found.get(Text, text)
    if stored is None or record is None:
        raise NotFound(NO_TASK)
    told = store.query(
        "task-told",
        keys.org_pk(org),
        between=keys.told_range(task_id),
        limit=TOLD_PAGE + 1,
        forward=False,
        consistent=True,
        start=cursor.read(after, "task-told", org, task_id, pk=keys.org_pk(org)),
    )
    page, last = cursor.page(told, TOLD_PAGE, more=told.more)
    return TaskInFull(
        frame=frame,
        project_title=record.title,
        task=task_of(stored),
        description=description.text if description else "",
        revision=revision_of(description),
        comments=tuple(_comment(item) for item in page if isinstance(item, Note)),
        steps=tuple(_step(item) for item in page if isinstance(item, Log)),
        next_cursor=cursor.make("task-told", org, task_id, item=last) if last else "",
    )


def _comment(note: Note) -> Comment:
    instant, token = note.sk.split("#")[-2:]
    return Comment(f"{instant}.{token}", clock.from_text(instant), note.actor, note.actor_name, note.text)


def _step(entry: Log) -> Step:
    instant, event_id = entry.sk.split("#")[-2:]
    before, after = MappingProxyType(entry.before or {}), MappingProxyType(entry.after or {})
    at = clock.from_text(instant)
    return Step(f"{instant}.{event_id}", at, entry.action, entry.actor_name or "", before, after)
