"""Boards that people bring along: reads a file of another tool, knows nothing of how it will be stored.

`read_board` recognises Trello boards (JSON), Jira and Asana exports (CSV) and lists of GitHub issues (JSON), and
tells projects, tasks and people apart from what could not be read. Everything here is pure: no network, no database.
"""

from __future__ import annotations

from typing import BinaryIO

from tenants.boards import asana, github, jira, trello
from tenants.boards.csv_table import Table
from tenants.boards.json_stream import JsonRecords
from tenants.boards.model import Board, NotABoard, Project, Rejected, Row
from tenants.boards.source import HEAD, first_sight, refusal

__all__ = ["Board", "NotABoard", "Project", "Rejected", "Row", "read_board"]


def read_board(file: BinaryIO) -> Board:
    """The board in `file`, a seekable binary file that is read from its start and left open.

    Memory: the rows, plus one record at a time. Raises NotABoard, and nothing else, for a file that is none of the
    known formats, is cut off, or holds a single card; its message says what the file seems to be and what was expected.
    """
    file.seek(0)
    encoding, text = first_sight(file.read(HEAD))
    board = _read_json(file, encoding) if text[0] in "{[" else _read_csv(file, encoding)
    if not board.rows and not board.rejected and board.format != "trello-board-json":
        raise refusal("an export with no tasks in it")
    return board


def _read_json(file: BinaryIO, encoding: str) -> Board:
    records = JsonRecords(file, encoding)
    if records.top == "array":
        return github.read(records)
    try:
        return trello.read(records)
    except NotABoard:
        # The answer of a search: a complete object, whose issues are in `items`.
        if records.shapes.get("items") != "array" or "total_count" not in records.shapes:
            raise
    return github.read(JsonRecords(file, encoding))


def _read_csv(file: BinaryIO, encoding: str) -> Board:
    table = Table(file, encoding)
    columns = asana.columns_of(table.header)
    if columns is not None:
        return asana.read(table, columns)
    board = jira.read(table)
    if board is None:
        named = ", ".join(f"“{name[:30]}”" for name in table.header[:4])
        raise refusal(f"a CSV file of something else (its columns begin with {named})")
    return board
