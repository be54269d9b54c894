"""What every write of a member stands on: one consistent read of session, organisation and objects, and the right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.errors import Attempt, NotAllowed, NotFound, Refused, SessionEnded
from tenants.items import Base, Event, Membership, Metadata, Session
from tenants.keys import Key
from tenants.people import Person, person_of
from tenants.policy import Permission, Role, allows, roles_with
from tenants.snapshots import NO_ORG
from tenants.transaction import Transaction
from tenants.words import said
from tenants.writes import audit

_T = TypeVar("_T", bound=Base)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts. `session` is the digest behind their cookie; None for commands run by the operator.

    `address` is the network address that the request came from, for the audit; empty where there is no request.
    `operator` says that whoever runs the installation acts in this person's name: the audit does not blame them for it.
    """

    user: str
    session: str | None = None
    address: str = ""
    operator: bool = False

    def without_session(self) -> Actor:
        """The same person in a job that goes on after the request: from there on the membership alone decides."""
        return Actor(self.user, address=self.address)


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

    def attempt(self, permission: Permission) -> Attempt:
        """What NotAllowed tells of the actor when this is refused to them after all."""
        return Attempt(self.org, self.metadata.zone, self.actor.user, self.person.name, permission)

    def require_within_reach(self, role: Role) -> None:
        """Raise Refused (field `role`) for a role above the actor's own. The audit notes who tries: one request."""
        if role.rank < self.person.role.rank:
            audit.refused(self.attempt(self.permission), self.actor.address, self.now)
            message = said("As %(own)s you cannot make somebody %(role)s.", own=self.person.role, role=role)
            raise Refused(message, "role")

    def transaction(self, *, same_role: bool = False) -> Transaction:
        """A transaction that lands only if the actor still has the right when it does.

        `same_role` demands the very role that was read: for actions that depend on who is above whom.
        """
        transaction = Transaction()
        roles = [str(self.person.role)] if same_role else [str(role) for role in roles_with(self.permission)]
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

    def record(
        self,
        transaction: Transaction,
        event_id: str,
        action: str,
        subject: str,
        *,
        about: str | None = None,
        before: str | None = None,
        after: str | None = None,
    ) -> None:
        """Put the audit entry of this action into its own transaction: it is there exactly if the action has landed.

        For changes of people, roles, settings, limits, invitations, sessions, for what is taken out, brought in or
        deleted; everyday work is told by `tell` alone. Call it where the transaction is built:

            event_id = new_event_id()            # once per action, outside `build`: every retry puts the same entry
            ...
            ground.record(transaction, event_id, "role-changed", person.name, about=person.id, before=old, after=new)

        `action` is `<thing>-<what was done>`; its group in the page's filter follows from that
        (`tenants/reads/history.py`), its sentence stands in `templates/_shared/_audited.html`, and a test finds the
        actions that have none. `subject` is what people call the object (a name, a title, an address), `about` its id:
        who looks for a person finds what they did and what was done to them. `before` and `after` are values as people
        read them, without secrets. All texts are cut at 500 characters. Actor, their address and the time come from
        the ground. One entry per `event_id`: an action that records two things draws two ids.
        """
        who = audit.Who(self.actor.user, self.person.name, self.actor.address)
        who = audit.OPERATOR if self.actor.operator else who
        audit.record(transaction, self._scene, who, event_id, action, subject, about=about, before=before, after=after)

    def audit_key(self, event_id: str) -> Key:
        """Where `record` writes: the entry is there exactly if the action has landed."""
        return audit.key_of(self._scene, event_id)

    @property
    def _scene(self) -> audit.Scene:
        return audit.Scene(self.org, self.metadata.zone, self.now)

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
        message = said("Your role here, %(role)s, does not include this.", role=person.role)
        raise NotAllowed(message, Attempt(org, metadata.zone, actor.user, person.name, permission))
    return Ground(org, metadata, actor, person, permission, found, now)


def require_session(session: Session | None, now: datetime) -> None:
    """Raise SessionEnded unless the session is there and still valid."""
    if session is None or session.valid_until <= clock.to_text(now):
        message = said("Please sign in again.")
        raise SessionEnded(message)


def new_event_id() -> str:
    """Drawn once per action, before the first try, so that every retry writes the same entry."""
    return ids.new_event_id()
