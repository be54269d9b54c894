"""Keys of the two indexes."""

from __future__ import annotations

from tenants.keys.parts import NO_DUE_DATE


# GSI1: one person, over all organisations. Crosses tenants, so nothing is ever authorised from it.
def by_user_org(org: str) -> str:
    """GSI1 sort key of a membership: sorts before every task."""
    return f"ORG#{org}"


MY_ORGS_PREFIX = "ORG#"
"""GSI1 sort keys of all of somebody's memberships."""

MY_TASKS_PREFIX = "TASK#"
"""GSI1 sort keys of all of somebody's live tasks, over all organisations."""


def by_user_task(due: str | None, task_id: str) -> str:
    """GSI1 sort key of a live task: earliest due first, none last."""
    return f"TASK#{due or NO_DUE_DATE}#{task_id}"


# GSI2: one organisation's tasks by status, and its projects by creation.
def by_status_pk(org: str, status: str) -> str:
    """GSI2 partition of an organisation's tasks in one live status."""
    return f"ORG#{org}#STATUS#{status}"


def by_status_sk(rank: int, due: str | None, task_id: str) -> str:
    """GSI2 sort key: most urgent first (rank 0), earliest due first within, none last."""
    return f"{rank}#{due or NO_DUE_DATE}#{task_id}"


def by_created_pk(org: str) -> str:
    """GSI2 partition of an organisation's projects, archived ones too."""
    return f"ORG#{org}#PROJECTS"


def by_created_sk(created_at: str, project: str) -> str:
    """GSI2 sort key of a project: oldest first."""
    return f"{created_at}#{project}"
