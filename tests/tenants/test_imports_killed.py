"""An import that dies anywhere, meets another one, or loses its connection, and is complete in the end, counted once."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from tenants import keys, store
from tenants.boards import Board
from tenants.errors import Busy, Conflict, LimitReached, NotAllowed, Refused
from tenants.imports import ImportResult, loader, plan_import, run_import
from tenants.items import Event, ImportBatch, Job, Membership
from tenants.reconcile import reconcile
from tenants.transaction import EXISTS, Transaction
from tests.cast import ACME, NOW, Cast, rename_project
from tests.fast_moto import table_of
from tests.faults import Fault, now_and_then, transactions_meet
from tests.tenants.boards_to_import import a_board, a_row, of_every_kind
from tests.tenants.partition import RawItem, delete_raw, raw, set_raw, survives, work

FINISHED = [("done", 0)]

Left = tuple[dict[str, RawItem], set[str], list[str | None], list[tuple[str, int]]]


def left_behind() -> Left:
    """What an import leaves: all that is seen and counted, the ledger, the activity, and how its job stands."""
    items = list(store.walk("partition", keys.org_pk(ACME)))
    entries = {entry for item in items if isinstance(item, ImportBatch) for entry in item.rows}
    told: list[str | None] = [item.title for item in items if isinstance(item, Event) and "import" in item.action]
    jobs = [(item.state, int(item.reserved)) for item in items if isinstance(item, Job)]
    return work(ACME), entries, told, jobs


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few projects and rows a step, so that a small board takes several of each kind."""
    monkeypatch.setattr("tenants.imports.loader.PROJECTS_AT_ONCE", 2)
    monkeypatch.setattr("tenants.imports.bulk.BATCH_ITEMS", 28)
    monkeypatch.setattr("tenants.imports.claims.BATCH_ITEMS", 14)


def mark() -> Callable[[], None]:
    """How to put the table back to where it stands now."""
    items = copy.deepcopy(table_of("app-main").items)

    def put_back() -> None:
        table_of("app-main").items = copy.deepcopy(items)

    return put_back


def bring_in(cast: Cast, board: Board, **mapping: str) -> ImportResult:
    return run_import(cast.dana, ACME, board, mapping, NOW)


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_and_run_again_an_import_ends_as_if_nothing_had_happened(
    cast: Cast, *, before: bool
) -> None:
    board = of_every_kind(3)  # two steps of projects, two of rows
    again = mark()
    bring_in(cast, board, Bob=cast.bob.user)
    undisturbed = left_behind()
    assert undisturbed[2:] == (["Harbour works"], FINISHED)
    assert reconcile(ACME) == []
    for call in count(1):
        again()
        ended = survives(lambda: bring_in(cast, board, Bob=cast.bob.user), call, before=before)
        # Once the job is written, later tries go by its beginning and not by their own.
        began = any(sk.startswith("JOB#IMPORT#") for sk in raw(ACME))
        run_import(cast.dana, ACME, board, {"Bob": cast.bob.user}, NOW + timedelta(hours=5 if began else 0))
        assert left_behind() == undisturbed, f"after a kill around call {call}"
        if ended:
            assert call >= 10
            break


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_a_claim_that_was_killed_around_any_call_is_finished_and_counts_once(cast: Cast, *, before: bool) -> None:
    board = of_every_kind(2)
    bring_in(cast, board)
    again = mark()
    bring_in(cast, board, Bob=cast.bob.user, Ann=cast.vic.user)
    undisturbed = left_behind()
    for call in count(1):
        again()
        ended = survives(lambda: bring_in(cast, board, Bob=cast.bob.user, Ann=cast.vic.user), call, before=before)
        bring_in(cast, board, Bob=cast.bob.user, Ann=cast.vic.user)
        assert left_behind() == undisturbed, f"after a kill around call {call}"
        if ended:
            break
    assert reconcile(ACME) == []


def test_while_it_is_unfinished_the_reserved_projects_are_counted_and_accounted_for(cast: Cast) -> None:
    again = mark()
    for call in count(1):
        again()
        ended = survives(lambda: bring_in(cast, of_every_kind(3)), call)
        assert reconcile(ACME) == [], f"after a kill at call {call}"
        if ended:
            break


