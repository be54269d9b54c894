from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import keys, meter, store
from tenants.errors import Busy, LinkEnded
from tenants.items import Token
from tenants.transaction import Transaction, perform
from tenants.writes import tokens
from tenants.writes.accounts import digest
from tests.cast import NOW
from tests.faults import Fault, transactions_meet

HOUR = timedelta(hours=1)


def used(secret: str, kind: str = "reset") -> None:
    """Act on the link, whose only effect here is that it is gone."""

    def build() -> tuple[Transaction, None]:
        transaction = Transaction()
        tokens.use(transaction, tokens.find(secret, kind, NOW), NOW)
        return transaction, None

    perform(build)


@pytest.mark.usefixtures("empty_table")
def test_a_link_is_good_for_its_own_kind_of_act_and_names_its_subject() -> None:
    secret = tokens.issue("reset", "somebody", NOW, HOUR, {"address": "a@example.org"})
    found = tokens.find(secret, "reset", NOW)
    assert (found.subject, found.details) == ("somebody", {"address": "a@example.org"})
    with pytest.raises(LinkEnded):
        tokens.find(secret, "verify", NOW)


@pytest.mark.usefixtures("empty_table")
def test_a_link_works_to_the_last_microsecond_and_not_beyond() -> None:
    secret = tokens.issue("reset", "somebody", NOW, HOUR)
    assert tokens.find(secret, "reset", NOW + HOUR - timedelta(microseconds=1)).subject == "somebody"
    with pytest.raises(LinkEnded):
        tokens.find(secret, "reset", NOW + HOUR)


@pytest.mark.usefixtures("empty_table")
def test_a_link_works_once() -> None:
    secret = tokens.issue("reset", "somebody", NOW, HOUR)
    used(secret)
    with pytest.raises(LinkEnded):
        used(secret)


@pytest.mark.usefixtures("empty_table")
def test_a_link_that_was_found_before_somebody_else_used_it_fails_the_act() -> None:
    secret = tokens.issue("reset", "somebody", NOW, HOUR)
    found = tokens.find(secret, "reset", NOW)
    used(secret)
    transaction = Transaction()
    tokens.use(transaction, found, NOW)
    with pytest.raises(Busy):
        perform(lambda: (transaction, None))


@pytest.mark.usefixtures("empty_table")
def test_the_table_keeps_a_digest_of_the_link_alone_and_sweeps_it_up() -> None:
    secret = tokens.issue("reset", "somebody", NOW, HOUR)
    stored = store.get("test", Token, keys.token(digest(secret)))
    assert stored is not None
    assert secret not in str(stored.to_dynamodb_dict())
    assert stored.expires_at == int((NOW + HOUR).timestamp())
    assert len(secret) == 43
    assert tokens.issue("reset", "somebody", NOW, HOUR) != secret


@pytest.mark.parametrize(
    "typed", ["", "x", "a" * 42, "a" * 44, "a" * 42 + "\n", "a" * 42 + "#", "é" * 43, "A" * 10_000, None, ["a" * 43], 7]
)
@pytest.mark.usefixtures("empty_table")
def test_what_is_no_secret_is_refused_before_the_table_is_asked(typed: object) -> None:
    with meter.record() as calls, pytest.raises(LinkEnded):
        tokens.find(typed, "reset", NOW)
    assert calls == []


@pytest.mark.usefixtures("empty_table")
def test_another_letter_case_is_another_link() -> None:
    secret = tokens.issue("reset", "somebody", NOW, HOUR)
    with pytest.raises(LinkEnded):
        tokens.find(secret.swapcase(), "reset", NOW)


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
@pytest.mark.usefixtures("empty_table")
def test_a_link_is_written_whatever_the_network_does(fault: Fault) -> None:
    with transactions_meet([fault, fault]):
        secret = tokens.issue("reset", "somebody", NOW, HOUR)
    assert tokens.find(secret, "reset", NOW).subject == "somebody"
