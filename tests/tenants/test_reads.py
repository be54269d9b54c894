from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest

from tenants import keys, store
from tenants.errors import NotFound
from tenants.items import Base
from tenants.policy import Permission, Plan, Priority, Role, Status
from tenants.reads import history, home, months, slices
from tenants.reads.board import board
from tenants.reads.dashboard import dashboard, pulse
from tenants.table import client
from tenants.writes import orgs, tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, BERLIN, NOW, OTHER, Cast, a_project, a_task, an_account, an_org, rename_project


def test_the_dashboard_shows_name_plan_use_and_the_viewers_role(cast: Cast) -> None:
    a_project(cast.alice)
    frame = dashboard(ACME, cast.bob.user, NOW).frame
    assert (frame.name, frame.plan, frame.zone, frame.projects, frame.max_projects, frame.max_people) == (
        "Acme",
        Plan.FREE,
        BERLIN,
        1,
        10,
        5,
    )
    assert len(frame.people) == 4
    assert (frame.viewer.name, frame.viewer.role) == ("Bob", Role.MEMBER)
    assert frame.allows(Permission.TASK_COMPLETE)
    assert not frame.allows(Permission.MEMBER_INVITE)


def test_an_empty_dashboard_is_all_zeros(cast: Cast) -> None:
    shown = dashboard(ACME, cast.alice.user, NOW)
    assert (shown.projects, shown.month.by_user, shown.month.by_day, shown.month.total) == ((), {}, {}, 0)
    assert set(shown.counts.by.values()) == {0}


def test_the_dashboard_shows_the_five_newest_projects_newest_first(cast: Cast) -> None:
    made = [
        a_project(cast.alice, title=f"Project {number}", now=NOW + timedelta(seconds=number)) for number in range(7)
    ]
    shown = dashboard(ACME, cast.vic.user, NOW)
    assert [project.id for project in shown.projects] == made[:1:-1]
    assert shown.projects[0].title == "Project 6"
    assert abs(shown.projects[0].created_at - (NOW + timedelta(seconds=6))) < timedelta(milliseconds=2)
    assert shown.frame.projects == 7


def test_the_dashboard_counts_open_and_doing_tasks_by_priority_and_each_projects_own(cast: Cast) -> None:
    one, other = (
        a_project(cast.alice, title="One"),
        a_project(cast.alice, title="Other", now=NOW + timedelta(seconds=1)),
    )
    for priority, many in zip(Priority, (1, 2, 3, 4), strict=True):
        for _ in range(many):
            a_task(cast.bob, one, priority=priority)
    tasks.start(cast.bob, a_task(cast.bob, other, priority=Priority.URGENT), NOW)
    tasks.complete(cast.bob, a_task(cast.bob, other, priority=Priority.URGENT), NOW)
    shown = dashboard(ACME, cast.vic.user, NOW)
    assert [shown.counts.of(Status.OPEN, priority) for priority in Priority] == [1, 2, 3, 4]
    assert (
        shown.counts.of(Status.OPEN),
        shown.counts.of(Status.DOING),
        shown.counts.of(Status.DOING, Priority.URGENT),
    ) == (10, 1, 1)
    cards = {card.id: card for card in shown.projects}
    assert (cards[one].counts.of(Status.OPEN), cards[one].done) == (10, 0)
    assert (cards[other].counts.of(Status.OPEN), cards[other].counts.of(Status.DOING), cards[other].done) == (0, 1, 1)


def test_the_month_counts_each_members_finished_tasks(cast: Cast) -> None:
    project = a_project(cast.alice)
    for actor, many in ((cast.bob, 3), (cast.dana, 1)):
        for _ in range(many):
            tasks.complete(actor, a_task(cast.alice, project), NOW)
    month = dashboard(ACME, cast.vic.user, NOW).month
    assert month.month == "2026-09"
    assert month.by_user == {cast.bob.user: 3, cast.dana.user: 1}
    assert month.by_day == {15: 4}
    assert month.total == 4


