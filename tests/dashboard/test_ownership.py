"""`ownership`, `delete-org`, `roles` and `switch`: the pages."""

from __future__ import annotations

import pytest
import time_machine

from dashboard.pages import roles as roles_page
from tenants.policy import ROLE_PERMISSIONS, Permission, Role
from tenants.reads import slices
from tenants.writes import orgs
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor
from tests.tenants.partition import raw

PATH = f"/org/{ACME}/ownership"


# --- handing it over ----------------------------------------------------------------------------


def test_an_offer_is_seen_on_every_page_by_the_one_it_is_for_and_accepted_there(
    alice: Visitor, bob: Visitor, vic: Visitor, cast: Cast
) -> None:
    page = alice.get(PATH)
    assert page.asked == [("BatchGetItem", "ownership")]
    form = page.page.one("form", action=f"{PATH}/offer")
    assert {option.attributes["value"] for option in form.all("option")} == {
        cast.dana.user,
        cast.bob.user,
        cast.vic.user,
    }
    assert alice.submit(form, user=cast.bob.user).location == PATH
    assert not vic.get(f"/org/{ACME}/dashboard").page.has(class_="offered")
    assert vic.get(PATH).status == 403
    shown = bob.get(f"/org/{ACME}/dashboard")
    assert len(shown.asked) == 1
    page = bob.get(shown.page.one(class_="offered").one("a").attributes["href"])
    assert bob.submit(page.page.one("form", action=f"{PATH}/accept")).status == 302
    people = slices.frame(ACME, cast.vic.user).people
    assert (people[cast.bob.user].role, people[cast.alice.user].role) == (Role.OWNER, Role.ADMIN)
    assert not bob.get(f"/org/{ACME}/dashboard").page.has(class_="offered")
    assert alice.get(PATH).status == 403


def test_it_is_declined_withdrawn_and_over_after_seven_days(
    alice: Visitor, bob: Visitor, cast: Cast, clock: time_machine.Traveller
) -> None:
    for visitor in (bob, alice):
        alice.post(f"{PATH}/offer", {"user": cast.bob.user})
        assert visitor.submit(visitor.get(PATH).page.one("form", action=f"{PATH}/withdraw")).status == 302
        assert bob.post(f"{PATH}/accept").status == 409
    alice.post(f"{PATH}/offer", {"user": cast.bob.user})
    clock.shift(7 * 86_400)
    assert bob.get(PATH).status == 403
    assert bob.post(f"{PATH}/accept").status == 409
    assert alice.get(PATH).page.has("form", action=f"{PATH}/offer")


def test_an_offer_that_cannot_be_made_is_explained(alice: Visitor, cast: Cast) -> None:
    for user in ("", "#", "x" * 400, "\x00"):
        answer = alice.post(f"{PATH}/offer", {"user": user})
        assert (answer.status, answer.page.one("p", class_="refusal").text) == (400, "Choose one of the members.")
    answer = alice.post(f"{PATH}/offer", {"user": cast.alice.user})
    assert answer.page.one("p", class_="refusal").text == "Alice is an owner already."
    assert alice.post(f"{PATH}/offer", {"user": cast.charlie.user}).status == 404


# --- the end ------------------------------------------------------------------------------------


def test_an_organisation_is_deleted_once_its_address_was_typed_and_the_export_comes_first(
    alice: Visitor, dana: Visitor, bob: Visitor, cast: Cast
) -> None:
    a_task(cast.bob, a_project(cast.alice))
    assert dana.get(f"/org/{ACME}/delete").status == 403
    page = alice.get(f"/org/{ACME}/delete")
    assert page.asked == [("GetItem", "frame")]
    links = [link.attributes["href"] for link in page.page.one("main").all("a", class_="button primary")]
    assert links == [f"/org/{ACME}/export.jsonl"]
    form = page.page.one("form", action=f"/org/{ACME}/delete")
    for typed in ("", "acme", "acme-work", "Acme"):
        answer = alice.submit(form, address=typed)
        assert answer.status == 400
        again = answer.page.one("form", action=f"/org/{ACME}/delete")
        assert again.one(class_="errorlist").text == "This is not the address. Nothing was deleted."
        assert again.fields()["address"] == typed
    answer = alice.submit(form, address=f" {ACME.upper()} ")
    assert (answer.status, answer.location) == (302, "/")
    home = alice.get("/").page
    assert home.one(class_="messages").text == "Acme is deleted, and nothing of it is left."
    assert raw(ACME).keys() == {"METADATA"}
    nothing = alice.get("/org/never-was/dashboard")
    for visitor in (alice, bob):
        for path in ("dashboard", "members", "settings", "delete", "export"):
            assert visitor.get(f"/org/{ACME}/{path}").body == nothing.body
    assert alice.submit(form, address=ACME).status == 404


