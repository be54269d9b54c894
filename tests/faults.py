"""What a real DynamoDB does to transactions and no emulator does: conflicts, throttling, answers lost on the way.

The faults stand between PynamoDB and the SDK's client, behind the SDK's own retries: what arrives here is what is left
when those are used up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from random import Random
from threading import Lock
from typing import Any

from botocore.exceptions import ClientError, ConnectionClosedError, ReadTimeoutError

from tenants import table


class Fault(Enum):
    """What becomes of one transaction."""

    NONE = auto()
    CONFLICT = auto()
    THROTTLED_ITEM = auto()
    THROTTLED = auto()
    IN_PROGRESS = auto()
    SERVER_FAULT = auto()
    UNREACHABLE = auto()
    LOST_BEFORE = auto()
    """The request never arrives."""
    LOST_AFTER = auto()
    """The request is applied and its answer lost."""
    INVALID = auto()


Step = Fault | Callable[[], object]
"""A fault; or something that happens just before the transaction arrives, which then does."""


@contextmanager
def transactions_meet(steps: Iterable[Step]) -> Iterator[list[dict[str, Any]]]:
    """Let each transaction of this process's client meet the next step; behind the last all is well.

    Answers with the parameters of all transactions, in the order in which they were sent.
    """
    client: Any = table.client()
    through = client._make_api_call
    script, lock = iter(steps), Lock()
    sent: list[dict[str, Any]] = []

    def call(operation: str, parameters: dict[str, Any]) -> Any:
        if operation != "TransactWriteItems":
            return through(operation, parameters)
        with lock:
            sent.append(parameters)
            step = next(script, Fault.NONE)
        if not isinstance(step, Fault):
            step()
            step = Fault.NONE
        if step is Fault.LOST_AFTER:
            through(operation, parameters)
        if step is not Fault.NONE:
            raise _error(step, len(parameters["TransactItems"]))
        return through(operation, parameters)

    client._make_api_call = call
    try:
        yield sent
    finally:
        client._make_api_call = through


def now_and_then(fault: Fault, share: float, seed: int = 1) -> Iterator[Fault]:
    """`fault` for this share of the transactions, without end."""
    chance = Random(seed)
    while True:
        yield fault if chance.random() < share else Fault.NONE


def _error(fault: Fault, items: int) -> Exception:
    match fault:
        case Fault.CONFLICT:
            error: Exception = _cancelled(["None"] * (items - 1) + ["TransactionConflict"])
        case Fault.THROTTLED_ITEM:
            error = _cancelled(["ThrottlingError"] + ["None"] * (items - 1))
        case Fault.THROTTLED:
            error = _refused("ThrottlingException")
        case Fault.IN_PROGRESS:
            error = _refused("TransactionInProgressException")
        case Fault.SERVER_FAULT:
            error = _refused("InternalServerError", 500)
        case Fault.INVALID:
            error = _refused("ValidationException")
        case Fault.LOST_AFTER:
            error = ReadTimeoutError(endpoint_url="http://127.0.0.1")
        case _:
            error = ConnectionClosedError(endpoint_url="http://127.0.0.1")
    return error


def _refused(code: str, status: int = 400) -> ClientError:
    return ClientError(
        {"Error": {"Code": code, "Message": code}, "ResponseMetadata": {"HTTPStatusCode": status}},  # type: ignore[typeddict-item]  # the rest of the answer is nobody's business
        "TransactWriteItems",
    )


def _cancelled(codes: list[str]) -> ClientError:
    error = _refused("TransactionCanceledException")
    error.response["CancellationReasons"] = [{"Code": code} for code in codes]
    return error
