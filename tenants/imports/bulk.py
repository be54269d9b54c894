"""Many tasks in few transactions, each with the counters that it moves: under the importer and the sample data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pynamodb.expressions.operand import Path

from tenants import keys, meter
from tenants.items import Header, Task, Text
from tenants.policy import Priority, Status
from tenants.transaction import EXISTS, Transaction
from tenants.writes.counts import Standing, count
from tenants.writes.projects import card_title
from tenants.writes.rows import index_keys

Progress = Callable[[int, int], None]
"""Called with how many are done, and how many there are."""

BATCH_ITEMS = 80
BATCH_BYTES = 3_000_000

_MOST_ITEMS_OF_A_TASK = 6
"""The row, its text, its project's record and card, and two counters; a live task has one counter."""


def unseen(_done: int, _total: int) -> None:
    """Progress that nobody looks at."""


@dataclass(frozen=True, slots=True)
class InProject:
    """A live project as it was read; `title` is that of its record."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class NewTask:
    """A task as it is to be written. Instants are in the table's own form, `due` and `day` are YYYY-MM-DD.

    `by` is the member who did it and `by_name` their name now; `day` is the day in the organisation's zone that a
    done task counts for, None if nobody knows. `labels` are as a row keeps them, a line each.
    """

    project: InProject
    id: str
    title: str
    status: Status
    priority: Priority
    created_at: str
    due: str | None = None
    assignee: str | None = None
    person: str | None = None
    completed_at: str | None = None
    by: str | None = None
    by_name: str | None = None
    day: str | None = None
    text: str = ""
    labels: str | None = None

    @property
    def standing(self) -> Standing:
        """How it counts."""
        return Standing(self.status, self.priority, self.by, self.day)


class Batch:
    """One transaction being filled with new tasks until it is as large as it should be."""

    def __init__(self, org: str, transaction: Transaction, keep: int = 0) -> None:
        """`keep` is the number of items that the caller will still add to `transaction`."""
        self.org = org
        self.transaction = transaction
        self.tasks = 0
        self._most = BATCH_ITEMS - keep - _MOST_ITEMS_OF_A_TASK
        self._bytes = 0
        self._checked: set[keys.Key] = set()

    @property
    def has_room(self) -> bool:
        """Whether any further task fits, whatever it counts."""
        return len(self.transaction) <= self._most and self._bytes < BATCH_BYTES

    def add(self, task: NewTask) -> None:
        """Write the task if there is none under its key, in a project that is live and still has its title."""
        row = _row(self.org, task)
        self.transaction.put(row)
        self._bytes += meter.item_size(row.to_dynamodb_dict())
        if task.text:
            self.transaction.put(Text.at(keys.text(self.org, task.id), text=task.text))
            self._bytes += len(task.text.encode())
        header = keys.header(self.org, task.project.id)
        if header not in self._checked:
            self._checked.add(header)
            self.transaction.check(
                Header, header, EXISTS & (Path("state") == "live") & (Path("title") == task.project.title)
            )
        count(self.transaction, self.org, task.project.id, task.id, task.standing, 1, task.by_name)
        self.tasks += 1


def _row(org: str, task: NewTask) -> Task:
    return Task.at(
        keys.task(org, task.project.id, task.id),
        title=task.title,
        status=task.status,
        priority=task.priority,
        due=task.due,
        assignee=task.assignee,
        person=task.person,
        labels=task.labels,
        project=card_title(task.project.title),
        created_at=task.created_at,
        completed_at=task.completed_at,
        completed_by=task.by,
        completed_day=task.day,
        **index_keys(org, task.id, task.standing, task.due, task.assignee),
    )
