"""Keys of `DETAIL#<task>`: what is read on one task's page alone.

They name no project, so a task that moves to another project takes them along without a write.
"""

from __future__ import annotations

from tenants.keys.parts import Key, org_pk


def text(org: str, task_id: str) -> Key:
    """The task's description."""
    return Key(org_pk(org), f"DETAIL#{task_id}#TEXT")


def note(org: str, task_id: str, instant: str, token: str) -> Key:
    """A comment."""
    return Key(org_pk(org), f"DETAIL#{task_id}#NOTE#{instant}#{token}")


def log(org: str, task_id: str, instant: str, event_id: str) -> Key:
    """One entry of the task's own history."""
    return Key(org_pk(org), f"DETAIL#{task_id}#LOG#{instant}#{event_id}")


def sent(org: str, task_id: str, token: str) -> Key:
    """The lock of a comment's form: sent twice, it comments once."""
    return Key(org_pk(org), f"DETAIL#{task_id}#SENT#{token}")


def details_prefix(task_id: str) -> str:
    """Everything of one task but its row."""
    return f"DETAIL#{task_id}#"


def told_range(task_id: str) -> tuple[str, str]:
    """A task's history and comments, and neither its description nor the locks."""
    return f"DETAIL#{task_id}#LOG#", f"DETAIL#{task_id}#NOTE#~"
