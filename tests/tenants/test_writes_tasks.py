from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from tenants import ids, keys, store
from tenants.errors import Busy, Conflict, NotFound, OutcomeUnknown, Refused
from tenants.items import Event, Stats, Task, Text
from tenants.meter import item_size
from tenants.policy import Priority, Role, Status
from tenants.reads import home, slices
from tenants.reads.board import board
from tenants.reads.dashboard import Dashboard, dashboard
from tenants.table import client
from tenants.writes import orgs, tasks
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task, an_account
from tests.faults import Fault, now_and_then, transactions_meet
from tests.truth import assert_exact

LATER = NOW + timedelta(minutes=1)


def shown(cast: Cast, now: datetime = NOW) -> Dashboard:
    return dashboard(ACME, cast.vic.user, now)


def figures(cast: Cast) -> tuple[int, int, int, dict[str, int]]:
    """Open, doing, done on the card, and the month by member."""
    read = shown(cast)
    by_user = {user: done for user, done in read.month.by_user.items() if done}
    return read.counts.of(Status.OPEN), read.counts.of(Status.DOING), read.projects[0].done, by_user


def stored(ref: TaskRef) -> Task:
    task = store.get("test", Task, keys.task(ref.org, ref.project, ref.id))
    assert task is not None
    return task


def test_a_task_goes_from_open_over_doing_to_done_and_back_and_every_number_follows(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), priority=Priority.HIGH)
    assert figures(cast) == (1, 0, 0, {})
    assert tasks.start(cast.bob, ref, NOW).status == Status.DOING
    assert figures(cast) == (0, 1, 0, {})
    assert tasks.stop(cast.bob, ref, NOW).status == Status.OPEN
    assert figures(cast) == (1, 0, 0, {})
    done = tasks.complete(cast.bob, ref, NOW)
    assert (done.status, done.completed_by, done.completed_at, done.version) == (Status.DONE, cast.bob.user, NOW, 4)
    assert figures(cast) == (0, 0, 1, {cast.bob.user: 1})
    assert tasks.reopen(cast.dana, ref, NOW).status == Status.OPEN
    assert figures(cast) == (1, 0, 0, {})
    assert_exact(ACME)


def test_what_a_write_answers_with_is_what_is_stored(cast: Cast) -> None:
    ref = a_task(
        cast.alice, a_project(cast.alice), priority=Priority.HIGH, due=date(2026, 9, 20), assignee=cast.bob.user
    )
    for act in (tasks.start, tasks.complete, tasks.reopen, tasks.complete):
        assert act(cast.bob, ref, NOW) == slices.task(ACME, cast.vic.user, ref.project, ref.id).task


@pytest.mark.parametrize("act", [tasks.complete, tasks.start], ids=["complete", "start"])
def test_a_second_click_changes_and_counts_nothing(
    cast: Cast, act: Callable[[Actor, TaskRef, datetime], object]
) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    first = act(cast.bob, ref, NOW)
    before = figures(cast)
    assert act(cast.dana, ref, LATER) == first, "the first finisher keeps it"
    assert figures(cast) == before
    assert_exact(ACME)


