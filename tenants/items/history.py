"""What happened, and who did how much of it in which month."""

from __future__ import annotations

from typing import Any, Self

from pynamodb.attributes import NumberAttribute, UnicodeAttribute

from tenants import ids
from tenants.items.base import Base


class Event(Base):
    """ORG#<org> / EVENT#<month>#<instant>#<id> -> activity of a month. Expires after 400 days.

    `member` is the id of the person that `title` names, where it tells of a person.
    """

    action = UnicodeAttribute()
    actor = UnicodeAttribute(null=True)
    actor_name = UnicodeAttribute(null=True, attr_name="actorName")
    project = UnicodeAttribute(null=True)
    project_title = UnicodeAttribute(null=True, attr_name="projectTitle")
    task = UnicodeAttribute(null=True)
    title = UnicodeAttribute(null=True)
    member = UnicodeAttribute(null=True)
    before = UnicodeAttribute(null=True)
    after = UnicodeAttribute(null=True)


class AuditEntry(Base):
    """ORG#<org> / AUDIT#<month>#<instant>#<id> -> audit of a month. Put once, never changed; expires by `AUDIT_DAYS`.

    `actor` is a user id or `operator`; `about` is the id of the person or thing that `subject` names; `address` is the
    network address that it came from. `occurred`: when a refused attempt, whose key holds the minute alone, was made.
    """

    action = UnicodeAttribute()
    actor = UnicodeAttribute()
    actor_name = UnicodeAttribute(null=True, attr_name="actorName")
    address = UnicodeAttribute(null=True)
    subject = UnicodeAttribute(null=True)
    about = UnicodeAttribute(null=True)
    before = UnicodeAttribute(null=True)
    after = UnicodeAttribute(null=True)
    occurred = UnicodeAttribute(null=True, attr_name="at")


class Stats(Base):
    """ORG#<org> / STATS#USER#<user>#<month> -> a member's months, with the name as it was. Born by ADD.

    `g_<dd>`: how many of the tasks done on that day were deleted since; for people who are not members in the item
    of the user `""`.
    """

    done = NumberAttribute(null=True)
    gone = NumberAttribute(null=True)
    name = UnicodeAttribute(null=True)
    gone_by_day: dict[int, int]

    @classmethod
    def _instantiate(cls, attribute_values: dict[str, dict[str, Any]]) -> Self:
        stats = super()._instantiate(attribute_values)
        days = {name: value for name, value in attribute_values.items() if name.startswith("g_") and "N" in value}
        stats.gone_by_day = {int(name.removeprefix("g_")): int(value["N"]) for name, value in days.items()}
        return stats


_DAYS = {ids.base32(number, 1): number for number in range(1, 32)}


class Leaders(Base):
    """ORG#<org> / LEADERS#<month>#<0-3> -> the month's most active members, and tasks done per day.

    Its attributes are made of ids: `n_<user>` tasks done by a member, `<day>` tasks done on a day, in one base32 digit:
    at a month's border the dashboard reads up to 248 of those. Born by ADD.
    """

    by_user: dict[str, int]
    by_day: dict[int, int]

    @classmethod
    def _instantiate(cls, attribute_values: dict[str, dict[str, Any]]) -> Leaders:
        leaders = cls(attribute_values["PK"]["S"], attribute_values["SK"]["S"])
        numbers = {name: int(value["N"]) for name, value in attribute_values.items() if "N" in value}
        leaders.by_user = {name[2:]: done for name, done in numbers.items() if name.startswith("n_")}
        leaders.by_day = {_DAYS[name]: done for name, done in numbers.items() if name in _DAYS}
        return leaders

    @property
    def month(self) -> str:
        """YYYY-MM."""
        return str(self.sk.split("#")[1])


def day_name(day: str) -> str:
    """What the counter of a day (YYYY-MM-DD) is called in the table: its number in the month in one base32 digit."""
    return ids.base32(int(day[8:]), 1)
