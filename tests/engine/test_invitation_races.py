"""Invitations, with callers at the same moment: whatever ends one first ends it, and nobody comes in twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from tenants import clock, ids, keys, store
from tenants.invitations import Standing
from tenants.items import AuditEntry, Event, Invitation, Metadata
from tenants.policy import Role
from tenants.reads import slices
from tenants.reads.invitations import door
from tenants.transaction import EXISTS, Transaction
from tenants.writes import accounts, invitation_life
from tenants.writes.accepting import accept
from tenants.writes.ground import Actor
from tests.cast import ACME, Cast, gather
from tests.engine.crowd import ROUNDS, at_once, insisting
from tests.inviting import Out, by_link, demote
from tests.tenants.partition import put_raw, set_raw
from tests.truth import assert_exact

pytestmark = [pytest.mark.engine, pytest.mark.timeout(300), pytest.mark.usefixtures("engine_table")]

NOW = clock.now()
"""The engine sweeps up what has expired by the clock on the wall."""


@pytest.fixture
def people() -> Cast:
    """The cast, in an organisation with seats for everybody who will come."""
    people = gather()
    seats(10_000)
    return people


def seats(number: int) -> None:
    set_raw(keys.metadata(ACME), "maxUsers", {"N": str(number)})


def newcomers(number: int) -> list[Actor]:
    """People with an account each."""
    return [Actor(accounts.sign_up("New", f"{ids.random_id(10)}@example.org", None, NOW)) for _ in range(number)]


def a_link(by: Actor, cap: int) -> Out:
    """A fresh link, written by itself: a sender makes 60 a day, and these races take more."""
    transaction = Transaction()
    for key in (throttle.key(NOW) for throttle in invitation_life.charges_of(by, ACME)):
        transaction.delete(Metadata, key, condition=None)
    transaction.commit()
    return by_link(by, cap=cap, now=NOW)


def is_member(actor: Actor) -> bool:
    return actor.user in slices.frame(ACME, actor_of_acme()).people


def actor_of_acme() -> str:
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    return min(metadata.owners)


def outcomes(*acts: Callable[[], object]) -> list[str]:
    return at_once([partial(insisting, act) for act in acts])


def test_of_two_who_use_the_last_use_of_a_link_one_comes_in_200_times(people: Cast) -> None:
    everybody = newcomers(2 * ROUNDS)
    for number in range(ROUNDS):
        pair = everybody[2 * number : 2 * number + 2]
        link = a_link(people.alice, 1)
        found = outcomes(*(partial(accept, actor, link.secret, NOW) for actor in pair))
        assert sorted(found) == ["Refused", "done"], number
        assert sum(map(is_member, pair)) == 1
        assert door(link.secret, None, NOW).standing is Standing.USED_UP
        invitation_life.revoke(people.alice, ACME, link.id, NOW)
    assert_exact(ACME)
    assert len(slices.frame(ACME, people.alice.user).people) == 4 + ROUNDS


def test_of_two_who_come_for_the_last_seat_one_sits_200_times(people: Cast) -> None:
    everybody = newcomers(2 * ROUNDS)
    links = [a_link(people.alice, 250), a_link(people.dana, 250)]
    for number in range(ROUNDS):
        pair = everybody[2 * number : 2 * number + 2]
        seats(4 + number + 1)
        found = outcomes(*(partial(accept, a, out.secret, NOW) for a, out in zip(pair, links, strict=True)))
        assert sorted(found) == ["LimitReached", "done"], number
        assert sum(map(is_member, pair)) == 1
    assert_exact(ACME)
    uses = [store.get("test", Invitation, keys.invitation(ACME, link.id)) for link in links]
    assert sum(int(found.uses or 0) for found in uses if found) == ROUNDS


@pytest.mark.parametrize(
    "ends",
    [
        lambda people, link: invitation_life.revoke(people.alice, ACME, link.id, NOW),
        lambda people, link: invitation_life.renew(people.alice, ACME, link.id, NOW),
        lambda people, _: demote(people.dana.user, Role.VIEWER),
        lambda people, _: demote(people.dana.user, None),
    ],
    ids=["revoked", "renewed", "inviter demoted", "inviter removed"],
)
def test_accepting_against_what_ends_the_invitation_has_one_outcome_50_times_each(
    people: Cast, ends: Callable[[Cast, Out], object]
) -> None:
    """Who came in did so before it ended: the entry that tells it stands, and afterwards nobody comes in."""
    everybody = newcomers(ROUNDS // 2)
    came = 0
    for actor, late in zip(everybody[::2], everybody[1::2], strict=True):
        _restore(people.dana)
        link = a_link(people.dana, 2)
        found = outcomes(partial(accept, actor, link.secret, NOW), lambda link=link: ends(people, link))  # type: ignore[misc]  # bound now
        assert found[0] in {"done", "LinkEnded"}
        assert found[1] == "done"
        assert is_member(actor) == (found[0] == "done")
        came += found[0] == "done"
        assert outcomes(partial(accept, late, link.secret, NOW)) == ["LinkEnded"]
        assert not is_member(late)
        insisting(lambda link=link: invitation_life.revoke(people.alice, ACME, link.id, NOW))  # type: ignore[misc]  # bound now
    told = [item for item in store.walk("test", keys.org_pk(ACME)) if isinstance(item, (Event, AuditEntry))]
    counted = Counter(item.action for item in told)
    assert counted["member-joined"] == counted["invitation-accepted"] == came


def _restore(admin: Actor) -> None:
    """Make them an admin again, whatever the last round made of them."""
    transaction = Transaction()
    transaction.update(Metadata, keys.metadata(ACME), condition=EXISTS, set={("people", admin.user): "admin||Dana"})
    transaction.commit()
    put_raw(
        keys.membership(ACME, admin.user),
        **{name: {"S": value} for name, value in {"role": "admin", "name": "Dana", "orgName": "Acme"}.items()},
    )
