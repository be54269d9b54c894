"""Roles, removing, leaving: who may do it to whom, and what is left of it everywhere."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count

import pytest

from tenants import keys, store
from tenants.errors import LastOwner, NotAllowed, NotFound, Refused, TableroError
from tenants.items import ArchivedTask, Job, Metadata, Task
from tenants.mover import batch, leaving
from tenants.mover.finished import archive_done
from tenants.mover.leaving import clear_assignments
from tenants.policy import Role
from tenants.reads import history, slices
from tenants.reads.home import home
from tenants.reconcile import reconcile
from tenants.writes import accounts, edits, members, moves, orgs, project_life, tasks
from tenants.writes.audit import REFUSED
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskFields
from tests.cast import ACME, NOW, OTHER, PASSWORD, Cast, a_project, a_task, an_account
from tests.faults import Fault, transactions_meet
from tests.tenants.moving import a_busy_project, ref_of, rewinder
from tests.tenants.partition import raw, survives
from tests.truth import assert_exact


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)


def roles(org: str = ACME) -> dict[str, Role]:
    metadata = store.get("test", Metadata, keys.metadata(org))
    assert metadata is not None
    return {user: Role(packed.partition("|")[0]) for user, packed in metadata.people.items()}


def pending() -> set[str]:
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    return set(metadata.jobs or ())


def assigned(user: str) -> list[str]:
    """The rows of Acme that are given to somebody, of whatever kind."""
    return [sk for sk, item in raw(ACME).items() if item.get("assignee") == {"S": user}]


# --- roles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", Role)
@pytest.mark.parametrize("whose", Role)
@pytest.mark.parametrize("who", Role)
def test_nobody_grants_a_role_above_their_own_or_changes_somebody_above_them(
    cast: Cast, who: Role, whose: Role, wanted: Role
) -> None:
    if whose is who:
        target = an_account("Twin")
        orgs.join(cast.alice, ACME, target, whose, NOW)
    else:
        target = cast.playing(whose).user
    before = raw(ACME)
    expected: type[TableroError] | None = None
    if who in {Role.MEMBER, Role.VIEWER} or whose.rank < who.rank:
        expected = NotAllowed
    elif wanted.rank < who.rank:
        expected = Refused
    if expected:
        with pytest.raises(expected):
            members.change_role(cast.playing(who), ACME, target, wanted, NOW)
        assert {sk: item for sk, item in raw(ACME).items() if sk in before} == before
        # Trying to give more than one has is told of; the rest is told by whoever turns NotAllowed into a page.
        news = [item["action"]["S"] for sk, item in raw(ACME).items() if sk not in before]
        assert news == ([REFUSED] if expected is Refused else [])
        return
    assert members.change_role(cast.playing(who), ACME, target, wanted, NOW) is whose
    assert roles()[target] is wanted
    assert_exact(ACME)


def test_a_changed_role_is_told_once_and_shown_on_the_persons_home(cast: Cast) -> None:
    for _ in range(2):
        members.change_role(cast.alice, ACME, cast.bob.user, Role.VIEWER, NOW)
    (told,) = [
        event for event in history.activity(ACME, cast.alice.user, None, NOW).events if event.action == "role-changed"
    ]
    assert (told.title, told.before, told.after) == ("Bob", "member", "viewer")
    assert [org.role for org in home(cast.bob.user).orgs] == [Role.VIEWER]


def test_the_only_owner_stays_one(cast: Cast) -> None:
    before = raw(ACME)
    with pytest.raises(LastOwner):
        members.change_role(cast.alice, ACME, cast.alice.user, Role.ADMIN, NOW)
    with pytest.raises(LastOwner):
        members.leave(cast.alice, ACME, NOW)
    assert raw(ACME) == before
    members.change_role(cast.alice, ACME, cast.dana.user, Role.OWNER, NOW)
    members.change_role(cast.alice, ACME, cast.alice.user, Role.ADMIN, NOW)
    assert roles()[cast.alice.user] is Role.ADMIN
    assert_exact(ACME)


def test_of_two_owners_who_demote_each_other_in_the_same_moment_one_stays(cast: Cast) -> None:
    members.change_role(cast.alice, ACME, cast.dana.user, Role.OWNER, NOW)
    quicker = lambda: members.change_role(cast.dana, ACME, cast.alice.user, Role.MEMBER, NOW)  # noqa: E731 - a step
    with transactions_meet([quicker]), pytest.raises(NotAllowed):
        members.change_role(cast.alice, ACME, cast.dana.user, Role.MEMBER, NOW)
    assert (roles()[cast.alice.user], roles()[cast.dana.user]) == (Role.MEMBER, Role.OWNER)
    assert_exact(ACME)


def test_an_owner_who_is_demoted_in_the_last_moment_makes_no_owner_any_more(cast: Cast) -> None:
    members.change_role(cast.alice, ACME, cast.dana.user, Role.OWNER, NOW)
    eve = an_account("Eve")
    demote = lambda: members.change_role(cast.alice, ACME, cast.dana.user, Role.ADMIN, NOW)  # noqa: E731 - a step
    again = rewinder()
    for act in (
        lambda: members.change_role(cast.dana, ACME, cast.bob.user, Role.OWNER, NOW),
        lambda: orgs.join(cast.dana, ACME, eve, Role.OWNER, NOW),
    ):
        again()
        with transactions_meet([demote]), pytest.raises(Refused):
            act()
        assert Role.OWNER not in {role for user, role in roles().items() if user != cast.alice.user}


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_a_bad_network_changes_a_role_removes_and_lets_go_once(cast: Cast, fault: Fault) -> None:
    for act in (
        lambda: members.change_role(cast.alice, ACME, cast.vic.user, Role.MEMBER, NOW),
        lambda: members.change_role(cast.dana, ACME, cast.dana.user, Role.MEMBER, NOW),
        lambda: members.remove(cast.alice, ACME, cast.vic.user, NOW),
        lambda: members.leave(cast.bob, ACME, NOW),
    ):
        with transactions_meet([fault, fault]):
            act()
    assert roles().keys() == {cast.alice.user, cast.dana.user}
    told = [event.action for event in history.activity(ACME, cast.alice.user, None, NOW).events]
    assert (
        sorted(told) == ["member-added"] * 3 + ["member-left", "member-removed", "org-created"] + ["role-changed"] * 2
    )
    assert_exact(ACME)


# --- removing and leaving -----------------------------------------------------------------------


@pytest.mark.parametrize("whose", Role)
@pytest.mark.parametrize("who", Role)
def test_who_may_remove_whom(cast: Cast, who: Role, whose: Role) -> None:
    if whose is who:
        target = an_account("Twin")
        orgs.join(cast.alice, ACME, target, whose, NOW)
    else:
        target = cast.playing(whose).user
    before = raw(ACME)
    if who in {Role.MEMBER, Role.VIEWER} or whose.rank < who.rank:
        with pytest.raises(NotAllowed):
            members.remove(cast.playing(who), ACME, target, NOW)
        assert raw(ACME) == before
        return
    assert members.remove(cast.playing(who), ACME, target, NOW).finished
    assert target not in roles()
    assert_exact(ACME)


def test_nobody_removes_themselves_a_stranger_or_somebody_elsewhere(cast: Cast) -> None:
    before = raw(ACME)
    with pytest.raises(Refused):
        members.remove(cast.alice, ACME, cast.alice.user, NOW)
    with pytest.raises(NotFound):
        members.remove(cast.alice, ACME, cast.charlie.user, NOW)
    with pytest.raises(NotFound):
        members.remove(cast.charlie, ACME, cast.bob.user, NOW)
    with pytest.raises(NotFound):
        members.leave(cast.charlie, ACME, NOW)
    assert raw(ACME) == before


@pytest.mark.parametrize("how", ["removed", "left"])
def test_who_is_gone_sees_nothing_holds_nothing_and_their_months_keep_their_name(cast: Cast, how: str) -> None:
    project = a_busy_project(cast)
    open_task = a_task(cast.alice, project, assignee=cast.bob.user, due=date(2026, 10, 1))
    orgs.create(cast.bob, "bobs-own", "Bob's", "UTC", NOW)
    own = a_task(cast.bob, a_project(cast.bob, "bobs-own"), org="bobs-own", assignee=cast.bob.user)
    months = {sk: item for sk, item in raw(ACME).items() if sk.startswith(("LEADERS#", "STATS#"))}
    assert assigned(cast.bob.user)
    if how == "removed":
        assert members.remove(cast.dana, ACME, cast.bob.user, NOW).finished
    else:
        assert members.leave(cast.bob, ACME, NOW).finished
    assert assigned(cast.bob.user) == []
    assert [org.id for org in home(cast.bob.user).orgs] == ["bobs-own"]
    assert [task.id for task in home(cast.bob.user).tasks] == [own.id]
    for act in (
        lambda: slices.frame(ACME, cast.bob.user),
        lambda: tasks.complete(cast.bob, open_task, NOW),
        lambda: members.leave(cast.bob, ACME, NOW),
    ):
        with pytest.raises(NotFound):
            act()
    assert {sk: item for sk, item in raw(ACME).items() if sk.startswith(("LEADERS#", "STATS#"))} == months
    assert any(item["name"] == {"S": "Bob"} for sk, item in months.items() if sk.startswith("STATS#"))
    assert slices.frame(ACME, cast.alice.user).name_of(cast.bob.user) == "Former member"
    assert pending() == set()
    assert_exact(ACME)


def test_a_task_tells_in_its_history_that_it_lost_its_assignee(cast: Cast) -> None:
    task = a_task(cast.alice, a_project(cast.alice), assignee=cast.bob.user)
    members.remove(cast.dana, ACME, cast.bob.user, NOW)
    logs = [item for sk, item in raw(ACME).items() if sk.startswith(f"DETAIL#{task.id}#LOG#") and "before" in item]
    assert [(item["actorName"], item["before"]) for item in logs] == [
        ({"S": "Dana"}, {"M": {"assignee": {"S": "Bob"}}})
    ]


def test_the_seat_is_free_at_once_and_somebody_who_comes_back_begins_anew(cast: Cast) -> None:
    orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    task = a_task(cast.alice, a_project(cast.alice), assignee=cast.bob.user)
    assert not members.remove(cast.alice, ACME, cast.bob.user, NOW, 0).finished
    assert pending() == {f"LEAVING#{cast.bob.user}"}
    later = NOW + timedelta(seconds=1)
    orgs.join(cast.alice, ACME, cast.bob.user, Role.VIEWER, later)
    assert roles()[cast.bob.user] is Role.VIEWER
    # What the job had not come to is theirs again, and the job ends.
    assert clear_assignments(ACME, cast.bob.user).finished
    assert pending() == set()
    assert assigned(cast.bob.user) in ([], [keys.task(ACME, task.project, task.id).sk])
    members.remove(cast.alice, ACME, cast.bob.user, later)
    assert assigned(cast.bob.user) == []
    assert_exact(ACME)


def test_work_that_was_put_away_is_cleared_too(cast: Cast) -> None:
    project = a_busy_project(cast, live=4, done=3, details=0)
    for sk, item in raw(ACME).items():
        if sk.startswith(keys.tasks_prefix(project)) and item["status"]["S"] != "done":
            edits.assign(cast.alice, ref_of(sk), cast.bob.user, NOW)
    archive_done(ACME, timedelta(days=2), now=NOW)
    other = a_busy_project(cast, live=3, done=2, details=0)
    project_life.archive(cast.alice, ACME, other, NOW)
    before = {type(Task.from_raw_data(raw(ACME)[sk])) for sk in assigned(cast.bob.user)}
    assert before == {Task, ArchivedTask}
    members.remove(cast.alice, ACME, cast.bob.user, NOW)
    assert assigned(cast.bob.user) == []
    assert reconcile(ACME) == []
    project_life.restore(cast.alice, ACME, other, NOW)
    assert_exact(ACME)


def test_nobody_is_given_a_task_in_the_moment_in_which_they_are_removed(cast: Cast) -> None:
    project = a_project(cast.alice)
    task = a_task(cast.alice, project)
    gone = lambda: members.remove(cast.dana, ACME, cast.bob.user, NOW)  # noqa: E731 - a step
    again = rewinder()
    for act in (
        lambda: edits.assign(cast.alice, task, cast.bob.user, NOW),
        lambda: a_task(cast.alice, project, assignee=cast.bob.user),
        lambda: tasks.edit(cast.alice, task, TaskFields("Write it down", assignee=cast.bob.user), 1, NOW),
    ):
        again()
        with transactions_meet([gone]), pytest.raises(Refused):
            act()
        assert assigned(cast.bob.user) == []


def test_a_row_that_hops_behind_the_walk_is_found_by_the_next_one(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "_ROWS", 2)
    older, newer = a_project(cast.alice, now=NOW - timedelta(days=1)), a_project(cast.alice)
    task = a_task(cast.alice, older, assignee=cast.bob.user)
    for _ in range(4):
        a_task(cast.alice, newer, assignee=cast.bob.user)
    # The newest project comes first: by the fourth step the walk is past it.
    hop = lambda: moves.move(cast.alice, task, newer, 1, NOW)  # noqa: E731 - a step
    with transactions_meet([Fault.NONE, Fault.NONE, Fault.NONE, Fault.NONE, hop]):
        members.remove(cast.alice, ACME, cast.bob.user, NOW)
    assert assigned(cast.bob.user) == []
    assert_exact(ACME)


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
@pytest.mark.parametrize("how", ["removed", "left"])
def test_killed_around_any_call_and_asked_for_again_somebody_is_gone_as_if_nothing_had_happened(
    cast: Cast, how: str, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    monkeypatch.setattr(batch, "MOST_ITEMS", 10)
    monkeypatch.setattr(leaving, "_ROWS", 4)
    a_busy_project(cast, live=3, done=2, details=0)

    def go() -> None:
        if how == "removed":
            members.remove(cast.dana, ACME, cast.bob.user, NOW)
        else:
            members.leave(cast.bob, ACME, NOW)

    def left() -> object:
        items = raw(ACME)
        job = items.pop(keys.leaving_job(ACME, cast.bob.user).sk)
        seen = {sk: item for sk, item in items.items() if not sk.startswith(("EVENT#", "AUDIT#")) and "#LOG#" not in sk}
        logs = sorted(str(item.get("before")) for sk, item in items.items() if "#LOG#" in sk)
        told = sorted(item["action"]["S"] for sk, item in items.items() if sk.startswith(("EVENT#", "AUDIT#")))
        return seen, logs, told, job["state"]

    again = rewinder()
    go()
    undisturbed = left()
    for call in count(1):
        again()
        ended = survives(go, call, before=before)
        assert reconcile(ACME) == [], f"after a kill around call {call}"
        if cast.bob.user in roles():
            go()
        else:
            members.remove(cast.alice, ACME, cast.bob.user, NOW)
        assert left() == undisturbed, f"after a kill around call {call}"
        if ended:
            assert call > 10
            break


def test_the_rights_of_a_prepared_form_end_with_the_role(cast: Cast) -> None:
    session = accounts.sign_in("dana@example.org", PASSWORD, NOW)
    assert session is not None
    dana = Actor(cast.dana.user, accounts.digest(session.secret))
    members.change_role(cast.alice, ACME, cast.dana.user, Role.MEMBER, NOW)
    with pytest.raises(NotAllowed):
        members.remove(dana, ACME, cast.bob.user, NOW)
    members.remove(cast.alice, ACME, cast.dana.user, NOW)
    with pytest.raises(NotFound):
        members.change_role(dana, ACME, cast.bob.user, Role.VIEWER, NOW)


def test_what_somebody_does_elsewhere_is_untouched(cast: Cast) -> None:
    orgs.join(cast.charlie, OTHER, cast.bob.user, Role.ADMIN, NOW)
    before = raw(OTHER)
    members.remove(cast.alice, ACME, cast.bob.user, NOW)
    assert raw(OTHER) == before
    assert store.get("test", Job, keys.leaving_job(OTHER, cast.bob.user)) is None
