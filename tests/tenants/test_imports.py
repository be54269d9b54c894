"""What an import writes, and what it leaves alone when it comes again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tenants import ids, keys, store
from tenants.boards import Board, Row
from tenants.errors import LimitReached, NotAllowed, NotFound, Refused
from tenants.imports import ImportResult, run_import
from tenants.items import Event, Job, Metadata, Stats, Task, Text
from tenants.meter import record
from tenants.policy import Plan, Priority, Status
from tenants.reads import months, slices
from tenants.reads.dashboard import dashboard
from tenants.reads.home import home
from tenants.reconcile import reconcile
from tenants.transaction import EXISTS, Transaction
from tenants.writes import moves, tasks
from tenants.writes.ground import Actor
from tenants.writes.orgs import set_plan
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, an_org, rename_project
from tests.tenants.boards_to_import import CREATED, DONE_AT, a_board, a_row, done_row, of_every_kind
from tests.tenants.partition import put_raw, raw


def bring_in(actor: Actor, board: Board, now: datetime = NOW, org: str = ACME, **mapping: str) -> ImportResult:
    return run_import(actor, org, board, mapping, now)


def imported(org: str = ACME) -> dict[str, Task]:
    """The tasks of the organisation by title."""
    found = store.walk("partition", keys.org_pk(org), prefix="BOARD#")
    return {item.title: item for item in found if isinstance(item, Task)}


def ref(title: str) -> TaskRef:
    sk = imported()[title].sk
    return TaskRef(ACME, keys.project_of_board(sk), keys.last_part(sk))


def events(action: str = "board-imported") -> list[Event]:
    found = store.walk("partition", keys.org_pk(ACME), prefix="EVENT#")
    return [item for item in found if isinstance(item, Event) and item.action == action]


def job() -> Job:
    (found,) = [item for item in store.walk("partition", keys.org_pk(ACME), prefix="JOB#") if isinstance(item, Job)]
    return found


def month(user: str, name: str = "2026-08") -> tuple[int, int]:
    """What a member's month and the leaders say."""
    stats = store.get("account", Stats, keys.stats(ACME, user, name))
    board = months.trend(ACME, user, name, NOW).month
    return int(stats.done or 0) if stats else 0, board.by_user.get(user, 0)


def test_every_kind_of_row_is_written_counted_and_found_in_the_indexes(cast: Cast) -> None:
    result = bring_in(cast.dana, of_every_kind(), Bob=cast.bob.user)
    assert result == ImportResult(projects_added=3, tasks_added=18, tasks_known=0, claimed=0, rejected=0)
    counts = dashboard(ACME, cast.dana.user, NOW).counts
    assert (counts.of(Status.OPEN), counts.of(Status.DOING)) == (6, 3)
    assert counts.of(Status.OPEN, Priority.URGENT) == 3
    assert {task.title for task in home(cast.bob.user).tasks} == {"Row 10", "Row 20", "Row 30"}
    urgent = slices.tasks(ACME, cast.dana.user, Status.OPEN, Priority.URGENT, NOW).tasks
    assert {task.title for task in urgent} == {"Row 10", "Row 20", "Row 30"}
    assert reconcile(ACME) == []


def test_the_newest_projects_of_the_dashboard_are_those_just_brought_in_in_the_order_of_the_file(cast: Cast) -> None:
    a_project(cast.alice, title="Older", now=NOW - timedelta(days=1))
    bring_in(cast.dana, of_every_kind())
    titles = [project.title for project in dashboard(ACME, cast.dana.user, NOW).projects]
    assert titles == ["Project 1", "Project 2", "Project 3", "Older"]


def test_a_row_keeps_what_the_file_tells_of_it(cast: Cast) -> None:
    bring_in(cast.dana, of_every_kind(1))
    task = imported()["Row 11"]
    assert (task.status, task.priority, task.person) == ("doing", "medium", "Ann")
    assert not task.assignee
    assert task.created_at == "2026-03-01T09:00:00.000000Z"
    text = store.get("task", Text, keys.text(ACME, keys.last_part(task.sk)))
    assert text is not None
    assert text.text == "What to do first"
    assert imported()["Row 10"].due == "2026-09-30"


def test_a_row_without_an_age_is_as_old_as_the_import(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(created_at=None)))
    assert imported()["Row 1"].created_at == "2026-09-15T10:00:00.000000Z"


def test_done_work_of_a_name_that_is_no_member_counts_for_its_day_and_for_nobody(cast: Cast) -> None:
    bring_in(cast.dana, a_board(done_row(person="Ann")))
    august = months.trend(ACME, cast.dana.user, "2026-08", NOW).month
    assert (dict(august.by_user), dict(august.by_day)) == ({}, {20: 1})


