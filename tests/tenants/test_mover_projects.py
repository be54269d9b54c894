"""Projects that are put away, brought back and deleted: what is seen of them before, after and at every step between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import count

import pytest

from tenants import clock, keys, store
from tenants.errors import Conflict, LimitReached, NotAllowed, NotFound
from tenants.imports import run_import
from tenants.items import AwayCard, Base, Card, Header, Metadata, Task
from tenants.mover import archive as mover_archive
from tenants.mover import batch
from tenants.mover.job import Progress
from tenants.policy import LIMITS, Plan, Priority, Role, Status
from tenants.reads.dashboard import dashboard
from tenants.reconcile import reconcile
from tenants.transaction import ConditionFailed, Transaction
from tenants.writes import project_life, tasks
from tenants.writes.counts import Standing, move
from tenants.writes.ground import Actor
from tenants.writes.rows import change
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task, rename_project
from tests.faults import Fault, now_and_then, transactions_meet
from tests.tenants.boards_to_import import of_every_kind
from tests.tenants.moving import TITLE, a_busy_project, a_detail, another_project, board, ref_of, rewinder, seen
from tests.tenants.partition import RawItem, delete_raw, raw, set_raw, survives

Act = Callable[[Actor, str, str], Progress]


def archive(actor: Actor, org: str, project: str) -> Progress:
    return project_life.archive(actor, org, project, NOW)


def restore(actor: Actor, org: str, project: str) -> Progress:
    return project_life.restore(actor, org, project, NOW)


def delete(actor: Actor, org: str, project: str) -> Progress:
    return project_life.delete(actor, org, project, NOW)


ACTS: dict[str, tuple[tuple[Act, ...], Act]] = {
    "archive": ((), archive),
    "restore": ((archive,), restore),
    "delete": ((), delete),
    "delete-archived": ((archive,), delete),
}

WHOLE: dict[Act, Callable[..., Progress]] = {
    archive: project_life.archive,
    restore: project_life.restore,
    delete: project_life.delete,
}
"""The functions themselves, which also take a budget."""

LEAVES: dict[Act, str | None] = {archive: "archived", restore: "live", delete: None}
"""The state that a project is in afterwards."""


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows a transaction, so that a small project takes several."""
    monkeypatch.setattr(batch, "MOST_ITEMS", 10)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)


def state(project: str) -> str | None:
    header = store.get("test", Header, keys.header(ACME, project))
    return header.state if header else None


def live_in_projects() -> int:
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    return int(metadata.projects)


def months(org: str = ACME) -> dict[str, object]:
    """What months show: by day and member, and of a member's month what was done."""
    items = raw(org)
    leaders: dict[str, object] = {sk: item for sk, item in items.items() if sk.startswith("LEADERS#")}
    return leaders | {sk: item["done"] for sk, item in items.items() if sk.startswith("STATS#") and "done" in item}


def without_zeroes(item: RawItem) -> RawItem:
    """A counter that is not there is 0."""
    return {name: value for name, value in item.items() if value != {"N": "0"}}


# --- what it comes to ---------------------------------------------------------------------------


def test_an_archived_project_leaves_dashboard_counts_and_limit_and_keeps_its_history(cast: Cast) -> None:
    project, before = a_busy_project(cast), months()
    rows = board(project)
    progress = archive(cast.dana, ACME, project)
    assert progress == Progress(9, 9, finished=True)
    shown = dashboard(ACME, cast.bob.user, NOW)
    assert (shown.projects, shown.frame.projects) == ((), 0)
    assert shown.counts.of(Status.OPEN) == shown.counts.of(Status.DOING) == 0
    assert months() == before
    assert board(project).keys() == rows.keys()
    assert not [item for item in board(project).values() if "GSI1PK" in item or "GSI2PK" in item]
    assert state(project) == "archived"
    assert reconcile(ACME) == []


