"""Accounts and sessions: create an account, sign in, sign out."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, passwords, store
from tenants.addresses import canonical
from tenants.errors import AlreadyTaken, Refused, SessionEnded
from tenants.items import Identity, Profile, Session
from tenants.password_rules import require_good
from tenants.policy import NAME_LENGTH
from tenants.text import one_line
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes.throttle import Charge, give_back

SESSION_LIFE = timedelta(days=14)
OPEN = EXISTS & Path("state").does_not_exist()
"""What every transaction demands of the PROFILE that takes its person in somewhere: it is not being deleted."""
NOBODY = "-"
"""No account has this id. It is looked up where there is none to look up, so that both cost the same."""


@dataclass(frozen=True, slots=True)
class Device:
    """What a session is opened on: how the browser calls itself, and the part of the network that it speaks from."""

    agent: str = ""
    network: str = ""


UNKNOWN = Device()


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A fresh session. `secret` goes into the cookie; the table keeps its SHA-256 only."""

    user: str
    name: str
    secret: str
    language: str = ""
    zone: str = ""


def sign_up(name: str, email: str, password: str | None, now: datetime) -> str:
    """Create an account and take its address, in one transaction. Answers with the user's id.

    The address is taken as it is: whoever calls has seen to it that it is theirs. `password` None makes an account
    that nobody can sign in to (sample people). Raises AlreadyTaken, Refused. One transaction; one read more when the
    address may be taken. Hashing takes tens of milliseconds.
    """
    name = clean_name(name)
    if password is not None:
        require_good(password, name, email)
    address = canonical(email)
    user = ids.new_user_id()
    hashed = None if password is None else passwords.make(password)
    tried: list[int] = []

    def build() -> tuple[Transaction | None, str]:
        if tried and require_free(address, user):
            return None, user  # our own lost answer had landed
        tried.append(1)
        transaction = Transaction()
        put_account(transaction, user, name, email, hashed, now)
        return transaction, user

    return perform(build)


def require_free(address: str, user: str) -> bool:
    """Whether `user` has the canonical address already; AlreadyTaken when somebody else has. One GetItem."""
    identity = store.get("account-by-address", Identity, keys.identity(address))
    if identity is not None and identity.user != user:
        raise AlreadyTaken(said("There is an account with this address. Sign in instead."), "email")
    return identity is not None


def put_account(
    transaction: Transaction,
    user: str,
    name: str,
    email: str,
    hashed: str | None,
    now: datetime,
    **more: Any,  # noqa: ANN401 - whatever PROFILE declares
) -> None:
    """Write a new account and take its address; the transaction fails when either is there. `more` is of PROFILE."""
    transaction.put(Identity.at(keys.identity(canonical(email)), user=user))
    created = clock.to_text(now)
    transaction.put(
        Profile.at(keys.profile(user), name=name, email=email.strip(), password=hashed, created_at=created, **more)
    )


def sign_in(
    email: str, password: str, now: datetime, device: Device = UNKNOWN, charges: tuple[Charge, ...] = ()
) -> SignedIn | None:
    """Open a session for the account of that address; None when address or password is wrong, which takes as long.

    `charges` are the attempts that were counted before; a rightful one gives them back. Two GetItem, and one
    transaction when it is right.
    """
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    profile = store.get("account", Profile, keys.profile(identity.user if identity else NOBODY))
    stored = profile.password if profile else None
    if len(password) > passwords.LONGEST or not passwords.matches(password, stored):
        return None
    assert identity is not None
    assert profile is not None
    assert stored is not None
    fresh = passwords.make(password) if passwords.outdated(stored) else None
    try:
        return open_session(identity.user, profile.name, now, device, proven=profile, rehashed=fresh, charges=charges)
    except SessionEnded:
        return None  # the password was changed, or the account deleted, while it was compared


def open_session(
    user: str,
    name: str,
    now: datetime,
    device: Device = UNKNOWN,
    *,
    proven: Profile | None = None,
    rehashed: str | None = None,
    charges: tuple[Charge, ...] = (),
) -> SignedIn:
    """Write a fresh session of 256 random bits. One transaction.

    `proven` is the account as it was when its password was compared: one whose password has changed since opens
    nothing. Raises SessionEnded then.
    """
    signed_in = SignedIn(
        user, name, secrets.token_urlsafe(32), (proven and proven.language) or "", (proven and proven.zone) or ""
    )
    unchanged: Condition = EXISTS if proven is None else EXISTS & (Path("password") == proven.password)
    tried: list[int] = []

    def build() -> tuple[Transaction, None]:
        if tried:
            _require_unchanged(user, proven)
        tried.append(1)
        transaction = Transaction()
        transaction.update(
            Profile,
            keys.profile(user),
            condition=unchanged,
            add={"signIns": 1},
            set={"password": rehashed} if rehashed else None,
        )
        put_session(transaction, signed_in, now, device)
        give_back(transaction, now, *charges)
        return transaction, None

    perform(build)
    return signed_in


def _require_unchanged(user: str, proven: Profile | None) -> None:
    found = store.get("account", Profile, keys.profile(user))
    if found is None or (proven is not None and found.password != proven.password):
        raise SessionEnded(said("Please sign in again."))


def put_session(transaction: Transaction, signed_in: SignedIn, now: datetime, device: Device) -> None:
    """Write a session as part of a transaction that somebody else sends."""
    transaction.put(
        Session.at(
            keys.session(signed_in.user, digest(signed_in.secret)),
            created_at=clock.to_text(now),
            last_used=clock.to_text(now),
            valid_until=clock.to_text(now + SESSION_LIFE),
            user_name=signed_in.name,
            language=signed_in.language or None,
            zone=signed_in.zone or None,
            device=device.agent[:200] or None,
            network=device.network or None,
            expires_at=clock.expiry(now, SESSION_LIFE),
        ),
        condition=None,
    )


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
        raise Refused(said("Tell us your name."), "name")
    if len(name) > NAME_LENGTH:
        raise Refused(
            said(
                "A name has at most %(most)s characters; this one has %(length)s.", most=NAME_LENGTH, length=len(name)
            ),
            "name",
        )
    return name
