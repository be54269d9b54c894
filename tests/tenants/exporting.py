"""Exports in tests: made, taken apart, and compared with what a copy says of itself."""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter
from typing import Any

from tenants.exports.renaming import renamed_task
from tenants.exports.restoring import Restored, restore
from tenants.exports.writing import export
from tenants.policy import Plan
from tests.cast import ACME, NOW, Cast

COPY = "acme-copy"

Record = dict[str, Any]


def exported(cast: Cast, org: str = ACME) -> bytes:
    return b"".join(export(org, cast.alice.user, NOW))


def restored(cast: Cast, data: bytes, org: str = COPY, plan: Plan | None = None) -> Restored:
    return restore(io.BytesIO(data), org, cast.alice.user, NOW, plan)


def records(data: bytes) -> list[Record]:
    return [json.loads(line) for line in data.decode().splitlines()]


def of_kind(data: bytes, kind: str) -> list[Record]:
    return [record for record in records(data) if record["kind"] == kind]


def signed(changed: list[Record], **end: Any) -> bytes:
    """These records as a file whose checksum and numbers are right, whatever else is wrong."""
    told = changed[:-1]
    counts = dict(Counter(str(record.get("kind")) for record in told[1:]))
    lines = [*told, {"kind": "end", "counts": counts, "left_out": {}} | end]
    body = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in lines).encode().removesuffix(b"}\n")
    return body + f',"sha256":"{hashlib.sha256(body).hexdigest()}"}}\n'.encode()


def facts(data: bytes, org: str = COPY, *, mapped: bool = False) -> list[str]:
    """What an export says, in no order: without where and when it was made. `mapped` names its tasks as `org` does."""
    told = []
    for record in records(data):
        if record["kind"] == "end":
            record = {**record, "sha256": ""}  # noqa: PLW2901 - the same record without what must differ
        if record["kind"] == "manifest":
            record = {**record, "org": "", "exported_at": ""}  # noqa: PLW2901 - the same
        told.append(json.dumps(_renamed(record, org) if mapped else record, sort_keys=True))
    return sorted(told)


def _renamed(record: Record, org: str) -> Record:
    if record["kind"] in {"task", "archived-task"}:
        return record | {"id": renamed_task(org, record["id"])}
    if record["kind"] == "imported":
        return record | {"rows": sorted(e[:32] + renamed_task(org, e[32:]) if e[32:] else e for e in record["rows"])}
    return record | ({"task": renamed_task(org, record["task"])} if "task" in record else {})
