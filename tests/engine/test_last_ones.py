"""The last owner, the last seat, the last project: 200 rounds each of two who want it at the same moment."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tenants import ids, keys, store
from tenants.items import AuditEntry, Card, Membership, Metadata, Task
from tenants.policy import Role
from tenants.reads import slices
from tenants.reads.home import home
from tenants.writes import edits, members, org_deletion, orgs, ownership, project_life, projects, tasks
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, Cast, a_project, a_task, an_account, gather
from tests.engine.crowd import ROUNDS, at_once, insisting
from tests.tenants.partition import raw
from tests.truth import assert_exact

pytestmark = [pytest.mark.engine, pytest.mark.timeout(300)]


Act = Callable[[], object]


@pytest.fixture
def people(engine_table: str) -> Cast:
    """The cast on the engine."""
    assert engine_table
    return gather()


def owners() -> set[str]:
    """Who owns Acme, as METADATA says and as the memberships say: the two never differ."""
    metadata = store.get("test", Metadata, keys.metadata(ACME))
    assert metadata is not None
    by_membership = {
        keys.last_part(item.sk)
        for item in store.walk("test", keys.org_pk(ACME), prefix=keys.MEMBERSHIP_PREFIX)
        if isinstance(item, Membership) and item.role == Role.OWNER
    }
    by_people = {user for user, packed in metadata.people.items() if packed.startswith("owner|")}
    assert set(metadata.owners) == by_membership == by_people
    return by_membership


def again_two(people: Cast) -> None:
    """Alice and Dana own Acme, and nobody else."""
    (first, *more) = sorted(owners())
    assert not more
    boss = Actor(first)
    for actor in (people.alice, people.dana):
        if actor.user == first:
            continue
        if actor.user in slices.frame(ACME, first).people:
            members.change_role(boss, ACME, actor.user, Role.OWNER, NOW)
        else:
            orgs.join(boss, ACME, actor.user, Role.OWNER, NOW)


def test_of_two_owners_who_go_at_the_same_moment_one_stays(people: Cast) -> None:
    """They demote each other, remove each other, or leave, in any combination."""
    chance, outcomes = Random(4), Counter[str]()
    pair = (people.alice.without_session(), people.dana.without_session())

    def act(me: Actor, other: Actor) -> Act:
        acts: list[Act] = [
            partial(members.change_role, me, ACME, other.user, Role.ADMIN, NOW),
            partial(members.change_role, me, ACME, other.user, Role.VIEWER, NOW),
            partial(members.change_role, me, ACME, me.user, Role.MEMBER, NOW),
            partial(members.remove, me, ACME, other.user, NOW),
            partial(members.leave, me, ACME, NOW),
        ]
        return chance.choice(acts)

    for number in range(ROUNDS):
        again_two(people)
        acts = [act(*pair), act(*reversed(pair))]
        outcomes.update(at_once([partial(insisting, each) for each in acts]))
        left = owners()
        assert left, f"round {number}: nobody owns it any more"
        if len(left) == 2:  # neither: both hit the very same moment and were refused, which is safe
            members.change_role(pair[0], ACME, pair[0].user, Role.ADMIN, NOW)
    assert outcomes["done"] >= ROUNDS, outcomes
    assert outcomes["gave up"] == 0, outcomes
    assert_exact(ACME)


def test_an_offer_that_is_accepted_while_its_giver_goes_leaves_an_owner(people: Cast) -> None:
    alice, bob = people.alice.without_session(), people.bob.without_session()
    chance = Random(7)
    for number in range(40):
        giver, taker = (alice, bob) if owners() == {alice.user} else (bob, alice)
        ownership.offer(giver, ACME, taker.user, NOW)
        acts: list[Act] = [
            partial(ownership.withdraw, giver, ACME, NOW),
            partial(members.change_role, giver, ACME, taker.user, Role.VIEWER, NOW),
            partial(members.change_role, giver, ACME, people.vic.user, Role.OWNER, NOW),
        ]
        against = chance.choice(acts)
        at_once([partial(insisting, partial(ownership.accept, taker, ACME, NOW)), partial(insisting, against)])
        left = owners()
        assert left & {giver.user, taker.user}, f"round {number}"
        if people.vic.user in left:
            members.change_role(people.vic.without_session(), ACME, people.vic.user, Role.VIEWER, NOW)
        ownership.withdraw(Actor(min(owners())), ACME, NOW)
    assert_exact(ACME)


def test_the_last_seat_is_given_to_one_of_two(people: Cast) -> None:
    guests = [an_account("Eve"), an_account("Finn")]
    bosses = (people.alice.without_session(), people.dana.without_session())
    for number in range(ROUNDS):
        joins = [
            partial(orgs.join, boss, ACME, guest, Role.MEMBER, NOW) for boss, guest in zip(bosses, guests, strict=True)
        ]
        outcomes = Counter(at_once([partial(insisting, join) for join in joins]))
        assert outcomes == {"done": 1, "LimitReached": 1}, f"round {number}"
        (seated,) = [user for user in guests if user in slices.frame(ACME, bosses[0].user).people]
        # The seat is free at once, before anything that follows from it.
        members.remove(bosses[number % 2], ACME, seated, NOW, 0)
    assert [user for user in guests if home(user).orgs] == []
    assert_exact(ACME)


def test_the_last_project_is_made_by_one_of_two(people: Cast) -> None:
    for number in range(9):
        a_project(people.alice, title=str(number))
    makers = (people.bob.without_session(), people.dana.without_session())
    for number in range(ROUNDS):
        wanted = [ids.new_project_id(NOW), ids.new_project_id(NOW)]
        acts = [
            partial(projects.create, maker, ACME, "Last", project, NOW)
            for maker, project in zip(makers, wanted, strict=True)
        ]
        outcomes = Counter(at_once([partial(insisting, act) for act in acts]))
        assert outcomes == {"done": 1, "LimitReached": 1}, f"round {number}"
        frame = slices.frame(ACME, people.alice.user)
        assert frame.projects == 10
        for project in wanted:
            if store.get("test", Card, keys.card(ACME, project)):
                project_life.delete(people.dana.without_session(), ACME, project, NOW)
    assert_exact(ACME)


def test_who_is_removed_while_everybody_gives_them_work_ends_with_none(people: Cast) -> None:
    project = a_project(people.alice)
    refs = [a_task(people.alice, project) for _ in range(30)]
    for number in range(5):
        stop = threading.Event()

        def give(seed: int, stop: threading.Event = stop) -> None:
            chance = Random(seed)
            while not stop.is_set():
                ref = chance.choice(refs)
                insisting(partial(edits.assign, people.dana.without_session(), ref, people.bob.user, NOW))
                insisting(partial(edits.assign, people.dana.without_session(), ref, None, NOW))

        def out(stop: threading.Event = stop) -> None:
            for ref in refs[:10]:
                insisting(partial(edits.assign, people.alice.without_session(), ref, people.bob.user, NOW))
            try:
                assert (
                    insisting(partial(members.remove, people.alice.without_session(), ACME, people.bob.user, NOW))
                    == "done"
                )
            finally:
                stop.set()

        at_once([partial(give, 3 * number + each) for each in range(3)] + [out])
        board = store.walk("test", keys.org_pk(ACME), prefix=keys.tasks_prefix(project))
        assert [item.sk for item in board if isinstance(item, Task) and item.assignee] == []
        orgs.join(people.alice, ACME, people.bob.user, Role.MEMBER, NOW)
    assert_exact(ACME)


def test_an_organisation_that_is_deleted_while_everybody_works_in_it_leaves_nothing(people: Cast) -> None:
    project = a_project(people.alice)
    refs = [a_task(people.bob, project) for _ in range(40)]
    stop = threading.Event()

    def work(actor: Actor, seed: int) -> None:
        chance = Random(seed)
        while not stop.is_set():
            insisting(partial(tasks.complete, actor, chance.choice(refs), NOW))
            insisting(partial(tasks.reopen, actor, chance.choice(refs), NOW))
            insisting(partial(a_task, actor, project))
            insisting(partial(members.change_role, people.dana, ACME, people.vic.user, Role.MEMBER, NOW))

    def end() -> None:
        try:
            ends: list[Act] = [
                partial(org_deletion.delete, people.alice, ACME, NOW),
                partial(org_deletion.delete_as_operator, ACME, NOW),
            ]
            # Whoever comes when all is gone is told that there is nothing.
            assert set(at_once([partial(insisting, act) for act in ends])) <= {"done", "NotFound"}
        finally:
            stop.set()

    crew = [people.bob, people.dana, people.bob]
    at_once([partial(work, actor, seed) for seed, actor in enumerate(crew)] + [end])
    assert raw(ACME).keys() == {"METADATA"}
    assert raw(ACME)["METADATA"]["state"] == {"S": "gone"}
    for actor in (people.alice, people.dana, people.bob, people.vic):
        assert home(actor.user).orgs == ()
    assert not [item for item in store.walk("test", keys.org_pk(ACME)) if isinstance(item, AuditEntry)]
