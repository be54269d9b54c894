"""`manage.py reconcile`: whether an organisation's numbers are those of its items."""

import json
import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants.management.operator import plainly
from tenants.reconcile import Drift, reconcile


class Command(BaseCommand):
    """Count everything anew and compare; exit 1 as long as something is not as it should be."""

    help = (
        "Recompute counters, cards, months, people, copies and index keys from the items and print each difference "
        "as `where: stored -> right`. Exits with 1 when any is left."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--org", required=True, metavar="ID")
        parser.add_argument("--repair", action="store_true", help="put it right, value by value, where nothing moved")
        parser.add_argument("--json", action="store_true")

    def handle(self, *_: object, org: str, repair: bool, json: bool, **__: object) -> None:
        with plainly():
            drift = reconcile(org, repair=repair)
        left = [each for each in drift if not each.mended]
        if json:
            self.stdout.write(_as_json(org, drift))
            if left:
                sys.exit(1)
            return
        for each in drift:
            self.stdout.write(f"{each} (put right)" if each.mended else str(each))
        if left:
            raise CommandError(f"{org}: {len(left):,} of {len(drift):,} differences are left.")
        self.stdout.write(f"{org}: {len(drift):,} differences were put right." if drift else f"{org}: no difference.")


def _as_json(org: str, drift: list[Drift]) -> str:
    rows = [{"where": d.where, "stored": d.stored, "right": d.right, "mended": d.mended} for d in drift]
    return json.dumps({"org": org, "drift": rows}, ensure_ascii=False, indent=1)
