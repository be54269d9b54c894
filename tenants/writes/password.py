"""Another password: for who knows the old one, or who can read the mail of the account. Other sessions end with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import ids, keys, passwords, store
from tenants.addresses import canonical
from tenants.errors import LinkEnded, Refused, SessionEnded
from tenants.items import Identity, Profile, Session, Token
from tenants.password_rules import require_good
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes import sessions, tokens
from tenants.writes.accounts import NOBODY
from tenants.writes.ground import Actor, require_session
from tenants.writes.throttle import Charge, give_back

RESET = "reset"
RESET_LIFE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whom a mail about the account goes to."""

    name: str
    email: str
    language: str


def owner_of(profile: Profile) -> Owner:
    """Whom a mail about this account goes to."""
    return Owner(profile.name, profile.email, profile.language or "")


def require_own(profile: Profile | None, password: str, field: str = "password") -> Profile:
    """The account, if `password` is its own. Raises Refused, naming `field`. Takes as long for every password."""
    stored = profile.password if profile else None
    if len(password) > passwords.LONGEST or not passwords.matches(password, stored):
        raise Refused(said("This is not your present password."), field)
    assert profile is not None
    return profile


def change(actor: Actor, old: str, new: str, now: datetime, charges: tuple[Charge, ...] = ()) -> Owner:
    """Set another password and end all other sessions of the person, in one transaction.

    Raises Refused (`old` or `new`), SessionEnded. One BatchGetItem, one Query, one transaction, again per retry.
    """
    profile = own_account(actor, now)
    require_own(profile, old, "old")
    require_good(new, profile.name, profile.email, "new")
    hashed, before = passwords.make(new), profile.password

    def build() -> tuple[Transaction | None, Owner]:
        found = own_account(actor, now)
        if found.password == hashed:
            return None, owner_of(found)  # our own lost answer had landed
        if found.password != before:
            raise Refused(said("Your password was changed somewhere else at this moment."), "old")
        transaction = Transaction()
        _put(transaction, found, hashed)
        sessions.end_with(transaction, actor.user, keep=actor.session)
        give_back(transaction, now, *charges)
        return transaction, owner_of(found)

    return perform(build)


def ask_reset(email: str, now: datetime) -> tuple[Owner, str] | None:
    """Write a link for the account of this address: whom to send it to, and its secret. None for an unknown address.

    Two GetItem and a transaction.
    """
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    profile = store.get("account", Profile, keys.profile(identity.user if identity else NOBODY))
    if profile is None:
        return None
    user = keys.user_of(profile.pk)
    return owner_of(profile), tokens.issue(RESET, user, now, RESET_LIFE, {"stamp": stamp(profile)})


def look_reset(secret: str, now: datetime) -> str:
    """The address of the account that the link is for. Raises LinkEnded. Two GetItem."""
    return _resettable(tokens.find(secret, RESET, now)).email


def reset(secret: str, new: str, now: datetime) -> Owner:
    """Set another password and end every session of the account, in one transaction that uses the link up.

    Raises LinkEnded (also for a link from before the last change of the password) and Refused. Two GetItem, one Query,
    one transaction, again per retry.
    """
    profile = _resettable(tokens.find(secret, RESET, now))
    require_good(new, profile.name, profile.email, "new")
    hashed = passwords.make(new)
    user = keys.user_of(profile.pk)
    tried: list[int] = []

    def build() -> tuple[Transaction | None, Owner]:
        if tried and _has(user, hashed):
            return None, owner_of(profile)  # our own lost answer had landed
        tried.append(1)
        token = tokens.find(secret, RESET, now)
        found = _resettable(token)
        transaction = Transaction()
        _put(transaction, found, hashed)
        sessions.end_with(transaction, user)
        tokens.use(transaction, token, now)
        return transaction, owner_of(found)

    return perform(build)


def _put(transaction: Transaction, found: Profile, hashed: str) -> None:
    unchanged: Condition = Path("password") == found.password if found.password else Path("password").does_not_exist()
    transaction.update(
        Profile, found.key, condition=EXISTS & unchanged & sessions.unopened(found), set={"password": hashed}
    )


def own_account(actor: Actor, now: datetime) -> Profile:
    """The account of whoever acts, by a session that is valid. Raises SessionEnded. One BatchGetItem."""
    session_key = keys.session(actor.user, actor.session or NOBODY)
    found = store.get_many("write", [keys.profile(actor.user), session_key])
    require_session(found.get(Session, session_key), now)
    profile = found.get(Profile, keys.profile(actor.user))
    if profile is None:
        raise SessionEnded(said("This account is gone."))
    return profile


def _resettable(token: Token) -> Profile:
    profile = store.get("account", Profile, keys.profile(token.subject))
    if profile is None or (token.details or {}).get("stamp") != stamp(profile):
        raise LinkEnded(tokens.ENDED)
    return profile


def _has(user: str, hashed: str) -> bool:
    profile = store.get("account", Profile, keys.profile(user))
    return profile is not None and profile.password == hashed


def stamp(profile: Profile) -> str:
    """Changes with the password and the address, and tells nothing about them: a link with it ends when they change."""
    return ids.digest(f"{profile.password}\x1f{profile.email}")
