"""`/org/<org>/audit`: who did what to whom, for owners and admins; nobody changes an entry."""

from __future__ import annotations

import ast
import csv
import io
import re
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine

from tenants import keys
from tenants.errors import Unavailable
from tenants.mover.finished import archive_done
from tenants.policy import Permission, Plan, Role
from tenants.reads import history
from tenants.reconcile import reconcile
from tenants.repaired import REPAIRED
from tenants.transaction import Transaction
from tenants.writes import audit, orgs, project_life, tasks
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, Cast, a_project, a_task, an_account
from tests.dashboard.visitor import Visitor, signed_in
from tests.faults import Fault, transactions_meet
from tests.tenants.partition import delete_raw, set_raw

PATH = f"/org/{ACME}/audit"
ROOT = Path(__file__).resolve().parents[2]
TWO = [("GetItem", "frame"), ("Query", "audit")]
HOME = "127.0.0.1"


def minute(number: int) -> timedelta:
    return timedelta(minutes=number)


def lines(visitor: Visitor, path: str = PATH) -> list[str]:
    return [row.all("p")[0].text for row in visitor.get(path).page.one("ol", class_="events audit").all("li")]


def test_what_was_done_to_people_and_data_is_told_newest_first_with_both_values(alice: Visitor, cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO, NOW + minute(1))
    orgs.join(cast.dana, ACME, an_account("Erin"), Role.VIEWER, NOW + minute(2))
    gone, away = a_project(cast.alice, title="Gone"), a_project(cast.alice, title="Away")
    tasks.delete(cast.bob, a_task(cast.bob, away, title="Write it"), NOW + minute(3))
    project_life.archive(cast.dana, ACME, away, NOW + minute(4))
    project_life.delete(cast.dana, ACME, gone, NOW + minute(5))
    archive_done(ACME, timedelta(days=1), timedelta(days=90), now=NOW + minute(6))
    assert lines(alice)[:6] == [
        "The operator set an end, in days, to old finished tasks of Acme → after: 90",
        "Dana deleted the project Gone",
        "Dana archived the project Away",
        "Bob deleted the task Write it",
        "Dana brought in Erin → after: viewer",
        "The operator changed the plan of Acme before: free → after: pro",
    ]
    assert sorted(lines(alice)[6:]) == [
        "Alice brought in Bob → after: member",
        "Alice brought in Dana → after: admin",
        "Alice brought in Vic → after: viewer",
        "Alice founded Acme → after: free",
    ]


def test_what_was_put_right_is_told_in_words_that_admins_know(alice: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice, title="Launch")
    tasks.complete(cast.bob, a_task(cast.bob, project), NOW)
    set_raw(keys.metadata(ACME), "projects", {"N": "4"})
    set_raw(keys.membership(ACME, cast.bob.user), "role", {"S": "viewer"})
    delete_raw(keys.card(ACME, project))
    before = lines(alice)
    with time_machine.travel(NOW + minute(1), tick=False):
        assert len(reconcile(ACME, repair=True)) == 3
    told = "The operator put a stored value right:"
    assert sorted(set(lines(alice)) - set(before)) == [
        f"{told} the list of members before: member → after: viewer",
        f"{told} the number of projects before: 4 → after: 1",
        f"{told} the numbers of a project",
    ]
    rows = csv.reader(io.StringIO(alice.get(f"/org/{ACME}/audit.csv").text))
    assert {(row[5], row[7]) for row in rows if row[4] == REPAIRED} >= {("the number of projects", "4")}
    spanish = lines(signed_in(cast.alice, "Alice", "es"))
    assert any("el número de proyectos antes: 4 → después: 1" in line for line in spanish)


def test_times_are_those_of_the_organisation_with_its_zone(alice: Visitor) -> None:
    time = alice.get(PATH).page.one("ol", class_="events audit").all("time")[0]
    assert time.text == "Tue 15 Sep, 12:00:00 CEST"
    assert time.attributes["datetime"] == "2026-09-15T12:00:00+02:00"


def test_the_page_costs_two_requests_however_much_happened(alice: Visitor, cast: Cast) -> None:
    assert alice.get(PATH).asked == TWO
    for _ in range(5):
        tasks.delete(cast.bob, a_task(cast.bob, a_project(cast.alice)), NOW)
    assert alice.get(PATH).asked == alice.htmx_get(PATH).asked == alice.get(f"{PATH}?kind=data").asked == TWO


