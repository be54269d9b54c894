"""`manage.py seed_demo`: an organisation full of invented work."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants import clock
from tenants.management.operator import plainly, progress_bar
from tenants.seed.making import PASSWORD, Standing, make, standing
from tenants.seed.story import Wish


class Command(BaseCommand):
    """Make a sample organisation, the same for the same seed; one that was killed half-way is finished."""

    help = (
        "Make a sample organisation on the smallest plan that holds it. With DEBUG on its first four people can sign "
        f"in, as owner@ID.example, admin@, member@ and viewer@, with the password {PASSWORD}. Killed half-way, the "
        "same command finishes it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--org", required=True, metavar="ID")
        parser.add_argument("--people", type=int, default=12, metavar="N", help="members, the owner included")
        parser.add_argument("--projects", type=int, default=8, metavar="N")
        parser.add_argument("--tasks", type=int, default=200, metavar="N")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same number makes the same work")
        parser.add_argument("--name", default="", help="the organisation's name; made from its id if not given")
        parser.add_argument("--zone", default="UTC", help="the time zone its days and months are counted in")
        parser.add_argument("--if-missing", action="store_true", help="do nothing if the organisation is there already")
        parser.add_argument("--no-accounts", action="store_true", help="nobody can sign in; needed with DEBUG off")

    def handle(
        self,
        *_: object,
        org: str,
        people: int,
        projects: int,
        tasks: int,
        seed: int,
        name: str,
        zone: str,
        if_missing: bool,
        no_accounts: bool,
        **__: object,
    ) -> None:
        if not settings.DEBUG and not no_accounts:
            raise CommandError(
                "With DEBUG off no accounts are made whose password everybody knows. Add --no-accounts for a sample "
                "that nobody can sign in to."
            )
        name = name or org.replace("-", " ").title()
        wish = Wish(org, name, zone, people, projects, tasks, seed, accounts=not no_accounts)
        with plainly():
            plan = wish.plan()
            found = standing(wish)
            if found in {Standing.MADE, Standing.ANOTHER}:
                if not if_missing:
                    raise CommandError(f"There is an organisation {org} already; nothing was changed.")
                self.stdout.write(f"{org} is there already.")
                return
            with progress_bar(org) as progress:
                make(wish, clock.now(), progress)
        verb = "Made" if found is Standing.MISSING else "Finished"
        self.stdout.write(f"{verb} {org}: {people:,} people, {projects:,} projects, {tasks:,} tasks, {plan} plan.")
