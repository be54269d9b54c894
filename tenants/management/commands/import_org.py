"""`manage.py import_org`: a new organisation from an export."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants import clock
from tenants.exports.restoring import Restored, restore
from tenants.management.operator import account_of, plainly, progress_bar
from tenants.policy import Plan

_NAMES_SHOWN = 20


class Command(BaseCommand):
    """Make a new organisation of an export; a file that is refused writes nothing and exits with 1."""

    help = (
        "Make a new organisation of a file that export_org wrote. People who have accounts here with the same "
        "addresses become members, the others stay names. Killed half-way, the same command finishes it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--org", required=True, metavar="NEW_ID", help="the id of the new organisation")
        parser.add_argument("--owner", required=True, metavar="EMAIL", help="the address of its owner's account")
        parser.add_argument("--plan", choices=[str(plan) for plan in Plan], help="the file's if not given")

    def handle(self, *_: object, file: Path, org: str, owner: str, plan: str | None, **__: object) -> None:
        try:
            with file.open("rb") as export, plainly(), progress_bar(org) as progress:
                user = account_of(owner)
                done = restore(export, org, user, clock.now(), Plan(plan) if plan else None, progress)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        self.stdout.write(_report(org, done))


def _report(org: str, done: Restored) -> str:
    if done.known:
        return f"{org} was made of this very file before; nothing was changed."
    lines = [f"Made {org}: {done.members:,} members, {done.projects:,} projects, {done.tasks:,} tasks."]
    if done.names:
        shown = ", ".join(done.names[:_NAMES_SHOWN]) + (", …" if len(done.names) > _NAMES_SHOWN else "")
        lines.append(f"Without an account or a seat, so only by name: {shown}.")
    if done.orphans:
        lines.append(f"{done.orphans:,} comments and descriptions of deleted tasks were left out.")
    if done.differing:
        lines.append(f"Counted anew from the tasks, and not as the file tells: {', '.join(done.differing)}.")
    return "\n".join(lines)
