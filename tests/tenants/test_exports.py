"""A whole organisation as a file, and a file as a new organisation that is equal."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tenants import clock, ids, items, keys, meter, store
from tenants.boards.choices import choice_id
from tenants.errors import Conflict, LimitReached, NotAllowed, NotFound
from tenants.exports.shapes import BY_ITEM, NOT_TOLD, SHAPES
from tenants.exports.writing import export
from tenants.imports import memory, run_import
from tenants.items import Base, Task
from tenants.mover.finished import archive_done
from tenants.policy import Priority, Role
from tenants.reads import history, home, months
from tenants.reads.dashboard import dashboard
from tenants.reads.project import settings as settings_of
from tenants.reconcile import reconcile
from tenants.writes import details, project_life, projects, tasks
from tenants.writes.edits import label
from tenants.writes.ground import Actor
from tenants.writes.project_edits import edit
from tenants.writes.projects import ProjectFields
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, PASSWORD, Cast, a_project, a_task, rename_project
from tests.inviting import by_mail
from tests.tenants.boards_to_import import of_every_kind
from tests.tenants.exporting import COPY, exported, facts, of_kind, records, restored
from tests.tenants.moving import a_busy_project, board, ref_of, rewinder
from tests.tenants.partition import put_raw, raw, set_raw
from tests.truth import assert_exact

TITLES = ("Write it down", "=1+1", "Zürich — 東京 👩‍👩‍👧", "עברית", '"quoted", \\ and {braces}', "x" * 200)

MONTHS = ("2026-07", "2026-08", "2026-09")


class Story:
    """Writes of every kind, drawn by number, over the product's own doors."""

    def __init__(self, cast: Cast) -> None:
        self.people = (cast.alice, cast.dana, cast.bob)
        self.now = NOW - timedelta(days=70)
        self.projects: list[str] = []
        self.tasks: list[TaskRef] = []

    def happen(self, what: int, who: int, which: int) -> None:
        self.now += timedelta(hours=1 + which % 40)
        actor = self.people[who % 3]
        acts = (
            self.a_project, self.a_task, self.a_task, self.a_task, self.complete, self.complete, self.reopen, self.start,
            self.delete, self.describe, self.comment, self.label, self.rename, self.edit, self.archive, self.restore, self.put_away,
        )  # fmt: skip
        with suppress(NotFound, LimitReached):
            acts[what % len(acts)](actor, which)

    def a_project(self, actor: Actor, which: int) -> None:
        self.projects.append(a_project(actor, title=TITLES[which % 6], now=self.now))

    def a_task(self, actor: Actor, which: int) -> None:
        if self.projects:
            due = date(2026, 9, 1 + which % 30) if which % 3 else None
            assignee = self.people[which % 3].user if which % 2 else None
            project = self.projects[which % len(self.projects)]
            title, priority = TITLES[which % 6], list(Priority)[which % 4]
            ref = a_task(actor, project, title=title, priority=priority, due=due, assignee=assignee, now=self.now)
            self.tasks.append(ref)

    def on(self, which: int) -> TaskRef:
        if not self.tasks:
            raise NotFound
        return self.tasks[which % len(self.tasks)]

    def complete(self, actor: Actor, which: int) -> None:
        tasks.complete(actor, self.on(which), self.now)

    def reopen(self, actor: Actor, which: int) -> None:
        tasks.reopen(actor, self.on(which), self.now)

    def start(self, actor: Actor, which: int) -> None:
        tasks.start(actor, self.on(which), self.now)

    def delete(self, actor: Actor, which: int) -> None:
        tasks.delete(actor, self.on(which), self.now)

    def describe(self, actor: Actor, which: int) -> None:
        text = store.get("task", items.Text, keys.text(ACME, self.on(which).id))
        details.describe(actor, self.on(which), f"Line\n\tone {which}\u00e9", details.revision_of(text), self.now)

    def comment(self, actor: Actor, which: int) -> None:
        details.comment(actor, self.on(which), f"Well:\n{TITLES[which % 6]}", ids.new_note_token(), self.now)

    def label(self, actor: Actor, which: int) -> None:
        label(actor, self.on(which), ("one", f"no {which}"), self.now)

    def rename(self, actor: Actor, which: int) -> None:
        if self.projects:
            project = self.projects[which % len(self.projects)]
            rename_project(actor, ACME, project, TITLES[(which + 1) % 6], self.now)

    def edit(self, actor: Actor, which: int) -> None:
        if self.projects:
            project = self.projects[which % len(self.projects)]
            stands = settings_of(ACME, actor.user, project)
            lead, due = self.people[which % 3].user, date(2026, 9, 1 + which % 30)
            fields = ProjectFields(stands.title, TITLES[which % 6], lead if which % 2 else None, None, due)
            edit(actor, ACME, project, fields, stands.details.version, self.now)

    def _life(self, act: Callable[..., object], which: int) -> None:
        if self.projects:
            act(self.people[which % 2], ACME, self.projects[which % len(self.projects)], self.now)

    def archive(self, _: Actor, which: int) -> None:
        self._life(project_life.archive, which)

    def restore(self, _: Actor, which: int) -> None:
        self._life(project_life.restore, which)

    def put_away(self, _: Actor, which: int) -> None:
        if which % 7 == 0:
            self._life(project_life.delete, which)
        else:
            archive_done(ACME, timedelta(days=1 + which % 5), timedelta(days=90) if which % 2 else None, now=self.now)


