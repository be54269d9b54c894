"""A page left open follows the organisation, and an hour of it costs what docs/live.md says."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
import time_machine
from django.test import override_settings

from dashboard import live
from tenants.policy import Role
from tenants.writes import orgs, tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task, an_account, rename_project
from tests.conftest import ROOT
from tests.dashboard.visitor import Answer, Visitor

PATH = f"/org/{ACME}/dashboard"


@dataclass
class Open:
    """A page that somebody has left open: asks as its script does."""

    visitor: Visitor
    path: str = PATH
    tag: str = ""
    answers: list[Answer] = field(default_factory=list)

    def asks(self) -> Answer:
        headers = {"If_None_Match": self.tag} if self.tag else {}
        answer = self.visitor.htmx_get(self.path, **headers)
        self.tag = answer.headers.get("ETag", self.tag)
        self.answers.append(answer)
        return answer


@pytest.fixture
def opened(alice: Visitor) -> Open:
    """Alice's dashboard, loaded and left open."""
    return Open(alice, tag=alice.get(PATH).page.one(class_="now").attributes["data-tag"])


def test_a_page_that_was_just_loaded_shows_what_is_so_the_first_question_is_answered_with_304(opened: Open) -> None:
    answer = opened.asks()
    assert (answer.status, answer.text) == (304, "")
    assert answer.asked == [("Query", "dashboard")]
    assert answer.headers["Cache-Control"] == "no-store"
    assert "HX-Request" in answer.headers["Vary"]
    assert answer.headers["Tablero-As-Of"] == "2026-09-15T12:00:00+02:00"


