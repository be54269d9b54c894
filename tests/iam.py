"""What a policy of AWS IAM allows: as much of its rules as the policies in docs/iam use.

No emulator enforces IAM, so the policies are held against the requests that the product really sends. The rules are
AWS's: an Allow statement applies when its action, its resource and all its conditions match; ForAllValues asks it of
every value of the request and is true without any, which is why each statement also asks (Null) that there is one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from tenants import table
from tests.conftest import ROOT

TABLE = "arn:aws:dynamodb:REGION:ACCOUNT:table/TABLE"


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that is asked of DynamoDB: the action, the table or index, and the partition keys it names."""

    action: str
    resource: str
    leading_keys: tuple[str, ...] = ()


def policy(name: str) -> list[dict[str, Any]]:
    """The statements of docs/iam/<name>.json."""
    document = json.loads((ROOT / "docs" / "iam" / f"{name}.json").read_text(encoding="utf-8"))
    assert document["Version"] == "2012-10-17"
    statements: list[dict[str, Any]] = document["Statement"]
    return statements


def allows(statements: list[dict[str, Any]], request: Request, **tags: str) -> bool:
    """Whether a principal with these tags may do it. What no statement allows is denied."""
    return any(_applies(statement, request, tags) for statement in statements)


def _applies(statement: dict[str, Any], request: Request, tags: Mapping[str, str]) -> bool:
    assert set(statement) <= {"Sid", "Effect", "Action", "Resource", "Condition"}
    assert statement["Effect"] == "Allow"
    return (
        request.action in _listed(statement["Action"])
        and request.resource in _listed(statement["Resource"])
        and all(
            _meets(operator, wanted, request.leading_keys, tags)
            for operator, asked in statement.get("Condition", {}).items()
            for wanted in [_values(asked)]
        )
    )


def _values(asked: dict[str, Any]) -> list[str]:
    assert set(asked) == {"dynamodb:LeadingKeys"}
    return _listed(asked["dynamodb:LeadingKeys"])


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _meets(operator: str, wanted: list[str], keys: tuple[str, ...], tags: Mapping[str, str]) -> bool:
    if operator == "Null":
        return (not keys) == (wanted == ["true"])
    filled = [_fill(value, tags) for value in wanted]
    if operator == "ForAllValues:StringEquals":
        return all(key in filled for key in keys)
    assert operator == "ForAllValues:StringLike"
    return all(any(fnmatchcase(key, pattern) for pattern in filled) for key in keys)


def _fill(value: str, tags: Mapping[str, str]) -> str:
    for name, tag in tags.items():
        value = value.replace(f"${{aws:PrincipalTag/{name}}}", tag)
    return value


@contextmanager
def watching() -> Iterator[list[Request]]:
    """Note every request that leaves for DynamoDB, as IAM looks at it: a transaction by what is in it."""
    seen: list[Request] = []

    def note(params: dict[str, Any], model: Any, **_: Any) -> None:
        seen.extend(_requests(model.name, json.loads(params["body"])))

    events = table.client().meta.events
    events.register("before-call.dynamodb", note)
    try:
        yield seen
    finally:
        events.unregister("before-call.dynamodb", note)


_OF_A_TRANSACTION = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}


def _requests(operation: str, body: dict[str, Any]) -> Iterator[Request]:
    if operation == "TransactWriteItems":
        for action in body["TransactItems"]:
            for kind, asked in action.items():
                item = asked.get("Key") or asked["Item"]
                yield Request(f"dynamodb:{_OF_A_TRANSACTION[kind]}", TABLE, (item["PK"]["S"],))
    elif operation == "BatchGetItem":
        for asked in body["RequestItems"].values():
            yield Request("dynamodb:BatchGetItem", TABLE, tuple({key["PK"]["S"] for key in asked["Keys"]}))
    elif operation == "Query":
        index = f"/index/{body['IndexName']}" if "IndexName" in body else ""
        yield Request("dynamodb:Query", TABLE + index, (_partition(body),))
    else:
        key = body.get("Key", body.get("Item", {}))
        yield Request(f"dynamodb:{operation}", TABLE, (key["PK"]["S"],) if key else ())


def _partition(body: dict[str, Any]) -> str:
    first, equals, value = body["KeyConditionExpression"].strip("()").split(" AND ")[0].strip("()").split(" ")
    name = body["ExpressionAttributeNames"].get(first, first)
    assert equals == "="
    assert name in {"PK", "GSI1PK", "GSI2PK"}
    partition: str = body["ExpressionAttributeValues"][value]["S"]
    return partition