def test_somebody_whose_finished_tasks_were_all_reopened_is_no_leader(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    tasks.complete(cast.bob, ref, NOW)
    tasks.reopen(cast.bob, ref, NOW)
    for month in (
        dashboard(ACME, cast.vic.user, NOW).month,
        months.trend(ACME, cast.vic.user, None, NOW).month,
        pulse(ACME, cast.vic.user, ref.project, NOW).month,
    ):
        assert not any(month.by_user.values())
        assert month.total == 0


def test_every_number_of_the_dashboard_has_exactly_its_rows_behind_it(cast: Cast) -> None:
    project = a_project(cast.alice)
    for number, priority in enumerate([*Priority, *Priority, Priority.HIGH]):
        ref = a_task(cast.bob, project, title=f"Task {number}", priority=priority)
        if number % 3 == 1:
            tasks.start(cast.bob, ref, NOW)
        if number % 3 == 2:
            tasks.complete(cast.bob, ref, NOW)
    counts = dashboard(ACME, cast.vic.user, NOW).counts
    for status in (Status.OPEN, Status.DOING):
        assert len(slices.tasks(ACME, cast.vic.user, status, None, NOW).tasks) == counts.of(status) > 0
        for priority in Priority:
            rows = slices.tasks(ACME, cast.vic.user, status, priority, NOW).tasks
            assert len(rows) == counts.of(status, priority)
            assert {(row.status, row.priority) for row in rows} <= {(status, priority)}
    assert slices.tasks(ACME, cast.vic.user, Status.DONE, None, NOW).tasks == ()


def test_the_pulse_says_the_same_as_the_dashboard(cast: Cast) -> None:
    project = a_project(cast.alice)
    for number in range(6):
        ref = a_task(cast.bob, project, priority=list(Priority)[number % 4])
        if number % 2:
            tasks.complete(cast.bob, ref, NOW)
    shown, beat = dashboard(ACME, cast.vic.user, NOW), pulse(ACME, cast.vic.user, project, NOW)
    assert (beat.frame, beat.counts, beat.month, beat.project) == (
        shown.frame,
        shown.counts,
        shown.month,
        shown.projects[0],
    )
    assert pulse(ACME, cast.vic.user, "0" * 16, NOW).project is None


def test_tasks_come_most_pressing_first_then_soonest_due_and_undated_last(cast: Cast) -> None:
    project = a_project(cast.alice)
    for title, priority, due in (
        ("low", Priority.LOW, date(2026, 1, 1)),
        ("undated", Priority.URGENT, None),
        ("late", Priority.URGENT, date(2027, 1, 1)),
        ("soon", Priority.URGENT, date(2026, 9, 16)),
        ("high", Priority.HIGH, None),
    ):
        a_task(cast.bob, project, title=title, priority=priority, due=due)
    rows = slices.tasks(ACME, cast.vic.user, Status.OPEN, None, NOW).tasks
    assert [row.title for row in rows] == ["soon", "late", "undated", "high", "low"]
    assert rows[0].due == date(2026, 9, 16)
    assert rows[0].project_title == "Launch"


def test_a_projects_tasks_come_newest_first_and_only_its_own(cast: Cast) -> None:
    one, other = a_project(cast.alice, title="One"), a_project(cast.alice, title="Other")
    for number in range(3):
        a_task(cast.bob, one, title=f"Task {number}", now=NOW + timedelta(seconds=number))
        a_task(cast.bob, other)
    read = board(ACME, cast.vic.user, one, NOW)
    assert (read.title, [task.title for task in read.tasks]) == ("One", ["Task 2", "Task 1", "Task 0"])


def test_a_long_title_is_whole_on_the_projects_page_and_cut_on_its_card(cast: Cast) -> None:
    title = "ü" * 200
    project = a_project(cast.alice, title=title)
    read = board(ACME, cast.vic.user, project, NOW)
    assert read.title == title
    assert read.card.title == "ü" * 38 + "…"
    assert len(read.card.title.encode()) <= 80


def test_the_activity_of_a_month_is_told_newest_first_with_who_and_what(cast: Cast) -> None:
    ref = a_task(
        cast.alice, a_project(cast.alice, now=NOW + timedelta(seconds=1)), title="Write", now=NOW + timedelta(seconds=2)
    )
    tasks.complete(cast.bob, ref, NOW + timedelta(seconds=3))
    events = history.activity(ACME, cast.vic.user, None, NOW).events
    assert [(event.actor, event.action, event.title) for event in events[:3]] == [
        ("Bob", "task-completed", "Write"),
        ("Alice", "task-created", "Write"),
        ("Alice", "project-created", "Launch"),
    ]
    assert events[-1].action in {"org-created", "member-added"}
    assert history.activity(ACME, cast.vic.user, "2026-08", NOW).events == ()


def test_members_are_listed_with_what_they_are(cast: Cast) -> None:
    members = {member.name: member for member in slices.members(ACME, cast.vic.user).members}
    assert {name: member.role for name, member in members.items()} == {
        "Alice": "owner",
        "Dana": "admin",
        "Bob": "member",
        "Vic": "viewer",
    }
    assert members["Bob"].email == "bob@example.org"
    assert members["Bob"].joined == NOW


# --- who may see it -----------------------------------------------------------------------------

Ask = Callable[[str, str, TaskRef], object]

PAGES: dict[str, Ask] = {
    "dashboard": lambda org, user, _: dashboard(org, user, NOW),
    "pulse": lambda org, user, ref: pulse(org, user, ref.project, NOW),
    "frame": lambda org, user, _: slices.frame(org, user),
    "projects": lambda org, user, _: slices.projects(org, user),
    "board": lambda org, user, ref: board(org, user, ref.project, NOW),
    "task": lambda org, user, ref: slices.task(org, user, ref.project, ref.id),
    "tasks": lambda org, user, _: slices.tasks(org, user, Status.OPEN, None, NOW),
    "members": lambda org, user, _: slices.members(org, user),
    "trend": lambda org, user, _: months.trend(org, user, None, NOW),
    "activity": lambda org, user, _: history.activity(org, user, None, NOW),
}


@pytest.mark.parametrize("page", PAGES)
def test_every_member_sees_a_page_and_a_stranger_cannot_tell_it_from_none(cast: Cast, page: str) -> None:
    ask = PAGES[page]
    ref = a_task(cast.alice, a_project(cast.alice))
    for role in Role:
        ask(ACME, cast.playing(role).user, ref)
    refusals = set()
    for org, user in (
        (ACME, cast.charlie.user),
        ("no-such-org", cast.charlie.user),
        (ACME, "0" * 10),
        ("no-such-org", cast.alice.user),
        (OTHER, cast.alice.user),
    ):
        with pytest.raises(NotFound) as refused:
            ask(org, user, ref)
        refusals.add(str(refused.value))
    assert len(refusals) == 1, "the same words for what is foreign and what is missing"


@pytest.mark.parametrize("page", PAGES)
def test_an_organisation_that_is_gone_is_seen_by_nobody(cast: Cast, page: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    client().update_item(
        TableName="app-main",
        Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}},
        UpdateExpression="SET #s = :gone",
        ExpressionAttributeNames={"#s": "state"},
        ExpressionAttributeValues={":gone": {"S": "gone"}},
    )
    with pytest.raises(NotFound):
        PAGES[page](ACME, cast.alice.user, ref)