def test_a_304_is_answered_before_anything_is_rendered(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("something was rendered")

    monkeypatch.setattr("dashboard.pages.dashboard.of", fail)
    monkeypatch.setattr("dashboard.http.render", fail)
    assert opened.asks().status == 304


def change_nothing(cast: Cast, task: TaskRef) -> None:
    """The other side: without a change the answer is 304."""


CHANGES: dict[str, Callable[[Cast, TaskRef], object]] = {
    "a task is completed": lambda cast, task: tasks.complete(cast.bob, task, NOW),
    "a task is started": lambda cast, task: tasks.start(cast.bob, task, NOW),
    "a task is added": lambda cast, task: a_task(cast.bob, task.project),
    "a project is made": lambda cast, _: a_project(cast.alice, title="Another"),
    "a project is renamed": lambda cast, task: rename_project(cast.alice, ACME, task.project, "Landing", NOW),
    "somebody joins": lambda cast, _: orgs.join(cast.alice, ACME, an_account("Eve"), Role.MEMBER, NOW),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_the_dashboard_shows_brings_an_answer_with_the_parts_when_it_changes(
    alice: Visitor, cast: Cast, launch: TaskRef, change: Callable[[Cast, TaskRef], object]
) -> None:
    page = Open(alice)
    page.asks()
    assert page.asks().status == 304
    change(cast, launch)
    answer = page.asks()
    assert answer.status == 200
    assert not answer.page.has("html")
    parts = {part.id for part in answer.page.walk() if "data-part" in part.attributes}
    assert {"glance", "part-work", "part-top", "part-newest", "part-month", "part-room"} <= parts
    assert page.asks().status == 304


def test_a_task_of_a_project_that_the_dashboard_does_not_show_is_in_its_numbers_and_so_in_its_tag(
    alice: Visitor, cast: Cast
) -> None:
    old = a_project(cast.alice, now=NOW - timedelta(days=1))
    for _ in range(5):
        a_project(cast.alice)
    page = Open(alice)
    page.asks()
    assert page.asks().status == 304
    a_task(cast.bob, old)
    assert page.asks().page.shown("open-total") == "1"


@pytest.mark.usefixtures("launch")
def test_the_parts_are_letter_for_letter_those_of_the_page(alice: Visitor) -> None:
    """The script compares them: a difference in the rendering alone would look like a change."""
    whole, pieces = alice.get(PATH).text, alice.htmx_get(PATH).text
    inside = re.search(r'<div class="now"[^>]*>(.*)</ul>.*?</main>', whole, re.DOTALL)
    assert inside
    assert re.sub(r"\s+", " ", pieces.strip())[:3000] in re.sub(r"\s+", " ", whole)


def test_the_margin_of_a_list_follows_too(alice: Visitor, cast: Cast, launch: TaskRef) -> None:
    address = alice.get(f"/org/{ACME}/tasks").page.one("aside").attributes["data-live-url"]
    page = Open(alice, address)
    first = page.asks()
    assert [part.id for part in first.page.walk() if "data-part" in part.attributes] == ["counts", "top-three"]
    assert page.asks().status == 304
    tasks.complete(cast.bob, launch, NOW)
    assert "Bob" in page.asks().page.one(id="top-three").text


def test_the_tag_of_one_person_is_not_that_of_another(alice: Visitor, dana: Visitor, bob: Visitor) -> None:
    tags = {visitor.htmx_get(PATH).headers["ETag"] for visitor in (alice, dana, bob)}
    assert len(tags) == 3
    for tag in tags - {bob.htmx_get(PATH).headers["ETag"]}:
        assert bob.htmx_get(PATH, If_None_Match=tag).status == 200


def test_another_role_language_release_or_day_is_another_tag(
    opened: Open, monkeypatch: pytest.MonkeyPatch, clock: time_machine.Traveller
) -> None:
    assert opened.asks().status == 304
    with override_settings(LANGUAGES=[("es", "Espa\u00f1ol")], LANGUAGE_CODE="es"):
        assert opened.asks().status == 200
    assert opened.asks().status == 200
    clock.move_to(NOW + timedelta(hours=12))
    assert opened.asks().status == 200
    assert opened.asks().status == 304
    monkeypatch.setattr(live, "release", lambda: "00000000")
    assert opened.asks().status == 200
    assert opened.tag.startswith('W/"00000000-')


def test_a_proxy_may_have_several_tags_in_its_question(opened: Open) -> None:
    opened.tag = f'W/"other", {opened.tag}'
    assert opened.asks().status == 304
    opened.tag = "*"
    assert opened.asks().status == 200


def test_strangers_and_the_signed_out_get_no_tag_whatever_they_send(
    opened: Open, charlie: Visitor, nobody: Visitor
) -> None:
    for tag in ("*", opened.tag):
        stranger = charlie.htmx_get(PATH, If_None_Match=tag)
        assert stranger.status == 404
        assert not {"ETag", "Tablero-As-Of", "Server-Timing"} & set(stranger.headers)
        out = nobody.htmx_get(PATH, If_None_Match=tag, HX_Current_URL=f"http://127.0.0.1:8000{PATH}")
        assert (out.status, out.calls) == (200, [])
        assert out.headers["HX-Redirect"] == f"/sign-in?next=%2Forg%2F{ACME}%2Fdashboard"
        assert not {"ETag", "Tablero-As-Of", "Server-Timing"} & set(out.headers)


def test_a_removed_member_is_told_nothing_from_then_on(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from tenants import snapshots  # noqa: PLC0415 - patched in this one test

    monkeypatch.setattr(snapshots, "people_of", lambda _: {})
    answer = opened.asks()
    assert answer.status == 404
    assert not {"ETag", "Tablero-As-Of"} & set(answer.headers)


@pytest.mark.parametrize(("name", "every"), [("looked at", 30), ("untouched for more than ten minutes", 120)])
def test_the_cost_of_an_open_hour_is_the_one_that_the_documents_state(
    launch: TaskRef, opened: Open, cast: Cast, clock: time_machine.Traveller, name: str, every: int
) -> None:
    """Open for an hour, with something new every ten minutes: request by request, by AWS's rule."""
    for second in range(every, 3601, every):
        clock.shift(timedelta(seconds=every))
        if second % 600 == 0:
            a_task(cast.bob, launch.project)
        opened.asks()
    calls = [call for answer in opened.answers for call in answer.calls]
    questions = [call for call in calls if call.pattern == "dashboard"]
    looks = [call for call in calls if (call.operation, call.pattern) == ("GetItem", "session")]
    notes = [call for call in calls if (call.operation, call.pattern) == ("TransactWriteItems", "session")]
    assert [call.operation for call in questions] == ["Query"] * (3600 // every)
    assert len(questions) + len(looks) + len(notes) == len(calls)
    assert [answer.status for answer in opened.answers].count(200) == 6
    asked, looked = (sum(call.read_units for call in some) for some in (questions, looks))
    line = f"| {name} | {len(questions)} | {asked:g} | {len(looks)} | {looked:g} | {asked + looked:g} | {len(notes)} |"
    assert line in (ROOT / "docs" / "live.md").read_text(encoding="utf-8")
    assert sum(len(answer.body) for answer in opened.answers) < 6 * 12_000
