"""One address, many who want it at the same moment: over the engine, where writers truly meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from tenants import clock, ids, keys, store
from tenants.addresses import canonical
from tenants.errors import AlreadyTaken, LinkEnded, TooMany
from tenants.items import Identity, Membership, Metadata, Profile
from tenants.policy import Plan, Role
from tenants.reads.accounts import user_by_address
from tenants.transaction import Transaction, perform
from tenants.writes import accounts, address, closing, orgs, password, sign_up, tokens
from tenants.writes.accepting import accept
from tenants.writes.ground import Actor
from tenants.writes.throttle import Allowance, Charge, spend
from tests.cast import PASSWORD
from tests.engine.crowd import ROUNDS, at_once, insisting
from tests.inviting import by_link

pytestmark = [pytest.mark.engine, pytest.mark.timeout(300), pytest.mark.usefixtures("engine_table")]

# The engine sweeps up what has expired by its own clock, so this is the real time.
NOW = clock.now()
CALLERS = 4


def fresh() -> str:
    return f"Somebody.{ids.random_id(10)}@example.org"


def outcomes(acts: list[Callable[[], object]]) -> Counter[str]:
    return Counter(at_once([partial(insisting, act) for act in acts]))


def held_by(email: str) -> str:
    """Who has the address; they have it as their own, and nobody's account is without its lock."""
    user = user_by_address(email)
    assert user is not None
    profile = store.get("test", Profile, keys.profile(user))
    assert profile is not None
    assert canonical(profile.email) == canonical(email)
    return user


def test_of_many_who_sign_up_with_one_address_one_gets_it() -> None:
    for _ in range(ROUNDS):
        email = fresh()
        spellings = [email, email.upper(), f" {email} ", email.lower()]
        met = outcomes([partial(accounts.sign_up, "Ana", one, None, NOW) for one in spellings])
        assert met == {"done": 1, AlreadyTaken.__name__: CALLERS - 1}
        held_by(email)


def test_of_many_who_confirm_one_address_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenants.passwords.make", lambda _: "not a hash")  # 800 of them would only take time
    for number in range(ROUNDS):
        email = fresh()
        # By links of their own, or in every other round all by the same one.
        secrets = [tokens.new_secret() for _ in range(CALLERS if number % 2 else 1)] * (1 if number % 2 else CALLERS)
        for secret in set(secrets):
            sign_up.ask(secret, sign_up.Person("Ana", email, PASSWORD), NOW)
        met = outcomes([partial(sign_up.confirm, secret, None, NOW) for secret in secrets])
        assert met["done"] == 1
        assert set(met) <= {"done", AlreadyTaken.__name__, LinkEnded.__name__}
        held_by(email)


def movers(monkeypatch: pytest.MonkeyPatch, count: int) -> list[Actor]:
    """Accounts with a session each, whose password nobody compares, and which may move as often as they like."""
    monkeypatch.setattr("tenants.passwords.matches", lambda *_: True)
    monkeypatch.setattr("tenants.writes.address.MOST_MOVES", 10 * ROUNDS)
    people = []
    for number in range(count):
        user = accounts.sign_up(f"Mover {number}", fresh(), None, NOW)
        session = accounts.open_session(user, "Mover", NOW)
        people.append(Actor(user, accounts.digest(session.secret)))
    return people


def test_of_many_who_move_to_one_address_one_gets_it_and_the_others_stay_where_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = movers(monkeypatch, CALLERS)
    for _ in range(ROUNDS):
        email = fresh()
        secrets = [address.ask(actor, email, PASSWORD, NOW).secret for actor in people]
        met = outcomes([partial(address.confirm, secret, NOW) for secret in secrets])
        assert met == {"done": 1, AlreadyTaken.__name__: CALLERS - 1}
        winner = held_by(email)
        assert winner in {actor.user for actor in people}
        for actor in people:
            profile = store.get("test", Profile, keys.profile(actor.user))
            assert profile is not None
            assert held_by(profile.email) == actor.user


def test_moving_to_an_address_and_signing_up_with_it_do_not_both_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    (actor,) = movers(monkeypatch, 1)
    for _ in range(ROUNDS):
        email = fresh()
        secret = address.ask(actor, email, PASSWORD, NOW).secret
        met = outcomes([partial(address.confirm, secret, NOW), partial(accounts.sign_up, "Ana", email, None, NOW)])
        assert met == {"done": 1, AlreadyTaken.__name__: 1}
        held_by(email)


