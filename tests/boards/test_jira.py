# ruff: noqa: RUF001 - letters of other scripts are what is tested
import datetime as dt

import pytest

from tests.boards.make import JIRA, jira, jira_row, read, table

# Summary, Status, Project name, Priority, Assignee, Reporter, Created, Resolved, Due date, Status Category; then the
# priorities "highest" and "low", the category "done" and "in progress", and October.
LANGUAGES = {
    "de": "Zusammenfassung|Status|Projektname|Priorität|Zugewiesene Person|Autor|Erstellt|Erledigt|Fälligkeitsdatum|"
          "Statuskategorie|Höchste|Niedrig|Fertig|In Bearbeitung|Okt.",
    "fr": "Résumé|État|Nom du projet|Priorité|Responsable|Rapporteur|Création|Résolue|Date d'échéance|Catégorie d'état|"
          "La plus haute|Basse|Terminé|En cours|oct.",
    "es": "Resumen|Estado|Nombre del proyecto|Prioridad|Persona asignada|Informador|Creada|Resuelta|Fecha de vencimiento|"
          "Categoría de estado|Más alta|Baja|Listo|En curso|oct",
    "pt": "Resumo|Status|Nome do projeto|Prioridade|Responsável|Relator|Criado|Resolvido|Data de vencimento|"
          "Categoria do status|Mais alta|Baixa|Concluído|Em andamento|out",
    "it": "Riepilogo|Stato|Nome progetto|Priorità|Assegnatario|Segnalatore|Creato|Risolto|Data di scadenza|"
          "Categoria stato|Più alta|Bassa|Completato|In corso|ott",
    "nl": "Samenvatting|Status|Projectnaam|Prioriteit|Uitvoerder|Rapporteur|Gemaakt|Opgelost|Einddatum|Statuscategorie|"
          "Hoogste|Laag|Gereed|In uitvoering|okt.",
    "pl": "Podsumowanie|Status|Nazwa projektu|Priorytet|Osoba przypisana|Zgłaszający|Utworzono|Rozwiązano|Termin|"
          "Kategoria statusu|Najwyższy|Niski|Gotowe|W toku|paź",
    "cs": "Souhrn|Stav|Název projektu|Priorita|Řešitel|Zadavatel|Vytvořeno|Vyřešeno|Termín|Kategorie stavu|Nejvyšší|Nízká|"
          "Hotovo|Probíhá|říj",
    "sv": "Sammanfattning|Status|Projektnamn|Prioritet|Uppdragstagare|Rapportör|Skapad|Löst|Förfallodatum|Statuskategori|"
          "Högst|Låg|Klart|Pågående|okt.",
    "da": "Resumé|Status|Projektnavn|Prioritet|Ansvarlig|Rapportør|Oprettet|Løst|Forfaldsdato|Statuskategori|Højeste|Lav|"
          "Færdig|I gang|okt.",
    "no": "Sammendrag|Status|Prosjektnavn|Prioritet|Ansvarlig|Rapportør|Opprettet|Løst|Forfallsdato|Statuskategori|Høyest|"
          "Lav|Ferdig|Pågår|okt.",
    "fi": "Yhteenveto|Tila|Projektin nimi|Prioriteetti|Käsittelijä|Raportoija|Luotu|Ratkaistu|Eräpäivä|Tilaluokka|Korkein|"
          "Matala|Valmis|Käynnissä|loka",
    "ru": "Тема|Статус|Имя проекта|Приоритет|Исполнитель|Автор|Создано|Решено|Срок исполнения|Категория статуса|"
          "Самый высокий|Низкий|Выполнено|В работе|окт.",
    "uk": "Підсумок|Статус|Назва проєкту|Пріоритет|Виконавець|Автор|Створено|Вирішено|Термін виконання|Категорія статусу|"
          "Найвищий|Низький|Виконано|В роботі|жовт.",
    "ja": "要約|ステータス|プロジェクト名|優先度|担当者|報告者|作成日|解決日|期限|ステータス カテゴリ|最高|低|完了|進行中|10月",
    "zh": "摘要|状态|项目名称|优先级|经办人|报告人|创建日期|已解决|到期日|状态类别|最高|低|完成|正在进行|十月",
    "ko": "요약|상태|프로젝트 이름|우선순위|담당자|보고자|만듦|해결됨|기한|상태 범주|가장 높음|낮음|완료|진행 중|10월",
    "tr": "Özet|Durum|Proje adı|Öncelik|Atanan kişi|Raporlayan|Oluşturuldu|Çözüldü|Bitiş tarihi|Durum Kategorisi|En yüksek|"
          "Düşük|Tamamlandı|Devam ediyor|Eki",
}  # fmt: skip
TRANSLATED = [
    "Summary",
    "Status",
    "Project name",
    "Priority",
    "Assignee",
    "Reporter",
    "Created",
    "Resolved",
    "Due date",
    "Status Category",
]
EXPECTED = [
    ("done", "urgent", dt.date(2025, 10, 19), "Ann", dt.datetime(2025, 10, 3, 14, 15, tzinfo=dt.UTC)),
    ("done", "low", None, "Ann", dt.datetime(2025, 10, 4, 9, 0, tzinfo=dt.UTC)),
    ("doing", "medium", None, "", None),
    ("open", "medium", None, "Ann", None),
]


