"""`manage.py export_org`: a whole organisation as JSON lines."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants import clock
from tenants.errors import TableroError
from tenants.exports.writing import export, incomplete
from tenants.management.operator import owner_of, plainly
from tenants.writes import taking_out


class Command(BaseCommand):
    """Write an organisation to a file, which appears only once it is whole, or to standard output."""

    help = (
        "Export an organisation as JSON lines: people, projects, tasks with descriptions and comments, months, and "
        "activity. No passwords, sessions, tokens or uploads are in it. docs/export.md describes the format."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--org", required=True, metavar="ID")
        parser.add_argument("--output", type=Path, metavar="FILE", help="standard output if not given")

    def handle(self, *_: object, org: str, output: Path | None, **__: object) -> None:
        with plainly():
            now = clock.now()
            pieces = export(org, owner_of(org).user, now)
            taking_out.record_for_operator(org, now)
            if output is None:
                _print(pieces, cast("BinaryIO", getattr(self.stdout, "buffer", sys.stdout.buffer)))
            else:
                self.stderr.write(f"{output}: {_save(pieces, output):,} bytes.")


def _print(pieces: Iterator[bytes], out: BinaryIO) -> None:
    """As it comes; what cannot be finished ends with a line that says so."""
    try:
        out.writelines(pieces)
    except TableroError as error:
        out.write(incomplete(error))
        raise
    finally:
        out.flush()


def _save(pieces: Iterator[bytes], output: Path) -> int:
    """Into a file of another name beside it, which takes the name once it is whole. Readable for its owner alone."""
    try:
        with NamedTemporaryFile(dir=output.parent, prefix=f".{output.name}.", delete=False) as file:
            unfinished = Path(file.name)
            try:
                size = sum(file.write(piece) for piece in pieces)
                file.flush()
                os.fsync(file.fileno())
            except BaseException:
                unfinished.unlink()
                raise
        unfinished.replace(output)
    except OSError as error:
        raise CommandError(f"{output} cannot be written: {error.strerror}.") from error
    return size
