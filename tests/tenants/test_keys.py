from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants import ids, keys
from tenants.items import (
    Brief,
    Card,
    Header,
    Leaders,
    Log,
    Metadata,
    Note,
    OpenCounter,
    Sent,
    Task,
    Text,
    Throttle,
    Token,
    Unknown,
    kind_of,
)
from tenants.keys import FAMILIES, Family, Key
from tests.cast import ACME, NOW

LOWEST, HIGHEST = "LEADERS#", "PROJECT#~"

TENANT_FAMILIES = [family for family in FAMILIES if family.partition == "ORG#<org>"]

months = st.dates().map(lambda day: f"{day.year:04d}-{day.month:02d}")
user_ids = st.text(ids.ALPHABET, min_size=10, max_size=10)
long_ids = st.text(ids.ALPHABET, min_size=16, max_size=16)


def _in_reserved_range(sk: str) -> bool:
    return LOWEST.encode() <= sk.encode() <= HIGHEST.encode()


@pytest.mark.parametrize("family", TENANT_FAMILIES, ids=lambda family: family.prefix)
@given(rest=st.text(max_size=60).filter(lambda text: text.isprintable()))
def test_only_the_families_that_the_dashboard_shows_sort_into_its_range(family: Family, rest: str) -> None:
    sk = family.prefix + (rest if family.prefix.endswith("#") else "")
    # `PROJECT#~…` lies behind the bound, but no id holds a tilde.
    if family.prefix == "PROJECT#" and rest[:1] >= "~":
        return
    assert _in_reserved_range(sk) == family.on_dashboard


@given(month=months, user=user_ids, project=long_ids, task=long_ids, number=st.integers(0, 3))
def test_every_key_that_can_be_built_for_a_tenant_belongs_to_a_listed_family(
    month: str, user: str, project: str, task: str, number: int
) -> None:
    built = [
        keys.metadata(ACME),
        keys.membership(ACME, user),
        keys.open_counter(ACME, number),
        keys.open_counter_of(ACME, task),
        keys.leaders(ACME, month, number),
        keys.leaders_of(ACME, month, user),
        keys.leaders_of(ACME, month, ""),
        keys.card(ACME, project),
        keys.header(ACME, project),
        keys.task(ACME, project, task),
        keys.text(ACME, task),
        keys.note(ACME, task, "2026-09-15T10:00:00.000000Z", user),
        keys.log(ACME, task, "2026-09-15T10:00:00.000000Z", "abcdef"),
        keys.sent(ACME, task, user),
        keys.stats(ACME, user, month),
        keys.event(ACME, month, "2026-09-15T10:00:00.000000Z", "abcdef"),
        keys.audit(ACME, month, "2026-09-15T10:00:00.000000Z", "abcdef"),
        keys.job(ACME, "import"),
        keys.import_batch(ACME, "trello", "1"),
        keys.import_choices(ACME),
        keys.upload(ACME, task),
        keys.upload_part(ACME, task, number),
        keys.archived_task(ACME, project, task),
        keys.away_card(ACME, project),
        keys.project_job(ACME, project),
        keys.leaving_job(ACME, user),
        keys.renaming_job(ACME),
        keys.erasing_job(ACME),
        keys.transfer(ACME),
        keys.invitation(ACME, task),
        keys.brief(ACME, project),
    ]
    on_dashboard = 0
    for key in built:
        assert key.pk == f"ORG#{ACME}"
        (family,) = [family for family in TENANT_FAMILIES if key.sk.startswith(family.prefix)]
        assert _in_reserved_range(key.sk) == family.on_dashboard, key
        assert kind_of(*key) is not Unknown, key
        on_dashboard += family.on_dashboard
    assert on_dashboard == 7


def test_every_function_that_builds_a_key_is_known_to_the_test_above() -> None:
    built = {
        name
        for name, value in vars(keys).items()
        if callable(value) and getattr(value, "__annotations__", {}).get("return") == "Key"
    }
    assert built == {
        *(
            "metadata",
            "membership",
            "open_counter",
            "open_counter_of",
            "leaders",
            "leaders_of",
            "card",
            "header",
            "brief",
        ),
        *("note", "log", "sent"),
        *("task", "text", "stats", "event", "audit", "job", "import_batch", "import_choices", "upload", "upload_part"),
        *("archived_task", "away_card", "project_job", "invitation"),
        *("profile", "session", "identity", "copies_job", "token", "throttle"),
        *("leaving_job", "renaming_job", "erasing_job", "transfer"),
    }, "a new key must be added to the test of the reserved range"


def test_no_two_families_of_a_tenant_share_a_beginning() -> None:
    for family in TENANT_FAMILIES:
        others = [other for other in TENANT_FAMILIES if other is not family]
        assert not [other for other in others if other.prefix.startswith(family.prefix)]


