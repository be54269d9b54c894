"""What an organisation is called, when its days begin, in which language it writes, and what it pays for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from pynamodb.expressions.operand import Path
from pynamodb.expressions.update import Action

from tenants import clock, ids, keys
from tenants.errors import Conflict, Difference, Refused
from tenants.items import Job, Metadata
from tenants.mover import job as jobs
from tenants.mover import pending
from tenants.mover.renaming import copy_name
from tenants.policy import DEFAULT_LANGUAGE, LANGUAGES, LIMITS, Permission, Plan
from tenants.transaction import AttributePath, Transaction, perform
from tenants.words import said
from tenants.writes.ground import Actor, new_event_id, stand
from tenants.writes.orgs import clean_name

CHANGED = said(
    "Somebody else changed these settings in the meantime. Nothing of yours was saved; here is how they stand now."
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What admins decide on. `zone` decides when a day and a month begin; `language` is a key of LANGUAGES."""

    name: str
    zone: str
    language: str = DEFAULT_LANGUAGE

    def cleaned(self) -> Settings:
        """The same, fit to store. Raises Refused, naming the field."""
        if self.zone not in clock.zone_names():
            raise Refused(said("Choose one of the time zones, such as Europe/Berlin."), "zone")
        if self.language not in LANGUAGES:
            raise Refused(said("Choose one of the languages."), "language")
        return Settings(clean_name(self.name), self.zone, self.language)


def settings_of(metadata: Metadata) -> Settings:
    """The settings that are stored."""
    return Settings(metadata.name, metadata.zone, metadata.language or DEFAULT_LANGUAGE)


def change(
    actor: Actor, org: str, wanted: Settings, seen: Settings, now: datetime, budget: float | None = None
) -> Settings:
    """Change what differs between `seen`, which the form showed, and `wanted`. Answers with the settings as they stand.

    A field that somebody else has changed since is a Conflict with both values, unless they want the same. Another zone
    leaves every day and month that was counted where it is: finished work keeps its stored day, and only what comes
    is counted by the new one. Another name reaches the members' homes by a resumable job, for `budget` seconds.
    Raises Refused (field named), NotAllowed, NotFound, SessionEnded, Busy. One consistent BatchGetItem and one
    transaction, again per retry; with another name the job's besides.
    """
    wanted = wanted.cleaned()
    run, event_ids = ids.random_id(10), {name: new_event_id() for name in asdict(wanted)}
    job_key = keys.renaming_job(org)
    renames: list[bool] = []

    def build() -> tuple[Transaction | None, Settings]:
        ground = stand(actor, org, Permission.ORG_EDIT, now, job_key)
        stored = settings_of(ground.metadata)
        changes = _changes(stored, wanted, seen)
        renames[:] = ["name" in changes or keys.RENAMING in (ground.metadata.jobs or ())]
        if not changes:
            return None, stored  # nothing to change, or our own lost answer had landed
        after = Settings(**(asdict(stored) | changes))
        transaction = ground.transaction()
        condition = (Path("state") == "live") & (Path("name") == stored.name) & (Path("zone") == stored.zone)
        language = ground.metadata.language
        condition &= Path("language") == language if language else Path("language").does_not_exist()
        actions: list[Action] = []
        if "name" in changes:
            actions.append(pending.begins(job_key))
            jobs.begin(transaction, job_key, ground.get(Job, job_key), "renaming", now, run=run, actor=actor.user)
        to_write: dict[AttributePath, str] = dict(changes.items())
        transaction.update(Metadata, keys.metadata(org), condition=condition, set=to_write, actions=tuple(actions))
        ground.tell(transaction, event_ids["name"], "settings-changed", title=after.name)
        for name, value in changes.items():
            before = str(asdict(stored)[name])
            ground.record(transaction, event_ids[name], "settings-changed", name, before=before, after=value)
        return transaction, after

    after = perform(build)
    if any(renames):
        copy_name(org, budget)
    return after


def choose_plan(actor: Actor, org: str, plan: Plan, now: datetime) -> None:
    """Put the organisation on another plan, as its owner. Below the present use it only blocks growth.

    Whether owners may is for the caller to know: the operator says so. Raises NotAllowed, NotFound, SessionEnded, Busy.
    One consistent BatchGetItem and one transaction, again per retry; nothing when it is so already.
    """
    limits = LIMITS[plan]
    event_id = new_event_id()

    def build() -> tuple[Transaction | None, None]:
        ground = stand(actor, org, Permission.ORG_PLAN, now)
        metadata = ground.metadata
        if (metadata.plan, metadata.max_users, metadata.max_projects) == (plan, limits.people, limits.projects):
            return None, None
        transaction = ground.transaction()
        transaction.update(
            Metadata,
            keys.metadata(org),
            condition=(Path("state") == "live") & (Path("plan") == metadata.plan),
            set={"plan": str(plan), "maxUsers": limits.people, "maxProjects": limits.projects},
        )
        ground.tell(transaction, event_id, "plan-changed", title=metadata.name, before=metadata.plan, after=plan)
        ground.record(transaction, event_id, "plan-changed", metadata.name, before=metadata.plan, after=plan)
        return transaction, None

    perform(build)


def _changes(stored: Settings, wanted: Settings, seen: Settings) -> dict[str, str]:
    """The fields to write. Raises Conflict for those that were changed here and there to different values."""
    is_now, to_be, was = asdict(stored), asdict(wanted), asdict(seen)
    mine = {name for name in to_be if to_be[name] != was[name] and to_be[name] != is_now[name]}
    if torn := sorted(name for name in mine if is_now[name] != was[name]):
        raise Conflict(CHANGED, tuple(Difference(name, is_now[name], to_be[name]) for name in torn))
    return {name: to_be[name] for name in mine}
