"""How often a sign-in may be tried, and that nobody is kept out for good by it."""

from datetime import timedelta

import pytest
import time_machine

from tests.cast import PASSWORD, address
from tests.dashboard.visitor import Answer, Visitor

pytestmark = pytest.mark.usefixtures("cast")

ALICE, BOB = address("Alice"), address("Bob")


def tries(visitor: Visitor, email: str = ALICE, password: str = "not the right one") -> Answer:
    return visitor.post("/sign-in", {"email": email, "password": password})


def test_an_account_is_tried_five_times_from_wherever_and_then_not_for_a_while(
    clock: time_machine.Traveller,
) -> None:
    answers = [tries(Visitor(address=f"198.51.{number}.1")).status for number in range(8)]
    assert answers == [400] * 5 + [429] * 3
    assert tries(Visitor(), password=PASSWORD).status == 429, "not even with the right one"
    clock.shift(timedelta(minutes=15))
    assert tries(Visitor(), password=PASSWORD).location == "/"


@pytest.mark.parametrize("email", [ALICE, "nobody@example.org"])
def test_an_unknown_address_is_counted_like_a_known_one(email: str) -> None:
    assert [tries(Visitor(), email).status for _ in range(7)] == [400] * 5 + [429] * 2


def test_another_spelling_of_the_address_is_no_further_try() -> None:
    for email in ("alice@example.org", "ALICE@EXAMPLE.ORG", " alice@example.org ", "\uff41lice@example.org", ALICE):
        tries(Visitor(), email)
    assert tries(Visitor(), "Alice@Example.Org").status == 429


def test_who_is_told_to_wait_learns_for_how_long_and_loses_nothing_typed() -> None:
    for _ in range(5):
        tries(Visitor())
    answer = tries(Visitor())
    assert answer.status == 429
    assert "Please wait 15 minutes and try again." in answer.page.one(class_="refusal").text
    assert answer.page.one(id="id_email").attributes["value"] == ALICE


def test_a_refused_attempt_compares_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):
        tries(Visitor())
    compared: list[str] = []
    monkeypatch.setattr("tenants.passwords.matches", lambda *_: compared.append("one"))
    assert tries(Visitor()).status == 429
    assert compared == []


@pytest.mark.parametrize("email", [ALICE, "nobody@example.org"])
def test_every_attempt_costs_one_comparison_whether_the_address_is_known(
    email: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str | None] = []
    monkeypatch.setattr("tenants.passwords.matches", lambda _, stored: compared.append(stored))
    tries(Visitor(), email)
    assert len(compared) == 1


def test_right_passwords_do_not_use_the_allowance_up() -> None:
    for _ in range(12):
        assert tries(Visitor(), password=PASSWORD).location == "/"


def test_a_browser_that_has_signed_in_before_is_not_kept_out_by_others() -> None:
    own = Visitor()
    tries(own, password=PASSWORD)
    own.post("/sign-out")
    for _ in range(9):
        tries(Visitor())
    assert tries(own, password=PASSWORD).location == "/"


def test_it_has_an_allowance_of_its_own_all_the_same() -> None:
    own = Visitor()
    tries(own, password=PASSWORD)
    answers = [tries(own).status for _ in range(12)]
    assert answers == [400] * 10 + [429] * 2


def test_it_is_known_for_the_accounts_that_it_has_signed_in_to_and_for_no_other() -> None:
    own = Visitor()
    tries(own, password=PASSWORD)
    for _ in range(5):
        tries(Visitor(), BOB)
    assert tries(own, BOB, PASSWORD).status == 429


@pytest.mark.parametrize("value", ["", "x", "x:y:z", "a" * 5000])
def test_a_forged_cookie_makes_no_browser_known(value: str) -> None:
    for _ in range(5):
        tries(Visitor())
    forged = Visitor()
    forged.client.cookies["known"] = value
    assert tries(forged, password=PASSWORD).status == 429


def test_one_password_is_not_tried_on_everybody_from_one_network() -> None:
    answers = [
        tries(Visitor(address=f"192.0.2.{number}"), f"person{number}@example.org").status for number in range(53)
    ]
    assert answers == [400] * 50 + [429] * 3
    assert tries(Visitor(address="192.0.3.1"), "person@example.org").status == 400


def test_of_ipv6_a_whole_subnet_is_one_network() -> None:
    for number in range(50):
        tries(Visitor(address=f"2001:db8::{number:x}"), f"person{number}@example.org")
    assert tries(Visitor(address="2001:db8::ffff:1"), "another@example.org").status == 429
    assert tries(Visitor(address="2001:db8:0:1::1"), "another@example.org").status == 400