def test_a_deletion_that_takes_longer_is_shown_to_its_owners_and_gone_on_with(
    alice: Visitor, dana: Visitor, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = a_project(cast.alice)
    for _ in range(60):
        a_task(cast.bob, project)
    monkeypatch.setattr("dashboard.views.delete_org.SECONDS", 0.0)
    answer = alice.post(f"/org/{ACME}/delete", {"address": ACME})
    assert answer.location == f"/org/{ACME}/delete"
    page = alice.get(answer.location)
    assert page.asked == [("GetItem", "frame"), ("BatchGetItem", "deletion")]
    assert "Acme is being deleted" in page.page.one("h1").text
    for path in ("dashboard", "members"):
        assert alice.get(f"/org/{ACME}/{path}").status == 404
    assert dana.get(f"/org/{ACME}/delete").body == dana.get("/org/never-was/delete").body
    assert dana.post(f"/org/{ACME}/delete", {"address": ACME}).status == 404
    for _ in range(20):
        answer = alice.submit(page.page.one("form", action=f"/org/{ACME}/delete"))
        if answer.location == "/":
            break
    assert answer.location == "/"
    assert raw(ACME).keys() == {"METADATA"}


# --- roles --------------------------------------------------------------------------------------


def test_the_table_of_roles_is_that_of_the_policy_in_plain_words(vic: Visitor) -> None:
    assert roles_page.WORDS.keys() == set(Permission), "a permission without words"
    answer = vic.get(f"/org/{ACME}/roles")
    assert answer.asked == [("GetItem", "frame")]
    table = answer.page.one("table", class_="rights")
    assert [head.text for head in table.one("thead").all("th")] == ["May…", "owner", "admin", "member", "viewer"]
    rows = {row.one("th").text: [cell.one(class_="sr").text for cell in row.all("td")] for row in table.all("tr")[1:]}
    expected = {
        str(words): ["yes" if permission in ROLE_PERMISSIONS[role] else "no" for role in Role]
        for permission, words in roles_page.WORDS.items()
    }
    assert rows == expected


# --- the switcher -------------------------------------------------------------------------------


def test_the_switcher_leads_to_the_same_kind_of_page_where_the_role_has_it(alice: Visitor, cast: Cast) -> None:
    orgs.join(cast.charlie, OTHER, cast.alice.user, Role.VIEWER, NOW)
    project = a_project(cast.alice)
    for path, there in (
        ("members", "members"),
        ("tasks", "tasks"),
        ("projects", "projects"),
        (f"projects/{project}", "projects"),
        ("leaderboard", "leaderboard"),
        ("activity", "activity"),
        ("dashboard", "dashboard"),
        ("export", "dashboard"),
        ("settings", "dashboard"),
        ("import", "dashboard"),
    ):
        menu = alice.get(f"/org/{ACME}/{path}").page.one("details", class_="switch")
        link = menu.one("a").attributes["href"]
        assert menu.one("div").attributes["hx-get"] == link
        answer = alice.get(link)
        assert answer.asked == [("Query", "my-orgs")]
        lines = answer.page.one("ul", class_="org-list").all("a")
        assert [line.attributes["href"] for line in lines] == [
            f"/org/{ACME}/{there if path.startswith('projects') else path}",
            f"/org/{OTHER}/{there}",
        ]
        assert [line.attributes.get("aria-current") for line in lines] == ["true", None]
        assert alice.get(f"/org/{OTHER}/{there}").status == 200
        piece = alice.htmx_get(link).page
        assert piece.has("ul", class_="org-list")
        assert not piece.has("main")


def test_a_kind_of_page_that_there_is_none_of_leads_to_dashboards(alice: Visitor, nobody: Visitor) -> None:
    for kind in ("", "delete-org", "../../x", "home", "%00", "//evil.example"):
        answer = alice.get(f"/switch?page={kind}&org=%3Cb%3E")
        assert answer.status == 200
        hrefs = [line.attributes["href"] for line in answer.page.one("ul", class_="org-list").all("a")]
        assert hrefs == [f"/org/{ACME}/dashboard"]
    assert nobody.get("/switch").location.startswith("/sign-in")
