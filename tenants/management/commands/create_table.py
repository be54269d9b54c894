"""`manage.py create_table`: make the table if it is missing."""

from django.core.management.base import BaseCommand

from tenants import table
from tenants.items import Base
from tenants.management.operator import plainly


class Command(BaseCommand):
    """Create the table with its indexes and TTL, and wait until it can be used; one that is there stays."""

    help = "Create the DynamoDB table, its two indexes and TTL if they are missing, and wait until it is ACTIVE."

    def handle(self, *_: object, **__: object) -> None:
        with plainly():
            created = table.create_table()
        self.stdout.write(f"The table {Base.Meta.table_name} {'was created.' if created else 'is there already.'}")
