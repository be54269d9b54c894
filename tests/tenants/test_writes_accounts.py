from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import clock, keys, passwords, store
from tenants.errors import AlreadyTaken, Refused, SessionEnded
from tenants.items import Profile, Session
from tenants.table import client
from tenants.writes import accounts
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, PASSWORD, Cast, a_project, address, rename_project
from tests.faults import Fault, transactions_meet


def test_an_account_is_signed_in_to_with_its_address_in_any_case_and_its_password(cast: Cast) -> None:
    for typed in ("bob@example.org", "BOB@Example.ORG", " bob@example.org ", "bob\uff20example.org"):
        signed_in = accounts.sign_in(typed, PASSWORD, NOW)
        assert signed_in is not None
        assert (signed_in.user, signed_in.name) == (cast.bob.user, "Bob")


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("bob@example.org", "wrong horse battery"),
        ("bob@example.org", ""),
        ("nobody@example.org", PASSWORD),
        ("", ""),
        ("bob@example.org", "x" * 1025),
        ("bob@example.org", "\ud800"),
    ],
    ids=ascii,
)
@pytest.mark.usefixtures("cast")
def test_with_anything_else_nobody_gets_in(email: str, password: str) -> None:
    assert accounts.sign_in(email, password, NOW) is None


@pytest.mark.parametrize(
    "again", ["bob@example.org", "BOB@EXAMPLE.ORG", "bob\uff20example.org", "\uff42ob@example.org"]
)
@pytest.mark.usefixtures("cast")
def test_an_address_has_one_account_however_it_is_written(again: str) -> None:
    with pytest.raises(AlreadyTaken) as refused:
        accounts.sign_up("Another Bob", again, PASSWORD, NOW)
    assert refused.value.field == "email"


@pytest.mark.usefixtures("empty_table")
def test_the_address_is_kept_as_it_was_typed_so_that_mail_goes_where_it_was_meant_to() -> None:
    user = accounts.sign_up("Jo", " Jo.Straße@Example.org ", None, NOW)
    profile = store.get("test", Profile, keys.profile(user))
    assert profile is not None
    assert profile.email == "Jo.Straße@Example.org"


@pytest.mark.usefixtures("empty_table")
def test_an_account_without_a_password_is_signed_in_to_by_nobody() -> None:
    accounts.sign_up("Sample", "sample@example.org", None, NOW)
    for password in ("", "nobody has this password", "None"):
        assert accounts.sign_in("sample@example.org", password, NOW) is None


@pytest.mark.parametrize(
    ("name", "password", "field"),
    [
        ("", PASSWORD, "name"),
        ("\u200b", PASSWORD, "name"),
        ("\x00", PASSWORD, "name"),
        ("x" * 61, PASSWORD, "name"),
        ("Ana", "short12", "password"),
        ("Ana", " " * 8, "password"),
        ("Ana", "x" * 1025, "password"),
        ("Ana", "", "password"),
    ],
    ids=ascii,
)
@pytest.mark.usefixtures("empty_table")
def test_an_unfit_name_or_password_is_refused_and_leaves_the_address_free(name: str, password: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        accounts.sign_up(name, "ana@example.org", password, NOW)
    assert refused.value.field == field
    assert accounts.sign_up("x" * 60, "ana@example.org", "8 chars!", NOW)


@pytest.mark.usefixtures("empty_table")
def test_a_name_is_kept_on_one_line_without_controls() -> None:
    user = accounts.sign_up(" Ana\r\n\u202eLima\x00 ", "ana@example.org", None, NOW)
    profile = store.get("test", Profile, keys.profile(user))
    assert profile is not None
    assert profile.name == "Ana Lima"


@pytest.mark.usefixtures("empty_table")
def test_only_a_digest_of_the_session_and_a_hash_of_the_password_are_stored() -> None:
    accounts.sign_up("Ana", "ana@example.org", PASSWORD, NOW)
    signed_in = accounts.sign_in("ana@example.org", PASSWORD, NOW)
    assert signed_in is not None
    stored = str(
        client().query(
            TableName="app-main",
            KeyConditionExpression="PK = :pk",
            ExpressionAttributeValues={":pk": {"S": f"USER#{signed_in.user}"}},
        )["Items"]
    )
    assert accounts.digest(signed_in.secret) in stored
    assert signed_in.secret not in stored
    assert PASSWORD not in stored
    assert "$argon2id$" in stored
    assert len(signed_in.secret) >= 43, "256 random bits"


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.THROTTLED])
@pytest.mark.usefixtures("empty_table")
def test_signing_up_survives_a_conflict_and_a_lost_request(fault: Fault) -> None:
    with transactions_meet([fault, fault]):
        user = accounts.sign_up("Ana", "ana@example.org", PASSWORD, NOW)
    signed_in = accounts.sign_in("ana@example.org", PASSWORD, NOW)
    assert signed_in is not None
    assert signed_in.user == user


