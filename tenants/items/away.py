"""What was put away: finished tasks, and the cards of projects that are off the dashboard."""

from __future__ import annotations

from pynamodb.attributes import UnicodeAttribute

from tenants.items.work import Card, Task


class ArchivedTask(Task):
    """ORG#<org> / ARCHIVE#<project>#TASK#<task> -> the project's archive: a finished task, out of the board's slice.

    With `expiresAt` it counts as gone already, whenever DynamoDB comes to sweep it up.
    """


class AwayCard(Card):
    """ORG#<org> / PUTAWAY#<project> -> the list of archived projects; counts the tasks that went away with it.

    While a project is on its way it stands next to its card, and each row counts on one of the two. `done` and
    `archivedAt` are there once the project is away.
    """

    archived_at = UnicodeAttribute(null=True, attr_name="archivedAt")
