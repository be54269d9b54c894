"""Deleting an organisation: nothing is left anywhere but the tombstone of its slug, also when it is killed anywhere."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from tenants import keys, meter, store
from tenants.errors import AlreadyTaken, NotAllowed, NotFound, SessionEnded, TableroError
from tenants.exports import restoring
from tenants.exports.writing import export
from tenants.imports import run_import, uploads
from tenants.items import Metadata
from tenants.mover import batch, erasing
from tenants.mover.finished import archive_done
from tenants.policy import Plan, Role
from tenants.reads import slices
from tenants.reads.dashboard import dashboard
from tenants.reads.home import home
from tenants.reconcile import reconcile
from tenants.writes import (
    accounts,
    invitation_life,
    members,
    org_deletion,
    org_settings,
    orgs,
    ownership,
    project_life,
    tasks,
)
from tenants.writes.accepting import accept
from tenants.writes.ground import Actor
from tenants.writes.org_settings import Settings
from tests.cast import ACME, BERLIN, NOW, OTHER, Cast, a_project, a_task
from tests.fast_moto import table_of
from tests.faults import Fault, now_and_then, transactions_meet
from tests.inviting import by_link, by_mail
from tests.tenants.boards_to_import import of_every_kind
from tests.tenants.moving import a_busy_project, rewinder
from tests.tenants.partition import put_raw, raw, survives

TOMBSTONE = {"PK": {"S": f"ORG#{ACME}"}, "SK": {"S": "METADATA"}, "state": {"S": "gone"}}


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)


def everything(cast: Cast) -> None:
    """An item of each family that an organisation can have, and some of families that are not known yet."""
    a_busy_project(cast, live=3, done=3)
    away = a_busy_project(cast, live=2, done=2, details=0)
    run_import(cast.dana, ACME, of_every_kind(2), {}, NOW)
    archive_done(ACME, timedelta(days=2), now=NOW)
    project_life.archive(cast.alice, ACME, away, NOW)
    uploads.keep(cast.dana, ACME, "board.json", io.BytesIO(b"[]"), NOW)
    ownership.offer(cast.alice, ACME, cast.dana.user, NOW)
    members.remove(cast.alice, ACME, cast.vic.user, NOW)
    org_settings.change(cast.alice, ACME, Settings("Acme & Co", BERLIN), Settings("Acme", BERLIN), NOW)
    by_mail(cast.alice, "eve@example.org")
    by_link(cast.dana)
    for sk in ("BRIEF#0123", "CHOICES#IMPORT", "WEBHOOK#1", "ZZZ", "AAA", "OPEN#9", "DETAIL#0123#SECRET"):
        put_raw(keys.Key(keys.org_pk(ACME), sk), text={"S": "x"})


def whole_table() -> dict[tuple[str, str], Any]:
    """Every item of every partition: what the indexes hold is made of these."""
    return {
        (item.attrs["PK"].value, item.attrs["SK"].value): item.to_json()["Attributes"]
        for partition in table_of("app-main").items.values()
        for item in partition.values()
    }


def others() -> dict[tuple[str, str], Any]:
    """What belongs to people or to others, but for what accounts say of the organisations that took them in lately."""
    return {
        key: {name: value for name, value in item.items() if name != "joined"}
        for key, item in whole_table().items()
        if key[0] != f"ORG#{ACME}"
    }


def assert_nothing_tells_of_it() -> None:
    assert [key for key, item in whole_table().items() if ACME in str((key, item))] == [(f"ORG#{ACME}", "METADATA")]


def delete(actor: Actor, budget: float | None = None) -> bool:
    return org_deletion.delete(actor, ACME, NOW, budget).finished


def test_nothing_is_left_in_table_or_indexes_but_the_tombstone(cast: Cast) -> None:
    everything(cast)
    families = {sk.partition("#")[0] for sk in raw(ACME)}
    assert families >= {family.prefix.rstrip("#") for family in keys.FAMILIES if family.partition == "ORG#<org>"} - {
        "AUDIT"
    }
    before = others()
    elsewhere = {key: item for key, item in before.items() if not key[0].startswith("TOKEN#")}
    assert len(elsewhere) == len(before) - 2, "the tokens of two invitations go with them"
    assert delete(cast.alice)
    assert raw(ACME) == {"METADATA": TOMBSTONE}
    assert others() == elsewhere, "what belongs to people or to others is as it was"
    assert_nothing_tells_of_it()
    for actor in (cast.alice, cast.dana, cast.bob, cast.vic):
        assert home(actor.user).orgs == ()
        assert home(actor.user).tasks == ()


def test_a_slug_is_never_given_out_again_and_leads_where_one_that_never_was_leads(cast: Cast) -> None:
    project = a_project(cast.alice)
    task = a_task(cast.alice, project)
    copy = b"".join(export(ACME, cast.alice.user, NOW))
    delete(cast.alice)
    for actor in (cast.alice, cast.charlie):
        with pytest.raises(AlreadyTaken):
            orgs.create(actor, ACME, "Mine", "UTC", NOW)
        with pytest.raises(AlreadyTaken):
            restoring.restore(io.BytesIO(copy), ACME, actor.user, NOW)

    def told(org: str, act: Callable[[str], object]) -> tuple[type[TableroError], str]:
        with pytest.raises(TableroError) as refused:
            act(org)
        return type(refused.value), str(refused.value)

    acts: tuple[Callable[[str], object], ...] = (
        lambda org: dashboard(org, cast.alice.user, NOW),
        lambda org: slices.frame(org, cast.alice.user),
        lambda org: slices.task(org, cast.alice.user, project, task.id),
        lambda org: orgs.join(cast.alice, org, cast.bob.user, Role.MEMBER, NOW),
        lambda org: tasks.complete(cast.alice, replace(task, org=org), NOW),
        lambda org: orgs.set_plan(org, Plan.PRO),
        reconcile,
        lambda org: members.leave(cast.alice, org, NOW),
        lambda org: org_deletion.delete(cast.alice, org, NOW),
        lambda org: org_deletion.delete_as_operator(org, NOW),
        lambda org: list(export(org, cast.alice.user, NOW)),
        lambda org: archive_done(org, timedelta(days=2), now=NOW),
    )
    for act in acts:
        assert told(ACME, act) == told("never-was", act)
    assert raw(ACME) == {"METADATA": TOMBSTONE}


@pytest.mark.parametrize("role", Role)
def test_only_an_owner_may(cast: Cast, role: Role) -> None:
    before = raw(ACME)
    if role is Role.OWNER:
        assert delete(cast.playing(role))
        return
    with pytest.raises(NotAllowed):
        delete(cast.playing(role))
    with pytest.raises(NotFound):
        delete(cast.charlie)
    assert raw(ACME) == before


def test_while_it_goes_nobody_sees_it_or_writes_and_its_owners_alone_go_on(cast: Cast) -> None:
    task = a_task(cast.bob, a_project(cast.alice))
    assert not delete(cast.alice, 0)
    for act in (
        lambda: slices.frame(ACME, cast.bob.user),
        lambda: dashboard(ACME, cast.alice.user, NOW),
        lambda: tasks.complete(cast.alice, task, NOW),
        lambda: delete(cast.dana),
        lambda: delete(cast.charlie),
        lambda: orgs.set_plan(ACME, Plan.PRO),
    ):
        with pytest.raises(NotFound):
            act()
    accounts.sign_out(cast.alice.user, str(cast.alice.session))
    with pytest.raises(SessionEnded):
        delete(cast.alice)
    assert delete(cast.alice.without_session())
    assert raw(ACME) == {"METADATA": TOMBSTONE}


def test_the_operator_ends_what_others_began_and_an_export_that_was_never_brought_in(cast: Cast) -> None:
    everything(cast)
    assert not delete(cast.alice, 0)
    assert org_deletion.delete_as_operator(ACME, NOW).finished
    assert raw(ACME) == {"METADATA": TOMBSTONE}
    a_task(cast.charlie, a_project(cast.charlie, OTHER), org=OTHER)
    copy = io.BytesIO(b"".join(export(OTHER, cast.charlie.user, NOW)))
    assert not survives(lambda: restoring.restore(copy, "brought-in", cast.charlie.user, NOW), 6)
    assert raw("brought-in")["METADATA"]["state"] == {"S": "importing"}
    assert org_deletion.delete_as_operator("brought-in", NOW).finished
    assert raw("brought-in").keys() == {"METADATA"}


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_and_asked_for_again_nothing_is_left(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    a_busy_project(cast, live=2, done=1, details=0)
    members.remove(cast.alice, ACME, cast.vic.user, NOW)
    monkeypatch.setattr(batch, "MOST_ITEMS", 10)
    again, elsewhere = rewinder(), others()
    for call in count(1):
        again()
        ended = survives(lambda: delete(cast.alice), call, before=before)
        if raw(ACME) != {"METADATA": TOMBSTONE}:
            # As the owner's page does: it goes on if it had begun, and begins if it had not.
            delete(cast.alice)
        assert raw(ACME) == {"METADATA": TOMBSTONE}, f"after a kill around call {call}"
        assert others() == elsewhere
        assert_nothing_tells_of_it()
        if ended:
            assert call > 12
            break


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER, Fault.THROTTLED])
def test_a_bad_network_only_makes_it_slower(cast: Cast, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    everything(cast)
    monkeypatch.setattr(batch, "MOST_ITEMS", 12)
    with transactions_meet(now_and_then(fault, 0.3)):
        assert delete(cast.alice)
    assert raw(ACME) == {"METADATA": TOMBSTONE}


def test_what_was_decided_before_it_began_lands_nowhere(cast: Cast) -> None:
    """A write that read the organisation alive, and arrives when its writer's membership is gone."""
    task = a_task(cast.bob, a_project(cast.alice))
    link = by_link(cast.alice)
    again = rewinder()
    late: tuple[Callable[[], object], ...] = (
        lambda: a_task(cast.bob, task.project),
        lambda: tasks.complete(cast.bob, task, NOW),
        lambda: a_project(cast.dana),
        lambda: uploads.keep(cast.dana, ACME, "board.json", io.BytesIO(b"[]"), NOW),
        lambda: run_import(cast.dana, ACME, of_every_kind(1), {}, NOW),
        lambda: archive_done(ACME, timedelta(days=2), now=NOW),
        lambda: members.change_role(cast.alice, ACME, cast.bob.user, Role.VIEWER, NOW),
        lambda: members.leave(cast.bob, ACME, NOW),
        lambda: ownership.offer(cast.alice, ACME, cast.bob.user, NOW),
        lambda: orgs.join(cast.dana, ACME, cast.charlie.user, Role.VIEWER, NOW),
        lambda: orgs.set_plan(ACME, Plan.PRO),
        lambda: by_mail(cast.dana, "eve@example.org"),
        lambda: by_link(cast.dana),
        lambda: invitation_life.renew(cast.dana, ACME, link.id, NOW),
        lambda: accept(cast.charlie, link.secret, NOW),
    )
    for act in late:
        again()
        with transactions_meet([lambda: org_deletion.delete_as_operator(ACME, NOW)]), pytest.raises(TableroError):
            act()
        assert raw(ACME) == {"METADATA": TOMBSTONE}


