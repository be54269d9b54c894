"""The job behind a move: how far it is, and the fence that lets each batch be moved once.

Every step demands the job at the version that it read. Of two that move the same rows at the same time one lands and
the other reads again, so nothing is moved or counted twice. What is left to do is always read from the items
themselves: a move that was killed is finished by asking for the same again, in any process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pynamodb.expressions.operand import Path

from tenants import clock
from tenants.errors import Busy
from tenants.items import Job
from tenants.keys import Key
from tenants.transaction import MISSING, Transaction, perform
from tenants.words import said

RUNNING, DONE = "running", "done"

INTERRUPTED = said("Too many people are changing this at the same time. What was moved stays; the same again goes on.")

_KEPT = timedelta(days=30)
"""How long a job that is done can still be looked at."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many rows are moved, of how many, and whether all of it is done."""

    done: int
    total: int
    finished: bool


Step = Callable[[], tuple[Transaction | None, Progress]]
"""Reads afresh and answers with the next transaction, and how far it is once that has landed."""


def run(step: Step, budget: float | None, show: Callable[[Progress], None] = lambda _: None) -> Progress:
    """Take steps until all is done or `budget` seconds are used up; at least one. None means until all is done.

    Raises Busy when a step finds no gap between other writers, and what `step` raises; what was moved stays.
    """
    ends = None if budget is None else time.monotonic() + budget
    while True:
        try:
            progress = perform(step)
        except Busy as error:
            raise Busy(INTERRUPTED) from error
        show(progress)
        if progress.finished or (ends is not None and time.monotonic() >= ends):
            return progress


def begin(
    transaction: Transaction, key: Key, before: Job | None, action: str, now: datetime, **attributes: str | float | None
) -> None:
    """Put a fresh running job in the place of whatever was there, if it is still as it was read."""
    at = clock.to_text(now)
    job = Job.at(
        key,
        action=action,
        state=RUNNING,
        version=1 if before is None else before.version + 1,
        started_at=at,
        updated_at=at,
        **attributes,
    )
    transaction.put(job, MISSING if before is None else Path("version") == before.version)


def advance(transaction: Transaction, job: Job, moved: int, position: str) -> None:
    """Note that `moved` more rows are moved and that the walk goes on behind `position`."""
    transaction.update(
        Job,
        job.key,
        condition=Path("version") == job.version,
        set={"position": position, "updatedAt": clock.to_text(clock.now())},
        add={"version": 1, "cursor": moved},
    )


def close(transaction: Transaction, job: Job) -> None:
    """Note that all of it is done; the job itself goes after 30 days."""
    now = clock.now()
    transaction.update(
        Job,
        job.key,
        condition=Path("version") == job.version,
        set={"state": DONE, "updatedAt": clock.to_text(now), "expiresAt": clock.expiry(now, _KEPT)},
        remove=("position",),
        add={"version": 1},
    )


def progress_of(job: Job | None, moved: int = 0, *, finished: bool = False) -> Progress:
    """How far `job` is once `moved` more rows are; what people changed meanwhile never makes it more than all."""
    if job is None:
        return Progress(0, 0, finished)
    total = int(job.total)
    done = total if finished else min(int(job.cursor) + moved, total)
    return Progress(done, total, finished)
