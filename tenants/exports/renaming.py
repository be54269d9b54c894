"""What things are called in the copy: ids that follow from the old ones and from the new organisation.

Projects keep their ids: they are asked for within their organisation alone. Tasks get new ones, since a person's home
shows the tasks of the original and of the copy on one page. People become the accounts that have their addresses;
whoever has none, or no seat, becomes an id that is nobody's.
"""

from __future__ import annotations

from tenants import ids

_KEPT = 11
"""Characters of a task's id that stay: its second, and enough of the rest for tasks of one second to stay in order."""


def renamed_task(org: str, task: str) -> str:
    """The id that a task has in the copy."""
    return task[:_KEPT] + ids.derived_id(ids.TASK_ID_LENGTH - _KEPT, "restored-task", org, task)


def nobody(org: str, person: str) -> str:
    """The id in the copy of somebody who is no member of it."""
    return ids.derived_id(ids.USER_ID_LENGTH, "restored-person", org, person)
