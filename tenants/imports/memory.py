"""What people of an organisation have said about names in their files, kept for the next file that they bring.

One item per organisation holds choices by an id that is derived from the name: it tells nobody what a list was called.
It goes with the organisation, into its export and out of existence.
"""

from __future__ import annotations

from collections.abc import Mapping

from pynamodb.expressions.operand import Path

from tenants import keys, store
from tenants.boards.choices import merged, valid
from tenants.items import ImportChoices
from tenants.transaction import MISSING, Transaction, perform


def remembered(org: str) -> dict[str, str]:
    """The choices of this organisation. One consistent GetItem."""
    found = store.get("upload", ImportChoices, keys.import_choices(org))
    return dict(found.made) if found else {}


def remember(
    transaction: Transaction, org: str, before: ImportChoices | None, made: Mapping[str, str]
) -> dict[str, str]:
    """Keep `made` over what was remembered `before`, unless somebody else is first; answer with what stands then."""
    old = dict(before.made) if before else {}
    new = merged(old, valid(made))
    if new != old:
        item = ImportChoices.at(keys.import_choices(org), made=new, version=int(before.version) + 1 if before else 1)
        transaction.put(item, condition=Path("version") == before.version if before else MISSING)
    return new


def keep(org: str, made: Mapping[str, str]) -> None:
    """Remember `made`. One GetItem and one transaction; nothing is written when that changes nothing."""

    def build() -> tuple[Transaction | None, None]:
        transaction = Transaction()
        remember(transaction, org, store.get("upload", ImportChoices, keys.import_choices(org)), made)
        return (transaction if len(transaction) else None), None

    perform(build)
