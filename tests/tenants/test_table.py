from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tenants import keys, meter, store, table
from tenants.errors import Unavailable
from tenants.items import (
    Base,
    Card,
    FlatMap,
    Header,
    Leaders,
    Membership,
    Metadata,
    OpenCounter,
    Stats,
    Unknown,
    day_name,
)
from tenants.policy import Priority, Status
from tenants.reads import slices
from tenants.reads.dashboard import dashboard
from tenants.reads.home import home
from tests.cast import ACME, NOW, Cast, a_project, a_task


@pytest.mark.usefixtures("empty_table")
def test_creating_the_table_twice_changes_nothing() -> None:
    assert table.create_table() is False
    assert table.check_table() == []
    assert table.ready()


@pytest.mark.usefixtures("empty_table")
def test_a_missing_table_is_created_with_both_indexes_and_ttl() -> None:
    table.connect(endpoint="", table="another")
    assert not table.ready()
    assert table.check_table() == ["The table another does not exist: run create_table."]
    assert table.create_table() is True
    assert table.check_table() == []
    assert table.ready()


@pytest.mark.usefixtures("empty_table")
def test_checking_names_what_is_wrong_with_a_table() -> None:
    strings = [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk", "GSI1PK", "GSI2SK")]
    table.client().create_table(
        TableName="crooked",
        AttributeDefinitions=strings,  # type: ignore[arg-type]  # plain dicts
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "GSI1",
                "KeySchema": [
                    {"AttributeName": "GSI1PK", "KeyType": "HASH"},
                    {"AttributeName": "GSI2SK", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    table.connect(endpoint="", table="crooked")
    problems = " ".join(table.check_table())
    for problem in (
        "keys are ('pk', 'sk')",
        "index GSI2 is missing",
        "keys of the index GSI1",
        "lacks the attributes assignee",
        "TTL is not enabled",
    ):
        assert problem in problems


@pytest.fixture
def _nobody_listens(empty_table: None) -> Iterator[None]:  # noqa: ARG001 - puts the client back
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        table.connect(endpoint=f"http://127.0.0.1:{taken.getsockname()[1]}", table="app-main")
        yield


@pytest.mark.usefixtures("_nobody_listens")
def test_a_database_that_cannot_be_reached_is_unavailable_and_nothing_else() -> None:
    assert not table.ready()
    for ask in (
        table.create_table,
        table.check_table,
        lambda: dashboard(ACME, "0" * 10, NOW),
        lambda: slices.frame(ACME, "0" * 10),
        lambda: store.get_many("test", [keys.metadata(ACME)]),
    ):
        with pytest.raises(Unavailable):
            ask()


# --- kinds of items -----------------------------------------------------------------------------


def _put(key: keys.Key, **attributes: dict[str, Any]) -> None:
    table.client().put_item(TableName="app-main", Item={"PK": {"S": key.pk}, "SK": {"S": key.sk}, **attributes})


def test_an_item_of_an_unknown_kind_is_reported_and_the_page_still_works(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    a_task(cast.alice, a_project(cast.alice), priority=Priority.HIGH)
    _put(keys.Key(f"ORG#{ACME}", "MILESTONE#2026#secret-name"), title={"S": "From a newer release"})
    with caplog.at_level(logging.WARNING), meter.record() as calls:
        shown = dashboard(ACME, cast.bob.user, NOW)
    assert len(calls) == 1
    assert "unknown kind" in caplog.text
    assert "MILESTONE" in caplog.text
    assert "secret-name" not in caplog.text, "ids stay out of the log"
    assert shown.counts.of(Status.OPEN) == 1
    assert len(shown.projects) == 1


def test_a_known_page_reports_nothing(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    a_task(cast.alice, a_project(cast.alice))
    with caplog.at_level(logging.WARNING):
        dashboard(ACME, cast.bob.user, NOW)
    assert caplog.text == ""


@pytest.mark.usefixtures("empty_table")
def test_an_unknown_kind_comes_back_as_itself_and_is_nobodys_object() -> None:
    key = keys.Key(f"ORG#{ACME}", "NEWS#1")
    _put(key)
    assert isinstance(Base.get(*key), Unknown)
    assert store.get("test", Header, key) is None
    assert store.get_many("test", [key]).get(Header, key) is None
    assert store.get("test", Card, keys.Key(f"ORG#{ACME}", "NEWS#2")) is None


def test_attributes_that_a_newer_release_added_break_nothing(cast: Cast) -> None:
    project = a_project(cast.alice)
    for key in (
        keys.metadata(ACME),
        keys.card(ACME, project),
        keys.open_counter(ACME, 0),
        keys.membership(ACME, cast.bob.user),
    ):
        table.client().update_item(
            TableName="app-main",
            Key={"PK": {"S": key.pk}, "SK": {"S": key.sk}},
            UpdateExpression="SET newer = :map, n_newer = :text",
            ExpressionAttributeValues={":map": {"M": {"a": {"L": [{"BOOL": True}]}}}, ":text": {"S": "x"}},
        )
    assert dashboard(ACME, cast.bob.user, NOW).projects[0].id == project
    assert slices.members(ACME, cast.bob.user).members


def test_a_role_of_a_newer_release_may_look_and_break_nothing(cast: Cast) -> None:
    key = keys.membership(ACME, cast.bob.user)
    _put(
        key,
        role={"S": "auditor"},
        name={"S": "Bob"},
        orgName={"S": "Acme"},
        GSI1PK={"S": keys.user_pk(cast.bob.user)},
        GSI1SK={"S": keys.by_user_org(ACME)},
    )
    table.client().update_item(
        TableName="app-main",
        Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}},
        UpdateExpression="SET people.#u = :p",
        ExpressionAttributeNames={"#u": cast.bob.user},
        ExpressionAttributeValues={":p": {"S": "auditor|x|Bob"}},
    )
    assert dashboard(ACME, cast.bob.user, NOW).frame.viewer.role == "viewer"
    assert {member.role for member in slices.members(ACME, cast.alice.user).members if member.id == cast.bob.user} == {
        "viewer"
    }
    assert [org.role for org in home(cast.bob.user).orgs] == ["viewer"]


@pytest.mark.usefixtures("empty_table")
def test_counters_born_by_adding_count_what_is_there_and_zero_for_the_rest() -> None:
    for key, name in (
        (keys.open_counter(ACME, 1), "ou"),
        (keys.leaders(ACME, "2026-09", 2), "n_0123456789"),
        (keys.stats(ACME, "0123456789", "2026-09"), "g_07"),
    ):
        table.client().update_item(
            TableName="app-main",
            Key={"PK": {"S": key.pk}, "SK": {"S": key.sk}},
            UpdateExpression="ADD #n :one",
            ExpressionAttributeNames={"#n": name},
            ExpressionAttributeValues={":one": {"N": "1"}},
        )
    counter, leaders, stats = (
        Base.get(*key)
        for key in (
            keys.open_counter(ACME, 1),
            keys.leaders(ACME, "2026-09", 2),
            keys.stats(ACME, "0123456789", "2026-09"),
        )
    )
    assert isinstance(counter, OpenCounter)
    assert counter.to_simple_dict().keys() == {"PK", "SK", "ou"}
    assert isinstance(leaders, Leaders)
    assert (leaders.by_user, leaders.by_day, leaders.month) == ({"0123456789": 1}, {}, "2026-09")
    assert isinstance(stats, Stats)
    assert stats.gone_by_day == {7: 1}


@pytest.mark.parametrize(
    ("day", "name"), [("2026-09-01", "1"), ("2026-09-09", "9"), ("2026-09-10", "a"), ("2026-12-31", "z")]
)
def test_the_counter_of_a_day_has_a_name_of_one_character(day: str, name: str) -> None:
    assert day_name(day) == name


@pytest.mark.usefixtures("empty_table")
def test_every_day_of_a_month_has_a_counter_of_its_own() -> None:
    key = keys.leaders(ACME, "2026-10", 0)
    _put(key, **{day_name(f"2026-10-{day:02d}"): {"N": str(day)} for day in range(1, 32)})
    leaders = Base.get(*key)
    assert isinstance(leaders, Leaders)
    assert leaders.by_day == {day: day for day in range(1, 32)}


def test_a_flat_map_holds_any_text_and_passes_over_what_is_none() -> None:
    people = {"u1": "owner||Ana", "u2": "viewer|x|B|o|b", "u3": ""}
    assert FlatMap().deserialize(FlatMap().serialize(people)) == people
    assert FlatMap().deserialize({"u1": {"S": "a"}, "u2": {"N": "1"}}) == {"u1": "a"}


def test_the_people_of_an_organisation_are_one_flat_map_of_texts(cast: Cast) -> None:
    stored = table.client().get_item(TableName="app-main", Key={"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}})[
        "Item"
    ]
    assert stored["people"]["M"][cast.bob.user] == {"S": "member||Bob"}
    assert stored["owners"] == {"SS": [cast.alice.user]}
    metadata = Base.get(f"ORG#{ACME}", "METADATA")
    assert isinstance(metadata, Metadata)
    assert metadata.people[cast.alice.user] == "owner||Alice"


def test_a_family_is_read_back_in_its_own_class_from_one_query(cast: Cast) -> None:
    a_task(cast.alice, a_project(cast.alice))
    found = {type(item).__name__ for item in store.walk("test", keys.org_pk(ACME))}
    assert found == {"Header", "Task", "Log", "Event", "Metadata", "OpenCounter", "Card", "Membership", "AuditEntry"}
    assert isinstance(Base.get(*keys.membership(ACME, cast.bob.user)), Membership)
