"""Accounts and their sessions."""

from __future__ import annotations

from pynamodb.attributes import UnicodeAttribute

from tenants.items.base import Base


class Profile(Base):
    """USER#<user> / PROFILE -> the account."""

    name = UnicodeAttribute()
    email = UnicodeAttribute()
    password = UnicodeAttribute(null=True)
    zone = UnicodeAttribute(null=True)
    created_at = UnicodeAttribute(attr_name="createdAt")


class Session(Base):
    """USER#<user> / SESSION#<sha256> -> a signed-in device. `validUntil` ends it; the TTL only sweeps up."""

    created_at = UnicodeAttribute(attr_name="createdAt")
    valid_until = UnicodeAttribute(attr_name="validUntil")
    user_name = UnicodeAttribute(null=True, attr_name="userName")
    device = UnicodeAttribute(null=True)


class Identity(Base):
    """EMAIL#<address> / IDENTITY -> the one account of an address."""

    user = UnicodeAttribute()
