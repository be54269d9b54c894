"""Organisations: create, change the plan, take members in. One transaction each."""

from __future__ import annotations

from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.errors import AlreadyTaken, NotFound, Refused
from tenants.items import Event, Membership, Metadata, OpenCounter, Profile, Session
from tenants.people import Person, person_of
from tenants.policy import LIMITS, NAME_LENGTH, Permission, Plan, Role
from tenants.snapshots import NO_ORG
from tenants.text import one_line
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes import audit
from tenants.writes.ground import Actor, new_event_id, require_session, stand
from tenants.writes.joined import take_in
from tenants.writes.seats import membership_item, require_seat, take_seat


def create(
    actor: Actor, org: str, name: str, zone: str, now: datetime, plan: Plan = Plan.FREE, *, language: str = ""
) -> str:
    """Create an organisation with `actor` as its owner: METADATA, the membership and the four counters at once.

    `org` is its slug and id, never given out twice; `language` is what it writes in, English if empty. Raises
    AlreadyTaken or Refused (field named), SessionEnded.
    One consistent BatchGetItem and one transaction, again per retry.
    """
    name = clean_name(name)
    if not ids.is_org_id(org):
        raise Refused(
            said("An address has 3 to 40 characters: a to z, 0 to 9, and hyphens inside. Some words are reserved."),
            "slug",
        )
    if zone not in clock.zone_names():
        raise Refused(said("Choose one of the time zones, such as Europe/Berlin."), "zone")
    created_at = clock.to_text(now)
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, str]:
        profile, metadata = _read(actor, org, now)
        if metadata is not None:
            if metadata.created_at == created_at and set(metadata.owners) == {actor.user}:
                return None, org  # our own lost answer had landed
            raise AlreadyTaken(said("“%(org)s” is taken. Choose another address.", org=org), "slug")
        if profile.state:
            raise Refused(said("This account is being deleted."))
        transaction = Transaction()
        take_in(transaction, profile, org)
        owner = Person(actor.user, Role.OWNER, profile.name)
        limits = LIMITS[plan]
        transaction.put(
            Metadata.at(
                keys.metadata(org),
                name=name,
                plan=plan,
                zone=zone,
                language=language or None,
                state="live",
                created_at=created_at,
                projects=0,
                max_projects=limits.projects,
                max_users=limits.people,
                owners={actor.user},
                people={actor.user: owner.packed()},
            )
        )
        transaction.put(membership_item(org, owner, profile.email, created_at, name))
        for number in range(keys.SHARDS):
            transaction.put(OpenCounter.at(keys.open_counter(org, number)))
        transaction.put(
            Event.at(
                keys.event(org, clock.local_month(now, zone), created_at, event_id),
                action="org-created",
                actor=actor.user,
                actor_name=profile.name,
                title=name,
                expires_at=clock.expiry(now, clock.EVENTS_KEPT),
            )
        )
        # Without a session it is the operator who founds it, for somebody.
        who = audit.Who(actor.user, profile.name, actor.address) if actor.session else audit.OPERATOR
        scene = audit.Scene(org, zone, now)
        audit.record(transaction, scene, who, event_id, "org-created", name, about=actor.user, after=plan)
        return transaction, org

    return perform(build)


def join(actor: Actor, org: str, user: str, role: Role, now: datetime) -> None:
    """Take the account `user` in as a member, if the plan has a seat: the limit is a condition of the transaction.

    Nobody gives a role above their own. Raises LimitReached, Refused, NotFound, NotAllowed, Busy.
    One consistent BatchGetItem and one transaction, again per retry.
    """
    joined = clock.to_text(now)
    event_id = new_event_id()
    profile_key, membership_key = keys.profile(user), keys.membership(org, user)

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.MEMBER_INVITE, now, profile_key, membership_key)
        profile, membership = ground.get(Profile, profile_key), ground.get(Membership, membership_key)
        if profile is None:
            raise NotFound(said("There is no such account."))
        if profile.state:
            raise Refused(said("This account is being deleted by its owner."), "email")
        ground.require_within_reach(role)
        if membership is not None or person_of(ground.metadata, user) is not None:
            if membership is not None and membership.joined == joined:
                return None, None  # our own lost answer had landed
            raise Refused(said("%(name)s is a member already.", name=profile.name), "email")
        metadata = ground.metadata
        require_seat(metadata)
        person = Person(user, role, profile.name)
        transaction = ground.transaction(same_role=True)
        take_in(transaction, profile, org)
        take_seat(transaction, org, metadata, person, profile.email, joined)
        ground.tell(transaction, event_id, "member-added", title=profile.name, member=user, after=role)
        ground.record(transaction, event_id, "member-added", profile.name, about=user, after=role)
        return transaction, None

    perform(build)


def set_plan(org: str, plan: Plan, now: datetime | None = None) -> None:
    """Put an organisation on another plan. Below the current use it only blocks growth. For operators.

    Raises NotFound. One GetItem and one transaction.
    """
    limits = LIMITS[plan]
    instant = now or clock.now()
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, None]:
        metadata = store.get("set-plan", Metadata, keys.metadata(org))
        if metadata is None or metadata.state != "live":
            raise NotFound(NO_ORG)
        if (metadata.plan, metadata.max_users, metadata.max_projects) == (plan, limits.people, limits.projects):
            return None, None
        transaction = Transaction()
        transaction.update(
            Metadata,
            keys.metadata(org),
            condition=EXISTS & (Path("state") == "live"),
            set={"plan": str(plan), "maxUsers": limits.people, "maxProjects": limits.projects},
        )
        scene = audit.Scene(org, metadata.zone, instant)
        before = metadata.plan
        audit.record(
            transaction, scene, audit.OPERATOR, event_id, "plan-changed", metadata.name, before=before, after=plan
        )
        return transaction, None

    perform(build)


def _read(actor: Actor, org: str, now: datetime) -> tuple[Profile, Metadata | None]:
    profile_key, metadata_key = keys.profile(actor.user), keys.metadata(org)
    session_key = keys.session(actor.user, actor.session) if actor.session else None
    found = store.get_many("write", [profile_key, metadata_key, *([session_key] if session_key else [])])
    if session_key:
        require_session(found.get(Session, session_key), now)
    profile = found.get(Profile, profile_key)
    if profile is None:
        raise NotFound(said("There is no such account."))
    return profile, found.get(Metadata, metadata_key)


def clean_name(name: str) -> str:
    """An organisation's name fit to store. Raises Refused, naming the field."""
    name = one_line(name)
    if not name:
        raise Refused(said("Give the organisation a name."), "name")
    if len(name) > NAME_LENGTH:
        raise Refused(
            said(
                "A name has at most %(most)s characters; this one has %(length)s.", most=NAME_LENGTH, length=len(name)
            ),
            "name",
        )
    return name
