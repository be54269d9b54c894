from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import ids, keys, store
from tenants.errors import Busy, LimitReached, NotFound, Refused
from tenants.items import Header
from tenants.policy import Plan, Priority
from tenants.reads import history, slices
from tenants.reads.board import board
from tenants.reads.dashboard import dashboard
from tenants.table import client
from tenants.writes import orgs, projects, tasks
from tenants.writes.tasks import TaskFields
from tests.cast import ACME, NOW, Cast, a_project, a_task, rename_project
from tests.faults import Fault, transactions_meet
from tests.truth import assert_exact


def test_a_project_is_a_record_a_card_and_one_more_in_use(cast: Cast) -> None:
    project = projects.create(cast.bob, ACME, " The  \u202elaunch\n", ids.new_project_id(NOW), NOW)
    header = store.get("test", Header, keys.header(ACME, project))
    assert header is not None
    assert (header.title, header.state, header.created_by) == ("The launch", "live", cast.bob.user)
    shown = dashboard(ACME, cast.vic.user, NOW)
    assert [card.title for card in shown.projects] == ["The launch"]
    assert shown.frame.projects == 1
    assert_exact(ACME)


def test_sending_the_form_twice_makes_one_project(cast: Cast) -> None:
    project = ids.new_project_id(NOW)
    for _ in range(3):
        assert projects.create(cast.bob, ACME, "Launch", project, NOW) == project
    assert dashboard(ACME, cast.vic.user, NOW).frame.projects == 1
    assert_exact(ACME)


@pytest.mark.parametrize("title", ["", " \n", "\u200b\u2060", "\ud800", "x" * 201, "é" * 201, "🦀" * 201], ids=ascii)
def test_an_unfit_title_is_refused(cast: Cast, title: str) -> None:
    project = a_project(cast.bob)
    for act in (lambda: a_project(cast.bob, title=title), lambda: rename_project(cast.bob, ACME, project, title, NOW)):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.field == "title"
    assert dashboard(ACME, cast.vic.user, NOW).frame.projects == 1


@pytest.mark.parametrize(
    "title",
    ["x", "x" * 200, "🦀" * 200, "e\u0301" * 200, "  " + "x" * 200 + "\n"],
    ids=["1", "200", "200-crabs", "200-composed", "200-and-blanks"],
)
def test_a_title_of_up_to_200_characters_is_taken(cast: Cast, title: str) -> None:
    project = a_project(cast.bob, title=title)
    assert len(board(ACME, cast.vic.user, project, NOW).title) in {1, 200}


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 77 + "…"),
        ("é" * 40, "é" * 40),
        ("é" * 41, "é" * 38 + "…"),
        ("字" * 30, "字" * 25 + "…"),
        ("🦀" * 21, "🦀" * 19 + "…"),
        ("👩\u200d👧" * 9, "👩\u200d👧" * 7 + "…"),
    ],
    ids=ascii,
)
def test_a_card_keeps_80_bytes_of_the_title_and_cuts_between_characters(title: str, short: str) -> None:
    assert projects.card_title(title) == short
    assert len(short.encode()) <= 80


def test_the_plan_holds_ten_projects_and_says_so(cast: Cast) -> None:
    for number in range(10):
        a_project(cast.bob, title=str(number))
    with pytest.raises(LimitReached, match="The free plan holds 10 live projects and 10 are in use"):
        a_project(cast.bob)
    orgs.set_plan(ACME, Plan.PRO)
    a_project(cast.bob)
    assert dashboard(ACME, cast.vic.user, NOW).frame.projects == 11
    assert_exact(ACME)


@pytest.mark.parametrize(
    ("attribute", "value", "error"),
    [
        ("projects", {"N": "10"}, LimitReached),
        ("maxProjects", {"N": "0"}, LimitReached),
        ("state", {"S": "gone"}, NotFound),
    ],
)
def test_room_or_life_lost_between_reading_and_writing_is_noticed(
    cast: Cast, attribute: str, value: dict[str, str], error: type[Exception]
) -> None:
    def meanwhile() -> None:
        client().update_item(
            TableName="app-main",
            Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}},
            UpdateExpression="SET #a = :v",
            ExpressionAttributeNames={"#a": attribute},
            ExpressionAttributeValues={":v": value},
        )

    with transactions_meet([meanwhile]), pytest.raises(error):
        a_project(cast.bob)
    assert list(store.walk("test", keys.org_pk(ACME), prefix="BOARD#")) == []


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_a_project_is_made_once_whatever_the_network_does(cast: Cast, fault: Fault) -> None:
    with transactions_meet([fault]):
        a_project(cast.bob)
    assert dashboard(ACME, cast.vic.user, NOW).frame.projects == 1
    assert_exact(ACME)


# --- renaming -----------------------------------------------------------------------------------


