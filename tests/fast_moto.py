"""moto without what makes it slow: a suite of a thousand tests spends four fifths of its time there.

moto copies the whole table, item by item, once for every item of a transaction, so as to go back if one fails: with a
thousand tasks a single write takes a third of a second. Here the copy shares its items with the table, and an update
works on a copy of its own item, so that the shared one stays as it was.

It also looks up every possible attribute of every value when it writes an answer, which already is what DynamoDB would
send; and switching it on registers every address of AWS anew.
"""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from moto.core.models import botocore_stubber
from moto.core.responses import ActionContext
from moto.dynamodb.models import DynamoDBBackend, dynamodb_backends
from moto.dynamodb.models.dynamo_type import DynamoType
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoResult

_update_item = DynamoDBBackend.update_item
_execute_result = DynamoResult.execute_result


def table_of(name: str) -> Any:
    """moto's own table of that name, to look into and to fill."""
    return dynamodb_backends["123456789012"]["us-east-1"].tables[name]


def make_moto_fast() -> None:
    """For the rest of this process."""
    DynamoResult.execute_result = _as_it_is  # type: ignore[method-assign,assignment]  # the same for every answer
    Table.__deepcopy__ = _share_items  # type: ignore[attr-defined]  # added to a class that has none
    DynamoDBBackend.update_item = _update_a_copy  # type: ignore[method-assign,assignment]  # the original takes its arguments by name


def _share_items(table: Table, _: dict[int, Any]) -> Table:
    backup = copy.copy(table)
    backup.items = defaultdict(dict, {partition: dict(items) for partition, items in table.items.items()})
    return backup


def _update_a_copy(
    backend: DynamoDBBackend, table_name: str, key: dict[str, dict[str, Any]], *rest: Any, **named: Any
) -> Any:
    items = backend.get_table(table_name).items[DynamoType(key["PK"])]
    place = DynamoType(key["SK"])
    if place in items:
        items[place] = copy.deepcopy(items[place])
    return _update_item(backend, table_name, key, *rest, **named)


def _as_it_is(answer: DynamoResult, context: ActionContext) -> Any:
    try:
        body = json.dumps(answer.result)
    except TypeError:  # binary values
        return _execute_result(answer, context)
    return 200, {"Content-Type": "application/x-amz-json-1.0"}, body


@contextmanager
def answering() -> Iterator[None]:
    """Let a started moto answer in the block; outside it, requests go where they are sent."""
    botocore_stubber.enabled = True
    try:
        yield
    finally:
        botocore_stubber.enabled = False
