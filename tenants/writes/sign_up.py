"""Signing up: nothing is created before whoever asks has shown that the address is theirs.

Asking writes a link that is sent to the address. An address that has an account gets another mail instead, and whoever
asked is told the same. The link alone is not enough: it is opened in the browser that asked, or with the password that
was chosen there. Otherwise somebody could sign up with another person's address and wait until they confirm it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tenants import ids, keys, passwords, store
from tenants.addresses import canonical
from tenants.errors import LinkEnded, Refused
from tenants.items import Identity, Profile, Token
from tenants.password_rules import require_good
from tenants.transaction import Transaction, perform
from tenants.words import said
from tenants.writes import accounts, tokens
from tenants.writes.accounts import Device, SignedIn

KIND = "sign-up"
LIFE = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks, as they typed it, fit to be stored; `language` is empty if they chose none. Made by `checked`."""

    name: str
    email: str
    password: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """The account that an address has already."""

    name: str
    email: str
    language: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A sign-up that waits to be confirmed. `next_path` is where the person wanted to go, unchecked."""

    name: str
    email: str
    next_path: str
    language: str = ""


def checked(name: str, email: str, password: str, language: str = "") -> Person:
    """What was typed, fit to be stored. Raises Refused, naming the field. Asks nothing of the table."""
    name = accounts.clean_name(name)
    require_good(password, name, email)
    return Person(name, email.strip(), password, language)


def ask(secret: str, person: Person, now: datetime, next_path: str = "") -> Known | None:
    """Write the link with this secret; if the address has an account, answer with that and write nothing.

    One GetItem, and a transaction or another GetItem. It hashes the password in both cases, so that a crowd of askers
    cannot tell by the load.
    """
    hashed = passwords.make(person.password)
    address = canonical(person.email)
    identity = store.get("account-by-address", Identity, keys.identity(address))
    profile = store.get("account", Profile, keys.profile(identity.user)) if identity else None
    if profile is not None:
        return Known(profile.name, profile.email, profile.language or "")
    details = {"name": person.name, "email": person.email, "password": hashed, "next": next_path[:1000]}
    if person.language:
        details["language"] = person.language
    transaction = Transaction()
    tokens.put(transaction, secret, KIND, address, now, LIFE, details)
    perform(lambda: (transaction, None))
    return None


def look(secret: str, now: datetime) -> Pending:
    """What the link would confirm. Raises LinkEnded. One GetItem."""
    details = tokens.find(secret, KIND, now).details or {}
    return Pending(details["name"], details["email"], details.get("next", ""), details.get("language", ""))


def confirm(
    secret: str, password: str | None, now: datetime, device: Device = accounts.UNKNOWN, *, language: str = ""
) -> SignedIn:
    """Create the account, take its address and open a session, in one transaction.

    `password` is what whoever confirms types; None where the browser has proved to be the one that asked. Raises
    LinkEnded, Refused for a wrong password, AlreadyTaken. One GetItem and one transaction, again per retry.
    """
    user = ids.new_user_id()
    signed_in = SignedIn(user, "", tokens.new_secret(), language)
    tried: list[Token] = []

    def build() -> tuple[Transaction | None, SignedIn]:
        token = _found(secret, now, tried)
        details = token.details or {}
        named = SignedIn(user, details["name"], signed_in.secret, language)
        if tried:
            if accounts.require_free(token.subject, user):
                return None, named  # our own lost answer had landed
        elif password is not None and not passwords.matches(password, details["password"]):
            raise Refused(
                said("This is not the password that was chosen when signing up with this address."), "password"
            )
        tried.append(token)
        transaction = Transaction()
        accounts.put_account(
            transaction,
            user,
            named.name,
            details["email"],
            details["password"],
            now,
            sign_ins=1,
            language=language or None,
        )
        accounts.put_session(transaction, named, now, device)
        tokens.use(transaction, token, now)
        return transaction, named

    return perform(build)


def _found(secret: str, now: datetime, tried: list[Token]) -> Token:
    try:
        return tokens.find(secret, KIND, now)
    except LinkEnded:
        if not tried:
            raise
        return tried[0]  # used up meanwhile: by our own lost answer, or by somebody else, who has the address then
