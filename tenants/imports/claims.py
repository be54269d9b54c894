"""Giving a member the tasks that an earlier import left under their name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from tenants import keys, store
from tenants.imports.bulk import BATCH_ITEMS
from tenants.items import Header, Membership, Task
from tenants.people import person_of
from tenants.policy import Permission, Status
from tenants.transaction import EXISTS, Transaction, perform
from tenants.writes.counts import Standing, move
from tenants.writes.ground import Actor, Ground, stand
from tenants.writes.rows import change

Claim = tuple[keys.Key, str, str]
"""Where the task is, the name it carries, the member it is for."""

_LOOKED_AT_ONCE = 45
_MOST_ITEMS_OF_A_CLAIM = 6
"""The task, its card, the member, their month, and two shards of the month's leaders."""


def claim(actor: Actor, org: str, claims: Sequence[Claim], now: datetime) -> int:
    """Give each task to its member, if it still carries the name and has no member; what is done counts for them once.

    A task that somebody has given away, finished or deleted meanwhile stays as it is; one that was moved to another
    project is found there. Answers how many were given. One BatchGetItem per 45 tasks looked at and one transaction
    per some 20 given; one walk over all projects when a task is not where it was brought in.
    """
    given, missing = _give_all(actor, org, claims, now)
    if missing:
        given += _give_all(actor, org, _found_elsewhere(org, missing), now)[0]
    return given


def _give_all(actor: Actor, org: str, claims: Sequence[Claim], now: datetime) -> tuple[int, list[Claim]]:
    """Answers how many were given, and the claims on tasks that are not where they should be."""
    given, start = 0, 0
    missing: list[Claim] = []
    while start < len(claims):
        done = _give(actor, org, claims[start : start + _LOOKED_AT_ONCE], now)
        start += done.looked_at
        given += done.given
        missing += done.missing
    return given, missing


def _found_elsewhere(org: str, missing: Sequence[Claim]) -> list[Claim]:
    wanted = {keys.last_part(key.sk): (name, user) for key, name, user in missing}
    return [
        (item.key, *wanted[keys.last_part(item.sk)])
        for item in store.walk("partition", keys.org_pk(org), prefix="BOARD#")
        if isinstance(item, Task) and keys.last_part(item.sk) in wanted
    ]


class _Given(NamedTuple):
    """What one transaction dealt with."""

    looked_at: int
    given: int
    missing: tuple[Claim, ...]


def _give(actor: Actor, org: str, claims: Sequence[Claim], now: datetime) -> _Given:
    """One transaction of it."""
    tried: set[keys.Key] = set()

    def build() -> tuple[Transaction | None, _Given]:
        headers = {keys.header(org, keys.project_of_board(key.sk)) for key, _, _ in claims}
        ground = stand(actor, org, Permission.BOARD_IMPORT, now, *(key for key, _, _ in claims), *sorted(headers))
        transaction = ground.transaction()
        looked_at = gave = landed = 0
        missing: list[Claim] = []
        for key, name, user in claims:
            if len(transaction) > BATCH_ITEMS - _MOST_ITEMS_OF_A_CLAIM:
                break
            looked_at += 1
            task = ground.get(Task, key)
            if task is None:
                missing.append((key, name, user))
            elif not _is_live(ground, task):
                continue
            elif task.person == name and not task.assignee and not task.completed_by:
                _put(transaction, ground, task, user)
                tried.add(key)
                gave += 1
            elif key in tried and task.assignee == user:
                landed += 1  # by our own try, whose answer was lost
        return (transaction if gave else None), _Given(looked_at, gave + landed, tuple(missing))

    return perform(build)


def _is_live(ground: Ground, task: Task) -> bool:
    """Whether the task's project is neither put away nor on its way, so that the task may change."""
    header = ground.get(Header, keys.header(ground.org, keys.project_of_board(task.sk)))
    return header is not None and header.state == "live" and not task.put_away


def _put(transaction: Transaction, ground: Ground, task: Task, user: str) -> None:
    before = Standing.of(task)
    done = before.status is Status.DONE
    after = replace(before, by=user) if done else before
    member = person_of(ground.metadata, user)
    transaction.check(Membership, keys.membership(ground.org, user), EXISTS)
    changes = {"assignee": user, "person": None} | ({"completedBy": user} if done else {})
    change(transaction, task, after, changes)
    move(transaction, ground.org, task, after, member.name if member and done else None)
