"""Writing a sample organisation, in steps that a `JOB#SEED` item counts: a killed one is finished by saying it again.

Every id is derived from the wish, and the dates from the instant at which it was begun (kept in the job), so a second
try draws the same people, projects and tasks, and goes on after those that the job says are written.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, passwords, store
from tenants.addresses import canonical
from tenants.errors import AlreadyTaken, NotFound, Refused
from tenants.imports.bulk import BATCH_ITEMS, Batch, Progress, unseen
from tenants.items import Card, Event, Header, Identity, Job, Membership, Metadata, Profile
from tenants.people import Person
from tenants.seed.story import HISTORY, SampleMember, SampleProject, SampleTask, Story, Wish, member_id, tell
from tenants.snapshots import NO_ORG
from tenants.transaction import Transaction, perform
from tenants.writes import audit, orgs
from tenants.writes.ground import Actor
from tenants.writes.projects import card_title, require_room, take_room
from tenants.writes.seats import PEOPLE_COUNT

PASSWORD = "tablero-demo"  # noqa: S105 - printed on the screen for everyone to use

_MEMBERS_AT_ONCE = 15
_PROJECTS_AT_ONCE = 20


class Standing(Enum):
    """What there is of a sample organisation."""

    MISSING = auto()
    HALF_MADE = auto()
    MADE = auto()
    ANOTHER = auto()


def standing(wish: Wish) -> Standing:
    """What there is under the wished id: nothing, this organisation half-made or made, or another. One BatchGetItem."""
    metadata, job = _read(wish.org)
    if metadata is None:
        return Standing.MISSING
    if member_id(wish, 0) not in metadata.owners and job is None:
        return Standing.ANOTHER
    if job is None:
        return Standing.HALF_MADE
    if job.state == "done":
        return Standing.MADE if job.file_hash == wish.signature else Standing.ANOTHER
    if job.file_hash != wish.signature:
        message = f"{wish.org} is half-made with other numbers. Give the same ones again to finish it."
        raise Refused(message)
    return Standing.HALF_MADE


def make(wish: Wish, now: datetime, progress: Progress = unseen) -> Story:
    """Make the wished organisation, or finish one that was begun. Answers with all that is in it.

    About one transaction per 15 people, 20 projects and 25 to 60 tasks, with one read each. Raises Refused,
    AlreadyTaken (an address or the id belongs to somebody else), Busy.
    """
    plan = wish.plan()
    owner = tell_owner(wish, now)
    _open_account(owner)
    metadata, job = _read(wish.org)
    if metadata is None:
        orgs.create(Actor(owner.id), wish.org, wish.name, wish.zone, now - HISTORY, plan)
    started = clock.from_text(job.started_at) if job is not None and job.started_at else _begin(wish, now)
    story = tell(wish, started)
    _Maker(story).run(progress)
    return story


def tell_owner(wish: Wish, now: datetime) -> SampleMember:
    """The first member, who is the same whatever the day."""
    return tell(wish_without_work(wish), now).people[0]


def wish_without_work(wish: Wish) -> Wish:
    """The same people and nothing for them to do."""
    return Wish(wish.org, wish.name, wish.zone, wish.people, 0, 0, wish.seed, wish.accounts)


def _read(org: str) -> tuple[Metadata | None, Job | None]:
    job_key = keys.job(org, "SEED")
    found = store.get_many("write", [keys.metadata(org), job_key])
    return found.get(Metadata, keys.metadata(org)), found.get(Job, job_key)


def _begin(wish: Wish, now: datetime) -> datetime:
    """Write the job. Answers with the instant that all dates are counted from: that of whoever wrote it first."""
    total = wish.people - 1 + wish.projects + wish.tasks

    def build() -> tuple[Transaction | None, datetime]:
        _, job = _read(wish.org)
        if job is not None and job.started_at:
            return None, clock.from_text(job.started_at)
        transaction = Transaction()
        transaction.put(
            Job.at(
                keys.job(wish.org, "SEED"),
                action="seed",
                state="running",
                file_hash=wish.signature,
                total=total,
                started_at=clock.to_text(now),
            )
        )
        return transaction, now

    return perform(build)


def _open_account(member: SampleMember) -> None:
    """Make the member's account unless an earlier try did."""

    def build() -> tuple[Transaction | None, None]:
        if _has_account(member, store.get("account-by-address", Identity, _address(member))):
            return None, None
        transaction = Transaction()
        _put_account(transaction, member, passwords.make(PASSWORD) if member.signs_in else None)
        return transaction, None

    perform(build)


def _has_account(member: SampleMember, identity: Identity | None) -> bool:
    if identity is not None and identity.user != member.id:
        message = f"The address {member.email} belongs to an account that is not of this sample."
        raise AlreadyTaken(message)
    return identity is not None


def _address(member: SampleMember) -> keys.Key:
    return keys.identity(canonical(member.email))


def _put_account(transaction: Transaction, member: SampleMember, password: str | None) -> None:
    transaction.put(Identity.at(_address(member), user=member.id))
    transaction.put(
        Profile.at(
            keys.profile(member.id),
            name=member.name,
            email=member.email,
            password=password,
            created_at=clock.to_text(member.joined),
        )
    )


