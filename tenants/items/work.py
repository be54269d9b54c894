"""Projects and tasks, and the counters that move with them."""

from __future__ import annotations

from pynamodb.attributes import NumberAttribute, UnicodeAttribute

from tenants.items.base import Base
from tenants.policy import LIVE_STATUSES, Priority, Status


class OpenCounter(Base):
    """ORG#<org> / OPEN#<0-3> -> the dashboard's open and doing tasks by priority. Born by ADD: any may be missing.

    Names are paid for in every item: written out, those of a dashboard's counters fill a sixth of its read unit.
    """

    open_low = NumberAttribute(null=True, attr_name="ol")
    open_medium = NumberAttribute(null=True, attr_name="om")
    open_high = NumberAttribute(null=True, attr_name="oh")
    open_urgent = NumberAttribute(null=True, attr_name="ou")
    doing_low = NumberAttribute(null=True, attr_name="dl")
    doing_medium = NumberAttribute(null=True, attr_name="dm")
    doing_high = NumberAttribute(null=True, attr_name="dh")
    doing_urgent = NumberAttribute(null=True, attr_name="du")


class Card(OpenCounter):
    """ORG#<org> / PROJECT#<project> -> the dashboard's newest projects, and the list of all of them.

    When it was created is in its id.
    """

    title = UnicodeAttribute()
    done = NumberAttribute(null=True)


class Header(Base):
    """ORG#<org> / BOARD#<project>#HEADER -> the project's page; GSI2 by creation.

    It lies in the slice of the board, so what can be long of it lies elsewhere (`Brief`). `lead` and `away` are stored
    under names that the index projects: the list of projects by creation shows them. `away` is the state of one that
    is not live, else nothing.
    """

    title = UnicodeAttribute()
    state = UnicodeAttribute()
    created_at = UnicodeAttribute(attr_name="createdAt")
    created_by = UnicodeAttribute(null=True, attr_name="createdBy")
    version = NumberAttribute(default=1)
    gone = NumberAttribute(null=True)
    lead = UnicodeAttribute(null=True, attr_name="assignee")
    starts = UnicodeAttribute(null=True)
    due = UnicodeAttribute(null=True)
    away = UnicodeAttribute(null=True, attr_name="status")


class Brief(Base):
    """ORG#<org> / BRIEF#<project> -> the project's page: its description. The record's version guards it too."""

    text = UnicodeAttribute()


class Task(Base):
    """ORG#<org> / BOARD#<project>#TASK#<task> -> the project's page.

    While open or doing also GSI1 (the assignee's home) and GSI2 (the organisation's tasks by status). `labels` is one
    text, a label a line: as a list it would cost a byte more each and client CPU on every row. It is in no index.
    """

    title = UnicodeAttribute()
    status = UnicodeAttribute()
    priority = UnicodeAttribute()
    due = UnicodeAttribute(null=True)
    assignee = UnicodeAttribute(null=True)
    person = UnicodeAttribute(null=True)
    project = UnicodeAttribute(null=True)
    labels = UnicodeAttribute(null=True)
    created_at = UnicodeAttribute(attr_name="createdAt")
    version = NumberAttribute(default=1)
    completed_at = UnicodeAttribute(null=True, attr_name="completedAt")
    completed_by = UnicodeAttribute(null=True, attr_name="completedBy")
    completed_day = UnicodeAttribute(null=True, attr_name="completedDay")
    put_away = UnicodeAttribute(null=True, attr_name="putAway")


COUNTER_NAMES = tuple(f"{status}_{priority}" for status in LIVE_STATUSES for priority in Priority)
"""The attributes of a counter item, as Python names them."""


def counter_name(status: Status, priority: Priority) -> str:
    """What the counter of such tasks is called in the table."""
    return f"{status[0]}{priority[0]}"
