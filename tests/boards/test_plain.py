"""Tables of any other tool, and what spreadsheets and programs do to them on the way."""

from __future__ import annotations

import csv
import datetime as dt
import io
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenants.boards import Board, Choices, NotABoard, NoTitleColumn, read_board
from tenants.boards.choices import ROLES, choice_id, merged, valid
from tests.boards.make import asana, table

HEADER = ["Title", "Status", "Due date", "Assignee", "Priority", "Labels", "Description"]
WRITE = ["Write it", "In progress", "2026-03-04", "Ana", "High", "text, draft", "Two\nlines"]
PRINT = ["Print it", "Done", "", "", "", "", ""]


def read(data: bytes | str, name: str = "Plan.csv", **made: str) -> Board:
    content = data.encode() if isinstance(data, str) else data
    return read_board(io.BytesIO(content), Choices(made), name)


def column(name: str) -> str:
    return choice_id("column", name, "csv")


def test_a_table_of_any_tool_is_a_project_called_like_the_file() -> None:
    board = read(table([HEADER, WRITE, PRINT]))
    assert (board.format, board.title, [p.title for p in board.projects]) == ("csv", "Plan", ["Plan"])
    write, done = board.rows
    assert (write.title, write.status, write.priority, write.person) == ("Write it", "doing", "high", "Ana")
    assert (write.due, write.labels, write.description) == (dt.date(2026, 3, 4), ("text", "draft"), "Two\nlines")
    assert (done.status, done.completed_at, done.due) == ("done", None, None)


HEADERS = {
    "English": ["Task name", "State", "Deadline", "Assigned to", "Priority", "Tags", "Notes"],
    "Planner": ["Task Name", "Progress", "Due Date", "Assigned To", "Priority", "Labels", "Description"],
    "Trello CSV": ["Card Name", "List Name", "Due Date", "Members", "Prio", "Labels", "Card Description"],
    "German": ["Aufgabe", "Status", "Fälligkeitsdatum", "Zugewiesen an", "Priorität", "Schlagwörter", "Beschreibung"],
    "Spanish": ["Tarea", "Estado", "Fecha de vencimiento", "Asignado a", "Prioridad", "Etiquetas", "Descripción"],
    "French": ["Tâche", "Statut", "Échéance", "Assigné à", "Priorité", "Étiquettes", "Description"],
    "Portuguese": ["Tarefa", "Situação", "Data de vencimento", "Responsável", "Prioridade", "Marcadores", "Descrição"],
    "Italian": ["Attività", "Stato", "Scadenza", "Assegnatario", "Priorità", "Etichette", "Descrizione"],
    "shouted": ["TITULO", "ESTADO", "VENCIMIENTO", "RESPONSABLE", "PRIORIDAD", "ETIQUETAS", "DESCRIPCION"],
    "underscored": ["task_name", "status", "due_date", "assigned_to", "priority", "labels", "description"],
}


@pytest.mark.parametrize("language", HEADERS)
def test_the_usual_columns_are_known_in_the_usual_languages(language: str) -> None:
    board = read(table([HEADERS[language], WRITE, PRINT]))
    write = board.rows[0]
    assert (write.title, write.status, write.priority, write.person) == ("Write it", "doing", "high", "Ana")
    assert (write.due, write.labels, write.description) == (dt.date(2026, 3, 4), ("text", "draft"), "Two\nlines")
    assert board.unknown == ()


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_delimiters_line_ends_and_encodings_change_nothing(delimiter: str, line_end: str, encoding: str) -> None:
    rows = [HEADER, ["Über, das; Café\t|", *WRITE[1:6], "Zwei Zeilen"], PRINT]
    board = read(table(rows, delimiter, line_end, encoding))
    assert board.rows == read(table(rows)).rows
    assert board.rows[0].title == "Über, das; Café |"


@pytest.mark.parametrize(
    "before",
    ["\n\n", "\r\n", " \n", ",,,\n", "Export of my board\n", '"Export, of March"\n\n', "sep=,\n", "\ufeff\n"],
)
def test_blank_lines_and_a_title_of_the_sheet_before_the_header_are_passed_over(before: str) -> None:
    board = read(before + table([HEADER, WRITE, PRINT]).decode())
    assert [row.title for row in board.rows] == ["Write it", "Print it"]
    assert board.rows[0].line == before.count("\n") + 2


def test_headers_that_come_again_in_files_that_were_put_together_are_no_tasks() -> None:
    once = table([HEADER, WRITE]).decode()
    board = read(once + "\ufeff" + table([[name.upper() for name in HEADER], PRINT]).decode())
    assert [row.title for row in board.rows] == ["Write it", "Print it"]
    assert not board.rejected


@pytest.mark.parametrize(
    "nothing", ["", " ", "-", "—", "null", "NULL", "None", "NaN", "nan", "N/A", "n/a", "#N/A", "(none)", "\\N"]
)
def test_cells_that_say_nothing_are_empty(nothing: str) -> None:
    board = read(table([HEADER, ["Write it", *[nothing] * 6]]))
    (row,) = board.rows
    assert (row.status, row.priority, row.due, row.person, row.labels, row.description) == (
        "open",
        "medium",
        None,
        "",
        (),
        "",
    )
    assert board.people == ()
    assert board.unknown == ()


