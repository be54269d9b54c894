from __future__ import annotations

import time
from threading import Thread

import pytest

from tenants import deadline, keys, meter, store
from tenants.errors import Unavailable
from tenants.items import Base, Task, Text
from tenants.policy import Priority, Status
from tenants.reads import slices
from tenants.reads.dashboard import dashboard
from tests.cast import ACME, NOW, Cast, a_project, a_task


# Sizes after AWS's "Item sizes and formats": names and texts in UTF-8, a number a byte per two digits and one more.
@pytest.mark.parametrize(
    ("item", "size"),
    [
        ({}, 0),
        ({"PK": {"S": ""}}, 2),
        ({"PK": {"S": "abc"}}, 5),
        ({"é": {"S": "é"}}, 4),
        ({"n": {"N": "0"}}, 2),
        ({"n": {"N": "7"}}, 3),
        ({"n": {"N": "99"}}, 3),
        ({"n": {"N": "100"}}, 3),
        ({"n": {"N": "123"}}, 4),
        ({"n": {"N": "-12345"}}, 5),
        ({"s": {"SS": ["ab", "c"]}}, 4),
        ({"m": {"M": {}}}, 4),
        ({"m": {"M": {"ab": {"S": "cde"}}}}, 10),
        ({"l": {"L": [{"S": "ab"}, {"N": "1"}]}}, 10),
        ({"b": {"BOOL": True}}, 2),
        ({"b": {"NULL": True}}, 2),
        ({"b": {"B": b"1234"}}, 5),
    ],
    ids=str,
)
def test_an_items_size_is_counted_by_the_published_rule(item: dict[str, dict[str, object]], size: int) -> None:
    assert meter.item_size(item) == size


def _text(number: int, size: int) -> keys.Key:
    key = keys.text(ACME, f"{number:016d}")
    names = len("PK") + len(key.pk) + len("SK") + len(key.sk) + len("text")
    Text.at(key, text="x" * (size - names)).save()
    return key


@pytest.mark.parametrize(
    ("sizes", "units"),
    [([4096], 0.5), ([4097], 1.0), ([100] * 40, 0.5), ([2048, 2048], 0.5), ([2048, 2049], 1.0), ([9000], 1.5)],
)
@pytest.mark.usefixtures("empty_table")
def test_a_query_costs_its_items_together_and_half_when_it_may_lag(sizes: list[int], units: float) -> None:
    for number, size in enumerate(sizes):
        _text(number, size)
    for consistent in (False, True):
        with meter.record() as calls:
            store.query("test", keys.org_pk(ACME), prefix="DETAIL#", limit=100, consistent=consistent)
        (call,) = calls
        assert (call.bytes, call.consistent) == (sum(sizes), consistent)
        assert call.read_units == units * (2 if consistent else 1)


@pytest.mark.usefixtures("empty_table")
def test_single_reads_cost_one_by_one_and_a_missing_item_costs_too() -> None:
    small, large = _text(1, 100), _text(2, 4097)
    missing = keys.text(ACME, "0" * 16)
    with meter.record() as calls:
        store.get_many("test", [small, large, missing])
        store.get("test", Text, large)
        store.get("test", Text, missing, consistent=False)
        store.query("test", keys.org_pk("nothing-here"), limit=1)
    assert [call.read_units for call in calls] == [4.0, 2.0, 0.5, 0.5]


def test_calls_are_labelled_with_the_pattern_that_sent_them(cast: Cast) -> None:
    with meter.record() as calls:
        with meter.pattern("outer"):
            Base.get(*keys.metadata(ACME))
        dashboard(ACME, cast.bob.user, NOW)
    assert [call.pattern for call in calls] == ["outer", "dashboard"]


def test_nothing_is_recorded_outside_a_recording_and_one_around_another_has_it_all(cast: Cast) -> None:
    dashboard(ACME, cast.bob.user, NOW)
    with meter.record() as outer:
        with meter.record() as inner:
            dashboard(ACME, cast.bob.user, NOW)
        a_task(cast.bob, a_project(cast.bob))
    dashboard(ACME, cast.bob.user, NOW)
    assert (len(inner), len(outer)) == (1, 5)
    assert outer[0] is inner[0]


def test_a_lean_recording_counts_as_an_ordinary_one_and_lets_items_go(cast: Cast) -> None:
    with meter.record() as kept:
        for _ in range(20):
            dashboard(ACME, cast.bob.user, NOW)
    with meter.record(lean=True) as lean:
        for _ in range(20):
            dashboard(ACME, cast.bob.user, NOW)
    assert sum(1 for call in lean if call.items) == 8
    numbers = [[(call.count, call.bytes, call.read_units) for call in calls] for calls in (kept, lean)]
    assert numbers[0] == numbers[1]
    assert numbers[0][0][1] > 0


def test_a_call_tells_what_it_asked_for_how_long_it_took_and_what_came(cast: Cast) -> None:
    task = a_task(cast.bob, a_project(cast.bob))
    with meter.record() as calls:
        dashboard(ACME, cast.bob.user, NOW)
        store.get_many("test", [keys.metadata(ACME), keys.task(ACME, task.project, task.id)])
        slices.tasks(ACME, cast.bob.user, Status.OPEN, Priority.LOW, NOW)
    assert calls[0].asked == f"(PK = ORG#{ACME} AND SK BETWEEN LEADERS#2026-09 AND PROJECT#~) Limit 14"
    assert sorted(calls[1].asked.split(", ")) == [f"BOARD#{task.project}#TASK#{task.id}", "METADATA"]
    assert calls[3].asked.startswith(f"GSI2: (GSI2PK = ORG#{ACME}#STATUS#open AND begins_with (GSI2SK, 3#)) Limit")
    assert set(calls[0].kinds()) == {"METADATA", "OPEN", "PROJECT"}
    assert sum(size for _, size in calls[0].kinds().values()) == calls[0].bytes
    assert all(0 < call.seconds < 60 for call in calls)


def test_what_another_thread_asks_is_not_recorded_here(cast: Cast) -> None:
    with meter.record() as calls:
        other = Thread(target=dashboard, args=(ACME, cast.bob.user, NOW))
        other.start()
        other.join()
    assert calls == []


def test_a_task_of_a_board_reads_back_with_its_items(cast: Cast) -> None:
    ref = a_task(cast.bob, a_project(cast.bob))
    with meter.record() as calls:
        store.get("test", Task, keys.task(ACME, ref.project, ref.id))
    assert calls[0].items[0]["title"] == {"S": "Write it down"}


# --- the deadline, which the same hook keeps ----------------------------------------------------


def test_after_the_deadline_no_read_is_sent(cast: Cast) -> None:
    with deadline.within(0.0), meter.record() as calls:
        time.sleep(0.001)
        with pytest.raises(Unavailable):
            dashboard(ACME, cast.bob.user, NOW)
    assert calls == []
    dashboard(ACME, cast.bob.user, NOW)


def test_an_inner_deadline_never_reaches_beyond_the_outer_one() -> None:
    assert deadline.remaining() == float("inf")
    with deadline.within(1):
        with deadline.within(100):
            assert deadline.remaining() <= 1
        with deadline.within(0.1):
            assert deadline.remaining() <= 0.1
        assert 0.5 < deadline.remaining() <= 1
        deadline.allow(50)
        assert 40 < deadline.remaining() <= 50
    assert deadline.remaining() == float("inf")
    deadline.allow(1)
    assert not deadline.passed(), "outside any budget there is none to extend"
