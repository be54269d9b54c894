"""A project's board, and one's own tasks of an organisation: bounded slices, told as what they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tenants import clock, cursor, keys, store
from tenants.errors import NotFound
from tenants.items import Brief, Header, Task
from tenants.policy import Priority, Status
from tenants.reads.dashboard import Dashboard, Pulse, dashboard, pulse_in, pulse_keys
from tenants.reads.filters import Filters, Sieve
from tenants.reads.project import ProjectDetails, details_of
from tenants.snapshots import ProjectSnapshot, TaskSnapshot, task_of
from tenants.writes.task_ground import NO_PROJECT

BOARD_PAGE = 100
"""Rows of an unfiltered page, and matches of a filtered one."""

BOARD_SLICE = 500
"""Rows that a filtered page looks at."""

MINE_SLICE = 500


@dataclass(frozen=True, slots=True)
class Column:
    """The tasks of one status among the rows read; `total` is how many the whole board has, from its counters."""

    status: Status
    tasks: tuple[TaskSnapshot, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Board:
    """One project and one page of its tasks, newest first.

    `looked_at` is how many rows this page and those before it have looked at, `total` how many the board has, from its
    counters. `complete` says that this page alone looked at all of them: only then do the columns hold everything.
    `put_away` is how many finished tasks are in the archive; None where this page cannot tell.
    """

    pulse: Pulse
    id: str
    title: str
    created_at: datetime
    details: ProjectDetails
    card: ProjectSnapshot
    filters: Filters
    tasks: tuple[TaskSnapshot, ...]
    columns: tuple[Column, ...]
    looked_at: int
    total: int
    complete: bool
    put_away: int | None
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Mine:
    """One's own live tasks of one status in an organisation, most urgent first, overdue first within.

    `looked_at` is how many of one's tasks, over all organisations, were looked at; `next_cursor` goes on behind them.
    """

    dashboard: Dashboard
    tasks: tuple[TaskSnapshot, ...]
    looked_at: int
    next_cursor: str


_ALL = Filters()


def board(org: str, user: str, project: str, now: datetime, filters: Filters = _ALL, after: str = "") -> Board:
    """A project and a page of its tasks: 100 rows; with filters those among 500 rows that meet them, 100 at most.

    No key serves a filter, so a page of a filtered board may be empty and yet go on. Two requests: a consistent
    BatchGetItem of the pulse, the project's record and its description, and one Query of the board. Raises NotFound,
    BadCursor.
    """
    header_key, brief_key = keys.header(org, project), keys.brief(org, project)
    found = store.get_many("board-frame", [*pulse_keys(org, project, now), header_key, brief_key])
    pulse = pulse_in(found, org, user, project, now)
    header, card = found.get(Header, header_key), pulse.project
    if header is None or card is None:
        raise NotFound(NO_PROJECT)
    bound = (org, project, *filters.bound(user))
    start = cursor.read(after, "board", *bound, pk=keys.org_pk(org))
    size = BOARD_SLICE if filters else BOARD_PAGE
    items = store.query(
        "board",
        keys.org_pk(org),
        prefix=keys.board_prefix(project),
        limit=size + (1 if start else 2),
        start=start,
        consistent=True,
    )
    rows, last = cursor.page([item for item in items if isinstance(item, Task)], size, more=items.more)
    sieve = Sieve(filters, user, clock.local_day(now, pulse.frame.zone))
    kept, looked = _sift(rows, sieve)
    if looked < len(rows):
        last = rows[looked - 1]
    looked_at = cursor.seen(start) + looked
    totals = _totals(card, header)
    complete = start is None and last is None
    return Board(
        pulse=pulse,
        id=project,
        title=header.title,
        created_at=card.created_at,
        details=details_of(header, found.get(Brief, brief_key)),
        card=card,
        filters=filters,
        tasks=kept,
        columns=tuple(
            Column(status, tuple(task for task in kept if task.status is status), totals[status]) for status in Status
        ),
        looked_at=looked_at,
        total=max(sum(totals.values()), looked_at),
        complete=complete,
        # What is gone may be in the archive still, with an end, or not.
        put_away=max(sum(totals.values()) - len(rows), 0) if complete and not header.gone else None,
        next_cursor=cursor.make("board", *bound, item=last, seen=looked_at) if last else "",
    )


def totals_now(org: str, user: str, project: str, now: datetime) -> tuple[Pulse, dict[Status, int]]:
    """The pulse, and how many tasks of each status the board has, none for a project that is gone.

    One consistent BatchGetItem. Raises NotFound for strangers.
    """
    header_key = keys.header(org, project)
    found = store.get_many("board-frame", [*pulse_keys(org, project, now), header_key])
    pulse, header = pulse_in(found, org, user, project, now), found.get(Header, header_key)
    return pulse, _totals(pulse.project, header) if header and pulse.project else {}


def mine(org: str, user: str, status: Status, priority: Priority | None, now: datetime, after: str = "") -> Mine:
    """The viewer's own live tasks of one status, of one priority or all, most urgent first.

    Nobody has many live tasks, so the 500 of them that are due first are read, over all organisations, from the
    index of one's own tasks; those of this organisation are kept and put in order. Two requests. The index is
    eventually consistent. Raises NotFound, BadCursor.
    """
    authorised = dashboard(org, user, now, consistent=True)
    bound = (org, user, str(status), str(priority or ""))
    items = store.query(
        "mine",
        keys.user_pk(user),
        index="GSI1",
        prefix=keys.MY_TASKS_PREFIX,
        limit=MINE_SLICE + 1,
        start=cursor.read(after, "mine", *bound),
    )
    page, last = cursor.page(items, MINE_SLICE, more=items.more)
    tasks = (task_of(item) for item in page if isinstance(item, Task) and keys.org_of(item.pk) == org)
    wanted = [task for task in tasks if task.status is status and priority in {None, task.priority}]
    return Mine(
        dashboard=authorised,
        tasks=tuple(sorted(wanted, key=_urgency)),
        looked_at=len(page),
        next_cursor=cursor.make("mine", *bound, item=last, index="GSI1") if last else "",
    )


def _totals(card: ProjectSnapshot, header: Header) -> dict[Status, int]:
    """A board's tasks by status: the done ones without those that have left it."""
    done = max(card.done - int(header.gone or 0), 0)
    return {Status.OPEN: card.counts.of(Status.OPEN), Status.DOING: card.counts.of(Status.DOING), Status.DONE: done}


def _sift(rows: Sequence[Task], sieve: Sieve) -> tuple[tuple[TaskSnapshot, ...], int]:
    """The rows that are wanted, at most a page of them, and how many were looked at for that."""
    kept: list[TaskSnapshot] = []
    for looked, row in enumerate(rows, start=1):
        task = task_of(row)
        if sieve.keeps(task):
            kept.append(task)
        if len(kept) == BOARD_PAGE:
            return tuple(kept), looked
    return tuple(kept), len(rows)


def _urgency(task: TaskSnapshot) -> str:
    return keys.by_status_sk(task.priority.rank, task.due.isoformat() if task.due else None, task.id)
