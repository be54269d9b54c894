"""One user action is one `TransactWriteItems`. Here it is collected, sent, and tried again where that is right.

- An item may appear once in a transaction, so the collector is keyed by (PK, SK): adds are summed, conditions ANDed.
- Every update carries a condition; only counters may be born by ADD. Otherwise a late counter makes a ghost.
- Cancelled by a conflict: look again, new token. Answer lost: the same token and body, so it counts once.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pynamodb.exceptions import TransactWriteError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path
from pynamodb.expressions.update import Action
from pynamodb.transactions import TransactWrite

from tenants import deadline, meter, table
from tenants.errors import Busy, OutcomeUnknown, TableroError, Unavailable
from tenants.items import Base
from tenants.keys import Key
from tenants.words import said

_T = TypeVar("_T")

TRIES = 6
MAX_ITEMS = 100
MAX_BYTES = 3_500_000
_RESENDS = 2
_BORN_BY_ADD = ("OPEN#", "LEADERS#", "STATS#", "THROTTLE#")
_TRANSIENT = {
    "TransactionConflict",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
    "TransactionConflictException",
    "ThrottlingException",
    "ProvisionedThroughputExceededException",
    "TransactionInProgressException",
}

EXISTS = Path("PK").exists()
MISSING = Path("PK").does_not_exist()

AttributePath = str | tuple[str, ...]


class TransactionTooLarge(Exception):
    """More than DynamoDB takes at once: split the work."""


class ConditionFailed(Exception):
    """Some condition did not hold: somebody moved first, or our own lost answer had landed. Look again."""


class Conflicted(Exception):
    """Cancelled by another transaction or by throttling, or decided on reads that another write fell between.

    Nothing was written; what was read should be read again.
    """


@dataclass(slots=True)
class _Operation:
    kind: type[Base]
    put: Base | None = None
    delete: bool = False
    adds: dict[AttributePath, int] = field(default_factory=dict)
    sets: dict[AttributePath, Any] = field(default_factory=dict)
    removes: set[AttributePath] = field(default_factory=set)
    actions: list[Action] = field(default_factory=list)
    condition: Condition | None = None
    demands: list[Condition] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        return bool(self.put or self.delete or self.adds or self.sets or self.removes or self.actions)

    @property
    def bytes(self) -> int:
        """What is to be written, without the few bytes of its conditions and numbers."""
        if self.put:
            return meter.item_size(self.put.to_dynamodb_dict())
        return sum(len(value.encode()) for value in self.sets.values() if isinstance(value, str))

    def all_actions(self) -> list[Action]:
        adds = [_path(name).add(number) for name, number in self.adds.items() if number]
        sets = [_path(name).set(value) for name, value in self.sets.items()]
        removes = [_path(name).remove() for name in sorted(self.removes, key=str)]
        return [*sets, *removes, *adds, *self.actions]


class Transaction:
    """What one action changes, collected by key."""

    def __init__(self) -> None:
        self._operations: dict[Key, _Operation] = {}

    def __len__(self) -> int:
        return len(self._operations)

    def check(self, kind: type[Base], key: Key, condition: Condition) -> None:
        """Demand `condition` of an item; folds into the item's own change if there is one."""
        self._require(self._operation(kind, key), condition)

    def put(self, item: Base, condition: Condition | None = MISSING) -> None:
        """Write a whole item; only if there is none yet, unless another condition is given."""
        operation = self._operation(type(item), item.key)
        if operation.changes:
            message = f"{item.key} is already written in this transaction"
            raise ValueError(message)
        operation.put = item
        self._require(operation, condition)

    def delete(self, kind: type[Base], key: Key, condition: Condition | None = EXISTS) -> None:
        """Delete an item; with None also one that is not there."""
        operation = self._operation(kind, key)
        if operation.changes:
            message = f"{key} is already written in this transaction"
            raise ValueError(message)
        operation.delete = True
        self._require(operation, condition)

    def update(
        self,
        kind: type[Base],
        key: Key,
        *,
        condition: Condition | None = None,
        add: dict[AttributePath, int] | None = None,
        set: dict[AttributePath, Any] | None = None,  # noqa: A002 - DynamoDB's own word for it
        remove: tuple[AttributePath, ...] = (),
        actions: tuple[Action, ...] = (),
    ) -> None:
        """Change attributes of an item, named as they are stored. Several updates of one item become one."""
        operation = self._operation(kind, key)
        if operation.put or operation.delete:
            message = f"{key} is already written whole in this transaction"
            raise ValueError(message)
        if condition is None and operation.condition is None and not key.sk.startswith(_BORN_BY_ADD):
            message = f"an update of {key} needs a condition: without one a late write makes a ghost"
            raise ValueError(message)
        for name, number in (add or {}).items():
            operation.adds[name] = operation.adds.get(name, 0) + number
        operation.sets.update(set or {})
        operation.removes.update(remove)
        operation.actions.extend(actions)
        self._require(operation, condition)

    def commit(self, token: str | None = None, pattern: str = "write") -> None:
        """Send it: one request, more only when the answer is lost (same token and body, counted once).

        Raises ConditionFailed, Conflicted, OutcomeUnknown, TransactionTooLarge.
        """
        # An update whose adds cancel out (moving a count to where it was) would have no action left.
        operations = {key: op for key, op in self._operations.items() if not op.changes or self._acts(op)}
        self._check_size(operations)
        token = token or str(uuid.uuid4())
        for attempt in range(_RESENDS + 1):
            try:
                with meter.pattern(pattern):
                    self._send(operations, token)
            except TransactWriteError as error:
                self._interpret(error, last=attempt == _RESENDS)
            except Unavailable as error:  # the deadline passed; an earlier send may have landed
                raise (OutcomeUnknown(_UNKNOWN) if attempt else error) from error
            else:
                return
            # Not "busy, nothing was changed": what was sent may have landed.
            _pause(attempt, otherwise=OutcomeUnknown(_UNKNOWN))

    def _operation(self, kind: type[Base], key: Key) -> _Operation:
        return self._operations.setdefault(key, _Operation(kind))

    @staticmethod
    def _acts(operation: _Operation) -> bool:
        return bool(operation.put or operation.delete or operation.all_actions() or operation.condition is not None)

    @staticmethod
    def _require(operation: _Operation, condition: Condition | None) -> None:
        # The same demand is made once: a batch of rows of one project asks for its card again and again.
        if condition is None or any(condition is known for known in operation.demands):
            return
        operation.demands.append(condition)
        operation.condition = condition if operation.condition is None else operation.condition & condition

    @staticmethod
    def _check_size(operations: dict[Key, _Operation]) -> None:
        if len(operations) > MAX_ITEMS:
            message = f"{len(operations)} items in one transaction; DynamoDB takes {MAX_ITEMS}"
            raise TransactionTooLarge(message)
        size = sum(op.bytes for op in operations.values())
        if size > MAX_BYTES:
            message = f"{size} bytes in one transaction; {MAX_BYTES} are allowed"
            raise TransactionTooLarge(message)

    @staticmethod
    def _send(operations: dict[Key, _Operation], token: str) -> None:
        connection = Base._get_connection().connection  # noqa: SLF001 - the one client of this process
        with TransactWrite(connection=connection, client_request_token=token) as batch:
            for key, operation in operations.items():
                if operation.put:
                    batch.save(operation.put, condition=operation.condition)
                elif operation.delete:
                    batch.delete(operation.kind.at(key), condition=operation.condition)
                elif actions := operation.all_actions():
                    batch.update(operation.kind.at(key), actions=actions, condition=operation.condition)
                else:
                    batch.condition_check(operation.kind, key.pk, key.sk, condition=operation.condition)

    @staticmethod
    def _interpret(error: TransactWriteError, *, last: bool) -> None:
        """Raise what the refusal means; return when the answer was lost and sending again is right."""
        code = table.code_of(error)
        if code == "TransactionCanceledException":
            codes = {reason.code for reason in error.cancellation_reasons if reason is not None}
            if "ConditionalCheckFailed" in codes:
                raise ConditionFailed from error
            if codes and codes <= _TRANSIENT:
                raise Conflicted from error
            raise error
        if code in _TRANSIENT:
            raise Conflicted from error
        if code is not None and not _is_server_fault(error):
            raise error
        if last:
            raise OutcomeUnknown(_UNKNOWN) from error


