"""How often something may be tried, counted in the table: across workers, machines and restarts.

A charge counts before the dear or dangerous step, so that nobody gets more tries by trying at the same time. Spans of
time are fixed: up to twice the allowance fits around the border of two, which the allowances take into account.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from pynamodb.expressions.operand import Path

from tenants import clock, keys, store
from tenants.errors import TooMany
from tenants.items import Throttle
from tenants.keys import Key
from tenants.store import Found
from tenants.transaction import Transaction, perform


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many `times` in each span `within`. `name` keeps the counts of different acts apart."""

    name: str
    times: int
    within: timedelta


@dataclass(frozen=True, slots=True)
class Charge:
    """`hits` attempts of somebody, against one allowance. `by` is an account, a device, a part of the network."""

    allowance: Allowance
    by: str
    hits: int = 1

    def key(self, now: datetime) -> Key:
        """Where it is counted. The table learns neither address nor account from it."""
        digest = hashlib.sha256(f"{self.allowance.name}\x1f{self.by}".encode(errors="surrogatepass")).hexdigest()
        return keys.throttle(digest, _begin(now, self.allowance.within))

    def wait(self, now: datetime) -> int:
        """Seconds until its span ends, at least 1."""
        seconds = int(self.allowance.within.total_seconds())
        return max(1, _begin(now, self.allowance.within) + seconds - int(now.timestamp()))


def spend(now: datetime, *charges: Charge) -> None:
    """Count one attempt against all of `charges`, or none of them and raise TooMany when one is used up.

    One transaction; one BatchGetItem more when it is refused.
    """
    tried: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        if tried:
            _refuse_if_used_up(now, charges)
        tried.append(1)
        transaction = Transaction()
        charge(transaction, now, *charges)
        return transaction, None

    perform(build)


def charge(transaction: Transaction, now: datetime, *charges: Charge) -> None:
    """Count in the transaction of the act itself, which lands only while all of `charges` have room.

    For acts whose danger comes afterwards (a mail), by writers that have looked with `require` in their own read.
    """
    for each in charges:
        transaction.update(
            Throttle,
            each.key(now),
            condition=Path("hits").does_not_exist() | (Path("hits") <= each.allowance.times - each.hits),
            add={"hits": each.hits},
            set={"expiresAt": clock.expiry(now, 2 * each.allowance.within)},
        )


def give_back(transaction: Transaction, now: datetime, *charges: Charge) -> None:
    """Take the attempt of `spend` back, in the transaction of what proved that it was a rightful one."""
    for charge in charges:
        transaction.update(Throttle, charge.key(now), condition=None, add={"hits": -1})


def _refuse_if_used_up(now: datetime, charges: tuple[Charge, ...]) -> None:
    require(store.get_many("throttle", [charge.key(now) for charge in charges]), now, *charges)


def has_room(found: Found, now: datetime, charge: Charge) -> bool:
    """Whether it may be counted, by what was read at `charge.key(now)`."""
    item = found.get(Throttle, charge.key(now))
    return item is None or int(item.hits or 0) + charge.hits <= charge.allowance.times


def require(found: Found, now: datetime, *charges: Charge) -> None:
    """Raise TooMany unless there is room for all of `charges`, by what was read at their keys. No request."""
    waits = [charge.wait(now) for charge in charges if not has_room(found, now, charge)]
    if waits:
        raise TooMany(max(waits))


def _begin(now: datetime, within: timedelta) -> int:
    seconds = int(within.total_seconds())
    return int(now.timestamp()) // seconds * seconds
