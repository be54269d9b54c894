"""`manage.py delete_org`: delete an organisation with everything that belongs to it."""

import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tenants import clock
from tenants.management.operator import plainly
from tenants.mover.job import Progress
from tenants.writes import org_deletion


class Command(BaseCommand):
    """Delete an organisation, or end a deletion that stopped on its way."""

    help = (
        "Delete an organisation with all of its projects, tasks, months, activity and audit. There is no way back: "
        "export_org first. Its ID is never given out again. Killed half-way, the same command goes on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--org", required=True, metavar="ID")
        parser.add_argument("--confirm", required=True, metavar="ID", help="the same ID once more")

    def handle(self, *_: object, org: str, confirm: str, **__: object) -> None:
        if confirm != org:
            raise CommandError("The two IDs are not the same. Nothing was deleted.")
        with plainly(), tqdm(desc=org, unit=" items", file=sys.stderr, disable=None, leave=False) as bar:

            def show(progress: Progress) -> None:
                bar.update(progress.done - bar.n)

            done = org_deletion.delete_as_operator(org, clock.now(), show=show)
        self.stdout.write(f"{org} is deleted: {done.done:,} items. Its ID is never given out again.")
