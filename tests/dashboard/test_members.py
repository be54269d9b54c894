"""`/org/<org>/members`."""

import pytest

from tenants.policy import Plan, Role
from tenants.reads import slices
from tenants.writes import orgs
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, OTHER, Cast, an_account
from tests.dashboard.html import Element
from tests.dashboard.visitor import Visitor, signed_in

PATH = f"/org/{ACME}/members"
TWO = [("GetItem", "frame"), ("Query", "members")]


def name_in(row: Element) -> str:
    return row.one(class_="people-name").children[0].text


def test_the_page_costs_two_requests_however_many_members_there_are(alice: Visitor, cast: Cast) -> None:
    assert alice.get(PATH).asked == TWO
    orgs.set_plan(ACME, Plan.PRO)
    for _ in range(8):
        orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    answer = alice.get(PATH)
    assert answer.asked == TWO
    assert len(answer.page.one(class_="people").all("li")) == 12


def test_each_member_is_shown_with_role_and_day_and_the_viewer_is_marked(alice: Visitor) -> None:
    rows = {name_in(row): row for row in alice.get(PATH).page.one(class_="people").all("li")}
    assert {name: row.all(class_="badge cap")[0].text for name, row in rows.items()} == {
        "Alice": "owner",
        "Dana": "admin",
        "Bob": "member",
        "Vic": "viewer",
    }
    assert [name for name, row in rows.items() if row.has(class_="badge")] == ["Alice"]
    assert rows["Bob"].one("time").attributes["datetime"] == "2026-09-15"


def test_people_are_invited_and_no_longer_added_by_address(dana: Visitor, bob: Visitor) -> None:
    """Adding told an admin whether an address had an account; an invitation tells nobody."""
    page = dana.get(PATH).page
    assert not page.has("input", name="email")
    links = [link.attributes["href"] for link in page.one(class_="head-actions actions").all("a")]
    assert links == [f"/org/{ACME}/invitations", f"/org/{ACME}/invitations/new"]
    assert not bob.get(PATH).page.has(class_="head-actions actions")
    assert dana.post(f"{PATH}/add", {"email": "charlie@example.org", "role": "viewer"}).status == 404


def test_a_long_list_comes_in_pages_and_each_member_once(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "MEMBERS_PAGE", 3)
    seen: list[str] = []
    path = PATH
    while path:
        page = alice.htmx_get(path).page
        assert [element.id for element in page.children] == ["slice"]
        seen += [name_in(row) for row in page.one(class_="people").all("li")]
        links = page.all("a", id="pager-next")
        path = links[0].attributes["hx-get"] if links else ""
    assert sorted(seen) == ["Alice", "Bob", "Dana", "Vic"]


def test_membership_in_one_organisation_is_none_in_another(cast: Cast) -> None:
    user = an_account("Eve")
    eve = signed_in(Actor(user))
    orgs.join(cast.alice, ACME, user, Role.ADMIN, NOW)
    assert eve.get(PATH).status == 200
    assert eve.get(f"/org/{OTHER}/members").status == 404
    assert eve.post(f"/org/{OTHER}/invitations/new", {"emails": "alice@example.org", "role": "viewer"}).status == 404
