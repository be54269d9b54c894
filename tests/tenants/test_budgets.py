"""What every page costs: exact requests, items, bytes and read units. Promises of the README rest on these.

The large organisations are written item by item, since finishing ten thousand tasks one after the other takes minutes.
The last test holds such an item-by-item organisation to what the product's own writes leave behind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from tenants import clock, ids, items, keys, meter
from tenants.items import Base, Card, Header, Metadata, OpenCounter, Task
from tenants.people import Person
from tenants.policy import LIMITS, LIVE_STATUSES, Plan, Priority, Role, Status
from tenants.reads import archive, board, created, history, home, months, slices
from tenants.reads import project as project_reads
from tenants.reads import task as full
from tenants.reads.dashboard import dashboard, pulse
from tenants.reads.filters import Due, Filters
from tenants.table import client
from tenants.writes import accounts, details, edits, orgs, project_edits, tasks, wishes
from tenants.writes.ground import Actor
from tenants.writes.projects import ProjectFields
from tenants.writes.tasks import TaskFields, TaskRef
from tests.cast import ACME, NOW, PASSWORD, Cast, a_project, a_task, address, an_account

BORDER = datetime(2026, 11, 1, 5, 0, tzinfo=UTC)
"""November in Berlin, October still at UTC-12: the dashboard reads both months."""

NAMES = (
    "Ana Lima Fernandes da Silva",
    "Bogdan Wiśniewski",
    "Chidi Okonkwo",
    "Dörte Schäfer-Brandt",
    "Gabriella Montgomery",
)


@dataclass(frozen=True)
class Size:
    """How large an organisation is. `day` is what every shard counts on every day, `much` every other counter."""

    people: int = 20
    slug: str = "acme-works-and-partners-abroad"
    title: str = "A project whose title is as long as a card will keep it, that is eighty bytes..."
    day: int = 99
    much: int = 9_999
    projects: int = 300
    months: tuple[str, ...] = ("2026-09",)
    now: datetime = NOW


def build(size: Size) -> str:
    """Write what the dashboard of such an organisation reads. Answers with its owner's id."""
    users = [ids.derived_id(10, size.slug, str(number)) for number in range(size.people)]
    people = [
        Person(user, Role.OWNER if user == users[0] else Role.MEMBER, NAMES[number % len(NAMES)])
        for number, user in enumerate(users)
    ]
    limits = LIMITS[Plan.ENTERPRISE]
    Metadata.at(
        keys.metadata(size.slug),
        name="Acme Works and Partners Abroad",
        plan=Plan.ENTERPRISE,
        zone="Europe/Berlin",
        state="live",
        created_at=clock.to_text(NOW),
        projects=size.projects,
        max_projects=limits.projects,
        max_users=limits.people,
        owners={users[0]},
        people={person.id: person.packed() for person in people},
    ).save()
    counters = {f"{status}_{priority}": size.much for status in LIVE_STATUSES for priority in Priority}
    for number in range(keys.SHARDS):
        OpenCounter.at(keys.open_counter(size.slug, number), **counters).save()
    with Base.batch_write() as batch:
        for number in range(size.projects):
            project = ids.derived_project_id(NOW, size.slug, str(number))
            batch.save(
                Header.at(
                    keys.header(size.slug, project), title=size.title, state="live", created_at=clock.to_text(NOW)
                )
            )
            batch.save(Card.at(keys.card(size.slug, project), title=size.title, done=size.much, **counters))
    for month in size.months:
        for shard in range(keys.SHARDS):
            mine = {f"n_{user}": size.much for user in users if keys.shard(user) == shard}
            days = {items.day_name(f"{month}-{day:02d}"): size.day for day in range(1, 32)}
            _put_leaders(size.slug, month, shard, mine | days)
    return users[0]


def _put_leaders(org: str, month: str, shard: int, numbers: dict[str, int]) -> None:
    key = keys.leaders(org, month, shard)
    stored = {"PK": {"S": key.pk}, "SK": {"S": key.sk}} | {name: {"N": str(number)} for name, number in numbers.items()}
    client().put_item(TableName="app-main", Item=stored)


def read(size: Size) -> meter.Call:
    """The one request of that organisation's dashboard."""
    owner = build(size)
    with meter.record() as calls:
        shown = dashboard(size.slug, owner, size.now)
    assert len(shown.projects) == min(5, size.projects)
    (call,) = calls
    assert call.operation == "Query"
    return call


BOTH_MONTHS = ("2026-10", "2026-11")