@pytest.mark.parametrize("name", ["bob", "vic"])
def test_members_and_viewers_neither_see_it_nor_its_door(
    name: str, request: pytest.FixtureRequest, alice: Visitor
) -> None:
    visitor: Visitor = request.getfixturevalue(name)
    assert not visitor.get(f"/org/{ACME}/projects").page.has("a", href=PATH)
    for path in (PATH, f"{PATH}.csv"):
        answer = visitor.get(path)
        assert answer.status == 403
        assert "audit" not in [pattern for _, pattern in answer.asked]
    assert f"{name.title()} was refused: reading the audit" in lines(alice)


# Filters
def test_of_a_person_it_tells_what_they_did_and_what_was_done_to_them(alice: Visitor, cast: Cast) -> None:
    tasks.delete(cast.bob, a_task(cast.bob, a_project(cast.alice), title="Write it"), NOW + minute(1))
    assert lines(alice, f"{PATH}?who={cast.bob.user}") == [
        "Bob deleted the task Write it",
        "Alice brought in Bob → after: member",
    ]
    orgs.set_plan(ACME, Plan.PRO, NOW + minute(2))
    assert lines(alice, f"{PATH}?who=operator") == ["The operator changed the plan of Acme before: free → after: pro"]


def test_a_group_narrows_the_page(alice: Visitor, bob: Visitor, cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO, NOW + minute(2))
    project_life.delete(cast.dana, ACME, a_project(cast.alice, title="Gone"), NOW + minute(5))
    bob.get(f"/org/{ACME}/export")
    assert len(lines(alice, f"{PATH}?kind=people")) == 3
    assert lines(alice, f"{PATH}?kind=data") == ["Dana deleted the project Gone"]
    assert lines(alice, f"{PATH}?kind=refused") == ["Bob was refused: exporting the organisation"]
    assert lines(alice, f"{PATH}?kind=settings")[0] == "The operator changed the plan of Acme before: free → after: pro"
    page = alice.get(f"{PATH}?kind=refused&who={cast.vic.user}").page
    assert page.one(class_="empty").text == "Nothing like that was recorded in this month."
    assert page.one(id="looked-at").text == "Looked at 7 entries of this month, newest first."


def test_somebody_who_has_left_can_still_be_looked_for(alice: Visitor) -> None:
    assert alice.get(f"{PATH}?who={'0' * 10}").page.one("option", selected="", value="0" * 10).text == "Former member"


