"""`manage.py archive_done`: put finished tasks away, out of the boards."""

import re
import sys
from datetime import timedelta
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tenants.management.operator import plainly
from tenants.mover.finished import archive_done
from tenants.mover.job import Progress

_PERIOD = re.compile(r"([1-9]\d{0,4})d")


class Command(BaseCommand):
    """Put away what was finished long ago, in one organisation or in each of a list; exits with 1 if any failed."""

    help = (
        "Move finished tasks out of the boards into the archives of their projects, where they can be read and "
        "reopened. No count and no month changes. Killed half-way, the same command finishes it. Made to be run once "
        "a day: see docs/operations.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--org", metavar="ID")
        which.add_argument("--all-of", type=Path, metavar="FILE", help="a file with one organisation's ID a line")
        parser.add_argument("--older-than", required=True, metavar="DAYS", help="how long ago they were finished: 30d")
        parser.add_argument("--expire-after", metavar="DAYS", help="delete them so long after they were put away: 365d")

    def handle(
        self, *_: object, org: str | None, all_of: Path | None, older_than: str, expire_after: str | None, **__: object
    ) -> None:
        age, end = _period(older_than), _period(expire_after) if expire_after else None
        failed = 0
        for each in [org] if org else _listed(all_of):
            try:
                with plainly():
                    moved = _one(str(each), age, end)
            except CommandError as error:
                failed += 1
                self.stderr.write(f"{each}: {error}")
            else:
                self.stdout.write(f"{each}: {_said(moved, older_than, expire_after)}")
        if failed:
            raise CommandError(f"{failed:,} of the organisations could not be finished; the same command goes on.")


def _one(org: str, age: timedelta, end: timedelta | None) -> Progress:
    if not sys.stderr.isatty():
        return archive_done(org, age, end)
    with tqdm(desc=org, unit=" tasks", file=sys.stderr, leave=False) as bar:

        def show(progress: Progress) -> None:
            bar.total, bar.n = progress.total, progress.done
            bar.refresh()  # a step is a transaction: there are few enough of them to show each

        return archive_done(org, age, end, show=show)


def _said(moved: Progress, older_than: str, expire_after: str | None) -> str:
    if not moved.done:
        return f"nothing was finished more than {older_than} ago."
    tasks = "1 task was" if moved.done == 1 else f"{moved.done:,} tasks were"
    end = f" and will be deleted {expire_after} from now" if expire_after else ""
    return f"{tasks} put away{end}."


def _period(text: str) -> timedelta:
    match = _PERIOD.fullmatch(text)
    if match is None:
        raise CommandError(f"“{text}” is no number of days such as 30d.")
    return timedelta(days=int(match[1]))


def _listed(path: Path | None) -> list[str]:
    assert path is not None
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: {error}.") from error
    listed = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not listed:
        raise CommandError(f"{path} names no organisation.")
    return list(dict.fromkeys(listed))
