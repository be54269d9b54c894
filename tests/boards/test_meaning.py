# ruff: noqa: RUF001 - letters of other scripts are what is tested
import pytest

from tenants.boards.meaning import known_status_of, level_of, priority_of, status_of


@pytest.mark.parametrize(
    "name",
    [
        "Done",
        "DONE!",
        "Done 🎉",
        "Done ✅ (March)",
        "Completed - 2019",
        "Closed",
        "Finished",
        "Erledigt",
        "Fertig",
        "Abgeschlossen",
        "Terminé",
        "Fait",
        "Hecho",
        "Listo",
        "Completado",
        "Concluído",
        "Feito",
        "Fatto",
        "Completato",
        "Klaar",
        "Afgerond",
        "Zrobione",
        "Gotowe",
        "Hotovo",
        "Klart",
        "Färdig",
        "Færdig",
        "Afsluttet",
        "Ferdig",
        "Fullført",
        "Valmis",
        "Tehty",
        "Готово",
        "Сделано",
        "Виконано",
        "Зроблено",
        "完了",
        "対応済み",
        "已完成",
        "完成",
        "완료",
        "Tamamlandı",
        "TAMAMLANDI",
        "Bitti",
        "Kész",
        "Terminada",
        "Sprint 12: done",
    ],
)
def test_a_list_that_says_done_is_done(name: str) -> None:
    assert status_of(name) == "done"


@pytest.mark.parametrize(
    "name",
    [
        "Doing",
        "In Progress",
        "In progress - Dev",
        "IN-PROGRESS",
        "WIP",
        "Work in Progress (3)",
        "In Arbeit",
        "In Bearbeitung",
        "En cours",
        "En curso",
        "En progreso",
        "Em andamento",
        "In corso",
        "Mee bezig",
        "In uitvoering",
        "W toku",
        "W trakcie",
        "Probíhá",
        "Pågående",
        "Pågår",
        "I gang",
        "Igangværende",
        "Under arbeid",
        "Kesken",
        "Käynnissä",
        "Työn alla",
        "В работе",
        "В процессе",
        "В роботі",
        "進行中",
        "作業中",
        "进行中",
        "处理中",
        "진행 중",
        "진행중",
        "Devam ediyor",
        "Yapılıyor",
    ],
)
def test_a_list_that_says_in_progress_is_in_progress(name: str) -> None:
    assert status_of(name) == "doing"


@pytest.mark.parametrize(
    "name",
    [
        "Not done yet",
        "Undone",
        "Incomplete",
        "Unfinished",
        "To be done",
        "Must get done",
        "Definition of Done",
        "Isn't done",
        "Almost done",
        "nicht erledigt",
        "Noch nicht fertig",
        "Unerledigt",
        "no hecho",
        "Sin terminar",
        "pas fini",
        "Non terminé",
        "Não feito",
        "Non fatto",
        "Niet klaar",
        "Klaar voor review",
        "Nie zrobione",
        "Gotowe do testów",
        "Není hotovo",
        "Inte klart",
        "Klar för test",
        "Ikke ferdig",
        "Ei valmis",
        "Не сделано",
        "Готово к проверке",
        "Не виконано",
        "未完了",
        "完了していない",
        "未完成",
        "待完成",
        "미완료",
        "완료되지 않음",
        "Tamamlanmadı",
        "Not started",
        "Not in progress",
        "Review",
        "Blocked",
        "Cancelled",
        "Ready for QA",
        "Ready to merge",
        "Backlog",
        "To Do",
        "Zu erledigen",
        "Ideas",
        "",
        "🔥",
        "Close",
        "Doingness",
        "Pronto",
        "Condone",
        "Lista",
    ],
)
def test_a_list_that_says_neither_or_takes_it_back_is_open(name: str) -> None:
    assert status_of(name) == "open"


def test_a_word_nobody_knows_is_told_apart_from_one_that_means_open() -> None:
    assert known_status_of("To Do") == "open"
    assert known_status_of("Zu erledigen") == "open"
    assert known_status_of("wIghoS") is None


@pytest.mark.parametrize(
    ("level", "names"),
    [
        ("urgent", ("Highest|Blocker|Critical|URGENT|⚠ Urgent ⚠|P1 - Critical|priority/critical-urgent|Critical bug|Höchste|"
                   "Kritisch|La plus haute|Critique|Más alta|Mais alta|Più alta|Hoogste|Najwyższy|Nejvyšší|Högsta|Højeste|"
                   "Høyest|Korkein|Самый высокий|Критический|Найвищий|最高|緊急|紧急|가장 높음|En yüksek|Acil")),
        ("high", ("High|High Priority|priority: high|high_priority|1 - High|Hoch|Haute|Priorité haute|Alta|Prioridad alta|"
                 "Hoog|Wysoki|Vysoká|Hög|Høj|Høy|Korkea|Высокий|Високий|高|높음|Yüksek")),
        ("low", ("Low|Lowest|Minor|Trivial|Low Priority|prio:low|Niedrig|Am niedrigsten|Basse|Faible|Baja|Más baja|Baixa|Bassa|"
                "Laag|Niski|Nízká|Låg|Lav|Matala|Низкий|Низький|低|最低|낮음|Düşük")),
        ("medium", ("Medium|Major|Normal|Medium Priority|Mittel|Moyenne|Media|Média|Gemiddeld|Średni|Střední|Средний|中|보통|Orta")),
    ],
)  # fmt: skip
def test_a_priority_in_words_is_a_level(level: str, names: str) -> None:
    assert {name: level_of(name) for name in names.split("|")} == dict.fromkeys(names.split("|"), level)


@pytest.mark.parametrize(
    "name", ["Blocked", "non-critical", "not urgent", "Low hanging fruit", "Highlight", "bug", "", "lower", "12"]
)
def test_a_label_about_something_else_is_no_level(name: str) -> None:
    assert level_of(name) is None


def test_the_priority_column_wins_over_labels_and_the_most_pressing_label_over_the_others() -> None:
    assert priority_of("Low", ["urgent"]) == "low"
    assert priority_of("", ["low", "High priority", "bug"]) == "high"
    assert priority_of("", ["bug", "minor"]) == "low"
    assert priority_of("whatever", []) == "medium"
