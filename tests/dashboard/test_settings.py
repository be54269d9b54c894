"""`settings`: name, zone, language and plan, and what is left to do after a change."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from tenants.policy import Plan, Role
from tenants.reads import slices
from tenants.writes import members, org_settings, orgs
from tenants.writes.org_settings import Settings
from tests.cast import ACME, BERLIN, NOW, Cast, a_project, an_account
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/settings"


def test_admins_find_it_in_the_navigation_and_it_costs_one_request(alice: Visitor, dana: Visitor, bob: Visitor) -> None:
    for visitor in (alice, dana):
        tabs = visitor.get(f"/org/{ACME}/projects").page.one("nav", class_="tabs")
        assert tabs.has("a", href=PATH)
        answer = visitor.get(PATH)
        assert (answer.status, answer.asked) == (200, [("GetItem", "frame")])
    assert not bob.get(f"/org/{ACME}/projects").page.has("a", href=PATH)
    assert bob.get(PATH).status == 403


def test_a_form_changes_what_was_changed_in_it(dana: Visitor, cast: Cast) -> None:
    form = dana.get(PATH).page.one("form", id="settings-form")
    assert form.fields()["zone"] == BERLIN
    answer = dana.submit(form, name="Acme <Labs>", zone="UTC")
    assert (answer.status, answer.location) == (302, PATH)
    frame = slices.frame(ACME, cast.bob.user)
    assert (frame.name, frame.zone) == ("Acme <Labs>", "UTC")
    page = dana.get(PATH).page
    assert page.one(class_="messages").text == "The settings are saved."
    assert page.one("form", id="settings-form").fields()["name"] == "Acme <Labs>"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": " "}, "This field is required."),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"name": "\u200b"}, "Give the organisation a name."),
        ({"zone": "Mars/Olympus"}, "Select a valid choice."),
        ({"language": "xx"}, "Select a valid choice."),
    ],
)
def test_what_cannot_be_is_explained_at_its_field_and_nothing_typed_is_lost(
    alice: Visitor, fields: dict[str, str], said: str
) -> None:
    form = alice.get(PATH).page.one("form", id="settings-form")
    answer = alice.submit(form, **({"name": "Kept"} | fields))
    assert answer.status == 400
    again = answer.page.one("form", id="settings-form")
    assert said in again.one(class_="errorlist").text
    if "name" not in fields:
        assert again.fields()["name"] == "Kept"


def test_a_field_that_somebody_else_changed_is_told_with_both_values_and_can_be_decided(
    alice: Visitor, cast: Cast
) -> None:
    form = alice.get(PATH).page.one("form", id="settings-form")
    org_settings.change(cast.dana, ACME, Settings("Theirs", BERLIN), Settings("Acme", BERLIN), NOW)
    answer = alice.submit(form, name="Mine", zone="UTC")
    assert answer.status == 409
    again = answer.page.one("form", id="settings-form")
    assert [told.text for told in again.one("ul", class_="torn").all("bdi")] == ["Theirs", "Mine"]
    assert again.fields()["name"] == "Mine"
    assert slices.frame(ACME, cast.alice.user).name == "Theirs"
    assert alice.submit(again).status == 302
    frame = slices.frame(ACME, cast.alice.user)
    assert (frame.name, frame.zone) == ("Mine", "UTC")


# --- the plan -----------------------------------------------------------------------------------


def test_owners_choose_the_plan_only_where_the_operator_lets_them(
    alice: Visitor, dana: Visitor, settings: LazySettings, cast: Cast
) -> None:
    settings.OWNERS_CHOOSE_PLAN = False
    assert not alice.get(PATH).page.has("form", action=f"{PATH}/plan")
    answer = alice.post(f"{PATH}/plan", {"plan": "pro"})
    assert answer.status == 409
    assert "Whoever runs this installation" in answer.text
    settings.OWNERS_CHOOSE_PLAN = True
    assert not dana.get(PATH).page.has("form", action=f"{PATH}/plan")
    assert dana.post(f"{PATH}/plan", {"plan": "pro"}).status == 403
    form = alice.get(PATH).page.one("form", action=f"{PATH}/plan")
    assert alice.submit(form, plan="gold").status == 409
    assert alice.submit(form, plan="pro").status == 302
    assert slices.frame(ACME, cast.alice.user).plan is Plan.PRO


def test_a_plan_below_what_is_in_use_is_explained_and_then_only_growth_is_off(
    alice: Visitor, settings: LazySettings, cast: Cast
) -> None:
    settings.OWNERS_CHOOSE_PLAN = True
    orgs.set_plan(ACME, Plan.PRO)
    for _ in range(11):
        a_project(cast.alice)
    for _ in range(2):
        orgs.join(cast.alice, ACME, an_account(), Role.MEMBER, NOW)
    page = alice.get(PATH).page
    over = page.one(id="over-free").text
    assert over.startswith("You have 1 person more than it holds. You have 1 project more than it holds.")
    assert page.one("input", id="plan-free").attributes["aria-describedby"] == "over-free"
    assert not page.has(id="over-pro")
    alice.post(f"{PATH}/plan", {"plan": "free"})
    assert "More is in use than this plan holds." in alice.get(PATH).page.text
    projects = alice.get(f"/org/{ACME}/projects").page
    assert "disabled" in projects.one("form", id="new-project").one("button").attributes
    assert projects.one(id="no-room").text.startswith("Your plan holds 10 projects and 11 are in use: none has to go")
    people = alice.get(f"/org/{ACME}/invitations/new").page
    assert people.one(id="no-seat").text.startswith("Your plan has 5 seats and 6 are taken: nobody has to go")


# --- what is left to do -------------------------------------------------------------------------


def test_what_a_removal_left_to_do_is_shown_to_those_who_may_go_on_and_ends(
    alice: Visitor, dana: Visitor, vic: Visitor, cast: Cast
) -> None:
    members.remove(cast.alice, ACME, cast.bob.user, NOW, 0)
    for path in (PATH, f"/org/{ACME}/members"):
        assert alice.get(path).page.has("form", action=f"{PATH}/tidy")
    assert not vic.get(f"/org/{ACME}/members").page.has("form", action=f"{PATH}/tidy")
    assert vic.post(f"{PATH}/tidy").status == 403
    form = dana.get(f"/org/{ACME}/members").page.one("form", action=f"{PATH}/tidy")
    answer = dana.submit(form)
    assert (answer.status, answer.location) == (302, f"/org/{ACME}/members")
    page = dana.get(f"/org/{ACME}/members").page
    assert page.one(class_="messages").text == "All is tidied up."
    assert not page.has("form", action=f"{PATH}/tidy")
    assert dana.post(f"{PATH}/tidy").status == 302
