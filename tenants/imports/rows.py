"""A row of the file as a task of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from tenants import clock, ids
from tenants.boards import Board, Rejected, Row
from tenants.boards.gathering import LABEL_LIMIT
from tenants.boards.text import fold, shorten
from tenants.imports.bulk import NewTask
from tenants.imports.scene import Scene
from tenants.people import person_of
from tenants.policy import LABEL_LENGTH, LABELS, Priority, Status
from tenants.text import one_line
from tenants.words import said


def as_task(row: Row, found: Scene, mapping: Mapping[str, str], started: datetime, now: datetime) -> NewTask:
    """The task that the row becomes, in a project that is live in `found`.

    One that does not tell its age is as old as `started`, the instant at which the import was first opened: every
    try of the import reads the same one from the job, so its derived id is the same too. A done task without an
    instant counts in no month; one of nobody who is a member counts for its day alone.
    """
    created = row.created_at or started
    status = Status(row.status)
    metadata = found.ground.metadata
    member = mapping.get(row.person)
    person = person_of(metadata, member) if member else None
    done = status is Status.DONE
    # A day named without a time is kept as its noon, which may still lie ahead on that very day.
    completed = min(row.completed_at, now) if done and row.completed_at else None
    return NewTask(
        project=found.live[row.project],
        id=ids.derived_task_id(created, found.ground.org, found.source, row.source_id),
        title=stored(row.title),
        status=status,
        priority=Priority(row.priority),
        created_at=clock.to_text(created),
        due=row.due.isoformat() if row.due else None,
        assignee=member,
        person=None if member else stored(row.person) or None,
        completed_at=clock.to_text(completed) if completed else None,
        by=member if done else None,
        by_name=person.name if person and done else None,
        day=completed_day(row, metadata.zone),
        text=row.description,
        labels=_labels(row.labels),
    )


def stored(text: str) -> str:
    """A text of the file as it is kept: without what could make it read as another one."""
    return one_line(text) or text


def _labels(labels: tuple[str, ...]) -> str | None:
    """Labels as a row keeps them: as many and as long as a task may have, a line each."""
    clean = (shorten(stored(label).removeprefix("#").strip(), LABEL_LENGTH) for label in labels)
    kept: dict[str, str] = {}
    for label in clean:
        if label:
            kept.setdefault(fold(label), label)
    return "\n".join(list(kept.values())[:LABELS]) or None


def without_future(board: Board, now: datetime, zone: str) -> tuple[Board, tuple[Rejected, ...]]:
    """The board without the rows that say they will have been done later than now, and those as rejected ones.

    No month after this one may hold finished work, or the dashboard would have to read ahead.
    """
    ahead = [row for row in board.rows if _is_ahead(row, now, zone)]
    if not ahead:
        return board, ()
    left_out = {row.source_id for row in ahead}
    kept = tuple(row for row in board.rows if row.source_id not in left_out)
    return replace(board, rows=kept), tuple(
        Rejected(
            row.number,
            shorten(row.title, LABEL_LIMIT),
            said("it was completed on %(at)s UTC, which is still to come", at=_minute(row)),
            row.line,
        )
        for row in ahead
    )


def completed_day(row: Row, zone: str) -> str | None:
    """The day a done row counts for, in the organisation's zone; a day named without a time is that day everywhere."""
    if row.completed_at is None or Status(row.status) is not Status.DONE:
        return None
    day = row.completed_at.date() if row.completed_on_day else clock.local_day(row.completed_at, zone)
    return day.isoformat()


def _minute(row: Row) -> str:
    return f"{row.completed_at:%Y-%m-%d %H:%M}"


def _is_ahead(row: Row, now: datetime, zone: str) -> bool:
    if row.completed_at is None or Status(row.status) is not Status.DONE:
        return False
    if row.completed_on_day:
        return row.completed_at.date() > clock.local_day(now, zone)
    return row.completed_at > now
