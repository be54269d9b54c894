import csv
import io
import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tenants.boards import Board, NotABoard
from tests.boards.make import FILES, REAL, asana, card, github, issue, jira, jira_row, read, trello

SMALL = {
    "trello": trello(
        card(1, labels=[{"name": "low"}]), card(2, due="2019-03-14T12:00:00.000Z", idMembers=["m"]), actions=[]
    ),
    "github": github(issue(1, labels=["urgent"]), issue(2, state="closed", closed_at="2024-06-01T10:00:00Z")),
    "asana": asana({"Projects": "A,B"}, {"Parent task": "Task 1", "Projects": ""}, {"Completed At": "2025-03-01"}),
    "jira": jira(jira_row(1), jira_row(2, Resolved="07/Jul/25 2:38 PM"), jira_row(3, Description='a "b"\nc')),
}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
# csv.writer leaves a lone carriage return unquoted, which makes it the end of a record.
CELLS = st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=30)
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def outcome(data: bytes) -> Board | None:
    """The board, checked for what every board promises, or None when the file is refused."""
    try:
        board = read(data)
    except NotABoard:
        return None
    projects = {project.source_id for project in board.projects}
    for row in board.rows:
        assert row.project in projects
        assert row.title
        assert len(row.title) <= 200
        assert len(row.description) <= 20_000
        assert len(row.person) <= 60
        f"{row}".encode()
    assert board.summary()["tasks"]["total"] == len(board.rows)
    assert not any(letter < " " for reason in board.summary()["reasons"] for letter in reason)
    return board


@given(st.binary(max_size=400))
@settings(CALM, max_examples=150)
def test_bytes_of_any_kind_are_a_board_or_refused(data: bytes) -> None:
    outcome(data)


@given(
    st.sampled_from([b"[", b"{", b'{"cards":[', b"a,b\n", b"Task ID;Name\n", b"\xff\xfe", b"\xef\xbb\xbf", b"sep=;\n"]),
    st.binary(max_size=200),
)
@settings(CALM, max_examples=100)
def test_bytes_after_a_promising_beginning_are_a_board_or_refused(beginning: bytes, data: bytes) -> None:
    outcome(beginning + data)


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("seed", range(12))
def test_a_real_file_with_bytes_flipped_or_cut_out_is_a_board_or_refused(name: str, seed: int) -> None:
    chance = random.Random(f"{name} {seed}")
    data = bytearray((FILES / name).read_bytes())
    for _ in range(chance.choice([1, 5, 50])):
        at = chance.randrange(len(data))
        data[at] = chance.choice([chance.randrange(256), *b'",;\n\\[]{}\0'])
    if chance.random() < 0.5:
        at = chance.randrange(len(data))
        del data[at : at + chance.randrange(2000)]
    outcome(bytes(data))


@pytest.mark.parametrize("name", [name for name in REAL if name.endswith(".csv")])
@pytest.mark.parametrize("seed", range(3))
def test_a_real_csv_with_its_columns_shuffled_gives_the_same_tasks(name: str, seed: int) -> None:
    rows = list(csv.reader(io.StringIO((FILES / name).read_text("utf-8-sig"), newline="")))
    order = list(range(len(rows[0])))
    random.Random(seed).shuffle(order)
    out = io.StringIO()
    csv.writer(out).writerows([[row[index] for index in order] for row in rows])
    assert read(out.getvalue().encode()) == read((FILES / name).read_bytes())


@given(st.sampled_from(sorted(SMALL)), st.data())
@settings(CALM, max_examples=150)
def test_a_small_file_with_a_piece_replaced_is_a_board_or_refused(kind: str, data: st.DataObject) -> None:
    whole = SMALL[kind]
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 50)))
    outcome(whole[:start] + data.draw(st.binary(max_size=10)) + whole[end:])


@given(st.dictionaries(st.sampled_from(sorted({*card(), *issue(), "number", "dateClosed"})), JSON, max_size=6), JSON)
@settings(CALM, max_examples=150)
def test_records_with_members_of_any_type_are_read_or_rejected_one_by_one(
    changes: dict[str, object], other: object
) -> None:
    board = outcome(trello(card(1) | changes, card(2), actions=[other], members=[other, changes], labels=other))
    assert board is not None
    assert card(2)["id"] in {row.source_id for row in board.rows}
    board = outcome(github(issue(1) | changes, issue(2), issue(3)))
    assert board is not None
    assert "acme/site#3" in {row.source_id for row in board.rows}


@given(st.lists(CELLS, min_size=len(jira_row()), max_size=len(jira_row())), st.sampled_from([",", ";", "\t"]))
@example(["\x00end"] * len(jira_row()), ",")
@settings(CALM, max_examples=100)
def test_cells_with_any_text_are_read_or_rejected_one_by_one(cells: list[str], delimiter: str) -> None:
    board = outcome(jira(*(jira_row(number) for number in range(1, 9)), cells, delimiter=delimiter))
    assert board is not None
    assert len(board.rows) + len(board.rejected) in {8, 9}
