"""What a person calls themselves, and the zone and language in which they read pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pynamodb.expressions.operand import Path

from tenants import clock, keys, store
from tenants.errors import Refused
from tenants.items import Session
from tenants.transaction import EXISTS, AttributePath, Transaction, perform
from tenants.words import said
from tenants.writes import copies
from tenants.writes.accounts import clean_name
from tenants.writes.ground import Actor
from tenants.writes.password import own_account

_SESSIONS = 80


def change(actor: Actor, name: str, zone: str, language: str, now: datetime) -> bool:
    """Set name, zone and language; empty ones are not chosen. Answers whether organisations' copies have to follow.

    The signed-in devices are told in the same transaction (80 of them: others keep the old name until they sign in
    again). Raises Refused, SessionEnded. One BatchGetItem, one Query, one transaction, again per retry.
    """
    name = clean_name(name)
    if zone and zone not in clock.zone_names():
        raise Refused(said("Choose one of the time zones, such as Europe/Berlin."), "zone")

    def build() -> tuple[Transaction | None, bool]:
        profile = own_account(actor, now)
        wanted = (name, zone or None, language or None)
        if (profile.name, profile.zone, profile.language) == wanted:
            return None, False
        transaction = Transaction()
        transaction.update(
            type(profile), profile.key, condition=EXISTS & (Path("name") == profile.name), **_chosen("name", *wanted)
        )
        found = store.query(
            "sessions", keys.user_pk(actor.user), prefix=keys.SESSION_PREFIX, limit=_SESSIONS, consistent=True
        )
        for session in found:
            transaction.update(Session, session.key, condition=EXISTS, **_chosen("userName", *wanted))
        if profile.name != name:
            copies.begin(transaction, actor.user, now)
        return transaction, profile.name != name

    return perform(build)


def _chosen(name_attribute: str, name: str, zone: str | None, language: str | None) -> dict[str, Any]:
    values: dict[AttributePath, str | None] = {name_attribute: name, "zone": zone, "language": language}
    return {
        "set": {attribute: value for attribute, value in values.items() if value is not None},
        "remove": tuple(attribute for attribute, value in values.items() if value is None),
    }
