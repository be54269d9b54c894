"""Files that are not whole, not ours, or not as they were written: refused before anything is written."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenants.errors import AlreadyTaken, LimitReached, NotFound, Refused
from tenants.exports.checks import NotAnExport
from tenants.exports.restoring import restore
from tenants.exports.writing import incomplete
from tenants.policy import Plan
from tenants.writes import details, tasks
from tenants.writes.orgs import set_plan
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task
from tests.tenants.exporting import COPY, Record, exported, records, restored, signed
from tests.tenants.partition import raw


@pytest.fixture
def file(cast: Cast) -> bytes:
    """A small export with most kinds of records in it."""
    project = a_project(cast.alice)
    done = a_task(cast.bob, project, title="Done", assignee=cast.bob.user)
    tasks.complete(cast.bob, done, NOW)
    details.comment(cast.bob, a_task(cast.bob, project), "A comment", "0" * 10, NOW)
    return exported(cast)


def refuse(cast: Cast, data: bytes, said: str) -> None:
    with pytest.raises(NotAnExport, match=said) as raised:
        restored(cast, data)
    assert str(raised.value).endswith(".")
    assert raw(COPY) == {}


def test_the_file_itself_is_taken(cast: Cast, file: bytes) -> None:
    assert restored(cast, file).tasks == 2


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"Dear colleagues\n", b"\x00\xff\xfe", b'{"id": "1", "name": "A board"}', b"[]\n[]\n", b"name,title\r\n", b"[" * 100_000],
    ids=["empty", "blank", "letter", "bytes", "board", "lists", "csv", "deep"],
)  # fmt: skip
def test_a_foreign_file_is_refused_as_foreign(cast: Cast, data: bytes) -> None:
    refuse(cast, data, "This is no export of an organisation")


def test_a_file_cut_off_after_any_line_or_in_any_line_is_refused_as_cut_off(cast: Cast, file: bytes) -> None:
    lines = file.splitlines(keepends=True)
    for number in range(1, len(lines)):
        refuse(cast, b"".join(lines[:number]), "The file is cut off")
        refuse(cast, b"".join(lines[:number]) + lines[number][: len(lines[number]) // 2], "The file is cut off")


def test_a_file_whose_lines_change_places_is_refused_as_changed(cast: Cast, file: bytes) -> None:
    lines = file.splitlines(keepends=True)
    lines[1], lines[2] = lines[2], lines[1]
    refuse(cast, b"".join(lines), "The file was changed after it was written")


def test_a_file_with_a_line_taken_out_or_put_in_twice_is_refused_as_changed(cast: Cast, file: bytes) -> None:
    lines = file.splitlines(keepends=True)
    refuse(cast, b"".join(lines[:2] + lines[3:]), "The file was changed")
    refuse(cast, b"".join(lines[:3] + lines[2:]), "The file was changed")
    refuse(cast, b"".join(lines[:-1] + lines[-1:] * 2), "The file was changed")
    refuse(cast, file.replace(b"\n", b"\r\n"), "The file was changed")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_a_file_with_any_byte_changed_is_refused(cast: Cast, file: bytes, where: int, byte: int) -> None:
    at = where % (len(file) - 1)
    changed = file[:at] + bytes([byte]) + file[at + 1 :]
    if changed != file:
        with pytest.raises(NotAnExport):
            restored(cast, changed)
        assert raw(COPY) == {}


def test_an_export_that_did_not_finish_says_why(cast: Cast, file: bytes) -> None:
    lines = file.splitlines(keepends=True)
    refuse(cast, b"".join(lines[:4]) + incomplete("The database was away."), "did not finish: The database was away.")


def test_a_file_of_a_newer_release_is_refused_as_such(cast: Cast, file: bytes) -> None:
    refuse(cast, file.replace(b'"version":1', b'"version":2', 1), "The file has format 2")


Change = Callable[[list[Record]], object]


def first(told: list[Record], kind: str, **fields: Any) -> Record:
    return next(r for r in told if r["kind"] == kind and fields.items() <= r.items())


FORGED: dict[str, tuple[Change, str]] = {
    "an unknown kind": (lambda told: told.insert(1, {"kind": "webhook"}), "does not know .'webhook'"),
    "no kind": (lambda told: told.insert(1, {"id": "x"}), "does not know"),
    "an unknown field": (lambda told: first(told, "task").update(colour="red"), "does not know its field 'colour'"),
    "a missing field": (lambda told: first(told, "task").pop("title"), "field 'title' is missing"),
    "a missing id": (lambda told: first(told, "task").pop("id"), "field 'id' is missing"),
    "a key in an id": (lambda told: first(told, "task").update(id="0#TASK#1"), "'id' holds '0#TASK#1'"),
    "a key in a person": (lambda told: first(told, "task", status="done").update(completed_by="x#y"), "'completed_by'"),
    "a number for a title": (lambda told: first(told, "task").update(title=7), "'title' holds '7'"),
    "an empty title": (lambda told: first(told, "task").update(title=""), "'title'"),
    "a long title": (lambda told: first(told, "project").update(title="x" * 201), "'title'"),
    "a control character": (lambda told: first(told, "task").update(title="a\u0007b"), "'title'"),
    "a status": (lambda told: first(told, "task").update(status="won"), "'status' holds 'won'"),
    "a day": (lambda told: first(told, "task").update(due="2026-02-30"), "'due'"),
    "another spelling of a day": (lambda told: first(told, "task").update(due="20260201"), "'due'"),
    "an instant": (lambda told: first(told, "project").update(created_at="2026-09-15T10:00:00Z"), "'created_at'"),
    "a number": (lambda told: first(told, "project").update(gone=-1), "'gone'"),
    "yes for a number": (lambda told: first(told, "project").update(gone=True), "'gone'"),
    "nothing": (lambda told: first(told, "project").update(created_by=None), "'created_by'"),
    "a state": (lambda told: first(told, "project").update(state="deleting"), "'state' holds 'deleting'"),
    "a zone": (lambda told: first(told, "organisation").update(zone="Nowhere"), "'zone'"),
    "a role": (lambda told: first(told, "person").update(role="god"), "'role'"),
    "flags": (lambda told: first(told, "person").update(flags="a|b"), "'flags'"),
    "a day of a month": (lambda told: first(told, "month").update(by_day={"32": 1}), "'by_day'"),
    "a person of a month": (lambda told: first(told, "month").update(by_person={"": 1}), "'by_person'"),
    "a task twice": (lambda told: told.insert(4, first(told, "task")), "told of this before"),
    "a person twice": (lambda told: told.insert(-1, first(told, "person")), "told of this before"),
    "a project twice": (lambda told: told.insert(4, first(told, "project")), "told of this before"),
    "a task of no project": (lambda told: first(told, "task").update(project="0" * 16), "has not told of"),
    "a task before its project": (lambda told: told.insert(1, told.pop(told.index(first(told, "task")))), "not told of"),
    "an archived task of no project": (
        lambda told: told.insert(1, first(told, "task", status="done") | {"kind": "archived-task", "project": "0" * 16, "id": "0" * 16}),
        "does not tell of",
    ),
    "an open task that is completed": (lambda told: first(told, "task", status="open").update(completed_day="2026-09-01"), "completed and not done"),
    "work of the future": (lambda told: first(told, "task", status="done").update(completed_day="2026-10-01"), "still to come"),
    "an archived task that is open": (
        lambda told: told.insert(-1, first(told, "task", status="open") | {"kind": "archived-task", "id": "0" * 16}),
        "archived and not done",
    ),
    "no organisation": (lambda told: told.remove(first(told, "organisation")), "the organisation itself"),
    "two people of one address": (lambda told: [r.update(email="bob@example.org") for r in told if r["kind"] == "person"], "same address"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_a_file_that_was_forged_with_the_right_checksum_is_refused(cast: Cast, file: bytes, name: str) -> None:
    forge, said = FORGED[name]
    told = records(file)
    forge(told)
    refuse(cast, signed(told), said)


def test_a_file_with_the_wrong_number_of_records_is_refused(cast: Cast, file: bytes) -> None:
    counts = records(file)[-1]["counts"]
    refuse(cast, signed(records(file), counts=counts | {"task": 3}), "as many records")
    refuse(cast, signed(records(file), counts=None), "as many records")


def test_a_line_without_end_is_refused_without_reading_it_all(cast: Cast, file: bytes) -> None:
    lines = file.splitlines(keepends=True)
    refuse(cast, lines[0] + b'{"kind": "' + b"x" * 5_000_000 + b'"}\n' + lines[-1], "longer than any of ours")


def test_an_id_that_is_taken_reserved_or_no_id_is_refused(cast: Cast, file: bytes) -> None:
    for org in (ACME, OTHER):
        with pytest.raises(AlreadyTaken, match="taken"):
            restored(cast, file, org)
    for org in ("ab", "Acme", "acme#1", "admin"):
        with pytest.raises(Refused, match="An id has 3 to 40 characters"):
            restored(cast, file, org)
    with pytest.raises(NotFound, match="no such account"):
        restore(io.BytesIO(file), COPY, "0" * 10, NOW)
    assert raw(COPY) == {}


def test_more_projects_than_the_plan_holds_are_refused_whole_and_a_larger_plan_takes_them(cast: Cast) -> None:
    set_plan(ACME, Plan.PRO)
    for number in range(11):
        a_project(cast.alice, title=f"Project {number}")
    data = exported(cast)
    with pytest.raises(LimitReached, match="The file holds 11 live projects and the free plan 10"):
        restored(cast, data, plan=Plan.FREE)
    assert raw(COPY) == {}
    assert restored(cast, data).projects == 11