def test_done_work_of_a_mapped_name_counts_once_for_the_member_in_the_month_it_was_done_in(cast: Cast) -> None:
    bring_in(cast.dana, a_board(done_row(person="Rob"), done_row(2, person="Ann")), Rob=cast.bob.user)
    assert month(cast.bob.user) == (1, 1)
    task = imported()["Row 1"]
    assert (task.completed_by, task.completed_day, task.assignee) == (cast.bob.user, "2026-08-20", cast.bob.user)
    assert not task.person
    stats = store.get("account", Stats, keys.stats(ACME, cast.bob.user, "2026-08"))
    assert stats is not None
    assert stats.name == "Bob"


def test_the_month_is_that_of_the_organisations_zone(cast: Cast) -> None:
    # 23:30 UTC on the last of August is September in Berlin.
    bring_in(cast.dana, a_board(done_row(completed_at=datetime(2026, 8, 31, 23, 30, tzinfo=UTC))))
    assert imported()["Row 1"].completed_day == "2026-09-01"


@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Pacific/Kiritimati"])
def test_a_day_named_without_a_time_is_that_day_in_every_zone(cast: Cast, zone: str) -> None:
    org = an_org(cast.alice, zone)
    noon = datetime(2026, 8, 31, 12, 0, tzinfo=UTC)
    run_import(cast.alice, org, a_board(done_row(completed_at=noon, completed_on_day=True)), {}, NOW)
    assert imported(org)["Row 1"].completed_day == "2026-08-31"
    assert reconcile(org) == []


def test_done_work_without_an_instant_counts_in_no_month(cast: Cast) -> None:
    bring_in(cast.dana, a_board(done_row(completed_at=None, person="Rob")), Rob=cast.bob.user)
    assert not [sk for sk in raw(ACME) if sk.startswith(("LEADERS#", "STATS#"))]
    assert dashboard(ACME, cast.dana.user, NOW).projects[0].done == 1
    assert reconcile(ACME) == []


def test_a_row_that_will_have_been_done_is_left_out_and_the_rest_is_not(cast: Cast) -> None:
    ahead = done_row(1, completed_at=NOW + timedelta(seconds=1))
    result = bring_in(cast.dana, a_board(ahead, done_row(2, completed_at=NOW)))
    assert (result.tasks_added, result.rejected) == (1, 1)
    assert list(imported()) == ["Row 2"]


def test_work_done_today_on_a_day_without_a_time_is_not_in_the_future(cast: Cast) -> None:
    noon = datetime(2026, 9, 15, 12, 0, tzinfo=UTC)
    board = a_board(
        done_row(1, completed_at=noon, completed_on_day=True),
        done_row(2, completed_at=noon + timedelta(days=1), completed_on_day=True),
    )
    assert bring_in(cast.dana, board).tasks_added == 1
    assert imported()["Row 1"].completed_at == "2026-09-15T10:00:00.000000Z"
    assert imported()["Row 1"].completed_day == "2026-09-15"


def test_the_same_file_again_changes_nothing_and_writes_nothing(cast: Cast) -> None:
    bring_in(cast.dana, of_every_kind(), Bob=cast.bob.user)
    before = raw(ACME)
    with record() as calls:
        again = bring_in(cast.alice, of_every_kind(), NOW + timedelta(days=3), Bob=cast.bob.user)
    assert again == ImportResult(0, 0, tasks_known=18, claimed=0, rejected=0)
    assert raw(ACME) == before
    assert "TransactWriteItems" not in [call.operation for call in calls]


def test_a_row_that_was_deleted_here_never_comes_again(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(1), done_row(2), a_row(3)))
    tasks.delete(cast.dana, ref("Row 1"), NOW)
    tasks.delete(cast.dana, ref("Row 2"), NOW)
    assert bring_in(cast.dana, a_board(a_row(1), done_row(2), a_row(3), a_row(4))).tasks_added == 1
    assert set(imported()) == {"Row 3", "Row 4"}
    assert reconcile(ACME) == []


def test_a_row_that_was_renamed_finished_or_moved_here_never_comes_again(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(1), a_row(2), projects=2))
    tasks.complete(cast.dana, ref("Row 1"), NOW)
    moved = a_board(a_row(1, title="Otherwise", project="p2"), a_row(2, created_at=None), projects=2)
    assert bring_in(cast.dana, moved) == ImportResult(0, 0, tasks_known=2, claimed=0, rejected=0)
    assert set(imported()) == {"Row 1", "Row 2"}


