"""One action on many tasks: each by itself, with a sentence about each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from tenants import deadline, ids, meter
from tenants.errors import NotAllowed, NotFound, Refused, SessionEnded
from tenants.policy import Permission, Priority, Role, Status, allows
from tenants.reads import months
from tenants.reads.board import board
from tenants.writes import bulk, tasks
from tenants.writes.bulk import Action
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task
from tests.faults import Fault, now_and_then, transactions_meet
from tests.truth import assert_exact


def rows(cast: Cast, project: str) -> dict[str, tuple[str, str, str | None]]:
    read = board(ACME, cast.vic.user, project, NOW)
    return {task.id: (task.status, task.priority, task.assignee) for task in read.tasks}


def applied(
    actor: Actor, org: str, refs: Sequence[TaskRef], action: Action, value: str, now: datetime
) -> list[bulk.Outcome]:
    return list(bulk.apply(actor, org, refs, action, value, now))


def test_each_task_is_done_by_itself_and_told_of_by_itself(cast: Cast) -> None:
    project = a_project(cast.alice)
    refs = [a_task(cast.alice, project) for _ in range(4)]
    tasks.complete(cast.dana, refs[1], NOW)
    tasks.delete(cast.dana, refs[2], NOW)
    wanted = [*refs, refs[0], TaskRef(OTHER, project, refs[3].id), TaskRef(ACME, "0" * 16, refs[3].id)]
    outcomes = applied(cast.bob, ACME, wanted, Action.COMPLETE, "", NOW)
    gone, nowhere = (
        "There is no such task. It may have been deleted or moved.",
        "There is no such project. It may have been deleted.",
    )
    assert [(outcome.ref, outcome.ok, outcome.said) for outcome in outcomes] == [
        (refs[0], True, "It is done."),
        (refs[1], True, "It is done."),
        (refs[2], False, gone),
        (refs[3], True, "It is done."),
        (wanted[5], False, gone),
        (wanted[6], False, nowhere),
    ]
    assert {status for status, _, _ in rows(cast, project).values()} == {Status.DONE}
    month = months.trend(ACME, cast.vic.user, None, NOW).month
    assert month.by_user == {cast.bob.user: 2, cast.dana.user: 1}, "done already stays whose it was"
    assert_exact(ACME)


def test_many_tasks_are_given_to_somebody_and_made_urgent(cast: Cast) -> None:
    project = a_project(cast.alice)
    refs = [a_task(cast.alice, project) for _ in range(3)]
    assert {outcome.said for outcome in bulk.apply(cast.bob, ACME, refs, Action.ASSIGN, cast.dana.user, NOW)} == {
        "It is given to Dana."
    }
    assert {outcome.said for outcome in bulk.apply(cast.bob, ACME, refs, Action.PRIORITISE, "urgent", NOW)} == {
        "It is urgent now."
    }
    assert set(rows(cast, project).values()) == {(Status.OPEN, Priority.URGENT, cast.dana.user)}
    assert {outcome.said for outcome in bulk.apply(cast.bob, ACME, refs, Action.ASSIGN, "", NOW)} == {
        "It is given to nobody."
    }
    assert set(rows(cast, project).values()) == {(Status.OPEN, Priority.URGENT, None)}
    assert_exact(ACME)


@pytest.mark.parametrize("fault", [Fault.LOST_AFTER, Fault.CONFLICT, Fault.SERVER_FAULT])
def test_twenty_five_tasks_over_a_bad_line_count_once_each(cast: Cast, fault: Fault) -> None:
    project = a_project(cast.alice)
    refs = [a_task(cast.alice, project) for _ in range(25)]
    with transactions_meet(now_and_then(fault, 0.3)):
        outcomes = applied(cast.bob, ACME, refs, Action.COMPLETE, "", NOW)
    unsaid = [outcome.ref for outcome in outcomes if not outcome.ok]
    if unsaid:  # three answers lost in a row: the sentence says that repeating is safe
        assert {outcome.ok for outcome in bulk.apply(cast.bob, ACME, unsaid, Action.COMPLETE, "", NOW)} == {True}
    assert len(unsaid) < 5
    assert months.trend(ACME, cast.vic.user, None, NOW).month.by_user == {cast.bob.user: 25}
    assert_exact(ACME)


def test_when_time_runs_out_the_rest_is_told_so_and_what_was_done_stays(cast: Cast) -> None:
    project = a_project(cast.alice)
    refs = [a_task(cast.alice, project) for _ in range(3)]
    with deadline.within(60):
        outcomes = []
        for outcome in bulk.apply(cast.bob, ACME, refs, Action.COMPLETE, "", NOW):
            outcomes.append(outcome)
            deadline.allow(0)
    assert [outcome.ok for outcome in outcomes] == [True, False, False]
    assert "took too long" in outcomes[1].said
    assert sorted(status for status, _, _ in rows(cast, project).values()) == ["done", "open", "open"]


@pytest.mark.parametrize(
    ("number", "action", "value", "field"),
    [
        (0, Action.COMPLETE, "", "tasks"),
        (26, Action.COMPLETE, "", "tasks"),
        (1, Action.PRIORITISE, "soon", "value"),
        (1, Action.PRIORITISE, "", "value"),
        (1, Action.ASSIGN, "0" * 10, "assignee"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_the_first_task(
    cast: Cast, number: int, action: Action, value: str, field: str
) -> None:
    refs = [TaskRef(ACME, "0" * 16, f"{each:016d}") for each in range(number)]
    with transactions_meet([]) as sent, pytest.raises(Refused) as refused:
        bulk.apply(cast.bob, ACME, refs, action, value, NOW)
    assert refused.value.field == field
    assert sent == []


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("action", Action)
def test_who_may_not_do_it_to_one_task_may_not_to_many(cast: Cast, role: Role, action: Action) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    value = {Action.COMPLETE: "", Action.ASSIGN: cast.bob.user, Action.PRIORITISE: "high"}[action]
    if allows(role, Permission.TASK_EDIT):
        assert applied(cast.playing(role), ACME, [ref], action, value, NOW)[0].ok
    else:
        with pytest.raises(NotAllowed):
            bulk.apply(cast.playing(role), ACME, [ref], action, value, NOW)
    with pytest.raises(NotFound):
        bulk.apply(cast.charlie, ACME, [ref], action, value, NOW)
    with pytest.raises(SessionEnded):
        bulk.apply(Actor(cast.bob.user, "0" * 64), ACME, [ref], action, value, NOW + timedelta(days=1))


def test_it_costs_one_read_and_then_a_read_and_a_transaction_a_task(cast: Cast) -> None:
    project = a_project(cast.alice)
    refs = [a_task(cast.alice, project) for _ in range(3)]
    with meter.record() as calls:
        applied(cast.bob, ACME, refs, Action.COMPLETE, "", NOW)
    assert [call.operation for call in calls] == ["BatchGetItem", *["BatchGetItem", "TransactWriteItems"] * 3]
    assert ids.TASK_ID.fullmatch(refs[0].id)
