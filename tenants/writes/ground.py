"""What every write of a member stands on: one consistent read of session, organisation and objects, and the right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.errors import NotAllowed, NotFound, SessionEnded
from tenants.items import Base, Event, Membership, Metadata, Session
from tenants.keys import Key
from tenants.people import Person, person_of
from tenants.policy import Permission, allows, roles_with
from tenants.snapshots import NO_ORG
from tenants.transaction import Transaction

_T = TypeVar("_T", bound=Base)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts. `session` is the digest behind their cookie; None for commands run by the operator."""

    user: str
    session: str | None = None

    def without_session(self) -> Actor:
        """The same person in a job that goes on after the request: from there on the membership alone decides."""
        return Actor(self.user)


@dataclass(frozen=True, slots=True)
class Ground:
    """The consistent read that a write decides on."""

    org: str
    metadata: Metadata
    actor: Actor
    person: Person
    permission: Permission
    found: store.Found
    now: datetime

    def get(self, kind: type[_T], key: Key) -> _T | None:
        """The object at `key`, if it exists."""
        return self.found.get(kind, key)

    @property
    def today(self) -> str:
        """The day, YYYY-MM-DD, in the organisation's zone."""
        return clock.local_day(self.now, self.metadata.zone).isoformat()

    def transaction(self) -> Transaction:
        """A transaction that lands only if the actor still has the right when it does."""
        transaction = Transaction()
        roles = [str(role) for role in roles_with(self.permission)]
        transaction.check(
            Membership, keys.membership(self.org, self.actor.user), Path("PK").exists() & Path("role").is_in(*roles)
        )
        return transaction

    def tell(self, transaction: Transaction, event_id: str, action: str, **details: str | None) -> None:
        """Write the activity entry of this action into its own transaction."""
        transaction.put(
            Event.at(
                self.event_key(event_id),
                action=action,
                actor=self.actor.user,
                actor_name=self.person.name,
                expires_at=clock.expiry(self.now, clock.EVENTS_KEPT),
                **details,
            )
        )

    def event_key(self, event_id: str) -> Key:
        """Where `tell` writes: the item is there exactly if the action has landed."""
        month = clock.local_month(self.now, self.metadata.zone)
        return keys.event(self.org, month, clock.to_text(self.now), event_id)


def stand(actor: Actor, org: str, permission: Permission, now: datetime, *objects: Key) -> Ground:
    """Read session, organisation and `objects` at once and check that `actor` may do this.

    One BatchGetItem. Raises SessionEnded, NotFound (also for strangers: they may not know), NotAllowed.
    """
    metadata_key = keys.metadata(org)
    session_key = keys.session(actor.user, actor.session) if actor.session else None
    found = store.get_many("write", [metadata_key, *([session_key] if session_key else []), *objects])
    if session_key:
        require_session(found.get(Session, session_key), now)
    metadata = found.get(Metadata, metadata_key)
    person = person_of(metadata, actor.user) if metadata else None
    if metadata is None or person is None or metadata.state != "live":
        raise NotFound(NO_ORG)
    if not allows(person.role, permission):
        message = f"Your role here, {person.role}, does not include this."
        raise NotAllowed(message)
    return Ground(org, metadata, actor, person, permission, found, now)


def require_session(session: Session | None, now: datetime) -> None:
    """Raise SessionEnded unless the session is there and still valid."""
    if session is None or session.valid_until <= clock.to_text(now):
        message = "Please sign in again."
        raise SessionEnded(message)


def new_event_id() -> str:
    """Drawn once per action, before the first try, so that every retry writes the same entry."""
    return ids.new_event_id()
