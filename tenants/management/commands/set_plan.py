"""`manage.py set_plan`: put an organisation on another plan."""

from django.core.management.base import BaseCommand, CommandParser

from tenants.management.operator import plainly
from tenants.policy import LIMITS, Plan
from tenants.writes import orgs


class Command(BaseCommand):
    """Change an organisation's plan and the limits that come with it."""

    help = "Put an organisation on another plan. Below its present use nothing is taken away; it only cannot grow."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("org", metavar="ORG")
        parser.add_argument("plan", metavar="PLAN", choices=[str(plan) for plan in Plan])

    def handle(self, *_: object, org: str, plan: str, **__: object) -> None:
        with plainly():
            orgs.set_plan(org, Plan(plan))
        limits = LIMITS[Plan(plan)]
        self.stdout.write(f"{org} is on the {plan} plan: {limits.people:,} people, {limits.projects:,} live projects.")