def test_a_task_is_found_in_its_own_project_and_organisation_only(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    another = a_project(cast.alice)
    foreign = a_project(cast.charlie, OTHER)
    for org, user, project in (
        (ACME, cast.alice.user, another),
        (OTHER, cast.charlie.user, ref.project),
        (OTHER, cast.charlie.user, foreign),
    ):
        with pytest.raises(NotFound):
            slices.task(org, user, project, ref.id)
    with pytest.raises(NotFound):
        board(OTHER, cast.charlie.user, ref.project, NOW)


# --- home ---------------------------------------------------------------------------------------


def test_home_shows_my_organisations_and_my_live_tasks_of_all_of_them_soonest_first(cast: Cast) -> None:
    second = an_org(cast.charlie)
    orgs.join(cast.charlie, second, cast.bob.user, Role.ADMIN, NOW)
    here, there = a_project(cast.alice), a_project(cast.charlie, second)
    a_task(cast.alice, here, title="undated", assignee=cast.bob.user)
    a_task(cast.alice, here, title="late", due=date(2027, 1, 1), assignee=cast.bob.user)
    a_task(cast.charlie, there, org=second, title="soon", due=date(2026, 9, 16), assignee=cast.bob.user)
    a_task(cast.alice, here, title="somebody else's", assignee=cast.dana.user)
    a_task(cast.alice, here, title="nobody's")
    tasks.complete(cast.bob, a_task(cast.alice, here, title="done", assignee=cast.bob.user), NOW)
    mine = home.home(cast.bob.user)
    assert {(org.id, org.name, org.role) for org in mine.orgs} == {
        (ACME, "Acme", "member"),
        (second, "Another", "admin"),
    }
    assert [task.title for task in mine.tasks] == ["soon", "late", "undated"]
    assert home.home(cast.vic.user).tasks == ()


@pytest.mark.parametrize("page_size", [100, 1])
def test_home_shows_no_task_of_an_organisation_that_i_have_left(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, page_size: int
) -> None:
    project = a_project(cast.alice)
    a_task(cast.alice, project, title="not mine any more", assignee=cast.bob.user)
    a_task(cast.alice, project, title="nor this", assignee=cast.bob.user)
    _delete(keys.membership(ACME, cast.bob.user))
    monkeypatch.setattr(home, "HOME_PAGE", page_size)
    after, pages = "", 0
    while pages == 0 or after:
        mine = home.home(cast.bob.user, after)
        after, pages = mine.next_cursor, pages + 1
        assert (mine.orgs, mine.tasks) == ((), ())
    assert pages == max(1, 2 // page_size)


# --- an index that lags -------------------------------------------------------------------------


def _delete(key: keys.Key) -> None:
    client().delete_item(TableName="app-main", Key={"PK": {"S": key.pk}, "SK": {"S": key.sk}})


@contextmanager
def stale_indexes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """From here on both indexes answer as they stood when the block began; the table itself is up to date."""
    real = client()._make_api_call  # type: ignore[attr-defined]  # the stubs hide it
    frozen = [item.to_dynamodb_dict() for org in (ACME, OTHER) for item in store.walk("test", keys.org_pk(org))]

    def call(operation: str, parameters: dict[str, Any]) -> Any:
        index = parameters.get("IndexName")
        if operation != "Query" or index is None:
            return real(operation, parameters)
        values = [value["S"] for _, value in sorted(parameters["ExpressionAttributeValues"].items())]
        matching = [item for item in frozen if item.get(f"{index}PK", {}).get("S") in values]
        prefixes = [value for value in values if value not in {item.get(f"{index}PK", {}).get("S") for item in frozen}]
        if prefixes and "begins_with" in parameters["KeyConditionExpression"]:
            matching = [item for item in matching if item[f"{index}SK"]["S"].startswith(prefixes[0])]
        matching.sort(key=lambda item: item[f"{index}SK"]["S"])
        projected = Base.gsi1.Meta.projection.non_key_attributes
        kept = {*(projected or []), "PK", "SK", f"{index}PK", f"{index}SK"}
        rows = [{name: value for name, value in item.items() if name in kept} for item in matching]
        return {"Items": rows, "Count": len(rows), "ScannedCount": len(rows)}

    monkeypatch.setattr(client(), "_make_api_call", call)
    yield
    monkeypatch.undo()


def test_lists_from_a_lagging_index_still_work_and_every_click_looks_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(cast.alice)
    done, gone, edited, untouched = (
        a_task(cast.alice, project, title=title, priority=Priority.HIGH, assignee=cast.bob.user)
        for title in ("done", "gone", "edited", "untouched")
    )
    with stale_indexes(monkeypatch):
        tasks.complete(cast.bob, done, NOW)
        tasks.delete(cast.bob, gone, NOW)
        tasks.edit(cast.bob, edited, tasks.TaskFields("renamed", Priority.LOW), 1, NOW)
        fresh = a_task(cast.alice, project, title="fresh", priority=Priority.HIGH)
        for priority in (None, Priority.HIGH):
            rows = {row.title: row for row in slices.tasks(ACME, cast.vic.user, Status.OPEN, priority, NOW).tasks}
            assert set(rows) == {"done", "gone", "edited", "untouched"}, "the list is as old as its index"
        shown = slices.tasks(ACME, cast.vic.user, Status.OPEN, None, NOW)
        assert shown.dashboard.counts.of(Status.OPEN) == 3, "the totals beside it are not"
        assert {task.title for task in home.home(cast.bob.user).tasks} == {"done", "gone", "edited", "untouched"}
        # What a click does is decided on the table.
        assert tasks.complete(cast.dana, done, NOW).completed_by == cast.bob.user, "already done, and not counted again"
        with pytest.raises(NotFound):
            tasks.complete(cast.bob, gone, NOW)
        assert tasks.complete(cast.bob, edited, NOW).title == "renamed"
        assert tasks.complete(cast.bob, untouched, NOW).status == Status.DONE
        assert tasks.complete(cast.bob, fresh, NOW).status == Status.DONE
    month = dashboard(ACME, cast.vic.user, NOW)
    assert month.month.by_user == {cast.bob.user: 4}
    assert month.counts.of(Status.OPEN) == 0


def test_a_lagging_index_of_a_left_organisation_shows_what_it_knew_and_opens_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(cast.alice)
    ref = a_task(cast.alice, project, assignee=cast.bob.user)
    with stale_indexes(monkeypatch):
        _delete(keys.membership(ACME, cast.bob.user))
        client().update_item(
            TableName="app-main",
            Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}},
            UpdateExpression="REMOVE people.#u",
            ExpressionAttributeNames={"#u": cast.bob.user},
        )
        assert [org.id for org in home.home(cast.bob.user).orgs] == [ACME]
        with pytest.raises(NotFound):
            dashboard(ACME, cast.bob.user, NOW)
        with pytest.raises(NotFound):
            tasks.complete(cast.bob, ref, NOW)


def test_renaming_a_project_reaches_every_list(cast: Cast) -> None:
    project = a_project(cast.alice)
    a_task(cast.bob, project, assignee=cast.bob.user)
    rename_project(cast.bob, ACME, project, "Second launch", NOW)
    assert dashboard(ACME, cast.vic.user, NOW).projects[0].title == "Second launch"
    assert slices.projects(ACME, cast.vic.user).projects[0].title == "Second launch"
    assert slices.tasks(ACME, cast.vic.user, Status.OPEN, None, NOW).tasks[0].project_title == "Second launch"
    assert home.home(cast.bob.user).tasks[0].project_title == "Second launch"


def test_the_name_of_somebody_who_left_is_not_made_up(cast: Cast) -> None:
    frame = slices.frame(ACME, cast.bob.user)
    assert (frame.name_of(cast.dana.user), frame.name_of(an_account()), frame.name_of(None)) == (
        "Dana",
        "Former member",
        "",
    )
