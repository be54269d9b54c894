"""The check of an organisation, and its repair: each value only if it is still the wrong one that was seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.errors import NotFound
from tenants.items import Card, Leaders, Metadata, OpenCounter, Stats
from tenants.keys import Key
from tenants.reconcile.audit import audit
from tenants.reconcile.findings import Finding, Mend
from tenants.repaired import REPAIRED
from tenants.snapshots import NO_ORG
from tenants.transaction import EXISTS, AttributePath, ConditionFailed, Conflicted, Transaction
from tenants.writes import audit as log

_BORN_BY_ADD = (Leaders, OpenCounter, Stats)
_TOLD = 50
"""Entries of the audit beside one item that is put right."""


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
    conditional on the wrong value still being there; what changed meanwhile is left to the next run. Each is told in
    the organisation's audit, in its own transaction. An item of an unknown kind, a month of somebody whose account is
    gone, and an organisation without any owner are only named. Raises NotFound, Unavailable.
    """
    findings = audit(org)
    if findings:
        before = {finding.told for finding in findings}
        findings = [finding for finding in audit(org) if finding.told in before]
    mended = _mend(org, findings) if repair and findings else set()
    return [Drift(*finding.told, mended=(finding.key, finding.attribute) in mended) for finding in findings]


def _mend(org: str, findings: Iterable[Finding]) -> set[tuple[Key, AttributePath | None]]:
    metadata = store.get("partition", Metadata, keys.metadata(org))
    if metadata is None:
        raise NotFound(NO_ORG)
    scene = log.Scene(org, metadata.zone, clock.now())
    by_item: dict[Key, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.mend is not Mend.LEAVE:
            by_item[finding.key].append(finding)
    mended: set[tuple[Key, AttributePath | None]] = set()
    for of_item in by_item.values():
        transaction = Transaction()
        # Into an organisation that is deleted meanwhile nothing is written any more.
        transaction.check(Metadata, metadata.key, EXISTS & (Path("state") == metadata.state))
        for finding in of_item:
            _put_right(transaction, finding)
        _tell(transaction, scene, of_item)
        try:
            transaction.commit()
        except (ConditionFailed, Conflicted):
            continue
        mended |= {(finding.key, finding.attribute) for finding in of_item}
    return mended


def _tell(transaction: Transaction, scene: log.Scene, of_item: list[Finding]) -> None:
    """An entry for each value; beyond what one transaction holds, how many more there were."""
    for number, finding in enumerate(of_item[:_TOLD], start=1):
        where, stored, right = finding.told
        more = len(of_item) - number if number == _TOLD else 0
        subject = f"{where} (+{more:,})" if more else where
        event_id = ids.new_event_id()
        log.record(transaction, scene, log.OPERATOR, event_id, REPAIRED, subject, before=stored, after=right)


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