_UNKNOWN = said("The database did not say whether this was saved. Repeating it is safe: it counts once.")


def perform(build: Callable[[], tuple[Transaction | None, _T]]) -> _T:
    """Read, decide, write: again until it lands or there is nothing left to write.

    `build` reads afresh and answers the transaction with the result that holds once it has landed, or None with the
    result when nothing needs to be written (also because our own earlier try landed unheard). What `build` raises
    ends it, but for Conflicted, by which it asks to read again. Costs `build`'s reads plus one request per try.
    Raises Busy after six tries or at the deadline.
    """
    for attempt in range(TRIES):
        try:
            transaction, result = build()
            if transaction is not None:
                transaction.commit()
        except (ConditionFailed, Conflicted):
            _pause(attempt, otherwise=Busy(_BUSY))
            continue
        return result
    raise Busy(_BUSY)


_BUSY = said("Too many people are changing this at the same time. Nothing was changed; please try again.")


def _pause(attempt: int, otherwise: TableroError) -> None:
    """Full jitter, 20 ms doubling to 640 ms; raises `otherwise` when the request's deadline would pass meanwhile."""
    wait = random.uniform(0, 0.02 * 2**attempt)  # noqa: S311 - jitter, not a secret
    if wait >= deadline.remaining():
        raise otherwise
    time.sleep(wait)


def _is_server_fault(error: TransactWriteError) -> bool:
    # PynamoDB keeps only the code; the answer as it came is the cause of its cause.
    response = getattr(getattr(error.cause, "__cause__", None), "response", {})
    code = response.get("Error", {}).get("Code", "")
    status = response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    server_fault = 500
    return status >= server_fault or code in {"InternalServerError", "ServiceUnavailable", "InternalFailure", "500"}


def _path(name: AttributePath) -> Path:
    return Path(list(name)) if isinstance(name, tuple) else Path([name])
