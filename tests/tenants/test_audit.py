"""The audit: an entry is there exactly if what it tells has happened; who was refused is noted and no flood fills it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings

from tenants import clock, keys, store
from tenants.errors import Attempt, Busy, NotAllowed, NotFound, Refused
from tenants.items import AuditEntry, Metadata
from tenants.management.operator import owner_of
from tenants.policy import Permission, Role
from tenants.reconcile import reconcile
from tenants.reconcile.audit import audit as findings_of
from tenants.transaction import EXISTS, ConditionFailed, Transaction, perform
from tenants.writes import audit, members, org_deletion, orgs
from tenants.writes.ground import Actor, new_event_id, stand
from tests.cast import ACME, NOW, OTHER, Cast, a_project
from tests.faults import Fault, transactions_meet
from tests.tenants.partition import delete_raw, raw, set_raw

ELSEWHERE = "203.0.113.7"

pytestmark = pytest.mark.usefixtures("cast")


def entries(org: str = ACME) -> list[AuditEntry]:
    """All of an organisation, the oldest first."""
    return [item for item in store.walk("test", keys.org_pk(org), prefix="AUDIT#") if isinstance(item, AuditEntry)]


def last(org: str = ACME) -> AuditEntry:
    """The newest entry that is not of gathering the cast: those are of the same instant, in the order of drawn ids."""
    return [entry for entry in entries(org) if entry.action not in {"org-created", "member-added"}][-1]


def rename_acme(actor: Actor, *, condition: Any = EXISTS) -> None:
    """Something that is recorded."""
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, ACME, Permission.MEMBER_INVITE, NOW)
        if ground.metadata.name == "Renamed":
            return None, None
        transaction = ground.transaction()
        transaction.update(Metadata, keys.metadata(ACME), condition=condition, set={"name": "Renamed"})
        ground.record(transaction, event_id, "org-renamed", "Acme", about="x", before="Acme", after="Renamed")
        return transaction, None

    perform(build)


def test_an_entry_tells_who_from_where_when_and_both_values(cast: Cast) -> None:
    rename_acme(Actor(cast.dana.user, cast.dana.session, ELSEWHERE))
    entry = last()
    assert entry.sk.startswith("AUDIT#2026-09#2026-09-15T10:00:00.000000Z#")
    assert (entry.action, entry.actor, entry.actor_name) == ("org-renamed", cast.dana.user, "Dana")
    assert (entry.subject, entry.about, entry.before, entry.after) == ("Acme", "x", "Acme", "Renamed")
    assert entry.address == ELSEWHERE


@pytest.mark.parametrize("days", [30, 400])
def test_an_entry_ends_after_as_many_days_as_are_set(cast: Cast, days: int) -> None:
    with override_settings(AUDIT_DAYS=days):
        rename_acme(cast.alice)
    assert last().expires_at == clock.expiry(NOW, timedelta(days=days))


def test_an_action_that_fails_leaves_no_entry(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    before = len(entries())
    with pytest.raises(Busy):
        rename_acme(cast.alice, condition=Metadata.name == "Something else")
    assert len(entries()) == before


def test_an_action_whose_answer_is_lost_leaves_one_entry(cast: Cast) -> None:
    before = len(entries())
    with transactions_meet([Fault.LOST_AFTER]):
        rename_acme(cast.alice)
    assert len(entries()) == before + 1


def test_an_action_that_was_cancelled_by_a_conflict_and_landed_then_leaves_one_entry(cast: Cast) -> None:
    before = len(entries())
    with transactions_meet([Fault.CONFLICT, Fault.LOST_AFTER]):
        rename_acme(cast.alice)
    assert len(entries()) == before + 1


def test_texts_of_any_length_fit() -> None:
    transaction = Transaction()
    scene = audit.Scene(ACME, "UTC", NOW)
    audit.record(transaction, scene, audit.OPERATOR, "abcdef", "org-renamed", "x" * 501, before="y" * 500, after="")
    transaction.commit()
    entry = last()
    assert entry.subject == "x" * 499 + "…"
    assert entry.before == "y" * 500
    assert not entry.after
    assert entry.actor == "operator"


def test_an_entry_is_never_written_over_another() -> None:
    def write(subject: str) -> None:
        transaction = Transaction()
        audit.record(transaction, audit.Scene(ACME, "UTC", NOW), audit.OPERATOR, "abcdef", "org-renamed", subject)
        transaction.commit()

    write("The first")
    with pytest.raises(ConditionFailed):
        write("The second")
    assert last().subject == "The first"


def test_the_month_is_that_of_the_organisations_zone() -> None:
    transaction = Transaction()
    late = NOW.replace(day=30, hour=23)
    audit.record(transaction, audit.Scene(ACME, "Europe/Berlin", late), audit.OPERATOR, "abcdef", "org-renamed", "One")
    transaction.commit()
    assert last().sk.startswith("AUDIT#2026-10#2026-09-30T23:")


# Refused attempts
def attempt(cast: Cast, permission: str = "member:invite", org: str = ACME, user: str = "") -> Attempt:
    """Bob's, unless somebody else's."""
    return Attempt(org, "Europe/Berlin", user or cast.bob.user, "Bob", permission)


def test_a_refused_member_is_told_of_with_the_right_that_they_lack_and_where_they_came_from(cast: Cast) -> None:
    with pytest.raises(NotAllowed) as refused:
        stand(cast.bob, ACME, Permission.MEMBER_INVITE, NOW)
    assert refused.value.attempt is not None
    audit.refused(refused.value.attempt, ELSEWHERE, NOW + timedelta(seconds=7))
    entry = last()
    assert (entry.action, entry.actor, entry.actor_name) == ("attempt-refused", cast.bob.user, "Bob")
    assert (entry.subject, entry.address) == ("member:invite", ELSEWHERE)
    assert entry.occurred == clock.to_text(NOW + timedelta(seconds=7))
    assert entry.expires_at


def test_a_flood_of_one_attempt_leaves_one_entry_a_minute_and_another_attempt_its_own(cast: Cast) -> None:
    before = len(entries())
    for second in range(0, 120, 10):
        audit.refused(attempt(cast), ELSEWHERE, NOW + timedelta(seconds=second))
    assert len(entries()) == before + 2
    audit.refused(attempt(cast, "project:delete"), ELSEWHERE, NOW)
    audit.refused(attempt(cast, user=cast.vic.user), ELSEWHERE, NOW)
    assert len(entries()) == before + 4


@pytest.mark.parametrize("way", ["a role", "a new member"])
def test_who_tries_to_give_a_role_above_their_own_is_told_of(cast: Cast, way: str) -> None:
    dana = Actor(cast.dana.user, cast.dana.session, ELSEWHERE)
    acts: dict[str, Callable[[], object]] = {
        "a role": lambda: members.change_role(dana, ACME, cast.bob.user, Role.OWNER, NOW),
        "a new member": lambda: orgs.join(dana, ACME, cast.charlie.user, Role.OWNER, NOW),
    }
    with pytest.raises(Refused):
        acts[way]()
    told = [entry for entry in entries() if entry.action == audit.REFUSED]
    assert [(entry.actor, entry.address) for entry in told] == [(dana.user, ELSEWHERE)]
    assert told[0].subject == (Permission.MEMBER_EDIT if way == "a role" else Permission.MEMBER_INVITE)


def test_what_the_operator_does_in_somebodys_name_is_not_told_as_theirs(cast: Cast) -> None:
    orgs.join(owner_of(ACME), ACME, cast.charlie.user, Role.VIEWER, NOW)
    (entry,) = [entry for entry in entries() if entry.about == cast.charlie.user]
    assert (entry.action, entry.actor, entry.actor_name) == ("member-added", "operator", "Operator")


def test_values_that_are_put_right_are_told_with_what_they_were(cast: Cast) -> None:
    set_raw(keys.metadata(ACME), "projects", {"N": "4"})
    set_raw(keys.membership(ACME, cast.bob.user), "role", {"S": "viewer"})
    assert len(reconcile(ACME)) == 2
    assert not [entry for entry in entries() if entry.action == "value-repaired"]
    reconcile(ACME, repair=True)
    told = {(e.subject, e.before, e.after): e for e in entries() if e.action == "value-repaired"}
    assert set(told) == {
        ("METADATA projects", "4", "0"),
        (f"METADATA people.{cast.bob.user}", "member||Bob", "viewer||Bob"),
    }
    assert {entry.actor for entry in told.values()} == {"operator"}
    assert reconcile(ACME) == []


def test_an_organisation_that_is_deleted_during_its_repair_gets_nothing_back(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(cast.alice)
    delete_raw(keys.card(ACME, project))
    seen = findings_of(ACME)

    monkeypatch.setattr("tenants.reconcile.mending.audit", lambda _: seen)
    with transactions_meet([lambda: org_deletion.delete(cast.alice, ACME, NOW)]):
        left = reconcile(ACME, repair=True)
    assert left
    assert not any(each.mended for each in left)
    assert raw(ACME).keys() == {"METADATA"}


def test_a_stranger_is_told_that_there_is_nothing_and_leaves_nothing_behind(cast: Cast) -> None:
    before = len(entries())
    with pytest.raises(NotFound):
        stand(cast.charlie, ACME, Permission.MEMBER_INVITE, NOW)
    # Not even if somebody was put out between the refusal and its entry.
    audit.refused(attempt(cast, user=cast.charlie.user), ELSEWHERE, NOW)
    assert len(entries()) == before
    assert not [entry for entry in entries(OTHER) if entry.action == audit.REFUSED]


@pytest.mark.parametrize(
    "fault", [Fault.CONFLICT, Fault.THROTTLED, Fault.SERVER_FAULT, Fault.UNREACHABLE, Fault.INVALID]
)
def test_an_attempt_that_cannot_be_noted_is_logged_and_raises_nothing(
    cast: Cast, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    before = len(entries())
    with transactions_meet([fault] * 4), caplog.at_level(logging.WARNING):
        audit.refused(attempt(cast), ELSEWHERE, NOW)
    assert len(entries()) == before
    assert f"A refused attempt in {ACME} could not be noted" in caplog.text
