"""Members: change a role, remove somebody, leave. One transaction each; what follows from it is a resumable job.

Nobody grants a role above their own, and nobody changes or removes somebody above them. An organisation is never
without an owner: a condition of the transaction holds that too when two owners demote each other at the same instant.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pynamodb.expressions.condition import Condition, size
from pynamodb.expressions.operand import Path
from pynamodb.expressions.update import Action

from tenants import ids, keys, store
from tenants.errors import LastOwner, NotAllowed, NotFound, Refused
from tenants.items import Job, Membership, Metadata, Profile, Transfer
from tenants.mover import job as jobs
from tenants.mover import pending
from tenants.mover.job import Progress
from tenants.mover.leaving import clear_assignments
from tenants.people import Person, person_of
from tenants.policy import Permission, Role
from tenants.transaction import AttributePath, Transaction, perform
from tenants.words import said
from tenants.writes.ground import Actor, Ground, new_event_id, stand
from tenants.writes.joined import let_go

__all__ = ["NO_MEMBER", "Progress", "change_role", "leave", "remove"]

NO_MEMBER = said("There is no such member. They may have left.")

_LAST_OWNER = said("An organisation is never without an owner. Make somebody else an owner first.")
_OWNERS_LEFT = size("owners")  # type: ignore[no-untyped-call]  # PynamoDB left this one function untyped


def change_role(actor: Actor, org: str, user: str, role: Role, now: datetime) -> Role:
    """Give the member `user` another role, their own included. Answers with the one that they had.

    Raises LastOwner, Refused (field `role`: above one's own), NotAllowed (somebody above), NotFound, SessionEnded,
    Busy.
    One consistent BatchGetItem and one transaction, again per retry; nothing when it is so already.
    """
    event_id = new_event_id()
    had: list[Role] = []

    def build() -> tuple[Transaction | None, Role]:
        try:
            ground, person = _meet(actor, org, user, Permission.MEMBER_EDIT, now)
        except NotAllowed:
            if had and user == actor.user and _role_of(org, user) is role:
                return None, had[0]  # our own lost answer had landed, and with it the right was gone
            raise
        had[:] = had or [person.role]
        ground.require_within_reach(role)
        if person.role is role:
            return None, had[0]  # nothing to change, or our own lost answer had landed
        require_another_owner(ground.metadata, person)
        transaction = ground.transaction(same_role=True)
        give_role(transaction, ground, person, role)
        ground.tell(transaction, event_id, "role-changed", title=person.name, before=person.role, after=role)
        ground.record(transaction, event_id, "role-changed", person.name, about=user, before=person.role, after=role)
        return transaction, person.role

    return perform(build)


def remove(actor: Actor, org: str, user: str, now: datetime, budget: float | None = None) -> Progress:
    """Remove a member: their rights end and their seat is free at once, then a job takes their assignments.

    What they finished stays counted, under their name. One who was removed already is fine, and the job goes on where
    it stopped. `budget` are the seconds for the job; None is until its end. Raises as `change_role`, and Refused for
    oneself: that is `leave`. One consistent BatchGetItem and one transaction, then the job's.
    """
    event_id, run = new_event_id(), ids.random_id(10)

    def build() -> tuple[Transaction | None, None]:
        job_key = keys.leaving_job(org, user)
        ground = stand(actor, org, Permission.MEMBER_REMOVE, now, keys.transfer(org), job_key, keys.profile(user))
        person = person_of(ground.metadata, user)
        if person is None:
            if ground.get(Job, job_key) is None:
                raise NotFound(NO_MEMBER)
            return None, None  # removed before, or our own lost answer had landed
        if user == actor.user:
            raise Refused(said("You do not remove yourself: leave the organisation instead."))
        _require_not_above(ground, person)
        transaction = ground.transaction(same_role=True)
        _take_out(transaction, ground, person, run)
        ground.tell(transaction, event_id, "member-removed", title=person.name, before=person.role)
        ground.record(transaction, event_id, "member-removed", person.name, about=user, before=person.role)
        return transaction, None

    perform(build)
    return clear_assignments(org, user, budget)


def leave(actor: Actor, org: str, now: datetime, budget: float | None = None) -> Progress:
    """End one's own membership, as `remove` does somebody else's.

    Raises LastOwner for the only owner; NotFound when there is no membership to end, SessionEnded, Busy.
    """
    event_id, run = new_event_id(), ids.random_id(10)
    job_key = keys.leaving_job(org, actor.user)
    tried: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        try:
            ground = stand(actor, org, Permission.ORG_READ, now, keys.transfer(org), job_key, keys.profile(actor.user))
        except NotFound:
            job = store.get("write", Job, job_key) if tried else None
            if job is None or job.run != run:
                raise
            return None, None  # our own lost answer had landed
        tried.append(1)
        transaction = ground.transaction()
        _take_out(transaction, ground, ground.person, run)
        person = ground.person
        ground.tell(transaction, event_id, "member-left", title=person.name, before=person.role)
        ground.record(transaction, event_id, "member-left", person.name, about=person.id, before=person.role)
        return transaction, None

    perform(build)
    return clear_assignments(org, actor.user, budget)


def give_role(transaction: Transaction, ground: Ground, person: Person, role: Role) -> None:
    """Put another role into all three places that know of it: METADATA's people and owners, and the membership."""
    condition = _as_read(ground, person)
    actions: list[Action] = []
    if person.role is Role.OWNER:
        condition &= Path("owners").contains(person.id) & (_OWNERS_LEFT > 1)
        actions.append(Path("owners").delete({person.id}))
    elif role is Role.OWNER:
        actions.append(Path("owners").add({person.id}))
    transaction.update(
        Metadata,
        keys.metadata(ground.org),
        condition=condition,
        set={("people", person.id): replace(person, role=role).packed()},
        remove=_void_offer(transaction, ground, person) if Role.OWNER in {role, person.role} else (),
        actions=tuple(actions),
    )
    transaction.update(
        Membership,
        keys.membership(ground.org, person.id),
        condition=Path("role") == str(person.role),
        set={"role": str(role)},
    )


def require_another_owner(metadata: Metadata, person: Person) -> None:
    """Raise LastOwner when the organisation would be without an owner if this person were none."""
    if person.role is Role.OWNER and len(metadata.owners) < 2:  # noqa: PLR2004 - this one and another
        raise LastOwner(_LAST_OWNER, "role")


def _meet(actor: Actor, org: str, user: str, permission: Permission, now: datetime) -> tuple[Ground, Person]:
    ground = stand(actor, org, permission, now, keys.transfer(org))
    person = person_of(ground.metadata, user)
    if person is None:
        raise NotFound(NO_MEMBER)
    _require_not_above(ground, person)
    return ground, person


def _role_of(org: str, user: str) -> Role | None:
    metadata = store.get("write", Metadata, keys.metadata(org))
    person = person_of(metadata, user) if metadata else None
    return person.role if person else None


def _require_not_above(ground: Ground, person: Person) -> None:
    if person.role.rank < ground.person.role.rank:
        message = said("%(name)s is %(role)s here, which is above your own role.", name=person.name, role=person.role)
        raise NotAllowed(message, ground.attempt(ground.permission))


def _as_read(ground: Ground, person: Person) -> Condition:
    """The organisation lives, the person is who was read, and so is whom the ownership is offered to."""
    offered = Path("offeredTo")
    to = ground.metadata.offered_to
    unchanged: Condition = Path(["people", person.id]) == ground.metadata.people[person.id]
    same_offer: Condition = offered == to if to else offered.does_not_exist()
    condition: Condition = (Path("state") == "live") & unchanged & same_offer
    return condition


def _void_offer(transaction: Transaction, ground: Ground, person: Person) -> tuple[AttributePath, ...]:
    """Withdraw the offer of the ownership if it comes from this person or goes to them: what METADATA loses by it."""
    offer = ground.get(Transfer, keys.transfer(ground.org))
    if offer is None or person.id not in {offer.by, offer.to}:
        return ()
    transaction.delete(Transfer, offer.key, Path("createdAt") == offer.created_at)
    return ("offeredTo",)


def _take_out(transaction: Transaction, ground: Ground, person: Person, run: str) -> None:
    """End the membership in METADATA, in the index and on their home, and begin the job that clears up after it."""
    require_another_owner(ground.metadata, person)
    org, metadata = ground.org, ground.metadata
    job_key = keys.leaving_job(org, person.id)
    condition = _as_read(ground, person)
    actions: list[Action] = [pending.begins(job_key)]
    if person.role is Role.OWNER:
        condition &= Path("owners").contains(person.id) & (_OWNERS_LEFT > 1)
        actions.append(Path("owners").delete({person.id}))
    transaction.update(
        Metadata,
        metadata.key,
        condition=condition,
        remove=(("people", person.id), *_void_offer(transaction, ground, person)),
        actions=tuple(actions),
    )
    transaction.delete(Membership, keys.membership(org, person.id), Path("role") == str(person.role))
    let_go(transaction, ground.get(Profile, keys.profile(person.id)), org)
    jobs.begin(
        transaction,
        job_key,
        ground.get(Job, job_key),
        "leaving",
        ground.now,
        run=run,
        actor=ground.actor.user,
        actor_name=ground.person.name,
        name=person.name,
    )