def test_a_new_title_reaches_record_card_and_every_task(cast: Cast) -> None:
    project = a_project(cast.bob)
    done = a_task(cast.bob, project)
    tasks.complete(cast.bob, done, NOW)
    a_task(cast.bob, project)
    rename_project(cast.dana, ACME, project, "Relaunch", NOW)
    assert board(ACME, cast.vic.user, project, NOW).title == "Relaunch"
    assert {task.project_title for task in board(ACME, cast.vic.user, project, NOW).tasks} == {"Relaunch"}
    assert [
        (event.action, event.before, event.title)
        for event in history.activity(ACME, cast.vic.user, None, NOW).events
        if event.action == "project-renamed"
    ] == [("project-renamed", "Launch", "Relaunch")]
    assert_exact(ACME)


def test_renaming_to_the_same_title_tells_nothing(cast: Cast) -> None:
    project = a_project(cast.bob)
    before = len(list(store.walk("test", keys.org_pk(ACME))))
    rename_project(cast.dana, ACME, project, " Launch ", NOW)
    assert len(list(store.walk("test", keys.org_pk(ACME)))) == before


def test_a_project_that_is_not_there_is_not_renamed_into_being(cast: Cast) -> None:
    with pytest.raises(NotFound):
        rename_project(cast.dana, ACME, "0" * 16, "Ghost", NOW)
    assert dashboard(ACME, cast.vic.user, NOW).projects == ()
    assert_exact(ACME)


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_every_task_gets_the_new_title_whatever_the_network_does(
    cast: Cast, fault: Fault, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(cast.bob)
    for _ in range(4):
        a_task(cast.bob, project)
    monkeypatch.setattr(projects, "BATCH", 2)
    with transactions_meet([*[Fault.NONE] * at, fault]):
        rename_project(cast.dana, ACME, project, "Relaunch", NOW)
    assert_exact(ACME)


def test_a_task_deleted_while_its_project_is_renamed_keeps_no_other_from_the_new_title(cast: Cast) -> None:
    project = a_project(cast.bob)
    refs = [a_task(cast.bob, project, title=str(number)) for number in range(4)]
    with transactions_meet([Fault.NONE, lambda: _delete(keys.task(ACME, project, refs[2].id))]):
        rename_project(cast.dana, ACME, project, "Relaunch", NOW)
    assert {task.project_title for task in board(ACME, cast.vic.user, project, NOW).tasks} == {"Relaunch"}


def _delete(key: keys.Key) -> None:
    client().delete_item(TableName="app-main", Key={"PK": {"S": key.pk}, "SK": {"S": key.sk}})


def test_a_task_created_while_its_project_is_renamed_stands_under_the_new_title(cast: Cast) -> None:
    project = a_project(cast.bob)
    a_task(cast.bob, project)
    with transactions_meet([lambda: rename_project(cast.dana, ACME, project, "Relaunch", NOW)]):
        a_task(cast.alice, project, title="In between")
    assert {task.project_title for task in board(ACME, cast.vic.user, project, NOW).tasks} == {"Relaunch"}
    assert_exact(ACME)


def test_the_last_of_two_renames_at_once_wins_everywhere(cast: Cast) -> None:
    project = a_project(cast.bob)
    for _ in range(3):
        a_task(cast.bob, project)
    with transactions_meet(
        [Fault.NONE, lambda: rename_project(cast.alice, ACME, project, "Third", NOW + timedelta(seconds=1))]
    ):
        rename_project(cast.dana, ACME, project, "Second", NOW)
    assert board(ACME, cast.vic.user, project, NOW).title == "Third"
    assert_exact(ACME)


def test_saying_it_again_finishes_a_rename_that_was_killed_half_way(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(cast.bob)
    for _ in range(4):
        a_task(cast.bob, project)
    monkeypatch.setattr(projects, "BATCH", 1)

    class Killed(BaseException):
        pass

    def kill() -> None:
        raise Killed

    with transactions_meet([Fault.NONE, Fault.NONE, kill]), pytest.raises(Killed):
        rename_project(cast.dana, ACME, project, "Relaunch", NOW)
    rename_project(cast.dana, ACME, project, "Relaunch", NOW)
    assert_exact(ACME)


def test_a_task_edited_between_two_renames_keeps_its_edit(cast: Cast) -> None:
    project = a_project(cast.bob)
    ref = a_task(cast.bob, project)
    rename_project(cast.dana, ACME, project, "Relaunch", NOW)
    tasks.edit(cast.bob, ref, TaskFields("Edited", Priority.LOW), 1, NOW)
    assert slices.task(ACME, cast.vic.user, project, ref.id).task.title == "Edited"
    assert_exact(ACME)


def test_without_end_of_conflicts_the_rename_is_busy(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    project = a_project(cast.bob)
    with transactions_meet([Fault.CONFLICT] * 99), pytest.raises(Busy):
        rename_project(cast.dana, ACME, project, "Relaunch", NOW)
    assert_exact(ACME)
