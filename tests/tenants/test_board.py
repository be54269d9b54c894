"""The board of a project and one's own tasks: bounded slices that say what they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from tenants import clock, ids, keys, meter
from tenants.errors import BadCursor, NotFound
from tenants.items import Base, Task
from tenants.policy import Priority, Status
from tenants.reads import board as reads
from tenants.reads import home
from tenants.reads.board import Board, Mine
from tenants.reads.filters import Due, Filters, Sieve
from tenants.snapshots import TaskSnapshot
from tenants.writes import edits, tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_org
from tests.tenants.partition import set_raw

TUESDAY = date(2026, 9, 15)
DAY = timedelta(days=1)


def board(cast: Cast, project: str, filters: Filters | None = None, after: str = "") -> Board:
    return reads.board(ACME, cast.bob.user, project, NOW, filters or Filters(), after)


def mine(cast: Cast, status: Status = Status.OPEN, priority: Priority | None = None, after: str = "") -> Mine:
    return reads.mine(ACME, cast.bob.user, status, priority, NOW, after)


def titles(tasks_: tuple[TaskSnapshot, ...]) -> list[str]:
    return [task.title for task in tasks_]


def many(project: str, number: int, org: str = ACME, **attributes: str) -> None:
    """Rows as they are stored, without what they count."""
    with Base.batch_write() as batch:
        for count in range(number):
            batch.save(
                Task.at(
                    keys.task(org, project, f"{count:016d}"),
                    title=attributes.get("title", f"Task {count}"),
                    status=attributes.get("status", Status.OPEN),
                    priority=Priority.LOW,
                    created_at=clock.to_text(NOW),
                    **{name: value for name, value in attributes.items() if name not in {"title", "status"}},
                )
            )


# --- the board ----------------------------------------------------------------------------------


def test_a_board_sorts_its_tasks_into_columns_and_counts_each_from_the_counters(cast: Cast) -> None:
    project = a_project(cast.alice)
    refs = [a_task(cast.alice, project, title=f"Task {number}") for number in range(4)]
    tasks.start(cast.bob, refs[0], NOW)
    tasks.complete(cast.bob, refs[1], NOW)
    read = board(cast, project)
    assert [(column.status, set(titles(column.tasks)), column.total) for column in read.columns] == [
        (Status.OPEN, {"Task 2", "Task 3"}, 2),
        (Status.DOING, {"Task 0"}, 1),
        (Status.DONE, {"Task 1"}, 1),
    ]
    assert (read.looked_at, read.total, read.complete, read.next_cursor) == (4, 4, True, "")
    assert (read.title, read.id, read.card.done) == ("Launch", project, 1)


def test_a_deleted_done_task_is_no_row_of_the_board_any_more(cast: Cast) -> None:
    project = a_project(cast.alice)
    ref = a_task(cast.alice, project)
    tasks.complete(cast.bob, ref, NOW)
    tasks.delete(cast.bob, ref, NOW)
    read = board(cast, project)
    assert (read.card.done, read.total, read.columns[2].total, read.complete) == (1, 0, 0, True)


def test_the_title_stands_on_every_page_in_full(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    title = "A very long title " * 10
    project = a_project(cast.alice, title=title)
    for _ in range(3):
        a_task(cast.alice, project)
    monkeypatch.setattr(reads, "BOARD_PAGE", 2)
    first = board(cast, project)
    second = board(cast, project, after=first.next_cursor)
    assert first.title == second.title == title.strip()
    assert (first.complete, second.complete) == (False, False), "no page shows all of it"
    assert (first.looked_at, second.looked_at, second.next_cursor) == (2, 3, "")


@pytest.mark.parametrize(("rows", "pages"), [(0, 1), (99, 1), (100, 1), (101, 2), (230, 3)])
def test_a_page_holds_a_hundred_rows_and_the_last_one_goes_nowhere(cast: Cast, rows: int, pages: int) -> None:
    project = a_project(cast.alice)
    many(project, rows)
    seen, after, read = [], "", None
    for number in range(pages):
        read = board(cast, project, after=after)
        seen += titles(read.tasks)
        after = read.next_cursor
        assert bool(after) == (number < pages - 1)
    assert seen == [f"Task {number}" for number in range(rows)]
    assert read is not None
    assert (read.looked_at, read.total) == (rows, rows), "never less than was looked at, however the counters stand"


def test_a_filtered_page_looks_at_500_of_however_many_there_are_and_goes_on(cast: Cast) -> None:
    project = a_project(cast.alice)
    many(project, 1_200)
    set_raw(keys.card(ACME, project), "ol", {"N": "1200"})
    filters, after, looked, found = Filters(text="77"), "", [], []
    for _ in range(3):
        with meter.record() as calls:
            read = board(cast, project, filters, after)
        assert [f"{call.operation} {call.pattern}" for call in calls] == ["BatchGetItem board-frame", "Query board"]
        assert len(calls[1].items) <= 502
        assert (read.total, read.complete) == (1_200, False)
        looked.append(read.looked_at)
        found += titles(read.tasks)
        after = read.next_cursor
    assert looked == [500, 1_000, 1_200]
    assert after == ""
    assert found == [f"Task {number}" for number in range(1_200) if "77" in str(number)]


def test_a_filter_that_most_rows_meet_shows_a_hundred_at_a_time_and_loses_none(cast: Cast) -> None:
    project = a_project(cast.alice)
    many(project, 250)
    filters = Filters(priority=Priority.LOW)
    first = board(cast, project, filters)
    assert (len(first.tasks), first.looked_at) == (100, 100)
    second = board(cast, project, filters, first.next_cursor)
    third = board(cast, project, filters, second.next_cursor)
    assert [len(second.tasks), len(third.tasks), third.next_cursor] == [100, 50, ""]
    assert titles(first.tasks + second.tasks + third.tasks) == [f"Task {number}" for number in range(250)]


def test_a_board_of_the_largest_rows_stays_at_two_requests_and_loses_none(cast: Cast) -> None:
    project = a_project(cast.alice)
    labels = "\n".join("𝄢" * 30 for _ in range(10))
    many(project, 600, title="𝄢" * 200, labels=labels, person="𝄢" * 60)
    seen, after, pages = 0, "", 0
    while pages == 0 or after:
        with meter.record() as calls:
            read = board(cast, project, Filters(status=Status.DONE), after)
        assert len(calls) == 2
        assert calls[1].bytes <= 1_048_576
        seen, after, pages = read.looked_at, read.next_cursor, pages + 1
    assert seen == 600


def test_a_stranger_finds_no_board_and_a_member_none_of_another_organisation(cast: Cast) -> None:
    project = a_project(cast.alice)
    for org, user, wanted in (
        (ACME, cast.charlie.user, project),
        (OTHER, cast.charlie.user, project),
        (ACME, cast.bob.user, "0" * 16),
    ):
        with pytest.raises(NotFound):
            reads.board(org, user, wanted, NOW)


# --- filters ------------------------------------------------------------------------------------

TASK = TaskSnapshot(ACME, "p", "P", "t", "Fix the LOGIN page", Priority.HIGH, Status.OPEN, None, None, "", 1)


@pytest.mark.parametrize(
    ("filters", "task", "kept"),
    [
        (Filters(), TASK, True),
        (Filters(text="login fix"), TASK, True),
        (Filters(text="LÓGIN"), TASK, True),
        (Filters(text="login bug"), TASK, False),
        (Filters(text="ecole"), replace(TASK, title="École"), True),
        (Filters(assignee="none"), TASK, True),
        (Filters(assignee="none"), replace(TASK, person="Zoe, who is no member"), False),
        (Filters(assignee="none"), replace(TASK, assignee="bob"), False),
        (Filters(assignee="me"), replace(TASK, assignee="bob"), True),
        (Filters(assignee="me"), replace(TASK, assignee="ana"), False),
        (Filters(assignee="ana"), replace(TASK, assignee="ana"), True),
        (Filters(assignee="ana"), TASK, False),
        (Filters(priority=Priority.HIGH), TASK, True),
        (Filters(priority=Priority.LOW), TASK, False),
        (Filters(status=Status.DONE), TASK, False),
        (Filters(label="CI"), replace(TASK, labels=("ui", "ci")), True),
        (Filters(label="c"), replace(TASK, labels=("ui", "ci")), False),
        (Filters(due=Due.NONE), TASK, True),
        (Filters(due=Due.NONE), replace(TASK, due=TUESDAY), False),
        (Filters(due=Due.OVERDUE), replace(TASK, due=TUESDAY - DAY), True),
        (Filters(due=Due.OVERDUE), replace(TASK, due=TUESDAY - DAY, status=Status.DONE), False),
        (Filters(due=Due.OVERDUE), replace(TASK, due=TUESDAY), False),
        (Filters(due=Due.OVERDUE), TASK, False),
        (Filters(due=Due.TODAY), replace(TASK, due=TUESDAY), True),
        (Filters(due=Due.TODAY), replace(TASK, due=TUESDAY + DAY), False),
        (Filters(due=Due.WEEK), replace(TASK, due=TUESDAY - DAY), True),
        (Filters(due=Due.WEEK), replace(TASK, due=TUESDAY - 2 * DAY), False),
        (Filters(due=Due.WEEK), replace(TASK, due=TUESDAY + 5 * DAY), True),
        (Filters(due=Due.WEEK), replace(TASK, due=TUESDAY + 6 * DAY), False),
        (Filters(assignee="none", text="login", due=Due.NONE), TASK, True),
        (Filters(assignee="me", text="login", due=Due.NONE), TASK, False),
    ],
)
def test_a_filter_keeps_what_it_says(filters: Filters, task: TaskSnapshot, kept: bool) -> None:  # noqa: FBT001 - a case of the table
    assert Sieve(filters, "bob", TUESDAY).keeps(task) == kept


def test_what_is_due_is_decided_in_the_organisations_zone(cast: Cast) -> None:
    zone = an_org(cast.charlie, "Pacific/Kiritimati")
    project = a_project(cast.charlie, zone)
    a_task(cast.charlie, project, org=zone, due=TUESDAY + DAY)
    for hour, found in ((9, 0), (10, 1)):
        read = reads.board(zone, cast.charlie.user, project, NOW.replace(hour=hour), Filters(due=Due.TODAY))
        assert len(read.tasks) == found


def test_a_cursor_of_one_filter_board_or_person_opens_no_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    project, other = a_project(cast.alice), a_project(cast.alice, title="Other")
    for _ in range(3):
        a_task(cast.alice, project, assignee=cast.bob.user)
    monkeypatch.setattr(reads, "BOARD_PAGE", 1)
    filters = Filters(assignee="me")
    after = board(cast, project, filters).next_cursor
    assert after
    assert board(cast, project, filters, after).tasks
    for wrong in (Filters(), Filters(assignee=cast.bob.user), Filters(assignee="me", text="x")):
        with pytest.raises(BadCursor):
            board(cast, project, wrong, after)
    with pytest.raises(BadCursor):
        board(cast, other, filters, after)
    with pytest.raises(BadCursor):
        reads.board(ACME, cast.dana.user, project, NOW, filters, after)


# --- walks --------------------------------------------------------------------------------------

WALKS: dict[str, Callable[[Cast, str, str], tuple[list[str], str]]] = {
    "board": lambda cast, project, after: _page(board(cast, project, after=after)),
    "filtered": lambda cast, project, after: _page(board(cast, project, Filters(text="task"), after)),
    "mine": lambda cast, _, after: _page(mine(cast, after=after)),
}


def _page(read: Board | Mine) -> tuple[list[str], str]:
    return [task.id for task in read.tasks], read.next_cursor


def _walk(cast: Cast, name: str, project: str, between: Callable[[list[str]], object] = lambda _: None) -> list[str]:
    seen: list[str] = []
    after = ""
    for _ in range(60):
        found, after = WALKS[name](cast, project, after)
        seen += found
        if not after:
            return seen
        between(found)
    raise AssertionError("it never ends")


@pytest.mark.parametrize("name", WALKS)
@pytest.mark.parametrize("size", [1, 4])
def test_what_was_there_all_along_is_shown_once_though_others_come_and_go(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, name: str, size: int
) -> None:
    project = a_project(cast.alice)
    for number in range(9):
        a_task(cast.alice, project, title=f"Task {number}", assignee=cast.bob.user, now=NOW + number * DAY / 100)
    before = _walk(cast, name, project)
    assert len(before) == 9
    for limit in ("BOARD_PAGE", "BOARD_SLICE", "MINE_SLICE"):
        monkeypatch.setattr(reads, limit, size)
    assert _walk(cast, name, project) == before
    gone: list[str] = []

    def others_come_and_go(shown: list[str]) -> None:
        a_task(cast.dana, project, title="New task", priority=Priority.URGENT, assignee=cast.bob.user)
        last = shown[-1] if shown else ""
        if len(gone) < 2 and last in before:
            # The very row that the cursor stands on.
            tasks.delete(cast.dana, TaskRef(ACME, project, last), NOW)
            gone.append(last)

    seen = _walk(cast, name, project, others_come_and_go)
    assert len(gone) == 2
    assert len(set(seen)) == len(seen)
    assert set(before) <= set(seen)
    assert [each for each in seen if each in before] == before


# --- mine ---------------------------------------------------------------------------------------


def test_mine_are_ones_own_live_tasks_here_most_urgent_and_then_overdue_first(cast: Cast) -> None:
    elsewhere = an_org(cast.bob)
    a_task(cast.bob, a_project(cast.bob, elsewhere), org=elsewhere, assignee=cast.bob.user, title="Elsewhere")
    project = a_project(cast.alice)
    for title, priority, due, assignee in (
        ("low, overdue", Priority.LOW, TUESDAY - DAY, cast.bob.user),
        ("high, some day", Priority.HIGH, None, cast.bob.user),
        ("high, soon", Priority.HIGH, TUESDAY + DAY, cast.bob.user),
        ("high, overdue", Priority.HIGH, TUESDAY - DAY, cast.bob.user),
        ("Dana's", Priority.URGENT, None, cast.dana.user),
        ("nobody's", Priority.URGENT, None, None),
    ):
        a_task(cast.alice, project, title=title, priority=priority, due=due, assignee=assignee)
    doing = a_task(cast.alice, project, title="doing", assignee=cast.bob.user)
    tasks.start(cast.bob, doing, NOW)
    tasks.complete(cast.bob, a_task(cast.alice, project, title="done", assignee=cast.bob.user), NOW)
    read = mine(cast)
    assert titles(read.tasks) == ["high, overdue", "high, soon", "high, some day", "low, overdue"]
    assert (read.looked_at, read.next_cursor) == (6, "")
    assert read.dashboard.counts.of(Status.OPEN) == 6
    assert titles(mine(cast, priority=Priority.LOW).tasks) == ["low, overdue"]
    assert titles(mine(cast, Status.DOING).tasks) == ["doing"]
    assert [task.project_title for task in read.tasks] == ["Launch"] * 4


def test_mine_is_two_requests_and_nobody_elses_cursor(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    project = a_project(cast.alice)
    for _ in range(3):
        edits.assign(cast.alice, a_task(cast.alice, project), cast.bob.user, NOW)
    monkeypatch.setattr(reads, "MINE_SLICE", 2)
    with meter.record() as calls:
        read = mine(cast)
    assert [f"{call.operation} {call.pattern}" for call in calls] == ["Query dashboard", "Query mine"]
    assert calls[1].params["Limit"] == 3
    assert len(mine(cast, after=read.next_cursor).tasks) == 1
    with pytest.raises(BadCursor):
        reads.mine(ACME, cast.dana.user, Status.OPEN, None, NOW, read.next_cursor)
    with pytest.raises(BadCursor):
        home.home(cast.bob.user, read.next_cursor)
    with pytest.raises(NotFound):
        reads.mine(ACME, cast.charlie.user, Status.OPEN, None, NOW)


def test_ids_of_tasks_sort_the_newest_first_on_a_board(cast: Cast) -> None:
    project = a_project(cast.alice)
    a_task(cast.alice, project, title="old", now=NOW - DAY)
    a_task(cast.alice, project, title="new", now=NOW)
    assert titles(board(cast, project).tasks) == ["new", "old"]
    assert ids.TASK_ID.fullmatch(board(cast, project).tasks[0].id)