def test_an_archived_project_keeps_the_numbers_that_it_had(cast: Cast) -> None:
    project = a_busy_project(cast)
    card = store.get("test", Card, keys.card(ACME, project))
    archive(cast.dana, ACME, project)
    away = store.get("test", AwayCard, keys.away_card(ACME, project))
    assert card is not None
    assert away is not None
    unlike = {"pk", "sk", "archived_at", "created_at"}
    for name in set(Card.get_attributes()) - unlike:
        assert (getattr(away, name) or 0) == (getattr(card, name) or 0), name
    assert away.archived_at == "2026-09-15T10:00:00.000000Z"


def test_a_project_that_comes_back_is_as_it_was(cast: Cast) -> None:
    project = a_busy_project(cast)
    before = {sk: item for sk, item in seen()[0].items() if "#HEADER" not in sk}
    archive(cast.dana, ACME, project)
    restore(cast.alice, ACME, project)
    after = {sk: item for sk, item in seen()[0].items() if "#HEADER" not in sk}
    for sk, item in after.items():
        expected = dict(before[sk])
        if sk.startswith(keys.tasks_prefix(project)) and item["status"]["S"] != "done":
            expected["version"] = {"N": str(int(before[sk]["version"]["N"]) + 2)}
        assert without_zeroes(item) == without_zeroes(expected), sk
    assert before.keys() == after.keys()
    assert state(project) == "live"
    assert reconcile(ACME) == []


def test_a_deleted_project_leaves_nothing_but_its_months_and_its_activity(cast: Cast) -> None:
    bystander = another_project(cast)
    others = {sk for sk in raw(ACME) if sk.startswith("DETAIL#")}
    project, before = a_busy_project(cast), months()
    assert [sk for sk in raw(ACME) if "#NOTE#" in sk]
    progress = delete(cast.alice, ACME, project)
    assert progress == Progress(14, 14, finished=True)
    left = [sk for sk in raw(ACME) if project in sk]
    assert left == [keys.project_job(ACME, project).sk]
    assert {sk for sk in raw(ACME) if sk.startswith("DETAIL#")} == others
    assert months() == before
    assert [shown.id for shown in dashboard(ACME, cast.bob.user, NOW).projects] == [bystander]
    assert live_in_projects() == 1
    assert reconcile(ACME) == []


@pytest.mark.parametrize(
    ("acts", "kind"), [((archive,), "archived"), ((archive, restore), "restored"), ((delete,), "deleted")]
)
def test_the_activity_tells_of_it_once_under_the_title_however_often_it_is_asked_for(
    cast: Cast, acts: tuple[Act, ...], kind: str
) -> None:
    project = a_busy_project(cast)
    for act in acts:
        act(cast.dana, ACME, project)
    assert acts[-1](cast.dana, ACME, project).finished
    assert [event for event in seen()[1] if event[0] == f"project-{kind}"] == [(f"project-{kind}", TITLE)]


def test_no_project_and_no_deleted_project_can_be_put_away_or_brought_back(cast: Cast) -> None:
    project = a_busy_project(cast)
    for act in (archive, restore, delete):
        with pytest.raises(NotFound):
            act(cast.alice, ACME, "0" * 16)
    delete(cast.alice, ACME, project)
    for act in (archive, restore):
        with pytest.raises(NotFound):
            act(cast.alice, ACME, project)


def test_an_empty_project_can_be_put_away_brought_back_and_deleted(cast: Cast) -> None:
    project = a_project(cast.alice)
    for act in (archive, restore, archive, delete):
        assert act(cast.alice, ACME, project) == Progress(0, 0, finished=True)
        assert reconcile(ACME) == []
    assert live_in_projects() == 0


def test_a_project_comes_back_only_if_the_plan_has_room(cast: Cast) -> None:
    project = a_busy_project(cast)
    archive(cast.alice, ACME, project)
    for number in range(LIMITS[Plan.FREE].projects):
        a_project(cast.alice, title=str(number))
    before = raw(ACME)
    with pytest.raises(LimitReached):
        restore(cast.alice, ACME, project)
    assert raw(ACME) == before


