"""Which jobs of an organisation have begun and not come to their end: METADATA names them, so every page knows."""

from __future__ import annotations

from pynamodb.expressions.operand import Path
from pynamodb.expressions.update import Action

from tenants.items import Job, Metadata
from tenants.keys import Key
from tenants.transaction import EXISTS, Transaction

_PREFIX = "JOB#"


def begins(job: Key) -> Action:
    """What a transaction that begins a job does to METADATA."""
    return Path("jobs").add({job.sk.removeprefix(_PREFIX)})


def finish(transaction: Transaction, metadata: Key, job: Job) -> None:
    """Name the job no more; in the transaction that closes it."""
    ended = Path("jobs").delete({job.sk.removeprefix(_PREFIX)})
    transaction.update(Metadata, metadata, condition=EXISTS & (Path("state") == "live"), actions=(ended,))
