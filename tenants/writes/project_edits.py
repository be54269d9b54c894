"""Changing what people wrote about a project: title, description, lead and dates, under the version that was seen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pynamodb.expressions.operand import Path

from tenants import keys
from tenants.errors import Conflict, Difference, NotFound
from tenants.items import Brief, Card, Header
from tenants.people import person_of
from tenants.policy import Permission
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import said
from tenants.writes.ground import Actor, Ground, new_event_id, stand
from tenants.writes.projects import ProjectFields, card_title, require_lead, retitle_tasks
from tenants.writes.rows import day_text
from tenants.writes.task_ground import NO_PROJECT

CHANGED = said("Somebody else changed this project in the meantime. Nothing of yours was saved; here are both.")

_STORED = {"title": "title", "lead": "assignee", "starts": "starts", "due": "due"}
"""The fields that stand in the record, each with its name in the table."""


def edit(actor: Actor, org: str, project: str, fields: ProjectFields, version: int, now: datetime) -> None:
    """Make a live project as it was written, if it is still at `version`; its tasks take another title in batches.

    Raises Conflict with both values of each field when somebody else changed the project meanwhile, Refused (field
    named), NotFound (also of one that is put away), NotAllowed, Busy. One consistent BatchGetItem and one transaction,
    again per retry; nothing is written when it is so already. With another title also one Query per 500 tasks and one
    transaction per 80 whose copy of it is another: killed in between, saying it again finishes, and so does
    `reconcile`.
    """
    fields = fields.cleaned()
    wanted = _wanted(fields)
    event_id = new_event_id()
    header_key, brief_key = keys.header(org, project), keys.brief(org, project)
    retitled = False

    def build() -> tuple[Transaction | None, None]:
        nonlocal retitled
        ground = stand(actor, org, Permission.PROJECT_EDIT, now, header_key, brief_key)
        header, brief = ground.get(Header, header_key), ground.get(Brief, brief_key)
        if header is None or header.state != "live":
            raise NotFound(NO_PROJECT)
        stored = _stored(header, brief)
        changes = {name: value for name, value in wanted.items() if stored[name] != value}
        retitled = retitled or "title" in changes or not changes
        if not changes:
            return None, None  # nothing to change, or our own lost answer had landed
        if header.version != version:
            raise Conflict(CHANGED, _differences(ground, stored, changes))
        if "lead" in changes:
            require_lead(ground, fields.lead)
        transaction = ground.transaction()
        _change(transaction, header, changes)
        if "description" in changes:
            _describe(transaction, brief_key, fields.description)
        _tell(ground, transaction, event_id, project, stored, changes)
        return transaction, None

    perform(build)
    if retitled:
        retitle_tasks(org, project, fields.title)


def _wanted(fields: ProjectFields) -> dict[str, str | None]:
    return {
        "title": fields.title,
        "description": fields.description or None,
        "lead": fields.lead,
        "starts": day_text(fields.starts),
        "due": day_text(fields.due),
    }


def _stored(header: Header, brief: Brief | None) -> dict[str, str | None]:
    return {name: getattr(header, name) for name in _STORED} | {"description": brief.text if brief else None}


def _change(transaction: Transaction, header: Header, changes: Mapping[str, str | None]) -> None:
    """The record takes the next version also for a change of the description alone: one version guards all of it."""
    of_record = {attribute: changes[name] for name, attribute in _STORED.items() if name in changes}
    transaction.update(
        Header,
        header.key,
        condition=(Path("version") == header.version) & (Path("state") == "live"),
        set={name: value for name, value in of_record.items() if value is not None},
        remove=tuple(name for name, value in of_record.items() if value is None),
        add={"version": 1},
    )
    if title := changes.get("title"):
        card = keys.card(keys.org_of(header.pk), keys.project_of_board(header.sk))
        transaction.update(Card, card, condition=EXISTS, set={"title": card_title(title)})


def _describe(transaction: Transaction, key: keys.Key, text: str) -> None:
    # No condition of its own: the record's version is the description's too.
    if text:
        transaction.put(Brief.at(key, text=text), condition=None)
    else:
        transaction.delete(Brief, key, condition=None)


def _tell(
    ground: Ground,
    transaction: Transaction,
    event_id: str,
    project: str,
    stored: Mapping[str, str | None],
    changes: Mapping[str, str | None],
) -> None:
    """The activity entry. Of a description it says only that it was changed."""
    title = changes.get("title") or stored["title"]
    if changes.keys() == {"title"}:
        ground.tell(transaction, event_id, "project-renamed", project=project, title=title, before=stored["title"])
        return
    before, after = ({name: _read(ground, name, values.get(name)) for name in changes} for values in (stored, changes))
    ground.tell(
        transaction,
        event_id,
        "project-edited",
        project=project,
        title=title,
        before=_listed(before),
        after=_listed(after),
    )


def _read(ground: Ground, name: str, value: str | None) -> str:
    """A field as people read it: a lead by name, of a description nothing."""
    if value is None or name == "description":
        return ""
    return _name(ground, value) if name == "lead" else value


def _name(ground: Ground, user: str) -> str:
    person = person_of(ground.metadata, user)
    return person.name if person else ""


def _listed(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {value}" if value else name for name, value in values.items())


def _differences(
    ground: Ground, stored: Mapping[str, str | None], wanted: Mapping[str, str | None]
) -> tuple[Difference, ...]:
    """Both values of each field; a lead by name."""
    told = {"lead": lambda user: _name(ground, user)}
    return tuple(
        Difference(name, *(told.get(name, str)(values[name]) if values[name] else "" for values in (stored, wanted)))
        for name in wanted
    )
