"""`/create-organisation`."""

import pytest
import time_machine

from tests.cast import ACME
from tests.dashboard.visitor import Visitor

PATH = "/create-organisation"
GOOD = {"name": "Zeta", "slug": "zeta-works", "zone": "Pacific/Auckland"}


def test_a_new_organisation_opens_on_its_dashboard_with_its_owner(bob: Visitor) -> None:
    shown = bob.get(PATH)
    assert shown.calls == []
    answer = bob.submit(shown.page.one("form", action=PATH), **GOOD)
    assert (answer.status, answer.location) == (302, "/org/zeta-works/dashboard")
    assert answer.asked == [("BatchGetItem", "write"), ("TransactWriteItems", "write")]
    page = bob.get(answer.location).page
    assert page.shown("org-name") == "Zeta"
    assert page.shown("viewer-role") == "owner"
    assert page.shown("people-used") == "1 of 5 people"
    # Ten in the morning in UTC is ten at night there.
    assert page.one(id="followed").all("p")[0].text == "updated 22:00 Pacific/Auckland"
    assert "Zeta" in bob.get("/").page.one(class_="org-list").text


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"slug": ACME}, "slug", f"“{ACME}” is taken. Choose another address."),
        ({"slug": ACME.upper()}, "slug", "is taken"),
        ({"slug": "ab"}, "slug", "An address has 3 to 40 characters"),
        ({"slug": "a" * 41}, "slug", "at most 40 characters"),
        ({"slug": "-zeta"}, "slug", "An address has 3 to 40 characters"),
        ({"slug": "zeta#1"}, "slug", "An address has 3 to 40 characters"),
        ({"slug": "zeta/x"}, "slug", "An address has 3 to 40 characters"),
        ({"slug": "z\u00e9ta"}, "slug", "An address has 3 to 40 characters"),
        ({"slug": "admin"}, "slug", "Some words are reserved"),
        ({"slug": ""}, "slug", "This field is required."),
        ({"name": " \u200b"}, "name", "Give the organisation a name."),
        ({"name": "x" * 61}, "name", "at most 60 characters"),
        ({"zone": "Mars/Olympus"}, "zone", "Select a valid choice"),
        ({"zone": "../../etc/passwd"}, "zone", "Select a valid choice"),
    ],
)
def test_a_refused_form_keeps_what_was_typed_says_why_at_the_field_and_makes_nothing(
    bob: Visitor, changed: dict[str, str], field: str, said: str
) -> None:
    typed = GOOD | changed
    answer = bob.post(PATH, typed)
    assert answer.status == 400
    form = answer.page.one("form", action=PATH)
    assert said in form.one(id=f"id_{field}_error").text
    for name in ("name", "slug"):
        assert form.one(id=f"id_{name}").attributes.get("value", "").strip() == typed[name].strip()
    if field != "zone":
        assert form.fields()["zone"] == typed["zone"]
    assert [name.text for name in bob.get("/").page.all(class_="org-name")] == ["Acme"]


def test_an_address_typed_in_capitals_and_with_blanks_is_taken_in_small_letters(bob: Visitor) -> None:
    assert bob.post(PATH, GOOD | {"slug": " Zeta-Works "}).location == "/org/zeta-works/dashboard"


def test_sending_the_form_twice_makes_one_organisation_and_opens_it(
    bob: Visitor, vic: Visitor, clock: time_machine.Traveller
) -> None:
    first = bob.post(PATH, GOOD)
    clock.shift(1)
    again = bob.post(PATH, GOOD)
    assert first.location == again.location == "/org/zeta-works/dashboard"
    assert [name.text for name in bob.get("/").page.all(class_="org-name")] == ["Acme", "Zeta"]
    # Another name is another wish, and somebody else's organisation stays theirs.
    assert bob.post(PATH, GOOD | {"name": "Another"}).status == 400
    assert vic.post(PATH, GOOD).status == 400
    assert bob.post(PATH, GOOD | {"name": "Acme", "slug": ACME}).status == 400