def happen(cast: Cast, steps: list[tuple[int, int, int]]) -> None:
    story = Story(cast)
    story.happen(0, 0, 0)
    for step in steps:
        story.happen(*step)


def assert_equal_numbers(cast: Cast) -> None:
    """All that people see of both organisations is the same."""
    for user in (cast.alice.user, cast.vic.user):
        one, other = dashboard(ACME, user, NOW), dashboard(COPY, user, NOW)
        assert (one.counts, one.month, one.projects) == (other.counts, other.month, other.projects)
        assert one.frame.people == other.frame.people
    for month in MONTHS:
        boards = [months.trend(org, cast.vic.user, month, NOW).month for org in (ACME, COPY)]
        assert all(number >= 0 for shown in boards for number in shown.by_user.values())
        assert boards[0].total == boards[1].total
        assert [_without_zeros(n) for n in (boards[0].by_user, boards[0].by_day)] == [
            _without_zeros(n) for n in (boards[1].by_user, boards[1].by_day)
        ]
        told = [history.activity(org, cast.vic.user, month, NOW) for org in (ACME, COPY)]
        assert [_words(event) for event in told[0].events] == [_words(event) for event in told[1].events]


def _without_zeros(numbers: Any) -> dict[Any, int]:
    return {name: number for name, number in numbers.items() if number}


def _words(event: Any) -> tuple[Any, ...]:
    return event.at, event.action, event.actor, event.title, event.project_title, event.before, event.after


