"""What a member wishes for themselves in one organisation: kept with the people, where every page finds it."""

from __future__ import annotations

from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import keys
from tenants.items import Metadata
from tenants.people import Person
from tenants.policy import Permission
from tenants.transaction import Transaction, perform
from tenants.writes.ground import Actor, stand


def remember(actor: Actor, org: str, now: datetime, *, mine: bool) -> None:
    """Remember whether the actor wants to see only their own tasks in lists over the organisation.

    Raises NotFound, SessionEnded, Busy. One consistent BatchGetItem and one transaction; nothing when it is so already.
    """
    _wish(actor, org, now, mine=mine)


def rank_me(actor: Actor, org: str, now: datetime, *, ranked: bool) -> None:
    """List the actor among those who finished most, or no longer; what they finish counts either way. As `remember`."""
    _wish(actor, org, now, ranked=ranked)


def _wish(actor: Actor, org: str, now: datetime, *, mine: bool | None = None, ranked: bool | None = None) -> None:
    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.ORG_READ, now)
        wishing: Person = ground.person.wishing(mine=mine, ranked=ranked)
        if wishing == ground.person:
            return None, None
        transaction = ground.transaction()
        transaction.update(
            Metadata,
            keys.metadata(org),
            # As it was read: a role or a name that changes meanwhile is not put back.
            condition=Path(["people", actor.user]) == ground.metadata.people[actor.user],
            set={("people", actor.user): wishing.packed()},
        )
        return transaction, None

    perform(build)