def four_issues(highest: str, low: str, done: str, doing: str, october: str) -> list[list[str]]:
    created, changed = f"02/{october}/25 8:00 AM", f"04/{october}/25 9:00 AM"
    always = {"Created": created, "Updated": created, "Status_Category_Changed": changed}
    return [
        jira_row(
            1,
            Priority=highest,
            Status_Category=done,
            Resolved=f"03/{october}/25 2:15 PM",
            Due_date=f"19/{october}/25",
            **always,
        ),
        jira_row(2, Priority=low, Status_Category=done, **always),
        jira_row(3, Status_Category=doing, Assignee="", **always),
        jira_row(4, Status_Category="", **always),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_an_export_means_the_same_in_every_language(language: str, delimiter: str) -> None:
    *names, highest, low, done, doing, october = LANGUAGES[language].split("|")
    # What is not translated here is nonsense, so that no English name helps.
    translation = dict(zip(TRANSLATED, names, strict=True))
    header = [translation.get(name, f"Ω{index}") for index, name in enumerate(JIRA)]
    board = read(
        jira(*four_issues(highest, low, done, doing, october), header=header, delimiter=delimiter, encoding="utf-8-sig")
    )
    assert [(row.status, row.priority, row.due, row.person, row.completed_at) for row in board.rows] == EXPECTED
    assert (board.projects[0].title, board.people) == ("Orbit", ("Ann", "Rob"))


def test_a_header_in_a_language_nobody_knows_is_read_by_the_order_of_its_columns() -> None:
    header = [f"Ω{index}" for index in range(len(JIRA))]
    board = read(jira(*four_issues("Highest", "Low", "Done", "In Progress", "Oct"), header=header))
    assert [(row.status, row.priority, row.due, row.person, row.completed_at) for row in board.rows] == EXPECTED
    assert (board.projects[0].title, board.people, board.rows[0].title) == ("Orbit", ("Ann", "Rob"), "Issue 1")


def test_an_older_export_without_account_ids_is_read_by_the_order_of_its_columns_too() -> None:
    old = [name for name in JIRA if not name.endswith((" Id", "lead id"))]
    rows = four_issues("Highest", "Low", "Done", "In Progress", "Oct")
    short = [[cell for name, cell in zip(JIRA, row, strict=True) if name in old] for row in rows]
    board = read(jira(*short, header=[f"Ω{index}" for index in range(len(old))]))
    assert [(row.status, row.priority, row.due, row.person, row.completed_at) for row in board.rows] == EXPECTED
    assert board.people == ("Ann", "Rob")


def test_a_selection_of_columns_in_any_order_is_read_by_name_and_nothing_is_guessed() -> None:
    header = ["Issue Type", "Issue key", "Issue id", "Summary", "Project key", "Status", "Created"]
    board = read(table([header, ["Bug", "AB_2-1", "10001", "First", "AB_2", "Done", "07/Jul/25 2:38 PM"]]))
    row = board.rows[0]
    assert (row.source_id, row.project, row.title, row.status, row.person) == ("AB_2-1", "AB_2", "First", "done", "")
    assert (board.people, row.completed_at, row.priority) == ((), None, "medium")


def test_labels_give_the_priority_only_where_there_is_no_column_for_it() -> None:
    header = ["Summary", "Issue key", "Status", "Labels", "Labels", "Created"]
    assert read(table([header, ["A", "X1-1", "To Do", "web", "urgent", "07/Jul/25"]])).rows[0].priority == "urgent"


@pytest.mark.parametrize(
    ("category", "status", "resolved", "expected"),
    [("Done", "Backlog", "", "done"), ("To Do", "Done", "", "open"), ("In Progress", "Review", "", "doing"),
     ("", "Done", "", "done"), ("", "In Progress", "", "doing"), ("", "Resolved", "", "done"), ("", "Cancelled", "", "open"),
     ("wIghoS", "Done", "", "done"), ("To Do", "Reopened", "07/Jul/25 2:38 PM", "done")],
)  # fmt: skip
def test_the_category_decides_then_the_resolution_and_the_status_name_last(
    category: str, status: str, resolved: str, expected: str
) -> None:
    row = jira_row(1, Status_Category=category, Status=status, Resolved=resolved)
    others = [jira_row(number) for number in range(2, 9)]
    assert read(jira(row, *others)).rows[0].status == expected


def test_the_order_of_day_and_month_is_that_of_all_cells_of_the_file() -> None:
    board = read(
        jira(jira_row(1, Created="07/05/25 14:00", Due_date="08/09/25"), jira_row(2, Created="07/30/25 14:00"))
    )
    assert board.rows[0].due == dt.date(2025, 8, 9)
    assert board.rows[0].created_at == dt.datetime(2025, 7, 5, 14, tzinfo=dt.UTC)


def test_several_projects_are_several_projects() -> None:
    board = read(jira(jira_row(1), jira_row(2, Issue_key="FRG-9", Project_key="FRG", Project_name="Frog")))
    assert [(project.source_id, project.title) for project in board.projects] == [("ORB", "Orbit"), ("FRG", "Frog")]
    assert (board.source, board.title) == ("jira", "Jira")


def test_rejected_issues_say_their_record_and_their_line_and_the_rest_is_kept() -> None:
    board = read(
        jira(
            jira_row(1, Description="two\nlines"), jira_row(2, Summary=""), jira_row(3, Issue_key="nonsense"), jira_row(4, Due_date="later"),
            jira_row(5, Resolved="31/Feb/25"), jira_row(6, Created="1/1/1900"), jira_row(1), ["short"], *(jira_row(n) for n in range(9, 40)),
        )
    )  # fmt: skip
    assert [str(rejected) for rejected in board.rejected] == [
        "Record 2 (line 4), ORB-2: it has no title",
        "Record 3 (line 5), nonsense Issue 3: it has no issue key",
        "Record 4 (line 6), ORB-4 Issue 4: its due date “later” in the column “Due date” is not a date between 1970 and 2200",
        "Record 5 (line 7), ORB-5 Issue 5: its resolution date “31/Feb/25” in the column “Resolved” is not a date between 1970 and 2200",
        "Record 6 (line 8), ORB-6 Issue 6: its creation date “1/1/1900” in the column “Created” is not a date between 1970 and 2200",
        "Record 7 (line 9), Issue 1: it repeats record 1, which has the same id",
        "Record 8 (line 10), short: it has no issue key",
    ]
    assert len(board.rows) == 32


def test_a_table_may_be_ragged_hold_nulls_blank_records_and_cells_of_any_size() -> None:
    long = jira_row(2, Description="z" * 300_000 + '"quoted"')
    data = jira(jira_row(1)[:24], long, [], [""] * len(JIRA), [*jira_row(3), "one", "more"], line_end="\r\n")
    board = read(data.replace(b"Issue 1", b"Iss\x00ue 1"))
    assert [row.title for row in board.rows] == ["Issue 1", "Issue 2", "Issue 3"]
    assert len(board.rows[1].description) == 20_000
    assert board.rejected == ()


def test_a_spreadsheets_own_line_and_its_western_encoding_are_understood() -> None:
    plain = jira(jira_row(1, Summary="Grün für Zoë"), delimiter=";")
    assert read(b"sep=;\r\n" + plain).rows[0].title == "Grün für Zoë"
    assert read(plain.decode().encode("cp1252")).rows[0].title == "Grün für Zoë"
    assert read(b"sep=;\n" + jira(jira_row(1, Summary=""), jira_row(2), delimiter=";")).rejected[0].line == 3
