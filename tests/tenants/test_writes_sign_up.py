from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import keys, store
from tenants.errors import AlreadyTaken, LinkEnded, Refused
from tenants.items import Identity, Profile, Session, Token
from tenants.reads.accounts import user_by_address
from tenants.writes import accounts, sign_up, tokens
from tests.cast import NOW, PASSWORD, Cast, address
from tests.faults import Fault, transactions_meet

EVE = "eve@example.org"


def asked(email: str = EVE, password: str = PASSWORD) -> str:
    secret = tokens.new_secret()
    assert sign_up.ask(secret, sign_up.checked("Eve", email, password), NOW, "/there") is None
    return secret


@pytest.mark.usefixtures("empty_table")
def test_asking_creates_nothing_and_the_table_never_sees_password_or_link() -> None:
    secret = asked()
    assert user_by_address(EVE) is None
    token = store.get("test", Token, keys.token(accounts.digest(secret)))
    assert token
    stored = str(token.to_dynamodb_dict())
    assert PASSWORD not in stored
    assert secret not in stored
    assert sign_up.look(secret, NOW) == sign_up.Pending("Eve", EVE, "/there")


@pytest.mark.usefixtures("empty_table")
def test_confirming_makes_account_lock_and_session_at_once() -> None:
    signed_in = sign_up.confirm(asked(), None, NOW, accounts.Device("Firefox", "192.0.2.0/24"), language="en")
    user = user_by_address(EVE)
    assert user == signed_in.user
    profile = store.get("test", Profile, keys.profile(signed_in.user))
    session = store.get("test", Session, keys.session(signed_in.user, accounts.digest(signed_in.secret)))
    assert profile
    assert (profile.name, profile.email, profile.language, profile.sign_ins) == ("Eve", EVE, "en", 1)
    assert session
    assert (session.user_name, session.device, session.network) == ("Eve", "Firefox", "192.0.2.0/24")
    assert accounts.sign_in(EVE, PASSWORD, NOW)


@pytest.mark.usefixtures("empty_table")
def test_a_wrong_password_confirms_nothing_and_the_link_stays_good() -> None:
    secret = asked()
    with pytest.raises(Refused) as refused:
        sign_up.confirm(secret, "not the one", NOW)
    assert refused.value.field == "password"
    assert user_by_address(EVE) is None
    assert sign_up.confirm(secret, PASSWORD, NOW).user == user_by_address(EVE)


@pytest.mark.usefixtures("empty_table")
def test_a_link_confirms_once_and_for_a_day() -> None:
    with pytest.raises(LinkEnded):
        sign_up.confirm(asked(), None, NOW + timedelta(days=1))
    secret = asked()
    sign_up.confirm(secret, None, NOW)
    with pytest.raises(LinkEnded):
        sign_up.confirm(secret, None, NOW)


@pytest.mark.usefixtures("empty_table")
def test_an_address_that_was_taken_after_it_was_asked_for_is_refused() -> None:
    first, second = asked(), asked(" EVE@example.org ")
    user = sign_up.confirm(second, None, NOW).user
    with pytest.raises(AlreadyTaken):
        sign_up.confirm(first, None, NOW)
    assert user_by_address(EVE) == user


def test_asking_with_a_known_address_tells_its_owner_and_writes_nothing(cast: Cast) -> None:
    secret = tokens.new_secret()
    known = sign_up.ask(secret, sign_up.checked("Mallory", "ALICE@example.org", PASSWORD), NOW)
    assert known == sign_up.Known("Alice", address("Alice"), "")
    with pytest.raises(LinkEnded):
        sign_up.look(secret, NOW)
    assert cast.alice.user == user_by_address(address("Alice"))


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.usefixtures("empty_table")
def test_confirming_survives_what_the_network_does_and_opens_one_account(fault: Fault, times: int) -> None:
    secret = asked()
    with transactions_meet([fault] * times):
        signed_in = sign_up.confirm(secret, None, NOW)
    identity = store.get("test", Identity, keys.identity(EVE))
    assert identity
    assert identity.user == signed_in.user
    assert store.get("test", Session, keys.session(signed_in.user, accounts.digest(signed_in.secret)))


@pytest.mark.usefixtures("empty_table")
def test_somebody_who_confirms_the_same_link_at_the_same_moment_is_not_taken_for_oneself() -> None:
    secret = asked()
    other: list[str] = []
    with (
        transactions_meet([lambda: other.append(sign_up.confirm(secret, None, NOW).user)]),
        pytest.raises(AlreadyTaken),
    ):
        sign_up.confirm(secret, None, NOW)
    assert [user_by_address(EVE)] == other
