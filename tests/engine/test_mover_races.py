"""Projects and finished tasks that are moved while everybody works on them, on an engine that serves many at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random

import pytest

from tenants import ids, keys, store
from tenants.errors import Conflict
from tenants.items import Event, Header, Task
from tenants.mover import batch
from tenants.mover.finished import archive_done
from tenants.policy import Priority, Status
from tenants.reads.dashboard import dashboard
from tenants.writes import archived_tasks, project_life, tasks
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task, gather
from tests.engine.crowd import at_once, insisting
from tests.truth import assert_exact

pytestmark = [pytest.mark.engine, pytest.mark.timeout(240)]

EARLIER = NOW - timedelta(days=60)
ROUNDS = 3

Act = Callable[[], object]


@pytest.fixture
def people(engine_table: str, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """The cast on the engine; few rows a transaction, so that a move takes long enough to be met."""
    assert engine_table
    monkeypatch.setattr(batch, "MOST_ITEMS", 14)
    return gather()


def a_board(people: Cast, live: int, done: int) -> tuple[str, list[TaskRef], list[TaskRef]]:
    project = a_project(people.alice, now=EARLIER)
    refs = [
        a_task(people.bob, project, priority=list(Priority)[number % 4], now=EARLIER + timedelta(minutes=number))
        for number in range(live + done)
    ]
    for ref in refs[live:]:
        tasks.complete(people.dana, ref, EARLIER)
    return project, refs[:live], refs[live:]


def state(project: str) -> str | None:
    header = store.get("test", Header, keys.header(ACME, project))
    return header.state if header else None


def told(action: str) -> int:
    events = store.walk("test", keys.org_pk(ACME), prefix="EVENT#")
    return sum(isinstance(item, Event) and item.action == action for item in events)


def assert_dashboard_shows_the_rows(people: Cast) -> None:
    """The numbers are those of the rows behind them: on boards, and in the index that they link to."""
    shown = dashboard(ACME, people.alice.user, NOW, consistent=True)
    rows = store.walk("test", keys.org_pk(ACME), prefix="BOARD#")
    live = Counter(item.status for item in rows if isinstance(item, Task) and not item.put_away)
    for status in (Status.OPEN, Status.DOING):
        indexed = store.query("test", keys.by_status_pk(ACME, status), index="GSI2", limit=1_000)
        assert shown.counts.of(status) == live[status] == len(indexed)
    assert_exact(ACME)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_project_is_put_away_while_its_tasks_are_worked_on(people: Cast, seed: int) -> None:
    project, live, done = a_board(people, live=18, done=6)
    work: list[Act] = [
        *[partial(tasks.complete, people.bob, ref, NOW) for ref in live[:8]],
        *[partial(tasks.start, people.dana, ref, NOW) for ref in live[8:12]],
        *[partial(tasks.delete, people.dana, ref, NOW) for ref in live[12:14]],
        *[partial(tasks.reopen, people.bob, ref, NOW) for ref in done],
    ]
    Random(seed).shuffle(work)
    moving: list[Act] = [lambda: project_life.archive(people.alice, ACME, project, NOW)] * 2
    outcomes = at_once([partial(insisting, act) for act in [*moving, *work]])
    assert set(outcomes) <= {"done", "NotFound"}
    assert outcomes[:2] == ["done", "done"]
    assert state(project) == "archived"
    assert told("project-archived") == 1
    assert_dashboard_shows_the_rows(people)
    assert dashboard(ACME, people.alice.user, NOW).projects == ()
    outcomes = at_once([lambda: insisting(lambda: project_life.restore(people.dana, ACME, project, NOW))] * 3)
    assert set(outcomes) == {"done"}
    assert state(project) == "live"
    assert told("project-restored") == 1
    assert_dashboard_shows_the_rows(people)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_project_is_deleted_while_tasks_are_made_in_it(people: Cast, seed: int) -> None:
    project, live, done = a_board(people, live=8, done=4)
    made = [ids.new_task_id(NOW + timedelta(seconds=number)) for number in range(10)]
    work: list[Act] = [
        *[partial(tasks.create, people.bob, ACME, project, TaskFields("New"), one, NOW) for one in made],
        *[partial(tasks.complete, people.bob, ref, NOW) for ref in live[:4]],
        *[partial(tasks.reopen, people.bob, ref, NOW) for ref in done[:2]],
    ]
    Random(seed).shuffle(work)
    moving: list[Act] = [lambda: project_life.delete(people.alice, ACME, project, NOW)] * 2
    outcomes = at_once([partial(insisting, act) for act in [*work, *moving]])
    assert set(outcomes) <= {"done", "NotFound"}
    assert outcomes[-2:] == ["done", "done"]
    left = [item.sk for item in store.walk("test", keys.org_pk(ACME)) if project in item.sk]
    assert left == [keys.project_job(ACME, project).sk]
    assert told("project-deleted") == 1
    assert_dashboard_shows_the_rows(people)


def test_a_project_that_is_pulled_both_ways_ends_in_one_of_them(people: Cast) -> None:
    project, _, _ = a_board(people, live=14, done=2)
    pulls: list[Act] = [
        lambda: project_life.archive(people.alice, ACME, project, NOW),
        lambda: project_life.restore(people.dana, ACME, project, NOW),
    ]
    outcomes = at_once([partial(insisting, act) for act in pulls * 2])
    assert set(outcomes) <= {"done", "gave up"}
    assert_exact(ACME)
    assert project_life.archive(people.alice, ACME, project, NOW).finished
    assert state(project) == "archived"
    assert_dashboard_shows_the_rows(people)


@pytest.mark.parametrize("end", [None, timedelta(days=365)], ids=["kept", "with an end"])
def test_finished_tasks_are_put_away_by_two_while_others_reopen_them(people: Cast, end: timedelta | None) -> None:
    project, _, done = a_board(people, live=2, done=20)

    def put_away() -> object:
        try:
            return archive_done(ACME, timedelta(days=30), end, now=NOW)
        except Conflict:
            return None

    work: list[Act] = [
        *[partial(tasks.reopen, people.bob, ref, NOW) for ref in done[:8]],
        *[partial(archived_tasks.reopen, people.dana, ref, NOW) for ref in done[4:10]],
        *[partial(tasks.delete, people.alice, ref, NOW) for ref in done[10:12]],
        lambda: project_life.archive(people.alice, ACME, project, NOW) if end else None,
    ]
    Random(1).shuffle(work)
    outcomes = at_once([partial(insisting, act) for act in [put_away, put_away, *work]])
    assert set(outcomes) <= {"done", "NotFound"}
    assert_dashboard_shows_the_rows(people)