def test_a_place_in_the_plan_that_is_taken_in_the_last_moment_is_not_given_twice(cast: Cast) -> None:
    project = a_busy_project(cast)
    archive(cast.alice, ACME, project)
    for number in range(LIMITS[Plan.FREE].projects - 1):
        a_project(cast.alice, title=str(number))
    with transactions_meet([lambda: a_project(cast.alice, title="Quicker")]), pytest.raises(LimitReached):
        restore(cast.alice, ACME, project)
    assert live_in_projects() == LIMITS[Plan.FREE].projects
    assert reconcile(ACME) == []


def test_the_work_of_somebody_who_left_comes_back_without_them(cast: Cast) -> None:
    project = a_busy_project(cast)
    archive(cast.alice, ACME, project)
    people = dict(raw(ACME)["METADATA"]["people"]["M"])
    del people[cast.bob.user]
    set_raw(keys.metadata(ACME), "people", {"M": people})
    restore(cast.alice, ACME, project)
    rows = [item for item in board(project).values() if item["status"]["S"] != "done"]
    assert {item["assignee"]["S"] for item in rows if "assignee" in item} == {cast.alice.user}
    assert {item["GSI1PK"]["S"] for item in rows if "GSI1PK" in item} == {f"USER#{cast.alice.user}"}


# --- the right to do it -------------------------------------------------------------------------


@pytest.mark.parametrize("act", [archive, restore, delete])
@pytest.mark.parametrize("role", Role)
def test_admins_and_owners_may_and_nobody_else(cast: Cast, act: Act, role: Role) -> None:
    project = a_busy_project(cast)
    if act is restore:
        archive(cast.alice, ACME, project)
    before = raw(ACME)
    if role in {Role.OWNER, Role.ADMIN}:
        assert act(cast.playing(role), ACME, project).finished
        return
    with pytest.raises(NotAllowed):
        act(cast.playing(role), ACME, project)
    with pytest.raises(NotFound):
        act(cast.charlie, ACME, project)
    assert raw(ACME) == before


@pytest.mark.usefixtures("small_batches")
def test_somebody_who_loses_the_right_in_the_middle_moves_nothing_more(cast: Cast) -> None:
    project = a_busy_project(cast)

    def demoted() -> None:
        set_raw(keys.membership(ACME, cast.dana.user), "role", {"S": "member"})
        person = raw(ACME)["METADATA"]["people"]["M"] | {cast.dana.user: {"S": "member||Dana"}}
        set_raw(keys.metadata(ACME), "people", {"M": person})

    with transactions_meet([Fault.NONE, Fault.NONE, demoted]), pytest.raises(NotAllowed):
        archive(cast.dana, ACME, project)
    assert state(project) == "archiving"
    assert archive(cast.alice, ACME, project).finished
    assert reconcile(ACME) == []


# --- killed anywhere ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
@pytest.mark.usefixtures("small_batches")
def test_killed_around_any_call_numbers_agree_and_run_again_it_ends_as_if_nothing_had_happened(
    cast: Cast, name: str, *, before: bool
) -> None:
    project = a_busy_project(cast, live=4, done=3, details=1)
    preparation, act = ACTS[name]
    for first in preparation:
        first(cast.dana, ACME, project)
    again = rewinder()
    act(cast.dana, ACME, project)
    undisturbed = seen()
    for call in count(1):
        again()
        ended = survives(lambda: act(cast.dana, ACME, project), call, before=before)
        assert [str(each) for each in reconcile(ACME)] == [], f"after a kill around call {call}"
        act(cast.alice, ACME, project)
        assert seen() == undisturbed, f"after a kill around call {call}"
        if ended:
            assert call > 12
            break


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.usefixtures("small_batches")
def test_it_counts_once_when_transactions_conflict_or_their_answers_are_lost(cast: Cast, name: str) -> None:
    project = a_busy_project(cast, live=4, done=3, details=1)
    preparation, act = ACTS[name]
    for first in preparation:
        first(cast.dana, ACME, project)
    again = rewinder()
    act(cast.dana, ACME, project)
    undisturbed = seen()
    for fault in (Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER):
        again()
        with transactions_meet(now_and_then(fault, 0.3, seed=3)):
            act(cast.dana, ACME, project)
        assert seen() == undisturbed, fault


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.usefixtures("small_batches")
def test_each_call_works_for_its_budget_and_the_next_one_goes_on(cast: Cast, name: str) -> None:
    project = a_busy_project(cast)
    preparation, act = ACTS[name]
    for first in preparation:
        first(cast.dana, ACME, project)
    again = rewinder()
    act(cast.dana, ACME, project)
    undisturbed = seen()
    again()
    steps: list[Progress] = []
    while not steps or not steps[-1].finished:
        steps.append(WHOLE[act](cast.dana, ACME, project, NOW, budget=0))
        assert reconcile(ACME) == []
    assert seen() == undisturbed
    assert len(steps) >= 4
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert {step.total for step in steps} == {steps[-1].done}


