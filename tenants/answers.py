"""DynamoDB's answers, parsed without the walk over every value.

botocore parses an answer shape by shape and value by value, through three functions for each: half the client's time
for a page of tasks. What an answer's JSON says of an item is the item already, except for binary values, which are
base64 there. So an item is taken as it came, and only one that holds something binary is gone through.
"""

from __future__ import annotations

import base64
from typing import Any

from botocore.model import Shape
from botocore.parsers import JSONParser, ResponseParser, ResponseParserFactory

_ITEMS = {"AttributeMap", "Key"}
"""What DynamoDB's model calls an item: attribute names to values."""

_AS_IT_CAME = {"S", "N", "SS", "NS", "BOOL", "NULL"}


class ItemParser(JSONParser):
    """botocore's parser of the protocol that DynamoDB speaks, with a shorter way through items."""

    def _handle_map(self, shape: Shape, value: dict[str, Any]) -> dict[str, Any]:
        if shape.name in _ITEMS:
            return _item(value)
        parsed: dict[str, Any] = super()._handle_map(shape, value)  # type: ignore[misc]  # botocore's stubs leave it out
        return parsed


class Answers(ResponseParserFactory):
    """Makes such a parser for every answer; registered with the session before the client is built."""

    def create_parser(self, protocol_name: str) -> ResponseParser:
        """Return the parser for an answer. Every protocol but DynamoDB's keeps botocore's own."""
        return ItemParser() if protocol_name == "json" else super().create_parser(protocol_name)


def _item(raw: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    for value in raw.values():
        for kind in value:
            if kind not in _AS_IT_CAME:
                return {name: _value(inner) for name, inner in raw.items()}
    return raw


def _value(raw: dict[str, Any]) -> dict[str, Any]:
    ((kind, content),) = raw.items()
    if kind == "B":
        return {kind: base64.b64decode(content)}
    if kind == "BS":
        return {kind: [base64.b64decode(part) for part in content]}
    if kind == "M":
        return {kind: _item(content)}
    if kind == "L":
        return {kind: [_value(part) for part in content]}
    return raw