@pytest.mark.parametrize(
    ("size", "most_items"),
    [
        (Size(), 14),
        (Size(months=()), 14),
        (Size(months=("2026-01", "2026-08", "2026-09")), 14),
        (Size(projects=0), 9),
        (Size(projects=10), 14),
        (Size(months=BOTH_MONTHS, now=BORDER), 18),
        (Size(months=("2026-11",), now=BORDER), 18),
        (Size(slug="abc", months=BOTH_MONTHS, now=BORDER), 18),
        (Size(slug="a" * 40, title="Website relaunch", months=BOTH_MONTHS, now=BORDER), 18),
    ],
    ids=lambda value: f"{len(value.slug)}-{value.projects}-{'+'.join(value.months)}" if isinstance(value, Size) else "",
)
@pytest.mark.usefixtures("empty_table")
def test_the_dashboard_of_20_people_is_one_query_of_half_a_read_unit(size: Size, most_items: int) -> None:
    call = read(size)
    assert len(call.items) <= most_items
    assert call.read_units == 0.5, f"{call.bytes} bytes"


@pytest.mark.parametrize(
    "size", [Size(people=250), Size(people=250, months=BOTH_MONTHS, now=BORDER)], ids=["quiet", "border"]
)
@pytest.mark.usefixtures("empty_table")
def test_the_dashboard_of_250_people_is_one_query_of_two_and_a_half_read_units_at_most(size: Size) -> None:
    call = read(size)
    assert len(call.items) <= 18
    assert call.read_units <= 2.5, f"{call.bytes} bytes"


@pytest.mark.usefixtures("empty_table")
def test_the_dashboard_costs_the_same_for_10_and_for_300_projects() -> None:
    few, many = read(Size(slug="org-few", projects=10)), read(Size(slug="org-all", projects=300))
    assert len(few.items) == len(many.items)
    assert abs(few.bytes - many.bytes) <= 1, "the number of projects has a digit more"
    assert few.read_units == many.read_units


@pytest.mark.usefixtures("empty_table")
def test_the_dashboard_costs_the_same_after_three_years() -> None:
    young = read(Size(slug="org-new"))
    history = tuple(clock.add_months("2026-09", -number) for number in range(36))
    old = read(Size(slug="org-old", months=history))
    assert (len(old.items), old.bytes, old.read_units) == (len(young.items), young.bytes, young.read_units)


def test_the_dashboard_costs_the_same_for_10_and_for_20000_tasks(cast: Cast) -> None:
    project = a_project(cast.alice)
    refs = [a_task(cast.alice, project, title=f"Task {number}") for number in range(10)]
    tasks.complete(cast.bob, refs[0], NOW)
    few = _dashboard_call(cast)
    with Base.batch_write() as batch:
        for number in range(20_000):
            made = ids.derived_task_id(NOW, str(number))
            batch.save(
                Task.at(
                    keys.task(ACME, project, made),
                    title="One of very many tasks",
                    status=Status.OPEN,
                    priority=Priority.LOW,
                    created_at=clock.to_text(NOW),
                    gsi2pk=keys.by_status_pk(ACME, Status.OPEN),
                    gsi2sk=keys.by_status_sk(3, None, made),
                )
            )
    many = _dashboard_call(cast)
    assert many.items == few.items
    assert many.read_units == few.read_units == 0.5


def _dashboard_call(cast: Cast) -> meter.Call:
    with meter.record() as calls:
        dashboard(ACME, cast.vic.user, NOW)
    (call,) = calls
    return call


