"""Counts what a block of code asks of DynamoDB: requests, items, bytes, read units.

Read units follow AWS's rule and are computed from the items (emulators report them wrongly): item sizes are summed
over a Query and rounded up to 4 KB, or rounded up one by one for single reads; eventually consistent reads cost half.
Source: AWS, "DynamoDB read and write operations" and "Item sizes and formats".
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from tenants import deadline
from tenants.errors import Unavailable
from tenants.words import said

_READ_UNIT = 4096

_KEPT = 8
"""How many calls a lean recording keeps the items of."""

_calls: ContextVar[_Recording | None] = ContextVar("calls", default=None)
_pattern: ContextVar[str] = ContextVar("pattern", default="")


@dataclass(slots=True)
class Call:
    """One request to DynamoDB: which access pattern sent it, its parameters, and the raw items that came back."""

    operation: str
    pattern: str
    params: dict[str, Any]
    items: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    started: float = field(default_factory=time.perf_counter)
    weighed: tuple[int, int, float] | None = None
    """Count, bytes and read units of items that are no longer kept."""
    _sizes: tuple[int, ...] = field(default=(), init=False, repr=False, compare=False)

    @property
    def consistent(self) -> bool:
        """Whether it was a consistent read."""
        tables = self.params.get("RequestItems", {}).values()
        return bool(
            self.params.get("ConsistentRead")
            or any(isinstance(table, dict) and table.get("ConsistentRead") for table in tables)
        )

    @property
    def count(self) -> int:
        """How many items came back."""
        return self.weighed[0] if self.weighed else len(self.items)

    @property
    def bytes(self) -> int:
        """Size of the items by AWS's rule."""
        return self.weighed[1] if self.weighed else sum(self.sizes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Size of each item by AWS's rule, measured once: bytes, read units and kinds all ask for it."""
        if len(self._sizes) != len(self.items):
            self._sizes = tuple(item_size(item) for item in self.items)
        return self._sizes

    @property
    def read_units(self) -> float:
        """Read capacity units by AWS's rule; 0 for writes."""
        if self.weighed:
            return self.weighed[2]
        factor = 1.0 if self.consistent else 0.5
        if self.operation == "Query":
            return factor * max(1, math.ceil(self.bytes / _READ_UNIT))
        if self.operation in {"GetItem", "BatchGetItem"}:
            tables = self.params.get("RequestItems", {}).values()
            asked = sum(len(table["Keys"]) for table in tables) or 1
            found = sum(math.ceil(size / _READ_UNIT) for size in self.sizes)
            return factor * (found + asked - len(self.items))
        return 0.0

    @property
    def asked(self) -> str:
        """What it asked for: the key condition of a Query, the sort keys of other reads. What is secret stays out."""
        if self.operation == "Query":
            names, values = (self.params.get(f"ExpressionAttribute{kind}", {}) for kind in ("Names", "Values"))
            known = names | {name: str(next(iter(value.values()))) for name, value in values.items()}
            condition = re.sub(r"[#:]\w+", lambda token: known.get(token[0], token[0]), self._condition)
            index, limit = self.params.get("IndexName", ""), self.params.get("Limit")
            return " ".join([f"{index}:" if index else "", condition, f"Limit {limit}" if limit else ""]).strip()
        tables = self.params.get("RequestItems", {}).values()
        keys = [key for table in tables for key in table.get("Keys", [])] or [self.params.get("Key", {})]
        return ", ".join(_without_secret(key.get("SK", {}).get("S", "")) for key in keys)

    @property
    def _condition(self) -> str:
        return str(self.params.get("KeyConditionExpression", ""))

    def kinds(self) -> dict[str, tuple[int, int]]:
        """Count and bytes of the items by kind, the first part of their sort key; empty when they are not kept."""
        found: dict[str, tuple[int, int]] = {}
        for item, item_bytes in zip(self.items, self.sizes, strict=True):
            name = item["SK"]["S"].partition("#")[0]
            count, size = found.get(name, (0, 0))
            found[name] = count + 1, size + item_bytes
        return found

    def weigh(self) -> None:
        """Keep the numbers and let the items go."""
        self.weighed = self.count, self.bytes, self.read_units
        self.items = []


@dataclass(slots=True)
class _Recording:
    """The calls so far; a `lean` one keeps the items of the last few alone."""

    calls: list[Call]
    lean: bool


@contextmanager
def record(*, lean: bool = False) -> Iterator[list[Call]]:
    """The calls that the block sends, in order. Costs nothing when nobody records.

    A block around the block gets them too, when the inner one ends. `lean` lets the items of all but the last few
    calls go, for a recording of which nobody knows how much it will hold.
    """
    recording = _Recording([], lean)
    outer = _calls.get()
    token = _calls.set(recording)
    try:
        yield recording.calls
    finally:
        _calls.reset(token)
        if outer is not None:
            outer.calls.extend(recording.calls)


@contextmanager
def pattern(name: str) -> Iterator[None]:
    """Label the calls of the block with the access pattern that sends them."""
    token = _pattern.set(name)
    try:
        yield
    finally:
        _pattern.reset(token)


def watch(client: Any) -> None:  # noqa: ANN401 - botocore makes its clients' classes as it goes
    """Make a botocore client report its calls here and respect the request's deadline."""
    client.meta.events.register("before-parameter-build.dynamodb", _before)
    client.meta.events.register("after-call.dynamodb", _after)


def _before(params: dict[str, Any], model: Any, **_: Any) -> None:  # noqa: ANN401 - a botocore hook
    if deadline.passed():
        message = said("The database took too long. Please try again in a moment.")
        raise Unavailable(message)
    recording = _calls.get()
    if recording is not None:
        if recording.lean and len(recording.calls) >= _KEPT:
            recording.calls[-_KEPT].weigh()
        recording.calls.append(Call(model.name, _pattern.get(), dict(params)))


def _after(parsed: dict[str, Any], **_: Any) -> None:  # noqa: ANN401 - a botocore hook
    recording = _calls.get()
    if recording is None or not recording.calls:
        return
    call = recording.calls[-1]
    call.seconds = time.perf_counter() - call.started
    if "Items" in parsed:
        call.items = parsed["Items"]
    elif "Item" in parsed:
        call.items = [parsed["Item"]]
    elif "Responses" in parsed and isinstance(parsed["Responses"], dict):
        call.items = [item for items in parsed["Responses"].values() for item in items]


def _without_secret(sort_key: str) -> str:
    """The sort key; of a session or a token only what it is one of, for the rest opens it."""
    kind, _, _ = sort_key.partition("#")
    return f"{kind}#…" if kind in {"SESSION", "TOKEN"} else sort_key


def item_size(item: dict[str, Any]) -> int:
    """Bytes of a raw item as AWS counts them: attribute names plus values."""
    return sum(len(name.encode()) + _value_size(value) for name, value in item.items())


def _value_size(value: dict[str, Any]) -> int:
    ((kind, content),) = value.items()
    measure = _MEASURES.get(kind)
    return measure(content) if measure else 1  # BOOL and NULL


def _map_size(content: dict[str, dict[str, Any]]) -> int:
    return 3 + sum(1 + len(name.encode()) + _value_size(inner) for name, inner in content.items())


_MEASURES: dict[str, Callable[[Any], int]] = {
    "S": lambda content: len(content.encode()),
    "N": lambda content: math.ceil(len(content.strip("-0.").replace(".", "")) / 2) + 1,
    "SS": lambda content: sum(len(text.encode()) for text in content),
    "M": _map_size,
    "L": lambda content: 3 + sum(1 + _value_size(inner) for inner in content),
    "B": len,
}