@pytest.mark.parametrize("nothing", ["", "null", "None", "NaN", " \u200b "])
def test_a_row_without_a_title_is_left_out_with_its_row_and_the_name_of_the_column(nothing: str) -> None:
    board = read(table([HEADER, PRINT, [nothing, *WRITE[1:]]]))
    assert [str(each) for each in board.rejected] == ["Record 2 (line 3): it has no title in the column “Title”"]


def test_a_date_nobody_can_read_names_its_column_and_leaves_the_rest() -> None:
    board = read(table([HEADER, PRINT, ["Bad", "", "32.13.2026", "", "", "", ""], WRITE]))
    assert [row.title for row in board.rows] == ["Print it", "Write it"]
    assert [str(each) for each in board.rejected] == [
        "Record 2 (line 3), Bad: its due date “32.13.2026” in the column “Due date” is not a date between 1970 and 2200"
    ]


def test_a_row_that_an_unquoted_separator_has_pushed_aside_is_left_out_and_not_read_askew() -> None:
    board = read("Title,Status,Due\nOne, two and three,Done,2026-03-04\nFour,Done,,,\n")
    assert [row.title for row in board.rows] == ["Four"]
    assert "it has 4 cells where the header has 3" in str(board.rejected[0])


@pytest.mark.parametrize(
    ("cell", "status", "completed"),
    [("yes", "done", None), ("TRUE", "done", None), ("x", "done", None), ("✓", "done", None), ("Done", "done", None),
     ("no", "open", None), ("FALSE", "open", None), ("0", "open", None), ("", "open", None), ("Not started", "open", None),
     ("2026-03-04 10:00 UTC", "done", dt.datetime(2026, 3, 4, 10, tzinfo=dt.UTC)), ("ja", "done", None), ("não", "open", None)],
)  # fmt: skip
def test_a_column_of_what_is_done_holds_yes_and_no_or_the_instant(
    cell: str, status: str, completed: dt.datetime | None
) -> None:
    board = read(table([["Task", "Completed"], ["Write it", cell]]))
    assert [(row.status, row.completed_at) for row in board.rows] == [(status, completed)]


@pytest.mark.parametrize(("cell", "status"), [("100 %", "done"), ("50%", "doing"), ("0%", "open"), ("12,5 %", "doing")])
def test_progress_may_be_a_share_of_a_hundred(cell: str, status: str) -> None:
    board = read(table([["Task", "Progress"], ["Write it", cell]]))
    assert [row.status for row in board.rows] == [status]
    assert board.unknown == ()


@pytest.mark.parametrize(
    "due",
    ["1772611200", "1772611200000", "1772611200.0", "46085", "20260304", "4.3.2026", "Wed, 04 Mar 2026 08:00:00 GMT"],
)
def test_a_due_date_may_be_a_number_that_machines_count_by(due: str) -> None:
    assert [row.due for row in read(table([["Task", "Due"], ["Write it", due]])).rows] == [dt.date(2026, 3, 4)]


def test_one_date_beyond_the_twelfth_decides_how_all_of_the_file_are_read() -> None:
    american = read(table([["Task", "Due", "Created"], ["A", "3/4/2026", ""], ["B", "", "3/25/2026"]]))
    assert american.rows[0].due == dt.date(2026, 3, 4)
    european = read(table([["Task", "Due", "Created"], ["A", "3/4/2026", ""], ["B", "", "25/3/2026"]]))
    assert european.rows[0].due == dt.date(2026, 4, 3)


def test_the_same_file_again_names_the_same_tasks_and_so_does_a_second_download_of_it() -> None:
    rows = [["Task", "Status"], ["Retro", "Done"], ["Retro", ""], ["Plan", ""]]
    first = read(table(rows), "Plan.csv")
    again = read(table([rows[0], ["New", ""], *rows[1:]]), "Plan (1).csv")
    assert {row.source_id for row in first.rows} < {row.source_id for row in again.rows}
    assert (first.source, len({row.source_id for row in first.rows})) == (again.source, 3)


def test_two_boards_that_both_count_from_one_are_not_taken_for_one_another() -> None:
    rows = [["ID", "Task", "Status"], ["1", "Retro", ""]]
    one, other = read(table(rows), "Harbour.csv"), read(table(rows), "Quay.csv")
    assert one.rows[0].source_id != other.rows[0].source_id


def test_a_column_of_projects_makes_projects() -> None:
    board = read(table([["Project", "Task", "Status"], ["Quay", "A", ""], ["", "B", ""], ["quay", "C", ""]]))
    assert [project.title for project in board.projects] == ["Quay", "Plan"]
    assert [row.project for row in board.rows] == ["quay", "plan", "quay"]


@pytest.mark.parametrize(
    ("cell", "person"),
    [
        ("Ana; Bob", "Ana"),
        ("ana@x.example, bob@x.example", "ana@x.example"),
        ("Silva, Ana", "Silva, Ana"),
        ("None", ""),
    ],
)
def test_of_several_people_the_first_has_the_task(cell: str, person: str) -> None:
    assert [row.person for row in read(table([["Task", "Owner"], ["Write it", cell]])).rows] == [person]


