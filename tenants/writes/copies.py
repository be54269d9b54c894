"""A person's name and address where organisations keep copies of them: brought up to date, one organisation at a time.

The change itself writes a job beside it, in the same transaction. Whoever runs the job reads the account afresh for
every organisation, so it may be killed anywhere, run twice or at the same time, and ends with the latest name in all.
Finished months keep the name that they were finished under.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import clock, ids, keys, store
from tenants.items import Job, Membership, Metadata, Profile
from tenants.people import person_of
from tenants.reads.account import my_orgs
from tenants.transaction import EXISTS, Transaction, perform

ACTION = "copies"


def begin(transaction: Transaction, user: str, now: datetime) -> None:
    """Put the job into the transaction of the change; one that waits already begins anew."""
    at = clock.to_text(now)
    job = Job.at(
        keys.copies_job(user), action=ACTION, state="running", run=ids.random_id(10), started_at=at, updated_at=at
    )
    transaction.put(job, condition=None)


def run(user: str, budget: float | None = None) -> bool:
    """Bring all copies up to date; whether all are. With a `budget` of seconds it may stop before: run it again.

    One Query, and for each organisation one BatchGetItem and, if its copy is old, one transaction. Raises Busy,
    Unavailable; what is done stays done.
    """
    ends = None if budget is None else time.monotonic() + budget
    job = store.get("copies", Job, keys.copies_job(user))
    while job is not None:
        for org in my_orgs(user):
            if ends is not None and time.monotonic() >= ends:
                return False
            _bring_up_to_date(user, org.id)
        if _end(job):
            return True
        job = store.get("copies", Job, keys.copies_job(user))  # changed again meanwhile: begin anew
    return True


def _bring_up_to_date(user: str, org: str) -> None:
    membership_key = keys.membership(org, user)

    def build() -> tuple[Transaction | None, None]:
        found = store.get_many("copies", [keys.profile(user), keys.metadata(org), membership_key])
        profile = found.get(Profile, keys.profile(user))
        metadata = found.get(Metadata, keys.metadata(org))
        membership = found.get(Membership, membership_key)
        person = person_of(metadata, user) if metadata else None
        if profile is None or metadata is None or membership is None or person is None:
            return None, None  # left meanwhile
        if (person.name, membership.name, membership.email) == (profile.name, profile.name, profile.email):
            return None, None
        transaction = Transaction()
        transaction.check(Profile, profile.key, (Path("name") == profile.name) & (Path("email") == profile.email))
        transaction.update(
            Metadata,
            metadata.key,
            condition=Path(["people", user]) == metadata.people[user],
            set={("people", user): replace(person, name=profile.name).packed()},
        )
        transaction.update(
            Membership, membership_key, condition=EXISTS, set={"name": profile.name, "email": profile.email}
        )
        return transaction, None

    perform(build)


def _end(job: Job) -> bool:
    """Take the job away if it is still the one that was run."""

    def build() -> tuple[Transaction | None, bool]:
        found = store.get("copies", Job, job.key)
        if found is None:
            return None, True
        if found.run != job.run:
            return None, False
        transaction = Transaction()
        transaction.delete(Job, job.key, Path("run") == job.run)
        return transaction, True

    return perform(build)
