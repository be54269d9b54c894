"""What may stand in a URL as an id. Anything else is no page of ours, so nothing strange ever reaches a key."""

from __future__ import annotations

from django.urls.converters import StringConverter

from tenants import ids


class OrgConverter(StringConverter):
    """An organisation's slug: a-z, 0-9 and inner hyphens, 3 to 40 characters."""

    regex = ids.ORG_ID.pattern


class ProjectConverter(StringConverter):
    """A project's id: 16 characters of Crockford's base32, one letter case."""

    regex = ids.PROJECT_ID.pattern


class MemberConverter(StringConverter):
    """A person's id: 10 characters of Crockford's base32, one letter case."""

    regex = ids.USER_ID.pattern


class InvitationConverter(StringConverter):
    """An invitation's id: 16 characters of Crockford's base32, one letter case."""

    regex = ids.INVITATION_ID.pattern


class TaskConverter(StringConverter):
    """A task's id: 16 characters of Crockford's base32, one letter case."""

    regex = ids.TASK_ID.pattern