def test_a_long_month_comes_in_pages_and_each_entry_once(
    alice: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVENTS_PAGE", 3)
    for number in range(4):
        project_life.delete(cast.dana, ACME, a_project(cast.alice, title=f"No {number}"), NOW + minute(number))
    seen: list[str] = []
    path = PATH
    while path:
        page = alice.htmx_get(path).page
        assert [element.id for element in page.children] == ["slice"]
        seen += [row.all("p")[0].text for row in page.one("ol", class_="events audit").all("li")]
        links = page.all("a", id="pager-next")
        path = links[0].attributes["hx-get"] if links else ""
    assert len(seen) == len(set(seen)) == 8


# The file
def test_the_file_tells_everything_and_that_it_was_taken(alice: Visitor, cast: Cast) -> None:
    orgs.join(
        Actor(cast.dana.user, cast.dana.session, "2001:db8::1"), ACME, an_account("=1+1"), Role.VIEWER, NOW + minute(2)
    )
    answer = alice.get(f"{PATH}.csv?kind=people")
    assert answer.asked == [*TWO, ("BatchGetItem", "write"), ("TransactWriteItems", "write")]
    row = next(csv.DictReader(io.StringIO(answer.text)))
    assert row == {
        "Time": "2026-09-15T12:02:00+02:00",
        "Who": "Dana",
        "Their id": cast.dana.user,
        "Network address": "2001:db8::1",
        "Did": "member-added",
        "What": "'=1+1",
        "Its id": row["Its id"],
        "Before": "",
        "After": "viewer",
    }
    assert "Alice downloaded the audit of Acme" in lines(alice)


def test_who_takes_members_or_the_organisation_out_is_told_of_and_from_where(alice: Visitor, vic: Visitor) -> None:
    vic.get(f"/org/{ACME}/members.csv")
    alice.get(f"/org/{ACME}/export.jsonl")
    told = alice.get(f"{PATH}?kind=data").page.one("ol", class_="events audit")
    assert sorted(row.all("p")[0].text for row in told.all("li")) == [
        "Alice exported Acme",
        "Vic downloaded the members of Acme",
    ]
    assert all(f"from {HOME}" in row.text for row in told.all("li"))


@pytest.mark.parametrize("path", [f"{PATH}.csv", f"/org/{ACME}/members.csv", f"/org/{ACME}/export.jsonl"])
def test_what_cannot_be_recorded_is_not_sent(alice: Visitor, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    with transactions_meet([Fault.CONFLICT] * 9):
        assert alice.get(path).status == 503


# Refused attempts
def test_who_is_refused_is_told_of_with_their_address_once_a_minute(alice: Visitor, bob: Visitor) -> None:
    for _ in range(3):
        assert bob.post(f"/org/{ACME}/invitations/new", {"emails": "x@example.org", "role": "owner"}).status == 403
    (entry,) = alice.get(f"{PATH}?kind=refused").page.one("ol", class_="events audit").all("li")
    assert entry.text == f"Bob was refused: inviting people Tue 15 Sep, 12:00:00 CEST from {HOME}"


@pytest.mark.parametrize("fault", [Fault.CONFLICT, Fault.UNREACHABLE, Fault.SERVER_FAULT, Fault.INVALID])
def test_a_refusal_stays_a_refusal_when_it_cannot_be_noted(bob: Visitor, fault: Fault) -> None:
    with transactions_meet([fault] * 9):
        assert bob.get(f"/org/{ACME}/export").status == 403


def test_a_refusal_stays_a_refusal_when_the_time_of_the_request_is_used_up(
    bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(*_: object, **__: object) -> None:
        raise Unavailable("No time is left.")

    monkeypatch.setattr(Transaction, "commit", too_late)
    assert bob.get(f"/org/{ACME}/export").status == 403


def test_a_stranger_leaves_nothing_in_the_audit(alice: Visitor, charlie: Visitor) -> None:
    before = lines(alice)
    for path in (PATH, f"/org/{ACME}/export", f"/org/{ACME}/members"):
        assert charlie.get(path).status == 404
    charlie.post(f"/org/{ACME}/invitations/new", {})
    assert lines(alice) == before


# Words, and nobody's hand on an entry
def recorded_actions() -> set[str]:
    """The actions that some code records, by its text: the words that are given to `record`."""
    found: set[str] = set()
    for path in (ROOT / "tenants").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "record":
                words = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                found |= {word for word in words if re.fullmatch(r"[a-z]+(-[a-z]+)+", word)}
    return found


def test_every_recorded_action_and_every_permission_has_words_of_its_own() -> None:
    words = (ROOT / "templates/_shared/_audited.html").read_text(encoding="utf-8")
    actions = recorded_actions() | {audit.REFUSED, "project-deleted", "project-archived", "project-restored"}
    assert len(actions) > 8
    assert not {action for action in actions if f'action == "{action}"' not in words}
    words = (ROOT / "templates/_shared/_permission.html").read_text(encoding="utf-8")
    assert not {permission for permission in Permission if f'permission == "{permission}"' not in words}


def test_no_code_changes_or_deletes_an_entry() -> None:
    """Entries are put in one place; nothing else but reading and the deletion of a whole organisation names them."""
    naming = {
        str(path.relative_to(ROOT))
        for package in ("tenants", "dashboard")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"\bAuditEntry\b|keys\.audit\b|audit_prefix", path.read_text(encoding="utf-8"))
    }
    assert naming <= {
        "tenants/keys/__init__.py",
        "tenants/keys/org.py",
        "tenants/items/__init__.py",
        "tenants/items/history.py",
        "tenants/exports/shapes.py",
        "tenants/reads/history.py",
        "tenants/snapshots.py",
        "tenants/writes/audit.py",
        "tenants/writes/taking_out.py",
    }
    text = "".join((ROOT / f"tenants/writes/{name}.py").read_text(encoding="utf-8") for name in ("audit", "taking_out"))
    assert ".put(" in text
    assert not re.search(r"\.(update|delete)\(", text)


def test_a_refused_file_of_left_out_rows_is_told_as_a_refused_import_is(bob: Visitor, alice: Visitor) -> None:
    for path in (f"/org/{ACME}/import", f"/org/{ACME}/import/left-out.csv"):
        assert bob.get(path).asked[-1] == ("TransactWriteItems", "refused"), path
    assert any(line.startswith("Bob") for line in lines(alice))
