"""Finished tasks that are put away, come back, or are swept up: no count and no month ever changes by it."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tenants import clock, ids, keys, store
from tenants.errors import Conflict, NotAllowed, NotFound, Refused
from tenants.items import ArchivedTask, Task
from tenants.mover import batch, finished
from tenants.mover.finished import archive_done
from tenants.mover.job import Progress
from tenants.policy import Role
from tenants.reads.dashboard import dashboard
from tenants.reconcile import reconcile
from tenants.writes import archived_tasks, details, project_life, tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task, rename_project
from tests.faults import Fault, now_and_then, transactions_meet
from tests.tenants.moving import a_busy_project, a_detail, board, ref_of, rewinder, seen
from tests.tenants.partition import RawItem, delete_raw, put_raw, raw, set_raw, survives

MONTH, YEAR = timedelta(days=30), timedelta(days=365)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_ITEMS", 10)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)


def put_away(end: timedelta | None = None, **more: Any) -> Progress:
    return archive_done(ACME, MONTH, end, now=NOW, **more)


def numbers() -> dict[str, RawItem]:
    """Everything that is counted."""
    counted = ("LEADERS#", "METADATA", "OPEN#", "PROJECT#")
    return {sk: item for sk, item in raw(ACME).items() if sk.startswith(counted)}


def archived() -> list[ArchivedTask]:
    found = store.walk("test", keys.org_pk(ACME), prefix="ARCHIVE#")
    return [item for item in found if isinstance(item, ArchivedTask)]


def sweep_up() -> None:
    """What DynamoDB does some time after the end has come."""
    for sk, item in raw(ACME).items():
        if "expiresAt" in item and sk.startswith(("ARCHIVE#", "DETAIL#")):
            delete_raw(keys.Key(keys.org_pk(ACME), sk))


@pytest.mark.parametrize("end", [None, YEAR], ids=["kept", "with an end"])
def test_finished_tasks_leave_the_board_and_no_number_changes(cast: Cast, end: timedelta | None) -> None:
    project = a_busy_project(cast)
    before, rows = numbers(), board(project)
    assert put_away(end) == Progress(5, 5, finished=True)
    assert numbers() == before
    assert {item["status"]["S"] for item in board(project).values()} == {"open", "doing"}
    assert len(archived()) == 5
    for task in archived():
        was = rows[keys.task(ACME, project, keys.last_part(task.sk)).sk]
        assert (task.title, task.completed_by) == (was["title"]["S"], was["completedBy"]["S"])
        assert task.expires_at == (None if end is None else clock.expiry(NOW, YEAR))
    assert reconcile(ACME) == []


def test_only_what_was_finished_long_enough_ago_goes(cast: Cast) -> None:
    project = a_project(cast.alice)
    for days in (29, 31, 30):
        tasks.complete(cast.bob, a_task(cast.bob, project, title=f"{days}"), NOW - timedelta(days=days))
    put_away()
    assert [task.title for task in archived()] == ["31"]
    assert [item["title"]["S"] for item in board(project).values() if item["status"]["S"] == "done"] != []


def test_a_task_of_which_nobody_knows_when_it_was_finished_goes_by_its_making(cast: Cast) -> None:
    project = a_project(cast.alice)
    for days in (31, 29):
        ref = a_task(cast.bob, project, title=f"{days}", now=NOW - timedelta(days=days))
        tasks.complete(cast.bob, ref, NOW)
        for name in ("completedAt", "completedBy", "completedDay"):
            set_raw(keys.task(ACME, project, ref.id), name, None)
    put_away()
    assert [task.title for task in archived()] == ["31"]


def test_a_project_that_is_put_away_is_left_alone(cast: Cast) -> None:
    project = a_busy_project(cast)
    project_life.archive(cast.alice, ACME, project, NOW)
    before = board(project)
    assert put_away().done == 0
    assert board(project) == before


def test_a_task_that_was_given_an_end_may_be_swept_up_whenever(cast: Cast) -> None:
    project = a_busy_project(cast)
    put_away(YEAR)
    before = numbers()
    assert [sk for sk in raw(ACME) if sk.startswith("DETAIL#")]
    sweep_up()
    assert archived() == []
    assert reconcile(ACME) == []
    assert numbers() == before
    live = {ref_of(sk).id for sk in board(project)}
    assert {sk.split("#")[1] for sk in raw(ACME) if sk.startswith("DETAIL#")} <= live


def test_a_description_that_outlives_its_swept_up_task_is_no_difference(cast: Cast) -> None:
    a_busy_project(cast)
    put_away(YEAR)
    for task in archived():
        delete_raw(task.key)
    assert reconcile(ACME) == []


def test_a_task_with_too_many_comments_is_put_away_without_an_end(cast: Cast) -> None:
    project = a_project(cast.alice)
    ref = a_task(cast.bob, project)
    tasks.complete(cast.bob, ref, NOW - YEAR)
    for number in range(finished.MOST_DETAILS):
        a_detail(ref, number)
    put_away(YEAR)
    assert [task.expires_at for task in archived()] == [None]
    assert not [item for sk, item in raw(ACME).items() if "#NOTE#" in sk and "expiresAt" in item]
    assert reconcile(ACME) == []


@pytest.mark.parametrize(("age", "end"), [(timedelta(0), None), (MONTH, timedelta(hours=1))])
@pytest.mark.usefixtures("cast")
def test_less_than_a_day_is_refused(age: timedelta, end: timedelta | None) -> None:
    before = raw(ACME)
    with pytest.raises(Refused):
        archive_done(ACME, age, end, now=NOW)
    assert raw(ACME) == before


@pytest.mark.usefixtures("cast")
def test_no_organisation_has_nothing_to_put_away() -> None:
    with pytest.raises(NotFound):
        archive_done("no-such-org", MONTH, now=NOW)


def test_a_title_that_changes_in_the_middle_is_not_lost(cast: Cast) -> None:
    project = a_busy_project(cast)
    with transactions_meet([Fault.NONE, lambda: rename_project(cast.alice, ACME, project, "Quay", NOW)]):
        put_away()
    assert {task.project for task in archived()} == {"Quay"}


# --- coming back --------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [None, YEAR], ids=["kept", "with an end"])
def test_a_task_that_is_taken_back_is_as_if_it_had_been_reopened_on_its_board(
    cast: Cast, end: timedelta | None
) -> None:
    project = a_busy_project(cast)
    done = [ref_of(sk) for sk, item in board(project).items() if item["status"]["S"] == "done"]
    again = rewinder()
    for ref in done:
        tasks.reopen(cast.bob, ref, NOW)
    expected = {sk: without_version(item) for sk, item in seen()[0].items()}
    again()
    put_away(end)
    for ref in done:
        shown = archived_tasks.reopen(cast.bob, ref, NOW)
        assert (shown.status, shown.completed_at) == ("open", None)
        assert reconcile(ACME) == []
    found = {sk: without_version(item) for sk, item in seen()[0].items()}
    logs = {sk for sk in found.keys() ^ expected.keys() if "#LOG#" in sk}  # their ids are drawn
    assert found.keys() ^ expected.keys() == logs
    for sk in found.keys() & expected.keys():
        assert found[sk] == expected[sk], sk
    assert not [item for item in raw(ACME).values() if "expiresAt" in item and "DETAIL" in item["SK"]["S"]]


def without_version(item: RawItem) -> RawItem:
    return {name: value for name, value in item.items() if name != "version" and value != {"N": "0"}}


def test_taking_back_twice_takes_back_once(cast: Cast) -> None:
    project = a_busy_project(cast, live=0, done=2)
    put_away(YEAR)
    ref = TaskRef(ACME, project, keys.last_part(archived()[0].sk))
    with transactions_meet([Fault.LOST_AFTER]):
        archived_tasks.reopen(cast.bob, ref, NOW)
    archived_tasks.reopen(cast.alice, ref, NOW)
    with transactions_meet([lambda: archived_tasks.reopen(cast.alice, other, NOW)]):
        other = TaskRef(ACME, project, keys.last_part(archived()[0].sk))
        archived_tasks.reopen(cast.bob, other, NOW)
    assert reconcile(ACME) == []
    assert dashboard(ACME, cast.bob.user, NOW).projects[0].done == 0


def test_nobody_takes_back_what_is_at_its_end_or_in_a_project_that_is_not_live(cast: Cast) -> None:
    project = a_busy_project(cast, live=1, done=1)
    put_away(YEAR)
    ref = TaskRef(ACME, project, keys.last_part(archived()[0].sk))
    for actor, when, error in (
        (cast.bob, NOW + YEAR, NotFound),
        (cast.charlie, NOW, NotFound),
        (cast.playing(Role.VIEWER), NOW, NotAllowed),
    ):
        with pytest.raises(error):
            archived_tasks.reopen(actor, ref, when)
    project_life.archive(cast.alice, ACME, project, NOW)
    with pytest.raises(NotFound):
        archived_tasks.reopen(cast.bob, ref, NOW)
    assert reconcile(ACME) == []


@pytest.mark.parametrize("end", [None, YEAR], ids=["kept", "with an end"])
def test_a_project_takes_its_archive_along(cast: Cast, end: timedelta | None) -> None:
    project = a_busy_project(cast)
    put_away(end)
    done = dashboard(ACME, cast.bob.user, NOW).projects[0].done
    project_life.archive(cast.alice, ACME, project, NOW)
    assert reconcile(ACME) == []
    project_life.restore(cast.alice, ACME, project, NOW)
    assert dashboard(ACME, cast.bob.user, NOW).projects[0].done == done
    assert reconcile(ACME) == []
    project_life.delete(cast.alice, ACME, project, NOW)
    assert not [sk for sk in raw(ACME) if sk.startswith(("ARCHIVE#", "DETAIL#"))]
    assert reconcile(ACME) == []


@pytest.mark.parametrize("end", [None, YEAR], ids=["kept", "with an end"])
@pytest.mark.usefixtures("small_batches")
def test_nobody_takes_a_task_back_into_a_project_that_is_being_deleted(cast: Cast, end: timedelta | None) -> None:
    project = a_busy_project(cast, live=0, done=4, details=0)
    put_away(end)
    again = rewinder()
    for call in count(2, 3):
        again()
        ended: list[bool] = []
        ref = TaskRef(ACME, project, keys.last_part(archived()[-1].sk))

        def meanwhile(call: int = call, ended: list[bool] = ended) -> None:
            ended.append(survives(lambda: project_life.delete(cast.alice, ACME, project, NOW), call))

        with transactions_meet([meanwhile]), suppress(NotFound):
            archived_tasks.reopen(cast.bob, ref, NOW)
        project_life.delete(cast.alice, ACME, project, NOW)
        assert [sk for sk in raw(ACME) if project in sk] == [keys.project_job(ACME, project).sk]
        assert reconcile(ACME) == [], f"killed around call {call}"
        if ended[0]:
            break


# --- killed anywhere ----------------------------------------------------------------------------


@pytest.mark.parametrize("end", [None, YEAR], ids=["kept", "with an end"])
@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
@pytest.mark.usefixtures("small_batches")
def test_killed_around_any_call_numbers_agree_and_run_again_it_ends_as_if_nothing_had_happened(
    cast: Cast, end: timedelta | None, *, before: bool
) -> None:
    a_busy_project(cast, live=2, done=4, details=1)
    again = rewinder()
    put_away(end)
    undisturbed = seen()
    for call in count(1):
        again()
        ended = survives(lambda: put_away(end), call, before=before)
        assert [str(each) for each in reconcile(ACME)] == [], f"after a kill around call {call}"
        # Some seconds later, yet it ends as it would have.
        archive_done(ACME, MONTH, end, now=NOW if ended else NOW + timedelta(seconds=5))
        if not (call == 1 or (before and call == 2) or ended):
            assert without_cursor(seen()) == without_cursor(undisturbed), f"after a kill around call {call}"
        if ended:
            assert call > 6
            break


def without_cursor(found: Any) -> Any:
    work, told, jobs = found
    return work, told, [job[:2] for job in jobs]


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
@pytest.mark.usefixtures("small_batches")
def test_it_counts_once_when_transactions_conflict_or_their_answers_are_lost(cast: Cast, fault: Fault) -> None:
    a_busy_project(cast, live=2, done=4, details=1)
    again = rewinder()
    put_away(YEAR)
    undisturbed = seen()
    again()
    with transactions_meet(now_and_then(fault, 0.4, seed=2)):
        put_away(YEAR)
    assert seen() == undisturbed


@pytest.mark.usefixtures("small_batches")
def test_of_two_runs_the_later_goes_on_and_the_earlier_says_so(cast: Cast) -> None:
    a_busy_project(cast, live=2, done=4, details=1)
    again = rewinder()
    put_away(YEAR)
    undisturbed = seen()
    again()
    with (
        transactions_meet([Fault.NONE, Fault.NONE, lambda: put_away(YEAR)]),
        pytest.raises(Conflict, match="Another run"),
    ):
        put_away(YEAR)
    assert seen() == undisturbed


@pytest.mark.usefixtures("small_batches")
def test_a_run_works_for_its_budget_and_the_next_one_goes_on_where_it_stopped(cast: Cast) -> None:
    a_busy_project(cast, live=2, done=4, details=1)
    shown: list[Progress] = []
    steps = 0
    while not shown or not shown[-1].finished:
        put_away(budget=0, show=shown.append)
        put_away(budget=0.001, show=shown.append)
        steps += 1
        assert steps < 20
        assert reconcile(ACME) == []
        put_away(show=shown.append)
    assert {progress.total for progress in shown} == {4}


@pytest.mark.parametrize(
    "other",
    [
        lambda cast, ref: tasks.reopen(cast.bob, ref, NOW),
        lambda cast, ref: tasks.delete(cast.bob, ref, NOW),
        lambda cast, ref: details.comment(cast.bob, ref, "Still there?", ids.new_note_token(), NOW),
        lambda cast, ref: project_life.archive(cast.alice, ACME, ref.project, NOW),
        lambda cast, ref: project_life.delete(cast.alice, ACME, ref.project, NOW),
    ],
    ids=["reopen", "delete", "comment", "archive-project", "delete-project"],
)
def test_whoever_is_quicker_moves_every_number_or_none(cast: Cast, other: Callable[[Cast, TaskRef], object]) -> None:
    project = a_busy_project(cast, live=1, done=2)
    ref = next(ref_of(sk) for sk, item in board(project).items() if item["status"]["S"] == "done")
    with transactions_meet([Fault.NONE, lambda: other(cast, ref)]):
        put_away(YEAR)
    assert reconcile(ACME) == []


# --- the command --------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("archive_done", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_command_says_in_a_sentence_what_it_did(cast: Cast) -> None:
    project = a_project(cast.alice)
    tasks.complete(cast.bob, a_task(cast.bob, project), clock.now() - timedelta(days=31))
    assert run("--org", ACME, "--older-than", "40d") == f"{ACME}: nothing was finished more than 40d ago.\n"
    told = run("--org", ACME, "--older-than", "30d", "--expire-after", "365d")
    assert told == f"{ACME}: 1 task was put away and will be deleted 365d from now.\n"


def test_on_a_terminal_the_command_draws_how_far_it_is(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = a_project(cast.alice)
    tasks.complete(cast.bob, a_task(cast.bob, project), clock.now() - timedelta(days=31))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run("--org", ACME, "--older-than", "30d") == f"{ACME}: 1 task was put away.\n"
    assert f"{ACME}: 100%" in capsys.readouterr().err


def test_the_command_does_a_list_of_organisations_and_goes_on_behind_one_that_fails(cast: Cast, tmp_path: Path) -> None:
    project = a_project(cast.alice)
    tasks.complete(cast.bob, a_task(cast.bob, project), clock.now() - timedelta(days=31))
    listed = tmp_path / "organisations"
    listed.write_text(f"# ours\nno-such-org\n\n{ACME}\n{ACME}\n")
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(CommandError, match="1 of the organisations"):
        call_command("archive_done", "--all-of", str(listed), "--older-than", "30d", stdout=out, stderr=err)
    assert out.getvalue() == f"{ACME}: 1 task was put away.\n"
    assert err.getvalue() == "no-such-org: There is no such organisation.\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--org", ACME, "--older-than", "month"), "no number of days"),
        (("--org", ACME, "--older-than", "0d"), "no number of days"),
        (("--org", ACME, "--older-than", "30d", "--expire-after", "1y"), "no number of days"),
        (("--all-of", "/no/such/file", "--older-than", "30d"), "cannot be read"),
        (("--older-than", "30d"), "required"),
        (("--org", ACME, "--all-of", "x", "--older-than", "30d"), "not allowed with"),
    ],
)
@pytest.mark.usefixtures("cast")
def test_the_command_refuses_what_it_does_not_understand(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        run(*arguments)


def test_a_task_that_another_release_put_away_keeps_what_it_has(cast: Cast) -> None:
    project = a_project(cast.alice)
    put_raw(
        keys.archived_task(ACME, project, "0" * 16),
        title={"S": "Old"},
        status={"S": "done"},
        priority={"S": "low"},
        createdAt={"S": clock.to_text(NOW)},
        expiresAt={"N": "99999999999"},
    )
    assert isinstance(archived()[0], Task)
    assert reconcile(ACME) == []
