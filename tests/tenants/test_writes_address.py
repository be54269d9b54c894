from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import count

import pytest

from tenants import keys, store
from tenants.errors import AlreadyTaken, LinkEnded, Refused, SessionEnded, TableroError
from tenants.items import Identity, Membership, Profile
from tenants.reads.account import account
from tenants.reads.accounts import user_by_address
from tenants.writes import accounts, address, copies, password, person, tokens
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, PASSWORD, Cast
from tests.cast import address as address_of
from tests.faults import Fault, transactions_meet
from tests.tenants.partition import survives
from tests.tenants.test_writes_person import mark

MINUTE, TICK = timedelta(minutes=1), timedelta(microseconds=1)
OLD, NEW = address_of("Bob"), "Bob@Elsewhere.example"


def asked(actor: Actor, to: str = NEW) -> str:
    return address.ask(actor, to, PASSWORD, NOW).secret


def doors(user: str) -> list[str]:
    """The addresses that open the account."""
    locks = {email: store.get("test", Identity, keys.identity(email)) for email in (OLD, NEW.lower())}
    return [email for email, lock in locks.items() if lock is not None and lock.user == user]


def state(user: str) -> tuple[str, list[str], str | None, bool]:
    read = account(user, NOW)
    membership = store.get("test", Membership, keys.membership(ACME, user))
    assert membership
    return read.email, doors(user), membership.email, read.job_waits


def test_nothing_moves_before_the_link_is_used(cast: Cast) -> None:
    secret = asked(cast.bob)
    assert state(cast.bob.user) == (OLD, [OLD], OLD, False)
    assert address.look(secret, NOW) == address.Pending(OLD, NEW, back=False)
    assert user_by_address(NEW) is None


def test_the_link_moves_the_account_at_once_and_the_copies_follow(cast: Cast) -> None:
    moved = address.confirm(asked(cast.bob), NOW)
    assert (moved.user, moved.owner, moved.old) == (cast.bob.user, password.Owner("Bob", NEW, ""), OLD)
    assert state(cast.bob.user) == (NEW, [NEW.lower()], OLD, True)
    copies.run(cast.bob.user)
    assert state(cast.bob.user) == (NEW, [NEW.lower()], NEW, False)
    assert accounts.sign_in(NEW, PASSWORD, NOW)
    assert accounts.sign_in(OLD, PASSWORD, NOW) is None
    assert accounts.sign_up("Somebody", OLD, PASSWORD, NOW) != cast.bob.user, "the old address is free"


def test_another_spelling_of_the_same_address_moves_no_lock(cast: Cast) -> None:
    address.confirm(asked(cast.bob, "BOB@example.org"), NOW)
    assert account(cast.bob.user, NOW).email == "BOB@example.org"
    assert doors(cast.bob.user) == [OLD]


