"""What a page asked of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tenants import meter

_SESSION = "session"


@dataclass(frozen=True, slots=True)
class Kind:
    """The items of one kind in an answer: the first part of their sort key, how many, and how many bytes."""

    name: str
    items: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Request:
    """One request: the access pattern that sent it, what it asked for, and what came."""

    pattern: str
    operation: str
    asked: str
    consistent: bool
    read_units: float
    milliseconds: float
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """All requests of a page. `queries` of its `requests` were Queries; a look at the session counts in neither.

    `session` says that there was one. `explained` holds the requests in full if they were asked for; `other` is the
    address of the page with them, or without.
    """

    requests: int
    queries: int
    items: int
    kilobytes: float
    read_units: float
    milliseconds: float
    session: bool
    explained: tuple[Request, ...] = ()
    other: str = ""


def of(calls: Sequence[meter.Call], *, explained: bool = False, other: str = "") -> Receipt:
    """Count the calls of a page."""
    own = [call for call in calls if call.pattern != _SESSION]
    return Receipt(
        requests=len(own),
        queries=sum(call.operation == "Query" for call in own),
        items=sum(call.count for call in own),
        kilobytes=round(sum(call.bytes for call in own) / 1024, 1),
        read_units=sum(call.read_units for call in own),
        milliseconds=round(1000 * sum(call.seconds for call in own), 1),
        session=len(own) < len(calls),
        explained=tuple(_request(call) for call in calls) if explained else (),
        other=other,
    )


def summary(receipt: Receipt) -> str:
    """The receipt in one line: `1 query, 14 items, 2.4 KB, 0.5 read units, 4.0 ms`."""
    only_queries = receipt.queries == receipt.requests
    word = ("query", "queries") if only_queries else ("request", "requests")
    parts = [
        f"{receipt.requests} {word[receipt.requests != 1]}",
        f"{receipt.items} item{'' if receipt.items == 1 else 's'}",
        f"{receipt.kilobytes} KB",
        f"{receipt.read_units} read units",
        f"{receipt.milliseconds} ms",
    ]
    return ", ".join(parts) + (" and a look at the session" if receipt.session else "")


def _request(call: meter.Call) -> Request:
    return Request(
        pattern=call.pattern,
        operation=call.operation,
        asked=call.asked,
        consistent=call.consistent,
        read_units=call.read_units,
        milliseconds=round(1000 * call.seconds, 1),
        kinds=tuple(Kind(name, count, size) for name, (count, size) in sorted(call.kinds().items())),
    )
