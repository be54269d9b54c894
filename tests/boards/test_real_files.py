import io
import json
from typing import Any

import pytest

from tenants.boards import read_board
from tests.boards.make import FILES, REAL, read


def expected(name: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads((FILES / f"{name}.expect.json").read_text())
    return answer


@pytest.mark.parametrize("name", REAL)
def test_a_real_board_is_counted_exactly(name: str) -> None:
    expect = expected(name)
    board = read((FILES / name).read_bytes())
    assert board.format == expect["format"]
    assert board.summary() == {
        "projects": expect["projects"]["count"],
        "tasks": expect["tasks"],
        "people": expect["people"]["count"],
        "with_due_date": expect["with_due_date"],
        "priority": expect["priority"],
        "rejected": expect["rejected_rows"],
        "reasons": [],
    }


@pytest.mark.parametrize("name", REAL)
def test_a_real_boards_projects_have_the_names_in_the_file(name: str) -> None:
    names = [entry if isinstance(entry, str) else entry[0] for entry in expected(name)["projects"]["names"]]
    projects = read((FILES / name).read_bytes()).projects
    assert {project.source_id for project in projects} == set(names) or {p.title for p in projects} == set(names)


@pytest.mark.parametrize("name", REAL)
def test_every_task_is_storable_and_refers_to_what_the_board_names(name: str) -> None:
    board = read((FILES / name).read_bytes())
    projects = {project.source_id for project in board.projects}
    assert len({row.source_id for row in board.rows}) == len(board.rows)
    for row in board.rows:
        assert row.project in projects
        assert row.person == "" or row.person in board.people
        assert 0 < len(row.title) <= 200
        assert row.title == " ".join(row.title.split())
        assert (row.completed_at is None) or row.status == "done"
        assert all(instant is None or instant.utcoffset() is not None for instant in (row.created_at, row.completed_at))


@pytest.mark.parametrize("name", REAL)
def test_reading_twice_gives_the_same_and_leaves_the_file_open(name: str) -> None:
    with (FILES / name).open("rb") as file:
        assert read_board(file) == read_board(file)
        assert not file.closed


@pytest.mark.parametrize("name", [name for name in REAL if name.endswith(".csv")])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_csv_means_the_same_in_every_encoding_and_with_windows_line_ends(name: str, encoding: str) -> None:
    plain = (FILES / name).read_bytes()
    text = plain.decode("utf-8-sig")
    changed = text.replace("\r\n", "\n").replace("\n", "\r\n").encode(encoding)
    assert read(changed) == read(plain)


@pytest.mark.parametrize("name", [name for name in REAL if name.endswith(".json")])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_a_json_file_means_the_same_in_every_encoding(name: str, encoding: str) -> None:
    plain = (FILES / name).read_bytes()
    assert read(plain.decode().encode(encoding)) == read(plain)


def test_a_file_is_read_from_its_start_wherever_it_stands() -> None:
    file = io.BytesIO((FILES / "github-issues.json").read_bytes())
    file.seek(1000)
    assert len(read_board(file).rows) == 28


def test_done_issues_of_jira_know_when_their_category_changed() -> None:
    rows = read((FILES / "jira-cloud-en.csv").read_bytes()).rows
    assert {row.completed_at is not None for row in rows if row.status == "done"} == {True}