def test_new_rows_go_into_a_project_under_the_title_that_it_has_here_now(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(1)))
    rename_project(cast.dana, ACME, ref("Row 1").project, "Quay", NOW)
    bring_in(cast.dana, a_board(a_row(1), a_row(2)))
    assert {task.project for task in imported().values()} == {"Quay"}
    assert reconcile(ACME) == []


def test_a_project_that_was_taken_away_here_is_not_made_again_and_its_rows_count_as_known(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(1), projects=2))
    gone = ref("Row 1")
    tasks.delete(cast.dana, gone, NOW)
    for key in (keys.header(ACME, gone.project), keys.card(ACME, gone.project)):
        transaction = Transaction()
        transaction.delete(Task, key)
        transaction.commit()
    transaction = Transaction()
    transaction.update(Metadata, keys.metadata(ACME), condition=EXISTS, add={"projects": -1})
    transaction.commit()
    result = bring_in(cast.dana, a_board(a_row(1), a_row(2), a_row(3, project="p2"), projects=2))
    assert result == ImportResult(projects_added=0, tasks_added=1, tasks_known=2, claimed=0, rejected=0)
    assert reconcile(ACME) == []


def test_two_boards_with_rows_of_the_same_ids_do_not_know_each_other(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(1)))
    assert bring_in(cast.dana, a_board(a_row(1), source="another")).tasks_added == 1


def test_a_board_comes_into_two_organisations_under_ids_of_their_own(cast: Cast) -> None:
    second = an_org(cast.alice)
    for org in (ACME, second):
        run_import(cast.alice, org, a_board(a_row(1)), {}, NOW)
    assert imported()["Row 1"].sk != imported(second)["Row 1"].sk


def test_a_board_beyond_the_plan_is_refused_whole_before_anything_is_written(cast: Cast) -> None:
    a_project(cast.alice)
    before = raw(ACME)
    with pytest.raises(LimitReached, match="10 live projects and 1 are in use, so there is no room for 10 more"):
        bring_in(cast.dana, of_every_kind(10))
    assert raw(ACME) == before
    assert bring_in(cast.dana, of_every_kind(9)).projects_added == 9


def test_a_board_that_is_known_comes_again_also_when_the_plan_has_no_room_left(cast: Cast) -> None:
    bring_in(cast.dana, of_every_kind(10))
    more = of_every_kind(10)
    more = replace(more, rows=(*more.rows, a_row(999)))
    assert bring_in(cast.dana, more).tasks_added == 1


def test_more_projects_than_one_transaction_makes(cast: Cast) -> None:
    set_plan(ACME, Plan.PRO)
    assert bring_in(cast.dana, of_every_kind(25)).projects_added == 25
    assert job().reserved == 0
    assert reconcile(ACME) == []


def test_one_entry_of_the_activity_tells_of_an_import_that_added_something(cast: Cast) -> None:
    bring_in(cast.dana, of_every_kind())
    bring_in(cast.dana, of_every_kind())
    (event,) = events()
    assert (event.actor_name, event.title) == ("Dana", "Harbour works")
    bring_in(cast.dana, a_board(a_row(999)))
    assert len(events()) == 2


def test_only_those_who_may_import_do(cast: Cast) -> None:
    for actor, error in ((cast.bob, NotAllowed), (cast.vic, NotAllowed), (cast.charlie, NotFound)):
        with pytest.raises(error):
            bring_in(actor, of_every_kind())
    assert imported() == {}


def test_nobody_but_a_member_is_given_work(cast: Cast) -> None:
    with pytest.raises(Refused, match="“Bob” is given to somebody who is not a member"):
        bring_in(cast.dana, of_every_kind(), Bob=cast.charlie.user)
    assert imported() == {}


def test_an_import_with_a_mapping_gives_what_came_earlier_to_the_member_once(cast: Cast) -> None:
    bring_in(cast.dana, of_every_kind())
    claimed = bring_in(cast.dana, of_every_kind(), Bob=cast.bob.user)
    assert claimed == ImportResult(0, 0, tasks_known=18, claimed=9, rejected=0)
    assert month(cast.bob.user) == (3, 3)
    assert {task.title for task in home(cast.bob.user).tasks} == {"Row 10", "Row 20", "Row 30"}
    assert bring_in(cast.dana, of_every_kind(), Bob=cast.bob.user).claimed == 0
    assert month(cast.bob.user) == (3, 3)
    assert reconcile(ACME) == []


