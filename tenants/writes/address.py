"""Another address to sign in with: asked for with the password, confirmed by a link sent to it, moved in one step."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.addresses import canonical
from tenants.errors import AlreadyTaken, LinkEnded, Refused
from tenants.items import Identity, Profile, Token
from tenants.transaction import Transaction, perform
from tenants.words import said
from tenants.writes import copies, tokens
from tenants.writes.accounts import OPEN
from tenants.writes.ground import Actor
from tenants.writes.password import Owner, own_account, owner_of, require_own
from tenants.writes.throttle import Charge, give_back

KIND = "address"
LIFE = timedelta(hours=24)
UNDO_LIFE = timedelta(days=7)


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

    `undo` is the secret of a link that moves the account back.
    """

    user: str
    owner: Owner
    old: str
    undo: str


def ask(actor: Actor, email: str, password: str, now: datetime, charges: tuple[Charge, ...] = ()) -> Asked:
    """Write the link that would move the account to `email`. An address that is taken costs and answers the same.

    Raises Refused (`password`, or `email` when it is one's own), SessionEnded. One BatchGetItem, two GetItem, one
    transaction.
    """
    email = email.strip()
    profile = require_own(own_account(actor, now), password)
    if email == profile.email:
        raise Refused(said("This is your address already."), "email")
    secret = tokens.new_secret()
    transaction = Transaction()
    details = {"email": email, "from": profile.email}
    tokens.put(transaction, secret, KIND, actor.user, now, LIFE, details)
    give_back(transaction, now, *charges)
    perform(lambda: (transaction, None))
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    other = store.get("account", Profile, keys.profile(identity.user if identity else actor.user))
    taken = other is not None and keys.user_of(other.pk) != actor.user
    return Asked(owner_of(profile), email, secret, owner_of(other) if taken and other else None)


def look(secret: str, now: datetime) -> tuple[str, str]:
    """(present address, new address) of the account that the link is for. Raises LinkEnded. Two GetItem."""
    token = tokens.find(secret, KIND, now)
    profile = store.get("account", Profile, keys.profile(token.subject))
    return _movable(profile, token).email, (token.details or {})["email"]


def confirm(secret: str, now: datetime) -> Moved:
    """Move the account: the lock of the old address goes and that of the new one comes, in one transaction.

    With it comes a link for the old address, to move the account back within a week. The copies that organisations
    keep follow by a job (`copies.run`). Raises LinkEnded, AlreadyTaken. Three GetItem and one transaction, again per
    retry.
    """
    token = tokens.find(secret, KIND, now)
    user, new = token.subject, (token.details or {})["email"]
    undo = tokens.new_secret()
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
        tokens.put(transaction, undo, KIND, user, now, UNDO_LIFE, {"email": profile.email})
        copies.begin(transaction, user, now)
        return transaction, moved[-1]

    return perform(build)


def _movable(profile: Profile | None, token: Token) -> Profile:
    """The account, unless it moved since the link was made. The link back works wherever it has moved to since."""
    details = token.details or {}
    if profile is None or profile.email == details["email"] or profile.email != details.get("from", profile.email):
        raise LinkEnded(tokens.ENDED)
    return profile


def _require_free(new: str, user: str) -> None:
    identity = store.get("account-by-address", Identity, keys.identity(canonical(new)))
    if identity is not None and identity.user != user:
        raise AlreadyTaken(said("This address belongs to another account by now."), "email")


def _move(transaction: Transaction, profile: Profile, new: str) -> None:
    user, old = keys.user_of(profile.pk), profile.email
    if canonical(old) != canonical(new):
        transaction.delete(Identity, keys.identity(canonical(old)), Path("user") == user)
        transaction.put(Identity.at(keys.identity(canonical(new)), user=user))
    transaction.update(Profile, profile.key, condition=OPEN & (Path("email") == old), set={"email": new})
