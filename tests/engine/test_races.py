"""Exactly once, with callers at the same time: over the data layer, and over real HTTP against the real web server.

Each in fair weather, through a proxy that loses requests and answers, and with 30 % of the transactions in conflict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from threading import Lock

import pytest
from django.conf import settings
from django.http import HttpResponse

from dashboard import carried
from tenants import clock, ids, keys, store, table
from tenants.imports.bulk import Batch, InProject, NewTask
from tenants.items import Event, Membership, Metadata, OpenCounter, Task
from tenants.policy import Priority, Role, Status
from tenants.reads import months, slices
from tenants.reads import project as projects
from tenants.reads.board import board
from tenants.reads.home import home
from tenants.transaction import Transaction
from tenants.writes import edits, orgs, project_edits, tasks
from tenants.writes.ground import Actor
from tenants.writes.projects import ProjectFields
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, BERLIN, NOW, Cast, a_project, an_account, gather
from tests.engine.crowd import Browser, at_once, insisting
from tests.inviting import by_link
from tests.proxy import Weather, proxy
from tests.server.processes import Server, gunicorn
from tests.truth import assert_exact

pytestmark = [pytest.mark.engine, pytest.mark.timeout(240)]

CALLERS = 16
TASKS = 200

WEATHERS = {
    "fair": Weather(),
    "answers-lost": Weather(("lost after", "lost before"), lost_before=0.1, lost_after=0.1),
    "conflicts": Weather(("conflict", "conflict"), conflict=0.3),
}


@dataclass(frozen=True)
class Place:
    """Where the race is run."""

    people: Cast
    weather: Weather
    endpoint: str
    table: str


@pytest.fixture(params=WEATHERS)
def place(request: pytest.FixtureRequest, engine: str, engine_table: str) -> Iterator[Place]:
    people = gather()
    weather = replace(WEATHERS[request.param], met=Counter(), chance=Random(1), lock=Lock())
    with proxy(engine, weather) as endpoint:
        yield Place(people, weather, endpoint, engine_table)
    assert set(weather.met) >= set(weather.first), weather.met


@pytest.fixture
def server(place: Place, tmp_path: Path) -> Iterator[Server]:
    environment = {
        "DEBUG": "on",
        "SECRET_KEY": settings.SECRET_KEY,
        "DYNAMODB_ENDPOINT_URL": place.endpoint,
        "DYNAMODB_TABLE": place.table,
    }
    with gunicorn(tmp_path / "log", environment, workers=2) as running:
        yield running


def through(place: Place) -> None:
    """From here on this process asks through the proxy too."""
    table.connect(endpoint=place.endpoint, table=place.table)


# --- a task is counted once ---------------------------------------------------------------------


def a_board(place: Place, size: int = TASKS) -> list[TaskRef]:
    """Open tasks, written many at a time as imports write them."""
    project = a_project(place.people.alice)
    refs = [TaskRef(ACME, project, ids.new_task_id(NOW)) for _ in range(size)]
    rows = [
        NewTask(InProject(project, "Launch"), ref.id, "Write", Status.OPEN, Priority.HIGH, clock.to_text(NOW))
        for ref in refs
    ]
    while rows:
        transaction = Transaction()
        batch = Batch(ACME, transaction)
        while rows and batch.has_room:
            batch.add(rows.pop())
        transaction.commit()
    return refs


def clicks(refs: list[TaskRef]) -> list[list[TaskRef]]:
    """Every task twice, never twice by the same caller, in an order of each caller's own."""
    shares: list[list[TaskRef]] = [[] for _ in range(CALLERS)]
    for number, ref in enumerate(refs):
        shares[number % CALLERS].append(ref)
        shares[(number + 1) % CALLERS].append(ref)
    for number, share in enumerate(shares):
        Random(number).shuffle(share)
    return shares


def assert_each_counted_once(place: Place, refs: list[TaskRef]) -> None:
    found = list(store.walk("test", keys.org_pk(ACME)))
    done = [item for item in found if isinstance(item, Task) and item.status == "done"]
    told = [item for item in found if isinstance(item, Event) and item.action == "task-completed"]
    finishers = Counter(item.completed_by for item in done)
    assert len(done) == len(told) == len(refs) == TASKS
    assert {item.task for item in told} == {ref.id for ref in refs}
    month = (done[0].completed_day or "")[:7]
    assert months.trend(ACME, place.people.vic.user, month, NOW).month.by_user == finishers
    assert set(finishers) == {place.people.bob.user, place.people.dana.user}
    assert_exact(ACME)


def test_16_callers_finish_200_tasks_twice_each_and_each_is_counted_once(place: Place) -> None:
    refs = a_board(place)
    through(place)

    def caller(number: int) -> Callable[[], Counter[str]]:
        actor = place.people.bob if number % 2 else place.people.dana
        mine = [partial(tasks.complete, actor, ref, NOW) for ref in clicks(refs)[number]]
        return lambda: Counter(map(insisting, mine))

    outcomes = sum(at_once([caller(number) for number in range(CALLERS)]), Counter())
    assert outcomes == {"done": 2 * TASKS}
    assert_each_counted_once(place, refs)