@pytest.mark.parametrize(
    "turns",
    [(archive, restore), (archive, restore, archive), (archive, delete), (archive, restore, delete)],
    ids=lambda turns: "-".join(turn.__name__ for turn in turns),
)
@pytest.mark.usefixtures("small_batches")
def test_a_project_on_its_way_can_be_turned_round_at_any_point(cast: Cast, turns: tuple[Act, ...]) -> None:
    project = a_busy_project(cast, live=4, done=2, details=0)
    again = rewinder()
    for call in count(3):
        again()
        ended = [survives(lambda turn=turn: turn(cast.dana, ACME, project), call) for turn in turns[:-1]]  # type: ignore[misc]  # a loop variable
        assert [str(each) for each in reconcile(ACME)] == [], f"after kills around call {call}"
        turns[-1](cast.dana, ACME, project)
        assert [str(each) for each in reconcile(ACME)] == [], f"after kills around call {call}"
        assert state(project) == LEAVES[turns[-1]]
        if all(ended):
            break


# --- others meanwhile ---------------------------------------------------------------------------


@pytest.mark.usefixtures("small_batches")
def test_once_it_has_begun_nothing_below_the_project_can_be_made_or_changed(cast: Cast) -> None:
    project = a_busy_project(cast)
    rows = board(project)
    live = ref_of(next(sk for sk, item in rows.items() if item["status"]["S"] == "open"))
    done = ref_of(next(sk for sk, item in rows.items() if item["status"]["S"] == "done"))
    for act, budgets in ((archive, (0, None)), (restore, (0,)), (delete, (0,))):
        for budget in budgets:
            WHOLE[act](cast.alice, ACME, project, NOW, budget)
            before = board(project)
            for attempt in (
                lambda: a_task(cast.bob, project),
                lambda: tasks.complete(cast.bob, live, NOW),
                lambda: tasks.reopen(cast.bob, done, NOW),
                lambda: tasks.delete(cast.bob, done, NOW),
                lambda: tasks.edit(cast.bob, live, TaskFields("Changed"), 1, NOW),
                lambda: rename_project(cast.bob, ACME, project, "Renamed", NOW),
            ):
                with pytest.raises(NotFound):
                    attempt()
            assert board(project) == before
            assert reconcile(ACME) == []


STALE: dict[str, Callable[[Cast, str, TaskRef, TaskRef], object]] = {
    "create": lambda cast, project, _live, _done: a_task(cast.bob, project),
    "complete": lambda cast, _project, live, _done: tasks.complete(cast.bob, live, NOW),
    "reopen": lambda cast, _project, _live, done: tasks.reopen(cast.bob, done, NOW),
    "delete": lambda cast, _project, live, _done: tasks.delete(cast.bob, live, NOW),
    "rename": lambda cast, project, _live, _done: rename_project(cast.bob, ACME, project, "Renamed", NOW),
}


