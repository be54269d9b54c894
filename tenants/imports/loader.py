"""Bringing a board in, in steps of one transaction each. Killed anywhere and run again, it is complete and counts once.

    open    JOB#IMPORT running under this run's id; METADATA ADD projects, all new ones at once, if the plan holds them
    create  20 projects: record and card; their ledger entry; JOB reserved -20
    fill    some 60 rows with their texts and counters; their ledger entry; JOB cursor +60
    close   JOB done; one entry of the activity, if anything was added

Every step demands the job as it was read, so of two imports of one board only one goes on: the one that opened last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys
from tenants.boards import Board
from tenants.errors import Busy, Conflict, Refused
from tenants.imports import ledger, rows, scene
from tenants.imports.bulk import Batch, InProject, Progress, unseen
from tenants.imports.claims import claim
from tenants.imports.ledger import Known
from tenants.imports.scene import DONE, RUNNING, Scene
from tenants.items import Job, Membership, Metadata
from tenants.people import person_of
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes.ground import Actor, new_event_id
from tenants.writes.projects import ProjectFields, put_project, require_room, take_room

PROJECTS_AT_ONCE = 20

ANOTHER = said("Another import of this board is running and goes on from here. What this one brought in stays.")

INTERRUPTED = said(
    "Too many people are changing this organisation. What was imported stays; the same import again goes on."
)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import did: numbers of projects and tasks. `claimed` are earlier tasks that a member was given."""

    projects_added: int
    tasks_added: int
    tasks_known: int
    claimed: int
    rejected: int


def run_import(
    actor: Actor, org: str, board: Board, mapping: Mapping[str, str], now: datetime, progress: Progress = unseen
) -> ImportResult:
    """Bring `board` into `org`. `mapping` gives names in the file to members, by id.

    Costs what `plan_import` reads and one transaction per 20 new projects and some 60 new tasks; nothing is written
    when nothing is new. Raises LimitReached before the first write when the plan does not hold the new projects,
    Refused (mapped to somebody who is no member), NotFound, NotAllowed, Conflict (another import of this board has
    taken over), Busy, Unavailable; after each of these, saying it again goes on where it stopped.
    """
    return _Loader(actor, org, board, mapping, now, progress).run()


@dataclass(slots=True)
class _Step:
    """One transaction of the import, and what will be so once it has landed."""

    transaction: Transaction
    entries: dict[str, Known] = field(default_factory=dict)
    projects: dict[str, InProject] = field(default_factory=dict)
    job: Job | None = None
    until: int = 0


