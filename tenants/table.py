"""The table itself: the one client of a process, making the table, and checking that it is as it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from botocore.exceptions import BotoCoreError, ClientError
from pynamodb.exceptions import PynamoDBException, TableError

from tenants import meter
from tenants.answers import Answers
from tenants.errors import Unavailable
from tenants.items import PROJECTED, Base

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TTL_ATTRIBUTE = "expiresAt"


def connect(endpoint: str | None = None, table: str | None = None) -> None:
    """Build this process's client: once, before traffic, since building one takes tens of milliseconds.

    A worker calls it after the fork (a client shared over a fork shares its sockets). `endpoint` and `table` point
    it elsewhere than the settings do. Sends nothing.
    """
    if endpoint is not None:
        Base.Meta.host = endpoint or None
    if table is not None:
        Base.Meta.table_name = table
    Base._connection = None  # noqa: SLF001 - PynamoDB keeps the connection of a model here and offers no other way
    session = Base._get_connection().connection.session  # noqa: SLF001 - the session that it builds the client from
    session.register_component("response_parser_factory", Answers())
    meter.watch(client())


def client() -> DynamoDBClient:
    """The boto client of this process, for what PynamoDB has no word for."""
    connection = Base._get_connection().connection  # noqa: SLF001 - so that both share one pool
    return cast("DynamoDBClient", connection.client)


def create_table() -> bool:
    """Create the table with both indexes and TTL if it is missing, and wait until it is ACTIVE.

    Answers whether it was created. Raises Unavailable when the database cannot be reached.
    """
    try:
        missing = not Base.exists()
        if missing:
            Base.create_table(wait=True, billing_mode="PAY_PER_REQUEST")
    except TableError as error:
        if not _created_by_another(error):
            raise Unavailable(_away(error)) from error
        missing = False
    except (PynamoDBException, BotoCoreError) as error:
        raise Unavailable(_away(error)) from error
    client().get_waiter("table_exists").wait(TableName=Base.Meta.table_name)
    if not _ttl_enabled():
        client().update_time_to_live(
            TableName=Base.Meta.table_name,
            TimeToLiveSpecification={"Enabled": True, "AttributeName": TTL_ATTRIBUTE},
        )
    return missing


def check_table() -> list[str]:
    """What is not as expected of the table, one sentence each; empty when all is well. 2 requests."""
    try:
        description = client().describe_table(TableName=Base.Meta.table_name)["Table"]
    except ClientError as error:
        if error.response["Error"]["Code"] == "ResourceNotFoundException":
            return [f"The table {Base.Meta.table_name} does not exist: run create_table."]
        raise Unavailable(_away(error)) from error
    except BotoCoreError as error:
        raise Unavailable(_away(error)) from error
    problems = []
    if description["TableStatus"] != "ACTIVE":
        problems.append(f"The table is {description['TableStatus']}, not ACTIVE.")
    if _keys(description["KeySchema"]) != ("PK", "SK"):
        problems.append(f"The table's keys are {_keys(description['KeySchema'])}, not PK and SK.")
    found = {index["IndexName"]: index for index in description.get("GlobalSecondaryIndexes", [])}
    for name in ("GSI1", "GSI2"):
        problems += _problems_of_index(name, cast("dict[str, Any] | None", found.get(name)))
    if not _ttl_enabled():
        problems.append(f"TTL is not enabled on {TTL_ATTRIBUTE}.")
    return problems


def _problems_of_index(name: str, index: dict[str, Any] | None) -> list[str]:
    if index is None:
        return [f"The index {name} is missing."]
    problems = []
    if _keys(index["KeySchema"]) != (f"{name}PK", f"{name}SK"):
        problems.append(f"The keys of the index {name} are {_keys(index['KeySchema'])}.")
    if index.get("IndexStatus", "ACTIVE") != "ACTIVE":
        problems.append(f"The index {name} is {index['IndexStatus']}, not ACTIVE.")
    missing = set(PROJECTED) - set(index["Projection"].get("NonKeyAttributes", []))
    if missing and index["Projection"]["ProjectionType"] != "ALL":
        problems.append(f"The index {name} lacks the attributes {', '.join(sorted(missing))}.")
    return problems


def ready() -> bool:
    """Whether the table answers. 1 request."""
    try:
        client().describe_table(TableName=Base.Meta.table_name)
    except (ClientError, BotoCoreError):
        return False
    return True


def code_of(error: PynamoDBException) -> str | None:
    """DynamoDB's own code for the error; None when no answer came.

    PynamoDB's property of that kind fails on an error of the connection, whose `response` is there and None.
    """
    response = getattr(error.cause, "response", None) or {}
    code: str | None = response.get("Error", {}).get("Code")
    return code


def _ttl_enabled() -> bool:
    description = client().describe_time_to_live(TableName=Base.Meta.table_name)["TimeToLiveDescription"]
    enabled = description.get("TimeToLiveStatus") in {"ENABLED", "ENABLING"}
    return enabled and description.get("AttributeName") == TTL_ATTRIBUTE


def _keys(schema: object) -> tuple[str, ...]:
    entries = cast("list[dict[str, str]]", schema)
    return tuple(entry["AttributeName"] for entry in sorted(entries, key=lambda entry: entry["KeyType"]))


def _created_by_another(error: TableError) -> bool:
    return code_of(error) == "ResourceInUseException"


def _away(error: Exception) -> str:
    where = Base.Meta.host or f"AWS ({Base.Meta.region})"
    return f"The database at {where} does not answer as expected: {error}"
