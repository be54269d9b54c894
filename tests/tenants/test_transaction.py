from __future__ import annotations

import time
from typing import Any

import pytest
from pynamodb.exceptions import TransactWriteError
from pynamodb.expressions.operand import Path

from tenants import deadline, keys, store, transaction
from tenants.errors import Busy, OutcomeUnknown, TableroError, Unavailable
from tenants.items import Base, Card, Membership, OpenCounter, Stats, Text
from tenants.keys import Key
from tenants.transaction import EXISTS, MISSING, ConditionFailed, Transaction, TransactionTooLarge, perform
from tests.cast import ACME, Cast
from tests.faults import Fault, transactions_meet

COUNTER = keys.open_counter(ACME, 0)
CARD = keys.card(ACME, "0" * 16)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)


def counting(number: int = 1) -> Transaction:
    one = Transaction()
    one.update(OpenCounter, COUNTER, add={"oh": number})
    return one


def count() -> int:
    item = store.get("test", OpenCounter, COUNTER)
    assert item is not None
    return int(item.open_high or 0)


def somebody_else_counts() -> None:
    """Another writer, whose request the faults do not meet."""
    Base.get(*COUNTER).update(actions=[Path("oh").set(1)])


def actions(sent: dict[str, Any]) -> list[str]:
    return [next(iter(action)) for action in sent["TransactItems"]]


def expression(sent: dict[str, Any], action: str, part: str) -> str:
    """An expression with its placeholders filled in."""
    ((kind, content),) = sent["TransactItems"][0].items()
    assert kind == action
    text = str(content[part])
    for placeholder, name in sorted(content.get("ExpressionAttributeNames", {}).items(), reverse=True):
        text = text.replace(placeholder, name)
    for placeholder, value in sorted(content.get("ExpressionAttributeValues", {}).items(), reverse=True):
        text = text.replace(placeholder, str(next(iter(value.values()))))
    return text


# --- collecting ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("cast")
def test_adds_to_one_item_are_summed_into_one_update() -> None:
    one = Transaction()
    for number in (1, 2, -5):
        one.update(OpenCounter, COUNTER, add={"oh": number, "om": 1})
    assert len(one) == 1
    with transactions_meet([]) as sent:
        one.commit()
    assert actions(sent[0]) == ["Update"]
    item = store.get("test", OpenCounter, COUNTER)
    assert item is not None
    assert (item.open_high, item.open_medium) == (-2, 3)


@pytest.mark.usefixtures("cast")
def test_conditions_on_one_item_must_all_hold() -> None:
    for wrong in ("first", "second", None):
        one = Transaction()
        one.check(OpenCounter, COUNTER, MISSING if wrong == "first" else EXISTS)
        one.update(OpenCounter, COUNTER, condition=MISSING if wrong == "second" else EXISTS, add={"oh": 1})
        if wrong:
            with pytest.raises(ConditionFailed):
                one.commit()
        else:
            one.commit()
    assert count() == 1


@pytest.mark.usefixtures("cast")
def test_the_actors_check_folds_into_a_change_of_the_actors_own_item(cast: Cast) -> None:
    key = keys.membership(ACME, cast.bob.user)
    right = EXISTS & Path("role").is_in("member")
    for first in ("check", "update"):
        one = Transaction()
        if first == "check":
            one.check(Membership, key, right)
        one.update(Membership, key, condition=EXISTS, set={"name": "Bobby"})
        if first == "update":
            one.check(Membership, key, right)
        with transactions_meet([]) as sent:
            one.commit()
        assert actions(sent[0]) == ["Update"]
        assert "role IN (member)" in expression(sent[0], "Update", "ConditionExpression")
    gone = Transaction()
    gone.check(Membership, key, EXISTS & Path("role").is_in("owner"))
    gone.delete(Membership, key)
    with pytest.raises(ConditionFailed):
        gone.commit()


@pytest.mark.usefixtures("cast")
def test_adds_that_cancel_out_leave_no_action_but_keep_a_condition() -> None:
    one = counting()
    one.update(OpenCounter, COUNTER, add={"oh": -1})
    one.check(Card, CARD, MISSING)
    with transactions_meet([]) as sent:
        one.commit()
    assert actions(sent[0]) == ["ConditionCheck"]

    two = Transaction()
    two.update(Card, CARD, condition=EXISTS, add={"oh": 1})
    two.update(Card, CARD, condition=EXISTS, add={"oh": -1})
    with pytest.raises(ConditionFailed):
        two.commit()


