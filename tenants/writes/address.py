"""Another address to sign in with: asked for with the password, confirmed by a link sent to it, moved in one step.

Whoever has the session and the password of somebody else can move their account away. So the old address gets a link
that moves it back, for a week, and that is the last word: with it go the password, every session, and all links that
whoever moved the account holds by then, those to other addresses and those back to their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.addresses import canonical
from tenants.errors import AlreadyTaken, LinkEnded, Refused
from tenants.items import Identity, Profile, Token
from tenants.transaction import Transaction, perform
from tenants.words import said
from tenants.writes import copies, sessions, tokens
from tenants.writes.accounts import OPEN
from tenants.writes.ground import Actor
from tenants.writes.password import Owner, own_account, owner_of, require_own, stamp
from tenants.writes.throttle import Charge, give_back

KIND = "address"
LIFE = timedelta(hours=24)
UNDO_LIFE = timedelta(days=7)
MOST_MOVES = 10
"""Within the life of the links back, which the account names all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be mailed: to the `owner` of the account under the new address `to` with the link's `secret`.

    `taken_by` is who has the address already: then the mail goes to them, without the link.
    """

    owner: Owner
    to: str
    secret: str
    taken_by: Owner | None


@dataclass(frozen=True, slots=True)
class Moved:
    """A change that is done: the account's owner under the new address, and the old one, which is told.

    `undo` is the secret of a link that moves the account back; empty when this was one.
    """

    user: str
    owner: Owner
    old: str
    undo: str


class Pending(NamedTuple):
    """What a link would do: move the account from `old` to `new`, or `back` to an address that it had."""

    old: str
    new: str
    back: bool


def ask(actor: Actor, email: str, password: str, now: datetime, charges: tuple[Charge, ...] = ()) -> Asked:
    """Write the link that would move the account to `email`. An address that is taken costs and answers the same.

    Raises Refused (`password`; `email` when it is one's own, or was changed too often), SessionEnded. One BatchGetItem,
    two GetItem, one transaction.
    """
    email = email.strip()
    profile = require_own(own_account(actor, now), password)
    if email == profile.email:
        raise Refused(said("This is your address already."), "email")
    _require_room(profile, now)
    secret = tokens.new_secret()
    transaction = Transaction()
    details = {"email": email, "stamp": stamp(profile)}
    tokens.put(transaction, secret, KIND, actor.user, now, LIFE, details)
    give_back(transaction, now, *charges)
    perform(lambda: (transaction, None))
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    other = store.get("account", Profile, keys.profile(identity.user if identity else actor.user))
    taken = other is not None and keys.user_of(other.pk) != actor.user
    return Asked(owner_of(profile), email, secret, owner_of(other) if taken and other else None)


def look(secret: str, now: datetime) -> Pending:
    """What the link would do. Raises LinkEnded. Two GetItem."""
    token = tokens.find(secret, KIND, now)
    profile = store.get("account", Profile, keys.profile(token.subject))
    return Pending(_movable(profile, token).email, (token.details or {})["email"], _leads_back(token))


def confirm(secret: str, now: datetime) -> Moved:
    """Move the account: the lock of the old address goes and that of the new one comes, in one transaction.

    With it comes a link for the old address, to move the account back within a week. Moving it back takes the password
    away and ends every session: whoever can read the mail of the address sets a new one. The copies that organisations
    keep follow by a job (`copies.run`). Raises LinkEnded, AlreadyTaken, Refused (moved too often). Three GetItem and
    one transaction, again per retry; a Query more for the sessions.
    """
    token = tokens.find(secret, KIND, now)
    user, new = token.subject, (token.details or {})["email"]
    undo = "" if _leads_back(token) else tokens.new_secret()
    moved: list[Moved] = []

    def build() -> tuple[Transaction | None, Moved]:
        found = store.get("account", Profile, keys.profile(user))
        if moved and found is not None and found.email == new:
            return None, moved[-1]  # our own lost answer had landed
        if moved:
            tokens.find(secret, KIND, now)
        profile = _movable(found, token)
        _require_free(new, user)
        moved.append(Moved(user, Owner(profile.name, new, profile.language or ""), profile.email, undo))
        transaction = Transaction()
        _move(transaction, profile, new)
        tokens.use(transaction, token, now)
        if undo:
            _leave_a_way_back(transaction, profile, undo, now)
        else:
            _take_back(transaction, profile, token, now)
        copies.begin(transaction, user, now)
        return transaction, moved[-1]

    return perform(build)


def _leads_back(token: Token) -> bool:
    # A link to a new address knows the stamp of the account; those of an earlier release knew where it moves from.
    return not {"stamp", "from"} & (token.details or {}).keys()


def _movable(profile: Profile | None, token: Token) -> Profile:
    """The account. A link to a new address ends with address and password; one back works wherever it has gone."""
    details = token.details or {}
    if profile is None or profile.email == details["email"]:
        raise LinkEnded(tokens.ENDED)
    if not _leads_back(token) and details.get("stamp") != stamp(profile):
        raise LinkEnded(tokens.ENDED)
    return profile


def _ways_back(profile: Profile, now: datetime) -> set[str]:
    """The links back that are still good: until when, and the digest."""
    return {way for way in profile.ways_back or () if way.split()[0] > clock.to_text(now)}


def _require_room(profile: Profile, now: datetime) -> None:
    if len(_ways_back(profile, now)) >= MOST_MOVES:
        message = said(
            "The address of this account was changed %(most)s times within a week. Wait some days.", most=MOST_MOVES
        )
        raise Refused(message, "email")


def _leave_a_way_back(transaction: Transaction, profile: Profile, undo: str, now: datetime) -> None:
    _require_room(profile, now)
    way = f"{clock.to_text(now + UNDO_LIFE)} {ids.digest(undo)}"
    tokens.put(transaction, undo, KIND, keys.user_of(profile.pk), now, UNDO_LIFE, {"email": profile.email})
    ways = _ways_back(profile, now) | {way}
    transaction.update(Profile, profile.key, condition=_as_read(profile), set={"waysBack": ways})


def _take_back(transaction: Transaction, profile: Profile, token: Token, now: datetime) -> None:
    """Whoever moved the account is left with nothing: no password, no session, no link that came after this one."""
    ways = _ways_back(profile, now)
    own = f"{token.valid_until} {keys.last_part(token.pk)}"
    later = {way for way in ways if way.split()[0] >= token.valid_until and way != own}
    for way in later:
        transaction.delete(Token, keys.token(way.split()[1]), condition=None)
    sessions.end_with(transaction, token.subject)
    left = ways - later - {own}
    transaction.update(
        Profile,
        profile.key,
        condition=_as_read(profile) & sessions.unopened(profile),
        set={"waysBack": left} if left else None,
        remove=("password",) if left else ("password", "waysBack"),
    )


def _as_read(profile: Profile) -> Condition:
    ways = profile.ways_back
    unchanged: Condition = Path("waysBack") == set(ways) if ways else Path("waysBack").does_not_exist()
    return unchanged


def _require_free(new: str, user: str) -> None:
    identity = store.get("account-by-address", Identity, keys.identity(canonical(new)))
    if identity is not None and identity.user != user:
        raise AlreadyTaken(said("This address belongs to another account by now."), "email")


def _move(transaction: Transaction, profile: Profile, new: str) -> None:
    user, old = keys.user_of(profile.pk), profile.email
    if canonical(old) != canonical(new):
        transaction.delete(Identity, keys.identity(canonical(old)), Path("user") == user)
        transaction.put(Identity.at(keys.identity(canonical(new)), user=user))
    # With the password, so that of a move and another password at the same moment one lands.
    password = Path("password")
    unchanged = password == profile.password if profile.password else password.does_not_exist()
    transaction.update(Profile, profile.key, condition=OPEN & (Path("email") == old) & unchanged, set={"email": new})
