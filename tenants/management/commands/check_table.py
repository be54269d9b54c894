"""`manage.py check_table`: whether the table is as this release expects it."""

from django.core.management.base import BaseCommand, CommandError

from tenants import table
from tenants.items import Base
from tenants.management.operator import plainly


class Command(BaseCommand):
    """Compare the table's keys, indexes and TTL with what the product needs; exit 1 when something differs."""

    help = "Check the table's keys, indexes and TTL. Exits with 1 and says what is not as expected."

    def handle(self, *_: object, **__: object) -> None:
        with plainly():
            problems = table.check_table()
        if problems:
            raise CommandError("\n".join(problems))
        self.stdout.write(f"The table {Base.Meta.table_name} is as expected.")
