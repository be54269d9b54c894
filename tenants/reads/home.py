"""A person's home: their organisations, and their live tasks over all of them."""

from __future__ import annotations

from dataclasses import dataclass

from tenants import cursor, keys, store
from tenants.items import Membership, Session, Task
from tenants.policy import Role, known_role
from tenants.snapshots import TaskSnapshot, task_of

HOME_PAGE = 100


@dataclass(frozen=True, slots=True)
class MyOrg:
    """An organisation of mine. Shown, never trusted: the index crosses tenants and lags."""

    id: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Home:
    """My organisations, and one page of my live tasks, soonest due first."""

    orgs: tuple[MyOrg, ...]
    tasks: tuple[TaskSnapshot, ...]
    next_cursor: str


def home(user: str, after: str = "") -> Home:
    """My organisations and live tasks: one Query of GSI1, on later pages one BatchGetItem more. Raises BadCursor.

    A task of an organisation that I have left is dropped: its row may still name me. Organisations sort before tasks,
    so the first page knows mine; a later page, which begins behind them, looks up the memberships of what it shows.
    """
    found = store.query(
        "home",
        keys.user_pk(user),
        index="GSI1",
        limit=HOME_PAGE + 1,
        start=cursor.read(after, "home", user),
    )
    items, last = cursor.page(found, HOME_PAGE)
    orgs = tuple(
        MyOrg(keys.org_of(item.pk), item.org_name, known_role(item.role))
        for item in items
        if isinstance(item, Membership)
    )
    found_tasks = [task_of(item) for item in items if isinstance(item, Task)]
    mine = {org.id for org in orgs} | (_memberships(user, {task.org for task in found_tasks}) if after else set())
    tasks = tuple(task for task in found_tasks if task.org in mine)
    following = cursor.make("home", user, item=last, index="GSI1") if last else ""
    return Home(orgs, tasks, following)


def _memberships(user: str, orgs: set[str]) -> set[str]:
    wanted = [keys.membership(org, user) for org in sorted(orgs)]
    return {keys.org_of(key.pk) for key in store.get_many("home", wanted).items} if wanted else set()


def session(user: str, digest: str) -> Session | None:
    """The session behind a cookie, consistently read. One GetItem, counted apart from the page's own requests."""
    return store.get("session", Session, keys.session(user, digest))
