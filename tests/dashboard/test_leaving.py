"""Changing roles, removing, leaving: what the members' page and the pages behind it do."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from tenants.policy import Role
from tenants.reads import slices
from tenants.writes import members, orgs
from tests.cast import ACME, NOW, OTHER, Cast, a_project, a_task
from tests.dashboard.html import Element
from tests.dashboard.visitor import Visitor, signed_in

PATH = f"/org/{ACME}/members"


def row_of(visitor: Visitor, name: str) -> Element:
    rows = visitor.get(PATH).page.one(class_="people").all("li")
    (row,) = [row for row in rows if row.one(class_="people-name").children[0].text == name]
    return row


def role_of(cast: Cast, user: str) -> str:
    person = slices.frame(ACME, cast.vic.user if user != cast.vic.user else cast.alice.user).people[user]
    return str(person.role)


# --- roles --------------------------------------------------------------------------------------


def test_another_role_is_given_in_the_list_and_taken_back_by_one_press(alice: Visitor, cast: Cast) -> None:
    form = row_of(alice, "Bob").one("form")
    assert form.fields()["role"] == "member"
    answer = alice.submit(form, role="admin")
    assert answer.status == 302
    assert role_of(cast, cast.bob.user) == "admin"
    page = alice.get(answer.location).page
    undo = page.one("form", class_="message undo")
    assert "Bob" in undo.text
    back = alice.submit(undo)
    assert role_of(cast, cast.bob.user) == "member"
    # What was undone can be done again the same way; nothing goes round by itself.
    assert alice.get(back.location).page.one("form", class_="message undo").fields()["role"] == "admin"


@pytest.mark.parametrize("query", ["undo=", "undo=x", "undo=x:y:z", "undo=%00", "changed={bob}&was=owner"])
def test_an_address_that_was_made_up_offers_nothing_to_undo(alice: Visitor, cast: Cast, query: str) -> None:
    """Else a link would have the product itself say that a role was changed, with a button that gives it."""
    answer = alice.get(f"{PATH}?{query.format(bob=cast.bob.user)}")
    assert answer.status == 200
    assert not answer.page.has("form", class_="message undo")


def test_what_somebody_can_undo_is_theirs_and_of_this_organisation_and_for_a_while(
    alice: Visitor, dana: Visitor, cast: Cast, clock: time_machine.Traveller
) -> None:
    orgs.join(cast.charlie, OTHER, cast.alice.user, Role.OWNER, NOW)
    orgs.join(cast.charlie, OTHER, cast.bob.user, Role.MEMBER, NOW)
    there = alice.submit(row_of(alice, "Bob").one("form"), role="admin").location

    def offers(visitor: Visitor, path: str = there) -> bool:
        answer = visitor.get(path)
        assert answer.status == 200
        return answer.page.has("form", class_="message undo")

    assert offers(alice)
    assert not offers(dana), "somebody else's"
    assert not offers(alice, there.replace(ACME, OTHER))
    clock.shift(timedelta(minutes=11))
    assert not offers(alice)


def test_the_list_offers_only_what_the_viewer_may_do_to_whom(alice: Visitor, dana: Visitor, bob: Visitor) -> None:
    def options(visitor: Visitor, name: str) -> list[str]:
        return [option.attributes["value"] for option in row_of(visitor, name).all("option")]

    assert options(alice, "Dana") == ["owner", "admin", "member", "viewer"]
    assert options(dana, "Bob") == ["admin", "member", "viewer"]
    assert options(dana, "Alice") == []
    assert options(dana, "Dana") == []
    assert row_of(dana, "Bob").has("a", class_="button small risky")
    assert not row_of(dana, "Alice").has("a", class_="button small risky")
    assert [options(bob, name) for name in ("Alice", "Dana", "Bob", "Vic")] == [[]] * 4
    for visitor, name in ((alice, "Alice"), (dana, "Dana"), (bob, "Bob")):
        assert row_of(visitor, name).has("a", href=f"/org/{ACME}/leave")


@pytest.mark.parametrize("role", ["", "king", "OWNER", "member\x00"])
def test_a_role_that_there_is_none_of_is_refused_in_the_list(alice: Visitor, cast: Cast, role: str) -> None:
    answer = alice.post(f"{PATH}/{cast.bob.user}/role", {"role": role})
    assert answer.status == 400
    assert answer.page.one("p", class_="refusal").text == "Choose one of the roles."
    assert role_of(cast, cast.bob.user) == "member"


def test_the_only_owner_is_told_why_they_stay_one(alice: Visitor, cast: Cast) -> None:
    answer = alice.post(f"{PATH}/{cast.alice.user}/role", {"role": "admin"})
    assert answer.status == 400
    assert "never without an owner" in answer.page.one("p", class_="refusal").text
    assert role_of(cast, cast.alice.user) == "owner"


def test_a_form_that_was_prepared_before_a_demotion_or_a_removal_is_worth_nothing_after_it(
    dana: Visitor, cast: Cast
) -> None:
    form = row_of(dana, "Bob").one("form")
    removal = dana.get(f"{PATH}/{cast.bob.user}/remove").page.one("form", class_="card stack narrow")
    settings = dana.get(f"/org/{ACME}/settings").page.one("form", id="settings-form")
    members.change_role(cast.alice, ACME, cast.dana.user, Role.VIEWER, NOW)
    for answer in (dana.submit(form, role="admin"), dana.submit(removal, name="Bob"), dana.submit(settings, name="X")):
        assert answer.status == 403
    members.remove(cast.alice, ACME, cast.dana.user, NOW)
    for answer in (dana.submit(form, role="admin"), dana.submit(removal, name="Bob"), dana.submit(settings, name="X")):
        assert answer.status == 404
        assert "TransactWriteItems" not in dict(answer.asked)
    assert role_of(cast, cast.bob.user) == "member"


# --- removing -----------------------------------------------------------------------------------


def test_somebody_is_removed_once_their_name_was_typed(dana: Visitor, cast: Cast) -> None:
    task = a_task(cast.alice, a_project(cast.alice), assignee=cast.bob.user)
    link = row_of(dana, "Bob").one("a", class_="button small risky").attributes["href"]
    page = dana.get(link)
    assert page.asked == [("GetItem", "frame")]
    form = page.page.one("form", class_="card stack narrow")
    wrong = dana.submit(form, name="Bobby")
    assert wrong.status == 400
    again = wrong.page.one("form", class_="card stack narrow")
    assert again.one(class_="errorlist").text == "This is not the name. Nobody was removed."
    assert again.fields()["name"] == "Bobby"
    answer = dana.submit(again, name=" bob ")
    assert (answer.status, answer.location) == (302, PATH)
    page = dana.get(PATH)
    assert page.page.one(class_="messages").text == "Bob is no longer a member."
    assert "3 of 5 people" in page.page.text
    assert slices.task(ACME, cast.alice.user, task.project, task.id).task.assignee is None
    assert signed_in(cast.bob).get(PATH).status == 404
    # The form sent twice.
    assert dana.submit(again, name="Bob").status == 302


def test_nobody_removes_somebody_above_them_or_nobody(dana: Visitor, cast: Cast) -> None:
    for path in (f"{PATH}/{cast.alice.user}/remove",):
        assert dana.get(path).status == 403
        for name in ("Alice", "x", ""):
            assert dana.post(path, {"name": name}).status == 403
    assert dana.get(f"{PATH}/{cast.charlie.user}/remove").status == 404
    assert dana.post(f"{PATH}/{cast.charlie.user}/remove", {"name": "Charlie"}).status == 404
    assert dana.get(f"{PATH}/{cast.dana.user}/remove").location == f"/org/{ACME}/leave"
    assert len(slices.frame(ACME, cast.alice.user).people) == 4


# --- leaving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dana", "bob", "vic"])
def test_everybody_but_the_only_owner_may_leave(name: str, request: pytest.FixtureRequest, cast: Cast) -> None:
    visitor: Visitor = request.getfixturevalue(name)
    page = visitor.get(f"/org/{ACME}/leave")
    assert page.asked == [("GetItem", "frame")]
    form = next(form for form in page.page.all("form") if form.attributes["action"] == f"/org/{ACME}/leave")
    answer = visitor.submit(form)
    assert (answer.status, answer.location) == (302, "/")
    assert visitor.get("/").page.one(class_="messages").text == "You have left Acme."
    assert visitor.get(PATH).status == 404
    assert getattr(cast, name).user not in slices.frame(ACME, cast.alice.user).people
    assert visitor.submit(form).status == 404


def test_the_only_owner_is_shown_the_ways_out_instead(alice: Visitor, cast: Cast) -> None:
    page = alice.get(f"/org/{ACME}/leave").page
    assert not [form for form in page.all("form") if form.attributes["action"] == f"/org/{ACME}/leave"]
    assert page.has("a", href=f"/org/{ACME}/ownership")
    answer = alice.post(f"/org/{ACME}/leave")
    assert answer.status == 400
    assert "never without an owner" in answer.page.one("p", class_="refusal").text
    assert cast.alice.user in slices.frame(ACME, cast.bob.user).people


def test_an_admin_can_take_a_lesser_role_and_a_member_has_none_to_take(dana: Visitor, bob: Visitor, cast: Cast) -> None:
    form = dana.get(f"/org/{ACME}/leave").page.one("form", action=f"{PATH}/{cast.dana.user}/role")
    assert [option.attributes["value"] for option in form.all("option")] == ["member", "viewer"]
    answer = dana.submit(form, role="viewer")
    assert answer.location == PATH, "nothing to undo: it is not theirs to take back"
    assert role_of(cast, cast.dana.user) == "viewer"
    assert not bob.get(f"/org/{ACME}/leave").page.has("select", name="role")