@pytest.mark.parametrize("act", [archive, delete])
@pytest.mark.parametrize("other", STALE)
@pytest.mark.usefixtures("small_batches")
def test_somebody_who_looked_before_and_writes_during_it_moves_every_number_or_none(
    cast: Cast, act: Act, other: str
) -> None:
    project = a_busy_project(cast, live=3, done=2, details=0)
    rows = board(project)
    live = ref_of(next(sk for sk, item in rows.items() if item["status"]["S"] == "open"))
    done = ref_of(next(sk for sk, item in rows.items() if item["status"]["S"] == "done"))
    again = rewinder()
    for call in count(2, 3):  # a step is three calls: kill it around each write
        again()
        ended: list[bool] = []

        def meanwhile(call: int = call, ended: list[bool] = ended) -> None:
            ended.append(survives(lambda: act(cast.dana, ACME, project), call))

        with transactions_meet([meanwhile]), suppress(NotFound):
            STALE[other](cast, project, live, done)
        assert [str(each) for each in reconcile(ACME)] == [], f"killed around call {call}"
        act(cast.dana, ACME, project)
        assert [str(each) for each in reconcile(ACME)] == [], f"killed around call {call}"
        assert state(project) == LEAVES[act]
        if ended[0]:
            break


@pytest.mark.usefixtures("small_batches")
def test_a_task_that_is_reopened_behind_the_walk_goes_away_too(cast: Cast) -> None:
    project = a_busy_project(cast)
    done = ref_of(next(sk for sk, item in board(project).items() if item["status"]["S"] == "done"))

    def meanwhile() -> None:
        survives(lambda: archive(cast.dana, ACME, project), 12)

    with transactions_meet([meanwhile]):
        tasks.reopen(cast.bob, done, NOW)
    assert state(project) == "archiving"
    assert board(project)[keys.task(ACME, project, done.id).sk].keys() >= {"GSI2PK"}
    archive(cast.dana, ACME, project)
    assert "GSI2PK" not in board(project)[keys.task(ACME, project, done.id).sk]
    assert reconcile(ACME) == []


@pytest.mark.parametrize("act", [archive, delete])
@pytest.mark.parametrize("after", [Status.OPEN, Status.DONE])
@pytest.mark.usefixtures("small_batches")
def test_a_change_that_lands_just_before_any_step_is_moved_with_the_rest_or_does_not_land(
    cast: Cast, act: Act, after: Status
) -> None:
    project = a_busy_project(cast, live=4, done=3, details=0)
    rows = board(project)
    before = Status.DONE if after is Status.OPEN else Status.OPEN
    keys_of = [keys.Key(keys.org_pk(ACME), sk) for sk, item in rows.items() if item["status"]["S"] == before]
    again = rewinder()
    for step in count():
        again()
        late = [stale_change(store.get("test", Task, key), after, cast.bob) for key in keys_of]
        landed: list[bool] = []

        def meanwhile(late: list[Transaction] = late, landed: list[bool] = landed) -> None:
            for each in late:
                with suppress(ConditionFailed):
                    each.commit()
                    landed.append(True)

        with transactions_meet([*[Fault.NONE] * step, meanwhile]):
            act(cast.dana, ACME, project)
        assert state(project) == LEAVES[act]
        assert [str(each) for each in reconcile(ACME)] == [], f"before step {step}"
        if not landed:
            assert step > 2
            break


@pytest.mark.usefixtures("small_batches")
def test_a_batch_that_was_under_way_when_the_project_was_turned_round_does_not_land(cast: Cast) -> None:
    project = a_busy_project(cast, live=6, done=1, details=0)
    project_life.archive(cast.dana, ACME, project, NOW, budget=0)
    project_life.archive(cast.dana, ACME, project, NOW, budget=0)
    again = rewinder()
    for call in count(2, 3):
        again()
        ended: list[bool] = []

        def meanwhile(call: int = call, ended: list[bool] = ended) -> None:
            ended.append(survives(lambda: restore(cast.alice, ACME, project), call))

        with transactions_meet([meanwhile]):
            project_life.archive(cast.dana, ACME, project, NOW, budget=0)
        restore(cast.alice, ACME, project)
        assert not [item for item in board(project).values() if "putAway" in item], f"killed around call {call}"
        assert [str(each) for each in reconcile(ACME)] == [], f"killed around call {call}"
        if ended[0]:
            break


