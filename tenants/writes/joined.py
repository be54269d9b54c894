"""What an account keeps of the organisations that took it in lately.

The index that knows a person's organisations lags behind. Whoever ends the account, or carries its name into all copies
of it, must miss none: those that are too new for the index are named by the account itself, in the transaction that
takes it in. It names them as long as it is in them, but 20 at most: the one after those begins anew.
"""

from __future__ import annotations

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants.items import Profile
from tenants.transaction import EXISTS, Transaction
from tenants.writes.accounts import OPEN

LATELY = 20
"""Many more than anybody joins while an index lags."""


def take_in(transaction: Transaction, profile: Profile, org: str, condition: Condition = OPEN) -> None:
    """Note that `org` takes the account in: lands only while it is not being deleted, and `condition` holds."""
    known = set(profile.joined or ())
    if len(known) < LATELY:
        transaction.update(Profile, profile.key, condition=OPEN & condition, actions=(Path("joined").add({org}),))
        return
    condition = OPEN & condition & (Path("joined") == known)
    transaction.update(Profile, profile.key, condition=condition, set={"joined": {org}})


def let_go(transaction: Transaction, profile: Profile | None, org: str) -> None:
    """Forget `org`, which the account is no longer in; nothing for one that is gone, or has forgotten it before."""
    if profile is not None and org in (profile.joined or ()):
        transaction.update(Profile, profile.key, condition=EXISTS, actions=(Path("joined").delete({org}),))