def test_large_items_are_deleted_in_transactions_that_dynamodb_takes(cast: Cast) -> None:
    for number in range(30):
        put_raw(keys.Key(keys.org_pk(ACME), f"UPLOAD#x#PART#{number:05d}"), data={"B": b"x" * 350_000})
    with meter.record() as calls:
        assert delete(cast.alice)
    assert raw(ACME) == {"METADATA": TOMBSTONE}
    assert len([call for call in calls if call.operation == "TransactWriteItems"]) >= 5


def test_it_costs_a_transaction_for_eighty_items(cast: Cast) -> None:
    for number in range(400):
        put_raw(keys.Key(keys.org_pk(ACME), f"EVENT#2026-09#{number:04d}"), action={"S": "x"})
    items = len(raw(ACME))
    with meter.record() as calls:
        progress = org_deletion.delete(cast.alice, ACME, NOW)
    # METADATA stays, and the job was not there yet.
    assert progress.done == items - 1
    writes = len([call for call in calls if call.operation == "TransactWriteItems"])
    assert writes <= 4 + items // 79 + 1
    assert not [call for call in calls if call.operation not in {"TransactWriteItems", "BatchGetItem", "Query"}]


def test_a_tombstone_is_read_as_an_organisation_that_nobody_belongs_to(cast: Cast) -> None:
    delete(cast.alice)
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    assert (metadata.state, metadata.people) == (erasing.GONE, {})
    assert metadata.owners is None
