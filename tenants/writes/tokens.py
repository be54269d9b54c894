"""Links in mails: each is good for one act, once, for a while.

The link holds 256 random bits and the table their SHA-256 only. Whoever acts on a link puts `use` into the very
transaction of the act, so that of two who press the button at the same time one does it.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.errors import LinkEnded
from tenants.items import Token
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
ENDED = said("This link was used already, is too old, or was replaced by a newer one.")


def new_secret() -> str:
    """256 random bits in 43 characters that need no escaping in an address."""
    return secrets.token_urlsafe(32)


def put(
    transaction: Transaction,
    secret: str,
    kind: str,
    subject: str,
    now: datetime,
    life: timedelta,
    details: dict[str, str] | None = None,
) -> None:
    """Write what the link with this secret is good for, as part of a transaction that somebody else sends."""
    transaction.put(
        Token.at(
            keys.token(ids.digest(secret)),
            kind=kind,
            subject=subject,
            valid_until=clock.to_text(now + life),
            expires_at=clock.expiry(now, life),
            details=details,
        ),
        # Its own lost answer may have landed; the secret is drawn once.
        condition=None,
    )


def issue(kind: str, subject: str, now: datetime, life: timedelta, details: dict[str, str] | None = None) -> str:
    """Write a link of this kind for this subject and answer with its secret. One transaction."""
    secret = new_secret()
    transaction = Transaction()
    put(transaction, secret, kind, subject, now, life, details)
    perform(lambda: (transaction, None))
    return secret


def is_secret(text: object) -> bool:
    """Whether it looks like the secret of a link at all: anything else is refused before the table is asked."""
    return isinstance(text, str) and _SECRET.fullmatch(text) is not None


def find(secret: object, kind: str, now: datetime) -> Token:
    """What the link is good for, read consistently. Raises LinkEnded. One GetItem, none for what is no secret."""
    if not is_secret(secret):
        raise LinkEnded(ENDED)
    token = store.get("link", Token, keys.token(ids.digest(str(secret))))
    if token is None or token.kind != kind or token.valid_until <= clock.to_text(now):
        raise LinkEnded(ENDED)
    return token


def use(transaction: Transaction, token: Token, now: datetime) -> None:
    """Take the link away in the transaction of its act; the transaction fails when somebody used it before."""
    transaction.delete(Token, token.key, EXISTS & (Path("validUntil") > clock.to_text(now)))
