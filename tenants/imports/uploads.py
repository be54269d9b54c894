"""A board file between its preview and the end of its import, kept in the table.

It lies compressed in the organisation's own partition, so that any process can show the preview, and any other one
run or resume the import: nothing waits on one machine's disk. It is swept up after a day.
"""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import BinaryIO, cast

from pynamodb.expressions.operand import Path

from tenants import clock, keys, store
from tenants.boards import Board, Choices, read_board
from tenants.errors import NotFound
from tenants.ids import random_id
from tenants.imports import memory
from tenants.items import ImportChoices, Upload, UploadPart
from tenants.policy import Permission
from tenants.text import one_line
from tenants.transaction import EXISTS, AttributePath, ConditionFailed, Conflicted, Transaction, perform
from tenants.words import said, unpacked
from tenants.writes.ground import Actor, stand

KEPT = timedelta(days=1)
PART_BYTES = 300_000
PARTS_AT_ONCE = 8
TOKEN_LENGTH = 26
QUIET = timedelta(seconds=20)
"""A running import that has said nothing for so long has lost its process and can be taken up again."""

GONE = said("The file is no longer here. Please choose it again.")

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept file and how far its import is. `state` is `preview`, `running`, `done` or `refused`."""

    token: str
    user: str
    name: str
    state: str
    mapping: Mapping[str, str]
    choices: Mapping[str, str]
    done: int
    total: int
    projects_added: int
    tasks_added: int
    tasks_known: int
    claimed: int
    rejected: int
    refusal: str
    updated_at: datetime

    def is_stalled(self, now: datetime) -> bool:
        """Whether its import has lost its process."""
        return self.state == "running" and now - self.updated_at > QUIET


def keep(actor: Actor, org: str, name: str, file: BinaryIO, now: datetime) -> str:
    """Keep `file` and answer with the token that it is found by.

    One BatchGetItem, one transaction per 2.4 MB (compressed). Raises NotFound, NotAllowed, SessionEnded.
    """
    token = random_id(TOKEN_LENGTH)
    expires = clock.expiry(now, KEPT)
    parts = 0
    ground = stand(actor, org, Permission.BOARD_IMPORT, now)
    transaction = ground.transaction()
    for piece in _pieces(file):
        transaction.put(UploadPart.at(keys.upload_part(org, token, parts), data=piece, expires_at=expires))
        parts += 1
        if parts % PARTS_AT_ONCE == 0:
            _send(transaction)
            transaction = ground.transaction()
    head = Upload.at(
        keys.upload(org, token),
        user=actor.user,
        name=name_of(name),
        parts=parts,
        state="preview",
        updated_at=clock.to_text(now),
        expires_at=expires,
    )
    transaction.put(head)
    _send(transaction)
    return token


def name_of(name: str) -> str:
    """What a file is called while it is kept: a table without projects is a project of that name."""
    return one_line(name)[:200] or "board"


def find(org: str, user: str, token: str) -> Kept | None:
    """The file kept under `token` by this very person. One consistent GetItem."""
    if len(token) != TOKEN_LENGTH or not token.isalnum() or not token.isascii():
        return None
    head = store.get("upload", Upload, keys.upload(org, token))
    return _kept(head) if head is not None and head.user == user else None


def open_file(org: str, token: str) -> BinaryIO:
    """The kept file, from its start, in a temporary file. One Query per 3 parts (1 MB a page). Raises NotFound."""
    prefix = keys.upload_parts_prefix(token)
    file = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115 - the caller closes it
    inflate = zlib.decompressobj()
    found = False
    for part in store.walk("upload", keys.org_pk(org), prefix=prefix, page=3):
        if isinstance(part, UploadPart):
            found = True
            file.write(inflate.decompress(part.data))
    if not found:
        file.close()
        raise NotFound(GONE)
    file.write(inflate.flush())
    file.seek(0)
    return file


def read(org: str, kept: Kept, choices: Mapping[str, str]) -> Board:
    """The board in a kept file, as `choices` want it. Requests as `open_file`. Raises NotFound, NotABoard."""
    with open_file(org, kept.token) as file:
        return read_board(file, Choices(choices), kept.name)


def note(org: str, token: str, mapping: Mapping[str, str], choices: Mapping[str, str], now: datetime) -> None:
    """Keep beside the file what a person has said about it so far, unless its import has begun.

    One GetItem and one transaction. Raises NotFound when the file is no longer here.
    """

    def build() -> tuple[Transaction | None, None]:
        head = store.get("upload", Upload, keys.upload(org, token))
        if head is None:
            raise NotFound(GONE)
        if head.state not in {"preview", "refused"}:
            return None, None
        transaction = Transaction()
        transaction.update(
            Upload,
            head.key,
            condition=Path("updatedAt") == head.updated_at,
            set={
                "mapping": dict(mapping),
                "choices": dict(choices),
                "state": "preview",
                "updatedAt": clock.to_text(now),
            },
            remove=("refusal",),
        )
        return transaction, None

    perform(build)


def start(
    org: str, token: str, mapping: Mapping[str, str] | None, now: datetime, made: Mapping[str, str] | None = None
) -> bool:
    """Mark the import as running. Answers False when one runs already and is heard of, or is done.

    `made` are choices about names in the file; they are remembered for the next one in the same transaction. None of
    either leaves what was said before. One BatchGetItem and one transaction.
    """
    head_key, choices_key = keys.upload(org, token), keys.import_choices(org)

    def build() -> tuple[Transaction | None, bool]:
        found = store.get_many("upload", [head_key, choices_key])
        head = found.get(Upload, head_key)
        if head is None:
            raise NotFound(GONE)
        kept = _kept(head)
        if kept.state == "done" or (kept.state == "running" and not kept.is_stalled(now)):
            return None, False
        transaction = Transaction()
        said = dict(kept.choices)
        if made is not None:
            said = memory.remember(transaction, org, found.get(ImportChoices, choices_key), made)
        transaction.update(
            Upload,
            head.key,
            condition=Path("updatedAt") == head.updated_at,
            set={
                "state": "running",
                "mapping": dict(kept.mapping if mapping is None else mapping),
                "choices": said,
                "updatedAt": clock.to_text(now),
            },
            remove=("refusal",),
        )
        return transaction, True

    return perform(build)


def tell(org: str, token: str, **facts: int | str) -> None:
    """Write down how far the import is (attributes of `Upload` as they are stored). One transaction."""
    changes: dict[AttributePath, int | str] = dict(facts.items())
    changes["updatedAt"] = clock.to_text(clock.now())
    transaction = Transaction()
    transaction.update(Upload, keys.upload(org, token), condition=EXISTS, set=changes)
    perform(_once(transaction))


def forget_file(org: str, token: str, parts: int) -> None:
    """Delete the pieces of a file that is imported; its head stays to tell the result. One transaction per 100."""
    numbers = range(parts)
    for first in range(0, parts, 100):
        transaction = Transaction()
        for number in numbers[first : first + 100]:
            transaction.delete(UploadPart, keys.upload_part(org, token, number))
        with suppress(ConditionFailed, Conflicted):  # another run of the same import sweeps up, or the TTL will
            transaction.commit()


def parts_of(org: str, token: str) -> int:
    """How many pieces there are. One GetItem."""
    head = store.get("upload", Upload, keys.upload(org, token))
    return int(head.parts) if head else 0


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    deflate = zlib.compressobj(6)
    buffer = bytearray()
    file.seek(0)
    while chunk := file.read(_CHUNK):
        buffer += deflate.compress(chunk)
        while len(buffer) >= PART_BYTES:
            yield bytes(buffer[:PART_BYTES])
            del buffer[:PART_BYTES]
    buffer += deflate.flush()
    while buffer:
        yield bytes(buffer[:PART_BYTES])
        del buffer[:PART_BYTES]


def _send(transaction: Transaction) -> None:
    if len(transaction):
        perform(_once(transaction))


def _once(transaction: Transaction) -> Callable[[], tuple[Transaction | None, None]]:
    """The same transaction at every try: it decides nothing, so there is nothing to look at again."""
    return lambda: (transaction, None)


def _kept(head: Upload) -> Kept:
    return Kept(
        token=head.sk.split("#")[1],
        user=head.user,
        name=head.name,
        state=head.state,
        mapping=head.mapping or {},
        choices=head.choices or {},
        done=int(head.done),
        total=int(head.total),
        projects_added=int(head.projects_added),
        tasks_added=int(head.tasks_added),
        tasks_known=int(head.tasks_known),
        claimed=int(head.claimed),
        rejected=int(head.rejected),
        refusal=unpacked(head.refusal or ""),
        updated_at=clock.from_text(head.updated_at),
    )
