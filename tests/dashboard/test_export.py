"""`export`: a whole organisation as a file, for owners and admins."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine

from tenants import store
from tenants.errors import Unavailable
from tenants.exports import writing
from tenants.writes import accounts
from tests.cast import ACME, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/export"
FILE = f"{PATH}.jsonl"


def test_owners_and_admins_find_the_file_behind_the_navigation(alice: Visitor, dana: Visitor) -> None:
    for visitor in (alice, dana):
        (link,) = [
            a
            for a in visitor.get(f"/org/{ACME}/projects").page.one("nav", class_="tabs").all("a")
            if a.text == "Export"
        ]
        page = visitor.get(link.attributes["href"])
        assert page.asked == [("GetItem", "frame")]
        assert page.page.one("a", class_="button primary").attributes["href"] == FILE


@pytest.mark.parametrize("name", ["bob", "vic"])
def test_members_and_viewers_neither_see_it_nor_get_it(name: str, request: pytest.FixtureRequest) -> None:
    visitor: Visitor = request.getfixturevalue(name)
    assert not visitor.get(f"/org/{ACME}/projects").page.has("a", href=PATH)
    for path in (PATH, FILE):
        answer = visitor.get(path)
        assert answer.status == 403
        assert "partition" not in [pattern for _, pattern in answer.asked]


def test_the_file_is_what_the_command_writes(cast: Cast, dana: Visitor) -> None:
    a_task(cast.bob, a_project(cast.alice), title="=1+1")
    answer = dana.get(FILE)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/jsonl; charset=utf-8"
    assert 'filename="acme-works-export-2026-09-15.jsonl"' in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    told = [json.loads(line) for line in answer.text.splitlines()]
    assert (told[0]["kind"], told[-1]["kind"]) == ("manifest", "end")
    assert "=1+1" in [record.get("title") for record in told]  # it is no table: nothing is guarded
    assert answer.asked == [
        *(("Query", "dashboard"), ("BatchGetItem", "write"), ("TransactWriteItems", "write")),
        ("Query", "partition"),
    ]


def test_a_copied_cookie_takes_nothing_home_after_the_sign_out(cast: Cast, dana: Visitor) -> None:
    copied = dana.copied()
    accounts.sign_out(cast.dana.user, str(cast.dana.session))
    dana.post("/sign-out")
    answer = copied.get(FILE)
    assert (answer.status, answer.location) == (302, f"/sign-in?next={FILE.replace('/', '%2F')}")


def test_head_sends_no_body_and_walks_nothing(dana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    # The test's client throws the body away unread; a real server reads it to the end and sends nothing of it.
    monkeypatch.setattr("django.test.client.conditional_content_removal", lambda _request, response: response)
    answer = dana._ask("head", FILE, {}, {})
    assert (answer.status, answer.body) == (200, b"")
    assert ("Query", "partition") not in answer.asked


def test_a_file_that_breaks_off_says_so_in_its_last_line_and_is_cut(
    cast: Cast, dana: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_PAGE", 3)
    a_task(cast.bob, a_project(cast.alice))
    pieces = iter(dana.client.get(FILE))
    got = [next(pieces), next(pieces)]

    def away(*_: object, **__: object) -> None:
        raise Unavailable(store.AWAY)

    monkeypatch.setattr(store, "query", away)
    got.append(next(pieces))
    with pytest.raises(Unavailable):
        next(pieces)
    last = json.loads(b"".join(got).splitlines()[-1])
    assert last == {"kind": "incomplete", "reason": store.AWAY}


def test_a_slow_reader_is_given_up_in_the_end(dana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.views.export.SECONDS_IN_ALL", -1)
    pieces = iter(dana.client.get(FILE))
    next(pieces)
    assert b"It took too long" in next(pieces)


def test_the_day_in_the_name_is_that_of_the_export(dana: Visitor, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(days=1))
    assert "2026-09-16" in dana.get(FILE).headers["Content-Disposition"]