def test_an_item_that_is_written_whole_is_written_once() -> None:
    item = OpenCounter.at(COUNTER)
    for first, second in [
        ("put", "put"),
        ("put", "delete"),
        ("put", "update"),
        ("delete", "put"),
        ("delete", "update"),
        ("delete", "delete"),
        ("update", "put"),
        ("update", "delete"),
    ]:
        one = Transaction()
        steps = {
            "put": lambda one=one: one.put(item),
            "delete": lambda one=one: one.delete(OpenCounter, COUNTER),
            "update": lambda one=one: one.update(OpenCounter, COUNTER, add={"oh": 1}),
        }
        steps[first]()
        with pytest.raises(ValueError, match="already written"):
            steps[second]()


@pytest.mark.parametrize(
    "key",
    [
        CARD,
        keys.header(ACME, "p"),
        keys.task(ACME, "p", "t"),
        keys.metadata(ACME),
        keys.membership(ACME, "u"),
        keys.session("u", "s"),
        keys.profile("u"),
        keys.job(ACME, "j"),
    ],
    ids=lambda key: key.sk.partition("#")[0],
)
def test_an_update_without_a_condition_is_refused_since_it_would_make_a_ghost(key: Key) -> None:
    with pytest.raises(ValueError, match="ghost"):
        Transaction().update(Base, key, add={"version": 1})
    with pytest.raises(ValueError, match="ghost"):
        Transaction().update(Base, key, set={"state": "live"})


@pytest.mark.parametrize("key", [COUNTER, keys.leaders(ACME, "2026-09", 0), keys.stats(ACME, "u", "2026-09")], ids=str)
@pytest.mark.usefixtures("empty_table")
def test_a_counter_may_be_born_by_being_added_to(key: Key) -> None:
    one = Transaction()
    one.update(Base, key, add={"n": 1})
    one.commit()
    assert Base.get(*key, consistent_read=True).key == key


@pytest.mark.usefixtures("cast")
def test_a_put_never_overwrites_unless_it_is_told_to() -> None:
    one = Transaction()
    one.put(OpenCounter.at(COUNTER, open_high=7))
    with pytest.raises(ConditionFailed):
        one.commit()
    assert count() == 0


@pytest.mark.usefixtures("empty_table")
def test_more_than_100_items_are_refused_before_anything_is_sent() -> None:
    one = Transaction()
    for number in range(100):
        one.update(Stats, keys.stats(ACME, str(number), "2026-09"), add={"done": 1})
    with transactions_meet([]) as sent:
        one.commit()
        one.update(Stats, keys.stats(ACME, "100", "2026-09"), add={"done": 1})
        with pytest.raises(TransactionTooLarge):
            one.commit()
    assert len(sent) == 1


@pytest.mark.usefixtures("empty_table")
@pytest.mark.parametrize("how", ["put", "update"])
def test_more_than_three_and_a_half_megabytes_are_refused_before_anything_is_sent(how: str) -> None:
    one = Transaction()
    for number in range(10):
        key = keys.text(ACME, str(number))
        if how == "put":
            one.put(Text.at(key, text="ü" * 180_000))
        else:
            one.update(Text, key, condition=EXISTS, set={"text": "ü" * 180_000})
    with transactions_meet([]) as sent, pytest.raises(TransactionTooLarge):
        one.commit()
    assert sent == []


# --- trying again -------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.THROTTLED_ITEM, Fault.THROTTLED, Fault.IN_PROGRESS])
@pytest.mark.usefixtures("cast")
def test_after_a_conflict_it_looks_again_and_sends_under_a_new_token(fault: Fault) -> None:
    looked: list[int] = []

    def build() -> tuple[Transaction | None, str]:
        looked.append(count())
        return counting(), "done"

    with transactions_meet([fault, fault]) as sent:
        assert perform(build) == "done"
    assert len(looked) == 3
    assert len({call["ClientRequestToken"] for call in sent}) == 3
    assert count() == 1


@pytest.mark.parametrize("fault", [Fault.LOST_BEFORE, Fault.SERVER_FAULT, Fault.UNREACHABLE])
@pytest.mark.usefixtures("cast")
def test_after_a_lost_answer_the_same_body_goes_out_under_the_same_token(fault: Fault) -> None:
    looked: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        looked.append(1)
        return counting(), None

    with transactions_meet([fault, fault]) as sent:
        perform(build)
    assert len(looked) == 1, "what was sent may have landed: nothing may be decided anew"
    assert sent[0] == sent[1] == sent[2]
    assert count() == 1


