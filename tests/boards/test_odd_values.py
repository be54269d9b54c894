"""Dates with zones and words around them, and JSON with nothing where something should be."""

from __future__ import annotations

import datetime as dt

import pytest

from tenants.boards.dates import read_moment
from tenants.boards.numbers import read_number
from tests.boards.make import asana, card, github, issue, jira, jira_row, read, table, trello

AFTERNOON = dt.datetime(2025, 10, 2, 14, 15, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    "text",
    ["2025-10-02 14:15:00 UTC", "2025-10-02 16:15:00 +0200", "2025-10-02T16:15:00 Europe/Paris", "2025-10-02T16:15:00+02:00[Europe/Paris]",
     "Thu, 02 Oct 2025 14:15:00 +0000", "Thu, 2 Oct 2025 14:15:00 GMT", "Thu Oct 02 2025 16:15:00 GMT+0200 (Central European Summer Time)",
     "Thu Oct 02 14:15:00 UTC 2025", "02/10/2025 10:15 AM EDT", "02/10/2025 7:45 PM +05:30", "02/10/2025 7:45 PM IST", "2.10.2025, 14:15 Uhr",
     "Donnerstag, 2. Oktober 2025 14:15", "jueves, 2 de octubre de 2025 14:15", "quinta-feira, 2 de outubro de 2025 14:15",
     "2025-10-02 14:15 (UTC)", "2025-10-02T09:15:00\u221205:00", "2025-10-02 14:15:00.000000+00", "2nd October 2025 14:15"],
)  # fmt: skip
def test_a_zone_beside_the_time_is_respected_however_it_is_written(text: str) -> None:
    moment = read_moment(text)
    assert moment is not None
    assert moment.at == AFTERNOON


def test_a_day_in_march_is_no_tuesday_and_a_tuesday_no_day_in_march() -> None:
    days = [moment and moment.day for moment in map(read_moment, ("Mar 5, 2024", "mar. 5 mars 2024", "mar 5 nov 2024"))]
    assert days == [dt.date(2024, 3, 5), dt.date(2024, 3, 5), dt.date(2024, 11, 5)]


def test_the_hour_that_summer_time_adds_counts_on_the_day_that_it_is_in() -> None:
    winter, summer = read_moment("2025-01-02 12:00 Europe/Berlin"), read_moment("2025-07-02 12:00 Europe/Berlin")
    assert winter is not None
    assert summer is not None
    assert (winter.at.hour, summer.at.hour) == (11, 10)


@pytest.mark.parametrize(
    "text",
    [
        "2025-10-02 14:15 XYZ",
        "2025-10-02 14:15 Europe/Nowhere",
        "2025-10-02 14:15 ../etc/passwd",
        "2025-10-02 14:15 +99:00",
    ],
)
def test_a_zone_that_is_nowhere_makes_the_date_unreadable(text: str) -> None:
    assert read_moment(text) is None


@pytest.mark.parametrize(
    "text", ["2", "1234", "12345", "1e9", "20251301", "99999999", "9" * 17, "-1", "NaN", "\u0661" * 10]
)
def test_a_number_that_counts_to_no_day_we_know_is_no_date(text: str) -> None:
    assert read_number(text) is None


NOTHING: list[object] = [None, [], {}, "", "null", [None], 0, False]


@pytest.mark.parametrize("nothing", NOTHING, ids=repr)
@pytest.mark.parametrize(
    "member", ["desc", "due", "idMembers", "idLabels", "labels", "idList", "closed", "dueComplete"]
)
def test_a_card_with_nothing_in_a_member_is_a_card(member: str, nothing: object) -> None:
    board = read(trello(card(1) | {member: nothing}, card(2)))
    unreadable = (member == "due" and nothing in ([], {}, [None])) or (
        member == "due" and nothing == 0 and nothing is not False
    )
    assert [row.title for row in board.rows] == (["Card 2"] if unreadable else ["Card 1", "Card 2"])
    assert len(board.rejected) == unreadable


@pytest.mark.parametrize("member", ["desc", "due", "idMembers", "labels", "idList", "closed"])
def test_a_card_without_a_member_is_a_card(member: str) -> None:
    bare = {key: value for key, value in card(1).items() if key != member}
    assert [row.status for row in read(trello(bare)).rows] == ["open"]


def test_boards_whose_parts_are_null_are_boards() -> None:
    assert len(read(trello(card(), labels=None, members=None, actions=None)).rows) == 1
    assert len(read(trello(card(), labels=[None], members=[None], actions=[None, {"data": None}])).rows) == 1


def test_due_dates_of_cards_may_be_milliseconds() -> None:
    assert [row.due for row in read(trello(card(due=1772611200000))).rows] == [dt.date(2026, 3, 4)]


@pytest.mark.parametrize("number", ["7", 7.0, 7])
def test_an_issues_number_may_have_become_text(number: object) -> None:
    board = read(
        github(issue(1) | {"number": number, "labels": [None, {"name": None}], "assignees": None, "user": None})
    )
    assert [row.source_id for row in board.rows] == ["acme/site#7"]


def test_an_archived_list_follows_its_name_and_is_asked_about_when_that_tells_nothing() -> None:
    lists = [
        {"id": "todo", "name": "Sprint 12", "closed": True},
        {"id": "done", "name": "Done", "closed": True},
    ]
    board = read(trello(card(1), card(2, idList="done"), card(3, closed=True), lists=lists))
    assert [row.status for row in board.rows] == ["open", "done", "done"]
    assert [(name.name, name.archived, name.count) for name in board.unknown] == [("Sprint 12", True, 2)]


@pytest.mark.parametrize("nothing", ["null", "None", "NaN", "-", "N/A"])
def test_exports_that_a_program_has_passed_on_say_nothing_in_its_words(nothing: str) -> None:
    (row,) = read(asana({"Completed At": nothing, "Due Date": nothing, "Assignee": nothing, "Tags": nothing})).rows
    assert (row.status, row.due, row.person, row.labels) == ("open", None, "", ())
    (row,) = read(jira(jira_row(1, Resolved=nothing, Due_date=nothing, Assignee=nothing, Priority=nothing))).rows
    assert (row.status, row.due, row.person, row.priority) == ("open", None, "", "medium")


TRANSLATED = {
    "German": "Aufgaben-ID;Erstellt am;Abgeschlossen am;Aufgabenname;Abschnitt;Zuständige Person;Fälligkeitsdatum;Projekte",
    "Spanish": "ID de la tarea;Creado el;Completado el;Nombre;Sección;Asignado a;Fecha de entrega;Proyectos",
    "French": "ID de la tâche;Créée le;Terminée le;Nom;Section;Responsable;Date d'échéance;Projets",
    "Portuguese": "ID da tarefa;Criado em;Concluído em;Nome;Seção;Responsável;Data de entrega;Projetos",
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_asanas_columns_are_known_in_the_languages_that_files_came_in(language: str) -> None:
    rows = [
        ["1", "2025-01-01", "2025-02-03", "Write it", "Doing", "Ana", "2025-02-01", "Quay, Harbour"],
        ["2", "2025-01-01", "", "Print it", "Doing", "", "", "Quay"],
    ]
    board = read(table([TRANSLATED[language].split(";"), *rows], ";"))
    assert board.format == "asana-csv"
    assert [(row.title, row.status, row.person, row.project) for row in board.rows] == [
        ("Write it", "done", "Ana", "Quay"),
        ("Print it", "doing", "", "Quay"),
    ]
