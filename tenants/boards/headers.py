# ruff: noqa: RUF001 - letters of other scripts are what this file is about
"""Names of the usual columns of any tool's table, in many languages. Plain data; case and accents do not count.

Jira's names count too. Of several columns of one role the one whose name stands first here is meant.
"""

from __future__ import annotations

from typing import Final

from tenants.boards.jira_headers import ROLE_BY_NAME as JIRA
from tenants.boards.text import words

# Names that only a list of tasks has.
TITLES_OF_TASKS: Final = """
    task name, task title, task, card name, card title, card, issue title, issue, story, to do, todo, todo item,
    work item, aufgabe, aufgabenname, vorgang, karte, kartenname, tarea, nombre de la tarea, título de la tarea,
    tarjeta, tâche, nom de la tâche, titre de la tâche, carte, tarefa, nome da tarefa, título da tarefa, cartão,
    attività, compito, nome attività, taak, taaknaam, zadanie, nazwa zadania, úkol, uppgift, opgave, oppgave,
    tehtävä, задача, завдання, görev, タスク, タスク名, 任务, 任务名称, 任務, 작업, 작업 이름
"""
# Names that lists of other things have too: they need company.
TITLES_OF_ANYTHING: Final = """
    title, name, summary, subject, content, item, headline, what, titel, bezeichnung, betreff, zusammenfassung,
    inhalt, título, titulo, nombre, resumen, asunto, titre, nom, intitulé, objet, libellé, résumé, nome, resumo,
    assunto, titolo, oggetto, onderwerp, naam, samenvatting, tytuł, nazwa, název, namn, rubrik, navn, nimi,
    otsikko, название, заголовок, тема, назва, başlık, ad, タイトル, 件名, 标题, 標題, 名称, 제목, 이름
"""
_NAMES: Final = {
    "id": """
        id, task id, card id, issue id, issue key, key, work item id, uid, uuid, guid, number, #, identifier,
        identificador, identifiant, aufgaben id, vorgangsnummer, nummer, kennung, schlüssel, id de tarea,
        id de la tarea, id de la tâche, id da tarefa, número, numéro, clave, clé, chave
    """,
    "description": """
        description, notes, note, body, details, detail, task content, card description, task description,
        comments, beschreibung, notizen, notiz, bemerkung, bemerkungen, anmerkungen, kommentar, descripción,
        notas, detalles, observaciones, comentarios, remarques, détails, commentaires, descrição, detalhes,
        observações, comentários, descrizione, omschrijving, beschrijving, notities, opis, popis, beskrivning,
        beskrivelse, kuvaus, описание, опис, açıklama, 説明, 描述, 备注, 설명
    """,
    "status": """
        status, state, progress, task status, card status, stage, phase, list, list name, section,
        section column, bucket, bucket name, column, column name, group, group name, lane, swimlane,
        board column, zustand, stand, fortschritt, bearbeitungsstand, liste, listenname, spalte, abschnitt,
        phase des vorgangs, estado, etapa, fase, progreso, lista, nombre de la lista, columna, sección, statut,
        état, étape, avancement, nom de la liste, colonne, situação, andamento, progresso, nome da lista,
        coluna, seção, stato, stan, stav, tila, статус, состояние, стан, список, durum, aşama, ステータス, 状態, 状态,
        狀態, 列表, 상태
    """,
    "priority": """
        priority, prio, task priority, severity, importance, urgency, priorität, dringlichkeit, wichtigkeit,
        prioridad, urgencia, importancia, priorité, urgence, importance de la tâche, prioridade, urgência,
        importância, priorità, prioriteit, priorytet
    """,
    "due": """
        due date, due, due on, due at, deadline, date due, due datetime, end date, target date, finish date,
        finish by, due date time, fälligkeitsdatum, fällig, fällig am, frist, termin, enddatum, zieldatum, bis,
        zieltermin, fecha de vencimiento, vencimiento, fecha límite, fecha limite, fecha de entrega, vence,
        plazo, fecha fin, fecha de fin, date d'échéance, échéance, date limite, date de fin, à faire pour,
        à rendre le, data de vencimento, vencimento, prazo, data limite, data de entrega, data final, vence em,
        data di scadenza, scadenza, vervaldatum
    """,
    "assignee": """
        assignee, assignees, assigned to, assigned, assign, owner, owners, responsible, members, member, person,
        people, task owner, assigned user,
        who, wer, quién, qui, quem, zugewiesen an, zugewiesene person, zugewiesen, bearbeiter,
        verantwortlich, verantwortliche, verantwortlicher, zuständig, zuständige person, mitglieder, asignado a,
        asignado, asignada a, persona asignada, responsable, responsables, encargado, miembros, assigné à,
        assigné, assignée à, personne assignée, attribué à, affecté à, membres, atribuído a, atribuído,
        atribuído para, responsável, responsáveis, encarregado, membros, assegnato a, assegnatario,
        toegewezen aan, przypisane do, ansvarig, ansvarlig
    """,
    "labels": """
        labels, label, tags, tag, categories, category, keywords, etiketten, schlagwörter, schlagworte,
        stichwörter, kategorien, kategorie, etiquetas, etiqueta, categorías, categoría, palabras clave,
        étiquettes, étiquette, catégories, catégorie, mots clés, marcadores, categorias, categoria, rótulos,
        etichette
    """,
    "project": """
        project, project name, projects, board, board name, team project, space, space name, plan, plan name,
        epic name, projekt, projektname, projekte, tafel, proyecto, nombre del proyecto, proyectos, tablero,
        projet, nom du projet, projets, tableau, projeto, nome do projeto, projetos, quadro, progetto,
        nome progetto, project naam, проект, проєкт, proje, プロジェクト, 项目, 專案, 프로젝트
    """,
    "created": """
        created, created at, created on, created date, creation date, date created, created time, added at,
        date added, opened, created at utc, erstellt, erstellt am, erstellungsdatum, angelegt am, creado,
        creado el, fecha de creación, créé le, créée le, créé, date de création, criado, criado em, criada em,
        data de criação
    """,
    "completed": """
        completed, completed at, completed on, completed date, completion date, date completed, done, done at,
        is done, is         completed, complete, finished, finished at, closed at, closed on, closed,
        closed date, resolved, due complete, archived, closed at utc, completed date utc, erledigt, erledigt am,
        abgeschlossen, abgeschlossen am, fertig, fertiggestellt am, abschlussdatum, completado, completada,
        completado el, finalizado, finalizada, terminado, hecho, fecha de finalización, fecha de cierre,
        terminé, terminée, terminé le, terminée le, achevé le, fait, date de clôture, date d'achèvement,
        concluído, concluída, concluído em, finalizado em, feito, data de conclusão
    """,
}
_FROM_JIRA: Final = {"summary": "title", "resolved": "completed", "project_name": "project", "key": "id"}


def _folded(names: str) -> list[str]:
    return [" ".join(words(name)) or name.strip() for name in names.replace("\n", " ").split(",")]


STRONG: Final = frozenset(_folded(TITLES_OF_TASKS))
_RANKED: Final[dict[str, tuple[str, int]]] = {}
for _role, _text in {**_NAMES, "title": TITLES_OF_TASKS + "," + TITLES_OF_ANYTHING}.items():
    for _rank, _name in enumerate(_folded(_text)):
        _RANKED.setdefault(_name, (_role, _rank))


def role_of(header: str) -> tuple[str, int] | None:
    """What a column of this name holds, and how telling the name is: of two the smaller number is the better."""
    folded = " ".join(words(header)) or header.strip()
    if folded in _RANKED:
        return _RANKED[folded]
    jira = JIRA.get(folded)
    role = _FROM_JIRA.get(jira, jira) if jira else None
    return (role, len(_RANKED)) if role in _NAMES or role == "title" else None
