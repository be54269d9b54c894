"""What readers leave to do once the rows are there: lists that somebody gave a meaning, and names to ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from tenants.boards.choices import Choices, choice_id
from tenants.boards.gathering import distinct
from tenants.boards.meaning import known_status_of, level_of, status_of
from tenants.boards.model import TITLE_LIMIT, Board, Named, Project, Row
from tenants.boards.text import clean_line, name_key, shorten

if TYPE_CHECKING:
    from tenants.boards.csv_table import Filled
    from tenants.boards.model import Format, Kind

SAMPLES: Final = 3
SAMPLE_LIMIT: Final = 60
MOST_NAMES: Final[dict[Kind, int]] = {"column": 100, "list": 100, "priority": 40}
"""Names of one kind that are told: nobody decides about more, and a form holds them."""


def arranged(board: Board, choices: Choices, archived: frozenset[str] = frozenset()) -> Board:
    """`board` as `choices` want it, with the names of its lists and priorities added; walks the rows once.

    `archived` are names of lists that were put away in the source.
    """
    lists = [_told(name, choices, archived) for name in _counted("list", board.rows, lambda row: row.list)]
    levels = [
        replace(
            name,
            read_as=level_of(name.name) or "medium",
            known=level_of(name.name) is not None,
            chosen=choices.level(name.name) or "",
        )
        for name in _counted("priority", board.rows, lambda row: row.level)
    ]
    named = replace(board, names=(*board.names, *lists, *levels))
    if not any(choices.of_list(name.name) in {"skip", "project"} for name in lists):
        return named
    rows = [row for row in board.rows if choices.of_list(row.list) != "skip"]
    titles = {project.source_id: project.title for project in board.projects}
    moved = [_moved(row, choices) for row in rows]
    own = {row.project: _own_title(row, titles[old.project], len(titles)) for row, old in zip(moved, rows, strict=True)}
    kept = {row.project for row in moved}
    emptied = {row.project for row in board.rows} - kept
    projects = [project for project in board.projects if project.source_id not in emptied]
    projects += [Project(key, own[key]) for key in dict.fromkeys(row.project for row in moved) if key not in titles]
    return replace(
        named,
        projects=tuple(projects),
        rows=tuple(moved),
        people=board.people if len(rows) == len(board.rows) else distinct(row.person for row in rows),
        skipped=len(board.rows) - len(rows),
    )


def columns_named(
    of: Format,
    header: Sequence[str],
    filled: Sequence[Filled],
    read_as: Mapping[int, str],
    choices: Choices,
    *,
    every: bool,
) -> tuple[Named, ...]:
    """The columns of a table that hold anything: all of them, or only those that `read_as` makes nothing of.

    `read_as` are roles by the number of the column, as they were without any choice.
    """
    found: dict[str, Named] = {}
    for index, (name, cells) in enumerate(zip(header, filled, strict=True)):
        chosen, role = choices.column(of, name), read_as.get(index, "")
        shown = clean_line(name, SAMPLE_LIMIT)
        if not shown or not cells.count or (role and not chosen and not every):
            continue
        samples = tuple(filter(None, (clean_line(cell, SAMPLE_LIMIT) for cell in cells.samples)))
        choice = choice_id("column", name, of)
        found.setdefault(choice, Named("column", choice, shown, cells.count, samples, role, bool(role), chosen))
    return tuple(sorted(found.values(), key=lambda name: (name.known, not name.chosen))[: MOST_NAMES["column"]])


@dataclass(slots=True)
class _Seen:
    name: str
    count: int = 0
    known: bool = True
    samples: list[str] = field(default_factory=list)


def _counted(kind: Kind, rows: Iterable[Row], name_of: Callable[[Row], str]) -> list[Named]:
    """The names that rows carry, those of most rows first."""
    seen: dict[str, _Seen] = {}
    keys: dict[str, str] = {"": ""}
    for row in rows:
        name = name_of(row)
        if name not in keys:
            keys[name] = name_key(name)
        if key := keys[name]:
            found = seen.setdefault(key, _Seen(name))
            found.count += 1
            found.known = found.known and row.list_known
            if len(found.samples) < SAMPLES:
                found.samples.append(shorten(row.title, SAMPLE_LIMIT))
    most = sorted(seen.values(), key=lambda found: (found.known, -found.count))[: MOST_NAMES[kind]]
    return [
        Named(kind, choice_id(kind, found.name), found.name, found.count, tuple(found.samples), "", found.known)
        for found in most
    ]


def _told(name: Named, choices: Choices, archived: frozenset[str]) -> Named:
    chosen, put_away = choices.of_list(name.name), name.name in archived
    known = name.known or known_status_of(name.name) is not None
    return replace(name, read_as=status_of(name.name), known=known, chosen=chosen, archived=put_away)


def _moved(row: Row, choices: Choices) -> Row:
    """The row in the project that its list becomes, if it does."""
    if choices.of_list(row.list) != "project":
        return row
    return replace(row, project=f"{row.project}\x1f{name_key(row.list)}")


def _own_title(row: Row, project: str, projects: int) -> str:
    return shorten(row.list if projects == 1 else f"{project}: {row.list}", TITLE_LIMIT)
