"""Accounts and sessions: sign up, sign in, sign out."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from tenants import clock, ids, keys, passwords, store
from tenants.addresses import canonical
from tenants.errors import AlreadyTaken, Refused
from tenants.items import Identity, Profile, Session
from tenants.policy import NAME_LENGTH
from tenants.text import one_line
from tenants.transaction import EXISTS, Transaction, perform

SESSION_LIFE = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A fresh session. `secret` goes into the cookie; the table keeps its SHA-256 only."""

    user: str
    name: str
    secret: str


def sign_up(name: str, email: str, password: str | None, now: datetime) -> str:
    """Create an account and take its address, in one transaction. Answers with the user's id.

    `password` None makes an account that nobody can sign in to (sample people). Raises AlreadyTaken, Refused.
    One transaction; one read more when the address may be taken. Hashing takes tens of milliseconds.
    """
    name = clean_name(name)
    _require_password(password)
    address = canonical(email)
    user = ids.new_user_id()
    hashed = None if password is None else passwords.make(password)
    tried: list[int] = []

    def build() -> tuple[Transaction | None, str]:
        if tried:
            identity = store.get("account-by-address", Identity, keys.identity(address))
            if identity is not None:
                if identity.user == user:
                    return None, user  # our own lost answer had landed
                raise AlreadyTaken("There is an account with this address. Sign in instead.", "email")
        tried.append(1)
        transaction = Transaction()
        transaction.put(Identity.at(keys.identity(address), user=user))
        transaction.put(
            Profile.at(
                keys.profile(user), name=name, email=email.strip(), password=hashed, created_at=clock.to_text(now)
            )
        )
        return transaction, user

    return perform(build)


def sign_in(email: str, password: str, now: datetime, device: str = "") -> SignedIn | None:
    """Open a session for the account of that address; None when address or password is wrong, which takes as long.

    Two GetItem and one transaction; one GetItem for an unknown address.
    """
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    profile = store.get("account", Profile, keys.profile(identity.user)) if identity else None
    stored = profile.password if profile else None
    if len(password) > passwords.LONGEST or not passwords.matches(password, stored):
        return None
    assert identity is not None
    assert profile is not None
    return open_session(identity.user, profile.name, now, device)


def open_session(user: str, name: str, now: datetime, device: str = "") -> SignedIn:
    """Write a fresh session of 256 random bits. One transaction."""
    secret = secrets.token_urlsafe(32)
    transaction = Transaction()
    transaction.check(Profile, keys.profile(user), EXISTS)
    transaction.put(
        Session.at(
            keys.session(user, digest(secret)),
            created_at=clock.to_text(now),
            valid_until=clock.to_text(now + SESSION_LIFE),
            user_name=name,
            device=device[:200] or None,
            expires_at=clock.expiry(now, SESSION_LIFE),
        ),
        condition=None,
    )
    perform(lambda: (transaction, None))
    return SignedIn(user, name, secret)


def sign_out(user: str, session: str) -> None:
    """End a session (`session` is its digest); one that is gone already is fine. One transaction."""
    transaction = Transaction()
    transaction.delete(Session, keys.session(user, session), condition=None)
    perform(lambda: (transaction, None))


def digest(secret: str) -> str:
    """What the table keeps of a session's secret."""
    return ids.digest(secret)


def clean_name(name: str) -> str:
    """A person's name fit to store. Raises Refused, naming the field."""
    name = one_line(name)
    if not name:
        raise Refused("Tell us your name.", "name")
    if len(name) > NAME_LENGTH:
        raise Refused(f"A name has at most {NAME_LENGTH} characters; this one has {len(name)}.", "name")
    return name


def _require_password(password: str | None) -> None:
    if password is None:
        return
    if len(password) < passwords.SHORTEST or not password.strip():
        raise Refused(f"A password has at least {passwords.SHORTEST} characters.", "password")
    if len(password) > passwords.LONGEST:
        raise Refused(f"A password has at most {passwords.LONGEST} characters.", "password")
