"""What is photographed: a sample organisation in which people have done something by hand, and the server in front of it."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from dashboard.demo import ORGANISATIONS
from tenants import ids, table
from tenants.engine import Engine
from tenants.policy import Priority, Status
from tenants.seed.making import make
from tenants.seed.story import Story, Wish
from tenants.writes import accounts, details, edits, orgs, project_life
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskRef
from tests.browser.conftest import Site
from tests.browser.stops import BY_LINK
from tests.cast import PASSWORD, gather
from tests.conftest import ENGINE_PYTHON
from tests.dashboard.matrix import Objects
from tests.inviting import by_link, by_mail
from tests.screenshots import INSTANT
from tests.server.processes import gunicorn

ORG, FRESH = "acme", "fresh-start"
ZONE = "Europe/Madrid"
TABLE = "pictures"


@dataclass(frozen=True, slots=True)
class Scene:
    """Where it is served, and what is where in the organisation."""

    site: Site
    here: Objects
    away: str
    """The address of a project that is put away."""


@contextmanager
def scene() -> Iterator[Scene]:
    """Everything is there as long as the block lasts."""
    with tempfile.TemporaryDirectory() as name, Engine(ENGINE_PYTHON, Path(name) / "engine", persist=False) as engine:
        table.connect(endpoint=engine.url, table=TABLE)
        table.create_table()
        (here, away), mails = _furnish(), Path(name) / "mails"
        where = {
            "SECRET_KEY": "a-secret-for-pictures-0123456789-0123456789-0123456789",
            "DYNAMODB_ENDPOINT_URL": engine.url,
            "DYNAMODB_TABLE": TABLE,
            "EMAIL_URL": f"file:{mails}",
            "OWNERS_CHOOSE_PLAN": "on",
        }
        with gunicorn(Path(name) / "log", where, application="tests.screenshots.still") as server:
            yield Scene(Site(f"http://127.0.0.1:{server.port}", gather(), mails), here, away)


def _furnish() -> tuple[Objects, str]:
    stories = {
        org: make(Wish(org, org.title(), ZONE, **size, accounts=True), INSTANT) for org, size in ORGANISATIONS.items()
    }
    accounts.sign_up("Wide", BY_LINK["reset"], PASSWORD, INSTANT)
    story = stories[ORG]
    owner, admin, member = (Actor(each.id) for each in story.people[:3])
    task = _lively(story)
    lines = "The pages are two years old. What is on them is still right, but nobody reads to the end.\n\n- keep the sums\n- drop the rest\n\nDraft: https://example.org/draft"
    details.describe(admin, task, lines, "", INSTANT - timedelta(days=3))
    edits.label(admin, task, ["web", "autumn"], INSTANT - timedelta(days=2, hours=4))
    details.comment(
        member, task, "I have the sums. Who knows where the photos are?", _token(1), INSTANT - timedelta(days=1)
    )
    details.comment(admin, task, "In the folder of the spring issue.", _token(2), INSTANT - timedelta(hours=2))
    away = story.projects[-1].project.id
    project_life.archive(owner, ORG, away, INSTANT)
    orgs.create(owner, FRESH, "Fresh start", ZONE, INSTANT)
    by_link(admin, "example.org", org=ORG, now=INSTANT)
    invitation = by_mail(admin, "nuria@example.org", org=ORG, now=INSTANT - timedelta(days=2))
    here = Objects(ORG, task.project, task.id, story.people[4].id, invitation.id)
    return here, f"/org/{ORG}/projects/{away}/away"


def _lively(story: Story) -> TaskRef:
    """A task of the project whose board has most to show: somebody's, with a date, not the most urgent one."""
    by_project: dict[str, Counter[Status]] = {}
    for each in story.tasks:
        by_project.setdefault(each.task.project.id, Counter())[each.task.status] += 1
    project = max(
        by_project, key=lambda one: (min(by_project[one][Status.DOING], 3), -abs(by_project[one][Status.OPEN] - 5))
    )
    task = next(
        each.task
        for each in story.tasks
        if each.task.project.id == project
        and each.task.status is Status.DOING
        and each.task.priority is not Priority.LOW
    )
    return TaskRef(ORG, project, task.id)


def _token(number: int) -> str:
    return ids.derived_id(10, "comment of the pictures", str(number))