@settings(
    max_examples=12,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example(steps=[(1, 0, 1), (4, 1, 0), (6, 1, 0)])
@given(steps=st.lists(st.tuples(st.integers(0, 16), st.integers(0, 2), st.integers(0, 60)), min_size=10, max_size=40))
def test_an_organisation_exported_and_imported_is_equal(cast: Cast, steps: list[tuple[int, int, int]]) -> None:
    put_back = rewinder()
    try:
        happen(cast, steps)
        assert_exact(ACME)
        _round_trip(cast)
    finally:
        put_back()


def _round_trip(cast: Cast) -> None:
    first = exported(cast)
    done = restored(cast, first)
    second = exported(cast, COPY)
    assert facts(first, mapped=True) == facts(second)
    assert (done.names, done.orphans, done.differing, done.known) == ((), 0, (), False)
    assert [str(each) for each in reconcile(COPY)] == []
    assert_equal_numbers(cast)


def everything(cast: Cast) -> None:
    """Items of every kind that is told."""
    busy = a_busy_project(cast, details=0)
    told = ref_of(next(iter(board(busy))))
    details.describe(cast.bob, told, "One\n\ttwo", "", NOW)
    details.comment(cast.bob, told, "Well:\n=1+1", ids.new_note_token(), NOW)
    archive_done(ACME, timedelta(days=96), now=NOW)
    archive_done(ACME, timedelta(days=92), timedelta(days=90), now=NOW)
    a_busy_project(cast, details=0)
    project_life.archive(cast.alice, ACME, busy, NOW)
    fields = ProjectFields("Written down", "Why:\n\tbecause", cast.dana.user, date(2026, 9, 1), date(2026, 9, 30))
    projects.create(cast.alice, ACME, fields, ids.new_project_id(NOW), NOW)
    run_import(cast.dana, ACME, of_every_kind(2), {"Bob": cast.bob.user}, NOW)
    memory.keep(ACME, {choice_id("list", "Review"): "doing"})


def test_an_organisation_with_everything_in_it_is_equal_too(cast: Cast) -> None:
    everything(cast)
    first = exported(cast)
    told = {record["kind"] for record in records(first)}
    assert told == {shape.kind for shape in SHAPES} | {"manifest", "month", "end"}
    assert {"expires_at" in record for record in of_kind(first, "archived-task")} == {True, False}
    _round_trip(cast)
    again = run_import(cast.dana, COPY, of_every_kind(2), {"Bob": cast.bob.user}, NOW)
    assert (again.projects_added, again.tasks_added, again.tasks_known) == (0, 0, 12)
    assert memory.remembered(COPY) == memory.remembered(ACME)


def test_work_goes_on_in_the_copy_and_the_original_stays_as_it_was(cast: Cast) -> None:
    everything(cast)
    before = raw(ACME)
    restored(cast, exported(cast))
    assert raw(ACME) == before
    row = next(
        item
        for item in board_of(COPY)
        if item.status != "done" and item.assignee == cast.bob.user and not item.put_away
    )
    ref = ref_of(row.sk, COPY)
    assert ref.id not in {keys.last_part(item.sk) for item in board_of(ACME)}
    assert {task.id for task in home.home(cast.bob.user).tasks if task.org == COPY} >= {ref.id}
    tasks.complete(cast.bob, ref, NOW)
    archived = next(p for p in of_kind(exported(cast, COPY), "project") if p["state"] == "archived")
    project_life.restore(cast.alice, COPY, archived["id"], NOW)
    assert [str(each) for each in reconcile(COPY)] == []


def board_of(org: str) -> list[Task]:
    found = store.walk("partition", keys.org_pk(org), prefix="BOARD#")
    return [item for item in found if isinstance(item, Task)]


def test_every_kind_of_item_is_told_or_has_a_reason_not_to_be() -> None:
    kinds = {
        kind for name in items.__all__ if isinstance(kind := getattr(items, name), type) and issubclass(kind, Base)
    }
    assert kinds - {Base} == BY_ITEM.keys() | NOT_TOLD.keys()
    assert not BY_ITEM.keys() & NOT_TOLD.keys()


def test_whoever_adds_a_field_looks_at_what_an_import_makes_of_it() -> None:
    """A field that holds an id belongs into `checks.PEOPLE`, or is a task's, which is renamed."""
    told = {shape.kind: set(shape.fields) - {"expires_at"} for shape in SHAPES}
    row = {"title", "status", "priority", "due", "assignee", "person", "labels", "created_at", "version"}
    row |= {"completed_at", "completed_by", "completed_day"}
    assert told == {
        "task": row,
        "archived-task": row,
        "project": {"title", "state", "created_at", "created_by", "version", "gone", "lead", "starts", "due"},
        "project-description": {"text"},
        "archived-project": {"archived_at"},
        "description": {"text", "revision"},
        "comment": {"text", "actor", "actor_name"},
        "history": {"action", "actor", "actor_name", "before", "after"},
        "activity": {
            *("action", "actor", "actor_name", "project", "project_title", "task", "title", "before", "after"),
            "member",
        },
        "import-choices": {"made"},
        "imported": {"rows"},
        "organisation": {"name", "plan", "zone", "language", "created_at"},
        "member-month": {"done", "name"},
        "person": {"role", "name", "email", "joined"},
    }


CANARY = "canary-"


def test_no_secret_is_in_the_file(cast: Cast) -> None:
    everything(cast)
    pk = keys.org_pk(ACME)
    text = {"text": {"S": f"{CANARY}body"}, "email": {"S": f"{CANARY}mail"}, "state": {"S": f"{CANARY}state"}}
    for sk in ("TRANSFER#0123", "TOKEN#0123", "THROTTLE#0123", "WEBHOOK#1", "DETAIL#0123#SECRET", "ZZZ"):
        put_raw(keys.Key(pk, sk), **text, token={"S": f"{CANARY}token"})
    put_raw(
        keys.Key(pk, "UPLOAD#x#HEAD"),
        user={"S": "u"},
        name={"S": f"{CANARY}upload"},
        parts={"N": "1"},
        state={"S": "x"},
        updatedAt={"S": "x"},
    )
    put_raw(keys.Key(pk, "UPLOAD#x#PART#00000"), data={"B": f"{CANARY}part".encode()})
    # An invitation is to the original alone, and whom it is for is nobody's business elsewhere.
    invited = by_mail(cast.alice, f"{CANARY}guest@example.org")
    put_raw(keys.Key(pk, "JOB#x"), action={"S": f"{CANARY}job"}, state={"S": "done"}, fileHash={"S": f"{CANARY}hash"})
    put_raw(keys.Key(pk, "DETAIL#0123#SENT#0123"), note={"S": f"{CANARY}lock"})
    profile = store.get("account", items.Profile, keys.profile(cast.bob.user))
    assert profile
    assert profile.password
    data = exported(cast).decode()
    for secret in (
        CANARY,
        invited.secret,
        ids.digest(invited.secret),
        profile.password,
        "argon2",
        PASSWORD,
        *(str(p.session) for p in (cast.alice, cast.bob)),
    ):
        assert secret not in data, secret
    end = records(data.encode())[-1]
    assert end["left_out"] == {
        "DETAIL": 1,
        "THROTTLE": 1,
        "TOKEN": 1,
        "WEBHOOK": 1,
        "ZZZ": 1,
    }


def test_the_manifest_says_what_the_dashboard_says_and_the_end_what_is_in_the_file(cast: Cast) -> None:
    everything(cast)
    told = records(exported(cast))
    shown = dashboard(ACME, cast.alice.user, NOW)
    assert told[0]["counts"] == {
        "people": 4,
        "projects": shown.frame.projects,
        "open": sum(n for (status, _), n in shown.counts.by.items() if status == "open"),
        "doing": sum(n for (status, _), n in shown.counts.by.items() if status == "doing"),
    }
    assert (told[0]["org"], told[0]["zone"], told[0]["version"]) == (ACME, "Europe/Berlin", 1)
    counted: dict[str, int] = {}
    for record in told[1:-1]:
        counted[record["kind"]] = counted.get(record["kind"], 0) + 1
    assert told[-1]["counts"] == counted
    assert counted["task"] == len(board_of(ACME))


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_only_admins_and_owners_take_an_organisation_out(cast: Cast, role: Role) -> None:
    with pytest.raises(NotAllowed):
        next(export(ACME, cast.playing(role).user, NOW))
    with pytest.raises(NotFound):
        next(export(ACME, cast.charlie.user, NOW))
    assert next(export(ACME, cast.dana.user, NOW))


def test_a_project_on_its_way_stops_the_export_with_a_sentence(cast: Cast) -> None:
    project = a_project(cast.alice, title="Harbour")
    set_raw(keys.header(ACME, project), "state", {"S": "archiving"})
    with pytest.raises(Conflict, match="The project “Harbour” is on its way"):
        exported(cast)


def a_row(project: str, number: int) -> Task:
    key = keys.task(ACME, project, ids.derived_task_id(NOW, str(number)))
    return Task.at(key, title="x" * 200, status="open", priority="low", created_at=clock.to_text(NOW))


def test_an_export_costs_a_query_for_a_thousand_items(cast: Cast) -> None:
    project = a_project(cast.alice, title="Large")
    with Base.batch_write() as batch:
        for number in range(2_500):
            batch.save(a_row(project, number))
    with meter.record() as calls:
        data = exported(cast)
    assert [call.pattern for call in calls] == ["dashboard", *["partition"] * 3]
    assert records(data)[-1]["counts"]["task"] == 2_500


def test_20000_tasks_are_told_in_the_memory_of_3000(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    # The table in process would need far more memory than what is measured, so its pages are made as they are asked for.
    project = a_project(cast.alice, title="Large")

    real = store.query

    def peak(pages: int) -> int:
        left = iter(range(pages, -1, -1))

        def query(pattern: str, *asked: Any, **how: Any) -> store.Page:
            if pattern != "partition":
                return real(pattern, *asked, **how)
            number = next(left)
            return store.Page((a_row(project, number * 1_000 + each) for each in range(1_000)), more=number > 0)

        monkeypatch.setattr(store, "query", query)
        tracemalloc.start()
        try:
            told = sum(piece.count(b'"kind":"task"') for piece in export(ACME, cast.alice.user, NOW))
            assert told == 1_000 * (pages + 1)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few = peak(2)
    assert peak(19) < 1.1 * few < 10_000_000
