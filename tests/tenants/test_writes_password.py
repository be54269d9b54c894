from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import keys, meter, passwords, store
from tenants.errors import LinkEnded, Refused, SessionEnded
from tenants.items import Profile, Session
from tenants.writes import accounts, password, sessions
from tenants.writes.ground import Actor
from tests.cast import NOW, PASSWORD, Cast, a_project, address, an_account
from tests.faults import Fault, transactions_meet

NEW = "another long enough one"
BOB = address("Bob")


def alive(user: str) -> list[str]:
    items = store.query("test", keys.user_pk(user), prefix=keys.SESSION_PREFIX, limit=500, consistent=True)
    return [keys.last_part(item.sk) for item in items if isinstance(item, Session)]


def another(user: str) -> Actor:
    return Actor(user, accounts.digest(accounts.open_session(user, "Bob", NOW).secret))


def reset_link(email: str = BOB) -> str:
    found = password.ask_reset(email, NOW)
    assert found is not None
    return found[1]


def test_changing_it_ends_every_other_session_and_keeps_this_one(cast: Cast) -> None:
    phone = another(cast.bob.user)
    owner = password.change(cast.bob, PASSWORD, NEW, NOW)
    assert owner == password.Owner("Bob", BOB, "")
    assert alive(cast.bob.user) == [cast.bob.session]
    assert accounts.sign_in(BOB, PASSWORD, NOW) is None
    assert accounts.sign_in(BOB, NEW, NOW)
    with pytest.raises(SessionEnded):
        a_project(phone)
    a_project(cast.bob)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("wrong", NEW, "old"),
        ("", NEW, "old"),
        ("x" * 2000, NEW, "old"),
        (PASSWORD, "short", "new"),
        (PASSWORD, "password1", "new"),
    ],
)
def test_a_refused_change_changes_nothing(cast: Cast, old: str, new: str, field: str) -> None:
    phone = another(cast.bob.user)
    with pytest.raises(Refused) as refused:
        password.change(cast.bob, old, new, NOW)
    assert refused.value.field == field
    assert phone.session in alive(cast.bob.user)
    assert accounts.sign_in(BOB, PASSWORD, NOW)


def test_a_session_that_has_ended_changes_no_password(cast: Cast) -> None:
    phone = another(cast.bob.user)
    accounts.sign_out(phone.user, str(phone.session))
    with pytest.raises(SessionEnded):
        password.change(phone, PASSWORD, NEW, NOW)


def test_more_sessions_than_fit_one_transaction_end_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "AT_ONCE", 3)
    for _ in range(10):
        another(cast.bob.user)
    password.change(cast.bob, PASSWORD, NEW, NOW)
    assert alive(cast.bob.user) == [cast.bob.session]
    for _ in range(10):
        another(cast.bob.user)
    assert sessions.end_others(cast.bob.user, cast.bob.session) == 10
    password.reset(reset_link(), PASSWORD, NOW)
    assert alive(cast.bob.user) == []


def test_a_session_that_is_opened_while_the_password_changes_does_not_outlive_it(cast: Cast) -> None:
    with transactions_meet([lambda: accounts.sign_in(BOB, PASSWORD, NOW)]) as sent:
        password.change(cast.bob, PASSWORD, NEW, NOW)
    assert len(sent) == 3, "its own, the sign-in's, and its own again"
    assert alive(cast.bob.user) == [cast.bob.session]


def test_a_password_that_changes_while_it_is_compared_lets_nobody_in(cast: Cast) -> None:
    with transactions_meet([lambda: password.change(cast.bob, PASSWORD, NEW, NOW)]):
        assert accounts.sign_in(BOB, PASSWORD, NOW) is None
    assert alive(cast.bob.user) == [cast.bob.session]


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_it_is_changed_once_whatever_the_network_does(cast: Cast, fault: Fault) -> None:
    with transactions_meet([fault, fault]):
        password.change(cast.bob, PASSWORD, NEW, NOW)
    assert accounts.sign_in(BOB, NEW, NOW)
    secret = reset_link()
    with transactions_meet([fault, fault]):
        password.reset(secret, PASSWORD, NOW)
    assert accounts.sign_in(BOB, PASSWORD, NOW)


