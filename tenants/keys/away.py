"""Keys of what was put away: finished tasks out of the board's slice, and projects off the dashboard."""

from __future__ import annotations

from tenants.keys.parts import Key, org_pk

AWAY_PREFIX = "PUTAWAY#"
ARCHIVE_JOB = "ARCHIVE"


def archived_task(org: str, project: str, task_id: str) -> Key:
    """A finished task that was put away."""
    return Key(org_pk(org), f"ARCHIVE#{project}#TASK#{task_id}")


def away_card(org: str, project: str) -> Key:
    """The card of a project that is not on the dashboard any more: sorts newest first, as cards do."""
    return Key(org_pk(org), f"{AWAY_PREFIX}{project}")


def project_job(org: str, project: str) -> Key:
    """The job that puts this project away, brings it back or deletes it: one at a time."""
    return Key(org_pk(org), f"JOB#PROJECT#{project}")


def tasks_prefix(project: str) -> str:
    """A project's tasks without its record."""
    return f"BOARD#{project}#TASK#"


def archive_prefix(project: str) -> str:
    """The finished tasks of a project that were put away."""
    return f"ARCHIVE#{project}#TASK#"


def details_range(task_id: str) -> tuple[str, str]:
    """Everything of one task but its row, as bounds."""
    return f"DETAIL#{task_id}#", f"DETAIL#{task_id}#~"


BOARDS_PREFIX = "BOARD#"
ARCHIVES_PREFIX = "ARCHIVE#"
DETAILS_PREFIX = "DETAIL#"
EVERY_DETAIL_END = "DETAIL#~"