@pytest.mark.parametrize(
    "header",
    [
        ["Name", "E-mail"],
        ["SKU", "Name", "Price"],
        ["Date", "Description", "Amount"],
        ["Title", "Author", "ISBN"],
        ["a", "b"],
    ],
)
def test_a_table_of_something_else_is_refused_with_its_columns_to_choose_from(header: list[str]) -> None:
    with pytest.raises(NoTitleColumn, match="a CSV file of something else") as refused:
        read(table([header, *([f"{name} {row}" for name in header] for row in (1, 2))]))
    assert {name.name for name in refused.value.names} == set(header)
    assert all(name.count == 2 and len(name.samples) == 2 for name in refused.value.names)


def test_choosing_the_column_of_titles_makes_it_a_board() -> None:
    data = table([["What we do", "Whatever", "When"], ["Write it", "Ana", "2026-03-04"]])
    made = {column("What we do"): "title", column("whatever "): "assignee", column("When"): "due"}
    (row,) = read(data, **made).rows
    assert (row.title, row.person, row.due) == ("Write it", "Ana", dt.date(2026, 3, 4))


def test_a_choice_stands_above_what_the_name_of_a_column_says() -> None:
    data = table([["Title", "Summary", "Status"], ["Mr", "Write it", "Done"]])
    made = {column("Summary"): "title", column("Title"): "ignore", column("Status"): "labels"}
    (row,) = read(data, **made).rows
    assert (row.title, row.status, row.labels) == ("Write it", "open", ("Done",))


def test_every_column_tells_what_it_is_read_as_the_unknown_ones_first() -> None:
    board = read(table([["Title", "Status", "Mood"], ["A", "Done", "fine"], ["B", "", "fine"]]))
    assert [(name.name, name.read_as, name.known, name.count) for name in board.names if name.kind == "column"] == [
        ("Mood", "", False, 2),
        ("Title", "title", True, 2),
        ("Status", "status", True, 1),
    ]
    assert board.names[0].samples == ("fine",)


def test_what_is_no_choice_is_dropped_and_what_is_taken_back_is_forgotten() -> None:
    good, other = column("A"), choice_id("list", "B")
    assert valid({good: "due", other: "due", "column_x": "due", "mood": "due", good.upper(): "due"}) == {good: "due"}
    assert valid({good: "", "person_0": ""}) == {good: ""}
    assert merged({good: "due", other: "open"}, {good: "", other: "done"}) == {other: "done"}
    many = {choice_id("list", f"list {number}"): "open" for number in range(1200)}
    kept = merged(many, {good: "due"})
    assert (len(kept), kept[good]) == (1000, "due")


CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    [
        "Title",
        "Task",
        "Due",
        "null",
        "2026-03-04",
        "3/4/26",
        "1e9",
        "9" * 16,
        "100%",
        "done",
        "\x00",
        '"',
        "=1+1",
        "٣",
        "²",
    ]
)


@given(
    st.lists(st.sampled_from(["Title", "Task", "Status", "Due", "Created", "Done", "ID", "Project", "Labels", "?"]) | CELLS, min_size=1, max_size=6),
    st.lists(st.lists(CELLS, max_size=7), max_size=8),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\n", "\r\n"]),
    st.lists(st.sampled_from(ROLES), max_size=6),
)  # fmt: skip
@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_any_table_is_read_row_by_row_or_refused_and_no_row_is_lost(
    header: list[str], rows: list[list[str]], delimiter: str, line_end: str, roles: list[str]
) -> None:
    made = {column(name): role for name, role in zip(header, roles, strict=False)}
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=line_end, quoting=csv.QUOTE_ALL).writerows([header, *rows])
    try:
        board = read(out.getvalue(), **made)
    except NotABoard:
        return
    bare = [[cell.replace("\x00", "") for cell in row] for row in rows]
    filled = [row for row in bare if any(cell and not cell.isspace() for cell in row)]
    if (
        header[0].strip("\0 ")
        and len([name for name in header if name.strip("\0 \t\r\n\xa0\ufeff")]) > 1
        and board.format == "csv"
    ):
        repeated = sum([cell.strip("\ufeff \t\r\n\xa0").casefold() for cell in row] == [
            name.replace("\x00", "").strip("\ufeff \t\r\n\xa0").casefold() for name in header] for row in filled)  # fmt: skip
        assert len(board.rows) + len(board.rejected) == len(filled) - repeated
    assert all(row.title and row.project in {project.source_id for project in board.projects} for row in board.rows)


def test_ten_thousand_subtasks_each_the_parent_of_the_next_are_walked_once() -> None:
    def seconds(count: int) -> float:
        data = asana(*({"Name": f"T{n}", "Parent task": f"T{n + 1}", "Projects": ""} for n in range(count)))
        begun = time.process_time()
        assert len(read(data).rows) == count
        return time.process_time() - begun

    assert seconds(8_000) < 8 * seconds(2_000)