def test_a_newer_export_takes_an_unfinished_import_over_with_other_projects_and_rows(cast: Cast) -> None:
    newer = a_board(*(a_row(number, project=f"p{1 + number % 5}") for number in range(10)), projects=5)
    older = of_every_kind(3)
    again = mark()
    for call in count(1):
        again()
        ended = survives(lambda: bring_in(cast, older), call)
        bring_in(cast, newer)
        items, entries, _, jobs = left_behind()
        assert jobs == FINISHED
        assert reconcile(ACME) == [], f"after a kill at call {call}"
        assert int(items["METADATA"]["projects"]["N"]) == 5
        assert len(entries) >= 5 + 10
        if ended:
            break


def test_a_newer_export_that_lost_its_projects_gives_the_reserved_places_back(cast: Cast) -> None:
    assert not survives(lambda: bring_in(cast, of_every_kind(9)), 3)
    assert int(raw(ACME)["METADATA"]["projects"]["N"]) == 9
    bring_in(cast, a_board(a_row(1)))
    assert int(raw(ACME)["METADATA"]["projects"]["N"]) == 1
    assert reconcile(ACME) == []


def test_taking_over_an_import_that_had_added_nothing_and_adding_nothing_is_no_news(cast: Cast) -> None:
    bring_in(cast, a_board(a_row(1)))
    assert not survives(lambda: bring_in(cast, a_board(a_row(1), projects=3)), 4)
    assert int(raw(ACME)["METADATA"]["projects"]["N"]) == 3
    bring_in(cast, a_board(a_row(1)))
    assert left_behind()[2:] == (["Harbour works"], FINISHED)
    assert reconcile(ACME) == []


def test_the_plan_of_an_unfinished_import_counts_the_places_that_it_holds(cast: Cast) -> None:
    assert not survives(lambda: bring_in(cast, of_every_kind(9)), 3)
    plan = plan_import(of_every_kind(10), ACME, cast.dana.user, NOW)
    assert (plan.unfinished, plan.headroom, plan.fits, len(plan.new_projects)) == (True, 10, True, 10)
    with pytest.raises(LimitReached):
        bring_in(cast, of_every_kind(11))
    bring_in(cast, of_every_kind(10))
    assert reconcile(ACME) == []


def test_of_two_imports_of_one_board_the_later_goes_on_and_the_earlier_says_so(cast: Cast) -> None:
    board = of_every_kind()

    def meanwhile() -> None:
        bring_in(cast, board)

    with transactions_meet([Fault.NONE, meanwhile]), pytest.raises(Conflict, match="Another import of this board"):
        bring_in(cast, board)
    assert left_behind()[2:] == (["Harbour works"], FINISHED)
    assert len(left_behind()[1]) == 3 + 18
    assert reconcile(ACME) == []


@pytest.mark.parametrize("came_before", [False, True], ids=["a new board", "a board that came before"])
def test_two_imports_that_open_at_once_do_not_both_take_room_in_the_plan(cast: Cast, *, came_before: bool) -> None:
    if came_before:
        bring_in(cast, a_board(a_row(1)))
    opened = 5 if came_before else 3
    with transactions_meet([lambda: survives(lambda: bring_in(cast, of_every_kind(4)), opened)]) as sent:
        bring_in(cast, of_every_kind(4))
    assert sent
    assert int(raw(ACME)["METADATA"]["projects"]["N"]) == 4
    assert reconcile(ACME) == []


def test_an_import_counts_once_when_transactions_conflict_or_their_answers_are_lost(cast: Cast) -> None:
    board = of_every_kind(3)
    again = mark()
    bring_in(cast, board, Bob=cast.bob.user)
    undisturbed = left_behind()
    for fault in (Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER):
        for seed in range(3):
            again()
            with transactions_meet(now_and_then(fault, 0.3, seed)):
                result = bring_in(cast, board, Bob=cast.bob.user)
            assert result == ImportResult(3, 18, 0, 0, 0), fault
            assert left_behind() == undisturbed, fault


