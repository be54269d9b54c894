"""`manage.py import_board`: bring in a board that another tool has exported."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants import clock
from tenants.boards import Board, Choices, NotABoard, NoTitleColumn, read_board
from tenants.boards.choices import merged
from tenants.boards.choices_file import as_ids, told
from tenants.imports import ImportPlan, ImportResult, memory, plan_import, run_import
from tenants.management.operator import account_of, owner_of, plainly, progress_bar
from tenants.writes.ground import Actor

_UNKNOWN_SHOWN = 10


class Command(BaseCommand):
    """Bring a board in, or say what would happen; a file that is refused writes nothing and exits with 1."""

    help = (
        "Import a Trello board (JSON), a Jira or Asana project (CSV), GitHub issues (JSON), or any CSV file with a "
        "column of titles. Importing it again adds only what is new. Killed half-way, the same command finishes it."
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
        parser.add_argument(
            "--unknown",
            action="store_true",
            help="say as JSON what columns, lists and priorities mean nothing to us, and write nothing; filled in, "
            "it is what --choices takes",
        )
        parser.add_argument(
            "--choices",
            type=Path,
            metavar="FILE",
            help="what columns, lists and priorities mean; remembered for the organisation's next file",
        )
        parser.add_argument("--forget", action="store_true", help="do not go by what was chosen for earlier files")

    def handle(
        self,
        *_: object,
        file: Path,
        org: str,
        dry_run: bool,
        json: bool,
        address: str | None,
        pairs: list[str],
        unknown: bool,
        choices: Path | None,
        forget: bool,
        **__: object,
    ) -> None:
        made = _choices(choices)
        with plainly():
            owner_of(org)  # says so when there is no such organisation
            chosen = merged({} if forget else memory.remembered(org), made)
        if unknown:
            self.stdout.write(_as_asked(file, chosen))
            return
        board = _read(file, chosen)
        with plainly():
            actor = Actor(account_of(address), operator=True) if address else owner_of(org)
            mapping = _mapping(board, pairs)
            plan = plan_import(board, org, actor.user, clock.now())
            self.stdout.write(_as_json(plan) if json else _preview(board, plan))
            if dry_run:
                return
            memory.keep(org, made)
            with progress_bar(board.title[:40]) as progress:
                result = run_import(actor, org, board, mapping, clock.now(), progress)
        if not json:
            self.stdout.write(_report(result))


def _choices(path: Path | None) -> dict[str, str]:
    """The choices in a file, by id."""
    if path is None:
        return {}
    try:
        return as_ids(json.loads(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CommandError(f"{path} holds no choices. {error}") from error


def _as_asked(path: Path, chosen: Mapping[str, str]) -> str:
    """What means nothing to us, in the form that --choices takes."""
    try:
        names = _read(path, chosen, asked=True).unknown
    except NoTitleColumn as error:
        names = error.names
    return json.dumps(told(names), ensure_ascii=False, indent=1)


def _read(path: Path, chosen: Mapping[str, str], *, asked: bool = False) -> Board:
    try:
        with path.open("rb") as file:
            return read_board(file, Choices(chosen), path.name)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except NoTitleColumn as error:
        if asked:
            raise
        raise CommandError(
            f"{path} was refused and nothing was written. {error} "
            "If it is one, say with --choices which column holds the titles; --unknown lists the columns."
        ) from error
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
    if board.unknown:
        guessed = ", ".join(f"{name.kind} “{name.name}” ({name.count:,})" for name in board.unknown[:_UNKNOWN_SHOWN])
        more = f" and {len(board.unknown) - _UNKNOWN_SHOWN} more" if len(board.unknown) > _UNKNOWN_SHOWN else ""
        lines.append(f"Not recognised: {guessed}{more}. --unknown lists them, --choices says what they mean.")
    if board.skipped:
        lines.append(f"Left out as chosen: {board.skipped:,} tasks.")
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
