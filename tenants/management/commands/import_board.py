"""`manage.py import_board`: bring in a board that another tool has exported."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants import clock
from tenants.boards import Board, NotABoard, read_board
from tenants.imports import ImportPlan, ImportResult, plan_import, run_import
from tenants.management.operator import account_of, owner_of, plainly, progress_bar
from tenants.writes.ground import Actor


class Command(BaseCommand):
    """Bring a board in, or say what would happen; a file that is refused writes nothing and exits with 1."""

    help = (
        "Import a Trello board (JSON), a Jira or Asana project (CSV) or GitHub issues (JSON). Importing it again adds "
        "only what is new. Killed half-way, the same command finishes it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--org", required=True, metavar="ID")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen and write nothing")
        parser.add_argument("--json", action="store_true", help="say what the file holds as JSON")
        parser.add_argument("--as", dest="address", metavar="EMAIL", help="who imports; an owner if not given")
        parser.add_argument(
            "--map",
            dest="pairs",
            action="append",
            default=[],
            metavar="NAME=EMAIL",
            help="give the work under a name in the file to a member; may be repeated",
        )

    def handle(
        self,
        *_: object,
        file: Path,
        org: str,
        dry_run: bool,
        json: bool,
        address: str | None,
        pairs: list[str],
        **__: object,
    ) -> None:
        board = _read(file)
        with plainly():
            actor = Actor(account_of(address)) if address else owner_of(org)
            mapping = _mapping(board, pairs)
            plan = plan_import(board, org, actor.user, clock.now())
            self.stdout.write(_as_json(plan) if json else _preview(board, plan))
            if dry_run:
                return
            with progress_bar(board.title[:40]) as progress:
                result = run_import(actor, org, board, mapping, clock.now(), progress)
        if not json:
            self.stdout.write(_report(result))


def _read(path: Path) -> Board:
    try:
        with path.open("rb") as file:
            return read_board(file)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except NotABoard as error:
        raise CommandError(f"{path} was refused and nothing was written. {error}") from error


def _mapping(board: Board, pairs: list[str]) -> dict[str, str]:
    mapping = {}
    for pair in pairs:
        name, mark, address = pair.rpartition("=")
        if not mark or not name or not address:
            raise CommandError(f"“{pair}” is not of the form NAME=EMAIL.")
        if name not in board.people:
            known = ", ".join(sorted(board.people)) or "nobody"
            raise CommandError(f"Nobody in the file is called “{name}”. There are: {known}.")
        mapping[name] = account_of(address)
    return mapping


def _as_json(plan: ImportPlan) -> str:
    answer: dict[str, Any] = {**plan.summary, "fits_plan": plan.fits}
    return json.dumps(answer, ensure_ascii=False, indent=1)


def _preview(board: Board, plan: ImportPlan) -> str:
    tasks = plan.summary["tasks"]
    states = f"{tasks['open']:,} open, {tasks['in_progress']:,} in progress, {tasks['done']:,} done"
    lines = [
        f"{board.title} ({board.format})",
        f"{plan.summary['projects']:,} projects, {tasks['total']:,} tasks ({states}).",
        f"New: {len(plan.new_projects):,} projects, {plan.new_tasks:,} tasks. Known: {plan.known_tasks:,} tasks.",
    ]
    if plan.rejected:
        lines += ["Left out:", *(f"  {reason}" for reason in plan.rejected)]
    if not plan.fits:
        lines.append(
            f"This does not fit: the {plan.plan} plan has room for {plan.headroom:,} more of its "
            f"{plan.max_projects:,} live projects."
        )
    return "\n".join(lines)


def _report(result: ImportResult) -> str:
    if not (result.projects_added or result.tasks_added or result.claimed):
        return "Everything was there already; nothing was changed."
    given = f" {result.claimed:,} earlier tasks were given to members." if result.claimed else ""
    return f"Added {result.projects_added:,} projects and {result.tasks_added:,} tasks.{given}"