def test_a_hash_with_older_parameters_is_made_anew_when_its_owner_signs_in(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "outdated", lambda _: True)
    before = store.get("test", Profile, keys.profile(cast.bob.user))
    assert accounts.sign_in(BOB, PASSWORD, NOW)
    after = store.get("test", Profile, keys.profile(cast.bob.user))
    assert before
    assert after
    assert before.password != after.password
    assert accounts.sign_in(BOB, PASSWORD, NOW)


@pytest.mark.usefixtures("empty_table")
def test_an_account_without_a_password_gets_one_over_the_mailbox() -> None:
    user = an_account("Sample")
    profile = store.get("test", Profile, keys.profile(user))
    assert profile
    password.reset(reset_link(profile.email), NEW, NOW)
    assert accounts.sign_in(profile.email, NEW, NOW)


@pytest.mark.usefixtures("cast")
def test_nobody_is_told_a_link_for_an_unknown_address() -> None:
    assert password.ask_reset("nobody@example.org", NOW) is None


def test_a_reset_ends_with_the_hour_with_its_use_and_with_any_other_change(cast: Cast) -> None:
    older, newer = reset_link(), reset_link()
    assert password.look_reset(older, NOW) == BOB
    with pytest.raises(LinkEnded):
        password.reset(older, NEW, NOW + timedelta(hours=1))
    password.reset(newer, NEW, NOW)
    for secret in (older, newer):
        with pytest.raises(LinkEnded):
            password.look_reset(secret, NOW)
        with pytest.raises(LinkEnded):
            password.reset(secret, PASSWORD, NOW)
    mine = reset_link()
    password.change(another(cast.bob.user), NEW, PASSWORD, NOW)
    with pytest.raises(LinkEnded):
        password.reset(mine, NEW, NOW)


@pytest.mark.usefixtures("cast")
def test_of_two_who_use_one_link_at_the_same_moment_one_does() -> None:
    secret = reset_link()
    with transactions_meet([lambda: password.reset(secret, NEW, NOW)]), pytest.raises(LinkEnded):
        password.reset(secret, "a third long enough one", NOW)
    assert accounts.sign_in(BOB, NEW, NOW)


def test_a_late_note_of_use_brings_no_session_back(cast: Cast) -> None:
    phone = another(cast.bob.user)
    assert phone.session
    with transactions_meet([lambda: accounts.sign_out(phone.user, str(phone.session))]):
        sessions.look(phone.user, phone.session, "192.0.2.0/24", NOW)
    assert phone.session not in alive(cast.bob.user)


def test_the_use_of_a_session_is_noted_with_time_and_network(cast: Cast) -> None:
    phone = another(cast.bob.user)
    assert phone.session
    later = NOW + timedelta(minutes=5)
    assert sessions.look(phone.user, phone.session, "192.0.2.0/24", later) == sessions.Seen("Bob", "", "")
    stored = store.get("test", Session, keys.session(phone.user, phone.session))
    assert stored
    assert (stored.last_used, stored.network) == ("2026-09-15T10:05:00.000000Z", "192.0.2.0/24")


def test_the_use_is_noted_every_five_minutes_and_when_the_network_is_another(cast: Cast) -> None:
    phone = another(cast.bob.user)
    assert phone.session
    met = []
    for seconds, network in ((0, "192.0.2.0/24"), (60, "192.0.2.0/24"), (299, ""), (300, ""), (301, "198.51.100.0/24")):
        with meter.record() as calls:
            assert sessions.look(phone.user, phone.session, network, NOW + timedelta(minutes=9, seconds=seconds))
        met.append([call.operation for call in calls])
    noted, not_noted = ["GetItem", "TransactWriteItems"], ["GetItem"]
    assert met == [noted, not_noted, not_noted, noted, noted]


@pytest.mark.parametrize("fault", list(Fault))
def test_a_page_does_not_fail_because_a_use_could_not_be_noted(cast: Cast, fault: Fault) -> None:
    assert cast.bob.session
    with transactions_meet([fault] * 9):
        assert sessions.look(cast.bob.user, cast.bob.session, "", NOW)
