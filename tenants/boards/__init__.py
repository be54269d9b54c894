"""Boards that people bring along: reads a file of another tool, knows nothing of how it will be stored.

`read_board` recognises Trello boards (JSON), Jira and Asana exports (CSV), lists of GitHub issues (JSON) and any other
tool's CSV with a column of titles, and tells projects, tasks and people apart from what could not be read. Everything
here is pure: no network, no database.
"""

from __future__ import annotations

from typing import BinaryIO

from tenants.boards import asana, choices, github, jira, plain, trello
from tenants.boards.choices import Choices
from tenants.boards.csv_table import Table
from tenants.boards.json_stream import JsonRecords
from tenants.boards.model import Board, Named, NotABoard, NoTitleColumn, Project, Rejected, Row
from tenants.boards.source import HEAD, first_sight, refusal
from tenants.words import said

__all__ = ["Board", "Choices", "Named", "NoTitleColumn", "NotABoard", "Project", "Rejected", "Row", "read_board"]


def read_board(file: BinaryIO, chosen: Choices = choices.NONE, name: str = "") -> Board:
    """The board in `file`, a seekable binary file that is read from its start and left open.

    `chosen` is what somebody said about names in it, `name` what the file is called: a table that names no project is
    one of that name. Memory: the rows, plus one record at a time. Raises NotABoard, and nothing else, for a file that
    is none of the known formats, is cut off, or holds a single card; its message says what the file seems to be and
    what was expected. It is a NoTitleColumn when choosing a column would make it a board.
    """
    file.seek(0)
    encoding, text = first_sight(file.read(HEAD))
    board = _read_json(file, encoding, chosen) if text[0] in "{[" else _read_csv(file, encoding, chosen, name)
    if not board.rows and not board.rejected and not board.skipped and board.format != "trello-board-json":
        raise refusal(said("an export with no tasks in it"))
    return board


def _read_json(file: BinaryIO, encoding: str, chosen: Choices) -> Board:
    records = JsonRecords(file, encoding)
    if records.top == "array":
        return github.read(records)
    try:
        return trello.read(records, chosen)
    except NotABoard:
        # The answer of a search: a complete object, whose issues are in `items`.
        if records.shapes.get("items") != "array" or "total_count" not in records.shapes:
            raise
    return github.read(JsonRecords(file, encoding))


def _read_csv(file: BinaryIO, encoding: str, chosen: Choices, name: str) -> Board:
    table = Table(file, encoding)
    columns = asana.columns_of(table.header)
    if columns is not None:
        return asana.read(table, columns, chosen)
    board = jira.read(table, chosen)
    return board or plain.read(Table(file, encoding), chosen, name)