def stale_change(task: Task | None, after: Status, actor: Actor) -> Transaction:
    """What somebody sends who read the task and its project before."""
    assert task is not None
    done = after is Status.DONE
    standing = Standing(after, Priority(task.priority), *((actor.user, "2026-09-15") if done else ()))
    completion = {"completedAt": clock.to_text(NOW), "completedBy": actor.user, "completedDay": "2026-09-15"}
    transaction = Transaction()
    change(transaction, task, standing, completion if done else dict.fromkeys(completion))
    move(transaction, ACME, task, standing, "Bob" if done else None)
    return transaction


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.usefixtures("small_batches")
def test_two_that_move_the_same_project_move_each_row_once(cast: Cast, name: str) -> None:
    preparation, act = ACTS[name]
    project = a_busy_project(cast, live=4, done=2, details=0)
    for first in preparation:
        first(cast.dana, ACME, project)
    again = rewinder()
    act(cast.dana, ACME, project)
    undisturbed = seen()

    def meanwhile() -> None:
        act(cast.alice, ACME, project)

    for at in range(4):
        again()
        with transactions_meet([*[Fault.NONE] * at, meanwhile]):
            act(cast.dana, ACME, project)
        assert seen() == undisturbed, at


def test_numbers_that_have_drifted_stop_it_and_repaired_it_goes_on(cast: Cast) -> None:
    project = a_busy_project(cast)
    set_raw(keys.card(ACME, project), "ou", {"N": "77"})
    with pytest.raises(Conflict, match="put them right"):
        archive(cast.dana, ACME, project)
    assert [each.where for each in reconcile(ACME)] == [f"PROJECT#{project} open_urgent"]
    reconcile(ACME, repair=True)
    assert archive(cast.dana, ACME, project).finished
    assert reconcile(ACME) == []


def test_a_number_that_changes_while_the_rows_are_walked_is_not_called_drifted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_busy_project(cast)
    card = keys.card(ACME, project)
    honest = int(raw(ACME)[card.sk]["ou"]["N"])
    set_raw(card, "ou", {"N": str(honest + 4)})
    too_many = iter([3, 2, 1, 0])

    def walked(org: str, prefix: str, after: str) -> Iterator[Base]:
        """The rows; behind a walk that found none to move somebody counts one less on the card."""
        moved = False
        for row in batch.rows(org, prefix, after):
            moved = moved or not (isinstance(row, Task) and (row.put_away or row.status == Status.DONE))
            yield row
        if not moved and (left := next(too_many, None)) is not None:
            set_raw(card, "ou", {"N": str(left)})

    monkeypatch.setattr(mover_archive, "rows", walked)
    assert archive(cast.dana, ACME, project).finished
    assert reconcile(ACME) == []


# --- size ---------------------------------------------------------------------------------------


def test_a_task_with_hundreds_of_comments_is_deleted_over_several_steps(cast: Cast) -> None:
    project = a_project(cast.alice)
    ref = a_task(cast.alice, project, now=NOW - timedelta(days=1))
    a_detail(a_task(cast.alice, another_project(cast)), 0)
    for number in range(95):
        a_detail(ref, number)
    others = {sk for sk in raw(ACME) if sk.startswith("DETAIL#") and ref.id not in sk}
    with transactions_meet([]) as sent:
        delete(cast.alice, ACME, project)
    assert max(len(each["TransactItems"]) for each in sent) <= batch.MOST_ITEMS
    assert {sk for sk in raw(ACME) if sk.startswith("DETAIL#")} == others
    assert reconcile(ACME) == []


