"""Projects: making one, and what its title is copied to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeVar

from pynamodb.expressions.operand import Path

from tenants import clock, keys, store
from tenants.errors import LimitReached, Refused
from tenants.items import Brief, Card, Header, Metadata, Task
from tenants.people import person_of
from tenants.policy import PROJECT_DESCRIPTION_LENGTH, TITLE_LENGTH, Permission
from tenants.text import many_lines, one_line
from tenants.transaction import EXISTS, Transaction, perform
from tenants.words import Said, said
from tenants.writes.ground import Actor, Ground, new_event_id, stand
from tenants.writes.rows import day_text

_T = TypeVar("_T")

BATCH = 80
"""Rows moved in one transaction."""

CARD_TITLE_BYTES = 80
"""A card keeps so much of the title, so that five of them never push the dashboard over its read unit."""


@dataclass(frozen=True, slots=True)
class ProjectFields:
    """What a person writes about a project. `lead` is a member. Checked and cleaned by `cleaned`."""

    title: str
    description: str = ""
    lead: str | None = None
    starts: date | None = None
    due: date | None = None

    def cleaned(self) -> ProjectFields:
        """The same with a clean title and description. Raises Refused, naming the field."""
        description = many_lines(self.description)
        if len(description) > PROJECT_DESCRIPTION_LENGTH:
            raise Refused(
                said(
                    "The description of a project has at most %(most)s characters; this one has %(length)s.",
                    most=PROJECT_DESCRIPTION_LENGTH,
                    length=len(description),
                ),
                "description",
            )
        if self.starts and self.due and self.due < self.starts:
            raise Refused(said("A project is due on the day that it starts, or later."), "due")
        return replace(self, title=clean_title(self.title), description=description)


def create(actor: Actor, org: str, fields: ProjectFields | str, project: str, now: datetime) -> str:
    """Create a project under an id that the caller drew, so that sending a form twice creates it once.

    A title alone is enough. The plan's limit is a condition of the transaction. Raises Refused, LimitReached,
    NotFound, NotAllowed, Busy. One consistent BatchGetItem and one transaction, again per retry.
    """
    fields = (ProjectFields(fields) if isinstance(fields, str) else fields).cleaned()
    event_id = new_event_id()
    header = keys.header(org, project)

    def build() -> tuple[Transaction | None, str]:
        ground = stand(actor, org, Permission.PROJECT_CREATE, now, header)
        if ground.get(Header, header) is not None:
            return None, project
        require_room(ground.metadata, 1)
        require_lead(ground, fields.lead)
        transaction = ground.transaction()
        take_room(transaction, org, ground.metadata, 1)
        put_project(transaction, ground, project, fields, clock.to_text(now))
        ground.tell(transaction, event_id, "project-created", project=project, title=fields.title)
        return transaction, project

    return perform(build)


def require_lead(ground: Ground, lead: str | None) -> None:
    """Raise Refused unless the lead is nobody or a member."""
    if lead is not None and person_of(ground.metadata, lead) is None:
        raise Refused(said("Choose one of the members."), "lead")


def retitle_tasks(org: str, project: str, title: str) -> int:
    """Give the tasks of a project the title that lists show beside them. Answers how many had another one."""
    short = card_title(title)
    stale = [
        item
        for item in store.walk("partition", keys.org_pk(org), prefix=keys.board_prefix(project))
        if isinstance(item, Task) and item.project != short
    ]
    for batch in batched(stale, BATCH):
        perform(_retitling(keys.header(org, project), title, [task.key for task in batch]))
    return len(stale)


def _retitling(header: keys.Key, title: str, tasks: list[keys.Key]) -> Callable[[], tuple[Transaction | None, None]]:
    tried: list[int] = []

    def build() -> tuple[Transaction | None, None]:
        rows = tasks
        if tried:  # some task was deleted meanwhile, or the project renamed again: that rename sees to the rest
            found = store.get_many("write", [header, *tasks])
            record = found.get(Header, header)
            rows = [key for key in tasks if found.get(Task, key)] if record and record.title == title else []
        tried.append(1)
        transaction = Transaction()
        transaction.check(Header, header, EXISTS & (Path("title") == title))
        for key in rows:
            transaction.update(Task, key, condition=EXISTS, set={"project": card_title(title)})
        return (transaction if rows else None), None

    return build


def batched(items: Sequence[_T], size: int) -> Iterator[Sequence[_T]]:
    """`items` in runs of `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def clean_title(title: str) -> str:
    """A project's title fit to store. Raises Refused, naming the field."""
    return titled(title, said("Give the project a title."))


def titled(title: str, missing: Said) -> str:
    """A title of a project or a task fit to store. Raises Refused at the title, saying `missing` of an empty one."""
    title = one_line(title)
    if not title:
        raise Refused(missing, "title")
    if len(title) > TITLE_LENGTH:
        raise Refused(
            said(
                "A title has at most %(most)s characters; this one has %(length)s.",
                most=TITLE_LENGTH,
                length=len(title),
            ),
            "title",
        )
    return title


def card_title(title: str) -> str:
    """The title as the card keeps it: cut at 80 bytes with an ellipsis."""
    encoded = title.encode()
    if len(encoded) <= CARD_TITLE_BYTES:
        return title
    return encoded[: CARD_TITLE_BYTES - 3].decode(errors="ignore") + "…"


def require_room(metadata: Metadata, count: int) -> None:
    """Raise LimitReached when the plan does not hold `count` more live projects."""
    if metadata.projects + count > metadata.max_projects:
        raise LimitReached(
            said(
                "The %(plan)s plan holds %(most)s live projects and %(used)s are in use, "
                "so there is no room for %(count)s more.",
                plan=metadata.plan,
                most=int(metadata.max_projects),
                used=int(metadata.projects),
                count=count,
            ),
            "title",
        )


def take_room(transaction: Transaction, org: str, metadata: Metadata, count: int) -> None:
    """Count `count` more live projects, on the condition that the plan as read holds them."""
    transaction.update(
        Metadata,
        keys.metadata(org),
        condition=(Path("projects") <= metadata.max_projects - count)
        & (Path("maxProjects") == metadata.max_projects)
        & (Path("state") == "live"),
        add={"projects": count},
    )


def put_project(transaction: Transaction, ground: Ground, project: str, fields: ProjectFields, created_at: str) -> None:
    """Write a project's record, its description if there is one, and its card."""
    transaction.put(
        Header.at(
            keys.header(ground.org, project),
            title=fields.title,
            state="live",
            created_at=created_at,
            created_by=ground.actor.user,
            lead=fields.lead,
            starts=day_text(fields.starts),
            due=day_text(fields.due),
            gsi2pk=keys.by_created_pk(ground.org),
            gsi2sk=keys.by_created_sk(created_at, project),
        )
    )
    if fields.description:
        transaction.put(Brief.at(keys.brief(ground.org, project), text=fields.description))
    transaction.put(Card.at(keys.card(ground.org, project), title=card_title(fields.title)))
