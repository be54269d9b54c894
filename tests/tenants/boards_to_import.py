"""Small boards made to order, as the readers would answer with them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from tenants.boards import Board, Project, Row

SOURCE = "5c6c7a9a3ae8ea581a220f2b"
CREATED = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
DONE_AT = datetime(2026, 8, 20, 15, 30, tzinfo=UTC)


def a_row(number: int = 1, **changes: Any) -> Row:
    """An open row of the project "p1" that nobody has."""
    row = Row(
        source_id=f"row-{number}",
        project="p1",
        title=f"Row {number}",
        description="",
        status="open",
        priority="medium",
        due=None,
        person="",
        created_at=CREATED,
        completed_at=None,
    )
    return replace(row, **changes)


def done_row(number: int = 1, **changes: Any) -> Row:
    """A row that was done on 20 August 2026."""
    return a_row(number, **({"status": "done", "completed_at": DONE_AT} | changes))


def a_board(*rows: Row, source: str = SOURCE, projects: int = 1) -> Board:
    """A board of these rows and the projects p1, p2, …"""
    return Board(
        format="trello-board-json",
        source=source,
        title="Harbour works",
        projects=tuple(Project(f"p{number}", f"Project {number}") for number in range(1, projects + 1)),
        rows=rows,
        people=tuple(dict.fromkeys(row.person for row in rows if row.person)),
        rejected=(),
    )


def of_every_kind(projects: int = 3) -> Board:
    """Rows of all kinds in several projects: live and done, by members and strangers, with texts and dates."""
    rows = []
    for number in range(1, projects + 1):
        where = {"project": f"p{number}"}
        base = number * 10
        rows += [
            a_row(base, **where, person="Bob", due=date(2026, 9, 30), priority="urgent"),
            a_row(base + 1, **where, status="doing", person="Ann", description="What to do first"),
            a_row(base + 2, **where, created_at=None),
            done_row(base + 3, **where, person="Bob"),
            done_row(base + 4, **where, person="Ann", priority="high"),
            done_row(base + 5, **where, completed_at=None, person="Bob"),
        ]
    return a_board(*rows, projects=projects)
