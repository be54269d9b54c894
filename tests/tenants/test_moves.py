"""Moving a task to another project: one transaction, exactly once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date, timedelta
from functools import partial

import pytest

from tenants import keys, meter, store
from tenants.errors import Conflict, NotAllowed, NotFound
from tenants.items import Header, Metadata, Task
from tenants.policy import Plan, Priority, Role, Status
from tenants.reads import history, home, slices
from tenants.reads import task as reads
from tenants.reads.board import board
from tenants.reads.dashboard import dashboard
from tenants.snapshots import TaskSnapshot
from tenants.writes import details, edits, moves, orgs, tasks
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_account, an_org, gather, rename_project
from tests.faults import Fault, now_and_then, transactions_meet
from tests.tenants.partition import set_raw
from tests.truth import assert_exact

LATER = NOW + timedelta(minutes=1)


def rows(org: str = ACME) -> list[Task]:
    found = store.walk("test", keys.org_pk(org), prefix="BOARD#")
    return [item for item in found if isinstance(item, Task)]


def row(ref: TaskRef) -> TaskSnapshot:
    return slices.task(ref.org, row_owner(ref), ref.project, ref.id).task


def row_owner(ref: TaskRef) -> str:
    metadata = store.get("test", Metadata, keys.metadata(ref.org))
    assert metadata is not None
    return str(next(iter(metadata.owners)))


def at(ref: TaskRef, project: str) -> TaskRef:
    return TaskRef(ref.org, project, ref.id)


@pytest.mark.parametrize("status", Status)
def test_a_task_moves_with_all_that_it_is_and_both_projects_count_it_right(cast: Cast, status: Status) -> None:
    old, new = a_project(cast.alice, title="Old"), a_project(cast.alice, title="New")
    ref = a_task(
        cast.alice, old, title="Move me", priority=Priority.HIGH, due=date(2026, 9, 20), assignee=cast.bob.user
    )
    edits.label(cast.bob, ref, ["ci"], NOW)
    if status is Status.DOING:
        tasks.start(cast.bob, ref, NOW)
    if status is Status.DONE:
        tasks.complete(cast.bob, ref, NOW)
    before, shown = row(ref), dashboard(ACME, cast.vic.user, NOW)
    moved = moves.move(cast.dana, ref, new, before.version, LATER)
    assert moved == row(at(ref, new))
    assert (moved.project, moved.project_title, moved.version) == (new, "New", before.version + 1)
    same = ("id", "title", "priority", "status", "due", "assignee", "labels", "completed_at", "completed_by")
    assert [getattr(moved, name) for name in same] == [getattr(before, name) for name in same]
    with pytest.raises(NotFound):
        row(ref)
    after = dashboard(ACME, cast.vic.user, NOW)
    assert (after.counts, after.month) == (shown.counts, shown.month), "for the organisation nothing has changed"
    cards = {card.id: (card.done, card.counts.of(Status.OPEN), card.counts.of(Status.DOING)) for card in after.projects}
    one = (int(status is Status.DONE), int(status is Status.OPEN), int(status is Status.DOING))
    assert cards == {old: (0, 0, 0), new: one}
    assert_exact(ACME)


def test_description_comments_and_history_come_along_and_the_move_is_told(cast: Cast) -> None:
    old, new = a_project(cast.alice, title="Old"), a_project(cast.alice, title="New")
    ref = a_task(cast.alice, old)
    details.describe(cast.bob, ref, "Text", "", NOW)
    details.comment(cast.bob, ref, "Done?", "0" * 10, NOW)
    moves.move(cast.dana, ref, new, 1, LATER)
    read = reads.task(ACME, cast.vic.user, new, ref.id)
    assert (read.description, [comment.text for comment in read.comments]) == ("Text", ["Done?"])
    assert (read.steps[0].actor, read.steps[0].action) == ("Dana", "task-moved")
    assert (dict(read.steps[0].before), dict(read.steps[0].after)) == ({"project": "Old"}, {"project": "New"})
    event = history.activity(ACME, cast.vic.user, None, NOW).events[0]
    assert (event.action, event.project, event.before, event.after) == ("task-moved", new, "Old", "New")


def test_lists_over_many_projects_follow_a_move(cast: Cast) -> None:
    old, new = a_project(cast.alice, title="Old"), a_project(cast.alice, title="New")
    ref = a_task(cast.alice, old, assignee=cast.bob.user)
    moves.move(cast.dana, ref, new, 1, NOW)
    (mine,) = home.home(cast.bob.user).tasks
    (listed,) = slices.tasks(ACME, cast.bob.user, Status.OPEN, None, NOW).tasks
    assert (mine.project, mine.project_title) == (listed.project, listed.project_title) == (new, "New")
    assert board(ACME, cast.bob.user, old, NOW).tasks == ()


def test_a_move_is_undone_by_moving_back_and_a_second_click_on_either_changes_nothing(cast: Cast) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice)
    ref = a_task(cast.alice, old)
    moved = moves.move(cast.bob, ref, new, 1, NOW)
    assert moves.move(cast.bob, ref, new, 1, NOW) == moved
    back = moves.move(cast.bob, at(ref, new), old, moved.version, NOW)
    assert moves.move(cast.bob, at(ref, new), old, moved.version, NOW) == back
    assert (back.project, back.version, len(rows())) == (old, 3, 1)
    assert moves.move(cast.bob, ref, old, 3, NOW) == back, "to where it is"
    assert_exact(ACME)


def test_a_task_that_somebody_changed_meanwhile_stays_where_it_is(cast: Cast) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice)
    ref = a_task(cast.alice, old)
    tasks.start(cast.dana, ref, NOW)
    with pytest.raises(Conflict):
        moves.move(cast.bob, ref, new, 1, NOW)
    with transactions_meet([lambda: tasks.stop(cast.dana, ref, NOW)]), pytest.raises(Conflict):
        moves.move(cast.bob, ref, new, 2, NOW)
    assert row(ref).version == 3
    assert_exact(ACME)


@pytest.mark.parametrize("fault", [Fault.LOST_AFTER, Fault.LOST_BEFORE, Fault.CONFLICT, Fault.SERVER_FAULT])
def test_a_move_whose_answer_is_lost_moves_once(cast: Cast, fault: Fault) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice)
    ref = a_task(cast.alice, old)
    with transactions_meet([fault]):
        moved = moves.move(cast.bob, ref, new, 1, NOW)
    assert moved == row(at(ref, new))
    assert len(rows()) == 1
    events = [event.action for event in history.activity(ACME, cast.vic.user, None, NOW).events]
    assert events.count("task-moved") == 1
    assert_exact(ACME)


WRONG: dict[str, Callable[[Cast, TaskRef, str], tuple[Actor, TaskRef, str]]] = {
    "no such project": lambda cast, ref, _: (cast.bob, ref, "0" * 16),
    "no such task": lambda cast, ref, new: (cast.bob, TaskRef(ACME, ref.project, "0" * 16), new),
    "from another project": lambda cast, ref, new: (cast.bob, at(ref, a_project(cast.alice)), new),
    "a stranger": lambda cast, ref, new: (cast.charlie, ref, new),
    "out of the organisation": lambda cast, ref, _: (cast.charlie, ref, a_project(cast.charlie, OTHER)),
    "into another organisation": lambda cast, ref, _: (cast.alice, ref, a_project(cast.charlie, OTHER)),
    "from another organisation": lambda cast, ref, _: (
        cast.charlie,
        TaskRef(OTHER, ref.project, ref.id),
        a_project(cast.charlie, OTHER),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_there_or_not_theirs_is_not_found_and_nothing_moves(cast: Cast, name: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    new = a_project(cast.alice)
    actor, wrong, project = WRONG[name](cast, ref, new)
    with pytest.raises(NotFound):
        moves.move(actor, wrong, project, 1, NOW)
    assert row(ref).version == 1
    assert len(rows()) == 1
    assert rows(OTHER) == []


def test_a_viewer_moves_nothing(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with pytest.raises(NotAllowed):
        moves.move(cast.vic, ref, a_project(cast.alice), 1, NOW)


@pytest.mark.parametrize("state", ["archiving", "archived", "deleting"])
def test_no_task_moves_into_a_project_that_is_on_its_way_out(cast: Cast, state: str) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice)
    ref = a_task(cast.alice, old)
    put_away = lambda: set_raw(keys.header(ACME, new), "state", {"S": state})  # noqa: E731 - a step between read and write
    with transactions_meet([put_away]), pytest.raises(NotFound):
        moves.move(cast.bob, ref, new, 1, NOW)
    assert row(ref).version == 1


def test_a_task_moved_while_its_new_project_is_renamed_has_the_new_title(cast: Cast) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice, title="Before")
    ref = a_task(cast.alice, old)
    with transactions_meet([lambda: rename_project(cast.alice, ACME, new, "After", NOW)]):
        assert moves.move(cast.bob, ref, new, 1, NOW).project_title == "After"
    assert_exact(ACME)


def test_a_task_deleted_while_it_is_moved_is_gone_and_one_moved_while_it_is_deleted_stays(cast: Cast) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice)
    one, other = a_task(cast.alice, old), a_task(cast.alice, old)
    with transactions_meet([lambda: tasks.delete(cast.dana, one, NOW)]), pytest.raises(NotFound):
        moves.move(cast.bob, one, new, 1, NOW)
    with transactions_meet([lambda: moves.move(cast.dana, other, new, 1, NOW)]), pytest.raises(NotFound):
        tasks.delete(cast.bob, other, NOW)
    assert row(at(other, new)).version == 2
    assert reads.task(ACME, cast.vic.user, new, other.id).steps, "its history is not swept up"
    assert_exact(ACME)


def test_a_task_of_the_same_id_that_stands_there_is_never_overwritten(cast: Cast) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice)
    ref = a_task(cast.alice, old)
    same_id = partial(tasks.create, cast.dana, ACME, new, TaskFields("Hers"), ref.id, NOW)
    with transactions_meet([same_id]):
        moves.move(cast.bob, ref, new, 1, NOW)
    assert row(at(ref, new)).title == "Hers"
    assert_exact(ACME)


def test_a_move_is_one_consistent_read_and_one_transaction(cast: Cast) -> None:
    old, new = a_project(cast.alice), a_project(cast.alice)
    ref = a_task(cast.alice, old)
    with meter.record() as calls:
        moves.move(cast.bob, ref, new, 1, NOW)
    assert [f"{call.operation} {call.pattern}" for call in calls] == ["BatchGetItem write", "TransactWriteItems write"]


# --- at the same time ---------------------------------------------------------------------------


@pytest.mark.engine
@pytest.mark.usefixtures("engine_table")
def test_of_twenty_people_who_move_one_task_to_twenty_projects_one_does() -> None:
    cast = gather()
    org = an_org(cast.alice, plan=Plan.PRO)
    people = [Actor(an_account(f"Person {number}")) for number in range(20)]
    for person in people:
        orgs.join(cast.alice, org, person.user, Role.MEMBER, NOW)
    start = a_project(cast.alice, org)
    ref = a_task(cast.alice, start, org=org)
    targets = [a_project(cast.alice, org, title=f"Project {number}") for number in range(20)]

    def go(number: int) -> str:
        try:
            return moves.move(people[number], ref, targets[number], 1, NOW).project
        except (NotFound, Conflict) as refused:
            return type(refused).__name__

    with transactions_meet(now_and_then(Fault.CONFLICT, 0.3)), ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(go, range(20)))
    (found,) = rows(org)
    won = [answer for answer in answers if answer in targets]
    assert won == [keys.project_of_board(found.sk)]
    assert set(answers) - set(won) == {"NotFound"}
    assert_exact(org)


@pytest.mark.engine
@pytest.mark.usefixtures("engine_table")
def test_of_many_who_edit_one_field_at_once_one_wins_and_the_others_are_told_its_value() -> None:
    cast = gather()
    ref = a_task(cast.alice, a_project(cast.alice), title="Before")

    def go(number: int) -> tuple[str, str]:
        try:
            return "won", edits.retitle((cast.bob, cast.dana)[number % 2], ref, f"Title {number}", NOW, 1).title
        except Conflict as refused:
            (difference,) = refused.differences
            assert (difference.field, difference.wanted) == ("title", f"Title {number}")
            return "refused", difference.stored

    with transactions_meet(now_and_then(Fault.CONFLICT, 0.3)), ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(go, range(8)))
    assert [word for word, _ in answers].count("won") == 1
    assert {title for _, title in answers} == {row(ref).title}
    assert row(ref).version == 2


@pytest.mark.engine
@pytest.mark.usefixtures("engine_table")
def test_a_task_that_is_moved_and_finished_and_deleted_at_once_is_counted_right_whoever_comes_first() -> None:
    cast = gather()
    one, other = a_project(cast.alice, title="One"), a_project(cast.alice, title="Other")

    def quietly(act: Callable[[], object]) -> None:
        with suppress(NotFound, Conflict):
            act()

    for _ in range(8):
        ref = a_task(cast.alice, one)
        acts: list[Callable[[], object]] = [
            lambda ref=ref: moves.move(cast.bob, ref, other, 1, NOW),  # type: ignore[misc]  # bound early
            lambda ref=ref: tasks.complete(cast.dana, ref, NOW),  # type: ignore[misc]  # the same
            lambda ref=ref: tasks.delete(cast.alice, ref, NOW),  # type: ignore[misc]  # the same
            lambda ref=ref: details.comment(cast.bob, ref, "Done?", "0" * 10, NOW),  # type: ignore[misc]  # the same
        ]
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(quietly, acts))
    assert_exact(ACME)
    assert store.get("test", Header, keys.header(ACME, one)) is not None