def test_16_browsers_finish_200_tasks_twice_each_and_each_is_counted_once(place: Place, server: Server) -> None:
    refs = a_board(place)
    people = [(place.people.bob.user, "Bob"), (place.people.dana.user, "Dana")]
    browsers = [Browser(server.port, *people[number % 2]) for number in range(CALLERS)]

    def caller(number: int) -> Callable[[], Counter[int]]:
        mine = clicks(refs)[number]
        return lambda: Counter(
            browsers[number].post(f"/org/{ACME}/projects/{ref.project}/tasks/{ref.id}/complete") for ref in mine
        )

    outcomes = sum(at_once([caller(number) for number in range(CALLERS)]), Counter())
    assert set(outcomes) <= {200, 302, 303}, outcomes
    assert sum(outcomes.values()) == 2 * TASKS
    assert_each_counted_once(place, refs)
    browsers[0].get(f"/org/{ACME}/dashboard")


# --- a seat is given out once -------------------------------------------------------------------


def assert_one_seated(place: Place, users: list[str]) -> None:
    people = slices.frame(ACME, place.people.alice.user).people
    seated = [user for user in users if user in people]
    assert len(seated) == 1
    assert len(people) == 5
    assert [user for user in users if home(user).orgs] == seated, "nobody else's home shows it"
    assert (
        len(
            [
                item
                for item in store.walk("test", keys.org_pk(ACME))
                if isinstance(item, Event) and item.action in {"member-added", "member-joined"}
            ]
        )
        == 4
    )
    assert_exact(ACME)


def test_of_50_who_join_on_the_last_seat_one_is_seated(place: Place) -> None:
    users = [an_account() for _ in range(50)]
    through(place)
    joins = [partial(orgs.join, place.people.alice, ACME, user, Role.MEMBER, NOW) for user in users]
    outcomes = Counter(at_once([partial(insisting, join) for join in joins]))
    assert outcomes == {"done": 1, "LimitReached": 49}
    assert_one_seated(place, users)


def test_of_50_who_press_the_button_of_one_link_for_the_last_seat_one_is_seated(place: Place, server: Server) -> None:
    """Nobody is added by address any more, so the last seat is taken by invitation."""
    users = [an_account() for _ in range(50)]
    response = HttpResponse()
    carried.hold(response, by_link(place.people.alice, cap=50, now=clock.now()).secret)
    carries = f"{carried.TOKEN}={response.cookies[carried.TOKEN].value}"
    forms = [partial(Browser(server.port, user, "Extra", carries).post, "/invitation/accept") for user in users]
    outcomes = Counter(at_once(forms))
    assert outcomes == {302: 50}, outcomes  # to the dashboard, or back to the page that says that it is full
    assert_one_seated(place, users)


# --- an address is given out once ---------------------------------------------------------------

SLUG = "the-one-address"


def assert_one_founded(users: list[str]) -> None:
    found = list(store.walk("test", keys.org_pk(SLUG)))
    assert Counter(type(item).__name__ for item in found) == {
        "Metadata": 1,
        "Membership": 1,
        "OpenCounter": 4,
        "Event": 1,
        "AuditEntry": 1,
    }
    (metadata,) = [item for item in found if isinstance(item, Metadata)]
    (membership,) = [item for item in found if isinstance(item, Membership)]
    assert set(metadata.owners) == {keys.last_part(membership.sk)} < set(users)
    assert [user for user in users if home(user).orgs] == list(metadata.owners)
    assert len([item for item in found if isinstance(item, OpenCounter)]) == 4
    assert_exact(SLUG)


def test_of_20_who_found_at_one_address_one_does_and_nothing_half_made_is_left(place: Place) -> None:
    users = [an_account() for _ in range(20)]
    through(place)
    foundings = [partial(orgs.create, Actor(user), SLUG, f"Org of {user}", BERLIN, NOW) for user in users]
    outcomes = Counter(at_once([partial(insisting, founding) for founding in foundings]))
    assert outcomes == {"done": 1, "AlreadyTaken": 19}
    assert_one_founded(users)


@pytest.mark.usefixtures("place")
def test_of_20_forms_for_one_address_one_is_taken_and_nothing_half_made_is_left(server: Server) -> None:
    users = [an_account() for _ in range(20)]
    forms = [
        partial(
            Browser(server.port, user, "Extra").post, "/create-organisation", name="The one", slug=SLUG, zone=BERLIN
        )
        for user in users
    ]
    outcomes = Counter(at_once(forms))
    assert outcomes[302] + outcomes[303] <= 1, outcomes
    assert not [status for status in outcomes if status >= 500], outcomes
    assert_one_founded(users)


