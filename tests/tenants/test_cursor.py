from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import signing

from tenants import cursor, ids, keys
from tenants.errors import BadCursor
from tenants.items import Card, Task
from tenants.policy import Priority, Role, Status
from tenants.reads import board as boards
from tenants.reads import created, history, home, slices
from tenants.writes import orgs, projects, tasks
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task, an_account

CARD = Card.at(keys.card(ACME, "0" * 16), title="Launch")
PK = keys.org_pk(ACME)


def made(*bound: str) -> str:
    return cursor.make("projects", *bound, item=CARD)


def test_a_cursor_goes_on_after_its_item() -> None:
    assert cursor.read(made(ACME), "projects", ACME, pk=PK) == (CARD.key, None)


def test_no_cursor_is_the_beginning() -> None:
    assert cursor.read("", "projects", ACME, pk=PK) is None


@pytest.mark.parametrize(
    "text",
    [
        "garbage",
        ":",
        "::",
        "a:b:c",
        "\ud800",
        "é:è:ê",
        "\0",
        "W10:1abc:xyz",
        ".eJyLjgUAARUAuQ:1abc:xyz",
        "x" * 100_000,
        "'; DROP TABLE",
        "null",
        '["ORG#other-works","METADATA",null]',
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_garbage_is_refused(text: str) -> None:
    with pytest.raises(BadCursor):
        cursor.read(text, "projects", ACME, pk=PK)


def test_a_damaged_cursor_is_refused_wherever_the_damage_is() -> None:
    good = made(ACME)
    for position in range(len(good)):
        other = "A" if good[position] != "A" else "B"
        damaged = good[:position] + other + good[position + 1 :]
        # The last character of the signature has bits that mean nothing.
        if position < len(good) - 1:
            with pytest.raises(BadCursor):
                cursor.read(damaged, "projects", ACME, pk=PK)
    for cut in range(1, len(good)):
        with pytest.raises(BadCursor):
            cursor.read(good[:cut], "projects", ACME, pk=PK)


@pytest.mark.parametrize(
    ("pattern", "bound"),
    [
        ("members", (ACME,)),
        ("projects", (OTHER,)),
        ("projects", ()),
        ("projects", (ACME, "")),
        ("projects", (ACME, "high")),
        ("project", (ACME,)),
    ],
    ids=str,
)
def test_a_cursor_of_another_list_organisation_or_filter_is_refused(pattern: str, bound: tuple[str, ...]) -> None:
    with pytest.raises(BadCursor):
        cursor.read(made(ACME), pattern, *bound, pk=PK)


def test_what_a_list_is_of_cannot_be_split_otherwise() -> None:
    with pytest.raises(BadCursor):
        cursor.read(made("ab", "c"), "projects", "a", "bc", pk=PK)


def test_a_cursor_signed_for_something_else_is_refused() -> None:
    with pytest.raises(BadCursor):
        cursor.read(signing.dumps([PK, "PROJECT#0", None]), "projects", ACME, pk=PK)


@pytest.mark.parametrize(
    "content",
    [None, 1, [], [1], ["a", "b"], ["a", "b", "c", "d"], {"pk": "x"}],
    ids=str,
)
def test_a_cursor_of_another_shape_is_refused_even_when_it_is_signed(content: object) -> None:
    salt = cursor._salt("projects", (ACME,))
    with pytest.raises(BadCursor):
        cursor.read(signing.dumps(content, salt=salt), "projects", ACME, pk=PK)


def test_the_partition_is_the_servers_whatever_the_cursor_says() -> None:
    foreign = Card.at(keys.card(OTHER, "0" * 16), title="Secret")
    signed = cursor.make("projects", ACME, item=foreign)
    start = cursor.read(signed, "projects", ACME, pk=PK)
    assert start is not None
    assert start[0].pk == PK


def test_the_longest_real_cursor_is_within_the_limit() -> None:
    task = Task.at(
        keys.task("a" * 40, "z" * 16, "z" * 16),
        gsi2pk=keys.by_status_pk("a" * 40, "doing"),
        gsi2sk=keys.by_status_sk(3, None, "z" * 16),
    )
    text = cursor.make("tasks", "a" * 40, "doing", "urgent", item=task, index="GSI2")
    assert cursor.read(text, "tasks", "a" * 40, "doing", "urgent")
    assert len(text) < 500


@pytest.mark.parametrize(("asked", "found", "shown", "more"), [(2, 0, 0, 0), (2, 1, 1, 0), (2, 2, 2, 0), (2, 3, 2, 1)])
def test_there_is_a_next_page_exactly_if_one_item_more_was_found(asked: int, found: int, shown: int, more: int) -> None:
    items = [Card.at(keys.card(ACME, str(number)), title="x") for number in range(found)]
    page, last = cursor.page(items, asked)
    assert len(page) == shown
    assert (last is not None) == bool(more)
    assert last is None or last is page[-1]


# --- walking through every list -----------------------------------------------------------------

Page = tuple[list[str], str]

PAGES = {
    "PROJECTS_PAGE": slices,
    "TASKS_PAGE": slices,
    "MEMBERS_PAGE": slices,
    "EVENTS_PAGE": history,
    "HOME_PAGE": home,
    "BOARD_PAGE": boards,
    "CREATED_PAGE": created,
}


def _projects(cast: Cast, _: str, after: str) -> Page:
    read = slices.projects(ACME, cast.vic.user, after)
    return [each.id for each in read.projects], read.next_cursor


def _created(cast: Cast, _: str, after: str) -> Page:
    read = created.created(ACME, cast.vic.user, NOW.date(), None, after)
    return [each.id for each in read.projects], read.next_cursor


def _project(cast: Cast, project: str, after: str) -> Page:
    read = boards.board(ACME, cast.vic.user, project, NOW, after=after)
    assert read.title == "Launch"
    return [each.id for each in read.tasks], read.next_cursor


def _tasks(cast: Cast, _: str, after: str) -> Page:
    read = slices.tasks(ACME, cast.vic.user, Status.OPEN, None, NOW, after)
    return [each.id for each in read.tasks], read.next_cursor


def _urgent(cast: Cast, _: str, after: str) -> Page:
    read = slices.tasks(ACME, cast.vic.user, Status.OPEN, Priority.URGENT, NOW, after)
    assert {each.priority for each in read.tasks} <= {Priority.URGENT}
    return [each.id for each in read.tasks], read.next_cursor


def _members(cast: Cast, _: str, after: str) -> Page:
    read = slices.members(ACME, cast.vic.user, after)
    return [each.id for each in read.members], read.next_cursor


def _activity(cast: Cast, _: str, after: str) -> Page:
    read = history.activity(ACME, cast.vic.user, None, NOW, after)
    return [f"{each.at}{each.task}{each.title}{each.action}" for each in read.events], read.next_cursor


def _home(cast: Cast, _: str, after: str) -> Page:
    read = home.home(cast.bob.user, after)
    return [*(each.id for each in read.orgs), *(each.id for each in read.tasks)], read.next_cursor


LISTS: dict[str, Callable[[Cast, str, str], Page]] = {
    "projects": _projects,
    "created": _created,
    "project": _project,
    "tasks": _tasks,
    "urgent": _urgent,
    "members": _members,
    "activity": _activity,
    "home": _home,
}


def _fill(cast: Cast) -> str:
    """A board of nine tasks, three of them urgent and many alike in all but their id; three projects more; a full house."""
    project = a_project(cast.alice)
    for number in range(9):
        priority = Priority.URGENT if number % 3 == 0 else Priority.LOW
        a_task(cast.alice, project, title=f"Task {number}", priority=priority, assignee=cast.bob.user)
    for number in range(3):
        a_project(cast.alice, title=f"Project {number}")
    orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    return project


def _walk(cast: Cast, name: str, project: str, between: Callable[[list[str]], object] = lambda _: None) -> list[str]:
    seen: list[str] = []
    after = ""
    for _ in range(60):
        found, after = LISTS[name](cast, project, after)
        seen += found
        if not after:
            return seen
        assert found, "an empty page must be the last"
        between(found)
    raise AssertionError("it never ends")


@pytest.mark.parametrize("size", [1, 2, 7])
def test_walking_any_list_shows_everything_once_and_in_order(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    project = _fill(cast)
    whole = {name: _walk(cast, name, project) for name in LISTS}
    assert {name: len(found) for name, found in whole.items()} == {
        "projects": 4,
        "created": 4,
        "project": 9,
        "tasks": 9,
        "urgent": 3,
        "members": 5,
        "activity": 18,
        "home": 10,
    }
    for page, module in PAGES.items():
        monkeypatch.setattr(module, page, size)
    for name, expected in whole.items():
        seen = _walk(cast, name, project)
        assert seen == expected, name
        assert len(set(seen)) == len(seen), name


@pytest.mark.parametrize(
    ("name", "size"),
    [("projects", 1), ("created", 1), ("project", 1), ("project", 7), ("tasks", 2), ("urgent", 1), ("home", 2)],
)
def test_what_was_there_all_along_is_shown_once_though_others_come_and_go(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, name: str, size: int
) -> None:
    project = _fill(cast)
    before = _walk(cast, name, project)
    for page, module in PAGES.items():
        monkeypatch.setattr(module, page, size)
    gone: list[str] = []
    came: list[str] = []

    def others_come_and_go(shown: list[str]) -> None:
        a_task(cast.dana, project, title="New", priority=Priority.URGENT, assignee=cast.bob.user)
        if len(came) < 3:
            came.append(projects.create(cast.dana, ACME, "New", ids.new_project_id(NOW), NOW))
        last = shown[-1]
        if name not in {"projects", "created"} and last in before and last not in orgs_of_bob:
            # The very item that the cursor stands on.
            tasks.delete(cast.dana, tasks.TaskRef(ACME, project, last), NOW)
            gone.append(last)

    orgs_of_bob = {ACME}
    seen = _walk(cast, name, project, others_come_and_go)
    assert len(set(seen)) == len(seen)
    assert set(before) <= set(seen), "nothing that stood there when the walk began is missing"
    assert [each for each in seen if each in before] == before, "and the order is the same"
    assert not gone or not set(gone) & set(_walk(cast, name, project))


def test_a_cursor_of_mine_opens_nobody_elses_home(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    _fill(cast)
    monkeypatch.setattr(home, "HOME_PAGE", 2)
    after = home.home(cast.bob.user).next_cursor
    with pytest.raises(BadCursor):
        home.home(cast.charlie.user, after)


def test_a_cursor_of_one_list_opens_no_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    project = _fill(cast)
    for page, module in PAGES.items():
        monkeypatch.setattr(module, page, 2)
    cursors = {name: LISTS[name](cast, project, "")[1] for name in LISTS}
    assert all(cursors.values())
    for name, ask in LISTS.items():
        for other, after in cursors.items():
            if name != other:
                with pytest.raises(BadCursor):
                    ask(cast, project, after)
