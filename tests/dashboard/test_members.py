"""`/org/<org>/members`."""

import pytest
import time_machine

from tenants.policy import Plan, Role
from tenants.reads import slices
from tenants.writes import orgs
from tenants.writes.ground import Actor
from tests.cast import ACME, NOW, OTHER, Cast, an_account
from tests.dashboard.html import Element
from tests.dashboard.visitor import Visitor, signed_in

PATH = f"/org/{ACME}/members"
ADD = f"{PATH}/add"
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


def test_somebody_with_an_account_is_taken_in(dana: Visitor, cast: Cast) -> None:
    form = dana.get(PATH).page.one("form", id="add-member")
    assert form.one("button").text == "Add a member (1 left)"
    answer = dana.submit(form, email="CHARLIE@example.org", role="viewer")
    assert (answer.status, answer.location) == (302, PATH)
    assert answer.asked == [
        *TWO,
        ("GetItem", "account-by-address"),
        ("BatchGetItem", "write"),
        ("TransactWriteItems", "write"),
    ]
    page = dana.get(PATH).page
    assert page.one(class_="messages").text.startswith("Welcome aboard")
    assert "5 of 5 people" in page.text
    assert signed_in(cast.charlie).get(f"/org/{ACME}/dashboard").page.shown("viewer-role") == "viewer"


def test_a_full_plan_says_so_before_anything_is_typed_and_refuses_what_is_sent_anyway(
    dana: Visitor, cast: Cast
) -> None:
    form = dana.get(PATH).page.one("form", id="add-member")
    orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    page = dana.get(PATH).page
    button = page.one("form", id="add-member").one("button")
    assert "disabled" in button.attributes
    reason = page.one(id=button.attributes["aria-describedby"]).text
    assert reason == "Your plan has 5 seats and all are taken. A larger plan has more."
    answer = dana.submit(form, email="charlie@example.org")
    assert answer.status == 400
    refused = answer.page.one("form", id="add-member")
    assert "The free plan holds 5 people and all seats are taken." in refused.one(class_="errorlist").text
    assert refused.one("input", name="email").attributes["value"] == "charlie@example.org"


def test_nobody_makes_somebody_mightier_than_themselves(dana: Visitor, alice: Visitor) -> None:
    def roles(visitor: Visitor) -> list[str]:
        select = visitor.get(PATH).page.one("form", id="add-member").one("select", name="role")
        return [option.attributes["value"] for option in select.all("option")]

    assert roles(dana) == ["member", "viewer", "admin"]
    assert roles(alice) == ["member", "viewer", "admin", "owner"]
    answer = dana.post(ADD, {"email": "charlie@example.org", "role": "owner"})
    assert answer.status == 400
    assert "Select a valid choice" in answer.page.one(class_="errorlist").text


@pytest.mark.parametrize(
    ("email", "said"),
    [
        ("", "This field is required."),
        ("charlie", "Enter a valid email address."),
        ("nobody@example.org", "Nobody has signed up with this address yet."),
        ("bob@example.org", "Bob is a member already."),
        ("\uff42\uff4f\uff42@example.org ", "Bob is a member already."),
        ("alice@example.org", "Alice is a member already."),
    ],
)
def test_a_refused_address_is_kept_and_explained_at_its_field(
    alice: Visitor, clock: time_machine.Traveller, email: str, said: str
) -> None:
    clock.shift(1)
    answer = alice.post(ADD, {"email": email, "role": "viewer"})
    assert answer.status == 400
    form = answer.page.one("form", id="add-member")
    assert said in form.one(class_="errorlist").text
    assert form.one("input", name="email").attributes.get("value", "").strip() == email.strip()
    assert form.fields()["role"] == "viewer"
    assert len(answer.page.one(class_="people").all("li")) == 4


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
    assert eve.post(f"/org/{OTHER}/members/add", {"email": "alice@example.org", "role": "viewer"}).status == 404