def test_the_range_of_a_month_holds_its_leaders_and_none_of_an_earlier_month() -> None:
    first, last = keys.dashboard_range("2026-09")
    assert first <= keys.leaders(ACME, "2026-09", 0).sk <= last
    assert keys.leaders(ACME, "2026-08", 3).sk < first
    assert keys.leaders(ACME, "2025-12", 3).sk < first


def test_the_dashboards_families_stand_in_the_order_that_the_limit_counts_on() -> None:
    shown = [
        keys.leaders(ACME, "9999-12", 3).sk,
        keys.metadata(ACME).sk,
        keys.open_counter(ACME, 0).sk,
        keys.open_counter(ACME, 3).sk,
        keys.card(ACME, "0").sk,
    ]
    assert shown == sorted(shown)


@given(project=long_ids, task=long_ids)
def test_the_prefix_of_cards_meets_cards_only(project: str, task: str) -> None:
    assert keys.card(ACME, project).sk.startswith(keys.CARD_PREFIX)
    for key in (keys.header(ACME, project), keys.task(ACME, project, task), keys.text(ACME, task)):
        assert not key.sk.startswith(keys.CARD_PREFIX)


@given(project=long_ids, task=long_ids)
def test_a_key_of_a_board_can_be_taken_apart_again(project: str, task: str) -> None:
    key = keys.task(ACME, project, task)
    assert (keys.org_of(key.pk), keys.project_of_board(key.sk), keys.last_part(key.sk)) == (ACME, project, task)


def test_a_boards_record_comes_before_its_tasks() -> None:
    assert keys.header(ACME, "p").sk < keys.task(ACME, "p", "0").sk


def test_a_projects_prefix_does_not_meet_a_project_whose_id_begins_alike() -> None:
    assert not keys.task(ACME, "p10", "t").sk.startswith(keys.board_prefix("p1"))


# The shards are part of what is stored: another function would look for counters where they are not.
@pytest.mark.parametrize(("of", "number"), [("", 0), ("0000000000", 2), ("abcdefghjk", 3), ("zzzzzzzzzz", 0)])
def test_the_shard_of_an_id_never_changes(of: str, number: int) -> None:
    assert keys.shard(of) == number


def test_ids_spread_over_the_shards_evenly() -> None:
    spread = Counter(keys.shard(ids.new_task_id(NOW)) for _ in range(4_000))
    assert set(spread) == {0, 1, 2, 3}
    assert min(spread.values()) > 850


def test_the_more_pressing_and_then_the_earlier_due_task_comes_first_in_the_index() -> None:
    rows = [
        keys.by_status_sk(0, "2026-01-01", "b"),
        keys.by_status_sk(0, "2026-01-02", "a"),
        keys.by_status_sk(0, None, "a"),
        keys.by_status_sk(1, "2026-01-01", "a"),
    ]
    assert rows == sorted(rows)


def test_my_organisations_come_before_my_tasks_and_tasks_without_a_due_date_come_last() -> None:
    rows = [
        keys.by_user_org("zzz"),
        keys.by_user_task("2026-01-01", "z"),
        keys.by_user_task("9999-12-30", "z"),
        keys.by_user_task(None, "0"),
    ]
    assert rows == sorted(rows)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        (keys.metadata(ACME), Metadata),
        (keys.leaders(ACME, "2026-09", 0), Leaders),
        (keys.open_counter(ACME, 0), OpenCounter),
        (keys.card(ACME, "p"), Card),
        (keys.header(ACME, "p"), Header),
        (keys.brief(ACME, "p"), Brief),
        (keys.task(ACME, "p", "t"), Task),
        (Key("ORG#acme-works", "MILESTONE#1"), Unknown),
        (keys.text(ACME, "t"), Text),
        (keys.note(ACME, "t", "i", "n"), Note),
        (keys.log(ACME, "t", "i", "e"), Log),
        (keys.sent(ACME, "t", "n"), Sent),
        (keys.token("0" * 64), Token),
        (keys.throttle("0" * 64, 0), Throttle),
        (Key("ORG#acme-works", "THROTTLE#0"), Unknown),
        (Key("ORG#acme-works", "DETAIL#t#FILE#1"), Unknown),
        (Key("ORG#acme-works", "DETAIL#t"), Unknown),
        (Key("ORG#acme-works", "DETAIL#"), Unknown),
        (Key("ORG#acme-works", ""), Unknown),
    ],
    ids=str,
)
def test_the_first_part_of_the_sort_key_names_the_kind(key: Key, kind: type) -> None:
    assert kind_of(*key) is kind