@pytest.mark.usefixtures("empty_table")
def test_signing_up_that_landed_unheard_is_recognised_as_ones_own() -> None:
    # This table forgets tokens: what is sent again fails on its own first landing, as it would after ten minutes.
    with transactions_meet([Fault.LOST_AFTER]):
        user = accounts.sign_up("Ana", "ana@example.org", PASSWORD, NOW)
    signed_in = accounts.sign_in("ana@example.org", PASSWORD, NOW)
    assert signed_in is not None
    assert signed_in.user == user


def _session(user: str) -> tuple[Actor, Session]:
    opened = accounts.open_session(user, "Bob", NOW, device=accounts.Device("Firefox " * 100))
    digest = accounts.digest(opened.secret)
    session = store.get("test", Session, keys.session(user, digest))
    assert session is not None
    return Actor(user, digest), session


def test_a_session_ends_after_14_days_and_is_swept_up_by_the_table(cast: Cast) -> None:
    actor, session = _session(cast.bob.user)
    assert session.valid_until == clock.to_text(NOW + timedelta(days=14))
    assert session.expires_at == clock.expiry(NOW, timedelta(days=14))
    assert len(session.device or "") == 200
    project = a_project(cast.alice)
    just_before, then = NOW + timedelta(days=14, microseconds=-1), NOW + timedelta(days=14)
    rename_project(actor, ACME, project, "In time", just_before)
    with pytest.raises(SessionEnded):
        rename_project(actor, ACME, project, "Too late", then)


def test_after_signing_out_the_session_writes_nothing_and_other_devices_stay(cast: Cast) -> None:
    (phone, _), (laptop, _) = _session(cast.bob.user), _session(cast.bob.user)
    assert phone.session is not None
    accounts.sign_out(phone.user, phone.session)
    with pytest.raises(SessionEnded):
        a_project(phone)
    a_project(laptop)
    accounts.sign_out(phone.user, phone.session)


def test_a_session_of_somebody_else_is_no_session(cast: Cast) -> None:
    with pytest.raises(SessionEnded):
        a_project(Actor(cast.alice.user, cast.bob.session))
    with pytest.raises(SessionEnded):
        a_project(Actor(cast.alice.user, "0" * 64))


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_signing_out_ends_the_session_whatever_the_network_does(cast: Cast, fault: Fault) -> None:
    actor, _ = _session(cast.bob.user)
    assert actor.session is not None
    with transactions_meet([fault, fault]):
        accounts.sign_out(actor.user, actor.session)
    assert store.get("test", Session, keys.session(actor.user, actor.session)) is None


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_a_session_is_opened_whatever_the_network_does(cast: Cast, fault: Fault) -> None:
    with transactions_meet([fault, fault]):
        _session(cast.bob.user)


def test_a_password_of_the_cast_is_hashed_with_the_products_own_parameters(cast: Cast) -> None:
    profile = store.get("test", Profile, keys.profile(cast.bob.user))
    assert profile is not None
    assert profile.password
    assert not passwords.outdated(profile.password)
    assert profile.email == address("Bob")
