"""`import`: a board file is looked into, kept, imported once, and watched."""

import io
import json
import random
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine

from tenants import clock, keys, store
from tenants.imports import background, uploads
from tenants.items import AuditEntry, Task, Upload, UploadPart
from tenants.policy import Permission, Role
from tenants.reads.dashboard import dashboard
from tenants.transaction import Transaction
from tenants.writes import members
from tenants.writes.audit import REFUSED
from tests.cast import ACME, NOW, OTHER, Cast, a_project
from tests.dashboard.visitor import Answer, Visitor

PATH = f"/org/{ACME}/import"
BOARDS = Path(__file__).resolve().parent.parent / "boards" / "files"
TEAM = BOARDS / "trello-team-2017.json"
TWELVE_PROJECTS = BOARDS / "asana-project.csv"


def upload(visitor: Visitor, file: Path | bytes, name: str = "board.json") -> Answer:
    content = file if isinstance(file, bytes) else file.read_bytes()
    stream = io.BytesIO(content)
    stream.name = name
    return visitor.post(PATH, {"file": stream})


def confirm(visitor: Visitor, preview: Answer, **people: str) -> Answer:
    answer = visitor.submit(form_of(preview), step="confirm", **people)
    for thread in threading.enumerate():
        if thread.name.startswith("import-"):
            thread.join(30)
    return answer


def form_of(answer: Answer) -> Any:
    (form,) = [form for form in answer.page.all("form") if "token" in form.fields()]
    return form


def stored(org: str = ACME) -> list[Any]:
    return list(store.walk("partition", keys.org_pk(org)))


def test_a_preview_tells_what_is_in_the_file_and_changes_nothing_but_keeping_it(dana: Visitor) -> None:
    before = {item.key for item in stored()}
    answer = upload(dana, TEAM, "team.json")
    assert answer.status == 200
    numbers = [element.text for element in answer.page.one("dl", class_="numbers").all("dd")]
    assert numbers == ["1", "40", "16", "4", "20", "2"]
    for words in ("team.json", "Trello", "Import 40 tasks"):
        assert words in answer.text
    new = [item for item in stored() if item.key not in before]
    assert {type(item) for item in new} == {Upload, UploadPart}
    assert all(item.expires_at == clock.expiry(NOW, timedelta(days=1)) for item in new)


def test_a_confirmed_import_runs_to_its_end_and_says_so(cast: Cast, dana: Visitor) -> None:
    watched = dana.get(confirm(dana, upload(dana, TEAM)).location)
    assert watched.asked == [("GetItem", "frame"), ("GetItem", "upload")]
    assert "Your board is here" in watched.text
    assert "<dt>new tasks</dt><dd>40</dd>" in watched.text
    counts = dashboard(ACME, cast.alice.user, NOW).counts
    assert (sum(counts.by.values()), dashboard(ACME, cast.alice.user, NOW).projects[0].done) == (20, 20)
    assert not [item for item in stored() if isinstance(item, UploadPart)]


def test_importing_the_same_file_again_adds_nothing(cast: Cast, dana: Visitor) -> None:
    confirm(dana, upload(dana, TEAM))
    again = upload(dana, TEAM)
    assert "40 tasks are already here and stay as they are." in again.text
    watched = dana.get(confirm(dana, again).location)
    assert "<dt>new tasks</dt><dd>0</dd>" in watched.text
    assert "<dt>were here already</dt><dd>40</dd>" in watched.text
    assert dashboard(ACME, cast.alice.user, NOW).projects[0].done == 20


def test_a_name_that_is_given_to_a_member_becomes_their_task(cast: Cast, dana: Visitor) -> None:
    preview = upload(dana, TEAM)
    busiest = next(iter(name for name in form_of(preview).fields() if name.startswith("person_")))
    confirm(dana, preview, **{busiest: cast.bob.user})
    tasks = [item for item in stored() if getattr(item, "assignee", None) == cast.bob.user]
    assert tasks
    assert all(item.person is None for item in tasks)


def test_nobody_but_a_member_can_be_given_the_work_of_a_name(cast: Cast, dana: Visitor) -> None:
    preview = upload(dana, TEAM)
    field = next(iter(name for name in form_of(preview).fields() if name.startswith("person_")))
    confirm(dana, preview, **{field: cast.charlie.user})
    assert not [item for item in stored() if getattr(item, "assignee", None) == cast.charlie.user]


def test_a_file_beyond_the_plan_is_refused_whole_and_not_kept(dana: Visitor) -> None:
    before = {item.key for item in stored()}
    answer = upload(dana, TWELVE_PROJECTS, "asana.csv")
    assert "The file holds 12 new projects and your plan has room for 10." in answer.text
    assert "Import 92 tasks" not in answer.text
    assert {item.key for item in stored()} == before


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "empty.json", "empty"),
        (b"Dear colleagues\nplease find attached", "letter.txt", "a text file"),
        (b'{"id": "1", "name": "cut', "cut.json", "cut off"),
        (b"<!doctype html><html><body>Sign in</body></html>", "page.json", "web page"),
    ],
)
def test_what_is_no_board_is_refused_with_what_it_seems_to_be(
    dana: Visitor, content: bytes, name: str, said: str
) -> None:
    before = {item.key for item in stored()}
    answer = upload(dana, content, name)
    assert answer.status == 400
    assert said in answer.page.one(role="alert").text
    assert name in answer.text
    assert {item.key for item in stored()} == before


def test_no_file_is_a_sentence_at_the_field(dana: Visitor) -> None:
    answer = dana.post(PATH, {})
    assert answer.status == 400
    assert "This field is required." in answer.text