def test_a_step_never_weighs_more_than_three_megabytes(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    project = a_busy_project(cast)
    for act in (archive, restore, delete):
        again = rewinder()
        sizes = []
        for most in (3_000_000, 500):
            again()
            monkeypatch.setattr(batch, "MOST_BYTES", most)
            with transactions_meet([]) as sent:
                act(cast.alice, ACME, project)
            sizes.append(len(sent))
        assert sizes[1] > sizes[0] + 1, act
    assert reconcile(ACME) == []


def test_a_large_project_is_moved_in_transactions_of_eighty_items_at_most(cast: Cast) -> None:
    project = a_busy_project(cast, live=180, done=0, details=0)
    for act in (archive, restore, delete):
        with transactions_meet([]) as sent:
            assert act(cast.alice, ACME, project).finished
        assert max(len(each["TransactItems"]) for each in sent) <= 80
        # Some seventy rows a transaction; a row that is deleted takes its history along.
        assert len(sent) <= (10 if act is delete else 5)
        assert reconcile(ACME) == []


def test_a_put_away_task_is_no_task_of_the_board(cast: Cast) -> None:
    project = a_busy_project(cast)
    archive(cast.alice, ACME, project)
    rows = [
        item
        for item in store.walk("test", keys.org_pk(ACME), prefix=keys.tasks_prefix(project))
        if isinstance(item, Task)
    ]
    assert [row.put_away for row in rows if row.status != Status.DONE] == ["project"] * 9
    assert [row.put_away for row in rows if row.status == Status.DONE] == [None] * 5


# --- others who stand on it ---------------------------------------------------------------------


def test_an_import_gives_nobody_a_task_in_a_project_that_was_put_away(cast: Cast) -> None:
    board_of_old = of_every_kind(3)
    run_import(cast.alice, ACME, board_of_old, {}, NOW)
    project = next(keys.last_part(sk) for sk in raw(ACME) if sk.startswith("PROJECT#"))
    archive(cast.alice, ACME, project)
    before = {sk: item for sk, item in raw(ACME).items() if project in sk}
    result = run_import(cast.alice, ACME, board_of_old, {"Bob": cast.bob.user}, NOW)
    assert result.claimed > 0
    assert {sk: item for sk, item in raw(ACME).items() if project in sk} == before
    assert reconcile(ACME) == []


def test_a_deleted_project_is_not_brought_in_again(cast: Cast) -> None:
    board_of_old = of_every_kind(2)
    run_import(cast.alice, ACME, board_of_old, {}, NOW)
    for sk in [sk for sk in raw(ACME) if sk.startswith("PROJECT#")]:
        delete(cast.alice, ACME, keys.last_part(sk))
    assert run_import(cast.alice, ACME, board_of_old, {}, NOW).tasks_added == 0
    assert not [sk for sk in raw(ACME) if sk.startswith(("BOARD#", "PROJECT#"))]
    assert reconcile(ACME) == []


def test_a_row_that_was_read_after_it_went_away_is_not_changed_though_its_project_was_read_before(cast: Cast) -> None:
    ref = a_task(cast.bob, a_project(cast.alice))
    set_raw(keys.task(ACME, ref.project, ref.id), "putAway", {"S": "project"})
    with pytest.raises(NotFound):
        tasks.complete(cast.bob, ref, NOW)


@pytest.mark.parametrize("state_before", ["live", "archived"])
@pytest.mark.parametrize("lost", ["PROJECT#", "PUTAWAY#", "#HEADER", "putAway"])
def test_whatever_is_lost_of_a_project_is_named_and_put_right(cast: Cast, state_before: str, lost: str) -> None:
    project = a_busy_project(cast)
    if state_before == "archived":
        archive(cast.alice, ACME, project)
    before = without_versions(raw(ACME))
    for sk, item in raw(ACME).items():
        if project in sk and (sk.startswith(lost) or sk.endswith(lost)):
            delete_raw(keys.Key(keys.org_pk(ACME), sk))
        if lost in item:
            set_raw(keys.Key(keys.org_pk(ACME), sk), lost, None)
    damaged = without_versions(raw(ACME)) != before
    assert bool(reconcile(ACME)) == damaged
    for _ in range(3):  # what hangs on a record shows once it is there again
        reconcile(ACME, repair=True)
    assert reconcile(ACME) == []
    after = without_versions(raw(ACME))
    # The audit tells of what was put right.
    assert {sk for sk in after if not sk.startswith("AUDIT#")} == {sk for sk in before if not sk.startswith("AUDIT#")}
    assert [sk for sk in after if sk.startswith("BOARD#") and "#TASK#" in sk and after[sk] != before[sk]] == []


def without_versions(items: dict[str, RawItem]) -> dict[str, RawItem]:
    return {sk: {name: value for name, value in item.items() if name != "version"} for sk, item in items.items()}
