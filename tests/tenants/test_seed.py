"""Sample organisations: the same for the same seed, full of work, and finished when they were begun."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from tenants import clock, keys, store
from tenants.errors import AlreadyTaken, Refused
from tenants.items import Event, Membership, Profile, Stats, Task
from tenants.policy import Plan, Role, Status
from tenants.reads.dashboard import dashboard
from tenants.reads.history import activity
from tenants.reconcile import reconcile
from tenants.seed import words
from tenants.seed.making import PASSWORD, Standing, make, standing
from tenants.seed.story import Story, Wish, member_id, tell
from tenants.writes import accounts
from tests.cast import NOW
from tests.fast_moto import table_of
from tests.faults import Fault, now_and_then, transactions_meet
from tests.tenants.partition import raw, survives

pytestmark = pytest.mark.usefixtures("empty_table")

WISH = Wish("harbour", "Harbour", "Europe/Berlin", people=7, projects=5, tasks=90, seed=4, accounts=True)


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 takes its time on purpose; that accounts can be signed in to is tested with the real one."""
    monkeypatch.setattr("tenants.seed.making.passwords.make", lambda password: f"hash of {password}")


@pytest.fixture
def made(empty_table: None) -> Story:  # noqa: ARG001 - it is where it is made
    """The wished organisation."""
    return make(WISH, NOW)


def items(kind: type[Any], org: str = WISH.org) -> list[Any]:
    return [item for item in store.walk("partition", keys.org_pk(org)) if isinstance(item, kind)]


def owner(wish: Wish = WISH) -> str:
    return member_id(wish, 0)


def test_a_sample_has_exactly_what_was_asked_for_and_no_drift(made: Story) -> None:
    seen = dashboard(WISH.org, owner(), NOW).frame
    assert (len(seen.people), seen.projects, seen.plan) == (7, 5, Plan.PRO)
    assert len(items(Membership)) == 7
    assert len(items(Task)) == 90 == len(made.tasks)
    assert reconcile(WISH.org) == []


def test_the_same_wish_is_the_same_organisation_and_another_seed_another() -> None:
    assert tell(WISH, NOW) == tell(WISH, NOW)
    assert tell(WISH, NOW) != tell(replace(WISH, seed=5), NOW)
    make(WISH, NOW)
    again = replace(WISH, org="harbour-two")
    make(again, NOW)
    one, two = ([(task.title, task.status, task.due) for task in items(Task, wish.org)] for wish in (WISH, again))
    assert sorted(one, key=str) == sorted(two, key=str)


def test_the_work_lies_around_today_with_months_of_history_behind_it(made: Story) -> None:
    tasks = [sample.task for sample in made.tasks]
    status = Counter(task.status for task in tasks)
    assert min(status[each] for each in Status) >= 4
    months = {task.day[:7] for task in tasks if task.day}
    assert len(months) >= 5
    today = clock.local_day(NOW, WISH.zone)
    live_due = [date.fromisoformat(task.due) for task in tasks if task.due and task.status is not Status.DONE]
    assert min(live_due) < today < max(live_due)
    assert max(live_due) - min(live_due) < timedelta(days=120)


def test_several_people_have_finished_work_this_month(made: Story) -> None:
    assert made.wish is WISH
    assert len(dashboard(WISH.org, owner(), NOW).month.by_user) >= 3


@pytest.mark.parametrize("now", [datetime(2026, 8, 31, 22, 0, 30, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)])
def test_there_is_finished_work_this_month_also_on_its_first_day(now: datetime) -> None:
    make(WISH, now)
    assert len(dashboard(WISH.org, owner(), now).month.by_user) >= 3
    assert reconcile(WISH.org) == []


def test_nothing_happens_before_its_cause_or_after_now(made: Story) -> None:
    for sample in made.tasks:
        task = sample.task
        began = next(project.created for project in made.projects if project.project == task.project)
        assert began <= clock.from_text(task.created_at) <= NOW
        if task.completed_at:
            assert task.created_at <= task.completed_at <= clock.to_text(NOW)


def test_viewers_finish_nothing_and_have_nothing_to_do(made: Story) -> None:
    viewers = {member.id for member in made.people if member.role is Role.VIEWER}
    assert viewers
    assert not viewers & {sample.task.assignee for sample in made.tasks}


def test_the_first_four_can_sign_in_with_the_well_known_password_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    make(WISH, NOW)
    for role in Role:
        signed_in = accounts.sign_in(f"{role}@harbour.example", PASSWORD, NOW)
        assert signed_in is not None
        assert dashboard(WISH.org, signed_in.user, NOW).frame.viewer.role is role
    without = [item for item in items(Membership) if item.email.split("@")[0] not in set(Role)]
    assert len(without) == 3
    for membership in without:
        profile = store.get("account", Profile, keys.profile(keys.last_part(membership.sk)))
        assert profile is not None
        assert profile.password is None


def test_without_accounts_nobody_can_sign_in() -> None:
    story = make(replace(WISH, accounts=False), NOW)
    assert not any(member.signs_in for member in story.people)
    for member in story.people:
        profile = store.get("account", Profile, keys.profile(member.id))
        assert profile is not None
        assert profile.password is None


@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_few_people_are_the_first_of_the_four_roles(people: int) -> None:
    roles = [member.role for member in tell(replace(WISH, people=people), NOW).people]
    assert roles == list(Role)[:people]


