from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import count

import pytest

from tenants import keys, store
from tenants.errors import Refused, SessionEnded
from tenants.items import Job, Membership, Metadata, Profile, Session, Stats
from tenants.people import person_of
from tenants.policy import Role
from tenants.reads.account import account
from tenants.reconcile import reconcile
from tenants.writes import accounts, copies, orgs, person, tasks, wishes
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task
from tests.fast_moto import table_of
from tests.faults import Fault, transactions_meet
from tests.tenants.partition import delete_raw, survives


def mark() -> Callable[[], None]:
    items = copy.deepcopy(table_of("app-main").items)

    def put_back() -> None:
        table_of("app-main").items = copy.deepcopy(items)

    return put_back


def names(user: str, *at: str) -> dict[str, tuple[str, str, str | None]]:
    """What each organisation calls the person: in METADATA, in the membership, with the address."""
    found: dict[str, tuple[str, str, str | None]] = {}
    for org in at:
        metadata = store.get("test", Metadata, keys.metadata(org))
        membership = store.get("test", Membership, keys.membership(org, user))
        assert metadata
        assert membership
        packed = person_of(metadata, user)
        assert packed
        found[org] = (packed.name, membership.name, membership.email)
    return found


@pytest.fixture
def bob(cast: Cast) -> Actor:
    """A member of Acme and of Other."""
    orgs.join(cast.charlie, OTHER, cast.bob.user, Role.MEMBER, NOW)
    return cast.bob


def test_a_name_follows_into_every_organisation_and_not_into_what_is_finished(cast: Cast, bob: Actor) -> None:
    wishes.rank_me(bob, ACME, NOW, ranked=False)
    tasks.complete(bob, a_task(bob, a_project(cast.alice)), NOW)
    assert person.change(bob, " Robert\u200b ", "Europe/Berlin", "en", NOW)
    assert names(bob.user, ACME)[ACME][0] == "Bob", "before the job has run"
    assert copies.run(bob.user)
    assert names(bob.user, ACME, OTHER) == dict.fromkeys((ACME, OTHER), ("Robert", "Robert", "bob@example.org"))
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata
    kept = person_of(metadata, bob.user)
    assert kept
    assert (kept.role, kept.ranked) == (Role.MEMBER, False)
    month = store.get("test", Stats, keys.stats(ACME, bob.user, "2026-09"))
    assert month
    assert month.name == "Bob"
    assert reconcile(ACME) == reconcile(OTHER) == []
    assert store.get("test", Job, keys.copies_job(bob.user)) is None


def test_every_signed_in_device_is_told(bob: Actor) -> None:
    other = accounts.digest(accounts.open_session(bob.user, "Bob", NOW).secret)
    person.change(bob, "Robert", "Europe/Berlin", "en", NOW)
    for digest in (other, str(bob.session)):
        session = store.get("test", Session, keys.session(bob.user, digest))
        assert session
        assert (session.user_name, session.zone, session.language) == ("Robert", "Europe/Berlin", "en")
    person.change(bob, "Robert", "", "", NOW)
    session = store.get("test", Session, keys.session(bob.user, other))
    profile = store.get("test", Profile, keys.profile(bob.user))
    assert session
    assert profile
    assert session.zone is session.language is profile.zone is profile.language is None


@pytest.mark.parametrize(
    ("name", "zone", "field"),
    [
        ("", "", "name"),
        ("\u200b", "", "name"),
        ("x" * 61, "", "name"),
        ("Bob", "Europe/Nowhere", "zone"),
        ("Bob", "../etc", "zone"),
    ],
)
def test_what_is_no_name_or_no_zone_changes_nothing(bob: Actor, name: str, zone: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        person.change(bob, name, zone, "", NOW)
    assert refused.value.field == field
    assert account(bob.user, NOW).name == "Bob"


def test_without_a_change_nothing_is_written_and_no_job_begins(bob: Actor) -> None:
    with transactions_meet([]) as sent:
        assert not person.change(bob, "Bob", "", "", NOW)
        assert sent == []
        assert not person.change(bob, "Bob", "UTC", "", NOW), "no organisation keeps the zone"
    assert store.get("test", Job, keys.copies_job(bob.user)) is None


def test_a_session_that_has_ended_changes_nothing(bob: Actor) -> None:
    accounts.sign_out(bob.user, str(bob.session))
    with pytest.raises(SessionEnded):
        person.change(bob, "Robert", "", "", NOW)


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_the_copies_are_right_after_the_next_run(bob: Actor, *, before: bool) -> None:
    again = mark()
    for call in count(1):
        again()

        def rename() -> None:
            person.change(bob, "Robert", "", "", NOW)
            copies.run(bob.user)

        ended = survives(rename, call, before=before)
        called = account(bob.user, NOW).name
        assert account(bob.user, NOW).job_waits or names(bob.user, ACME, OTHER)[ACME][0] == called
        copies.run(bob.user)
        assert names(bob.user, ACME, OTHER) == dict.fromkeys((ACME, OTHER), (called, called, "bob@example.org"))
        assert not account(bob.user, NOW).job_waits
        if ended:
            assert called == "Robert"
            assert call >= 8
            break


def test_a_second_change_while_the_first_is_copied_is_copied_too(bob: Actor) -> None:
    person.change(bob, "Robert", "", "", NOW)
    with transactions_meet([lambda: person.change(bob, "Rob", "", "", NOW)]):
        copies.run(bob.user)
    assert names(bob.user, ACME, OTHER) == dict.fromkeys((ACME, OTHER), ("Rob", "Rob", "bob@example.org"))
    assert not account(bob.user, NOW).job_waits


def test_a_budget_that_is_used_up_leaves_the_rest_for_the_next_run(bob: Actor) -> None:
    person.change(bob, "Robert", "", "", NOW)
    assert not copies.run(bob.user, budget=0)
    assert account(bob.user, NOW).job_waits
    assert copies.run(bob.user, budget=60)


def test_who_left_an_organisation_meanwhile_is_not_brought_back_into_it(cast: Cast, bob: Actor) -> None:
    person.change(bob, "Robert", "", "", NOW)
    delete_raw(keys.membership(ACME, bob.user))
    copies.run(bob.user)
    assert store.get("test", Membership, keys.membership(ACME, bob.user)) is None
    assert cast.bob == bob


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_conflicts_and_lost_answers_change_nothing_of_it(bob: Actor, fault: Fault) -> None:
    with transactions_meet([fault] * 2):
        person.change(bob, "Robert", "", "", NOW)
    with transactions_meet([fault, Fault.NONE, fault, Fault.NONE, fault]):
        copies.run(bob.user)
    assert names(bob.user, ACME, OTHER) == dict.fromkeys((ACME, OTHER), ("Robert", "Robert", "bob@example.org"))
