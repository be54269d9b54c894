from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from tenants import keys, store
from tenants.errors import LinkEnded, NotFound, Refused, SessionEnded
from tenants.items import Membership, Metadata, Profile, Stats, Task
from tenants.mover.leaving import clear_assignments
from tenants.policy import Role
from tenants.reads import slices
from tenants.reads.account import account, my_orgs
from tenants.reads.accounts import user_by_address
from tenants.reconcile import reconcile
from tenants.writes import accounts, address, closing, copies, members, org_deletion, orgs, password, person, tasks
from tenants.writes.accepting import accept
from tenants.writes.closing import OwnsAlone
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, OTHER, PASSWORD, Cast, a_project, a_task
from tests.cast import address as address_of
from tests.faults import Fault, Step, transactions_meet
from tests.inviting import by_mail
from tests.tenants.partition import survives
from tests.tenants.test_reads import stale_indexes
from tests.tenants.test_writes_person import mark

BOB = address_of("Bob")


def close(actor: Actor, typed: str = BOB, secret: str = PASSWORD) -> None:
    closing.close(actor, secret, typed, NOW)


@pytest.fixture
def bob(cast: Cast) -> Actor:
    """A member of Acme with a task and a finished one, and one of two owners of Other, signed in twice."""
    orgs.join(cast.charlie, OTHER, cast.bob.user, Role.OWNER, NOW)
    project = a_project(cast.alice)
    a_task(cast.alice, project, assignee=cast.bob.user)
    tasks.complete(cast.bob, a_task(cast.alice, project), NOW)
    accounts.open_session(cast.bob.user, "Bob", NOW)
    person.change(cast.bob, "Robert", "", "", NOW)
    return cast.bob


def is_gone(user: str) -> bool:
    """Whether nothing of the account is left but the months that it finished work in."""
    assert store.query("test", keys.user_pk(user), limit=9, consistent=True) == []
    assert user_by_address(BOB) is None
    for org in (ACME, OTHER):
        metadata = store.get("test", Metadata, keys.metadata(org))
        assert metadata
        assert user not in metadata.people
        assert user not in metadata.owners
        assert store.get("test", Membership, keys.membership(org, user)) is None
        assert reconcile(org) == []
    items = list(store.walk("test", keys.org_pk(ACME)))
    assert not [item for item in items if isinstance(item, Task) and item.assignee == user]
    month = store.get("test", Stats, keys.stats(ACME, user, "2026-09"))
    assert month
    return (month.name, month.done) == ("Bob", 1)


def test_an_account_goes_with_its_memberships_sessions_and_address_and_the_months_keep_its_name(bob: Actor) -> None:
    close(bob)
    assert is_gone(bob.user)
    assert accounts.sign_in(BOB, PASSWORD, NOW) is None
    with pytest.raises(SessionEnded):
        a_project(bob)
    assert accounts.sign_up("Bob again", BOB, PASSWORD, NOW) != bob.user