def test_a_claim_leaves_tasks_alone_that_somebody_has_taken_finished_or_deleted_meanwhile(cast: Cast) -> None:
    rows = [a_row(number, person="Rob") for number in range(1, 5)]
    bring_in(cast.dana, a_board(*rows))
    taken = ref("Row 1")
    task = slices.task(ACME, cast.dana.user, taken.project, taken.id).task
    tasks.edit(cast.dana, taken, tasks.TaskFields("Row 1", assignee=cast.alice.user), task.version, NOW)
    tasks.complete(cast.dana, ref("Row 2"), NOW)
    tasks.delete(cast.dana, ref("Row 3"), NOW)
    assert bring_in(cast.dana, a_board(*rows), Rob=cast.bob.user).claimed == 1
    assert imported()["Row 4"].assignee == cast.bob.user
    assert imported()["Row 1"].assignee == cast.alice.user
    assert imported()["Row 2"].completed_by == cast.dana.user
    assert reconcile(ACME) == []


def test_a_claim_finds_rows_that_the_source_has_moved_since(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(1, person="Rob"), projects=2))
    later = a_board(a_row(1, person="Rob", project="p2", created_at=None), projects=2)
    assert bring_in(cast.dana, later, Rob=cast.bob.user).claimed == 1


def test_a_claim_finds_tasks_that_were_moved_to_another_project_here(cast: Cast) -> None:
    rows = [a_row(1, person="Rob"), done_row(2, person="Rob"), a_row(3, person="Rob")]
    bring_in(cast.dana, a_board(*rows))
    elsewhere = a_project(cast.dana)
    for title in ("Row 1", "Row 2"):
        moves.move(cast.dana, ref(title), elsewhere, 1, NOW)
    assert bring_in(cast.dana, a_board(*rows), Rob=cast.bob.user).claimed == 3
    assert {task.assignee for task in imported().values()} == {cast.bob.user}
    assert month(cast.bob.user) == (1, 1)
    assert reconcile(ACME) == []


def test_many_claims_fit_their_transactions(cast: Cast) -> None:
    days = [DONE_AT - timedelta(days=9 * number) for number in range(24)]
    rows = [done_row(number, person="Rob", completed_at=day) for number, day in enumerate(days)]
    rows += [a_row(100 + number, person="Rob") for number in range(70)]
    bring_in(cast.dana, a_board(*rows))
    with record() as calls:
        assert bring_in(cast.dana, a_board(*rows), Rob=cast.bob.user).claimed == 94
    sizes = [len(call.params["TransactItems"]) for call in calls if call.operation == "TransactWriteItems"]
    assert max(sizes) <= 80
    assert len(sizes) <= 4
    assert reconcile(ACME) == []


def test_no_transaction_of_an_import_moves_more_items_than_it_should(cast: Cast) -> None:
    rows = [done_row(n, completed_at=DONE_AT - timedelta(days=2 * n), person="Rob") for n in range(60)]
    assert max(len(items) for items in _written(cast, rows)) <= 80


def test_no_transaction_of_an_import_carries_more_bytes_than_it_should(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenants.imports.bulk.BATCH_BYTES", 300_000)
    rows = [a_row(n, description="\N{SNOWMAN}" * 20_000) for n in range(20)]  # 60,000 bytes each
    sizes = [sum(len(str(item).encode()) for item in items) for items in _written(cast, rows)]
    assert 250_000 < max(sizes) < 400_000


def _written(cast: Cast, rows: list[Row]) -> list[list[object]]:
    """What each transaction of bringing these rows in writes."""
    with record() as calls:
        bring_in(cast.dana, a_board(*rows), Rob=cast.bob.user)
    assert reconcile(ACME) == []
    return [call.params["TransactItems"] for call in calls if call.operation == "TransactWriteItems"]


def test_texts_that_could_deceive_are_made_plain(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(title="Pay \u202eeno", person="A\u200bnn")))
    assert imported()["Pay eno"].person == "Ann"


def test_ids_follow_from_the_file_so_that_every_try_meets_the_same_items(cast: Cast) -> None:
    bring_in(cast.dana, a_board(a_row(1)))
    task = imported()["Row 1"]
    source = ids.derived_id(16, a_board().source)
    assert keys.last_part(task.sk) == ids.derived_task_id(CREATED, ACME, source, "row-1")


def test_progress_goes_from_nothing_to_all_and_never_back(cast: Cast) -> None:
    seen: list[tuple[int, int]] = []
    rows = [a_row(number) for number in range(200)]
    run_import(cast.dana, ACME, a_board(*rows), {}, NOW, lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 200)
    assert seen[-1] == (200, 200)
    assert seen == sorted(seen)
    assert len(seen) <= 5


def test_a_family_of_a_newer_release_does_not_stop_an_import(cast: Cast) -> None:
    put_raw(keys.Key(keys.org_pk(ACME), "IMPORTANT#1"), note={"S": "from the future"})
    assert bring_in(cast.dana, a_board(a_row(1))).tasks_added == 1
