"""A table of tasks from any tool, or from a spreadsheet: CSV with a column that holds titles.

Which column holds what is told by its name, else by somebody's choice. A task's id is that of its column of ids, else
its title and how often that came before, each within its project, so that a later file of the same tasks is recognised
while two tools that both count from 1 are not taken for one another. A table without a column of projects is one
project, called like the file.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tenants.boards.arranging import arranged, columns_named
from tenants.boards.dates import order_of
from tenants.boards.gathering import BadRecordError, Gathering, distinct, moment
from tenants.boards.meaning import known_status_of, priority_of, status_of
from tenants.boards.model import TITLE_LIMIT, Board, NoTitleColumn, Project, Row
from tenants.boards.plain_columns import Columns, columns_of
from tenants.boards.source import refusal
from tenants.boards.text import clean_line, clean_person, name_key, title_and_description, words
from tenants.words import said, sentence_of

if TYPE_CHECKING:
    from tenants.boards.choices import Choices
    from tenants.boards.csv_table import Record, Table
    from tenants.boards.dates import Moment, Order
    from tenants.boards.model import Status

NAMELESS: Final = "Imported tasks"
_COPY: Final = re.compile(r"(?:[ _-]*(?:\(\d{1,3}\)|copy|kopie|copia|copie))+$", re.IGNORECASE)
_SPLIT: Final = re.compile(r"[,;\n|]")
_PERCENT: Final = re.compile(r"(\d{1,3})(?:[.,]\d+)?\s?%", re.ASCII)
_YES: Final = frozenset(
    [
        "yes",
        "true",
        "1",
        "x",
        "y",
        "ja",
        "si",
        "oui",
        "sim",
        "wahr",
        "vrai",
        "verdadeiro",
        "verdadero",
        "✓",
        "✔",
        "☑",
        "✅",
    ]
)
_NO: Final = frozenset(
    ["no", "false", "0", "n", "nein", "non", "nao", "falsch", "faux", "falso", "☐", "✗", "❌", "[ ]"]
)


@dataclass(slots=True)
class _Item:
    """What is kept of a record until the order of day and month is known, which takes all of them."""

    number: int
    line: int
    id: str
    title: str
    description: str
    status: str
    priority: str
    due: str
    person: str
    labels: tuple[str, ...]
    project: str
    created: str
    completed: str
    excess: int


def read(table: Table, choices: Choices, name: str) -> Board:
    """The tasks in `table`, from a file called `name`. One pass, keeps no whole record.

    Raises NoTitleColumn when no column is known to hold titles.
    """
    columns = columns_of(table.header, choices)
    if not columns.holds_tasks:
        for _ in table:  # fills in what the columns hold
            pass
        named = ", ".join(f"“{title[:30]}”" for title in table.header[:4])
        told = refusal(said("a CSV file of something else (its columns begin with %(names)s)", names=named))
        raise NoTitleColumn(
            sentence_of(told), columns_named("csv", table.header, table.filled, columns.read_as, choices, every=True)
        )
    file = project_of(name)
    items = [_item(record, columns, file) for record in table]
    order = order_of(text for item in items for text in (item.due, item.created, item.completed))
    gathering = Gathering()
    seen: Counter[str] = Counter()
    projects: dict[str, str] = {}
    for item in items:
        key = name_key(item.project)
        source_id = _source_id(item, key, seen)
        try:
            row = _row(item, source_id, key, order, choices, columns)
        except BadRecordError as error:
            gathering.reject(item.number, item.title, sentence_of(error), item.line)
            continue
        gathering.add(row, item.number, item.line)
        projects.setdefault(key, item.project)
    board = Board(
        format="csv",
        source=f"csv {' | '.join(sorted(name_key(title) for title in table.header))}",
        title=next(iter(projects.values())) if len(projects) == 1 else file,
        projects=tuple(Project(key, title) for key, title in projects.items()),
        rows=tuple(gathering.rows),
        people=distinct(row.person for row in gathering.rows),
        rejected=gathering.in_order(),
        names=columns_named("csv", table.header, table.filled, columns.read_as, choices, every=True),
    )
    return arranged(board, choices)


def project_of(name: str) -> str:
    """What a file is called, without folder, ending, and the marks of a second download: "Plan (1).csv" is "Plan"."""
    stem = clean_line(name.replace("\\", "/").rpartition("/")[2], TITLE_LIMIT)
    stem = _COPY.sub("", re.sub(r"\.\w{1,5}$", "", stem)).strip(" _-")
    return stem or NAMELESS


def _item(record: Record, columns: Columns, file: str) -> _Item:
    def cell(role: str) -> str:
        return next((text for index in columns.of(role) if (text := record.cell(index))), "")

    def all_of(role: str) -> list[str]:
        return [text for index in columns.of(role) if (text := record.cell(index))]

    title, description = title_and_description(cell("title"), "\n\n".join(all_of("description")))
    return _Item(
        number=record.number,
        line=record.line,
        id=clean_line(cell("id"), TITLE_LIMIT),
        title=title,
        description=description,
        status=clean_line(cell("status"), TITLE_LIMIT),
        priority=clean_line(cell("priority"), TITLE_LIMIT),
        due=cell("due"),
        person=_person(cell("assignee")),
        labels=distinct(
            clean_line(part, TITLE_LIMIT) for text in all_of("labels") for part in _SPLIT.split(text[:20_000])
        ),
        project=clean_line(cell("project"), TITLE_LIMIT) or file,
        created=cell("created"),
        completed=cell("completed"),
        excess=sum(1 for extra in record.cells[columns.width :] if extra.strip()),
    )


def _source_id(item: _Item, project: str, seen: Counter[str]) -> str:
    """What the record is called within its source; counts the titles that have no id."""
    if item.id:
        return f"{project}\x1f{item.id}"
    titled = f"{project}\x1f\x1f{item.title}"
    seen[titled] += 1
    return f"{titled}\x1f{seen[titled]}"


def _row(item: _Item, source_id: str, project: str, order: Order, choices: Choices, columns: Columns) -> Row:
    if item.excess:
        raise BadRecordError(
            said(
                "it has %(cells)s cells where the header has %(width)s; "
                "perhaps a text with a separator in it is not in quotes",
                cells=columns.width + item.excess,
                width=columns.width,
            )
        )
    if not item.title:
        raise BadRecordError(said("it has no title in the column “%(column)s”", column=columns.called("title")))
    created = moment(item.created, said("creation date"), order, columns.called("created"))
    due = moment(item.due, said("due date"), order, columns.called("due"))
    finished, completed = _finished(item.completed, order, columns)
    chosen = choices.state(item.status)
    stated = chosen or _known(item.status)
    status: Status = "done" if finished else stated or status_of(item.status)
    return Row(
        source_id=source_id,
        project=project,
        title=item.title,
        description=item.description,
        status=status,
        priority=priority_of(item.priority, item.labels, choices),
        due=due.day if due else None,
        person=item.person,
        created_at=created.at if created else None,
        completed_at=completed.at if completed and status == "done" else None,
        completed_on_day=bool(completed and completed.whole_day),
        labels=item.labels,
        list=item.status,
        list_known=bool(finished or stated or not item.status),
        level=item.priority,
    )


def _finished(cell: str, order: Order, columns: Columns) -> tuple[bool, Moment | None]:
    """Whether a cell of the column that tells what is done says so, and when, if it does."""
    word = cell.casefold().strip()
    if not cell or word in _NO or " ".join(words(cell)) in _NO:
        return False, None
    if word in _YES or " ".join(words(cell)) in _YES:
        return True, None
    if not any(letter.isdecimal() for letter in cell) or _known(cell):
        return (_known(cell) or status_of(cell)) == "done", None
    at = moment(cell, said("completion date"), order, columns.called("completed"))
    return at is not None, at


def _known(name: str) -> Status | None:
    """The state that a word we know or a share of a hundred names."""
    if share := _PERCENT.fullmatch(name):
        percent = int(share[1])
        return "done" if percent >= 100 else "doing" if percent else "open"  # noqa: PLR2004 - all of it
    return known_status_of(name)


def _person(cell: str) -> str:
    """The first of the people in a cell: a task has one assignee here."""
    first = re.split(r"[;\n|]", cell, maxsplit=1)[0]
    if "," in first and first.count("@") > 1:
        first = first.split(",", 1)[0]
    return clean_person(first)