class _Maker:
    """Writes what the job does not count yet, batch by batch."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._org = story.wish.org
        self._work = (*story.people[1:], *story.projects, *story.tasks)
        # Hashed once: every try of a batch writes the same bytes, and hashing takes tens of milliseconds.
        self._hashes = {member.id: passwords.make(PASSWORD) for member in story.people[1:] if member.signs_in}

    def run(self, progress: Progress) -> None:
        """Go on until all is written."""
        total = len(self._work)
        while (done := perform(self._next)) is not None:
            progress(done, total)

    def _next(self) -> tuple[Transaction | None, int | None]:
        """The next batch, and how much will be written with it; None when the job is finished."""
        metadata, job = _read(self._org)
        if metadata is None or job is None:
            raise NotFound(NO_ORG)
        if job.state == "done":
            return None, None
        transaction = Transaction()
        done = int(job.cursor)
        count = self._fill(transaction, metadata, done)
        transaction.update(
            Job,
            job.key,
            condition=Path("version") == job.version,
            set={"state": "done" if done + count == len(self._work) else "running"},
            add={"version": 1, "cursor": count},
        )
        return transaction, done + count

    def _fill(self, transaction: Transaction, metadata: Metadata, done: int) -> int:
        """Put the work after the first `done` pieces into the transaction, one kind at a time. Answers how much."""
        if done == len(self._work):
            return 0
        kind = type(self._work[done])
        ahead = self._work[done : done + BATCH_ITEMS]
        if kind is SampleMember:
            members = [piece for piece in ahead[:_MEMBERS_AT_ONCE] if isinstance(piece, SampleMember)]
            self._members(transaction, metadata, members)
            return len(members)
        if kind is SampleProject:
            projects = [piece for piece in ahead[:_PROJECTS_AT_ONCE] if isinstance(piece, SampleProject)]
            self._projects(transaction, metadata, projects)
            return len(projects)
        batch = Batch(self._org, transaction, keep=1)
        for piece in ahead:
            if not isinstance(piece, SampleTask) or not batch.has_room:
                break
            batch.add(piece.task)
            if piece.told:
                self._tell_completion(transaction, piece)
        return batch.tasks

    def _members(self, transaction: Transaction, metadata: Metadata, members: list[SampleMember]) -> None:
        found = store.get_many("write", [_address(member) for member in members])
        people = {member.id: Person(member.id, member.role, member.name) for member in members}
        for member in members:
            _has_account(member, found.get(Identity, _address(member)))
            _put_account(transaction, member, self._hashes.get(member.id))
            transaction.put(self._membership(member))
            self._admit(transaction, member)
        transaction.update(
            Metadata,
            metadata.key,
            condition=(metadata.max_users - len(members) + 1 > PEOPLE_COUNT)
            & (Path("maxUsers") == metadata.max_users)
            & (Path("state") == "live"),
            set={("people", user): person.packed() for user, person in people.items()},
        )

    def _admit(self, transaction: Transaction, member: SampleMember) -> None:
        owner, done, at = self._story.people[0], "member-added", member.joined
        self._tell(transaction, at, owner, done, title=member.name, member=member.id)
        scene, who = audit.Scene(self._org, self._story.wish.zone, at), audit.Who(owner.id, owner.name)
        audit.record(transaction, scene, who, member.id, done, member.name, about=member.id, after=member.role)

    def _membership(self, member: SampleMember) -> Membership:
        return Membership.at(
            keys.membership(self._org, member.id),
            role=member.role,
            name=member.name,
            email=member.email,
            joined=clock.to_text(member.joined),
            org_name=self._story.wish.name,
            gsi1pk=keys.user_pk(member.id),
            gsi1sk=keys.by_user_org(self._org),
        )

    def _projects(self, transaction: Transaction, metadata: Metadata, projects: list[SampleProject]) -> None:
        require_room(metadata, len(projects))
        take_room(transaction, self._org, metadata, len(projects))
        for sample in projects:
            project, created_at = sample.project, clock.to_text(sample.created)
            transaction.put(
                Header.at(
                    keys.header(self._org, project.id),
                    title=project.title,
                    state="live",
                    created_at=created_at,
                    created_by=sample.by.id,
                    gsi2pk=keys.by_created_pk(self._org),
                    gsi2sk=keys.by_created_sk(created_at, project.id),
                )
            )
            transaction.put(Card.at(keys.card(self._org, project.id), title=card_title(project.title)))
            self._tell(
                transaction, sample.created, sample.by, "project-created", project=project.id, title=project.title
            )

    def _tell_completion(self, transaction: Transaction, sample: SampleTask) -> None:
        task = sample.task
        assert task.completed_at is not None
        by = next(member for member in self._story.people if member.id == task.by)
        self._tell(
            transaction,
            clock.from_text(task.completed_at),
            by,
            "task-completed",
            project=task.project.id,
            project_title=card_title(task.project.title),
            task=task.id,
            title=task.title,
        )

    def _tell(
        self, transaction: Transaction, at: datetime, by: SampleMember, action: str, **details: str | None
    ) -> None:
        """Write an entry of the activity."""
        month = clock.local_month(at, self._story.wish.zone)
        event_id = ids.derived_id(ids.EVENT_ID_LENGTH, action, *(value or "" for value in details.values()))
        transaction.put(
            Event.at(
                keys.event(self._org, month, clock.to_text(at), event_id),
                action=action,
                actor=by.id,
                actor_name=by.name,
                expires_at=clock.expiry(at, clock.EVENTS_KEPT),
                **details,
            )
        )
