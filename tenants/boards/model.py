"""What a board file says, in the words of this product: projects, tasks, people, and what could not be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypedDict

from tenants.words import said

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

Format = Literal["trello-board-json", "jira-csv", "asana-csv", "github-issues-json", "csv"]
Status = Literal["open", "doing", "done"]
Priority = Literal["low", "medium", "high", "urgent"]
Kind = Literal["column", "list", "priority"]

TITLE_LIMIT = 200
DESCRIPTION_LIMIT = 20_000
PERSON_LIMIT = 60


class NotABoard(ValueError):
    """The file as a whole is refused; the message says what it seems to be and what was expected."""


class NoTitleColumn(NotABoard):
    """A table in which no column is known to hold titles; `names` are its columns, of which a person may choose one."""

    def __init__(self, message: str, names: tuple[Named, ...]) -> None:
        super().__init__(message)
        self.names = names


@dataclass(frozen=True, slots=True)
class Named:
    """A column, list or priority of the file that a person may have something to say about.

    `id` names it in a person's choices. `count` tasks are in the list or carry the priority, or so many cells of the
    column are filled; `samples` are some of those. `read_as` is what was made of it without being told ("" for a
    column is nothing), `known` whether that is more than a guess, and `chosen` what was told ("" is nothing).
    """

    kind: Kind
    id: str
    name: str
    count: int
    samples: tuple[str, ...]
    read_as: str
    known: bool
    chosen: str = ""
    archived: bool = False


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
    `completed_on_day` tells such an instant apart, because on the day itself noon may still lie ahead. `list` is what
    the file calls the list, section or status, `list_known` whether it or the record itself leaves no doubt about the
    state; `level` is what it calls the priority. `number` and `line` are the record's, as in `Rejected`.
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
    labels: tuple[str, ...] = ()
    list: str = ""
    list_known: bool = True
    level: str = ""
    number: int = 0
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that is left out: its 1-based number, for CSV also its first physical line, a name, and why."""

    row: int
    label: str
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> str:
        """All of it, for a person."""
        row, line, label, reason = self.row, self.line, self.label, self.reason
        if line is None and label:
            return said("Record %(row)s, %(label)s: %(reason)s", row=row, label=label, reason=reason)
        if line is None:
            return said("Record %(row)s: %(reason)s", row=row, reason=reason)
        if label:
            return said(
                "Record %(row)s (line %(line)s), %(label)s: %(reason)s", row=row, line=line, label=label, reason=reason
            )
        return said("Record %(row)s (line %(line)s): %(reason)s", row=row, line=line, reason=reason)


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
    `names` are the columns, lists and priorities that a person may choose a meaning for; `skipped` rows are left out
    because somebody chose so.
    """

    format: Format
    source: str
    title: str
    projects: tuple[Project, ...]
    rows: Sequence[Row]
    people: tuple[str, ...]
    rejected: tuple[Rejected, ...]
    names: tuple[Named, ...] = field(default=(), compare=False)
    skipped: int = 0

    @property
    def unknown(self) -> tuple[Named, ...]:
        """The names whose meaning is a guess that nobody has confirmed."""
        return tuple(name for name in self.names if not name.known and not name.chosen)

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
