"""What the operator's commands share: errors as sentences, and people found by their address."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from tqdm import tqdm

from tenants import keys, store
from tenants.addresses import canonical
from tenants.errors import NotFound, TableroError
from tenants.imports.bulk import Progress
from tenants.items import Base, Identity, Metadata
from tenants.snapshots import NO_ORG
from tenants.writes.ground import Actor

PATIENCE_SECONDS = 30


@contextmanager
def plainly() -> Iterator[None]:
    """Turn what goes wrong in the domain into the command's own error, which is shown as a sentence.

    A command that makes the process's client waits longer for answers than a page would.
    """
    if Base._connection is None:  # noqa: SLF001 - PynamoDB keeps the connection of a model here
        Base.Meta.read_timeout_seconds = PATIENCE_SECONDS
    try:
        yield
    except TableroError as error:
        raise CommandError(str(error)) from error


def account_of(address: str) -> str:
    """The id of the account with that e-mail address. One GetItem. Raises NotFound."""
    identity = store.get("account-by-address", Identity, keys.identity(canonical(address)))
    if identity is None:
        message = f"There is no account with the address {address}."
        raise NotFound(message)
    return identity.user


def owner_of(org: str) -> Actor:
    """An owner of the organisation, in whose name the operator acts. One GetItem. Raises NotFound."""
    metadata = store.get("frame", Metadata, keys.metadata(org))
    if metadata is None or metadata.state != "live":
        raise NotFound(NO_ORG)
    return Actor(min(metadata.owners), operator=True)


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """A bar on standard error, drawn only on a terminal; the block calls it with (done, total)."""
    with tqdm(desc=what, unit=" rows", file=sys.stderr, disable=None, leave=False) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show
