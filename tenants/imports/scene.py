"""What an import decides on: the organisation, the job and the ledger of the board's source, consistently read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tenants import keys, store
from tenants.boards import Board, Project, Row
from tenants.imports import ledger
from tenants.imports.bulk import InProject
from tenants.items import Header, Job
from tenants.policy import Permission
from tenants.writes.ground import Actor, Ground, stand

_KEYS_AT_ONCE = 100

RUNNING, DONE = "running", "done"


@dataclass(slots=True)
class Scene:
    """How things stood when they were read, with what this import has done since.

    `live` are the file's projects that were brought in earlier and are still live, by the source's id.
    """

    ground: Ground
    source: str
    job: Job | None
    ledger: ledger.Ledger
    live: dict[str, InProject]

    @property
    def reserved(self) -> int:
        """Places in the plan that an unfinished import holds for projects that it has not made yet."""
        return int(self.job.reserved) if self.job else 0

    def new_projects(self, board: Board) -> list[Project]:
        """The file's projects that never came, in the file's order."""
        return [project for project in board.projects if self.ledger.project(project.source_id) is None]

    def awaits(self, row: Row) -> bool:
        """Whether the row is to be brought in: it never came, and its project was not taken away here."""
        if self.ledger.row(row.source_id) is not None:
            return False
        return row.project in self.live or self.ledger.project(row.project) is None


def read(actor: Actor, org: str, board: Board, now: datetime) -> Scene:
    """Read it. Raises as `stand`. One BatchGetItem, the ledger's Query, one BatchGetItem per 100 known projects.

    The job comes before the ledger: an import that goes on in between moves the job on, and is noticed by that.
    """
    source = ledger.source_of(board)
    job_key = keys.job(org, f"IMPORT#{source}")
    ground = stand(actor, org, Permission.BOARD_IMPORT, now, job_key)
    found = ledger.read(org, source)
    return Scene(ground, source, ground.get(Job, job_key), found, _live(org, board, found))


def _live(org: str, board: Board, found: ledger.Ledger) -> dict[str, InProject]:
    known = [(project.source_id, found.project(project.source_id)) for project in board.projects]
    ids = {source_id: project for source_id, project in known if project is not None}
    headers: dict[str, Header] = {}
    wanted = [keys.header(org, project) for project in ids.values()]
    for start in range(0, len(wanted), _KEYS_AT_ONCE):
        batch = store.get_many("write", wanted[start : start + _KEYS_AT_ONCE])
        headers |= {keys.project_of_board(item.sk): item for item in batch.items.values() if isinstance(item, Header)}
    return {
        source_id: InProject(project, headers[project].title)
        for source_id, project in ids.items()
        if project in headers and headers[project].state == "live"
    }