def test_a_file_over_the_bound_is_a_sentence_at_the_field_and_is_not_collected(dana: Visitor, settings: Any) -> None:
    settings.UPLOAD_MAX_MEGABYTES = 1
    answer = upload(dana, b"x" * (1024 * 1024 + 1))
    assert answer.status == 400
    assert "The file is larger than 1 MB." in answer.text


def test_rows_that_are_left_out_are_listed_with_their_reasons(dana: Visitor) -> None:
    board = json.loads(TEAM.read_text())
    board["cards"][0]["name"] = "  "
    answer = upload(dana, json.dumps(board).encode())
    assert "1 row will be left out" in answer.text
    assert "Import 39 tasks" in answer.text


@pytest.mark.parametrize("role", ["bob", "vic"])
def test_members_and_viewers_may_not_bring_boards_in(role: str, request: pytest.FixtureRequest) -> None:
    visitor: Visitor = request.getfixturevalue(role)
    assert visitor.get(PATH).status == 403
    assert upload(visitor, TEAM).status == 403
    assert visitor.post(PATH, {"token": "0" * 26, "step": "confirm"}).status == 403


def test_a_kept_file_is_nobody_elses(dana: Visitor, alice: Visitor, charlie: Visitor) -> None:
    token = form_of(upload(dana, TEAM)).fields()["token"]
    assert dana.get(f"{PATH}?job={token}").status == 200
    assert alice.get(f"{PATH}?job={token}").status == 404
    assert alice.post(PATH, {"token": token, "step": "confirm"}).status == 404
    assert charlie.get(f"/org/{OTHER}/import?job={token}").status == 404


@pytest.mark.parametrize("token", ["", "x", "0" * 26, "#HEAD", "0" * 25 + "é", "A" * 10_000])
def test_an_unknown_token_is_no_page_of_ours(dana: Visitor, token: str) -> None:
    assert dana.post(PATH, {"token": token, "step": "confirm"}).status == 404


def test_an_import_whose_process_died_can_be_taken_up_again(
    dana: Visitor, monkeypatch: pytest.MonkeyPatch, clock: time_machine.Traveller
) -> None:
    token = form_of(upload(dana, TEAM)).fields()["token"]
    with monkeypatch.context() as patch:
        patch.setattr(background.threading.Thread, "start", lambda _self: None)  # type: ignore[attr-defined]  # it is imported there
        watched = dana.post(PATH, {"token": token, "step": "confirm"}).location
    assert "hx-trigger" in dana.get(watched).text
    clock.shift(uploads.QUIET + timedelta(seconds=1))
    stalled = dana.get(watched)
    assert "Take it up again" in stalled.text
    assert not [part for part in stalled.page.one("main").walk() if "hx-trigger" in part.attributes]
    (form,) = [form for form in stalled.page.all("form") if "token" in form.fields()]
    dana.submit(form, step="resume")
    for thread in threading.enumerate():
        if thread.name.startswith("import-"):
            thread.join(30)
    assert "<dt>new tasks</dt><dd>40</dd>" in dana.get(watched).text


def test_confirming_twice_starts_one_import(dana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(background.threading.Thread, "start", lambda thread: started.append(thread))  # type: ignore[attr-defined]  # noqa: PLW0108 - a built-in is not bound to the thread
    token = form_of(upload(dana, TEAM)).fields()["token"]
    for _ in range(2):
        assert dana.post(PATH, {"token": token, "step": "confirm"}).status == 302
    assert len(started) == 1


def test_an_import_that_cannot_be_says_why_and_can_be_tried_again(cast: Cast, dana: Visitor) -> None:
    preview = upload(dana, TEAM)
    for number in range(10):
        a_project(cast.alice, title=f"Project {number}")
    watched = dana.get(confirm(dana, preview).location)
    assert "The import did not finish" in watched.text
    assert "no room for 1 more" in watched.text
    assert form_of(watched).fields()["token"]


def test_an_import_whose_starter_was_demoted_meanwhile_stops_and_is_told_of_in_the_audit(
    cast: Cast, dana: Visitor
) -> None:
    preview = upload(dana, TEAM)
    start = threading.Thread.start

    def late(thread: threading.Thread) -> None:
        members.change_role(cast.alice, ACME, cast.dana.user, Role.MEMBER, NOW)
        start(thread)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background.threading.Thread, "start", late)  # type: ignore[attr-defined]  # it is imported there
        confirm(dana, preview)
    (told,) = [item for item in stored() if isinstance(item, AuditEntry) and item.action == REFUSED]
    assert (told.actor, told.subject, told.address) == (cast.dana.user, Permission.BOARD_IMPORT, "127.0.0.1")
    assert not [item for item in stored() if isinstance(item, Task)]


def test_a_large_file_is_kept_in_pieces_that_items_can_hold_and_comes_back_whole(cast: Cast) -> None:
    content = bytes((number * 7919 + number // 3) % 251 for number in range(3_000_000)) + bytes(range(256)) * 4
    token = uploads.keep(cast.dana, ACME, "large.bin", io.BytesIO(content), NOW)
    with uploads.open_file(ACME, token) as file:
        assert file.read() == content


def test_a_piece_never_outgrows_an_item(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    put = Transaction.put

    def measured(self: Transaction, item: Any, *args: Any) -> None:
        if isinstance(item, UploadPart):
            sizes.append(len(item.data))
        put(self, item, *args)

    monkeypatch.setattr(Transaction, "put", measured)
    content = random.Random(1).randbytes(5_000_000)
    token = uploads.keep(cast.dana, ACME, "noise.bin", io.BytesIO(content), NOW)
    assert max(sizes) <= 300_000
    assert sum(sizes) >= 5_000_000
    with uploads.open_file(ACME, token) as file:
        assert file.read() == content
