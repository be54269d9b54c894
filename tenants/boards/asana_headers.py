"""Names of Asana's columns, in the languages of those who sent files. Plain data; case and accents do not count."""

from __future__ import annotations

from typing import Final

from tenants.boards.text import words

_NAMES: Final = {
    "task_id": """
        task id, aufgaben-id, id de la tarea, id de tarea, id de la tâche, id de tâche, id da tarefa
    """,
    "title": """
        name, task name, aufgabenname, nombre, nombre de la tarea, nom, nom de la tâche, nome, nome da tarefa
    """,
    "created": """
        created at, created on, erstellt am, creado el, creada el, fecha de creación, créée le, créé le,
        date de création, criado em, criada em, data de criação
    """,
    "completed": """
        completed at, completed on, abgeschlossen am, erledigt am, completado el, completada el, finalizado el,
        finalizada el, fecha de finalización, terminée le, terminé le, achevée le, date d'achèvement,
        date de fin, concluído em, concluída em, finalizado em, data de conclusão
    """,
    "section": """
        section column, section, column, abschnitt spalte, abschnitt, spalte, sección columna, sección, columna,
        section colonne, colonne, seção coluna, seção, coluna
    """,
    "assignee": """
        assignee, zuständige person, zugewiesen an, verantwortlich, responsable, asignado a, persona asignada,
        personne assignée, cessionnaire, responsável, atribuído a
    """,
    "due": """
        due date, due on, fälligkeitsdatum, fällig am, fecha de entrega, fecha de vencimiento, fecha límite,
        date d'échéance, échéance, data de entrega, data de conclusão prevista, prazo, data de vencimento
    """,
    "tags": "tags, schlagwörter, etiquetas, étiquettes, mots-clés",
    "notes": "notes, notizen, beschreibung, notas, descripción, description, descrição",
    "projects": "projects, projekte, proyectos, projets, projetos",
    "parent": """
        parent task, übergeordnete aufgabe, tarea principal, tarea superior, tâche parente, tâche principale,
        tarefa principal, tarefa mãe
    """,
    "priority": "priority, priorität, prioridad, priorité, prioridade",
}
COLUMNS: Final = {
    role: tuple(" ".join(words(name)) for name in names.replace("\n", " ").split(",")) for role, names in _NAMES.items()
}
"""Role -> folded names, the most telling first."""

CHOSEN: Final = {
    "title": "title", "description": "notes", "status": "section", "priority": "priority", "due": "due",
    "assignee": "assignee", "labels": "tags", "project": "projects", "created": "created", "completed": "completed",
    "id": "task_id",
}  # fmt: skip
"""What a person may say of a column -> the role here."""
