"""Handing the ownership over: an owner offers theirs to a member, who accepts it; then the first is an admin.

One offer is open at a time, for seven days. METADATA names whom it is for, so that every page of theirs can say so.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, keys
from tenants.errors import NotFound, Refused
from tenants.items import Membership, Metadata, Transfer
from tenants.people import Person, person_of
from tenants.policy import Permission, Role
from tenants.transaction import EXISTS, MISSING, Transaction, perform
from tenants.words import said
from tenants.writes.ground import Actor, Ground, new_event_id, stand
from tenants.writes.members import NO_MEMBER

OPEN_FOR = timedelta(days=7)

NO_OFFER = said("This offer is no longer open. It may have been withdrawn, or its seven days are over.")


def offer(actor: Actor, org: str, user: str, now: datetime) -> None:
    """Offer the actor's ownership to the member `user`. The same again changes nothing.

    Raises Refused (field `user`: an owner already; or another offer is open), NotFound, NotAllowed, SessionEnded, Busy.
    One consistent BatchGetItem and one transaction, again per retry.
    """
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.ORG_TRANSFER, now, keys.transfer(org))
        person = person_of(ground.metadata, user)
        if person is None:
            raise NotFound(NO_MEMBER)
        if person.role is Role.OWNER:
            raise Refused(said("%(name)s is an owner already.", name=person.name), "user")
        there = ground.get(Transfer, keys.transfer(org))
        if there is not None and is_open(there, now):
            if (there.by, there.to) == (actor.user, user):
                return None, None  # asked twice, or our own lost answer had landed
            raise Refused(said("Another offer is open. Withdraw it first."), "user")
        transaction = ground.transaction()
        transaction.put(
            Transfer.at(
                keys.transfer(org),
                by=actor.user,
                to=user,
                created_at=clock.to_text(now),
                valid_until=clock.to_text(now + OPEN_FOR),
                expires_at=clock.expiry(now, OPEN_FOR),
            ),
            _still(there),
        )
        transaction.update(
            Metadata,
            keys.metadata(org),
            # Whoever leaves in this moment is offered nothing: the two writes meet in METADATA.
            condition=(Path("state") == "live") & (Path(["people", user]) == ground.metadata.people[user]),
            set={"offeredTo": user},
        )
        ground.tell(transaction, event_id, "ownership-offered", title=person.name)
        ground.record(transaction, event_id, "ownership-offered", person.name, about=user)
        return transaction, None

    perform(build)


def withdraw(actor: Actor, org: str, now: datetime) -> None:
    """Take the open offer back (any owner), or decline it (whom it is for). None open is fine.

    Raises NotAllowed for everybody else, NotFound, SessionEnded, Busy. Costs as `offer`.
    """
    event_id = new_event_id()
    tried: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.ORG_READ, now, keys.transfer(org))
        there = ground.get(Transfer, keys.transfer(org))
        if there is None and tried:
            return None, None  # our own lost answer had landed
        is_for_me = there is not None and there.to == actor.user
        if not is_for_me:
            ground = stand(actor, org, Permission.ORG_TRANSFER, now, keys.transfer(org))
            there = ground.get(Transfer, keys.transfer(org))
        if there is None:
            return None, None
        tried.append(1)
        transaction = ground.transaction()
        _close(transaction, ground, there)
        to = person_of(ground.metadata, there.to)
        action = "ownership-declined" if is_for_me else "ownership-withdrawn"
        name = to.name if to else ""
        ground.tell(transaction, event_id, action, title=name)
        ground.record(transaction, event_id, action, name, about=there.to)
        return transaction, None

    perform(build)


def accept(actor: Actor, org: str, now: datetime) -> None:
    """Become an owner in the place of whoever offered it, who becomes an admin: both at once or neither.

    Raises Refused when no offer to the actor is open, or its giver is no owner any more; NotFound, SessionEnded, Busy.
    Costs as `offer`.
    """
    event_id = new_event_id()
    tried: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.ORG_READ, now, keys.transfer(org))
        there = ground.get(Transfer, keys.transfer(org))
        if there is None and tried and ground.person.role is Role.OWNER:
            return None, None  # our own lost answer had landed
        if there is None or there.to != actor.user or not is_open(there, now):
            raise Refused(NO_OFFER)
        giver = person_of(ground.metadata, there.by)
        if giver is None or giver.role is not Role.OWNER:
            raise Refused(said("Whoever offered this is no owner any more, so it is theirs to give no longer."))
        tried.append(1)
        transaction = ground.transaction(same_role=True)
        _swap(transaction, ground, giver)
        _close(transaction, ground, there)
        ground.tell(transaction, event_id, "ownership-accepted", title=giver.name)
        ground.record(transaction, event_id, "ownership-accepted", giver.name, about=giver.id)
        return transaction, None

    perform(build)


def is_open(transfer: Transfer, now: datetime) -> bool:
    """Whether the offer can still be accepted: the table sweeps up later than it ends."""
    return bool(transfer.valid_until > clock.to_text(now))


def _swap(transaction: Transaction, ground: Ground, giver: Person) -> None:
    """The actor is an owner and the giver an admin, in METADATA's people and owners and in both memberships."""
    taker, metadata = ground.person, ground.metadata
    people = metadata.people
    transaction.update(
        Metadata,
        metadata.key,
        condition=(Path("state") == "live")
        & (Path(["people", taker.id]) == people[taker.id])
        & (Path(["people", giver.id]) == people[giver.id])
        & (Path("owners") == set(metadata.owners)),
        set={
            ("people", taker.id): replace(taker, role=Role.OWNER).packed(),
            ("people", giver.id): replace(giver, role=Role.ADMIN).packed(),
            "owners": set(metadata.owners) - {giver.id} | {taker.id},
        },
    )
    for person, role in ((taker, Role.OWNER), (giver, Role.ADMIN)):
        transaction.update(
            Membership,
            keys.membership(ground.org, person.id),
            condition=Path("role") == str(person.role),
            set={"role": str(role)},
        )


def _close(transaction: Transaction, ground: Ground, there: Transfer) -> None:
    transaction.delete(Transfer, there.key, _still(there))
    transaction.update(
        Metadata, keys.metadata(ground.org), condition=EXISTS & (Path("state") == "live"), remove=("offeredTo",)
    )


def _still(there: Transfer | None) -> Condition:
    """The offer is the one that was read, or there is still none."""
    condition: Condition = MISSING if there is None else Path("createdAt") == there.created_at
    return condition
