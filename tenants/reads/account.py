"""A person's own account: who they are, and the devices on which they are signed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import clock, keys, store
from tenants.addresses import canonical
from tenants.errors import SessionEnded
from tenants.items import Identity, Job, Membership, Metadata, Profile, Session
from tenants.policy import known_role
from tenants.reads.home import MyOrg
from tenants.words import said

MOST = 100
"""So many items of the account one page shows."""
CLOSING = "closing"
"""The state of an account that is being deleted."""


@dataclass(frozen=True, slots=True)
class SignedInDevice:
    """One session. `id` is the digest that the table knows: it names the session and opens nothing."""

    id: str
    agent: str
    network: str
    created: datetime
    last_used: datetime


@dataclass(frozen=True, slots=True)
class Account:
    """What a person sees of their own account. Empty zone or language: never chosen.

    `devices` are those of valid sessions, the latest used first; `has_more` when there are more than one page reads.
    `job_waits` when copies of the name or the address have still to follow a change.
    """

    user: str
    name: str
    email: str
    zone: str
    language: str
    devices: tuple[SignedInDevice, ...]
    has_more: bool
    job_waits: bool
    is_closing: bool


def account(user: str, now: datetime) -> Account:
    """The account and its sessions, read consistently: one Query. Raises SessionEnded when there is no account."""
    items = store.query("my-account", keys.user_pk(user), limit=MOST + 1, consistent=True)
    profile = next((item for item in items if isinstance(item, Profile)), None)
    if profile is None:
        raise SessionEnded(said("This account is gone."))
    at = clock.to_text(now)
    sessions = [item for item in items if isinstance(item, Session) and item.valid_until > at]
    devices = sorted((_device(session) for session in sessions), key=lambda one: one.last_used, reverse=True)
    return Account(
        user=user,
        name=profile.name,
        email=profile.email,
        zone=profile.zone or "",
        language=profile.language or "",
        devices=tuple(devices),
        has_more=len(items) > MOST,
        job_waits=any(isinstance(item, Job) for item in items),
        is_closing=profile.state == CLOSING,
    )


def language_of(email: str) -> str:
    """The language of the account that has this address; empty if none has, or if it chose none. Two GetItems."""
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    profile = store.get("account", Profile, keys.profile(identity.user)) if identity else None
    return (profile and profile.language) or ""


def my_orgs(user: str) -> list[MyOrg]:
    """All organisations of a person: those that the index shows, and those it may not show yet. Shown, never trusted.

    One GetItem, a Query per 100, and a BatchGetItem if the index does not show one that the account has joined lately.
    """
    # The account first: what is taken in after this is no business of whoever asks.
    profile = store.get("account", Profile, keys.profile(user))
    found = _indexed(user)
    shown = {org.id for org in found}
    wanted = [keys.membership(org, user) for org in sorted((profile and profile.joined) or ()) if org not in shown]
    if wanted:
        there = store.get_many("my-organisations", wanted)
        found += [_my_org(item) for key in wanted if (item := there.get(Membership, key))]
    return found


def _indexed(user: str) -> list[MyOrg]:
    found: list[MyOrg] = []
    after: tuple[keys.Key, str | None] | None = None
    while True:
        items = store.query(
            "my-organisations", keys.user_pk(user), prefix=keys.MY_ORGS_PREFIX, index="GSI1", limit=MOST, start=after
        )
        found += [_my_org(item) for item in items if isinstance(item, Membership)]
        if len(items) < MOST:
            return found
        after = (items[-1].key, items[-1].gsi1sk)


def _my_org(item: Membership) -> MyOrg:
    return MyOrg(keys.org_of(item.pk), item.org_name, known_role(item.role))


def owned_alone(user: str) -> list[MyOrg]:
    """The organisations that would be without an owner without this person. One GetItem for each that they own."""
    alone = []
    for org in my_orgs(user):
        metadata = store.get("frame", Metadata, keys.metadata(org.id))
        if metadata is not None and set(metadata.owners or ()) == {user}:
            alone.append(org)
    return alone


def _device(session: Session) -> SignedInDevice:
    return SignedInDevice(
        keys.last_part(session.sk),
        session.device or "",
        session.network or "",
        clock.from_text(session.created_at),
        clock.from_text(session.last_used or session.created_at),
    )
