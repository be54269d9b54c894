"""Handing the ownership over: offered, accepted, declined, withdrawn, and what voids an offer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tenants import keys, store
from tenants.errors import NotAllowed, NotFound, Refused, TableroError
from tenants.items import AuditEntry, Metadata, Transfer
from tenants.policy import Role
from tenants.writes import members, ownership
from tests.cast import ACME, NOW, Cast
from tests.faults import Fault, transactions_meet
from tests.tenants.moving import rewinder
from tests.tenants.partition import raw
from tests.truth import assert_exact


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.transaction.time.sleep", lambda _: None)


def stands() -> tuple[dict[str, str], set[str], str | None, bool]:
    """Roles by name, owners, whom the ownership is offered to, and whether an offer is there."""
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    roles = {packed.split("|")[2]: packed.split("|")[0] for packed in metadata.people.values()}
    return (
        roles,
        set(metadata.owners),
        metadata.offered_to,
        store.get("test", Transfer, keys.transfer(ACME)) is not None,
    )


def test_who_accepts_is_the_owner_and_who_offered_it_an_admin(cast: Cast) -> None:
    ownership.offer(cast.alice, ACME, cast.bob.user, NOW)
    assert stands()[1:] == ({cast.alice.user}, cast.bob.user, True)
    ownership.accept(cast.bob, ACME, NOW)
    roles, *rest = stands()
    assert roles == {"Alice": "admin", "Dana": "admin", "Bob": "owner", "Vic": "viewer"}
    assert rest == [{cast.bob.user}, None, False]
    assert_exact(ACME)


def test_another_owner_stays_one(cast: Cast) -> None:
    members.change_role(cast.alice, ACME, cast.dana.user, Role.OWNER, NOW)
    ownership.offer(cast.dana, ACME, cast.vic.user, NOW)
    ownership.accept(cast.vic, ACME, NOW)
    assert stands()[1] == {cast.alice.user, cast.vic.user}
    assert_exact(ACME)


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.LOST_BEFORE, Fault.LOST_AFTER])
def test_a_bad_network_offers_and_hands_over_once(cast: Cast, fault: Fault) -> None:
    acts: tuple[Callable[[], object], ...] = (
        lambda: ownership.offer(cast.alice, ACME, cast.bob.user, NOW),
        lambda: ownership.withdraw(cast.bob, ACME, NOW),
        lambda: ownership.offer(cast.alice, ACME, cast.bob.user, NOW),
        lambda: ownership.withdraw(cast.alice, ACME, NOW),
        lambda: ownership.offer(cast.alice, ACME, cast.bob.user, NOW),
        lambda: ownership.accept(cast.bob, ACME, NOW),
    )
    for act in acts:
        with transactions_meet([fault, fault]):
            act()
    assert stands()[1] == {cast.bob.user}
    told = sorted(item.action for item in store.walk("test", keys.org_pk(ACME)) if isinstance(item, AuditEntry))
    assert [action for action in told if action.startswith("ownership")] == [
        *("ownership-accepted", "ownership-declined"),
        *("ownership-offered", "ownership-offered", "ownership-offered", "ownership-withdrawn"),
    ]


@pytest.mark.parametrize("role", [Role.ADMIN, Role.MEMBER, Role.VIEWER])
def test_only_owners_offer_and_withdraw_and_only_the_one_it_is_for_accepts(cast: Cast, role: Role) -> None:
    somebody = cast.playing(role)
    with pytest.raises(NotAllowed):
        ownership.offer(somebody, ACME, cast.bob.user, NOW)
    target = cast.vic if role is not Role.VIEWER else cast.bob
    ownership.offer(cast.alice, ACME, target.user, NOW)
    before = raw(ACME)
    with pytest.raises(NotAllowed):
        ownership.withdraw(somebody, ACME, NOW)
    for actor in (somebody, cast.alice):
        with pytest.raises(Refused):
            ownership.accept(actor, ACME, NOW)
    for act in (ownership.accept, ownership.withdraw):
        with pytest.raises(NotFound):
            act(cast.charlie, ACME, NOW)
    assert raw(ACME) == before


def test_it_is_declined_by_whom_it_is_for_and_can_be_offered_again(cast: Cast) -> None:
    ownership.offer(cast.alice, ACME, cast.vic.user, NOW)
    ownership.withdraw(cast.vic, ACME, NOW)
    assert stands()[2:] == (None, False)
    with pytest.raises(Refused):
        ownership.accept(cast.vic, ACME, NOW)
    ownership.offer(cast.alice, ACME, cast.bob.user, NOW)
    with pytest.raises(Refused, match="Another offer is open"):
        ownership.offer(cast.alice, ACME, cast.vic.user, NOW)
    ownership.withdraw(cast.alice, ACME, NOW)
    ownership.withdraw(cast.alice, ACME, NOW)


def test_an_offer_to_nobody_here_or_to_an_owner_is_refused(cast: Cast) -> None:
    before = raw(ACME)
    with pytest.raises(NotFound):
        ownership.offer(cast.alice, ACME, cast.charlie.user, NOW)
    with pytest.raises(Refused, match="an owner already"):
        ownership.offer(cast.alice, ACME, cast.alice.user, NOW)
    assert raw(ACME) == before


def test_after_seven_days_it_is_over_whether_the_table_has_swept_it_up_or_not(cast: Cast) -> None:
    ownership.offer(cast.alice, ACME, cast.bob.user, NOW)
    later = NOW + ownership.OPEN_FOR
    with pytest.raises(Refused):
        ownership.accept(cast.bob, ACME, later)
    ownership.offer(cast.alice, ACME, cast.vic.user, later)
    ownership.accept(cast.vic, ACME, later + timedelta(days=6))
    assert stands()[1] == {cast.vic.user}


def test_an_offer_goes_with_its_giver_and_with_its_taker(cast: Cast) -> None:
    members.change_role(cast.alice, ACME, cast.dana.user, Role.OWNER, NOW)
    ownership.offer(cast.dana, ACME, cast.bob.user, NOW)
    again = rewinder()
    acts: tuple[Callable[[], object], ...] = (
        lambda: members.change_role(cast.alice, ACME, cast.dana.user, Role.ADMIN, NOW),
        lambda: members.change_role(cast.alice, ACME, cast.bob.user, Role.OWNER, NOW),
        lambda: members.remove(cast.alice, ACME, cast.dana.user, NOW),
        lambda: members.remove(cast.alice, ACME, cast.bob.user, NOW),
        lambda: members.leave(cast.dana, ACME, NOW),
        lambda: members.leave(cast.bob, ACME, NOW),
    )
    for act in acts:
        again()
        act()
        assert stands()[2:] == (None, False)
        with pytest.raises(TableroError):
            ownership.accept(cast.bob, ACME, NOW)
        assert_exact(ACME)


def test_in_the_last_moment_before_it_is_accepted_anything_may_happen_and_no_owner_is_lost(cast: Cast) -> None:
    members.change_role(cast.alice, ACME, cast.dana.user, Role.OWNER, NOW)
    ownership.offer(cast.dana, ACME, cast.bob.user, NOW)
    again = rewinder()
    acts: tuple[Callable[[], object], ...] = (
        lambda: members.change_role(cast.alice, ACME, cast.dana.user, Role.MEMBER, NOW),
        lambda: members.remove(cast.alice, ACME, cast.bob.user, NOW),
        lambda: members.leave(cast.alice, ACME, NOW),
        lambda: ownership.withdraw(cast.dana, ACME, NOW),
        lambda: members.change_role(cast.dana, ACME, cast.bob.user, Role.VIEWER, NOW),
    )
    for act in acts:
        again()
        with transactions_meet([act]):
            try:
                ownership.accept(cast.bob, ACME, NOW)
            except TableroError:
                taken = False
            else:
                taken = True
        owners = stands()[1]
        assert owners
        assert (cast.bob.user in owners) == taken
        assert_exact(ACME)


def test_whoever_leaves_in_the_moment_of_the_offer_is_offered_nothing(cast: Cast) -> None:
    gone = lambda: members.leave(cast.bob, ACME, NOW)  # noqa: E731 - a step
    with transactions_meet([gone]), pytest.raises(NotFound):
        ownership.offer(cast.alice, ACME, cast.bob.user, NOW)
    assert stands()[2:] == (None, False)
