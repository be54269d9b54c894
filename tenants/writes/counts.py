"""Counters that move with a task: the one place that knows which they are."""

from __future__ import annotations

from dataclasses import dataclass

from tenants import keys
from tenants.items import Card, Header, Leaders, OpenCounter, Stats, Task, counter_name, day_name
from tenants.policy import Priority, Status
from tenants.transaction import EXISTS, Transaction


@dataclass(frozen=True, slots=True)
class Standing:
    """How one task counts: by status and priority while live; by who and when once done.

    `by` is None when somebody did it who is not a member (a name from an import), `day` None when nobody knows when.
    """

    status: Status
    priority: Priority
    by: str | None = None
    day: str | None = None

    @classmethod
    def of(cls, task: Task) -> Standing:
        """The standing of a stored task."""
        return cls(Status(task.status), Priority(task.priority), task.completed_by, task.completed_day)

    @property
    def counter(self) -> str:
        """The name of the counter of a live task, the same in OPEN and on the card."""
        return counter_name(self.status, self.priority)


def count(
    transaction: Transaction, org: str, project: str, task: str, standing: Standing, sign: int, name: str | None = None
) -> None:
    """Add (`sign` 1) or take away (-1) what one task in this standing counts.

    `name` is the finisher's name as it is now, kept with their month. The card's existence is a condition, so that
    no counter moves in a deleted or archived project.
    """
    card = keys.card(org, project)
    if standing.status is not Status.DONE:
        transaction.update(OpenCounter, keys.open_counter_of(org, task), add={standing.counter: sign})
        transaction.update(Card, card, condition=EXISTS, add={standing.counter: sign})
        return
    transaction.update(Card, card, condition=EXISTS, add={"done": sign})
    count_month(transaction, org, standing, sign, name)


def count_month(transaction: Transaction, org: str, standing: Standing, sign: int, name: str | None = None) -> None:
    """The month's part of a done task: the day, and if a member did it their place and their own month."""
    if standing.day is None:
        return
    month = standing.day[:7]
    adds: dict[str | tuple[str, ...], int] = {day_name(standing.day): sign}
    if standing.by:
        adds[f"n_{standing.by}"] = sign
        transaction.update(
            Stats, keys.stats(org, standing.by, month), add={"done": sign}, set={"name": name} if name else None
        )
    transaction.update(Leaders, keys.leaders_of(org, month, standing.by or ""), add=adds)


def count_gone(transaction: Transaction, org: str, project: str, standing: Standing, sign: int) -> None:
    """Note that a done task is no item any more (`sign` 1), or is one again (-1); its place in the months stays."""
    transaction.update(Header, keys.header(org, project), condition=EXISTS, add={"gone": sign})
    if standing.day is None:
        return
    month, day = standing.day[:7], standing.day[8:]
    transaction.update(Stats, keys.stats(org, standing.by or "", month), add={"gone": sign, f"g_{day}": sign})


def move(
    transaction: Transaction,
    org: str,
    task: Task,
    after: Standing,
    name: str | None = None,
) -> None:
    """Count a stored task as `after` instead of as it stands; what stays the same cancels out."""
    project, task_id = keys.project_of_board(task.sk), keys.last_part(task.sk)
    count(transaction, org, project, task_id, Standing.of(task), -1)
    count(transaction, org, project, task_id, after, 1, name)