def test_a_claim_counts_once_when_answers_are_lost(cast: Cast) -> None:
    bring_in(cast, of_every_kind())
    with transactions_meet([Fault.LOST_AFTER]):
        assert bring_in(cast, of_every_kind(), Bob=cast.bob.user).claimed == 9
    assert reconcile(ACME) == []


def test_an_import_that_finds_no_gap_says_that_what_it_brought_in_stays(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)
    with transactions_meet([Fault.NONE, Fault.NONE, *[Fault.CONFLICT] * 6]), pytest.raises(Busy) as raised:
        bring_in(cast, of_every_kind())
    assert str(raised.value) == loader.INTERRUPTED
    assert bring_in(cast, of_every_kind()).tasks_added == 18


def test_an_actor_who_loses_the_right_in_the_middle_brings_in_nothing_more(cast: Cast) -> None:
    def demoted() -> None:
        transaction = Transaction()
        transaction.update(Membership, keys.membership(ACME, cast.dana.user), condition=EXISTS, set={"role": "member"})
        transaction.commit()
        person = raw(ACME)["METADATA"]["people"]["M"] | {cast.dana.user: {"S": "member||Dana"}}
        set_raw(keys.metadata(ACME), "people", {"M": person})

    with transactions_meet([Fault.NONE, Fault.NONE, demoted]), pytest.raises(NotAllowed):
        bring_in(cast, of_every_kind())
    assert not [sk for sk in raw(ACME) if "#TASK#" in sk]
    assert run_import(cast.alice, ACME, of_every_kind(), {}, NOW).tasks_added == 18
    assert reconcile(ACME) == []


def test_work_is_not_given_to_a_member_who_leaves_in_the_middle(cast: Cast) -> None:
    def left() -> None:
        delete_raw(keys.membership(ACME, cast.bob.user))
        people: Any = dict(raw(ACME)["METADATA"]["people"]["M"])
        del people[cast.bob.user]
        set_raw(keys.metadata(ACME), "people", {"M": people})

    with transactions_meet([Fault.NONE, Fault.NONE, left]), pytest.raises(Refused, match="not a member"):
        bring_in(cast, of_every_kind(), Bob=cast.bob.user)
    assert not [sk for sk in raw(ACME) if "#TASK#" in sk]


def test_earlier_work_is_not_given_to_a_member_who_leaves_in_the_middle(cast: Cast) -> None:
    bring_in(cast, of_every_kind())

    def left() -> None:
        delete_raw(keys.membership(ACME, cast.bob.user))

    with transactions_meet([left]), pytest.raises(Busy):
        bring_in(cast, of_every_kind(), Bob=cast.bob.user)
    assert not [item for item in raw(ACME).values() if item.get("assignee") == {"S": cast.bob.user}]


def test_a_project_that_is_renamed_in_the_middle_leaves_no_old_title_on_a_row(cast: Cast) -> None:
    bring_in(cast, a_board(a_row(1)))
    (card,) = [sk for sk in raw(ACME) if sk.startswith("PROJECT#")]

    def renamed() -> None:
        rename_project(cast.alice, ACME, card[8:], "Quay", NOW)

    with transactions_meet([Fault.NONE, renamed]):
        assert bring_in(cast, a_board(a_row(2), a_row(3))).tasks_added == 2
    titles = {item["project"]["S"] for sk, item in raw(ACME).items() if "#TASK#" in sk}
    assert titles == {"Quay"}
    assert reconcile(ACME) == []


def test_a_project_that_is_deleted_in_the_middle_gets_no_more_rows_and_no_ghost_of_a_card(cast: Cast) -> None:
    bring_in(cast, a_board(a_row(1), projects=2))
    second = max(sk for sk in raw(ACME) if sk.startswith("PROJECT#"))

    def deleted() -> None:
        for sk in [sk for sk in raw(ACME) if second[8:] in sk]:
            delete_raw(keys.Key(keys.org_pk(ACME), sk))
        set_raw(keys.metadata(ACME), "projects", {"N": "1"})

    rows = [a_row(number, project=f"p{1 + number % 2}") for number in range(10, 20)]
    with transactions_meet([Fault.NONE, deleted]):
        assert bring_in(cast, a_board(*rows, projects=2)).tasks_added == 5
    assert reconcile(ACME) == []
