"""`kill -9` of a real process after, and before, every one of its calls of DynamoDB; then the same once more.

What runs is a process of its own with a client of its own, against the engine, which goes on without it. The kill is
the system's: nothing of Python gets to know of it.
"""

from __future__ import annotations

import os
import signal
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from tenants import clock, ids, keys, store, table
from tenants.addresses import canonical
from tenants.errors import LinkEnded, NotFound
from tenants.items import Base, Identity, Membership, Profile, Token
from tenants.mover import batch
from tenants.policy import Role
from tenants.reads.account import account, my_orgs
from tenants.writes import accounts, address, copies, details, members, org_deletion, orgs, tasks
from tenants.writes.ground import Actor
from tests.cast import PASSWORD, a_project, a_task, an_account
from tests.inviting import by_link, by_mail
from tests.tenants.partition import raw
from tests.truth import assert_exact

pytestmark = [pytest.mark.engine, pytest.mark.timeout(300), pytest.mark.usefixtures("engine_table")]

# The engine sweeps up what has expired by its own clock, so this is the real time.
NOW = clock.now()


def survives(act: Callable[[], object], call: int, *, before: bool) -> bool:
    """Whether a process that does this comes to its end before its call of that number; if not, it was killed there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: the child uses none of them
        child = os.fork()
    if child == 0:
        _live_and_die(act, call, before=before)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return False
    assert os.waitstatus_to_exitcode(status) == 0
    return True


def _live_and_die(act: Callable[[], object], call: int, *, before: bool) -> None:
    seen = 0

    def count_calls(**_: Any) -> None:
        nonlocal seen
        seen += 1
        if seen == call:
            os.kill(os.getpid(), signal.SIGKILL)

    code = 1
    # Should it ever wait for a lock that some thread of the parent's held: nobody waits for it.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(60)
    try:
        # The parent's connections are the parent's.
        table.connect(endpoint=str(Base.Meta.host), table=Base.Meta.table_name)
        event = "before-call.dynamodb" if before else "after-call.dynamodb"
        table.client().meta.events.register(event, count_calls)
        act()
        code = 0
    except BaseException:  # noqa: BLE001 - whatever it is, this process must not go on as a second run of the tests
        traceback.print_exc()
    finally:
        os._exit(code)


def somebody(name: str) -> Actor:
    user = an_account(name, now=NOW)
    return Actor(user, accounts.digest(accounts.open_session(user, name, NOW).secret))


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
def test_an_organisation_whose_deletion_is_killed_anywhere_is_gone_once_it_was_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    monkeypatch.setattr(batch, "MOST_ITEMS", 12)
    alice, bob = somebody("Alice"), somebody("Bob")
    for call in count(1):
        org = orgs.create(alice, f"org-{ids.random_id(10)}", "Acme", "UTC", NOW)
        orgs.join(alice, org, bob.user, Role.MEMBER, NOW)
        project = a_project(alice, org, now=NOW)
        task = a_task(bob, project, org=org, assignee=bob.user, now=NOW)
        details.comment(bob, task, "Well", ids.new_note_token(), NOW)
        tasks.complete(bob, a_task(bob, project, org=org, now=NOW), NOW)
        links = [by_mail(alice, f"eve{call}@example.org", org=org, now=NOW), by_link(alice, org=org, now=NOW)]
        ended = survives(lambda org=org: org_deletion.delete(alice, org, NOW), call, before=before)  # type: ignore[misc]  # bound now, not later
        with suppress(NotFound):  # killed at the last call it is gone already
            org_deletion.delete_as_operator(org, NOW)
        assert raw(org) == {"METADATA": {"PK": {"S": f"ORG#{org}"}, "SK": {"S": "METADATA"}, "state": {"S": "gone"}}}, (
            f"after a kill around call {call}"
        )
        for link in links:
            assert store.get("test", Token, keys.token(ids.digest(link.secret))) is None
        for actor in (alice, bob):
            assert org not in {each.id for each in my_orgs(actor.user)}
            profile = store.get("test", Profile, keys.profile(actor.user))
            assert profile is not None
            assert org not in (profile.joined or ())
        for status in ("open", "doing"):
            assert store.query("test", keys.by_status_pk(org, status), index="GSI2", limit=9) == []
        if ended:
            assert call > 8
            break


@pytest.mark.parametrize("before", [False, True], ids=["once it was answered", "before it was sent"])
@pytest.mark.parametrize("way", ["there", "and back"])
def test_an_address_whose_change_is_killed_anywhere_opens_one_account_and_moves_once_it_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, way: str, *, before: bool
) -> None:
    monkeypatch.setattr("tenants.passwords.matches", lambda *_: True)
    boss = somebody("Boss")
    org = orgs.create(boss, f"org-{ids.random_id(10)}", "Acme", "UTC", NOW)
    for call in count(1):
        bob = somebody("Bob")
        orgs.join(boss, org, bob.user, Role.MEMBER, NOW)
        old, new = account(bob.user, NOW).email, f"bob.{ids.random_id(10)}@elsewhere.example"
        secret = address.ask(bob, new, PASSWORD, NOW).secret
        if way == "and back":
            secret = address.confirm(secret, NOW).undo
            old, new = new, old

        def move(secret: str = secret, user: str = bob.user) -> None:
            address.confirm(secret, NOW)
            copies.run(user)

        ended = survives(move, call, before=before)
        stands = account(bob.user, NOW).email
        doors = {email: store.get("test", Identity, keys.identity(canonical(email))) for email in (old, new)}
        assert [email for email, door in doors.items() if door] == [stands], f"after a kill around call {call}"
        with suppress(LinkEnded):
            move()
        copies.run(bob.user)  # as the next look at the account does
        membership = store.get("test", Membership, keys.membership(org, bob.user))
        assert membership is not None
        assert (account(bob.user, NOW).email, membership.email) == (new, new), f"after a kill around call {call}"
        assert store.get("test", Identity, keys.identity(canonical(old))) is None
        assert store.get("test", Token, keys.token(ids.digest(secret))) is None
        if ended:
            assert call > 8
            break
        members.remove(boss, org, bob.user, NOW)
    assert_exact(org)