# --- and a few that need no web -----------------------------------------------------------------


def test_editing_and_clicking_at_once_loses_no_count(place: Place) -> None:
    refs = a_board(place, 24)
    through(place)

    def mess(number: int) -> Callable[[], None]:
        chance = Random(number)
        actor = place.people.bob if number % 2 else place.people.dana

        def go() -> None:
            for ref in chance.sample(refs, len(refs)):
                fields = TaskFields(f"Edited {number}", chance.choice(list(Priority)))
                acts: list[Callable[[], object]] = [partial(tasks.edit, actor, ref, fields, chance.randint(1, 6), NOW)]
                acts += [
                    partial(click, actor, ref, NOW) for click in (tasks.complete, tasks.reopen, tasks.start, tasks.stop)
                ]
                insisting(chance.choice(acts))

        return go

    at_once([mess(number) for number in range(8)])
    for ref in refs[:6]:
        assert insisting(partial(tasks.delete, place.people.bob, ref, NOW)) == "done"
    assert_exact(ACME)


def test_of_many_who_write_one_field_at_once_one_does_and_other_fields_are_no_matter(place: Place) -> None:
    (ref,) = a_board(place, 1)
    through(place)
    people = (place.people.bob, place.people.dana)
    titles = [partial(edits.write_over, people[n % 2], ref, "title", f"Mine {n}", "Write", NOW) for n in range(8)]
    others = [
        partial(edits.write_over, place.people.bob, ref, "due", "2026-12-24", "", NOW),
        partial(edits.write_over, place.people.dana, ref, "priority", Priority.LOW, Priority.HIGH, NOW),
    ]
    outcomes = at_once([partial(insisting, act) for act in (*titles, *others)])
    assert Counter(outcomes[:8]) == {"done": 1, "Conflict": 7}
    assert outcomes[8:] == ["done", "done"]
    task = slices.task(ACME, place.people.bob.user, ref.project, ref.id).task
    assert task.title == f"Mine {outcomes.index('done')}"
    assert (str(task.due), task.priority, task.version) == ("2026-12-24", Priority.LOW, 4)
    assert_exact(ACME)


def test_of_many_who_change_one_project_each_edit_lands_on_the_one_it_saw(place: Place) -> None:
    project = a_project(place.people.alice)
    a_board(place, 3)
    through(place)
    landed: Counter[int] = Counter()

    def change(number: int) -> None:
        actor = (place.people.bob, place.people.dana, place.people.alice)[number % 3]
        stands = projects.settings(ACME, actor.user, project)
        words = [*filter(None, stands.details.description.split("\n")), f"{number}"]
        fields = ProjectFields(f"Launch {number}", "\n".join(words), actor.user, None, None)
        project_edits.edit(actor, ACME, project, fields, stands.details.version, NOW)
        landed[number] += 1

    outcomes = Counter(at_once([partial(insisting, partial(change, number)) for number in range(12)]))
    assert outcomes["done"] + outcomes["Conflict"] == 12, outcomes
    # Whoever was answered is in it, once: nobody wrote over what they had not seen.
    shown = projects.settings(ACME, place.people.vic.user, project)
    words = [int(word) for word in shown.details.description.split("\n")]
    assert sorted(words) == sorted(landed)
    assert shown.title == f"Launch {words[-1]}"
    assert shown.details.version == 1 + len(words)
    assert_exact(ACME)


def test_of_two_forms_for_one_field_one_is_taken_and_the_other_told(place: Place) -> None:
    project = a_project(place.people.alice)
    through(place)
    forms = [
        partial(project_edits.edit, actor, ACME, project, ProjectFields(f"Of {actor.user}"), 1, NOW)
        for actor in (place.people.bob, place.people.dana)
    ]
    assert Counter(at_once([partial(insisting, edit) for edit in forms])) == {"done": 1, "Conflict": 1}
    assert projects.settings(ACME, place.people.vic.user, project).details.version == 2
    assert_exact(ACME)


def test_the_plans_last_project_is_made_once(place: Place) -> None:
    for number in range(9):
        a_project(place.people.alice, title=str(number))
    through(place)
    outcomes = Counter(at_once([partial(insisting, partial(a_project, place.people.bob, now=NOW)) for _ in range(12)]))
    assert outcomes == {"done": 1, "LimitReached": 11}
    assert slices.frame(ACME, place.people.alice.user).projects == 10
    assert_exact(ACME)


def test_one_form_sent_by_many_connections_makes_one_task(place: Place) -> None:
    project, made = a_project(place.people.alice), ids.new_task_id(NOW)
    through(place)
    create = partial(tasks.create, place.people.bob, ACME, project, TaskFields("Once"), made, NOW)
    outcomes = Counter(at_once([partial(insisting, create) for _ in range(12)]))
    assert outcomes == {"done": 12}
    assert len(board(ACME, place.people.vic.user, project, NOW).tasks) == 1
    assert_exact(ACME)
