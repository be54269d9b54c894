"""The audit: who changed people, rights, limits, data that leaves or goes, and who was refused; from where and when.

An entry is put into the transaction of what it tells, so neither is ever there without the other. It is put where
nothing is yet and nothing in the product changes or deletes one but the deletion of the organisation; `expiresAt` ends
it after `AUDIT_DAYS`. A refused attempt has no transaction: it is noted beside it, at most once a minute.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from botocore.exceptions import BotoCoreError
from django.conf import settings
from pynamodb.exceptions import PynamoDBException

from tenants import clock, ids, keys
from tenants.errors import Attempt, TableroError
from tenants.items import AuditEntry, Membership
from tenants.transaction import EXISTS, ConditionFailed, Conflicted, Transaction

LONGEST = 500
"""Characters of a text in an entry."""
REFUSED = "attempt-refused"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Who:
    """Who did it. `user` is an account's id, or `operator`; `address` is where they came from on the network."""

    user: str
    name: str
    address: str = ""


OPERATOR = Who("operator", "Operator")
"""Whoever runs the installation and its commands. No account has an id of eight characters."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Where and when: the organisation, its zone (which decides the month), the instant."""

    org: str
    zone: str
    now: datetime


def record(
    transaction: Transaction,
    scene: Scene,
    who: Who,
    event_id: str,
    action: str,
    subject: str,
    *,
    about: str | None = None,
    before: str | None = None,
    after: str | None = None,
) -> None:
    """Put the entry of an action into its own transaction. As `Ground.record`, for writers that stand on no ground.

    Those are the operator's commands (`OPERATOR`), and people who are no members yet or no longer.
    """
    transaction.put(
        AuditEntry.at(
            key_of(scene, event_id),
            action=action,
            actor=who.user,
            actor_name=who.name,
            address=who.address or None,
            subject=_cut(subject),
            about=about,
            before=_cut(before),
            after=_cut(after),
            expires_at=_expiry(scene.now),
        )
    )


def refused(attempt: Attempt, address: str, now: datetime) -> None:
    """Note that a member was refused. Never raises for the table's sake: whoever was refused hears just that.

    One entry for each person, permission and minute, however often they try: its key is made of these, so trying again
    adds nothing. The membership is checked with it, so somebody who is put out, or whose organisation is deleted at
    this moment, leaves nothing behind. One request.
    """
    minute = now.replace(second=0, microsecond=0)
    scene = Scene(attempt.org, attempt.zone, minute)
    key = key_of(scene, ids.derived_id(ids.EVENT_ID_LENGTH, attempt.user, attempt.permission))
    transaction = Transaction()
    transaction.check(Membership, keys.membership(attempt.org, attempt.user), EXISTS)
    transaction.put(
        AuditEntry.at(
            key,
            action=REFUSED,
            actor=attempt.user,
            actor_name=attempt.name,
            address=address or None,
            subject=attempt.permission,
            occurred=clock.to_text(now),
            expires_at=_expiry(minute),
        )
    )
    try:
        transaction.commit(pattern="refused")
    except ConditionFailed:
        return  # noted in this minute already, or no member any more
    except (TableroError, Conflicted, PynamoDBException, BotoCoreError) as error:
        _log.warning("A refused attempt in %s could not be noted: %s", attempt.org, error)


def key_of(scene: Scene, event_id: str) -> keys.Key:
    """Where `record` writes: the entry is there exactly if the action has landed."""
    return keys.audit(scene.org, clock.local_month(scene.now, scene.zone), clock.to_text(scene.now), event_id)


def _expiry(now: datetime) -> int:
    return clock.expiry(now, timedelta(days=settings.AUDIT_DAYS))


def _cut(text: str | None) -> str | None:
    if not text:
        return None
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
