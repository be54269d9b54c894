"""Name, zone, language and plan of an organisation; its name on everybody's home."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

import pytest

from tenants import keys, store
from tenants.errors import Conflict, LimitReached, NotAllowed, NotFound, Refused
from tenants.items import AuditEntry, Metadata
from tenants.mover import batch
from tenants.mover.renaming import copy_name
from tenants.policy import Plan, Role
from tenants.reads import history, months, slices
from tenants.reads.dashboard import dashboard
from tenants.reads.home import home
from tenants.reconcile import reconcile
from tenants.writes import org_settings, orgs, tasks
from tenants.writes.org_settings import Settings
from tests.cast import ACME, BERLIN, NOW, Cast, a_project, a_task, an_account
from tests.faults import Fault, transactions_meet
from tests.tenants.moving import rewinder
from tests.tenants.partition import raw, survives
from tests.truth import assert_exact, drift

STORED = Settings("Acme", BERLIN)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)


def stored() -> Settings:
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    return org_settings.settings_of(metadata)


def names_at_home(cast: Cast) -> set[str]:
    return {org.name for actor in (cast.alice, cast.dana, cast.bob, cast.vic) for org in home(actor.user).orgs}


def test_another_name_is_on_every_page_and_on_every_home(cast: Cast) -> None:
    after = org_settings.change(cast.dana, ACME, Settings("  Acme  Labs ", BERLIN), STORED, NOW)
    assert after == stored() == Settings("Acme Labs", BERLIN)
    assert slices.frame(ACME, cast.vic.user).name == "Acme Labs"
    assert names_at_home(cast) == {"Acme Labs"}
    assert_exact(ACME)


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_only_admins_and_owners_change_settings_and_only_owners_the_plan(cast: Cast, role: Role) -> None:
    before = raw(ACME)
    with pytest.raises(NotAllowed):
        org_settings.change(cast.playing(role), ACME, Settings("Mine", BERLIN), STORED, NOW)
    for actor in (cast.playing(role), cast.dana):
        with pytest.raises(NotAllowed):
            org_settings.choose_plan(actor, ACME, Plan.PRO, NOW)
    with pytest.raises(NotFound):
        org_settings.change(cast.charlie, ACME, Settings("Mine", BERLIN), STORED, NOW)
    assert raw(ACME) == before


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (Settings(" ", BERLIN), "name"),
        (Settings("x" * 61, BERLIN), "name"),
        (Settings("Acme", "Mars/Olympus"), "zone"),
        (Settings("Acme", BERLIN, "xx"), "language"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(cast: Cast, wanted: Settings, field: str) -> None:
    before = raw(ACME)
    with pytest.raises(Refused) as refused:
        org_settings.change(cast.alice, ACME, wanted, STORED, NOW)
    assert refused.value.field == field
    assert raw(ACME) == before


def test_two_who_change_different_fields_both_have_their_way(cast: Cast) -> None:
    org_settings.change(cast.alice, ACME, Settings("Acme Labs", BERLIN), STORED, NOW)
    org_settings.change(cast.dana, ACME, Settings("Acme", "UTC"), STORED, NOW)
    assert stored() == Settings("Acme Labs", "UTC")


def test_two_who_change_the_same_field_are_told_of_both_values(cast: Cast) -> None:
    org_settings.change(cast.alice, ACME, Settings("Acme Labs", BERLIN), STORED, NOW)
    with pytest.raises(Conflict) as conflict:
        org_settings.change(cast.dana, ACME, Settings("Acme Works", "UTC"), STORED, NOW)
    assert [(each.field, each.stored, each.wanted) for each in conflict.value.differences] == [
        ("name", "Acme Labs", "Acme Works")
    ]
    assert stored() == Settings("Acme Labs", BERLIN)


def test_each_changed_field_is_recorded_with_both_values(cast: Cast) -> None:
    for _ in range(2):
        org_settings.change(cast.alice, ACME, Settings("Acme Labs", "UTC"), STORED, NOW)
    found = [item for item in store.walk("test", keys.org_pk(ACME)) if isinstance(item, AuditEntry)]
    told = sorted((item.subject, item.before, item.after) for item in found if item.action == "settings-changed")
    assert told == [("name", "Acme", "Acme Labs"), ("zone", BERLIN, "UTC")]


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_a_bad_network_changes_it_once(cast: Cast, fault: Fault) -> None:
    with transactions_meet([fault, fault]):
        org_settings.change(cast.alice, ACME, Settings("Acme Labs", "UTC"), STORED, NOW)
    assert stored() == Settings("Acme Labs", "UTC")
    assert names_at_home(cast) == {"Acme Labs"}
    assert (
        len([event for event in history.activity(ACME, cast.bob.user, None, NOW).events if "settings" in event.action])
        == 1
    )


def test_another_zone_leaves_what_was_counted_and_counts_what_comes_by_its_own_days(cast: Cast) -> None:
    now = datetime(2026, 9, 30, 20, 30, tzinfo=UTC)  # October in Kiritimati, September in Berlin
    project = a_project(cast.alice)
    seen = STORED
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12", BERLIN):
        tasks.complete(cast.bob, a_task(cast.bob, project), now)
        seen = org_settings.change(cast.alice, ACME, Settings("Acme", zone), seen, now)
        # Days that were counted in another zone are no drift.
        assert [wrong for wrong in drift(ACME) if "counted for" not in wrong] == []
        assert reconcile(ACME) == []
    shown = {month: months.trend(ACME, cast.bob.user, month, now).month for month in ("2026-09", "2026-10")}
    assert {month: (read.total, dict(read.by_day)) for month, read in shown.items()} == {
        "2026-09": (2, {30: 2}),
        "2026-10": (1, {1: 1}),
    }
    # The month that has begun in the former zone only is not shown before it begins in this one.
    assert dashboard(ACME, cast.bob.user, now).month.total == 2
    later = datetime(2026, 10, 1, 9, tzinfo=UTC)
    assert dashboard(ACME, cast.bob.user, later).month.total == 1


# --- the name on homes: a job -------------------------------------------------------------------


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_killed_around_any_call_and_asked_for_again_every_home_has_the_name(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    monkeypatch.setattr(batch, "MOST_ITEMS", 4)

    def rename() -> None:
        org_settings.change(cast.alice, ACME, Settings("Acme Labs", BERLIN), STORED, NOW)

    again = rewinder()
    for call in count(1):
        again()
        ended = survives(rename, call, before=before)
        assert reconcile(ACME) == [], f"after a kill around call {call}"
        rename()
        metadata = store.get("test", Metadata, keys.metadata(ACME))
        assert metadata is not None
        assert metadata.name == "Acme Labs"
        assert not metadata.jobs
        assert names_at_home(cast) == {"Acme Labs"}
        assert_exact(ACME)
        if ended:
            assert call > 6
            break


def test_a_name_on_its_way_is_overtaken_by_a_newer_one(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_ITEMS", 4)
    first = org_settings.change(cast.alice, ACME, Settings("First", BERLIN), STORED, NOW, 0)
    assert store.get("test", Metadata, keys.metadata(ACME)).jobs == {keys.RENAMING}  # type: ignore[union-attr]  # it exists

    def second() -> None:
        org_settings.change(cast.dana, ACME, Settings("Second", BERLIN), first, NOW)

    with transactions_meet([second]):
        copy_name(ACME)
    assert names_at_home(cast) == {"Second"}
    assert_exact(ACME)


def test_who_joins_during_a_rename_has_the_new_name(cast: Cast) -> None:
    user = an_account()
    rename = lambda: org_settings.change(cast.alice, ACME, Settings("New", BERLIN), STORED, NOW)  # noqa: E731 - a step
    with transactions_meet([rename]):
        orgs.join(cast.dana, ACME, user, Role.MEMBER, NOW)
    assert [org.name for org in home(user).orgs] == ["New"]
    assert_exact(ACME)


# --- the plan -----------------------------------------------------------------------------------


def test_a_smaller_plan_takes_nothing_away_and_lets_nothing_grow(cast: Cast) -> None:
    org_settings.choose_plan(cast.alice, ACME, Plan.PRO, NOW)
    projects = [a_project(cast.alice) for _ in range(12)]
    for _ in range(3):
        orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    org_settings.choose_plan(cast.alice, ACME, Plan.FREE, NOW)
    frame = slices.frame(ACME, cast.alice.user)
    assert (len(frame.people), frame.max_people, frame.projects, frame.max_projects) == (7, 5, 12, 10)
    a_task(cast.bob, projects[0])
    with pytest.raises(LimitReached):
        a_project(cast.alice)
    with pytest.raises(LimitReached):
        orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    assert_exact(ACME)
