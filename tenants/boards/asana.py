"""An Asana project exported as CSV.

A task's id is its Task ID. Asana writes no ids for projects: a project is its name. A task lives in the first of the
projects its cell names, and all of them exist; a subtask names no project but its parent's title, and lives where
the parent does. Completed is `Completed At`, a day; a task that has none is in progress if its section says so.
"""

from __future__ import annotations

import bisect
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tenants.boards.arranging import arranged, columns_named
from tenants.boards.asana_headers import CHOSEN, COLUMNS
from tenants.boards.dates import order_of
from tenants.boards.gathering import NO_TITLE, BadRecordError, Gathering, distinct, moment
from tenants.boards.meaning import known_status_of, priority_of, status_of
from tenants.boards.model import TITLE_LIMIT, Board, Project, Row
from tenants.boards.text import clean_line, clean_person, title_and_description, words
from tenants.words import said, sentence_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenants.boards.choices import Choices
    from tenants.boards.csv_table import Record, Table
    from tenants.boards.dates import Order
    from tenants.boards.model import Status

HOMELESS: Final = "Asana tasks without a project"
_NEEDED: Final = {"task_id", "title", "completed", "created"}


@dataclass(slots=True)
class _Task:
    """What is kept of a record until all parents and all dates are known."""

    number: int
    line: int
    task_id: str
    title: str
    description: str
    created: str
    completed: str
    due: str
    section: str
    person: str
    projects: list[str]
    parent: str
    priority: str
    tags: list[str]


def columns_of(header: list[str]) -> dict[str, int] | None:
    """Where Asana's columns are in `header`, or None if it is not Asana's. Needs no I/O."""
    places: dict[str, int] = {}
    for index, name in enumerate(header):
        places.setdefault(" ".join(words(name)), index)
    found = {role: places[name] for role, names in COLUMNS.items() for name in reversed(names) if name in places}
    return found if set(found) >= _NEEDED else None


def _as_chosen(columns: dict[str, int], header: list[str], choices: Choices) -> dict[str, int]:
    """The columns with those that somebody gave a meaning."""
    chosen = {index: role for index, name in enumerate(header) if (role := choices.column("asana-csv", name))}
    kept = {role: index for role, index in columns.items() if index not in chosen}
    return kept | {CHOSEN[role]: index for index, role in chosen.items() if role in CHOSEN}


def read(table: Table, recognised: dict[str, int], choices: Choices) -> Board:
    """The board in `table`. Records are kept, because a subtask may come before its parent."""
    columns = _as_chosen(recognised, table.header, choices)
    tasks = [_task(record, columns) for record in table]
    order = order_of(text for task in tasks for text in (task.created, task.completed, task.due))
    homes = _Homes(tasks)
    called = {role: table.header[index] for role, index in columns.items()}
    gathering = Gathering()
    named: Counter[str] = Counter()
    for index, task in enumerate(tasks):
        try:
            row = _row(task, homes.of(index), order, choices, called)
        except BadRecordError as error:
            gathering.reject(task.number, task.title or task.task_id, sentence_of(error), task.line)
            continue
        gathering.add(row, task.number, task.line)
        named.update(dict.fromkeys([row.project, *task.projects], 1))
    read_as = {index: role for role, index in recognised.items()}
    board = Board(
        format="asana-csv",
        source="asana",  # a Task ID is unique in all of Asana
        title=max(named, key=named.__getitem__, default="Asana project"),
        projects=tuple(Project(name, name) for name in named),
        rows=tuple(gathering.rows),
        people=distinct(row.person for row in gathering.rows),
        rejected=gathering.in_order(),
        names=columns_named("asana-csv", table.header, table.filled, read_as, choices, every=False),
    )
    return arranged(board, choices)


class _Homes:
    """Which project each task lives in."""

    def __init__(self, tasks: list[_Task]) -> None:
        self._tasks = tasks
        self._by_title: dict[str, list[int]] = {}
        self._found: dict[int, str] = {}
        for index, task in enumerate(tasks):
            self._by_title.setdefault(task.title, []).append(index)

    def of(self, index: int) -> str:
        """The first project of the task or of the nearest parent that names one; else the one for the homeless.

        What was found is kept for all tasks on the way: ten thousand subtasks, each the parent of the next, are walked
        once.
        """
        way: dict[int, None] = {}
        at: int | None = index
        home = HOMELESS
        while at is not None and at not in way:
            if at in self._found:
                home = self._found[at]
                break
            way[at] = None
            if self._tasks[at].projects:
                home = self._tasks[at].projects[0]
                break
            at = self._parent(at)
        self._found.update(dict.fromkeys(way, home))
        return home

    def _parent(self, index: int) -> int | None:
        """Of several tasks with the parent's title the last one above (Asana lists subtasks below), else the first."""
        candidates = self._by_title.get(self._tasks[index].parent, ()) if self._tasks[index].parent else ()
        above = bisect.bisect_left(candidates, index)
        if above:
            return candidates[above - 1]
        return next((other for other in candidates[:2] if other > index), None)


def _task(record: Record, columns: dict[str, int]) -> _Task:
    def cell(role: str) -> str:
        return record.cell(columns.get(role))

    title, description = title_and_description(cell("title"), cell("notes"))
    return _Task(
        number=record.number,
        line=record.line,
        task_id=clean_line(cell("task_id"), 100),
        title=title,
        description=description,
        created=cell("created"),
        completed=cell("completed"),
        due=cell("due"),
        section=clean_line(cell("section"), TITLE_LIMIT),
        person=clean_person(cell("assignee")),
        projects=_split(cell("projects")),
        parent=clean_line(cell("parent"), TITLE_LIMIT),
        priority=clean_line(cell("priority"), TITLE_LIMIT),
        tags=_split(cell("tags")),
    )


def _row(task: _Task, project: str, order: Order, choices: Choices, called: dict[str, str]) -> Row:
    if not task.title:
        raise BadRecordError(NO_TITLE)
    if not task.task_id:
        raise BadRecordError(said("it has no Task ID"))
    created = moment(task.created, said("creation date"), order, called.get("created", ""))
    completed = moment(task.completed, said("completion date"), order, called.get("completed", ""))
    due = moment(task.due, said("due date"), order, called.get("due", ""))
    chosen = choices.state(task.section)
    guessed: Status = "doing" if status_of(task.section) == "doing" else "open"
    return Row(
        source_id=task.task_id,
        project=project,
        title=task.title,
        description=task.description,
        status="done" if completed else chosen or guessed,
        priority=priority_of(task.priority, task.tags, choices),
        due=due.day if due else None,
        person=task.person,
        created_at=created.at if created else None,
        completed_at=completed.at if completed else None,
        completed_on_day=bool(completed and completed.whole_day),
        labels=tuple(task.tags),
        list=task.section,
        list_known=bool(completed or not task.section or known_status_of(task.section)),
        level=task.priority,
    )


def _split(cell: str) -> list[str]:
    """The names in a cell: Asana puts commas between them and does not escape those within."""
    parts: Iterable[str] = (clean_line(part, TITLE_LIMIT) for part in cell[:20_000].split(","))
    return list(distinct(parts))
