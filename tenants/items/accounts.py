"""Accounts and their sessions."""

from __future__ import annotations

from pynamodb.attributes import NumberAttribute, UnicodeAttribute, UnicodeSetAttribute

from tenants.items.base import Base


class Profile(Base):
    """USER#<user> / PROFILE -> the account.

    `sign_ins` counts the sessions ever opened: whoever ends them all demands the count that they read, so that none is
    opened unseen in between. `state` is set while the account is being deleted. `joined` are organisations that took
    the person in lately, of which an index may not know yet. `ways_back` are the links that move the account back to
    an address that it had: until when each is good, and its digest.
    """

    name = UnicodeAttribute()
    email = UnicodeAttribute()
    password = UnicodeAttribute(null=True)
    zone = UnicodeAttribute(null=True)
    language = UnicodeAttribute(null=True)
    state = UnicodeAttribute(null=True)
    sign_ins = NumberAttribute(null=True, attr_name="signIns")
    joined = UnicodeSetAttribute(null=True)
    ways_back = UnicodeSetAttribute(null=True, attr_name="waysBack")
    created_at = UnicodeAttribute(attr_name="createdAt")


class Session(Base):
    """USER#<user> / SESSION#<sha256> -> a signed-in device. `validUntil` ends it; the TTL only sweeps up.

    Name, language and zone are copies of the account's, for the cookie; `device` is what the browser calls itself,
    `network` the part of the network that it was last used from.
    """

    created_at = UnicodeAttribute(attr_name="createdAt")
    valid_until = UnicodeAttribute(attr_name="validUntil")
    last_used = UnicodeAttribute(null=True, attr_name="lastUsed")
    user_name = UnicodeAttribute(null=True, attr_name="userName")
    language = UnicodeAttribute(null=True)
    zone = UnicodeAttribute(null=True)
    device = UnicodeAttribute(null=True)
    network = UnicodeAttribute(null=True)


class Identity(Base):
    """EMAIL#<address> / IDENTITY -> the one account of an address."""

    user = UnicodeAttribute()
