"""The check of an organisation, and its repair: each value only if it is still the wrong one that was seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants.items import Card, Leaders, OpenCounter, Stats
from tenants.keys import Key
from tenants.reconcile.audit import audit
from tenants.reconcile.findings import Finding, Mend
from tenants.transaction import EXISTS, AttributePath, ConditionFailed, Conflicted, Transaction

_BORN_BY_ADD = (Leaders, OpenCounter, Stats)


@dataclass(frozen=True, slots=True)
class Drift:
    """One value that is not what the items say. `mended` tells whether it was put right; always False in a check."""

    where: str
    stored: str
    right: str
    mended: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.stored} -> {self.right}"


def reconcile(org: str, *, repair: bool = False) -> list[Drift]:
    """What is not as the items of `org` say; with `repair` also put right. Empty when all is well.

    One walk over the partition when all is well. Else a second one, and only what both saw alike is reported: a walk
    is no snapshot, and a write in its course can look like drift. Repair costs one transaction per item. It is
    conditional on the wrong value still being there; what changed meanwhile is left to the next run. An item of an
    unknown kind, a month of somebody whose account is gone, and an organisation without any owner are only named.
    Raises NotFound, Unavailable.
    """
    findings = audit(org)
    if findings:
        before = {finding.told for finding in findings}
        findings = [finding for finding in audit(org) if finding.told in before]
    mended = _mend(findings) if repair else set()
    return [Drift(*finding.told, mended=(finding.key, finding.attribute) in mended) for finding in findings]


def _mend(findings: Iterable[Finding]) -> set[tuple[Key, AttributePath | None]]:
    by_item: dict[Key, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.mend is not Mend.LEAVE:
            by_item[finding.key].append(finding)
    mended: set[tuple[Key, AttributePath | None]] = set()
    for of_item in by_item.values():
        transaction = Transaction()
        for finding in of_item:
            _put_right(transaction, finding)
        try:
            transaction.commit()
        except (ConditionFailed, Conflicted):
            continue
        mended |= {(finding.key, finding.attribute) for finding in of_item}
    return mended


def _put_right(transaction: Transaction, finding: Finding) -> None:
    if finding.mend is Mend.PUT:
        transaction.put(finding.right)
    elif finding.mend is Mend.DELETE:
        transaction.delete(finding.kind, finding.key, EXISTS if finding.guard is None else EXISTS & finding.guard)
    elif finding.attribute is not None:
        condition = _as_seen(finding)
        if finding.guard is not None:
            condition &= finding.guard
        if not issubclass(finding.kind, _BORN_BY_ADD) or issubclass(finding.kind, Card):
            condition &= EXISTS
        gone = finding.right is None
        transaction.update(
            finding.kind,
            finding.key,
            condition=condition,
            set=None if gone else {finding.attribute: finding.right},
            remove=(finding.attribute,) if gone else (),
        )


def _as_seen(finding: Finding) -> Condition:
    attribute = finding.attribute
    path = Path(list(attribute)) if isinstance(attribute, tuple) else Path([str(attribute)])
    return path.does_not_exist() if finding.stored is None else path == finding.stored