READS: dict[str, tuple[Callable[[str, TaskRef], object], list[str]]] = {
    "dashboard": (lambda user, _: dashboard(ACME, user, NOW), ["Query dashboard"]),
    "home": (lambda user, _: home.home(user), ["Query home"]),
    "session": (lambda user, _: home.session(user, "0" * 64), ["GetItem session"]),
    "projects": (lambda user, _: slices.projects(ACME, user), ["GetItem frame", "Query projects"]),
    "created": (
        lambda user, _: created.created(ACME, user, NOW.date(), None),
        ["GetItem frame", "Query created"],
    ),
    "project-settings": (
        lambda user, ref: project_reads.settings(ACME, user, ref.project),
        ["BatchGetItem project-settings"],
    ),
    "archived-projects": (
        lambda user, _: archive.archived_projects(ACME, user),
        ["GetItem frame", "Query archived-projects"],
    ),
    "project-away": (
        lambda user, ref: archive.project_away(ACME, user, ref.project),
        ["BatchGetItem project-away", "Query project-away"],
    ),
    "archive": (
        lambda user, ref: archive.archive(ACME, user, ref.project, NOW),
        ["BatchGetItem archive", "Query archive"],
    ),
    "task": (lambda user, ref: slices.task(ACME, user, ref.project, ref.id), ["BatchGetItem task"]),
    "board": (
        lambda user, ref: board.board(ACME, user, ref.project, NOW),
        ["BatchGetItem board-frame", "Query board"],
    ),
    "board-filtered": (
        lambda user, ref: board.board(ACME, user, ref.project, NOW, Filters(assignee="me", due=Due.WEEK, text="x")),
        ["BatchGetItem board-frame", "Query board"],
    ),
    "mine": (lambda user, _: board.mine(ACME, user, Status.OPEN, None, NOW), ["Query dashboard", "Query mine"]),
    "task-in-full": (
        lambda user, ref: full.task(ACME, user, ref.project, ref.id),
        ["BatchGetItem task", "Query task-told"],
    ),
    "tasks": (lambda user, _: slices.tasks(ACME, user, Status.OPEN, None, NOW), ["Query dashboard", "Query tasks"]),
    "tasks-of-one-priority": (
        lambda user, _: slices.tasks(ACME, user, Status.OPEN, Priority.HIGH, NOW),
        ["Query dashboard", "Query tasks"],
    ),
    "members": (lambda user, _: slices.members(ACME, user), ["GetItem frame", "Query members"]),
    "trend": (lambda user, _: months.trend(ACME, user, None, NOW), ["GetItem frame", "Query trend"]),
    "member": (
        lambda user, _: months.member(ACME, user, user, NOW),
        ["GetItem frame", "Query member", "Query member-live"],
    ),
    "activity": (lambda user, _: history.activity(ACME, user, None, NOW), ["GetItem frame", "Query activity"]),
    "pulse": (lambda user, ref: pulse(ACME, user, ref.project, NOW), ["BatchGetItem pulse"]),
}


@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("much", [0, 60], ids=["empty", "more-than-a-page"])
def test_a_page_sends_exactly_the_requests_it_says_however_much_there_is(cast: Cast, name: str, much: int) -> None:
    ask, requests = READS[name]
    ref = TaskRef(ACME, a_project(cast.alice), "0" * 16)
    if much or name in {"task", "task-in-full"}:
        ref = a_task(cast.alice, ref.project, priority=Priority.HIGH, assignee=cast.bob.user)
    if much > 1:
        _many_of_everything(cast, ref.project, much, ref.id)
    with meter.record() as calls:
        ask(cast.bob.user, ref)
    assert [f"{call.operation} {call.pattern}" for call in calls] == requests


def _many_of_everything(cast: Cast, project: str, much: int, *of: str) -> None:
    now = clock.to_text(NOW)
    with Base.batch_write() as batch:
        for number in range(much):
            made = ids.derived_task_id(NOW, str(number))
            card = ids.derived_project_id(NOW, str(number))
            user = ids.derived_id(10, str(number))
            batch.save(
                Task.at(
                    keys.task(ACME, project, made),
                    title="One of many",
                    status=Status.OPEN,
                    priority=Priority.HIGH,
                    assignee=cast.bob.user,
                    created_at=now,
                    gsi1pk=keys.user_pk(cast.bob.user),
                    gsi1sk=keys.by_user_task(None, made),
                    gsi2pk=keys.by_status_pk(ACME, Status.OPEN),
                    gsi2sk=keys.by_status_sk(1, None, made),
                )
            )
            batch.save(Card.at(keys.card(ACME, card), title="One of many"))
            batch.save(
                items.Membership.at(keys.membership(ACME, user), role=Role.MEMBER, name="One of many", org_name="Acme")
            )
            batch.save(items.Event.at(keys.event(ACME, "2026-09", now, f"{number:06d}"), action="task-created"))
            for task in (made, *of):
                batch.save(items.Log.at(keys.log(ACME, task, now, f"{number:06d}"), action="task-edited"))


TRANSACTION = ["BatchGetItem write", "TransactWriteItems write"]

