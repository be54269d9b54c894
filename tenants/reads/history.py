"""What happened in a month, for everybody, and who did what to whom, for those who answer for it.

Both are read newest first, a page at a time. No key serves a filter: a filtered page looks at up to 500 entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from tenants import clock, cursor, keys, store
from tenants.errors import NotAllowed
from tenants.items import AuditEntry, Base, Event
from tenants.policy import Permission
from tenants.reads.slices import frame
from tenants.snapshots import EntrySnapshot, EventSnapshot, Frame, entry_of, event_of
from tenants.words import said
from tenants.writes.audit import REFUSED

EVENTS_PAGE = 50
"""Rows of a page, with or without filters."""

EVENTS_SLICE = 500
"""Entries that a filtered page looks at."""

_T = TypeVar("_T", bound=Base)


class Kind(StrEnum):
    """What an entry of the activity is about."""

    DONE = "done"
    TASKS = "tasks"
    COMMENTS = "comments"
    PROJECTS = "projects"
    ORGANISATION = "organisation"


class Group(StrEnum):
    """What an entry of the audit is about."""

    PEOPLE = "people"
    DATA = "data"
    SETTINGS = "settings"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries are wanted: those of a person (an id), and those of a `Kind` or `Group`."""

    who: str = ""
    kind: str = ""

    def __bool__(self) -> bool:
        return bool(self.who or self.kind)


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Activity:
    """One page of a month's activity, newest first. `looked_at`: entries looked at, with those of earlier pages."""

    frame: Frame
    month: str
    events: tuple[EventSnapshot, ...]
    looked_at: int
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Audit:
    """One page of a month's audit, newest first. `looked_at`: entries looked at, with those of earlier pages."""

    frame: Frame
    month: str
    entries: tuple[EntrySnapshot, ...]
    looked_at: int
    next_cursor: str


@dataclass(frozen=True, slots=True)
class There:
    """Objects that exist: pairs of a project and a task of it, and of a project and nothing."""

    found: frozenset[tuple[str, str]]

    def project(self, event: EventSnapshot) -> str:
        """The entry's project, empty if it is gone."""
        return event.project if (event.project, "") in self.found else ""

    def task(self, event: EventSnapshot) -> str:
        """The entry's task, empty if it is not in that project any more."""
        return event.task if self.project(event) and (event.project, event.task) in self.found else ""


def kind_of(action: str) -> Kind:
    """The kind of an activity entry. What is of no other kind concerns the organisation."""
    if action in {"task-completed", "task-reopened"}:
        return Kind.DONE
    if action in {"task-commented", "comment-deleted"}:
        return Kind.COMMENTS
    return {"task": Kind.TASKS, "project": Kind.PROJECTS}.get(action.partition("-")[0], Kind.ORGANISATION)


_GONE_OR_TAKEN = ("-exported", "-imported", "-restored", "-archived", "-deleted", "-expiring", "-repaired")
_OF_PEOPLE = {"member", "role", "owner", "ownership", "transfer", "invitation", "session", "account", "password"}


def group_of(action: str) -> Group:
    """The group of an audit entry: data by the action's ending, people by its beginning, else settings."""
    if action == REFUSED:
        return Group.REFUSED
    if action.endswith(_GONE_OR_TAKEN):
        return Group.DATA
    return Group.PEOPLE if action.partition("-")[0] in _OF_PEOPLE else Group.SETTINGS


def activity(
    org: str, user: str, month: str | None, now: datetime, after: str = "", wanted: Wanted = EVERYTHING
) -> Activity:
    """A month's activity (the current month if None), 50 a page; with filters those among 500 entries that meet them.

    Two requests. Raises NotFound, BadCursor.
    """
    authorised = frame(org, user)
    month = month or clock.local_month(now, authorised.zone)

    def keeps(event: Event) -> bool:
        return wanted.who in {"", event.actor} and wanted.kind in {"", kind_of(event.action)}

    events, looked_at, following = _page("activity", org, month, keys.event_prefix(month), Event, wanted, keeps, after)
    return Activity(authorised, month, tuple(event_of(event) for event in events), looked_at, following)


def audit(org: str, user: str, month: str | None, now: datetime, after: str = "", wanted: Wanted = EVERYTHING) -> Audit:
    """A month's audit, as `activity`. Of a person it is what they did and what was done to them.

    Two requests. Raises NotFound, NotAllowed, BadCursor.
    """
    authorised = frame(org, user)
    if not authorised.allows(Permission.AUDIT_READ):
        message = said("Your role here, %(role)s, does not include this.", role=authorised.viewer.role)
        raise NotAllowed(message, authorised.attempt(Permission.AUDIT_READ))
    month = month or clock.local_month(now, authorised.zone)

    def keeps(entry: AuditEntry) -> bool:
        return wanted.who in {"", entry.actor, entry.about} and wanted.kind in {"", group_of(entry.action)}

    prefix = keys.audit_prefix(month)
    entries, looked_at, following = _page("audit", org, month, prefix, AuditEntry, wanted, keeps, after)
    return Audit(authorised, month, tuple(entry_of(entry) for entry in entries), looked_at, following)


def still_there(org: str, events: Iterable[EventSnapshot]) -> There:
    """Which tasks and projects of a page of activity can still be opened where its entries say.

    One BatchGetItem of at most 100 keys, eventually consistent; none for a page without any.
    """
    found = [event for event in events if event.project]
    wanted = {(event.project, event.task): keys.task(org, event.project, event.task) for event in found if event.task}
    wanted |= {(event.project, ""): keys.header(org, event.project) for event in found}
    there = store.existing("activity-links", list(wanted.values())) if wanted else frozenset()
    return There(frozenset(name for name, key in wanted.items() if key in there))


def _page(
    pattern: str,
    org: str,
    month: str,
    prefix: str,
    kind: type[_T],
    wanted: Wanted,
    keeps: Callable[[_T], bool],
    after: str,
) -> tuple[Sequence[_T], int, str]:
    """The entries of a page, how many were looked at for it and those before, and the cursor behind it. One Query."""
    bound = (org, month, wanted.who, wanted.kind)
    start = cursor.read(after, pattern, *bound, pk=keys.org_pk(org))
    size = EVENTS_SLICE if wanted else EVENTS_PAGE
    items = store.query(
        pattern, keys.org_pk(org), prefix=prefix, limit=size + 1, forward=False, consistent=True, start=start
    )
    rows, last = cursor.page([item for item in items if isinstance(item, kind)], size, more=items.more)
    kept, looked = _sift(rows, keeps)
    if looked < len(rows):
        last = rows[looked - 1]
    looked_at = cursor.seen(start) + looked
    following = cursor.make(pattern, *bound, item=last, seen=looked_at) if last else ""
    return kept, looked_at, following


def _sift(rows: Sequence[_T], keeps: Callable[[_T], bool]) -> tuple[list[_T], int]:
    """The rows that are wanted, at most a page of them, and how many were looked at for that."""
    kept: list[_T] = []
    for looked, row in enumerate(rows, start=1):
        if keeps(row):
            kept.append(row)
        if len(kept) == EVENTS_PAGE:
            return kept, looked
    return kept, len(rows)
