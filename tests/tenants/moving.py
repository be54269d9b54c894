"""A project with work of every kind, and what is to be seen of it: under the tests of the mover."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from moto.dynamodb.models import dynamodb_backends

from tenants import clock, keys, store
from tenants.items import Event, Job, Text
from tenants.policy import Priority
from tenants.transaction import Transaction
from tenants.writes import tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.tenants.partition import RawItem, put_raw, raw

TITLE = "Harbour"
EARLIER = NOW - timedelta(days=100)


def a_busy_project(cast: Cast, *, live: int = 9, done: int = 5, details: int = 2) -> str:
    """Live and finished tasks in turn, of every priority; some assigned, in progress, with texts and comments."""
    project = a_project(cast.alice, title=TITLE, now=EARLIER)
    people = [cast.alice.user, cast.bob.user, None]
    finished = 0
    for number in range(live + done):
        made = EARLIER + timedelta(hours=number)
        priority = list(Priority)[number % 4]
        due = date(2026, 10, 1 + number % 28) if number % 2 else None
        ref = a_task(cast.dana, project, priority=priority, due=due, assignee=people[number % 3], now=made)
        if number % 3 == 0:
            tasks.start(cast.bob, ref, made)
        if finished < done and (number % 2 or live + finished <= number):
            finished += 1
            tasks.complete([cast.alice, cast.bob][number % 4 // 2], ref, made + timedelta(days=number))
        for detail in range(details if number % 4 == 1 else 0):
            a_detail(ref, detail)
    return project


def a_detail(ref: TaskRef, number: int) -> None:
    """A description (0) or one more comment."""
    if number == 0:
        transaction = Transaction()
        transaction.put(Text.at(keys.text(ref.org, ref.id), text="Long ago."), condition=None)
        transaction.commit()
    else:
        sk = f"DETAIL#{ref.id}#NOTE#{clock.to_text(NOW)}#{number:08d}"
        note = {"text": {"S": "Yes."}, "actor": {"S": "0000000000"}, "actorName": {"S": "Bob"}}
        put_raw(keys.Key(keys.org_pk(ref.org), sk), **note)


def seen(org: str = ACME) -> tuple[dict[str, RawItem], list[tuple[str, str | None]], list[tuple[str, str, int]]]:
    """Everything that people see or count, the activity, and how the jobs stand; without what is drawn by chance."""
    items = list(store.walk("partition", keys.org_pk(org)))
    told = [(item.action, item.title) for item in items if isinstance(item, Event)]
    jobs = [(item.sk, item.state, int(item.cursor)) for item in items if isinstance(item, Job)]
    work = {sk: item for sk, item in raw(org).items() if not sk.startswith(("JOB#", "EVENT#", "AUDIT#"))}
    return work, sorted(told, key=str), jobs


def rewinder() -> Callable[[], None]:
    """Puts the table in process back to where it is now."""
    # Looked up each time: after a transaction that is refused there is another table object.
    backend: Any = dynamodb_backends["123456789012"]["us-east-1"]
    items = copy.deepcopy(backend.tables["app-main"].items)

    def put_back() -> None:
        backend.tables["app-main"].items = copy.deepcopy(items)

    return put_back


def board(project: str, org: str = ACME) -> dict[str, RawItem]:
    """The rows of a project's board."""
    return {sk: item for sk, item in raw(org).items() if sk.startswith(keys.tasks_prefix(project))}


def ref_of(sk: str, org: str = ACME) -> TaskRef:
    """The task of a row."""
    return TaskRef(org, keys.project_of_board(sk), keys.last_part(sk))


def another_project(cast: Cast) -> str:
    """One that nothing may happen to."""
    project = a_project(cast.alice, title="Bystander")
    tasks.complete(cast.bob, a_task(cast.bob, project), NOW)
    a_task(cast.bob, project)
    return project
