"""Making a new organisation of an export, in steps of one transaction each. Killed anywhere and run again, it is whole.

    open    METADATA with all settings, limits and members, in the state "importing"; JOB#RESTORE
    fill    some 80 items; JOB cursor + so many
    close   METADATA "live"; JOB done

While it is importing nobody is let in: every read and write of people demands a live organisation. So every item,
counters too, is written whole, with the value that it has in the end; writing one twice changes nothing. Each step
demands the job as it was read, so of two imports into one organisation only one goes on: the one that opened last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import BinaryIO, TypeVar

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, meter, store
from tenants.errors import AlreadyTaken, Busy, Conflict, LimitReached, Refused
from tenants.exports.items import Copying, Numbers
from tenants.exports.outline import Outline, outline_of
from tenants.exports.people import people_of, without_account
from tenants.exports.reading import records
from tenants.imports.bulk import Progress, unseen
from tenants.items import Base, Job, Metadata
from tenants.people import people_of as people_in
from tenants.policy import LIMITS, Plan, Role
from tenants.transaction import MISSING, Transaction, perform
from tenants.writes import audit, members
from tenants.writes.ground import Actor

_T = TypeVar("_T")

IMPORTING, LIVE = "importing", "live"
RUNNING, DONE = "running", "done"

BATCH_ITEMS = 80
BATCH_BYTES = 3_000_000

_IS_RUNNING = Path("state") == RUNNING

ANOTHER = "Another import into this organisation is running and goes on from here."
INTERRUPTED = "The database is too busy. What was imported stays; the same import again goes on."


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it. `names` are people who stayed names; `differing` months whose figures the file tells otherwise.

    `orphans` are comments and descriptions of deleted tasks, which were left out. `known` tells that the very same
    import was done before and nothing was changed.
    """

    projects: int
    tasks: int
    members: int
    names: tuple[str, ...]
    orphans: int
    differing: tuple[str, ...]
    known: bool = False


def restore(
    file: BinaryIO, org: str, owner: str, now: datetime, plan: Plan | None = None, progress: Progress = unseen
) -> Restored:
    """Make the new organisation `org` of the export in `file`, owned by the account `owner`.

    `plan` is the file's if not given. Reads the file three times, and sends one GetItem a person, one BatchGetItem per
    100 accounts and one transaction per 80 items. Raises, before anything is written, NotAnExport, LimitReached (the
    plan does not hold the projects), AlreadyTaken, Refused, NotFound; and at any point Conflict, Busy, Unavailable:
    saying it again goes on where it stopped.
    """
    if not ids.is_org_id(org):
        raise Refused(
            "An id has 3 to 40 characters: a to z, 0 to 9, and hyphens inside. Some words are reserved.", "org"
        )
    outline = outline_of(file, org, now)
    return _Restoring(file, org, owner, outline, now, plan, progress).run()


