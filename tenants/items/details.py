"""What belongs to one task and is read on its page alone."""

from __future__ import annotations

from pynamodb.attributes import UnicodeAttribute

from tenants.items.base import Base


class Text(Base):
    """ORG#<org> / DETAIL#<task>#TEXT -> the task's page: its description, outside the board slice."""

    text = UnicodeAttribute()