@pytest.mark.parametrize(
    ("to", "typed", "field"),
    [(NEW, "wrong", "password"), (NEW, "", "password"), (OLD, PASSWORD, "email"), (f" {OLD} ", PASSWORD, "email")],
)
def test_a_wrong_password_or_ones_own_address_is_refused_at_its_field(
    cast: Cast, to: str, typed: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        address.ask(cast.bob, to, typed, NOW)
    assert refused.value.field == field


def test_an_address_that_is_taken_is_told_to_its_owner_and_the_link_moves_nothing(cast: Cast) -> None:
    asked_for = address.ask(cast.bob, "ALICE@example.org", PASSWORD, NOW)
    assert asked_for.taken_by == password.Owner("Alice", address_of("Alice"), "")
    with pytest.raises(AlreadyTaken):
        address.confirm(asked_for.secret, NOW)
    assert user_by_address(address_of("Alice")) == cast.alice.user
    assert account(cast.bob.user, NOW).email == OLD


def test_an_address_that_somebody_took_meanwhile_stays_theirs(cast: Cast) -> None:
    secret = asked(cast.bob)
    other = accounts.sign_up("Other Bob", NEW, PASSWORD, NOW)
    with pytest.raises(AlreadyTaken):
        address.confirm(secret, NOW)
    assert user_by_address(NEW) == other
    assert state(cast.bob.user) == (OLD, [OLD], OLD, False)


def test_a_link_works_once_for_a_day_and_not_after_another_change(cast: Cast) -> None:
    secret, other = asked(cast.bob), asked(cast.bob, "third@example.org")
    with pytest.raises(LinkEnded):
        address.confirm(secret, NOW + timedelta(days=1))
    address.confirm(secret, NOW)
    for ended in (secret, other):
        with pytest.raises(LinkEnded):
            address.confirm(ended, NOW)
        with pytest.raises(LinkEnded):
            address.look(ended, NOW)


def test_the_old_address_can_take_it_back_for_a_week_wherever_it_has_gone(cast: Cast) -> None:
    first = address.confirm(asked(cast.bob), NOW)
    address.confirm(address.ask(cast.bob, "third@example.org", PASSWORD, NOW).secret, NOW)
    assert address.look(first.undo, NOW) == address.Pending("third@example.org", OLD, back=True)
    with pytest.raises(LinkEnded):
        address.look(first.undo, NOW + timedelta(days=7))
    address.confirm(first.undo, NOW)
    assert account(cast.bob.user, NOW).email == OLD
    assert user_by_address("third@example.org") is None


def test_a_link_that_was_used_moves_nothing_again_once_the_account_is_back_where_it_was(cast: Cast) -> None:
    secret = asked(cast.bob)
    address.confirm(address.confirm(secret, NOW).undo, NOW)
    assert account(cast.bob.user, NOW).email == OLD
    with pytest.raises(LinkEnded):
        address.confirm(secret, NOW)


def links(*secrets: str) -> list[bool]:
    """Which of the links still do something."""

    def works(secret: str) -> bool:
        with suppress(LinkEnded):
            address.look(secret, NOW + MINUTE)
            return True
        return False

    return [works(secret) for secret in secrets]


def test_who_takes_an_account_back_leaves_nothing_to_whoever_moved_it(cast: Cast) -> None:
    """Whoever knows the password moves it, twice, and keeps every link that they can get."""
    first, second = asked(cast.bob, "thief@example.org"), asked(cast.bob, "other@example.org")
    moved = address.confirm(first, NOW)
    third = asked(cast.bob, "third@example.org")
    away = address.confirm(asked(cast.bob, "far@example.org"), NOW + TICK)
    assert links(moved.undo, away.undo) == [True, True]
    back = address.confirm(moved.undo, NOW + MINUTE)
    assert (back.owner.email, back.old, back.undo) == (OLD, "far@example.org", "")
    assert links(first, second, third, moved.undo, away.undo) == [False] * 5
    assert accounts.sign_in(OLD, PASSWORD, NOW + MINUTE) is None, "the password is known to them, so it is gone"
    with pytest.raises(SessionEnded):
        asked(cast.bob)
    found = password.ask_reset(OLD, NOW + MINUTE)
    assert found is not None
    password.reset(found[1], "another good password", NOW + MINUTE)
    assert accounts.sign_in(OLD, "another good password", NOW + MINUTE)


def test_an_older_address_can_still_take_back_what_a_later_one_took_back(cast: Cast) -> None:
    """Links back that were there before stay: nobody shakes the first owner off by moving to and fro."""
    first = address.confirm(asked(cast.bob, "thief@example.org"), NOW)
    second = address.confirm(asked(cast.bob, "other@example.org"), NOW + TICK)
    address.confirm(second.undo, NOW + 2 * TICK)
    assert links(first.undo) == [True]
    address.confirm(first.undo, NOW + MINUTE)
    assert account(cast.bob.user, NOW).email == OLD


def test_a_link_to_a_new_address_ends_with_the_password_that_asked_for_it(cast: Cast) -> None:
    secret = asked(cast.bob, "thief@example.org")
    password.change(cast.bob, PASSWORD, "another good password", NOW)
    assert links(secret) == [False]
    with pytest.raises(LinkEnded):
        address.confirm(secret, NOW)


def test_a_link_of_an_earlier_release_to_a_new_address_does_nothing_rather_than_take_the_account_back(
    cast: Cast,
) -> None:
    """It said where the account moves from, and knew nothing of the password that asked for it."""
    secret = tokens.issue(address.KIND, cast.bob.user, NOW, address.LIFE, {"email": NEW, "from": OLD})
    assert links(secret) == [False]
    with pytest.raises(LinkEnded):
        address.confirm(secret, NOW)
    assert accounts.sign_in(OLD, PASSWORD, NOW)


def test_of_a_move_and_another_password_at_the_same_moment_the_link_is_none_the_wiser(cast: Cast) -> None:
    secret = asked(cast.bob, "thief@example.org")
    change = partial(password.change, cast.bob, PASSWORD, "another good password", NOW)
    with transactions_meet([change]), pytest.raises(LinkEnded):
        address.confirm(secret, NOW)
    assert account(cast.bob.user, NOW).email == OLD


def test_ten_changes_a_week_are_the_most(cast: Cast) -> None:
    for number in range(10):
        address.confirm(asked(cast.bob, f"bob{number}@example.org"), NOW)
    with pytest.raises(Refused, match="10 times") as refused:
        asked(cast.bob, "bob11@example.org")
    assert refused.value.field == "email"
    late = NOW + timedelta(days=7)
    address.confirm(address.ask(cast.bob, "bob11@example.org", PASSWORD, late).secret, late)
    assert account(cast.bob.user, NOW).email == "bob11@example.org"


def test_links_to_set_the_password_end_with_the_address_they_were_sent_to(cast: Cast) -> None:
    found = password.ask_reset(OLD, NOW)
    assert found
    address.confirm(asked(cast.bob), NOW)
    with pytest.raises(LinkEnded):
        password.look_reset(found[1], NOW)


def test_a_session_that_has_ended_asks_for_nothing(cast: Cast) -> None:
    accounts.sign_out(cast.bob.user, str(cast.bob.session))
    with pytest.raises(SessionEnded):
        asked(cast.bob)


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_and_done_again_it_is_moved_whole(cast: Cast, *, before: bool) -> None:
    secret, user = asked(cast.bob), cast.bob.user
    again = mark()

    def move() -> None:
        address.confirm(secret, NOW)
        copies.run(user)

    for call in count(1):
        again()
        ended = survives(move, call, before=before)
        # Dead here, one address opens the account and not both or none, and it is the one that the account names.
        email, open_by, _, _ = state(user)
        assert open_by == [email.lower()], f"after a kill around call {call}"
        try:
            move()
        except LinkEnded:
            copies.run(user)  # as the next look at the account does
        assert state(user) == (NEW, [NEW.lower()], NEW, False), f"after a kill around call {call}"
        if ended:
            assert call >= 9
            break


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_and_done_again_it_is_taken_back_whole(cast: Cast, *, before: bool) -> None:
    undo, user = address.confirm(asked(cast.bob), NOW).undo, cast.bob.user
    copies.run(user)
    again = mark()
    for call in count(1):
        again()
        ended = survives(lambda: address.confirm(undo, NOW), call, before=before)
        email, open_by, _, _ = state(user)
        assert open_by == [email.lower()], f"after a kill around call {call}"
        assert (accounts.sign_in(email, PASSWORD, NOW) is None) == (email == OLD)
        with suppress(LinkEnded):
            address.confirm(undo, NOW)
        copies.run(user)
        assert state(user) == (OLD, [OLD], OLD, False), f"after a kill around call {call}"
        if ended:
            assert call >= 5
            break


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_it_moves_once_whatever_the_network_does(cast: Cast, fault: Fault) -> None:
    secret = asked(cast.bob)
    with transactions_meet([fault, fault]):
        moved = address.confirm(secret, NOW)
    assert doors(cast.bob.user) == [NEW.lower()]
    assert address.look(moved.undo, NOW) == address.Pending(NEW, OLD, back=True)


def test_a_change_of_name_at_the_same_moment_is_not_lost(cast: Cast) -> None:
    secret = asked(cast.bob)
    with transactions_meet([lambda: person.change(cast.bob, "Robert", "", "", NOW)]):
        address.confirm(secret, NOW)
    copies.run(cast.bob.user)
    profile = store.get("test", Profile, keys.profile(cast.bob.user))
    membership = store.get("test", Membership, keys.membership(ACME, cast.bob.user))
    assert profile
    assert membership
    assert (profile.name, profile.email) == (membership.name, membership.email) == ("Robert", NEW)


@pytest.mark.parametrize("to", ["", "x", "a#b@example.org", "EMAIL#x", "\ud800@example.org"], ids=ascii)
def test_whatever_is_asked_for_breaks_nothing(cast: Cast, to: str) -> None:
    with suppress(TableroError, UnicodeError):
        address.ask(cast.bob, to, PASSWORD, NOW)
    assert state(cast.bob.user) == (OLD, [OLD], OLD, False)