@pytest.mark.parametrize(
    ("typed", "secret", "field"),
    [
        ("alice@example.org", PASSWORD, "email"),
        ("", PASSWORD, "email"),
        (BOB, "wrong", "password"),
        (BOB, "", "password"),
    ],
)
def test_without_the_right_address_and_password_nothing_is_deleted(
    bob: Actor, typed: str, secret: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        close(bob, typed, secret)
    assert refused.value.field == field
    assert not account(bob.user, NOW).is_closing
    assert slices.members(ACME, bob.user).frame.viewer.id == bob.user


def test_the_last_owner_of_anything_is_refused_and_told_of_what_and_nothing_is_changed(cast: Cast) -> None:
    orgs.create(cast.alice, "alices-own", "Alice & co", "UTC", NOW)
    with pytest.raises(OwnsAlone, match="Acme") as refused:
        close(cast.alice, address_of("Alice"))
    assert sorted(refused.value.orgs) == ["Acme", "Alice & co"]
    assert not account(cast.alice.user, NOW).is_closing
    assert slices.members(ACME, cast.alice.user).frame.viewer.role is Role.OWNER


def test_who_becomes_the_last_owner_at_that_moment_stays(cast: Cast, bob: Actor) -> None:
    """The other owner of Other deletes their account between the look and the leaving."""
    with (
        transactions_meet([lambda: close(cast.charlie, address_of("Charlie"))]),
        pytest.raises(OwnsAlone, match="Other"),
    ):
        close(bob)
    assert not account(bob.user, NOW).is_closing
    assert user_by_address(BOB) == bob.user
    metadata = store.get("test", Metadata, keys.metadata(OTHER))
    assert metadata
    assert set(metadata.owners) == {bob.user}


def test_two_owners_who_go_at_the_same_time_do_not_both_go(cast: Cast, bob: Actor) -> None:
    gone: list[str] = []

    def other() -> None:
        close(cast.charlie, address_of("Charlie"))
        gone.append("charlie")

    with transactions_meet([lambda: None, other]), pytest.raises(OwnsAlone):
        close(bob)
    assert gone == ["charlie"]


def test_who_is_going_is_taken_in_nowhere(cast: Cast, bob: Actor) -> None:
    third = orgs.create(cast.alice, "third-works", "Third", "UTC", NOW)
    refused: list[Exception] = []

    def take_in() -> None:
        try:
            orgs.join(cast.alice, third, bob.user, Role.MEMBER, NOW)
        except Refused as error:
            refused.append(error)

    with transactions_meet([lambda: None, take_in]):
        close(bob)
    assert "being deleted" in str(refused[0])
    assert is_gone(bob.user)


def test_being_taken_in_while_the_account_is_marked_lands_nowhere(cast: Cast, bob: Actor) -> None:
    third = orgs.create(cast.alice, "third-works", "Third", "UTC", NOW)
    with transactions_meet([lambda: close(bob)]), pytest.raises((Refused, NotFound)):
        orgs.join(cast.alice, third, bob.user, Role.MEMBER, NOW)
    metadata = store.get("test", Metadata, keys.metadata(third))
    assert metadata
    assert bob.user not in metadata.people


@pytest.mark.parametrize("way", ["by the operator", "by invitation", "by founding it"])
def test_an_organisation_that_is_too_new_for_the_index_is_left_too(
    cast: Cast, bob: Actor, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    third = orgs.create(cast.alice, "third-works", "Third", "UTC", NOW)
    invited = by_mail(cast.alice, BOB, org=third)
    with stale_indexes(monkeypatch):
        if way == "by founding it":
            third = orgs.create(bob, "bobs-own", "Bob & co", "UTC", NOW)
            with pytest.raises(OwnsAlone, match="Bob & co"):
                close(bob)
            assert not account(bob.user, NOW).is_closing
            orgs.join(bob, third, cast.dana.user, Role.OWNER, NOW)
        elif way == "by invitation":
            accept(bob, invited.secret, NOW)
        else:
            orgs.join(cast.alice, third, bob.user, Role.MEMBER, NOW)
        close(bob)
    metadata = store.get("test", Metadata, keys.metadata(third))
    assert metadata
    assert bob.user not in metadata.people
    assert store.get("test", Membership, keys.membership(third, bob.user)) is None
    assert is_gone(bob.user)


def test_a_new_name_reaches_an_organisation_that_is_too_new_for_the_index(
    cast: Cast, bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    third = orgs.create(cast.alice, "third-works", "Third", "UTC", NOW)
    with stale_indexes(monkeypatch):
        orgs.join(cast.alice, third, bob.user, Role.MEMBER, NOW)
        person.change(bob, "Bobby", "", "", NOW)
        assert copies.run(bob.user)
    assert slices.frame(third, cast.alice.user).people[bob.user].name == "Bobby"


def test_the_account_forgets_an_organisation_that_it_is_no_longer_in(cast: Cast) -> None:
    def kept(actor: Actor) -> set[str]:
        profile = store.get("test", Profile, keys.profile(actor.user))
        assert profile is not None
        return set(profile.joined or ())

    assert {org for actor in (cast.bob, cast.vic, cast.dana) for org in kept(actor)} == {ACME}
    members.leave(cast.vic, ACME, NOW)
    members.remove(cast.alice, ACME, cast.bob.user, NOW)
    org_deletion.delete(cast.alice, ACME, NOW)
    assert not any(map(kept, (cast.alice, cast.bob, cast.vic, cast.dana)))
    assert kept(cast.charlie) == {OTHER}


@pytest.mark.parametrize("way", ["by the operator", "by invitation", "by founding it"])
def test_an_account_that_is_marked_while_it_is_taken_in_is_not_taken_in(cast: Cast, bob: Actor, way: str) -> None:
    """The account is still there then: it is the mark alone that keeps it out."""
    third = orgs.create(cast.alice, "third-works", "Third", "UTC", NOW)
    invited = by_mail(cast.alice, BOB, org=third)
    ways: dict[str, Callable[[], object]] = {
        "by the operator": lambda: orgs.join(cast.alice, third, bob.user, Role.MEMBER, NOW),
        "by invitation": lambda: accept(bob, invited.secret, NOW),
        "by founding it": lambda: orgs.create(bob, "bobs-own", "Bob & co", "UTC", NOW),
    }
    with transactions_meet([lambda: closing._mark(bob.user, NOW, ())]), pytest.raises((Refused, LinkEnded)):
        ways[way]()
    assert {org.id for org in my_orgs(bob.user)} == {ACME, OTHER}
    assert store.get("test", Metadata, keys.metadata("bobs-own")) is None


def test_an_account_that_names_20_organisations_begins_anew_with_the_next_one(cast: Cast) -> None:
    made = [orgs.create(cast.vic, f"one-of-many-{number}", "One of many", "UTC", NOW) for number in range(23)]
    profile = store.get("test", Profile, keys.profile(cast.vic.user))
    assert profile is not None
    assert set(profile.joined) == set(made[19:])
    assert {org.id for org in my_orgs(cast.vic.user)} == {*made, ACME}


def test_a_session_that_is_opened_meanwhile_goes_too(bob: Actor) -> None:
    again = mark()
    with transactions_meet([]) as sent:
        close(bob)
    again()
    # Just before the last of its transactions arrives.
    steps: list[Step] = [Fault.NONE] * (len(sent) - 1)
    with transactions_meet([*steps, lambda: accounts.sign_in(BOB, PASSWORD, NOW)]):
        close(bob)
    assert store.query("test", keys.user_pk(bob.user), limit=9, consistent=True) == []


def test_a_move_to_another_address_meanwhile_leaves_no_lock_behind(bob: Actor) -> None:
    secret = address.ask(bob, "new@example.org", PASSWORD, NOW).secret
    with transactions_meet([lambda: address.confirm(secret, NOW)]):
        close(bob)
    assert user_by_address("new@example.org") is None
    assert user_by_address(BOB) is None


def test_links_of_an_account_that_is_gone_open_nothing(bob: Actor) -> None:
    found = password.ask_reset(BOB, NOW)
    assert found
    close(bob)
    for look in (password.look_reset, address.look):
        with pytest.raises(Exception, match="This link"):
            look(found[1], NOW)


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_its_owner_can_go_on_and_then_it_is_gone(bob: Actor, *, before: bool) -> None:
    again = mark()
    for call in count(1):
        again()
        ended = survives(lambda: close(bob), call, before=before)
        try:
            close(bob)
        except SessionEnded:
            assert user_by_address(BOB) is None, f"after a kill around call {call} nobody can go on"
        # What was left of clearing up in the organisation is a job of its own there, which it knows of.
        metadata = store.get("test", Metadata, keys.metadata(ACME))
        assert metadata
        if metadata.jobs:
            clear_assignments(ACME, bob.user, None)
        assert is_gone(bob.user), f"after a kill around call {call}"
        if ended:
            assert call >= 15
            break


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_it_is_deleted_whatever_the_network_does(bob: Actor, fault: Fault) -> None:
    with transactions_meet([fault, Fault.NONE] * 6):
        close(bob)
    assert is_gone(bob.user)
