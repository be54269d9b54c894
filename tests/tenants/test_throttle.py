from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import meter, store
from tenants.errors import TooMany
from tenants.items import Throttle
from tenants.transaction import Transaction, perform
from tenants.writes.throttle import Allowance, Charge, give_back, spend
from tests.cast import NOW
from tests.faults import Fault, transactions_meet

QUARTER = timedelta(minutes=15)
THREE = Allowance("sign-in", 3, QUARTER)
FIVE = Allowance("network", 5, timedelta(hours=1))

pytestmark = pytest.mark.usefixtures("empty_table")


def refused(*charges: Charge, now: object = NOW) -> int:
    with pytest.raises(TooMany) as raised:
        spend(NOW if now is NOW else now, *charges)  # type: ignore[arg-type]  # an instant of a test's own
    return raised.value.wait_seconds


def test_the_allowance_is_taken_to_the_last_and_no_further() -> None:
    for _ in range(3):
        spend(NOW, Charge(THREE, "alice"))
    refused(Charge(THREE, "alice"))


def test_one_persons_attempts_take_nothing_from_anothers_and_one_acts_nothing_from_anothers() -> None:
    for _ in range(3):
        spend(NOW, Charge(THREE, "alice"))
    spend(NOW, Charge(THREE, "bob"))
    spend(NOW, Charge(FIVE, "alice"))


def test_who_is_refused_learns_how_long_to_wait_and_may_try_again_then() -> None:
    late = NOW + timedelta(minutes=4)
    for _ in range(3):
        spend(late, Charge(THREE, "alice"))
    assert refused(Charge(THREE, "alice"), now=late) == 11 * 60
    assert refused(Charge(THREE, "alice"), now=NOW + QUARTER - timedelta(microseconds=1)) == 1
    spend(NOW + QUARTER, Charge(THREE, "alice"))


def test_a_refused_attempt_counts_nowhere() -> None:
    for _ in range(3):
        spend(NOW, Charge(THREE, "alice"), Charge(FIVE, "network"))
    refused(Charge(THREE, "alice"), Charge(FIVE, "network"))
    refused(Charge(THREE, "alice"), Charge(FIVE, "network"))
    spend(NOW, Charge(THREE, "bob"), Charge(FIVE, "network"))
    spend(NOW, Charge(THREE, "bob"), Charge(FIVE, "network"))
    assert refused(Charge(THREE, "bob"), Charge(FIVE, "network")) > 15 * 60, "the network's hour is what is used up"


def test_an_attempt_that_proved_rightful_is_given_back() -> None:
    charges = Charge(THREE, "alice"), Charge(FIVE, "network")
    for _ in range(12):
        spend(NOW, *charges)
        transaction = Transaction()
        give_back(transaction, NOW, *charges)
        perform(lambda transaction=transaction: (transaction, None))  # type: ignore[misc]  # bound now, not later


def test_it_costs_one_request_and_a_refusal_two_more() -> None:
    with meter.record() as calls:
        for _ in range(3):
            spend(NOW, Charge(THREE, "alice"))
    assert [call.operation for call in calls] == ["TransactWriteItems"] * 3
    with meter.record() as calls:
        refused(Charge(THREE, "alice"))
    assert [(call.operation, call.pattern) for call in calls] == [
        ("TransactWriteItems", "write"),
        ("BatchGetItem", "throttle"),
    ]


def test_the_table_learns_neither_who_nor_what_and_sweeps_the_count_up() -> None:
    charge = Charge(THREE, "alice@example.org")
    spend(NOW, charge)
    item = store.get("test", Throttle, charge.key(NOW))
    assert item is not None
    assert "alice" not in str(item.to_dynamodb_dict())
    assert "sign-in" not in str(item.to_dynamodb_dict())
    assert item.expires_at == int((NOW + 2 * QUARTER).timestamp())


@pytest.mark.parametrize("by", ["", "#", "\ud800", "\x00", "x" * 100_000], ids=ascii)
def test_whoever_it_is_it_is_counted(by: str) -> None:
    for _ in range(3):
        spend(NOW, Charge(THREE, by))
    refused(Charge(THREE, by))


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.LOST_BEFORE])
def test_conflicts_and_lost_requests_count_once(fault: Fault) -> None:
    for _ in range(3):
        with transactions_meet([fault]):
            spend(NOW, Charge(THREE, "alice"))
    refused(Charge(THREE, "alice"))
