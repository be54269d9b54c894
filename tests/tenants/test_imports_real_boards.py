"""The real boards, brought into organisations of the embedded engine."""

from __future__ import annotations

import json
import threading
from itertools import count
from typing import Any

import pytest

from tenants import keys, store
from tenants.boards import Board, read_board
from tenants.errors import Busy, Conflict
from tenants.imports import ImportResult, plan_import, run_import
from tenants.items import ImportBatch, Task, Text
from tenants.policy import Plan, Priority, Status
from tenants.reads.dashboard import dashboard
from tenants.reads.slices import projects
from tenants.reconcile import reconcile
from tests.boards.make import FILES, REAL
from tests.cast import NOW, Cast, an_org, gather
from tests.tenants.partition import raw, survives

pytestmark = pytest.mark.engine


@pytest.fixture
def people(engine_table: str) -> Cast:
    """The cast, on the embedded engine."""
    assert engine_table.startswith("test-")
    return gather()


def board(name: str) -> Board:
    with (FILES / name).open("rb") as file:
        return read_board(file)


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FILES / f"{name}.expect.json").read_text(encoding="utf-8"))
    return found


def items(org: str) -> list[Any]:
    return list(store.walk("partition", keys.org_pk(org)))


def assert_agrees(org: str, viewer: str, name: str) -> None:
    """The dashboard, the cards, the rows and the file's expectations tell the same."""
    wanted = expected(name)
    tasks = [item for item in items(org) if isinstance(item, Task)]
    seen = dashboard(org, viewer, NOW)
    cards = projects(org, viewer).projects
    assert (seen.counts.of(Status.OPEN), seen.counts.of(Status.DOING)) == (
        wanted["tasks"]["open"],
        wanted["tasks"]["in_progress"],
    )
    assert sum(card.done for card in cards) == wanted["tasks"]["done"]
    assert len(cards) == seen.frame.projects == wanted["projects"]["count"]
    assert len(tasks) == wanted["tasks"]["total"]
    assert sum(task.due is not None for task in tasks) == wanted["with_due_date"]
    assert {str(each): sum(task.priority == each for task in tasks) for each in Priority} == wanted["priority"]
    assert {task.person for task in tasks if task.person} <= set(board(name).people)
    assert reconcile(org) == []


@pytest.mark.parametrize("name", REAL)
def test_a_real_board_comes_in_whole_agrees_with_what_is_known_of_it_and_comes_once(people: Cast, name: str) -> None:
    org = an_org(people.alice, plan=Plan.PRO)
    plan = plan_import(board(name), org, people.alice.user, NOW)
    total = expected(name)["tasks"]["total"]
    assert (plan.new_tasks, plan.known_tasks, plan.fits) == (total, 0, True)
    result = run_import(people.alice, org, board(name), {}, NOW)
    assert (result.tasks_added, result.projects_added) == (total, expected(name)["projects"]["count"])
    assert_agrees(org, people.alice.user, name)
    texts = {row.description for row in board(name).rows if row.description}
    assert {item.text for item in items(org) if isinstance(item, Text)} == texts
    before = raw(org)
    assert run_import(people.alice, org, board(name), {}, NOW) == ImportResult(0, 0, total, 0, 0)
    assert raw(org) == before


@pytest.mark.parametrize("name", REAL)
def test_a_real_board_that_was_killed_after_any_call_is_complete_in_the_end_and_counted_once(
    people: Cast, name: str
) -> None:
    brought = board(name)
    for call in count(1):
        org = an_org(people.alice, plan=Plan.PRO)

        def bring_in(org: str = org) -> ImportResult:
            return run_import(people.alice, org, brought, {}, NOW)

        ended = survives(bring_in, call)
        bring_in()
        assert_agrees(org, people.alice.user, name)
        entries = [entry for item in items(org) if isinstance(item, ImportBatch) for entry in item.rows]
        assert len(entries) == len(set(entries)) == len(brought.rows) + len(brought.projects)
        assert sum(item.sk.startswith("EVENT#") for item in items(org)) == 2  # founded, imported
        if ended:
            break


def test_a_board_that_four_people_bring_in_at_once_comes_once(people: Cast) -> None:
    org = an_org(people.alice, plan=Plan.PRO)
    brought = board("asana-project.csv")
    gate = threading.Barrier(4)
    ends: list[ImportResult | Exception] = []

    def bring_in() -> None:
        gate.wait()
        try:
            ends.append(run_import(people.alice, org, brought, {}, NOW))
        except (Conflict, Busy) as error:
            ends.append(error)

    threads = [threading.Thread(target=bring_in) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ends) == 4
    assert any(isinstance(end, ImportResult) for end in ends)
    assert_agrees(org, people.alice.user, "asana-project.csv")
    assert sum(item.sk.startswith("EVENT#") for item in items(org)) == 2
