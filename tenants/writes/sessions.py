"""A person's own sessions: noticing that one is used, ending one, all others, or all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from botocore.exceptions import BotoCoreError
from pynamodb.exceptions import PynamoDBException
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, keys, store
from tenants.errors import TableroError
from tenants.items import Profile, Session
from tenants.reads import home
from tenants.transaction import EXISTS, ConditionFailed, Conflicted, Transaction, perform

NOTED_EVERY = timedelta(minutes=5)
"""The page of the account tells the last use as exactly as that: to note each look would cost more than all of them."""
AT_ONCE = 80
"""So many sessions end in one transaction, beside whatever it is that ends them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A session that is there, with what it tells of the person; empty is what they never chose."""

    name: str
    language: str
    zone: str


def look(user: str, session: str, network: str, now: datetime) -> Seen | None:
    """Whether the session (a digest) is still signed in, and note that it is in use.

    One GetItem; a transaction when the last note is older than five minutes, or the device is in another network.
    """
    found = home.session(user, session)
    if found is None or found.valid_until <= clock.to_text(now):
        return None
    since = now - clock.from_text(found.last_used or found.created_at)
    if not timedelta(0) <= since < NOTED_EVERY or network not in {"", found.network}:
        _note_use(found, network, now)
    return Seen(found.user_name or "", found.language or "", found.zone or "")


def _note_use(session: Session, network: str, now: datetime) -> None:
    """A session that has ended meanwhile stays ended.

    Never fails for the table's sake: the page that was asked for does not depend on it.
    """
    transaction = Transaction()
    transaction.update(
        Session,
        session.key,
        condition=EXISTS,
        set={"lastUsed": clock.to_text(now), **({"network": network} if network else {})},
    )
    try:
        transaction.commit(pattern="session")
    except (ConditionFailed, Conflicted, TableroError, PynamoDBException, BotoCoreError):
        return


def end_others(user: str, keep: str | None) -> int:
    """End all sessions of `user` but the one whose digest is `keep`; answers with how many.

    One Query and one transaction per 80 sessions.
    """
    ended = 0
    while True:
        transaction = Transaction()
        found = _some(user, keep)
        for session in found:
            transaction.delete(Session, session.key, condition=None)
        if found:
            perform(lambda transaction=transaction: (transaction, None))  # type: ignore[misc]  # bound now, not later
        ended += len(found)
        if len(found) < AT_ONCE:
            return ended


def end_with(transaction: Transaction, user: str, keep: str | None = None) -> None:
    """End all sessions but `keep` in the transaction of what ends them. One Query; more when there are over 80.

    The same transaction has to demand `unopened`, or a session that is opened meanwhile outlives it.
    """
    found = _some(user, keep)
    while len(found) == AT_ONCE:
        end_others(user, keep)
        found = _some(user, keep)
    for session in found:
        transaction.delete(Session, session.key, condition=None)


def unopened(profile: Profile) -> Condition:
    """The demand that no session was opened since the account was read."""
    return Path("signIns") == profile.sign_ins if profile.sign_ins else Path("signIns").does_not_exist()


def _some(user: str, keep: str | None) -> list[Session]:
    items = store.query("sessions", keys.user_pk(user), prefix=keys.SESSION_PREFIX, limit=AT_ONCE + 1, consistent=True)
    sessions = [item for item in items if isinstance(item, Session) and keys.last_part(item.sk) != keep]
    return sessions[:AT_ONCE]
