"""An organisation as JSON lines: a manifest, then a record a line in the order of the partition, then an end.

One walk over the partition; one page of it (at most 1 MB) is in memory at a time. The end holds the number of records
of each kind and the SHA-256 of everything before it, so that a file that was cut off or changed is noticed.

A walk is no snapshot: what is written in its course may be told or not. The numbers of a copy are counted from the
records, so a copy never disagrees with itself. Rows that a project takes along on its way into the archive or back
could be missed, so the export stops there and says so.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime

from tenants import clock, keys, store
from tenants.errors import Conflict, NotAllowed
from tenants.exports.shapes import BY_ITEM, FORMAT, MONTH, SEAL, VERSION, Record
from tenants.items import Base, Header, Leaders, Membership, Stats, Unknown
from tenants.policy import Permission, Status
from tenants.reads.dashboard import Dashboard, dashboard
from tenants.snapshots import month_of
from tenants.words import said

_PAGE = 1_000
_STILL = ("live", "archived")


def export(org: str, user: str, now: datetime) -> Iterator[bytes]:
    """The lines of the file, a piece a page. `user` is a member who may export.

    The first piece is the manifest: whoever takes it knows that the rest is allowed. One Query for it and one per page
    of at most 1 MB. Raises NotFound, NotAllowed before the first piece; Unavailable, and Conflict while a project is
    being moved, at any point.
    """
    read = dashboard(org, user, now, consistent=True)
    if not read.frame.allows(Permission.ORG_EXPORT):
        message = said("Your role here, %(role)s, does not include this.", role=read.frame.viewer.role)
        raise NotAllowed(message, read.frame.attempt(Permission.ORG_EXPORT))
    digest = hashlib.sha256()
    manifest = _lines([_manifest(read, now)])
    digest.update(manifest)
    yield manifest
    telling = _Telling({user: person.flags for user, person in read.frame.people.items()})
    for page in _pages(org):
        piece = _lines(record for item in page for record in telling.of(item))
        digest.update(piece)
        yield piece
    rest = _lines(telling.rest())
    digest.update(rest)
    yield rest
    yield sealed(_lines([{"kind": "end", **telling.summary()}]), digest)


def sealed(end: bytes, digest: hashlib._Hash) -> bytes:
    """The last line with the checksum of every byte before the checksum itself. `digest` is of all lines before."""
    told = end.removesuffix(b"}\n")
    digest.update(told)
    return told + SEAL + digest.hexdigest().encode() + b'"}\n'


def incomplete(reason: object) -> bytes:
    """The last line of a file that has no end."""
    return _lines([{"kind": "incomplete", "reason": str(reason)}])


def _manifest(read: Dashboard, now: datetime) -> Record:
    frame, counts = read.frame, read.counts
    return {
        "kind": "manifest",
        "format": FORMAT,
        "version": VERSION,
        "org": frame.org,
        "name": frame.name,
        "plan": frame.plan,
        "zone": frame.zone,
        "exported_at": clock.to_text(now),
        # As the dashboard says at the start; how many records there are stands at the end.
        "counts": {
            "people": len(frame.people),
            "projects": frame.projects,
            "open": counts.of(Status.OPEN),
            "doing": counts.of(Status.DOING),
        },
    }


class _Telling:
    """Turns items into records, in the order of their keys, and counts them."""

    def __init__(self, flags: Mapping[str, str]) -> None:
        self._flags = flags
        self._told: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()
        self._shards: list[Leaders] = []

    def of(self, item: Base) -> Iterator[Record]:
        """The records that are complete with `item`: one, none, or a month that lies behind it."""
        if self._shards and not (isinstance(item, Leaders) and item.month == self._shards[0].month):
            yield from self.rest()
        if isinstance(item, Leaders):
            self._shards.append(item)
        elif isinstance(item, Unknown):
            self._left_out[item.sk.partition("#")[0]] += 1
        elif type(item) in BY_ITEM:
            yield self._counted(self._record(item))

    def rest(self) -> Iterator[Record]:
        """What is still held back."""
        if self._shards:
            month = month_of(self._shards, self._shards[0].month)
            done = {user: count for user, count in sorted(month.by_user.items()) if count}
            days = {str(day): count for day, count in sorted(month.by_day.items()) if count}
            if done or days:  # else all that was counted in it was taken back
                yield self._counted({"kind": MONTH, "month": month.month, "by_person": done, "by_day": days})
        self._shards = []

    def summary(self) -> Record:
        """How many records of each kind there were, and items of newer releases by family."""
        return {"counts": dict(sorted(self._told.items())), "left_out": dict(sorted(self._left_out.items()))}

    def _record(self, item: Base) -> Record:
        record = BY_ITEM[type(item)].record(item)
        if isinstance(item, Header) and item.state not in _STILL:
            message = said(
                "The project “%(title)s” is on its way (%(state)s). Export again once it is there.",
                title=item.title,
                state=item.state,
            )
            raise Conflict(message)
        if isinstance(item, Stats):
            record["gone_by_day"] = {str(day): gone for day, gone in sorted(item.gone_by_day.items()) if gone}
        if isinstance(item, Membership) and self._flags.get(record["id"]):
            record["flags"] = self._flags[record["id"]]
        return record

    def _counted(self, record: Record) -> Record:
        self._told[record["kind"]] += 1
        return record


def _pages(org: str) -> Iterator[list[Base]]:
    start: tuple[keys.Key, str | None] | None = None
    while True:
        items = store.query("partition", keys.org_pk(org), limit=_PAGE, consistent=True, start=start)
        yield items
        if not items.more:
            return
        start = items[-1].key, None


def _lines(records: Iterator[Record] | list[Record]) -> bytes:
    texts = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records)
    return "".join(f"{text}\n" for text in texts).encode()
