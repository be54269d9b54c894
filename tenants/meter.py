"""Counts what a block of code asks of DynamoDB: requests, items, bytes, read units.

Read units follow AWS's rule and are computed from the items (emulators report them wrongly): item sizes are summed
over a Query and rounded up to 4 KB, or rounded up one by one for single reads; eventually consistent reads cost half.
Source: AWS, "DynamoDB read and write operations" and "Item sizes and formats".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from tenants import deadline
from tenants.errors import Unavailable

_READ_UNIT = 4096

_calls: ContextVar[list[Call] | None] = ContextVar("calls", default=None)
_pattern: ContextVar[str] = ContextVar("pattern", default="")


@dataclass(slots=True)
class Call:
    """One request to DynamoDB: which access pattern sent it, its parameters, and the raw items that came back."""

    operation: str
    pattern: str
    params: dict[str, Any]
    items: list[dict[str, Any]] = field(default_factory=list)

    @property
    def consistent(self) -> bool:
        """Whether it was a consistent read."""
        tables = self.params.get("RequestItems", {}).values()
        return bool(
            self.params.get("ConsistentRead")
            or any(isinstance(table, dict) and table.get("ConsistentRead") for table in tables)
        )

    @property
    def bytes(self) -> int:
        """Size of the items by AWS's rule."""
        return sum(item_size(item) for item in self.items)

    @property
    def read_units(self) -> float:
        """Read capacity units by AWS's rule; 0 for writes."""
        factor = 1.0 if self.consistent else 0.5
        if self.operation == "Query":
            return factor * max(1, math.ceil(self.bytes / _READ_UNIT))
        if self.operation in {"GetItem", "BatchGetItem"}:
            tables = self.params.get("RequestItems", {}).values()
            asked = sum(len(table["Keys"]) for table in tables) or 1
            found = sum(math.ceil(item_size(item) / _READ_UNIT) for item in self.items)
            return factor * (found + asked - len(self.items))
        return 0.0


@contextmanager
def record() -> Iterator[list[Call]]:
    """The calls that the block sends, in order. Costs nothing when nobody records."""
    calls: list[Call] = []
    token = _calls.set(calls)
    try:
        yield calls
    finally:
        _calls.reset(token)


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
        message = "The database took too long. Please try again in a moment."
        raise Unavailable(message)
    calls = _calls.get()
    if calls is not None:
        calls.append(Call(model.name, _pattern.get(), dict(params)))


def _after(parsed: dict[str, Any], **_: Any) -> None:  # noqa: ANN401 - a botocore hook
    calls = _calls.get()
    if not calls:
        return
    call = calls[-1]
    if "Items" in parsed:
        call.items = parsed["Items"]
    elif "Item" in parsed:
        call.items = [parsed["Item"]]
    elif "Responses" in parsed and isinstance(parsed["Responses"], dict):
        call.items = [item for items in parsed["Responses"].values() for item in items]


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
