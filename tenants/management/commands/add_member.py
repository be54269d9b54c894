"""`manage.py add_member`: somebody with an account becomes a member at once, without an invitation."""

from django.core.management.base import BaseCommand, CommandParser

from tenants import clock
from tenants.management.operator import account_of, owner_of, plainly
from tenants.policy import Role
from tenants.writes import orgs


class Command(BaseCommand):
    """Take somebody in, in the name of an owner. For whoever runs the installation, also where no mail is set up."""

    help = "Make somebody who has an account a member of an organisation, if its plan has a seat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address of the account")
        parser.add_argument("--org", required=True, help="the organisation's id")
        parser.add_argument("--role", choices=[str(role) for role in Role], default=str(Role.MEMBER))

    def handle(self, *_: object, email: str, org: str, role: str, **__: object) -> None:
        with plainly():
            orgs.join(owner_of(org), org, account_of(email), Role(role), clock.now())
        self.stdout.write(f"{email} is a member of {org} now, as {role}.")
