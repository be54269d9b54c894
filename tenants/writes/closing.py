"""Deleting an account: its memberships, its sessions, its address. Whoever asks again after a kill goes on.

The order makes every step safe to stop at. First the account is marked, so that nobody takes it in anywhere any more;
then it leaves its organisations one by one, as a person leaves them; last, in one transaction, the account, its address
and its sessions go. Until then its owner can sign in and ask again. Finished months keep the name.
"""

from __future__ import annotations

from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.addresses import canonical
from tenants.errors import LastOwner, NotFound, Refused
from tenants.items import Identity, Job, Profile
from tenants.reads.account import CLOSING, my_orgs, owned_alone
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes import members, sessions
from tenants.writes.ground import Actor
from tenants.writes.password import Owner, own_account, owner_of, require_own
from tenants.writes.throttle import Charge, give_back


class OwnsAlone(Refused):
    """The account is the only owner of organisations; `orgs` are their names."""

    def __init__(self, orgs: list[str]) -> None:
        super().__init__(
            said(
                "You are the only owner of %(organisations)s. Make somebody else an owner there, or delete it, first.",
                organisations=", ".join(orgs),
            )
        )
        self.orgs = orgs


def close(actor: Actor, password: str, typed: str, now: datetime, charges: tuple[Charge, ...] = ()) -> Owner:
    """Delete the account of `actor`. `typed` is its address, typed to confirm. Answers with whom to tell.

    Raises Refused (`email`, `password`), OwnsAlone (nothing is changed then, unless another owner left at this very
    moment: then memberships that were ended stay so), SessionEnded, Busy. For each organisation what leaving it costs,
    and some eight requests more.
    """
    profile = own_account(actor, now)
    if canonical(typed) != canonical(profile.email):
        raise Refused(said("This is not the address of your account."), "email")
    require_own(profile, password)
    _require_no_org_alone(actor.user)
    _mark(actor.user, now, charges)
    _leave_all(actor, now)
    _end(actor.user)
    return owner_of(profile)


def _require_no_org_alone(user: str) -> None:
    alone = owned_alone(user)
    if alone:
        raise OwnsAlone([org.name for org in alone])


def _mark(user: str, now: datetime, charges: tuple[Charge, ...]) -> None:
    transaction = Transaction()
    transaction.update(Profile, keys.profile(user), condition=EXISTS, set={"state": CLOSING})
    give_back(transaction, now, *charges)
    perform(lambda: (transaction, None))


def _unmark(user: str) -> None:
    transaction = Transaction()
    transaction.update(Profile, keys.profile(user), condition=EXISTS, remove=("state",))
    perform(lambda: (transaction, None))


def _leave_all(actor: Actor, now: datetime) -> None:
    # The index lags: what the account has joined lately is looked at beside it, and all of it again until there is
    # nothing that can be left. Nobody takes in an account that is marked, so it ends.
    left = True
    while left:
        left = False
        for org in my_orgs(actor.user):
            left |= _leave(actor, org.id, now)


def _leave(actor: Actor, org: str, now: datetime) -> bool:
    """Whether there was a membership to end."""
    try:
        members.leave(actor, org, now)
    except NotFound:
        return False
    except LastOwner:
        _unmark(actor.user)
        _require_no_org_alone(actor.user)
        raise
    return True


def _end(user: str) -> None:
    """Account, address and sessions in one transaction. One that is gone already is fine."""

    def build() -> tuple[Transaction | None, None]:
        profile = store.get("account", Profile, keys.profile(user))
        if profile is None:
            return None, None
        transaction = Transaction()
        transaction.delete(Identity, keys.identity(canonical(profile.email)), Path("user") == user)
        transaction.delete(
            Profile,
            profile.key,
            EXISTS & (Path("state") == CLOSING) & (Path("email") == profile.email) & sessions.unopened(profile),
        )
        transaction.delete(Job, keys.copies_job(user), condition=None)
        sessions.end_with(transaction, user)
        return transaction, None

    perform(build)