def test_the_largest_plan_can_be_filled_with_names_and_titles_of_which_none_comes_twice() -> None:
    story = tell(replace(WISH, people=250, projects=1000, tasks=0), NOW)
    assert len({member.name for member in story.people}) == 250
    assert len({member.email for member in story.people}) == 250
    assert len({sample.project.title for sample in story.projects}) == 1000
    assert len({sample.project.id for sample in story.projects}) == 1000
    assert len(words.all_names()) == len(set(words.all_names()))


def test_the_activity_tells_of_people_projects_and_finished_work(made: Story) -> None:
    actions = Counter(event.action for event in items(Event))
    assert actions["member-added"] == 6
    assert actions["project-created"] == 5
    assert actions["task-completed"] >= 3
    assert actions["task-completed"] == sum(sample.told for sample in made.tasks)
    assert all(event.expires_at > NOW.timestamp() for event in items(Event))
    assert activity(WISH.org, owner(), "2026-09", NOW).events


def test_what_the_dashboard_counts_this_month_is_in_the_activity(made: Story) -> None:
    told = [event for event in items(Event) if event.action == "task-completed"]
    days = Counter(clock.local_day(clock.from_text(event.sk.split("#")[2]), WISH.zone).day for event in told)
    assert dashboard(WISH.org, owner(), NOW).month.by_day.items() <= days.items()
    assert len(told) < len([sample for sample in made.tasks if sample.task.completed_at])


def test_members_keep_their_names_in_their_months(made: Story) -> None:
    names = {member.id: member.name for member in made.people}
    for stats in items(Stats):
        assert stats.name == names[stats.sk.split("#")[2]]


@pytest.mark.parametrize(
    ("changes", "plan"),
    [
        ({"people": 5, "projects": 10}, Plan.FREE),
        ({"people": 6, "projects": 1}, Plan.PRO),
        ({"people": 1, "projects": 101}, Plan.ENTERPRISE),
    ],
)
def test_the_plan_is_the_smallest_that_holds_it(changes: dict[str, Any], plan: Plan) -> None:
    assert replace(WISH, **changes).plan() is plan


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"people": 251}, "No plan holds 251 people and 5 projects; the largest, enterprise, holds 250 and 1,000"),
        ({"people": 0}, "at least one person"),
        ({"projects": 0}, "Tasks need a project"),
        ({"projects": -1, "tasks": 0}, "Tasks need a project"),
        ({"org": "no"}, "“no” is no id"),
        ({"org": "admin"}, "some are reserved"),
        ({"zone": "Mars/Olympus"}, "no time zone"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(changes: dict[str, Any], reason: str) -> None:
    wish = replace(WISH, **changes)
    with pytest.raises(Refused, match=reason):
        make(wish, NOW)
    assert raw(wish.org) == {}
    assert not list(store.walk("partition", keys.user_pk(member_id(wish, 0))))


def test_an_address_of_somebody_else_is_not_taken_over() -> None:
    stranger = accounts.sign_up("Somebody", "viewer@harbour.example", None, NOW)
    with pytest.raises(AlreadyTaken, match=r"viewer@harbour\.example belongs to an account that is not of this sample"):
        make(WISH, NOW)
    assert stranger not in dashboard(WISH.org, owner(), NOW).frame.people


def test_it_is_told_apart_what_is_missing_half_made_made_and_somebody_elses() -> None:
    assert standing(WISH) is Standing.MISSING
    assert not survives(lambda: make(WISH, NOW), 12)
    assert standing(WISH) is Standing.HALF_MADE
    with pytest.raises(Refused, match="half-made with other numbers"):
        standing(replace(WISH, tasks=91))
    make(WISH, NOW)
    assert standing(WISH) is Standing.MADE
    assert standing(replace(WISH, tasks=91)) is Standing.ANOTHER


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_a_sample_is_finished_by_making_it_again_a_day_later(
    monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    monkeypatch.setattr("tenants.seed.making._MEMBERS_AT_ONCE", 2)
    monkeypatch.setattr("tenants.seed.making._PROJECTS_AT_ONCE", 1)
    wish = replace(WISH, people=5, projects=2, tasks=12)
    nothing = copy.deepcopy(table_of("app-main").items)
    make(wish, NOW)
    undisturbed = _comparable(wish.org)
    for call in count(1):
        table_of("app-main").items = copy.deepcopy(nothing)
        ended = survives(lambda: make(wish, NOW), call, before=before)
        began = "JOB#SEED" in raw(wish.org)
        # Before the job is written nothing is fixed to a day; from then on the second try goes on with the first day.
        make(wish, NOW + timedelta(days=1) if began else NOW)
        assert _comparable(wish.org) == undisturbed, f"after a kill around call {call}"
        assert standing(wish) is Standing.MADE
        if ended:
            break
    assert call > 12
    assert reconcile(wish.org) == []


def test_a_sample_is_whole_when_transactions_conflict_or_answers_are_lost() -> None:
    for number, fault in enumerate((Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER)):
        wish = replace(WISH, org=f"harbour-{number}")
        with transactions_meet(now_and_then(fault, 0.3)):
            make(wish, NOW)
        assert len(items(Task, wish.org)) == 90
        assert reconcile(wish.org) == []


def test_progress_ends_with_everything() -> None:
    seen: list[tuple[int, int]] = []
    make(WISH, NOW, lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1] == (6 + 5 + 90, 6 + 5 + 90)


def _comparable(org: str) -> Any:
    """All that is there but what a try is free to choose: the id of the entry that tells of the founding."""
    return {sk: item for sk, item in raw(org).items() if item.get("action") != {"S": "org-created"}}