def test_two_moves_of_one_account_leave_one_address_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    (actor,) = movers(monkeypatch, 1)
    for _ in range(ROUNDS):
        first, second = fresh(), fresh()
        secrets = [address.ask(actor, email, PASSWORD, NOW).secret for email in (first, second)]
        met = outcomes([partial(address.confirm, secret, NOW) for secret in secrets])
        assert met == {"done": 1, LinkEnded.__name__: 1}
        profile = store.get("test", Profile, keys.profile(actor.user))
        assert profile is not None
        assert {user_by_address(first), user_by_address(second)} == {actor.user, None}
        assert user_by_address(profile.email) == actor.user


def test_no_session_outlives_a_change_of_the_password_that_it_was_not_opened_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tenants.passwords.make", "hash of {}".format)
    monkeypatch.setattr("tenants.passwords.outdated", lambda _: False)
    monkeypatch.setattr("tenants.passwords.matches", lambda typed, stored: stored == f"hash of {typed}")
    email = fresh()
    user = accounts.sign_up("Ana", email, PASSWORD, NOW)
    current = PASSWORD
    for number in range(ROUNDS):
        session = accounts.open_session(user, "Ana", NOW)
        actor = Actor(user, accounts.digest(session.secret))
        new = f"another good one {number}"
        acts: list[Callable[[], object]] = [partial(password.change, actor, current, new, NOW)]
        acts += [partial(accounts.sign_in, email, current, NOW)] * (CALLERS - 1)
        assert outcomes(acts)["done"] >= 1
        current = new
        left = store.query("test", keys.user_pk(user), prefix=keys.SESSION_PREFIX, limit=100, consistent=True)
        assert [keys.last_part(item.sk) for item in left] == [actor.session], number


def test_who_deletes_their_account_while_they_are_taken_in_is_a_member_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """By an owner, by an invitation, and by founding one themselves, all at the same moment as the deletion."""
    (boss,) = movers(monkeypatch, 1)
    orgs.create(boss, "first-works", "First", "UTC", NOW, Plan.PRO)
    link = by_link(boss, org="first-works", cap=60, now=NOW)
    met: Counter[str] = Counter()
    for number in range(60):
        (actor,) = movers(monkeypatch, 1)
        profile = store.get("test", Profile, keys.profile(actor.user))
        assert profile is not None
        own = f"own-works-{number}"
        ways: list[Callable[[], object]] = [
            partial(orgs.join, boss, "first-works", actor.user, Role.MEMBER, NOW),
            partial(accept, actor, link.secret, NOW),
            partial(orgs.create, actor, own, "Own", "UTC", NOW),
        ]
        way = number % 3
        met += outcomes([partial(closing.close, actor, PASSWORD, profile.email, NOW), ways[way]])
        org = own if way == 2 else "first-works"
        metadata = store.get("test", Metadata, keys.metadata(org))
        gone = store.get("test", Profile, keys.profile(actor.user)) is None
        assert metadata is not None or gone
        inside = metadata is not None and actor.user in metadata.people
        # Whoever founded one just before is refused as its only owner: then the account is there, and open.
        assert gone != inside, number
        assert (store.get("test", Membership, keys.membership(org, actor.user)) is not None) == inside
    assert met["done"] >= 60, met


def test_an_allowance_is_not_exceeded_by_trying_at_the_same_time() -> None:
    for number in range(20):
        charge = Charge(Allowance("test", 5, timedelta(days=365)), f"somebody {number}")
        met = outcomes([partial(spend, NOW, charge)] * 12)
        assert met == {"done": 5, TooMany.__name__: 7}


def test_a_link_is_used_once_by_however_many() -> None:
    def used(secret: str) -> None:
        def build() -> tuple[Transaction, None]:
            transaction = Transaction()
            tokens.use(transaction, tokens.find(secret, "test", NOW), NOW)
            return transaction, None

        perform(build)

    for _ in range(50):
        secret = tokens.issue("test", "x", NOW, sign_up.LIFE)
        assert outcomes([partial(used, secret)] * CALLERS) == {"done": 1, LinkEnded.__name__: CALLERS - 1}
        assert store.get("test", Identity, keys.token(accounts.digest(secret))) is None
