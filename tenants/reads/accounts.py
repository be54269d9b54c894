"""Accounts: from an address to a person."""

from __future__ import annotations

from tenants import keys, store
from tenants.addresses import canonical
from tenants.items import Identity


def user_by_address(email: str) -> str | None:
    """The id of the account with this address. One GetItem."""
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    return identity.user if identity else None