@pytest.mark.usefixtures("cast")
def test_when_no_answer_ever_comes_it_says_that_it_does_not_know() -> None:
    with (
        transactions_meet([Fault.LOST_BEFORE] * 9) as sent,
        pytest.raises(OutcomeUnknown, match="Repeating it is safe"),
    ):
        perform(lambda: (counting(), None))
    assert len(sent) == 3


@pytest.mark.usefixtures("cast")
def test_when_a_condition_fails_it_reads_again_and_decides_anew() -> None:
    seen: list[int] = []

    def build() -> tuple[Transaction | None, int]:
        seen.append(count())
        one = Transaction()
        condition = EXISTS & (Path("oh").does_not_exist() if seen[-1] == 0 else Path("oh") == seen[-1])
        one.update(OpenCounter, COUNTER, condition=condition, set={"oh": seen[-1] + 10})
        return one, seen[-1]

    with transactions_meet([somebody_else_counts]):
        assert perform(build) == 1
    assert seen == [0, 1]
    assert count() == 11


@pytest.mark.usefixtures("cast")
def test_when_nothing_is_left_to_write_nothing_is_sent() -> None:
    with transactions_meet([]) as sent:
        assert perform(lambda: (None, "as it stands")) == "as it stands"
    assert sent == []


@pytest.mark.usefixtures("cast")
def test_after_six_conflicts_it_is_busy_and_nothing_was_changed() -> None:
    with transactions_meet([Fault.CONFLICT] * 9) as sent, pytest.raises(Busy, match="Nothing was changed"):
        perform(lambda: (counting(), None))
    assert len(sent) == transaction.TRIES == 6
    assert count() == 0


@pytest.mark.usefixtures("cast")
def test_what_it_raises_while_deciding_ends_it() -> None:
    class Decided(TableroError):
        pass

    def build() -> tuple[Transaction | None, None]:
        raise Decided

    with pytest.raises(Decided):
        perform(build)


@pytest.mark.usefixtures("cast")
def test_a_programming_error_is_neither_retried_nor_hidden() -> None:
    with transactions_meet([Fault.INVALID]) as sent, pytest.raises(TransactWriteError):
        perform(lambda: (counting(), None))
    assert len(sent) == 1


# --- the deadline -------------------------------------------------------------------------------


@pytest.mark.usefixtures("cast")
def test_when_the_time_is_up_nothing_more_is_sent() -> None:
    with deadline.within(0), transactions_meet([]) as sent, pytest.raises(Unavailable) as raised:
        perform(lambda: (counting(), None))
    assert len(sent) <= 1, "the SDK's hook refuses it"
    assert not isinstance(raised.value, OutcomeUnknown), "nothing has been sent: that is known"
    assert count() == 0


@pytest.mark.usefixtures("cast")
def test_conflicts_until_the_deadline_are_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.uniform", lambda _, most: most)
    with deadline.within(0.03), transactions_meet([Fault.CONFLICT] * 6) as sent, pytest.raises(Busy):
        perform(lambda: (counting(), None))
    assert 1 <= len(sent) < 6
    assert count() == 0


@pytest.mark.parametrize("fault", [Fault.LOST_AFTER, Fault.LOST_BEFORE])
@pytest.mark.usefixtures("cast")
def test_an_answer_lost_just_before_the_deadline_is_not_called_unchanged(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.uniform", lambda _, most: most)
    with deadline.within(0.015), transactions_meet([fault]), pytest.raises(OutcomeUnknown):
        counting().commit()


@pytest.mark.usefixtures("cast")
def test_the_pauses_are_drawn_from_a_growing_range_and_never_last_beyond_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most: list[float] = []
    slept: list[float] = []

    def half(low: float, high: float) -> float:
        most.append(high)
        return (low + high) / 2

    monkeypatch.setattr("random.uniform", half)
    monkeypatch.setattr(time, "sleep", slept.append)
    with transactions_meet([Fault.CONFLICT] * 5):
        perform(lambda: (counting(), None))
    assert most == [0.02, 0.04, 0.08, 0.16, 0.32]
    assert slept == [wait / 2 for wait in most]
