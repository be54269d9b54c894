"""Damage of every kind is found, named with the right value, and put right; a clean organisation has none."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from tenants import ids, keys, store
from tenants.errors import NotFound
from tenants.items import Card, Header, Leaders, Task
from tenants.policy import Priority
from tenants.reconcile import Drift, reconcile
from tenants.reconcile.audit import audit
from tenants.reconcile.findings import Finding
from tenants.transaction import Transaction
from tenants.writes import details, project_life, tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.fast_moto import table_of
from tests.tenants.partition import RawItem, delete_raw, put_raw, raw, set_raw, work

AUGUST = datetime(2026, 8, 20, 9, 0, tzinfo=UTC)


class Acme(NamedTuple):
    """A clean organisation: one project with work of every kind, some of it deleted since."""

    cast: Cast
    project: str
    live: TaskRef
    done: TaskRef

    def key(self, sk: str) -> keys.Key:
        return keys.Key(keys.org_pk(ACME), sk)


_PREPARED: list[tuple[Acme, Any]] = []


@pytest.fixture
def acme(cast: Cast) -> Acme:
    """It: written once, and from then on put back, since every test damages it."""
    if not _PREPARED:
        made = _make(cast)
        _PREPARED.append((made, copy.deepcopy(table_of("app-main").items)))
    made, items = _PREPARED[0]
    table_of("app-main").items = copy.deepcopy(items)
    return made


def _make(cast: Cast) -> Acme:
    project = a_project(cast.alice, title="Launch")
    live = a_task(cast.bob, project, priority=Priority.HIGH, due=date(2026, 9, 30), assignee=cast.bob.user)
    tasks.start(cast.bob, a_task(cast.bob, project, priority=Priority.LOW), NOW)
    done = a_task(cast.bob, project)
    tasks.complete(cast.bob, done, AUGUST)
    deleted = a_task(cast.bob, project)
    tasks.complete(cast.bob, deleted, AUGUST)
    tasks.delete(cast.bob, deleted, NOW)
    tasks.complete(cast.alice, a_task(cast.alice, project), NOW)
    return Acme(cast, project, live, done)


def number(value: int) -> RawItem:
    return {"N": str(value)}


def text(value: str) -> RawItem:
    return {"S": value}


def told(drift: list[Drift]) -> set[str]:
    return {str(each) for each in drift}


def assert_found_and_mended(*right: str) -> None:
    """The damage is named so, put right on request, and gone then."""
    assert told(reconcile(ACME)) == set(right)
    mended = reconcile(ACME, repair=True)
    assert told(mended) == set(right)
    assert all(each.mended for each in mended)
    assert reconcile(ACME) == []


def test_a_clean_organisation_has_no_drift_and_costs_one_walk(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    walks: list[str] = []

    def counted(org: str) -> list[Finding]:
        walks.append(org)
        return audit(org)

    monkeypatch.setattr("tenants.reconcile.mending.audit", counted)
    before = raw(ACME)
    assert reconcile(ACME, repair=True) == []
    assert walks == [ACME]
    assert raw(ACME) == before
    assert acme.project


@pytest.mark.usefixtures("cast")
def test_an_organisation_that_is_not_there_is_not_clean() -> None:
    with pytest.raises(NotFound):
        reconcile("nowhere")


# Counters of live tasks
@pytest.mark.parametrize(("stored", "shown"), [(number(7), "7"), (number(-1), "-1"), (None, "nothing")])
def test_a_counter_of_open_tasks(acme: Acme, stored: RawItem | None, shown: str) -> None:
    key = keys.open_counter_of(ACME, acme.live.id)
    set_raw(key, "oh", stored)
    assert_found_and_mended(f"{key.sk} open_high: {shown} -> 1")


def test_a_counter_that_should_be_nothing(acme: Acme) -> None:
    set_raw(acme.key("OPEN#0"), "du", number(2))
    assert_found_and_mended("OPEN#0 doing_urgent: 2 -> 0")


def test_a_task_counted_in_the_wrong_shard(acme: Acme) -> None:
    right = keys.open_counter_of(ACME, acme.live.id)
    wrong = keys.open_counter(ACME, (keys.shard(acme.live.id) + 1) % 4)
    before = int(raw(ACME)[wrong.sk].get("oh", {"N": "0"})["N"])
    set_raw(right, "oh", number(0))
    set_raw(wrong, "oh", number(before + 1))
    assert_found_and_mended(f"{right.sk} open_high: 0 -> 1", f"{wrong.sk} open_high: {before + 1} -> {before}")


def test_a_shard_that_is_missing_or_one_too_many(acme: Acme) -> None:
    key = keys.open_counter_of(ACME, acme.live.id)
    right = {name: value["N"] for name, value in raw(ACME)[key.sk].items() if "N" in value and value["N"] != "0"}
    delete_raw(key)
    put_raw(acme.key("OPEN#7"), om=number(3))
    drift = told(reconcile(ACME))
    assert f"{key.sk} open_high: nothing -> 1" in drift
    assert "OPEN#7 open_medium: 3 -> 0" in drift
    assert len(drift) == len(right) + 1
    reconcile(ACME, repair=True)
    assert reconcile(ACME) == []


# Cards
@pytest.mark.parametrize(
    ("name", "stored", "shown"),
    [
        ("oh", number(0), "open_high: 0 -> 1"),
        ("dl", None, "doing_low: nothing -> 1"),
        ("done", number(9), "done: 9 -> 3"),
        ("ou", number(4), "open_urgent: 4 -> 0"),
        ("title", text("Lunch"), "title: Lunch -> Launch"),
    ],
)  # fmt: skip - a table reads best as one
def test_a_value_of_a_card(acme: Acme, name: str, stored: RawItem | None, shown: str) -> None:
    key = keys.card(ACME, acme.project)
    set_raw(key, name, stored)
    assert_found_and_mended(f"{key.sk} {shown}")


def test_a_card_that_is_missing_is_made_again_with_its_counts(acme: Acme) -> None:
    key = keys.card(ACME, acme.project)
    before = raw(ACME)[key.sk]
    delete_raw(key)
    assert_found_and_mended(f"{key.sk}: nothing -> an item")
    counted = {name: value for name, value in raw(ACME)[key.sk].items() if value != {"N": "0"}}
    assert counted == {name: value for name, value in before.items() if value != {"N": "0"}}


def test_a_card_of_no_project(acme: Acme) -> None:
    ghost = keys.card(ACME, ids.new_project_id(NOW))
    put_raw(ghost, title=text("Ghost"), oh=number(1))
    assert_found_and_mended(f"{ghost.sk}: an item -> nothing")
    assert acme.project


# The plan's count of projects
@pytest.mark.parametrize("stored", [0, 2, 10])
def test_the_number_of_projects(acme: Acme, stored: int) -> None:
    set_raw(acme.key("METADATA"), "projects", number(stored))
    assert_found_and_mended(f"METADATA projects: {stored} -> 1")


def test_places_that_an_unfinished_import_holds_are_part_of_the_number_of_projects(acme: Acme) -> None:
    put_raw(keys.job(ACME, "IMPORT#x"), action=text("import"), state=text("running"), reserved=number(3))
    assert_found_and_mended("METADATA projects: 1 -> 4")
    assert acme.project


# People
def people(*changed: tuple[str, str | None]) -> None:
    packed = dict(raw(ACME)["METADATA"]["people"]["M"])
    for user, value in changed:
        if value is None:
            del packed[user]
        else:
            packed[user] = text(value)
    set_raw(keys.metadata(ACME), "people", {"M": packed})


@pytest.mark.parametrize("stored", ["admin||Bob", "member||Bert", "owner||"])
def test_a_members_role_or_name_in_the_map_of_people(acme: Acme, stored: str) -> None:
    bob = acme.cast.bob.user
    people((bob, stored))
    assert_found_and_mended(f"METADATA people.{bob}: {stored} -> member||Bob")


def test_a_members_flags_are_kept_when_their_name_is_put_right(acme: Acme) -> None:
    bob = acme.cast.bob.user
    people((bob, "member|quiet|Bert"))
    assert_found_and_mended(f"METADATA people.{bob}: member|quiet|Bert -> member|quiet|Bob")


def test_a_member_who_is_missing_from_the_map_and_a_stranger_who_is_in_it(acme: Acme) -> None:
    bob, charlie = acme.cast.bob.user, acme.cast.charlie.user
    people((bob, None), (charlie, "owner||Charlie"))
    assert_found_and_mended(
        f"METADATA people.{bob}: nothing -> member||Bob", f"METADATA people.{charlie}: owner||Charlie -> nothing"
    )


def test_the_set_of_owners(acme: Acme) -> None:
    alice, bob = acme.cast.alice.user, acme.cast.bob.user
    set_raw(acme.key("METADATA"), "owners", {"SS": [bob]})
    assert_found_and_mended(f"METADATA owners: {bob} -> {alice}")


def test_an_organisation_without_any_owner_is_named_and_left_to_people(acme: Acme) -> None:
    alice = acme.cast.alice.user
    set_raw(keys.membership(ACME, alice), "role", text("member"))
    people((alice, "member||Alice"))
    (left,) = reconcile(ACME, repair=True)
    assert (str(left), left.mended) == (f"METADATA owners: {alice} -> nobody", False)


@pytest.mark.parametrize(
    ("name", "right"),
    [("GSI1PK", "USER#{bob}"), ("GSI1SK", f"ORG#{ACME}"), ("orgName", "Acme")],
)
@pytest.mark.parametrize("stored", ["elsewhere", None])
def test_what_the_index_and_home_know_of_a_membership(acme: Acme, name: str, right: str, stored: str | None) -> None:
    bob = acme.cast.bob.user
    key = keys.membership(ACME, bob)
    if name == "orgName" and stored is None:
        stored = "Acme Ltd"
    set_raw(key, name, text(stored) if stored else None)
    assert_found_and_mended(f"{key.sk} {name}: {stored or 'nothing'} -> {right.format(bob=bob)}")


# Months
def test_a_members_place_in_a_month_is_what_they_did_and_what_was_deleted_of_it(acme: Acme) -> None:
    bob = acme.cast.bob.user
    key = keys.leaders_of(ACME, "2026-08", bob)
    set_raw(key, f"n_{bob}", number(5))
    assert_found_and_mended(f"{key.sk} n_{bob}: 5 -> 2")


def test_a_day_of_a_month_is_what_was_done_and_what_was_deleted_of_it(acme: Acme) -> None:
    key = keys.leaders_of(ACME, "2026-08", acme.cast.bob.user)
    set_raw(key, ids.base32(20, 1), None)
    set_raw(key, ids.base32(21, 1), number(1))
    assert_found_and_mended(f"{key.sk} day 20: nothing -> 2", f"{key.sk} day 21: 1 -> 0")


def test_a_month_that_is_missing_altogether(acme: Acme) -> None:
    bob = acme.cast.bob.user
    key = keys.leaders_of(ACME, "2026-08", bob)
    delete_raw(key)
    assert_found_and_mended(f"{key.sk} day 20: nothing -> 2", f"{key.sk} n_{bob}: nothing -> 2")


def test_a_member_in_the_wrong_shard_of_a_month(acme: Acme) -> None:
    bob = acme.cast.bob.user
    wrong = keys.leaders(ACME, "2026-08", (keys.shard(bob) + 1) % 4)
    put_raw(wrong, **{f"n_{bob}": number(2)})
    assert_found_and_mended(f"{wrong.sk} n_{bob}: 2 -> 0")


def test_a_members_own_month(acme: Acme) -> None:
    bob = acme.cast.bob.user
    key = keys.stats(ACME, bob, "2026-08")
    set_raw(key, "done", number(1))
    assert_found_and_mended(f"{key.sk} done: 1 -> 2")


def test_what_was_deleted_of_a_members_month_is_the_sum_of_its_days(acme: Acme) -> None:
    key = keys.stats(ACME, acme.cast.bob.user, "2026-08")
    set_raw(key, "gone", number(4))
    assert_found_and_mended(f"{key.sk} gone: 4 -> 1")


def test_a_members_month_without_their_name(acme: Acme) -> None:
    key = keys.stats(ACME, acme.cast.bob.user, "2026-08")
    set_raw(key, "name", None)
    assert_found_and_mended(f"{key.sk} name: nothing -> Bob")


def test_a_month_of_somebody_who_left_gets_the_name_of_their_account(acme: Acme) -> None:
    bob = acme.cast.bob.user
    delete_raw(keys.membership(ACME, bob))
    people((bob, None))
    key = keys.stats(ACME, bob, "2026-08")
    set_raw(key, "name", None)
    assert_found_and_mended(f"{key.sk} name: nothing -> Bob")


def test_a_month_of_an_account_that_is_gone_is_named_and_left_without_a_name(acme: Acme) -> None:
    key = keys.stats(ACME, acme.cast.bob.user, "2026-08")
    set_raw(key, "name", None)
    delete_raw(keys.membership(ACME, acme.cast.bob.user))
    people((acme.cast.bob.user, None))
    delete_raw(keys.profile(acme.cast.bob.user))
    (left,) = reconcile(ACME, repair=True)
    assert (str(left), left.mended) == (f"{key.sk} name: nothing -> a name", False)


# Tasks and records
@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("GSI1PK", "USER#{bob}"),
        ("GSI1SK", "TASK#2026-09-30#{task}"),
        ("GSI2PK", f"ORG#{ACME}#STATUS#open"),
        ("GSI2SK", "1#2026-09-30#{task}"),
        ("project", "Launch"),
    ],
)
@pytest.mark.parametrize("stored", ["elsewhere", None])
def test_an_index_key_or_a_copy_of_a_live_task(acme: Acme, name: str, right: str, stored: str | None) -> None:
    key = keys.task(ACME, acme.project, acme.live.id)
    set_raw(key, name, text(stored) if stored else None)
    shown = right.format(bob=acme.cast.bob.user, task=acme.live.id)
    assert_found_and_mended(f"{key.sk} {name}: {stored or 'nothing'} -> {shown}")


def test_index_keys_that_a_done_task_still_carries(acme: Acme) -> None:
    key = keys.task(ACME, acme.project, acme.done.id)
    set_raw(key, "GSI2PK", text(keys.by_status_pk(ACME, "open")))
    set_raw(key, "GSI2SK", text("1#2026-09-30#x"))
    assert_found_and_mended(
        f"{key.sk} GSI2PK: ORG#{ACME}#STATUS#open -> nothing", f"{key.sk} GSI2SK: 1#2026-09-30#x -> nothing"
    )


@pytest.mark.parametrize("name", ["GSI2PK", "GSI2SK"])
def test_an_index_key_of_a_projects_record(acme: Acme, name: str) -> None:
    key = keys.header(ACME, acme.project)
    right = raw(ACME)[key.sk][name]["S"]
    set_raw(key, name, None)
    assert_found_and_mended(f"{key.sk} {name}: nothing -> {right}")


# Orphans and strangers
def test_tasks_whose_projects_record_is_missing_get_one_again_and_nothing_is_thrown_away(acme: Acme) -> None:
    key = keys.header(ACME, acme.project)
    before = work(ACME)
    delete_raw(key)
    assert_found_and_mended(f"{key.sk}: nothing -> an item")
    after = work(ACME)
    assert {sk: item for sk, item in after.items() if sk != key.sk} == {
        sk: item for sk, item in before.items() if sk != key.sk
    }
    (header,) = [item for item in store.walk("partition", keys.org_pk(ACME)) if isinstance(item, Header)]
    assert (header.title, header.state, header.gone) == ("Launch", "live", 1)
    assert header.created_at[:23] == before[key.sk]["createdAt"]["S"][:23]


def test_tasks_of_which_neither_record_nor_card_is_left_keep_their_work(acme: Acme) -> None:
    for key in (keys.header(ACME, acme.project), keys.card(ACME, acme.project)):
        delete_raw(key)
    rows = {sk for sk in work(ACME) if "#TASK#" in sk}
    assert told(reconcile(ACME)) == {
        f"BOARD#{acme.project}#HEADER: nothing -> an item",
        f"PROJECT#{acme.project}: nothing -> an item",
    }
    reconcile(ACME, repair=True)
    assert reconcile(ACME) == []
    assert rows == {sk for sk in work(ACME) if "#TASK#" in sk}
    (card,) = [item for item in store.walk("partition", keys.org_pk(ACME)) if isinstance(item, Card)]
    assert card.title == "Launch"


def test_a_text_of_no_task(acme: Acme) -> None:
    key = keys.text(ACME, ids.new_task_id(NOW))
    put_raw(key, text=text("left over"))
    assert_found_and_mended(f"{key.sk}: an item -> nothing")
    assert acme.project


@pytest.mark.parametrize("detail", ["NOTE#2026-09-15T10:00:00.000000Z#0123456789", "LOG#i#e", "SENT#0123456789"])
def test_a_comment_a_history_or_a_lock_of_no_task(acme: Acme, detail: str) -> None:
    key = acme.key(f"DETAIL#{ids.new_task_id(NOW)}#{detail}")
    ends = {"expiresAt": number(4_000_000_000)} if "SENT" in detail else {}
    put_raw(key, text=text("left over"), actor=text("x"), actorName=text("X"), action=text("x"), note=text("x"), **ends)
    assert_found_and_mended(f"{key.sk}: an item -> nothing")


def test_what_a_deletion_that_was_cut_short_left_behind_is_swept_up(
    acme: Acme, monkeypatch: pytest.MonkeyPatch
) -> None:
    for token in ("0000000001", "0000000002"):
        details.comment(acme.cast.bob, acme.live, "Well", token, NOW)
    with monkeypatch.context() as cut:
        cut.setattr("tenants.writes.details._SWEEPS", 0)
        tasks.delete(acme.cast.bob, acme.live, NOW)
    left = {sk for sk in raw(ACME) if sk.startswith(f"DETAIL#{acme.live.id}#")}
    assert {sk.split("#")[2] for sk in left} == {"NOTE", "LOG", "SENT"}
    assert_found_and_mended(*(f"{sk}: an item -> nothing" for sk in left))
    assert not {sk for sk in raw(ACME) if acme.live.id in sk}


def test_details_that_came_with_an_end_are_left_to_it(acme: Acme) -> None:
    key = acme.key(f"DETAIL#{ids.new_task_id(NOW)}#NOTE#i#0123456789")
    put_raw(key, text=text("x"), actor=text("x"), actorName=text("X"), expiresAt=number(4_000_000_000))
    assert reconcile(ACME) == []


def test_a_description_of_no_project(acme: Acme) -> None:
    key = keys.brief(ACME, ids.new_project_id(NOW))
    put_raw(key, text=text("left over"))
    assert_found_and_mended(f"{key.sk}: an item -> nothing")
    assert acme.project


def test_the_description_of_a_project_whose_record_is_missing_stays(acme: Acme) -> None:
    brief, header = keys.brief(ACME, acme.project), keys.header(ACME, acme.project)
    put_raw(brief, text=text("Why"))
    delete_raw(header)
    assert_found_and_mended(f"{header.sk}: nothing -> an item")
    assert brief.sk in raw(ACME)


@pytest.mark.parametrize("stored", ["archived", "live"])
def test_a_live_project_that_the_index_calls_put_away(acme: Acme, stored: str) -> None:
    key = keys.header(ACME, acme.project)
    set_raw(key, "status", text(stored))
    assert_found_and_mended(f"{key.sk} status: {stored} -> nothing")


def test_a_project_that_is_put_away_and_that_the_index_calls_live(acme: Acme) -> None:
    project_life.archive(acme.cast.alice, ACME, acme.project, NOW)
    key = keys.header(ACME, acme.project)
    set_raw(key, "status", None)
    assert_found_and_mended(f"{key.sk} status: nothing -> archived")


def test_an_item_of_an_unknown_kind_is_named_and_left_alone(acme: Acme) -> None:
    key = acme.key("ZEBRA#1")
    put_raw(key, stripes=number(40))
    (left,) = reconcile(ACME, repair=True)
    assert (str(left), left.mended) == ("ZEBRA#1: an item -> nothing", False)
    assert "ZEBRA#1" in raw(ACME)


# What goes on meanwhile
def test_a_write_in_the_course_of_the_walk_is_no_drift(acme: Acme, monkeypatch: pytest.MonkeyPatch) -> None:
    _between_rows_and_counters(monkeypatch, lambda: tasks.complete(acme.cast.bob, acme.live, NOW))
    assert reconcile(ACME, repair=True) == []
    monkeypatch.undo()
    assert reconcile(ACME) == []


def test_drift_that_is_there_is_found_though_a_write_comes_in_between(
    acme: Acme, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_raw(acme.key("METADATA"), "projects", number(5))
    _between_rows_and_counters(monkeypatch, lambda: tasks.complete(acme.cast.bob, acme.live, NOW))
    assert told(reconcile(ACME, repair=True)) == {"METADATA projects: 5 -> 1"}
    monkeypatch.undo()
    assert reconcile(ACME) == []


def test_a_value_that_moved_after_it_was_seen_is_left_to_the_next_run(
    acme: Acme, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keys.open_counter_of(ACME, acme.live.id)
    set_raw(key, "oh", number(7))
    through = Transaction.commit

    def late(self: Transaction, token: str | None = None) -> None:
        monkeypatch.undo()
        tasks.complete(acme.cast.bob, acme.live, NOW)
        through(self, token)

    monkeypatch.setattr(Transaction, "commit", late)
    (left,) = reconcile(ACME, repair=True)
    assert not left.mended
    assert_found_and_mended(f"{key.sk} open_high: 6 -> 0")


def test_everything_at_once_is_found_and_put_right_in_one_run(acme: Acme) -> None:
    for sk, item in raw(ACME).items():
        key = acme.key(sk)
        if sk.startswith(("OPEN#", "LEADERS#", "PROJECT#", "STATS#")):
            for name, value in item.items():
                if "N" in value and not name.startswith("g"):
                    set_raw(key, name, number(int(value["N"]) + 3))
    set_raw(acme.key("METADATA"), "projects", number(0))
    people((acme.cast.bob.user, None))
    drift = reconcile(ACME, repair=True)
    assert len(drift) > 15
    assert all(each.mended for each in drift)
    assert reconcile(ACME) == []
    assert [item.by_day for item in store.walk("partition", keys.org_pk(ACME)) if isinstance(item, Leaders)]


def test_a_task_that_was_done_on_no_known_day_is_no_drift(acme: Acme) -> None:
    key = keys.task(ACME, acme.project, ids.new_task_id(NOW - timedelta(days=1)))
    item = Task.at(
        key,
        title="Long ago",
        status="done",
        priority="low",
        project="Launch",
        created_at="2020-01-01T00:00:00.000000Z",
    )
    transaction = Transaction()
    transaction.put(item)
    transaction.commit()
    card = keys.card(ACME, acme.project)
    assert_found_and_mended(f"{card.sk} done: 3 -> 4")


def _between_rows_and_counters(monkeypatch: pytest.MonkeyPatch, write: Callable[[], object]) -> None:
    """Let something be written in the first walk when its rows were read and its counters were not."""
    through = store.walk
    done: list[object] = []

    def walk(*args: object, **options: object) -> object:
        for item in through(*args, **options):  # type: ignore[arg-type]  # handed through as it came
            if item.sk.startswith("LEADERS#") and not done:
                done.append(write())
                yield from through(*args, prefix="LEADERS#")  # type: ignore[arg-type]  # the same
                continue
            yield store.get("partition", type(item), item.key) or item if done else item

    monkeypatch.setattr(store, "walk", walk)