class _Loader:
    def __init__(
        self, actor: Actor, org: str, board: Board, mapping: Mapping[str, str], now: datetime, progress: Progress
    ) -> None:
        self._actor = actor
        self._org = org
        self._whole = board
        self._mapping = mapping
        self._now = now
        self._progress = progress
        self._run = ids.random_id(10)
        self._event_id = new_event_id()
        self._scene = self._read()
        self._zone = self._scene.ground.metadata.zone
        self._board, ahead = rows.without_future(board, now, self._zone)
        self._rejected = len(board.rejected) + len(ahead)
        # Row by row of one project, so that a transaction moves few cards.
        order = {project.source_id: number for number, project in enumerate(self._board.projects)}
        self._rows = sorted(self._board.rows, key=lambda row: order[row.project])
        self._next = 0

    def run(self) -> ImportResult:
        """All steps, then the claims."""
        earlier = dict(self._scene.ledger.entries)
        pending = [row for row in self._rows if self._scene.awaits(row)]
        new_projects = self._scene.new_projects(self._board)
        job = self._scene.job
        if pending or new_projects or (job is not None and job.state == RUNNING):
            self._bring_in(len(pending))
        added = sum(self._scene.ledger.row(row.source_id) is not None for row in pending)
        claimed = claim(self._actor, self._org, self._claims(earlier), self._now)
        return ImportResult(
            projects_added=sum(self._scene.ledger.project(each.source_id) is not None for each in new_projects),
            tasks_added=added,
            tasks_known=len(self._rows) - added,
            claimed=claimed,
            rejected=self._rejected,
        )

    def _bring_in(self, total: int) -> None:
        self._progress(0, total)
        self._step(self._open)
        while self._scene.new_projects(self._board):
            self._step(self._create)
        done = 0
        while self._next < len(self._rows):
            done += self._step(self._fill)
            self._progress(min(done, total), total)
        self._step(self._close)

    def _claims(self, earlier: Mapping[str, Known]) -> list[tuple[keys.Key, str, str]]:
        """The rows that came earlier under a name that is now mapped: where they are, the name, the member."""
        return [
            (keys.task(self._org, known.project, known.task), rows.stored(row.person), self._mapping[row.person])
            for row in self._rows
            if row.person in self._mapping and (known := earlier.get(ledger.row_key(row.source_id)))
        ]

    def _read(self) -> Scene:
        found = scene.read(self._actor, self._org, self._whole, self._now)
        for name, user in self._mapping.items():
            if person_of(found.ground.metadata, user) is None:
                raise Refused(said("“%(name)s” is given to somebody who is not a member.", name=name), "mapping")
        return found

    def _step(self, make: Callable[[Scene], _Step | None]) -> int:
        """Make one step land, on what is read afresh after each failure. Answers how many entries it added."""
        tried: list[int] = []

        def build() -> tuple[Transaction | None, _Step | None]:
            if tried:
                self._scene = self._read()
            tried.append(1)
            step = make(self._scene)
            return (step.transaction, step) if step else (None, None)

        try:
            step = perform(build)
        except Busy as error:
            raise Busy(INTERRUPTED) from error
        if step is None:
            return 0
        self._scene.job = step.job
        self._scene.ledger.entries.update(step.entries)
        self._scene.live.update(step.projects)
        self._next = max(self._next, step.until)
        return len(step.entries)

    def _open(self, found: Scene) -> _Step | None:
        """Take the job over, and room in the plan for all new projects."""
        job, ground = found.job, found.ground
        if job is not None and job.run == self._run:
            return None  # our own lost answer had landed
        need = len(found.new_projects(self._board))
        more = need - found.reserved
        transaction = ground.transaction()
        if more > 0:
            require_room(ground.metadata, more)
            take_room(transaction, self._org, ground.metadata, more)
        elif more < 0:
            transaction.update(
                Metadata, keys.metadata(self._org), condition=Path("state") == "live", add={"projects": more}
            )
        goes_on = job is not None and job.state == RUNNING
        opened = Job.at(
            keys.job(self._org, f"IMPORT#{found.source}"),
            action="import",
            state=RUNNING,
            run=self._run,
            file_hash=self._file_hash(),
            cursor=job.cursor if job is not None and goes_on else 0,
            total=sum(found.awaits(row) for row in self._rows),
            reserved=need,
            version=1 if job is None else job.version + 1,
            started_at=job.started_at if job is not None and goes_on else clock.to_text(self._now),
            updated_at=clock.to_text(self._now),
        )
        if job is None:
            transaction.put(opened)
        else:
            transaction.put(opened, condition=Path("version") == job.version)
        return _Step(transaction, job=opened)

    def _create(self, found: Scene) -> _Step | None:
        """Make some of the new projects, the newest of the organisation, in the order of the file."""
        job = self._own(found)
        transaction = found.ground.transaction()
        number = {project.source_id: number for number, project in enumerate(self._board.projects)}
        step = _Step(transaction)
        for project in found.new_projects(self._board)[:PROJECTS_AT_ONCE]:
            # The file does not tell how old a project is. The instant at which the job was first opened stands for
            # it: every try of this import reads the same one, and what was just brought in is found at the top.
            created = _started(job) - timedelta(milliseconds=number[project.source_id])
            project_id = ids.derived_project_id(created, self._org, self._board.source, project.source_id)
            title = rows.stored(project.title)
            put_project(transaction, found.ground, project_id, ProjectFields(title), clock.to_text(created))
            step.entries[ledger.project_key(project.source_id)] = Known(project_id, "")
            step.projects[project.source_id] = InProject(project_id, title)
        if not step.entries:
            return None
        return self._advanced(found, step, job, reserved=-len(step.entries))

    def _fill(self, found: Scene) -> _Step | None:
        """Bring in as many of the next rows as one transaction should hold."""
        job = self._own(found)
        transaction = found.ground.transaction()
        batch = Batch(self._org, transaction, keep=3)
        step = _Step(transaction, until=self._next)
        for row in self._rows[self._next :]:
            if not batch.has_room:
                break
            step.until += 1
            if found.awaits(row):
                task = rows.as_task(row, found, self._mapping, _started(job), self._now)
                batch.add(task)
                step.entries[ledger.row_key(row.source_id)] = Known(task.project.id, task.id)
                if task.assignee:
                    transaction.check(Membership, keys.membership(self._org, task.assignee), EXISTS)
        if not step.entries:
            self._next = step.until  # all the rest came before, or has no project any more
            return None
        return self._advanced(found, step, job)

    def _close(self, found: Scene) -> _Step | None:
        """Say that it is done, and tell of it once if anything was added."""
        job = self._own(found)
        if job.state == DONE:
            return None  # our own lost answer had landed
        step = _Step(found.ground.transaction())
        if job.cursor:
            title = rows.stored(self._board.title)
            found.ground.tell(step.transaction, self._event_id, "board-imported", title=title)
            found.ground.record(step.transaction, self._event_id, "board-imported", title)
        return self._advanced(found, step, job, state=DONE)

    def _own(self, found: Scene) -> Job:
        """The job, as long as it is this run's. Raises Conflict."""
        if found.job is None or found.job.run != self._run:
            raise Conflict(ANOTHER)
        return found.job

    def _advanced(self, found: Scene, step: _Step, job: Job, *, state: str = RUNNING, reserved: int = 0) -> _Step:
        """Put the ledger entry and the job's advance into the step's transaction."""
        if step.entries:
            ledger.write(step.transaction, self._org, found.source, step.entries)
        step.transaction.update(
            Job,
            job.key,
            condition=Path("version") == job.version,
            set={"state": state, "updatedAt": clock.to_text(clock.now())},
            add={"version": 1, "cursor": len(step.entries), "reserved": reserved},
        )
        step.job = Job.from_raw_data(job.to_dynamodb_dict())
        step.job.state = state
        step.job.version, step.job.cursor = job.version + 1, job.cursor + len(step.entries)
        step.job.reserved = job.reserved + reserved
        return step

    def _file_hash(self) -> str:
        told = (f"{row.source_id}\x1e{row.title}\x1e{row.status}" for row in self._whole.rows)
        return ids.derived_id(16, self._whole.source, *told)


def _started(job: Job) -> datetime:
    assert job.started_at is not None
    return clock.from_text(job.started_at)
