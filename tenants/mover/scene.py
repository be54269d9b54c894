"""What a step of moving a project decides on: the right to do it, the project's items and the job, read at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import keys
from tenants.errors import NotFound
from tenants.items import COUNTER_NAMES, AwayCard, Card, Header, Job, Metadata, OpenCounter
from tenants.mover import job as jobs
from tenants.mover.batch import Batch
from tenants.mover.job import Progress
from tenants.policy import Permission
from tenants.transaction import EXISTS, Transaction
from tenants.words import said
from tenants.writes.ground import Actor, Ground, stand

LIVE, ARCHIVING, ARCHIVED, RESTORING, DELETING = "live", "archiving", "archived", "restoring", "deleting"
"""The states of a project, in HEADER. All but "live" keep everybody else from writing below it."""

NO_PROJECT = said("There is no such project. It may have been deleted.")


@dataclass(frozen=True, slots=True)
class Scene:
    """How things stood when they were read."""

    ground: Ground
    project: str
    header: Header | None
    card: Card | None
    away: AwayCard | None
    job: Job | None

    @property
    def org(self) -> str:
        """The organisation."""
        return self.ground.org

    @property
    def existing(self) -> Header:
        """The project's record. Raises NotFound when there is none."""
        if self.header is None:
            raise NotFound(NO_PROJECT)
        return self.header

    def is_running(self, action: str) -> bool:
        """Whether the project's job is this one, and not done."""
        return self.job is not None and self.job.action == action and self.job.state == jobs.RUNNING

    @property
    def running(self) -> Job:
        """The job of a project that is being moved. Raises NotFound when it is moved no more."""
        if self.job is None:
            raise NotFound(NO_PROJECT)
        return self.job

    def begin(self, transaction: Transaction, action: str, state: str, total: int, position: str) -> Progress:
        """Set the state, which fences everybody else, and put the job; in one transaction with what the caller adds."""
        self.set_state(transaction, state)
        key = keys.project_job(self.org, self.project)
        jobs.begin(
            transaction, key, self.job, action, self.ground.now, project=self.project, total=total, position=position
        )
        return Progress(0, total, finished=False)

    def set_state(self, transaction: Transaction, state: str) -> None:
        """Put the project into another state, if it is still in the one that was read, under the same title."""
        header = self.existing
        transaction.update(
            Header,
            header.key,
            condition=(Path("version") == header.version) & (Path("state") == header.state),
            set={"state": state} if state == LIVE else {"state": state, "status": state},
            remove=("status",) if state == LIVE else (),
            add={"version": 1},
        )

    def leave_plan(self, transaction: Transaction) -> None:
        """Count one live project less."""
        condition = EXISTS & (Path("state") == "live")
        transaction.update(Metadata, keys.metadata(self.org), condition=condition, add={"projects": -1})

    def advance(self, batch: Batch) -> tuple[Transaction, Progress]:
        """The batch with the job's advance in it."""
        jobs.advance(batch.transaction, self.running, batch.moved, batch.position)
        return batch.transaction, jobs.progress_of(self.job, batch.moved)

    def tell(self, transaction: Transaction, event_id: str, action: str, **details: str) -> None:
        """The entries of activity and audit, under the project's title as it is now."""
        title = self.existing.title
        self.ground.record(transaction, event_id, action, title, about=self.project)
        self.ground.tell(transaction, event_id, action, project=self.project, title=title, **details)


def read(actor: Actor, org: str, project: str, permission: Permission, now: datetime) -> Scene:
    """Read it. One consistent BatchGetItem. Raises as `stand`."""
    header, card, away = keys.header(org, project), keys.card(org, project), keys.away_card(org, project)
    job = keys.project_job(org, project)
    ground = stand(actor, org, permission, now, header, card, away, job)
    return Scene(
        ground,
        project,
        ground.get(Header, header),
        ground.get(Card, card),
        ground.get(AwayCard, away),
        ground.get(Job, job),
    )


def live_tasks(counter: OpenCounter | None) -> int:
    """How many open and doing tasks a card counts."""
    return 0 if counter is None else sum(int(getattr(counter, name) or 0) for name in COUNTER_NAMES)


def done_tasks(counter: Card | None) -> int:
    """How many done tasks a card counts, deleted ones too."""
    return 0 if counter is None else int(counter.done or 0)
