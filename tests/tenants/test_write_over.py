"""One field is written over what was seen in it: what others did to the rest of the task does not matter."""

from datetime import date

import pytest

from tenants.errors import Conflict, NotAllowed, Refused
from tenants.policy import Priority, Status
from tenants.reads import slices
from tenants.reconcile import reconcile
from tenants.snapshots import TaskSnapshot
from tenants.writes import edits, tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task

WRITTEN = {
    "title": ("Write it down", "Other"),
    "status": ("open", "done"),
    "priority": ("medium", "urgent"),
    "due": ("", "2026-10-01"),
    "assignee": ("", "<bob>"),
    "labels": ("", "docs\nweb"),
}


def stored(cast: Cast, ref: TaskRef) -> TaskSnapshot:
    return slices.task(ACME, cast.bob.user, ref.project, ref.id).task


@pytest.mark.parametrize("field", edits.FIELDS)
def test_a_field_is_written_over_what_was_seen_whatever_else_has_changed(cast: Cast, field: str) -> None:
    ref = a_task(cast.bob, a_project(cast.alice))
    seen, text = (part.replace("<bob>", cast.bob.user) for part in WRITTEN[field])
    assert edits.text_of(stored(cast, ref), field) == seen
    other = "title" if field != "title" else "due"
    edits.write_over(cast.dana, ref, other, {"title": "Danas", "due": "2026-12-24"}[other], WRITTEN[other][0], NOW)
    answer = edits.write_over(cast.bob, ref, field, text, seen, NOW)
    assert answer == stored(cast, ref)
    assert edits.text_of(answer, field) == text
    # Sent twice, it changes nothing; over something else, it tells both.
    assert edits.write_over(cast.bob, ref, field, text, seen, NOW).version == answer.version == 3
    with pytest.raises(Conflict) as told:
        edits.write_over(cast.dana, ref, field, seen or "2026-01-01", "something else", NOW)
    assert [(each.field, each.stored) for each in told.value.differences] == [(field, text)]
    assert reconcile(ACME) == []


def test_nothing_seen_is_not_whatever_was_there(cast: Cast) -> None:
    ref = a_task(cast.bob, a_project(cast.alice), due=date(2026, 10, 1))
    with pytest.raises(Conflict):
        edits.write_over(cast.bob, ref, "due", "2026-10-02", "", NOW)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("title", " "),
        ("status", "gone"),
        ("status", ""),
        ("priority", "hot"),
        ("due", "2026-02-30"),
        ("due", "soon"),
        ("assignee", "somebody"),
        ("labels", "x" * 31),
    ],
)
def test_what_fits_no_field_is_refused_by_its_name(cast: Cast, field: str, text: str) -> None:
    ref = a_task(cast.bob, a_project(cast.alice))
    with pytest.raises(Refused) as refusal:
        edits.write_over(cast.bob, ref, field, text, WRITTEN[field][0], NOW)
    assert refusal.value.field == field
    assert stored(cast, ref).version == 1


def test_a_viewer_writes_over_nothing(cast: Cast) -> None:
    ref = a_task(cast.bob, a_project(cast.alice))
    with pytest.raises(NotAllowed):
        edits.write_over(cast.vic, ref, "priority", Priority.LOW, Priority.MEDIUM, NOW)


def test_a_status_that_is_written_over_counts_like_its_button(cast: Cast) -> None:
    ref = a_task(cast.bob, a_project(cast.alice))
    done = edits.write_over(cast.bob, ref, "status", Status.DONE, Status.OPEN, NOW)
    assert (done.completed_by, done.completed_at) == (cast.bob.user, NOW)
    tasks.reopen(cast.dana, ref, NOW)
    with pytest.raises(Conflict):
        edits.write_over(cast.bob, ref, "status", Status.DOING, Status.DONE, NOW)
    assert reconcile(ACME) == []