class _Restoring:
    def __init__(
        self,
        file: BinaryIO,
        org: str,
        owner: str,
        outline: Outline,
        now: datetime,
        plan: Plan | None,
        progress: Progress,
    ) -> None:
        self._file = file
        self._org = org
        self._owner = owner
        self._outline = outline
        self._now = now
        self._progress = progress
        self._run = ids.random_id(10)
        self._hash = str(outline.end["sha256"])
        self._metadata, self._job = self._read()
        self._plan = Plan(self._metadata.plan) if self._metadata else plan or Plan(outline.organisation["plan"])
        decided = people_in(self._metadata) if self._metadata else None
        self._people = people_of(org, outline, owner, LIMITS[self._plan].people, decided)
        if decided is not None and (owner not in decided or decided[owner].role is not Role.OWNER):
            raise Refused("This import was begun for another owner. Name the same one again.", "owner")
        if self._metadata is None:
            self._require_room()

    def run(self) -> Restored:
        """All steps."""
        self._job = _persistently(self._open)
        known = self._job.state == DONE
        if not known:
            self._fill()
            self._close()
        # Whoever deleted their account meanwhile could not leave: nobody is let in before the end.
        for user in set(without_account(self._people)) - {self._owner}:
            members.remove(Actor(self._owner, operator=True), self._org, user, self._now)
        names = [self._outline.name_of(person) for person in self._outline.people if not self._people.member(person)]
        return Restored(
            projects=len(self._outline.projects),
            tasks=len(self._outline.tasks),
            members=len(self._people.members),
            names=tuple(sorted(names)),
            orphans=self._outline.orphans,
            differing=tuple(self._outline.differing_months()),
            known=known,
        )

    def _read(self) -> tuple[Metadata | None, Job | None]:
        """The organisation and the job of this very file. Raises AlreadyTaken for anything else under the id."""
        metadata_key, job_key = keys.metadata(self._org), keys.job(self._org, "RESTORE")
        found = store.get_many("write", [metadata_key, job_key])
        metadata, job = found.get(Metadata, metadata_key), found.get(Job, job_key)
        if metadata is not None and (job is None or job.file_hash != self._hash):
            raise AlreadyTaken(f"“{self._org}” is taken. Choose another id.", "org")
        return metadata, job

    def _require_room(self) -> None:
        limits = LIMITS[self._plan]
        if self._outline.live_projects > limits.projects:
            raise LimitReached(
                f"The file holds {self._outline.live_projects:,} live projects and the {self._plan} plan "
                f"{limits.projects:,}. Nothing was imported; a larger plan has room for more."
            )

    def _open(self) -> tuple[Transaction | None, Job]:
        """Take the id, or take an unfinished import over."""
        metadata, job = self._read()
        if job is not None and (job.run == self._run or job.state == DONE):
            return None, job  # our own lost answer had landed, or another try has come to the end meanwhile
        transaction = Transaction()
        if metadata is None:
            transaction.put(self._new_metadata())
        opened = Job.at(
            keys.job(self._org, "RESTORE"),
            action="restore-organisation",
            state=RUNNING,
            run=self._run,
            file_hash=self._hash,
            cursor=job.cursor if job else 0,
            total=self._outline.records,
            version=job.version + 1 if job else 1,
            started_at=job.started_at if job else clock.to_text(self._now),
            updated_at=clock.to_text(self._now),
        )
        transaction.put(opened, MISSING if job is None else (Path("version") == job.version) & _IS_RUNNING)
        return transaction, opened

    def _new_metadata(self) -> Metadata:
        told, limits = self._outline.organisation, LIMITS[self._plan]
        members = self._people.members
        settings = {name: value for name, value in told.items() if name not in {"kind", "plan"}}
        return Metadata.at(
            keys.metadata(self._org),
            **settings,
            plan=self._plan,
            state=IMPORTING,
            projects=self._outline.live_projects,
            max_projects=limits.projects,
            max_users=limits.people,
            owners={user for user, person in members.items() if person.role is Role.OWNER},
            people={user: person.packed() for user, person in members.items()},
        )

    def _fill(self) -> None:
        """Write everything, from where the job says that an earlier try came to."""
        assert self._job is not None
        total = self._outline.records
        items = islice(self._items(), int(self._job.cursor), None)
        for batch in _batches(items):
            self._advance(batch, until=int(self._job.cursor) + len(batch))
            self._progress(min(int(self._job.cursor), total), total)

    def _items(self) -> Iterator[Base | Numbers]:
        """All items of the copy in a fixed order."""
        copying = Copying(self._org, self._outline.organisation["name"], self._outline, self._people)
        for _, record in records(self._file, self._outline.end):
            item = copying.of(record)
            if item is not None:
                yield item
        yield from copying.counted()
        yield from copying.memberships()

    def _advance(self, batch: Sequence[Base | Numbers], until: int) -> None:
        """One step: the items, and the job's advance past them."""
        tried: list[int] = []

        def build() -> tuple[Transaction | None, Job]:
            job = self._own(afresh=bool(tried))
            tried.append(1)
            if job.cursor == until:
                return None, job  # our own lost answer had landed
            transaction = Transaction()
            for item in batch:
                if isinstance(item, Numbers):
                    transaction.update(item.kind, item.key, set=item.attributes)
                else:
                    transaction.put(item, None)
            _move(transaction, job, cursor=until, state=RUNNING)
            return transaction, _moved(job, until)

        self._job = _persistently(build)

    def _close(self) -> None:
        """Let people in."""
        event_id = ids.new_event_id()

        def build() -> tuple[Transaction | None, None]:
            job = self._own(afresh=True)
            if job.state == DONE:
                return None, None  # our own lost answer had landed
            transaction = Transaction()
            transaction.update(
                Metadata, keys.metadata(self._org), condition=Path("state") == IMPORTING, set={"state": LIVE}
            )
            _move(transaction, job, cursor=int(job.cursor), state=DONE)
            told = self._outline.organisation
            scene = audit.Scene(self._org, told["zone"], self._now)
            audit.record(transaction, scene, audit.OPERATOR, event_id, "org-restored", told["name"])
            return transaction, None

        _persistently(build)

    def _own(self, *, afresh: bool) -> Job:
        """The job, as long as it is this run's. Raises Conflict."""
        job = self._read()[1] if afresh else self._job
        if job is None or job.run != self._run:
            raise Conflict(ANOTHER)
        return job


def _move(transaction: Transaction, job: Job, cursor: int, state: str) -> None:
    transaction.update(
        Job,
        job.key,
        condition=Path("version") == job.version,
        set={"cursor": cursor, "state": state, "updatedAt": clock.to_text(clock.now())},
        add={"version": 1},
    )


def _moved(job: Job, cursor: int) -> Job:
    moved = Job.from_raw_data(job.to_dynamodb_dict())
    moved.cursor, moved.version = cursor, job.version + 1
    return moved


def _batches(items: Iterator[Base | Numbers]) -> Iterator[list[Base | Numbers]]:
    """Runs of items that one transaction takes."""
    batch: list[Base | Numbers] = []
    size = 0
    for item in items:
        weight = 0 if isinstance(item, Numbers) else meter.item_size(item.to_dynamodb_dict())
        if batch and (len(batch) == BATCH_ITEMS or size + weight > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += weight
    if batch:
        yield batch


def _persistently(build: Callable[[], tuple[Transaction | None, _T]]) -> _T:
    try:
        return perform(build)
    except Busy as error:
        raise Busy(INTERRUPTED) from error