WRITES: dict[str, Callable[[Actor, TaskRef], object]] = {
    "complete": lambda actor, ref: tasks.complete(actor, ref, NOW),
    "start": lambda actor, ref: tasks.start(actor, ref, NOW),
    "edit": lambda actor, ref: tasks.edit(actor, ref, TaskFields("Another title"), 1, NOW),
    "describe": lambda actor, ref: details.describe(actor, ref, "How to", "", NOW),
    "comment": lambda actor, ref: details.comment(actor, ref, "Done?", "0" * 10, NOW),
    "label": lambda actor, ref: edits.label(actor, ref, ["ci"], NOW),
    "prioritise": lambda actor, ref: edits.prioritise(actor, ref, Priority.URGENT, NOW),
    "assign": lambda actor, ref: edits.assign(actor, ref, actor.user, NOW),
    "remember": lambda actor, _: wishes.remember(actor, ACME, NOW, mine=True),
    "create-task": lambda actor, ref: a_task(actor, ref.project),
    "edit-project": lambda actor, ref: project_edits.edit(
        actor, ACME, ref.project, ProjectFields("Launch", "Why", actor.user), 1, NOW
    ),
    "create-project": lambda actor, _: a_project(actor, title="Another"),
    "create-org": lambda actor, _: orgs.create(actor, "brand-new", "New", "UTC", NOW),
}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_is_one_consistent_read_and_one_transaction(cast: Cast, name: str) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with meter.record() as calls:
        WRITES[name](cast.bob, ref)
    assert [f"{call.operation} {call.pattern}" for call in calls] == TRANSACTION
    assert calls[0].consistent


def test_deleting_a_task_also_sweeps_up_what_hung_on_it_eighty_items_at_a_time(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with Base.batch_write() as batch:
        for number in range(99):
            batch.save(items.Log.at(keys.log(ACME, ref.id, clock.to_text(NOW), f"{number:06d}"), action="task-edited"))
    with meter.record() as calls:
        tasks.delete(cast.bob, ref, NOW)
    sweep = ["Query sweep", "TransactWriteItems write"]
    assert [f"{call.operation} {call.pattern}" for call in calls] == [*TRANSACTION, *sweep, *sweep]


def test_a_click_is_three_requests_with_what_its_page_shows_afterwards(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    with meter.record() as calls:
        tasks.complete(cast.bob, ref, NOW)
        shown = pulse(ACME, cast.bob.user, ref.project, NOW)
    assert [f"{call.operation} {call.pattern}" for call in calls] == [*TRANSACTION, "BatchGetItem pulse"]
    assert calls[2].consistent
    assert shown.month.by_user == {cast.bob.user: 1}


def test_a_second_click_reads_and_writes_nothing(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice))
    tasks.complete(cast.bob, ref, NOW)
    with meter.record() as calls:
        tasks.complete(cast.bob, ref, NOW)
    assert [call.operation for call in calls] == ["BatchGetItem"]


def test_renaming_a_project_walks_its_board_once_and_writes_in_batches(cast: Cast) -> None:
    project = a_project(cast.alice)
    _many_of_everything(cast, project, 85)
    with meter.record() as calls:
        project_edits.edit(cast.bob, ACME, project, ProjectFields("Another"), 1, NOW)
    assert [call.operation for call in calls] == [
        "BatchGetItem",
        "TransactWriteItems",
        "Query",
        "TransactWriteItems",
        "TransactWriteItems",
    ]


def test_joining_signing_up_and_signing_in_cost_what_they_say(cast: Cast) -> None:
    user = an_account()
    with meter.record() as calls:
        orgs.join(cast.alice, ACME, user, Role.MEMBER, NOW)
    assert [call.operation for call in calls] == ["BatchGetItem", "TransactWriteItems"]
    with meter.record() as calls:
        an_account()
    assert [call.operation for call in calls] == ["TransactWriteItems"]
    with meter.record() as calls:
        assert accounts.sign_in(address("Bob"), PASSWORD, NOW)
    assert [call.operation for call in calls] == ["GetItem", "GetItem", "TransactWriteItems"]
    with meter.record() as calls:
        assert accounts.sign_in("nobody@example.org", PASSWORD, NOW) is None
    assert [call.operation for call in calls] == ["GetItem", "GetItem"], "as many as for a known one"


def test_the_organisations_above_are_made_of_what_the_products_own_writes_leave_behind(cast: Cast) -> None:
    ref = a_task(cast.alice, a_project(cast.alice), priority=Priority.HIGH)
    tasks.start(cast.bob, a_task(cast.alice, ref.project, priority=Priority.LOW), NOW)
    tasks.complete(cast.bob, ref, NOW)
    real = {item["SK"]["S"].partition("#")[0]: set(item) for item in _dashboard_call(cast).items if len(item) > 2}
    build(Size(slug="org-fake"))
    with meter.record() as calls:
        dashboard("org-fake", ids.derived_id(10, "org-fake", "0"), NOW)
    (call,) = calls
    fake: dict[str, set[str]] = {}
    for item in call.items:
        fake.setdefault(item["SK"]["S"].partition("#")[0], set()).update(item)
    assert set(real) == set(fake)
    for kind, attributes in real.items():
        without_people = {name for name in attributes if not name.startswith("n_")}
        assert without_people <= fake[kind], kind
