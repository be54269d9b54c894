"""What a list of tasks is narrowed by where no key does it. Pure: rows in, rows out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from tenants.boards.text import fold
from tenants.policy import Priority, Status
from tenants.snapshots import TaskSnapshot

ME = "me"
NOBODY = "none"
_SUNDAY = 6


class Due(StrEnum):
    """When a task is due, seen from today. A week goes from Monday to Sunday; what is done is never overdue."""

    OVERDUE = "overdue"
    TODAY = "today"
    WEEK = "week"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Filters:
    """Which tasks are wanted: those that meet all that is given.

    `assignee` is a member's id, `me` for the viewer, or `none`; `label` is one label whatever its case and accents;
    `text` are words or beginnings of words that must all stand somewhere in the title.
    """

    assignee: str = ""
    priority: Priority | None = None
    due: Due | None = None
    label: str = ""
    text: str = ""
    status: Status | None = None

    def __bool__(self) -> bool:
        return self != Filters()

    def bound(self, user: str) -> tuple[str, ...]:
        """What a cursor of the narrowed list is bound to; with `me` also to who that is."""
        mine = user if self.assignee == ME else ""
        words = (self.assignee, mine, self.priority, self.due, fold(self.label), fold(self.text), self.status)
        return tuple(str(word or "") for word in words)


@dataclass(frozen=True, slots=True)
class Sieve:
    """Filters made ready for many rows: who is "me", and which day it is in the organisation's zone."""

    filters: Filters
    user: str
    today: date

    def keeps(self, task: TaskSnapshot) -> bool:
        """Whether the task is wanted."""
        wanted = self.filters
        return (
            (wanted.priority is None or task.priority is wanted.priority)
            and (wanted.status is None or task.status is wanted.status)
            and self._assigned(task)
            and self._due(task)
            and self._labelled(task)
            and self._titled(task)
        )

    def _assigned(self, task: TaskSnapshot) -> bool:
        match self.filters.assignee:
            case "":
                return True
            case "none":
                return task.assignee is None and not task.person
            case "me":
                return task.assignee == self.user
            case member:
                return task.assignee == member

    def _due(self, task: TaskSnapshot) -> bool:
        wanted, due = self.filters.due, task.due
        if wanted is None:
            return True
        if due is None or wanted is Due.NONE:
            return due is None and wanted is Due.NONE
        monday = self.today - timedelta(days=self.today.weekday())
        return {
            Due.OVERDUE: due < self.today and task.status is not Status.DONE,
            Due.TODAY: due == self.today,
            Due.WEEK: monday <= due <= monday + timedelta(days=_SUNDAY),
        }[wanted]

    def _labelled(self, task: TaskSnapshot) -> bool:
        return not self.filters.label or fold(self.filters.label) in {fold(label) for label in task.labels}

    def _titled(self, task: TaskSnapshot) -> bool:
        if not self.filters.text:
            return True
        title = fold(task.title)
        return all(word in title for word in fold(self.filters.text).split())
