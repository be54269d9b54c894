"""Below a page stands what it asked of the table: for owners and admins, and nobody else."""

import re

import pytest
from django.http import HttpResponse

from dashboard import receipts
from dashboard.pages import receipt as pages
from tenants import meter
from tenants.writes.tasks import TaskRef
from tests.cast import ACME
from tests.dashboard.visitor import Answer, Visitor

PATH = f"/org/{ACME}/dashboard"
MADE = {"Server-Timing"}


def has_receipt(answer: Answer) -> bool:
    return answer.page.has(data_testid="receipt") or bool(MADE & set(answer.headers)) or "read unit" in answer.text


@pytest.mark.usefixtures("launch")
def test_the_receipt_says_what_the_page_really_asked(alice: Visitor) -> None:
    answer = alice.get(PATH)
    (query,) = answer.calls
    shown = answer.page.one(data_testid="receipt").text
    kilobytes = round(query.bytes / 1024, 1)
    said = rf"1 query, {len(query.items)} items, {kilobytes} KB, 0\.5 read units, \d+\.\d ms"
    assert re.match(rf"{said} · How this page was read$", shown), shown
    assert re.fullmatch(rf'table;dur=\d+\.\d;desc="{said}", all;dur=\d+\.\d', answer.headers["Server-Timing"]), (
        answer.headers["Server-Timing"]
    )
    assert re.fullmatch(said, str(answer.response.wsgi_request.META[receipts.LOGGED]))


def test_a_page_of_two_requests_says_so(dana: Visitor, launch: TaskRef) -> None:
    answer = dana.get(f"/org/{ACME}/projects/{launch.project}")
    assert len(answer.calls) == 2
    units = sum(call.read_units for call in answer.calls)
    assert answer.page.one(data_testid="receipt").text.startswith("2 requests, ")
    assert f"{units} read units" in answer.page.one(data_testid="receipt").text


@pytest.mark.parametrize("path", [PATH, f"{PATH}?explain=1", f"/org/{ACME}/tasks?explain=1", f"/org/{ACME}/members"])
def test_only_owners_and_admins_see_it(
    alice: Visitor, dana: Visitor, bob: Visitor, vic: Visitor, charlie: Visitor, nobody: Visitor, path: str
) -> None:
    for visitor in (alice, dana):
        assert has_receipt(visitor.get(path))
    for visitor in (bob, vic, charlie, nobody):
        assert not has_receipt(visitor.get(path))
        assert not has_receipt(visitor.htmx_get(path))


def test_it_is_on_no_error_and_on_no_page_outside_an_organisation(alice: Visitor) -> None:
    for path in (f"/org/{ACME}/projects/{'0' * 16}", f"/org/{ACME}/none", "/", f"/org/{ACME}/tasks?status=no"):
        assert not has_receipt(alice.get(f"{path}"))
    refused = alice.post(f"/org/{ACME}/projects/new", {"title": ""})
    assert refused.status == 400
    assert not has_receipt(refused)


def test_an_error_that_is_rendered_with_a_page_carries_none_in_its_header(alice: Visitor) -> None:
    request = alice.get(PATH).response.wsgi_request
    receipt = pages.of(request.receipt[0])
    for status, carries in ((200, True), (304, True), (400, False), (409, False), (503, False)):
        answer = receipts.stamp(request, HttpResponse(status=status), receipt)
        assert ("Server-Timing" in answer.headers) == carries


def test_what_a_page_left_open_is_told_carries_it_in_a_header(alice: Visitor, bob: Visitor) -> None:
    for visitor, may in ((alice, True), (bob, False)):
        tag = visitor.htmx_get(PATH).headers["ETag"]
        answer = visitor.htmx_get(PATH, If_None_Match=tag)
        assert answer.status == 304
        assert ("Server-Timing" in answer.headers) == may


@pytest.mark.usefixtures("launch")
def test_explained_it_names_pattern_key_condition_and_which_tile_each_kind_fed(alice: Visitor) -> None:
    answer = alice.get(f"{PATH}?explain=1")
    table = answer.page.one(id="receipt").one("table")
    caption = table.one("caption").text
    assert caption.startswith("dashboard: Query, 0.5 read units")
    assert f"(PK = ORG#{ACME} AND SK BETWEEN LEADERS#2026-09 AND PROJECT#~) Limit 14" in caption
    rows = {row.all("th")[0].text: [cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")}
    (query,) = answer.calls
    assert {name: (int(cells[0]), int(cells[1])) for name, cells in rows.items()} == query.kinds()
    assert sum(int(cells[1]) for cells in rows.values()) == query.bytes
    assert rows["PROJECT"][2] == "Next, Newest projects"
    assert answer.page.one(data_testid="receipt").one("a").attributes["href"] == f"{PATH}?explain=0#receipt"


def test_explaining_keeps_the_rest_of_the_address(alice: Visitor) -> None:
    link = alice.get(f"/org/{ACME}/tasks?status=doing").page.one(data_testid="receipt").one("a")
    assert link.attributes["href"] == f"/org/{ACME}/tasks?status=doing&explain=1#receipt"


def test_the_look_at_the_session_is_told_apart_and_its_secret_is_not_told(alice: Visitor, clock: object) -> None:
    clock.shift(61)  # type: ignore[attr-defined]  # time_machine's traveller
    answer = alice.get(f"{PATH}?explain=1")
    assert [call.pattern for call in answer.calls] == [
        "session",
        "session",
        "dashboard",
    ]  # looked at, and its last use noted
    assert "1 query, " in answer.page.one(data_testid="receipt").text
    assert "and a look at the session" in answer.page.one(data_testid="receipt").text
    assert "SESSION#…" in answer.page.one(id="receipt").text
    secret = answer.calls[0].params["Key"]["SK"]["S"].partition("#")[2]
    assert len(secret) > 20
    assert secret not in answer.text


def test_nothing_is_weighed_for_those_who_do_not_see_it(bob: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> int:
        raise AssertionError("weighed")

    monkeypatch.setattr(meter, "item_size", fail)
    assert bob.get(PATH).status == 200
