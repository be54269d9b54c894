"""Looking at a whole partition, and dying in the middle of writing one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tenants import keys, table
from tenants.items import Base

RawItem = dict[str, Any]


class Killed(BaseException):
    """The process ends here. No `except Exception` of the product may catch it, as none catches SIGKILL."""


@contextmanager
def killed_at(call: int, *, before: bool = False) -> Iterator[None]:
    """End the process around its DynamoDB call of that number, counted from 1: when it was answered, or just before."""
    client = table.client()
    seen = 0

    def count(**_: Any) -> None:
        nonlocal seen
        seen += 1
        if seen == call:
            raise Killed

    event = "before-call.dynamodb" if before else "after-call.dynamodb"
    client.meta.events.register(event, count)
    try:
        yield
    finally:
        client.meta.events.unregister(event, count)


def survives(action: Callable[[], object], call: int, *, before: bool = False) -> bool:
    """Whether `action` ends before its DynamoDB call of that number; if not, it is killed there."""
    try:
        with killed_at(call, before=before):
            action()
    except Killed:
        return False
    return True


def raw(org: str) -> dict[str, RawItem]:
    """Every item of the organisation as it is stored, by sort key."""
    found: dict[str, RawItem] = {}
    start: dict[str, Any] = {}
    while True:
        answer = table.client().query(
            TableName=Base.Meta.table_name,
            KeyConditionExpression="PK = :pk",
            ExpressionAttributeValues={":pk": {"S": keys.org_pk(org)}},
            ConsistentRead=True,
            **start,
        )
        found |= {item["SK"]["S"]: item for item in answer["Items"]}
        if "LastEvaluatedKey" not in answer:
            return found
        start = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def work(org: str) -> dict[str, RawItem]:
    """The items that people see or count: all but jobs, ledgers, the activity and the audit."""
    return {sk: item for sk, item in raw(org).items() if not sk.startswith(("JOB#", "IMPORT#", "EVENT#", "AUDIT#"))}


def set_raw(key: keys.Key, name: str, value: RawItem | None) -> None:
    """Damage one attribute: put another raw value there, or take it away."""
    parameters: Any = {
        "TableName": Base.Meta.table_name,
        "Key": {"PK": {"S": key.pk}, "SK": {"S": key.sk}},
        "UpdateExpression": "REMOVE #name" if value is None else "SET #name = :value",
        "ExpressionAttributeNames": {"#name": name},
    }
    if value is not None:
        parameters["ExpressionAttributeValues"] = {":value": value}
    table.client().update_item(**parameters)


def put_raw(key: keys.Key, **attributes: RawItem) -> None:
    """Put a whole item there, whatever it is."""
    item = {"PK": {"S": key.pk}, "SK": {"S": key.sk}, **attributes}
    table.client().put_item(TableName=Base.Meta.table_name, Item=item)


def delete_raw(key: keys.Key) -> None:
    """Take an item away, and nothing that hangs on it."""
    table.client().delete_item(TableName=Base.Meta.table_name, Key={"PK": {"S": key.pk}, "SK": {"S": key.sk}})
