"""Giving a member the tasks that an earlier import left under their name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tenants import keys
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

    A task that somebody has given away, finished or deleted meanwhile stays as it is. Answers how many were given.
    One BatchGetItem per 45 tasks looked at and one transaction per some 20 given; none when there is nothing to give.
    """
    given, start = 0, 0
    while start < len(claims):
        looked_at, gave = _give(actor, org, claims[start : start + _LOOKED_AT_ONCE], now)
        start += looked_at
        given += gave
    return given


def _give(actor: Actor, org: str, claims: Sequence[Claim], now: datetime) -> tuple[int, int]:
    """One transaction of it. Answers how many claims are dealt with, and how many of them were given."""
    tried: set[keys.Key] = set()

    def build() -> tuple[Transaction | None, tuple[int, int]]:
        headers = {keys.header(org, keys.project_of_board(key.sk)) for key, _, _ in claims}
        ground = stand(actor, org, Permission.BOARD_IMPORT, now, *(key for key, _, _ in claims), *sorted(headers))
        transaction = ground.transaction()
        looked_at = gave = landed = 0
        for key, name, user in claims:
            if len(transaction) > BATCH_ITEMS - _MOST_ITEMS_OF_A_CLAIM:
                break
            looked_at += 1
            task = ground.get(Task, key)
            if task is None or not _is_live(ground, task):
                continue
            if task.person == name and not task.assignee and not task.completed_by:
                _put(transaction, ground, task, user)
                tried.add(key)
                gave += 1
            elif key in tried and task.assignee == user:
                landed += 1  # by our own try, whose answer was lost
        return (transaction if gave else None), (looked_at, gave + landed)

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
