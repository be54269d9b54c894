"""Who may come in and is not yet."""

from __future__ import annotations

from pynamodb.attributes import NumberAttribute, UnicodeAttribute, UnicodeSetAttribute

from tenants.items.base import Base


class Invitation(Base):
    """ORG#<org> / INVITE#<id> -> somebody may join until `validUntil`.

    By mail it has an `email`, its id is made from that address and it is used once. By link it has a `cap`, which
    `uses` counts up to, and `domains` that the address of whoever comes must lie in; without them all may come.
    `digest` is the SHA-256 of its one valid token. `inviter` answers for it: it is void when they lose the right.
    """

    role = UnicodeAttribute()
    inviter = UnicodeAttribute()
    inviter_name = UnicodeAttribute(attr_name="inviterName")
    created_at = UnicodeAttribute(attr_name="createdAt")
    valid_until = UnicodeAttribute(attr_name="validUntil")
    digest = UnicodeAttribute()
    email = UnicodeAttribute(null=True)
    domains = UnicodeSetAttribute(null=True)
    cap = NumberAttribute(null=True)
    uses = NumberAttribute(null=True)