def test_clicks_that_do_not_fit_where_the_task_stands_change_nothing(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    assert tasks.reopen(cast.bob, ref, NOW).status == Status.OPEN
    assert tasks.stop(cast.bob, ref, NOW).status == Status.OPEN
    tasks.complete(cast.bob, ref, NOW)
    assert tasks.start(cast.bob, ref, NOW).status == Status.DONE
    assert tasks.stop(cast.bob, ref, NOW).status == Status.DONE
    assert stored(ref).version == 2


def test_reopening_takes_back_from_who_finished_it_not_from_who_reopens(cast: Cast) -> None:
    project = a_project(cast.alice)
    one, other = a_task(cast.alice, project), a_task(cast.alice, project)
    tasks.complete(cast.bob, one, NOW)
    tasks.complete(cast.dana, other, NOW)
    tasks.reopen(cast.dana, one, LATER)
    assert figures(cast)[3] == {cast.dana.user: 1}
    task = stored(one)
    assert not {"completedAt", "completedBy", "completedDay"} & set(task.to_dynamodb_dict())
    assert_exact(ACME)


def test_sending_the_form_twice_makes_one_task(cast: Cast) -> None:
    project, made = a_project(cast.alice), ids.new_task_id(NOW)
    for title in ("Once", "Twice"):
        tasks.create(cast.bob, ACME, project, TaskFields(title), made, NOW)
    assert [task.title for task in board(ACME, cast.vic.user, project, NOW).tasks] == ["Once"]
    assert figures(cast)[0] == 1
    assert_exact(ACME)


@pytest.mark.parametrize("title", ["", " ", "\u200b", "\x07", "\ud83d", "x" * 201, "\u3164"], ids=ascii)
def test_an_unfit_title_is_refused(cast: Cast, title: str) -> None:
    project = a_project(cast.alice)
    ref = a_task(cast.alice, project)
    for act in (
        lambda: a_task(cast.bob, project, title=title),
        lambda: tasks.edit(cast.bob, ref, TaskFields(title), 1, NOW),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.field == "title"
    assert figures(cast)[0] == 1


@pytest.mark.parametrize(
    "title",
    [
        "x" * 200,
        "🦀" * 200,
        "<script>alert(1)</script>",
        "{{7*7}}{% debug %}",
        "=cmd|' /C calc'!A1",
        "a#TASK#b",
        "ORG#other-works",
        "%s%n{0.__class__}",
        "'; --",
        "ﷺ" * 200,
        "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢",
    ],
    ids=ascii,
)
def test_hostile_titles_are_texts_like_any_other(cast: Cast, title: str) -> None:
    ref = a_task(cast.bob, a_project(cast.alice), title=title)
    assert slices.task(ACME, cast.vic.user, ref.project, ref.id).task.title == title
    assert slices.tasks(ACME, cast.vic.user, Status.OPEN, None, NOW).tasks[0].title == title
    assert_exact(ACME)


def test_a_row_of_a_board_stays_small(cast: Cast) -> None:
    ref = a_task(
        cast.bob,
        a_project(cast.alice, title="A title as long as most"),
        title="A title as long as most are",
        due=date(2026, 9, 20),
        assignee=cast.bob.user,
    )
    assert item_size(stored(ref).to_dynamodb_dict()) < 512


@pytest.mark.parametrize("assignee", ["stranger", "nobody", "\ud800", ""], ids=ascii)
def test_a_task_is_given_to_a_member_or_to_nobody(cast: Cast, assignee: str) -> None:
    user = cast.charlie.user if assignee == "stranger" else assignee
    project = a_project(cast.alice)
    ref = a_task(cast.alice, project)
    for act in (
        lambda: a_task(cast.bob, project, assignee=user),
        lambda: tasks.edit(cast.bob, ref, TaskFields("x", assignee=user), 1, NOW),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.field == "assignee"
    assert home.home(cast.charlie.user).tasks == ()


@pytest.mark.parametrize("where", ["no-project", "no-task", "0" * 16])
def test_what_is_not_there_is_not_found_and_not_made(cast: Cast, where: str) -> None:
    project = a_project(cast.alice)
    ref = TaskRef(ACME, where if where == "no-project" else project, "0" * 16 if where == "no-project" else where)
    for act in (tasks.start, tasks.stop, tasks.complete, tasks.reopen, tasks.delete):
        with pytest.raises(NotFound):
            act(cast.bob, ref, NOW)
    with pytest.raises(NotFound):
        tasks.edit(cast.bob, ref, TaskFields("Ghost"), 1, NOW)
    with pytest.raises(NotFound):
        a_task(cast.bob, "no-project")
    assert figures(cast) == (0, 0, 0, {})
    assert_exact(ACME)


# --- editing ------------------------------------------------------------------------------------


def test_an_edit_changes_all_that_it_names_and_moves_the_counts(cast: Cast) -> None:
    ref = a_task(
        cast.alice, a_project(cast.alice), priority=Priority.LOW, due=date(2026, 9, 20), assignee=cast.bob.user
    )
    tasks.edit(cast.bob, ref, TaskFields(" New\ntitle ", Priority.URGENT, None, cast.dana.user), 1, NOW)
    task = slices.task(ACME, cast.vic.user, ref.project, ref.id).task
    assert (task.title, task.priority, task.due, task.assignee, task.version) == (
        "New title",
        Priority.URGENT,
        None,
        cast.dana.user,
        2,
    )
    counts = shown(cast).counts
    assert (counts.of(Status.OPEN, Priority.LOW), counts.of(Status.OPEN, Priority.URGENT)) == (0, 1)
    assert home.home(cast.bob.user).tasks == ()
    assert [mine.id for mine in home.home(cast.dana.user).tasks] == [ref.id]
    tasks.edit(cast.bob, ref, TaskFields("New title", Priority.URGENT), 2, NOW)
    assert home.home(cast.dana.user).tasks == ()
    assert_exact(ACME)


@pytest.mark.parametrize("before", Status)
@pytest.mark.parametrize("after", Status)
def test_an_edit_may_also_move_the_task(cast: Cast, before: Status, after: Status) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), priority=Priority.LOW)
    tasks.edit(cast.dana, ref, TaskFields("Moved", Priority.LOW, status=before), 1, NOW)
    version = stored(ref).version
    tasks.edit(cast.bob, ref, TaskFields("Moved", Priority.HIGH, status=after), int(version), NOW)
    task = stored(ref)
    assert (task.status, task.priority) == (after, Priority.HIGH)
    finisher = None if after is not Status.DONE else cast.dana.user if before is Status.DONE else cast.bob.user
    assert task.completed_by == finisher
    assert figures(cast)[3] == ({finisher: 1} if finisher else {})
    assert_exact(ACME)


def test_an_edit_of_a_version_that_is_gone_changes_nothing_and_says_so(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    tasks.edit(cast.dana, ref, TaskFields("Dana's"), 1, NOW)
    with pytest.raises(Conflict, match="Nothing of yours was saved"):
        tasks.edit(cast.bob, ref, TaskFields("Bob's"), 1, NOW)
    with pytest.raises(Conflict):
        tasks.edit(cast.bob, ref, TaskFields("Bob's"), 7, NOW)
    assert stored(ref).title == "Dana's"
    assert_exact(ACME)


def test_an_edit_is_stale_after_a_click_too_and_when_it_comes_between_reading_and_writing(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with transactions_meet([lambda: tasks.complete(cast.dana, ref, NOW)]), pytest.raises(Conflict):
        tasks.edit(cast.bob, ref, TaskFields("Bob's"), 1, NOW)
    assert stored(ref).status == Status.DONE
    assert_exact(ACME)


def test_two_edits_of_one_version_at_once_do_not_overwrite_each_other(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    dana_first = lambda: tasks.edit(cast.dana, ref, TaskFields("Dana's"), 1, NOW)  # noqa: E731 - a step, named
    with transactions_meet([dana_first]), pytest.raises(Conflict):
        tasks.edit(cast.bob, ref, TaskFields("Bob's"), 1, NOW)
    assert stored(ref).title == "Dana's"


def test_reopening_what_somebody_else_has_finished_meanwhile_takes_it_back_from_them(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    tasks.complete(cast.bob, ref, NOW)

    def reopened_and_finished_by_dana() -> None:
        tasks.reopen(cast.dana, ref, NOW)
        tasks.complete(cast.dana, ref, NOW)

    with transactions_meet([reopened_and_finished_by_dana]):
        tasks.reopen(cast.bob, ref, LATER)
    assert figures(cast) == (1, 0, 0, {})
    assert_exact(ACME)


def test_saving_what_stands_there_already_is_no_change_and_no_conflict(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), title="Same")
    tasks.edit(cast.dana, ref, TaskFields("Same"), 1, NOW)
    tasks.edit(cast.bob, ref, TaskFields("Same"), 99, NOW)
    assert stored(ref).version == 1


def test_an_edit_of_a_done_task_leaves_its_completion_alone(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), priority=Priority.LOW)
    tasks.complete(cast.bob, ref, NOW)
    tasks.edit(cast.dana, ref, TaskFields("Corrected", Priority.URGENT, date(2026, 1, 1), cast.dana.user), 2, LATER)
    task = stored(ref)
    assert (task.status, task.completed_by, task.priority) == (Status.DONE, cast.bob.user, Priority.URGENT)
    assert figures(cast) == (0, 0, 1, {cast.bob.user: 1})
    assert home.home(cast.dana.user).tasks == ()
    tasks.reopen(cast.dana, ref, LATER)
    assert shown(cast).counts.of(Status.OPEN, Priority.URGENT) == 1
    assert [mine.id for mine in home.home(cast.dana.user).tasks] == [ref.id]
    assert_exact(ACME)


# --- deleting -----------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [Status.OPEN, Status.DOING])
def test_a_deleted_live_task_no_longer_counts(cast: Cast, status: Status) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), assignee=cast.bob.user)
    if status is Status.DOING:
        tasks.start(cast.bob, ref, NOW)
    tasks.delete(cast.bob, ref, NOW)
    assert figures(cast) == (0, 0, 0, {})
    assert home.home(cast.bob.user).tasks == ()
    with pytest.raises(NotFound):
        tasks.delete(cast.bob, ref, NOW)
    assert_exact(ACME)


def test_a_deleted_done_task_keeps_its_place_in_the_month(cast: Cast) -> None:
    project = a_project(cast.alice)
    one, other = a_task(cast.alice, project), a_task(cast.alice, project)
    tasks.complete(cast.bob, one, NOW)
    tasks.complete(cast.bob, other, NOW)
    tasks.delete(cast.dana, one, LATER)
    assert figures(cast) == (0, 0, 2, {cast.bob.user: 2})
    assert shown(cast).month.by_day == {15: 2}
    stats = store.get("test", Stats, keys.stats(ACME, cast.bob.user, "2026-09"))
    assert stats is not None
    assert (stats.done, stats.gone, stats.gone_by_day, stats.name) == (2, 1, {15: 1}, "Bob")
    assert_exact(ACME)


def test_a_task_deleted_takes_its_description_along(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    Text.at(keys.text(ACME, ref.id), text="The long version").save()
    tasks.delete(cast.bob, ref, NOW)
    assert store.get("test", Text, keys.text(ACME, ref.id)) is None


@pytest.mark.parametrize("when", ["complete", "start", "edit", "delete"])
def test_a_task_deleted_between_reading_and_writing_leaves_no_ghost(cast: Cast, when: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    act: dict[str, Callable[[], object]] = {
        "complete": lambda: tasks.complete(cast.bob, ref, NOW),
        "start": lambda: tasks.start(cast.bob, ref, NOW),
        "edit": lambda: tasks.edit(cast.bob, ref, TaskFields("Ghost"), 1, NOW),
        "delete": lambda: tasks.delete(cast.bob, ref, NOW),
    }
    # A deletion too: what is gone from here may have been moved, and nobody may be told that it is deleted.
    with transactions_meet([lambda: tasks.delete(cast.dana, ref, NOW)]), pytest.raises(NotFound):
        act[when]()
    assert figures(cast) == (0, 0, 0, {})
    assert board(ACME, cast.vic.user, ref.project, NOW).tasks == ()
    assert_exact(ACME)


def test_nothing_is_counted_in_a_project_whose_card_is_gone(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    key = keys.card(ACME, ref.project)

    def put_away() -> None:
        client().delete_item(TableName="app-main", Key={"PK": {"S": key.pk}, "SK": {"S": key.sk}})

    with transactions_meet([put_away]), pytest.raises(Busy):
        tasks.complete(cast.bob, ref, NOW)
    assert stored(ref).status == Status.OPEN
    assert shown(cast).projects == (), "no ghost of a card"
    assert shown(cast).counts.of(Status.OPEN) == 1


# --- two at once, and a bad network -------------------------------------------------------------


def test_of_two_who_finish_at_once_one_is_counted(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with transactions_meet([lambda: tasks.complete(cast.dana, ref, NOW)]):
        assert tasks.complete(cast.bob, ref, NOW).completed_by == cast.dana.user
    assert figures(cast) == (0, 0, 1, {cast.dana.user: 1})
    assert_exact(ACME)


def test_a_change_of_priority_between_reading_and_writing_moves_the_right_count(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), priority=Priority.LOW)
    with transactions_meet([lambda: tasks.edit(cast.dana, ref, TaskFields("Hurry", Priority.URGENT), 1, NOW)]):
        assert tasks.complete(cast.bob, ref, NOW).status == Status.DONE
    assert set(shown(cast).counts.by.values()) == {0}
    assert_exact(ACME)


def _again(act: Callable[[], object]) -> None:
    """What a person does whom the page told that repeating is safe."""
    for _ in range(5):
        try:
            act()
        except (OutcomeUnknown, Busy):
            continue
        return


FAULTS = [Fault.CONFLICT, Fault.THROTTLED, Fault.IN_PROGRESS, Fault.SERVER_FAULT, Fault.LOST_BEFORE, Fault.LOST_AFTER]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_step_counts_once_whatever_the_network_does(
    cast: Cast, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    project = a_project(cast.alice)
    with transactions_meet(now_and_then(fault, 0.3)):
        for _ in range(3):
            ref = TaskRef(ACME, project, ids.new_task_id(NOW))
            _again(lambda: tasks.create(cast.alice, ACME, project, TaskFields("Edit me", Priority.HIGH), ref.id, NOW))  # noqa: B023 - called at once
            for act in (tasks.start, tasks.complete, tasks.reopen):
                _again(lambda: act(cast.bob, ref, NOW))  # noqa: B023 - the same
            _again(lambda: tasks.edit(cast.bob, ref, TaskFields("Edited", Priority.LOW), 4, NOW))  # noqa: B023 - the same
            _again(lambda: tasks.complete(cast.dana, ref, NOW))  # noqa: B023 - the same
        _again(lambda: tasks.delete(cast.bob, ref, NOW))
    assert figures(cast) == (0, 0, 3, {cast.dana.user: 3})
    assert_exact(ACME)


def test_every_action_is_told_once_in_the_activity(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    ref = a_task(cast.alice, a_project(cast.alice))
    with transactions_meet([Fault.CONFLICT, Fault.LOST_BEFORE, Fault.NONE] * 4):
        tasks.start(cast.bob, ref, NOW)
        tasks.complete(cast.bob, ref, NOW)
        tasks.complete(cast.bob, ref, NOW)
        tasks.delete(cast.bob, ref, NOW)
    told = [
        item.action
        for item in store.walk("test", keys.org_pk(ACME), prefix="EVENT#")
        if isinstance(item, Event) and item.task == ref.id
    ]
    assert sorted(told) == ["task-completed", "task-created", "task-deleted", "task-started"]


def test_an_entry_of_the_activity_expires_after_400_days_and_never_before(cast: Cast) -> None:
    a_task(cast.alice, a_project(cast.alice))
    for item in store.walk("test", keys.org_pk(ACME), prefix="EVENT#"):
        assert item.expires_at is not None
        assert datetime.fromtimestamp(item.expires_at, tz=UTC) == NOW + timedelta(days=400)


def test_a_member_who_joined_as_viewer_only_looks(cast: Cast) -> None:
    user = an_account()
    orgs.join(cast.alice, ACME, user, Role.VIEWER, NOW)
    assert slices.tasks(ACME, user, Status.OPEN, None, NOW).tasks == ()
