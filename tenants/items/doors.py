"""What opens a door once, and what counts knocks."""

from __future__ import annotations

from pynamodb.attributes import NumberAttribute, UnicodeAttribute

from tenants.items.base import Base, FlatMap


class Token(Base):
    """TOKEN#<sha256> / TOKEN -> what a link in a mail is good for: a `kind` of act, for a `subject`, for a while.

    The link holds 256 random bits; the table keeps their SHA-256, so that nobody who reads it can open a door.
    `details` is what the act needs besides. `validUntil` ends it; the TTL only sweeps up.
    """

    kind = UnicodeAttribute()
    subject = UnicodeAttribute()
    valid_until = UnicodeAttribute(attr_name="validUntil")
    details = FlatMap(null=True)


class Throttle(Base):
    """THROTTLE#<sha256> / THROTTLE#<window> -> how often somebody tried something in a span of time. Born by ADD."""

    hits = NumberAttribute(null=True)
