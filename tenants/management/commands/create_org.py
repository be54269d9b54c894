"""`manage.py create_org`: an organisation for somebody who has an account."""

from django.core.management.base import BaseCommand, CommandParser

from tenants import clock
from tenants.management.operator import account_of, plainly
from tenants.policy import Plan
from tenants.writes import orgs
from tenants.writes.ground import Actor


class Command(BaseCommand):
    """Create an organisation with an existing account as its owner."""

    help = "Create an organisation. Its id is its address for good and is never given out twice."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("org", metavar="ID", help="3 to 40 characters: a to z, 0 to 9, inner hyphens")
        parser.add_argument("--name", required=True, help="at most 60 characters")
        parser.add_argument("--owner", required=True, metavar="EMAIL", help="the owner's address; the account exists")
        parser.add_argument("--plan", choices=[str(plan) for plan in Plan], default=str(Plan.FREE))
        parser.add_argument("--zone", default="UTC", help="the time zone its days and months are counted in")

    def handle(self, *_: object, org: str, name: str, owner: str, plan: str, zone: str, **__: object) -> None:
        with plainly():
            orgs.create(Actor(account_of(owner)), org, name, zone, clock.now(), Plan(plan))
        self.stdout.write(f"Created {org} on the {plan} plan, owned by {owner}.")
