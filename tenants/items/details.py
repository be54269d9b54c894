"""What belongs to one task and is read on its page alone."""

from __future__ import annotations

from pynamodb.attributes import UnicodeAttribute

from tenants.items.base import Base, FlatMap


class Text(Base):
    """ORG#<org> / DETAIL#<task>#TEXT -> the task's page: its description, outside the board slice.

    `revision` is drawn anew by every change; an imported one has none yet.
    """

    text = UnicodeAttribute()
    revision = UnicodeAttribute(null=True)


class Note(Base):
    """ORG#<org> / DETAIL#<task>#NOTE#<instant>#<token> -> the task's page: a comment, with the name as it was."""

    text = UnicodeAttribute()
    actor = UnicodeAttribute()
    actor_name = UnicodeAttribute(attr_name="actorName")


class Log(Base):
    """ORG#<org> / DETAIL#<task>#LOG#<instant>#<id> -> the task's page: one action, with what it changed.

    `before` and `after` hold the fields that differ, as people read them: an assignee by their name as it was.
    """

    action = UnicodeAttribute()
    actor = UnicodeAttribute(null=True)
    actor_name = UnicodeAttribute(null=True, attr_name="actorName")
    before = FlatMap(null=True)
    after = FlatMap(null=True)


class Sent(Base):
    """ORG#<org> / DETAIL#<task>#SENT#<token> -> a comment's form was sent; `note` is what came of it. Expires."""

    note = UnicodeAttribute()
