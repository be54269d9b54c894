"""A task's description, labels, comments and history."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants import deadline, ids, keys, meter, store
from tenants.errors import BadCursor, Conflict, Difference, NotAllowed, NotFound, Refused
from tenants.items import Event, Log, Note, Sent, Task, Text
from tenants.policy import Priority, Role, Status
from tenants.reads import history
from tenants.reads import task as reads
from tenants.reads.board import board
from tenants.reads.task import TaskInFull
from tenants.text import many_lines
from tenants.writes import details, edits, orgs, tasks
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, rename_project
from tests.faults import Fault, transactions_meet
from tests.tenants.partition import set_raw
from tests.truth import assert_exact

LATER = NOW + timedelta(minutes=1)


def full(cast: Cast, ref: TaskRef, after: str = "") -> TaskInFull:
    return reads.task(ref.org, cast.vic.user, ref.project, ref.id, after)


def a_comment(actor: Actor, ref: TaskRef, text: str = "Done?", now: datetime = NOW) -> str:
    return details.comment(actor, ref, text, ids.new_note_token(), now)


def left_of(ref: TaskRef) -> list[str]:
    return [item.sk for item in store.walk("test", keys.org_pk(ref.org), prefix=keys.details_prefix(ref.id))]


# --- description --------------------------------------------------------------------------------


def test_a_description_is_kept_line_by_line(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    assert (full(cast, ref).description, full(cast, ref).revision) == ("", "")
    revision = details.describe(cast.bob, ref, "\n  First:\r\nsecond \u202e\x00\n\n\tthird\n\n", "", NOW)
    assert full(cast, ref).description == "  First:\nsecond\n\n\tthird"
    assert full(cast, ref).revision == revision != ""
    assert full(cast, ref).task.version == 1, "an edit of the title that is under way is not stale by it"


def test_an_empty_description_is_no_item_at_all(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    revision = details.describe(cast.bob, ref, "Text", "", NOW)
    assert details.describe(cast.bob, ref, " \n\u200b\n", revision, NOW) == ""
    assert store.get("test", Text, keys.text(ACME, ref.id)) is None
    assert details.describe(cast.bob, ref, "Again", "", NOW) not in {"", revision}


def test_of_two_who_describe_a_task_the_second_is_shown_both_texts(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    details.describe(cast.bob, ref, "Bob's", "", NOW)
    with pytest.raises(Conflict) as refused:
        details.describe(cast.dana, ref, "Dana's", "", NOW)
    assert refused.value.differences == (Difference("description", "Bob's", "Dana's"),)
    assert full(cast, ref).description == "Bob's"
    details.describe(cast.dana, ref, "Bob's", "", NOW)  # the same text is no conflict


def test_a_description_changed_between_reading_and_writing_is_not_overwritten(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    first = details.describe(cast.bob, ref, "Old", "", NOW)
    for text in ("New", ""):
        dana = partial(details.describe, cast.dana, ref, "Dana's", first, NOW)
        with transactions_meet([dana]), pytest.raises(Conflict):
            details.describe(cast.bob, ref, text, first, NOW)
        assert full(cast, ref).description == "Dana's"
        first = details.describe(cast.bob, ref, "Old", full(cast, ref).revision, NOW)


def test_a_description_that_an_import_wrote_can_be_changed(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    Text.at(keys.text(ACME, ref.id), text="Imported").save()
    seen = full(cast, ref).revision
    assert seen
    details.describe(cast.bob, ref, "Ours", seen, NOW)
    with pytest.raises(Conflict):
        details.describe(cast.dana, ref, "Hers", seen, NOW)


def test_the_longest_description_is_taken_whatever_it_is_written_in_and_a_longer_one_refused(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    longest = "𝄢" * 20_000
    details.describe(cast.bob, ref, longest, "", NOW)
    assert full(cast, ref).description == longest
    with pytest.raises(Refused, match="20,001") as refused:
        details.describe(cast.bob, ref, longest + "x", full(cast, ref).revision, NOW)
    assert refused.value.field == "description"


@given(st.text(st.characters()))
def test_a_clean_text_stays_as_it_is_and_can_be_stored(text: str) -> None:
    clean = many_lines(text)
    assert many_lines(clean) == clean
    assert not set(clean) & {"\r", "\x00", "\u2028", "\ufeff"}
    clean.encode()


# --- labels -------------------------------------------------------------------------------------


def test_labels_are_cleaned_kept_once_and_shown_in_order(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    typed = ["#CI", " needs\nreview ", "ci", "", "\u200b", "naïve"]
    assert edits.label(cast.bob, ref, typed, NOW).labels == ("CI", "needs review", "naïve")
    assert full(cast, ref).task.labels == ("CI", "needs review", "naïve")
    assert board(ACME, cast.vic.user, ref.project, NOW).tasks[0].labels == ("CI", "needs review", "naïve")
    assert edits.label(cast.bob, ref, [], NOW).labels == ()
    stored = store.get("test", Task, keys.task(ACME, ref.project, ref.id))
    assert stored is not None
    assert "labels" not in stored.to_simple_dict()


@pytest.mark.parametrize("labels", [["x" * 31], [str(number) for number in range(11)]], ids=["long", "many"])
def test_labels_beyond_the_limit_are_refused(cast: Cast, labels: list[str]) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with pytest.raises(Refused) as refused:
        edits.label(cast.bob, ref, labels, NOW)
    assert refused.value.field == "labels"
    assert len(edits.label(cast.bob, ref, [f"{number:030d}" for number in range(10)], NOW).labels) == 10


def test_a_task_is_made_and_edited_with_labels_in_the_same_transaction_as_all_else(cast: Cast) -> None:
    project = a_project(cast.alice)
    fields = TaskFields("Title", labels=("#CI", "ci", "ui"))
    ref = tasks.create(cast.bob, ACME, project, fields, ids.new_task_id(NOW), NOW)
    assert full(cast, ref).task.labels == ("CI", "ui")
    assert dict(full(cast, ref).steps[0].after)["labels"] == "CI\nui"
    assert edits.edit(cast.bob, ref, TaskFields("Other"), 1, NOW).labels == ("CI", "ui"), "not named, not touched"
    assert edits.edit(cast.bob, ref, TaskFields("Other", labels=()), 2, NOW).labels == ()
    with pytest.raises(Refused) as refused:
        tasks.create(cast.bob, ACME, project, TaskFields("Title", labels=("x" * 31,)), ids.new_task_id(NOW), NOW)
    assert refused.value.field == "labels"


def test_labels_survive_every_other_action(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    edits.label(cast.bob, ref, ["ci"], NOW)
    for act in (tasks.start, tasks.complete, tasks.reopen):
        assert act(cast.bob, ref, NOW).labels == ("ci",)
    version = full(cast, ref).task.version
    assert edits.edit(cast.bob, ref, TaskFields("Other"), version, NOW).labels == ("ci",)


# --- edits of one field --------------------------------------------------------------------------

ONE_FIELD: dict[str, Callable[[Actor, TaskRef, int | None], object]] = {
    "title": lambda actor, ref, version: edits.retitle(actor, ref, "Another", NOW, version),
    "priority": lambda actor, ref, version: edits.prioritise(actor, ref, Priority.URGENT, NOW, version),
    "due": lambda actor, ref, version: edits.schedule(actor, ref, date(2026, 12, 24), NOW, version),
    "assignee": lambda actor, ref, version: edits.assign(actor, ref, actor.user, NOW, version),
    "labels": lambda actor, ref, version: edits.label(actor, ref, ["ci", "ui"], NOW, version),
}


@pytest.mark.parametrize("field", ONE_FIELD)
def test_a_change_of_one_field_changes_it_alone_and_a_stale_one_tells_both_values(cast: Cast, field: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), title="Before", priority=Priority.LOW)
    tasks.start(cast.dana, ref, NOW)
    with pytest.raises(Conflict) as refused:
        ONE_FIELD[field](cast.bob, ref, 1)
    (difference,) = refused.value.differences
    assert difference.field == field
    assert difference.stored == {"title": "Before", "priority": "low"}.get(field, "")
    before = full(cast, ref).task
    for version in (2, None):
        ONE_FIELD[field](cast.bob, ref, version)
    after = full(cast, ref).task
    assert after.version == 3, "the second one had nothing to change"
    changed = {name for name in before.__slots__ if getattr(before, name) != getattr(after, name)}
    assert changed == {field, "version"}
    assert_exact(ACME)


def test_two_who_edit_a_task_at_once_are_told_of_each_field_in_which_they_differ(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), title="Before")
    edits.edit(cast.dana, ref, TaskFields("Dana's", Priority.HIGH, date(2026, 10, 1), cast.dana.user), 1, NOW)
    with pytest.raises(Conflict) as refused:
        edits.edit(cast.bob, ref, TaskFields("Bob's", Priority.HIGH), 1, NOW)
    assert refused.value.differences == (
        Difference("title", "Dana's", "Bob's"),
        Difference("due", "2026-10-01", ""),
        Difference("assignee", cast.dana.user, ""),
    )


# --- comments -----------------------------------------------------------------------------------


def test_comments_are_shown_newest_first_under_the_name_that_the_writer_had(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    first = a_comment(cast.bob, ref, "One\n\ntwo")
    second = a_comment(cast.dana, ref, "Three", LATER)
    one, other = full(cast, ref).comments[::-1]
    assert (one.id, one.at, one.user, one.name, one.text) == (first, NOW, cast.bob.user, "Bob", "One\n\ntwo")
    assert (other.id, other.at, other.name) == (second, LATER, "Dana")
    assert ids.NOTE_ID.fullmatch(first)


def test_a_comments_form_that_is_sent_twice_comments_once(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    token = ids.new_note_token()
    first = details.comment(cast.bob, ref, "Done?", token, NOW)
    a_comment(cast.dana, ref, "Yes", LATER)
    assert details.comment(cast.bob, ref, "Done?", token, LATER + timedelta(seconds=9)) == first
    assert [comment.text for comment in full(cast, ref).comments] == ["Yes", "Done?"]
    events = [event.action for event in history.activity(ACME, cast.vic.user, None, NOW).events]
    assert events.count("task-commented") == 2


@pytest.mark.parametrize("fault", [Fault.LOST_AFTER, Fault.LOST_BEFORE, Fault.CONFLICT, Fault.SERVER_FAULT])
def test_a_comment_whose_answer_is_lost_is_written_once(cast: Cast, fault: Fault) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with transactions_meet([fault]):
        a_comment(cast.bob, ref)
    assert len(full(cast, ref).comments) == 1
    with transactions_meet([fault]):
        details.delete_comment(cast.bob, ref, full(cast, ref).comments[0].id, NOW)
    assert full(cast, ref).comments == ()
    with transactions_meet([fault]):
        details.describe(cast.bob, ref, "Text", "", NOW)
    assert full(cast, ref).description == "Text"
    assert [step.action for step in full(cast, ref).steps].count("task-described") == 1


@pytest.mark.parametrize("text", ["", " \n ", "\u200b", "x" * 5_001], ids=["empty", "blank", "invisible", "long"])
def test_an_unfit_comment_is_refused(cast: Cast, text: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with pytest.raises(Refused) as refused:
        a_comment(cast.bob, ref, text)
    assert refused.value.field == "comment"
    assert full(cast, ref).comments == ()


@pytest.mark.parametrize("token", ["", "x#y", "0" * 11, "0123456789\n", "../../etc/p", "ABCDEFGHJK"])
def test_a_token_that_was_not_drawn_here_never_reaches_a_key(cast: Cast, token: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    before = left_of(ref)
    with pytest.raises(Refused):
        details.comment(cast.bob, ref, "Done?", token, NOW)
    with pytest.raises(NotFound):
        details.delete_comment(cast.bob, ref, f"2026-09-15T10:00:00.000000Z.{token}", NOW)
    assert left_of(ref) == before


@pytest.mark.parametrize(
    ("role", "may"), [(Role.OWNER, True), (Role.ADMIN, True), (Role.MEMBER, False), (Role.VIEWER, False)]
)
def test_ones_own_comment_and_as_admin_anybodys_can_be_deleted(cast: Cast, role: Role, may: bool) -> None:  # noqa: FBT001 - a case of the table
    ref = a_task(cast.alice, a_project(cast.alice))
    other = orgs_member(cast)
    note = a_comment(other, ref)
    if may:
        details.delete_comment(cast.playing(role), ref, note, NOW)
        with pytest.raises(NotFound):
            details.delete_comment(cast.playing(role), ref, note, NOW)
    else:
        with pytest.raises(NotAllowed):
            details.delete_comment(cast.playing(role), ref, note, NOW)
        details.delete_comment(other, ref, note, NOW)
    assert full(cast, ref).comments == ()
    assert full(cast, ref).steps[0].action in {"comment-deleted", "task-created"}


def orgs_member(cast: Cast) -> Actor:
    actor = Actor(cast.charlie.user)
    orgs.join(cast.alice, ACME, actor.user, Role.MEMBER, NOW)
    return actor


def test_an_admin_who_is_one_no_more_when_it_comes_to_writing_deletes_nobodys_comment(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    note = a_comment(cast.bob, ref)

    def demote() -> None:
        set_raw(keys.membership(ACME, cast.dana.user), "role", {"S": "member"})
        packed = {user: {"S": f"member||{user}"} for user in (cast.bob.user, cast.dana.user)}
        set_raw(keys.metadata(ACME), "people", {"M": packed})

    with transactions_meet([demote]), pytest.raises(NotAllowed):
        details.delete_comment(cast.dana, ref, note, NOW)
    assert len(reads.task(ACME, cast.bob.user, ref.project, ref.id).comments) == 1


def test_a_comment_that_its_writer_deletes_while_an_admin_does_is_deleted_once(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    note = a_comment(cast.bob, ref)
    with transactions_meet([lambda: details.delete_comment(cast.dana, ref, note, NOW)]):
        details.delete_comment(cast.bob, ref, note, NOW)
    assert [step.action for step in full(cast, ref).steps].count("comment-deleted") == 1


# --- history ------------------------------------------------------------------------------------


def test_the_history_tells_who_did_what_and_both_values_of_each_field(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), title="Before", assignee=cast.bob.user)
    second = timedelta(seconds=1)
    fields = TaskFields("After", Priority.URGENT, date(2026, 12, 24), cast.dana.user)
    tasks.edit(cast.dana, ref, fields, 1, NOW + second)
    edits.label(cast.bob, ref, ["ci", "ui"], NOW + 2 * second)
    tasks.complete(cast.bob, ref, NOW + 3 * second)
    tasks.reopen(cast.dana, ref, NOW + 4 * second)
    details.describe(cast.dana, ref, "Text", "", NOW + 5 * second)
    edits.assign(cast.dana, ref, None, NOW + 6 * second)
    told = [(step.actor, step.action, dict(step.before), dict(step.after)) for step in full(cast, ref).steps][::-1]
    assert told == [
        (
            "Alice",
            "task-created",
            {},
            {"title": "Before", "status": "open", "priority": "medium", "assignee": "Bob", "project": "Launch"},
        ),
        (
            "Dana",
            "task-edited",
            {"title": "Before", "priority": "medium", "assignee": "Bob"},
            {"title": "After", "priority": "urgent", "due": "2026-12-24", "assignee": "Dana"},
        ),
        ("Bob", "task-labelled", {}, {"labels": "ci\nui"}),
        ("Bob", "task-completed", {"status": "open"}, {"status": "done"}),
        ("Dana", "task-reopened", {"status": "done"}, {"status": "open"}),
        ("Dana", "task-described", {}, {}),
        ("Dana", "task-edited", {"assignee": "Dana"}, {}),
    ]


@pytest.mark.parametrize("fault", [Fault.NONE, Fault.LOST_AFTER, Fault.CONFLICT])
def test_every_action_is_told_once_in_the_month_and_once_in_the_tasks_own_history(cast: Cast, fault: Fault) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    for number, act in enumerate((tasks.start, tasks.stop, tasks.complete, tasks.reopen)):
        with transactions_meet([fault]):
            act(cast.bob, ref, NOW + timedelta(seconds=number + 1))
    steps = [(step.at, step.action) for step in full(cast, ref).steps]
    events = [
        (event.at, event.action) for event in history.activity(ACME, cast.vic.user, None, NOW).events if event.task
    ]
    assert steps == events
    assert len(steps) == 5


def test_the_history_is_of_no_other_task_and_of_no_other_organisation(cast: Cast) -> None:
    project = a_project(cast.alice)
    one, other = a_task(cast.alice, project), a_task(cast.alice, project)
    a_comment(cast.bob, one)
    details.describe(cast.bob, one, "Text", "", NOW)
    read = full(cast, other)
    assert (read.comments, read.description, len(read.steps)) == ((), "", 1)
    for org, user in ((ACME, cast.charlie.user), (OTHER, cast.charlie.user), (OTHER, cast.alice.user)):
        with pytest.raises(NotFound):
            reads.task(org, user, one.project, one.id)
    with pytest.raises(NotFound):
        reads.task(ACME, cast.alice.user, a_project(cast.alice, title="Another"), one.id)


# --- paging -------------------------------------------------------------------------------------


def _walk(cast: Cast, ref: TaskRef, between: Callable[[], object] = lambda: None) -> list[str]:
    seen, after = [], ""
    for _ in range(60):
        read = full(cast, ref, after)
        seen += [comment.id for comment in read.comments]
        seen += [step.id for step in read.steps]
        assert read.description == "Text", "on every page"
        after = read.next_cursor
        if not after:
            return seen
        between()
    raise AssertionError("it never ends")


@pytest.mark.parametrize("size", [1, 3, 50])
def test_walking_comments_and_history_shows_each_once_though_others_come_and_go(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    details.describe(cast.bob, ref, "Text", "", NOW)
    notes = [a_comment(cast.bob, ref, str(number), NOW + timedelta(seconds=number)) for number in range(6)]
    whole = _walk(cast, ref)
    assert len(whole) == 8
    assert whole[:6] == notes[::-1]
    monkeypatch.setattr(reads, "TOLD_PAGE", size)
    assert _walk(cast, ref) == whole
    doomed = list(notes)

    def others_come_and_go() -> None:
        a_comment(cast.dana, ref, "New", LATER)
        if doomed:
            details.delete_comment(cast.dana, ref, doomed.pop(), LATER)

    seen = _walk(cast, ref, others_come_and_go)
    assert len(set(seen)) == len(seen)
    assert set(whole) - set(notes) <= set(seen)
    assert [each for each in seen if each in doomed] == doomed[::-1], "what was there all along is shown, in order"


def test_a_cursor_of_one_tasks_history_opens_no_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    project = a_project(cast.alice)
    one, other = a_task(cast.alice, project), a_task(cast.alice, project)
    monkeypatch.setattr(reads, "TOLD_PAGE", 1)
    a_comment(cast.bob, one)
    after = full(cast, one).next_cursor
    assert after
    with pytest.raises(BadCursor):
        full(cast, other, after)


def test_a_page_of_the_longest_comments_is_two_requests_and_the_walk_ends(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    details.describe(cast.bob, ref, "Text", "", NOW)
    with Note.batch_write() as batch:
        for number in range(60):
            key = keys.note(ACME, ref.id, f"2026-09-16T10:00:00.{number:06d}Z", "0" * 10)
            batch.save(Note.at(key, text="𝄢" * 5_000, actor=cast.bob.user, actor_name="𝄢" * 60))
    with meter.record() as calls:
        assert len(full(cast, ref).comments) >= 48
    assert [call.operation for call in calls] == ["BatchGetItem", "Query"]
    assert len(_walk(cast, ref)) == 62


# --- deleting -----------------------------------------------------------------------------------


def test_nothing_is_left_of_a_deleted_task_but_its_place_in_the_activity(cast: Cast) -> None:
    project = a_project(cast.alice)
    ref, other = a_task(cast.alice, project), a_task(cast.alice, project)
    details.describe(cast.bob, ref, "Text", "", NOW)
    a_comment(cast.bob, ref)
    a_comment(cast.bob, other)
    tasks.delete(cast.bob, ref, NOW)
    assert left_of(ref) == []
    assert len(left_of(other)) == 3
    events = store.walk("test", keys.org_pk(ACME), prefix=keys.event_prefix("2026-09"))
    assert [event.action for event in events if isinstance(event, Event)].count("task-deleted") == 1
    assert_exact(ACME)


def test_a_deletion_in_a_hurry_leaves_the_sweeping_to_others_and_succeeds(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    details.describe(cast.bob, ref, "Text", "", NOW)
    with deadline.within(1.0):
        tasks.delete(cast.bob, ref, NOW)
    assert store.get("test", Task, keys.task(ACME, ref.project, ref.id)) is None
    assert [sk.split("#")[2] for sk in left_of(ref)] == ["LOG", "LOG"], "the description goes with the task itself"


WHILE_DELETED: dict[str, Callable[[Actor, TaskRef], object]] = {
    "describe": lambda actor, ref: details.describe(actor, ref, "Text", "", NOW),
    "comment": a_comment,
    "label": lambda actor, ref: edits.label(actor, ref, ["ci"], NOW),
    "complete": lambda actor, ref: tasks.complete(actor, ref, NOW),
}


@pytest.mark.parametrize("name", WHILE_DELETED)
def test_nothing_is_born_behind_a_deletion(cast: Cast, name: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with transactions_meet([lambda: tasks.delete(cast.dana, ref, NOW)]), pytest.raises(NotFound):
        WHILE_DELETED[name](cast.bob, ref)
    assert left_of(ref) == []


def test_a_description_written_while_its_task_is_deleted_goes_with_it(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with transactions_meet([lambda: details.describe(cast.dana, ref, "Text", "", NOW)]):
        tasks.delete(cast.bob, ref, NOW)
    assert left_of(ref) == []


# --- rights -------------------------------------------------------------------------------------

NEEDS_A_MEMBER: dict[str, Callable[[Actor, TaskRef], object]] = {
    "describe": lambda actor, ref: details.describe(actor, ref, "Text", "", NOW),
    "comment": a_comment,
    "label": lambda actor, ref: edits.label(actor, ref, ["ci"], NOW),
    "retitle": lambda actor, ref: edits.retitle(actor, ref, "x", NOW),
}


@pytest.mark.parametrize("name", NEEDS_A_MEMBER)
def test_a_viewer_is_refused_and_a_stranger_finds_nothing(cast: Cast, name: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    before = left_of(ref)
    with pytest.raises(NotAllowed):
        NEEDS_A_MEMBER[name](cast.vic, ref)
    with pytest.raises(NotFound):
        NEEDS_A_MEMBER[name](cast.charlie, ref)
    with pytest.raises(NotFound):
        NEEDS_A_MEMBER[name](cast.charlie, TaskRef(OTHER, ref.project, ref.id))
    assert left_of(ref) == before


def test_what_hangs_on_a_task_is_read_back_in_its_own_class(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    details.describe(cast.bob, ref, "Text", "", NOW)
    a_comment(cast.bob, ref)
    found = store.walk("test", keys.org_pk(ACME), prefix=keys.details_prefix(ref.id))
    assert [type(item) for item in found] == [Log, Log, Note, Sent, Text]


def test_a_rename_of_the_project_is_not_told_as_a_change_of_the_task(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    rename_project(cast.alice, ACME, ref.project, "Renamed", NOW)
    tasks.start(cast.bob, ref, LATER)
    assert dict(full(cast, ref).steps[0].after) == {"status": Status.DOING}
