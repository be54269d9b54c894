"""Reading an export: first whether it is whole and as it was written, then record by record with every value checked.

A line at a time is in memory. The file is read twice and more, so it must be seekable: a file, no pipe.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from pynamodb.attributes import Attribute

from tenants.exports.checks import NotAnExport, check_of, is_count, is_instant, is_map, is_month, is_person
from tenants.exports.shapes import BY_KIND, FORMAT, MONTH, SEAL, VERSION, Record, Shape

_LONGEST = 2_000_000
_DAYS = frozenset(str(day) for day in range(1, 32))
_EXTRA = {"member-month": {"gone_by_day"}, "person": {"flags"}}
"""Fields that no attribute of the item holds."""
_FOREIGN = "This is no export of an organisation: it does not begin with a manifest of ours."
_CUT_OFF = "The file is cut off: its last line is missing. Nothing was imported."
_CHANGED = "The file was changed after it was written: its checksum is another one. Nothing was imported."


def require_whole(file: BinaryIO) -> tuple[Record, Record]:
    """The manifest and the end of a file that is whole and as it was written. Raises NotAnExport.

    Reads all of it once, a line at a time.
    """
    file.seek(0)
    digest = hashlib.sha256()
    first = last = _line(file)
    manifest = _manifest(first)
    while line := _line(file):
        digest.update(last)
        last = line
    end = _loads(last) if last is not first else None
    if end is not None and end.get("kind") == "incomplete":
        raise NotAnExport(f"The export did not finish: {end.get('reason')} Nothing was imported.")
    if end is None or end.get("kind") != "end":
        raise NotAnExport(_CUT_OFF)
    told, seal, checksum = last.rpartition(SEAL)
    digest.update(told)
    if not seal or checksum.rstrip(b"\n") != digest.hexdigest().encode() + b'"}':
        raise NotAnExport(_CHANGED)
    return manifest, end


def records(file: BinaryIO, end: Record) -> Iterator[tuple[int, Record]]:
    """Every record between manifest and end with the number of its line, its fields checked one by one.

    Raises NotAnExport at the first that is wrong, and at the end when there are not as many as the end says.
    """
    file.seek(0)
    _line(file)
    counted: Counter[str] = Counter()
    number = 2
    while line := _line(file):
        record = _loads(line)
        if record is None:
            wrong(number, "it is no record")
        if record.get("kind") == "end":
            break
        _check(number, record)
        counted[record["kind"]] += 1
        yield number, record
        number += 1
    if dict(counted) != end.get("counts"):
        raise NotAnExport("The file does not hold as many records as its last line says. Nothing was imported.")


def wrong(number: int, reason: str) -> NoReturn:
    """Refuse the file for what stands in this line."""
    raise NotAnExport(f"Line {number:,} is wrong: {reason}. Nothing was imported.")


def _manifest(line: bytes) -> Record:
    manifest = _loads(line)
    if manifest is None or manifest.get("kind") != "manifest" or manifest.get("format") != FORMAT:
        raise NotAnExport(_FOREIGN)
    version = manifest.get("version")
    if version != VERSION:
        raise NotAnExport(f"The file has format {version!r}, and this release reads format {VERSION}.")
    if not is_instant(manifest.get("exported_at")):
        raise NotAnExport(_FOREIGN)
    return manifest


def _check(number: int, record: Record) -> None:
    kind = record.get("kind")
    if kind == MONTH:
        _check_month(number, record)
        return
    shape = BY_KIND.get(kind) if isinstance(kind, str) else None
    if shape is None:
        wrong(number, f"it is of a kind that this release does not know ({str(kind)[:40]!r})")
    _check_names(number, shape, record)
    attributes = shape.item.get_attributes()
    for field in record.keys() - {"kind"} - _EXTRA.get(shape.kind, set()):
        check = is_count if field == "expires_at" else check_of(shape.kind, field, attributes.get(field))
        if not check(record[field]):
            wrong(number, f"its field {field!r} holds {str(record[field])[:40]!r}")
    _check_extra(number, record)


def _check_names(number: int, shape: Shape, record: Record) -> None:
    """No field is missing, and none is there that this release does not know: it would be lost without a word."""
    attributes = shape.item.get_attributes()
    needed = [name for name in shape.fields if name != "expires_at" and not _may_be_missing(attributes[name])]
    for field in {*shape.parts, *needed} - record.keys():
        wrong(number, f"its field {field!r} is missing")
    for field in record.keys() - {"kind", *shape.parts, *shape.fields} - _EXTRA.get(shape.kind, set()):
        wrong(number, f"this release does not know its field {field[:40]!r}")


def _may_be_missing(attribute: Attribute[Any]) -> bool:
    return bool(attribute.null) or attribute.default is not None


def _check_extra(number: int, record: Record) -> None:
    days = record.get("gone_by_day", {})
    if not isinstance(days, dict) or not all(day in _DAYS and is_count(gone) for day, gone in days.items()):
        wrong(number, "its field 'gone_by_day' does not hold numbers by day")
    if not is_map({"flags": record.get("flags", "")}) or "|" in record.get("flags", ""):
        wrong(number, "its field 'flags' is no text")


def _check_month(number: int, record: Record) -> None:
    people, days = record.get("by_person"), record.get("by_day")
    if record.keys() != {"kind", "month", "by_person", "by_day"} or not is_month(record["month"]):
        wrong(number, "it is no month")
    if not isinstance(people, dict) or not all(is_person(user) and is_count(done) for user, done in people.items()):
        wrong(number, "its field 'by_person' does not hold numbers by person")
    if not isinstance(days, dict) or not all(day in _DAYS and is_count(done) for day, done in days.items()):
        wrong(number, "its field 'by_day' does not hold numbers by day")


def _line(file: BinaryIO) -> bytes:
    line = file.readline(_LONGEST + 1)
    if len(line) > _LONGEST:
        raise NotAnExport("The file has a line that is longer than any of ours. Nothing was imported.")
    return line


def _loads(line: bytes) -> Record | None:
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
