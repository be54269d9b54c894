"""What a board file says, in the words of this product: projects, tasks, people, and what could not be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

Format = Literal["trello-board-json", "jira-csv", "asana-csv", "github-issues-json"]
Status = Literal["open", "doing", "done"]
Priority = Literal["low", "medium", "high", "urgent"]

TITLE_LIMIT = 200
DESCRIPTION_LIMIT = 20_000
PERSON_LIMIT = 60


class NotABoard(ValueError):
    """The file as a whole is refused; the message says what it seems to be and what was expected."""


@dataclass(frozen=True, slots=True)
class Project:
    """A project the file names. `source_id` is the same in a later export; `title` has at most 200 characters."""

    source_id: str
    title: str


@dataclass(frozen=True, slots=True)
class Row:
    """One task as the file tells it, cleaned for storage.

    `source_id` names the record in its source and `project` is a `Project.source_id`. `title` has at most
    200 characters (a longer one is the first line of `description`), `description` 20,000, `person` 60 ("" = nobody).
    Instants are aware and in UTC; `completed_at` is None unless the file says when. A source that names a day
    and no time is read as 12:00 UTC of that day, the same calendar day in every zone from -12 to +11;
    `completed_on_day` tells such an instant apart, because on the day itself noon may still lie ahead.
    """

    source_id: str
    project: str
    title: str
    description: str
    status: Status
    priority: Priority
    due: dt.date | None
    person: str
    created_at: dt.datetime | None
    completed_at: dt.datetime | None
    completed_on_day: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that is left out: its 1-based number, for CSV also its first physical line, a name, and why."""

    row: int
    label: str
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        where = f"Record {self.row}" if self.line is None else f"Record {self.row} (line {self.line})"
        return f"{where}, {self.label}: {self.reason}" if self.label else f"{where}: {self.reason}"


class TaskCounts(TypedDict):
    """How many tasks there are, and how many in each state."""

    total: int
    open: int
    in_progress: int
    done: int


class Summary(TypedDict):
    """What a person is shown before anything is written."""

    projects: int
    tasks: TaskCounts
    people: int
    with_due_date: int
    priority: dict[Priority, int]
    rejected: int
    reasons: list[str]


@dataclass(frozen=True, slots=True)
class Board:
    """A board file that was understood.

    `source` and every `source_id` stay the same in a later export of the same board, so that (source, source_id)
    recognises a task that was imported before. `people` are distinct names; every `Row.person` is one of them.
    """

    format: Format
    source: str
    title: str
    projects: tuple[Project, ...]
    rows: Sequence[Row]
    people: tuple[str, ...]
    rejected: tuple[Rejected, ...]

    def summary(self) -> Summary:
        """Count what is in the file; walks the rows once, no I/O."""
        status = Counter(row.status for row in self.rows)
        priority = Counter(row.priority for row in self.rows)
        return {
            "projects": len(self.projects),
            "tasks": {
                "total": len(self.rows),
                "open": status["open"],
                "in_progress": status["doing"],
                "done": status["done"],
            },
            "people": len(self.people),
            "with_due_date": sum(row.due is not None for row in self.rows),
            "priority": {
                "low": priority["low"],
                "medium": priority["medium"],
                "high": priority["high"],
                "urgent": priority["urgent"],
            },
            "rejected": len(self.rejected),
            "reasons": [str(rejected) for rejected in self.rejected],
        }
