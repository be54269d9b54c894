"""`/org/<org>/projects/<project>/settings`: what people wrote about a project."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tenants import keys
from tenants.policy import PROJECT_DESCRIPTION_LENGTH
from tenants.reads.project import settings
from tenants.writes import project_life
from tests.cast import ACME, NOW, Cast, a_project, a_task, an_account, rename_project
from tests.dashboard.visitor import Visitor
from tests.tenants.partition import set_raw
from tests.truth import assert_exact

SAVED = [("BatchGetItem", "write"), ("TransactWriteItems", "write")]


@pytest.fixture
def path(cast: Cast) -> str:
    return f"/org/{ACME}/projects/{a_project(cast.alice)}"


def test_all_that_is_written_stands_on_the_project_page(bob: Visitor, cast: Cast, path: str) -> None:
    shown = bob.get(path)
    assert shown.page.one("a", href=f"{path}/settings").text == "Project settings"
    assert not shown.page.has(class_="prose about")
    looked = bob.get(f"{path}/settings")
    assert looked.asked == [("BatchGetItem", "project-settings")]
    form = looked.page.forms()[f"{path}/settings"]
    assert form.fields()["title"] == "Launch"
    text = "Out by autumn.\n\nSee https://example.org/plan <now>"
    answer = bob.submit(form, description=text, lead=cast.dana.user, starts="2026-09-01", due="2026-09-14")
    assert (answer.status, answer.location, answer.asked[:2]) == (302, path, SAVED)
    page = bob.get(path).page
    about = page.one(class_="prose about")
    assert [each.text for each in about.all("p")] == ["Out by autumn.", "See https://example.org/plan <now>"]
    assert about.one("a").attributes == {"href": "https://example.org/plan", "rel": "nofollow"}
    facts = page.one(class_="head-facts").text
    assert "Lead: Dana" in facts
    assert "Starts 1 September 2026" in facts
    assert page.one("time", class_="due").text == "Overdue: 14 September 2026"
    assert page.one("time", class_="due").attributes["data-due"] == "late"


def test_the_project_page_costs_what_it_did(bob: Visitor, path: str) -> None:
    bob.submit(bob.get(f"{path}/settings").page.forms()[f"{path}/settings"], description="x" * 4_000)
    assert bob.get(path).asked == [("BatchGetItem", "board-frame"), ("Query", "board")]


def test_a_project_gets_another_title_everywhere(bob: Visitor, cast: Cast, path: str) -> None:
    a_task(cast.bob, path[-16:], assignee=cast.bob.user)
    form = bob.get(f"{path}/settings").page.forms()[f"{path}/settings"]
    answer = bob.submit(form, title="Relaunch")
    assert (answer.status, answer.location) == (302, path)
    assert bob.get(path).page.one("h1").text == "Relaunch"
    assert bob.get(f"/org/{ACME}/projects").page.one(class_="project-title").text == "Relaunch"
    assert bob.get(f"/org/{ACME}/dashboard").page.one(data_testid="recent-project").one("a").text == "Relaunch"
    assert bob.get(f"/org/{ACME}/tasks").page.one(class_="task-project").text == "Relaunch"
    assert bob.get("/").page.one(class_="task-project").text == "Relaunch"


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("title", "", "This field is required."),
        ("title", "\u200b", "Give the project a title."),
        ("title", "x" * 201, "at most 200 characters"),
        ("description", "x" * (PROJECT_DESCRIPTION_LENGTH + 1), "at most 4,000 characters; this one has 4,001"),
        ("lead", "0000000000", "Choose one of the members."),
        ("lead", "<b>", "Choose one of the members."),
        ("starts", "soon", "Enter a valid date."),
        ("due", "31.09.2026", "Enter a valid date."),
        ("due", "0001-01-01", "Choose a date between 1970 and 2200."),
        ("due", "2026-08-31", "A project is due on the day that it starts, or later."),
    ],
)
def test_what_is_refused_is_kept_and_explained_at_its_field(
    bob: Visitor, cast: Cast, path: str, field: str, value: str, said: str
) -> None:
    form = bob.get(f"{path}/settings").page.forms()[f"{path}/settings"]
    typed = {"title": "Typed", "description": "Typed too", "lead": cast.dana.user, "starts": "2026-09-01"} | {
        field: value
    }
    answer = bob.submit(form, **typed)
    assert answer.status == 400
    shown = answer.page.one("form", id="project-settings")
    (wrong,) = [one for one in shown.all("div") if one.attributes.get("class") == "field wrong"]
    assert said in wrong.one(class_="errorlist").text
    (control,) = [one for one in wrong.walk() if one.attributes.get("name") == field]
    assert control.attributes["aria-invalid"] == "true"
    kept = shown.fields()
    for name in typed.keys() - {field}:
        assert kept[name] == typed[name]
    if field != "lead":
        assert kept[field].strip() == value.strip()
    assert answer.page.one(class_="crumb").all("a")[1].text == "Launch"
    assert settings(ACME, cast.bob.user, path[-16:]).details.version == 1


def test_when_two_change_it_the_second_sees_both_and_loses_nothing_typed(
    alice: Visitor, bob: Visitor, cast: Cast, path: str
) -> None:
    form = bob.get(f"{path}/settings").page.forms()[f"{path}/settings"]
    theirs = alice.get(f"{path}/settings").page.forms()[f"{path}/settings"]
    alice.submit(theirs, title="Theirs", description="Their words\nin two lines", lead=cast.dana.user, due="2026-10-01")
    answer = bob.submit(form, title="Mine", description="My words", lead=cast.bob.user)
    assert answer.status == 409
    assert "Somebody else changed this project in the meantime" in answer.page.one(id="project-settings").text
    stands = answer.page.one("dl", class_="stands")
    told = {each.one("dt").text: each.one("dd").text for each in stands.all("div")}
    assert told == {
        "Title:": "Theirs",
        "Description:": "Their wordsin two lines",
        "Lead:": "Dana",
        "Due:": "2026-10-01",
    }
    mine = answer.page.one("form", id="project-settings")
    assert (mine.fields()["title"], mine.fields()["description"].strip()) == ("Mine", "My words")
    assert mine.fields()["lead"] == cast.bob.user
    assert settings(ACME, cast.bob.user, path[-16:]).title == "Theirs"
    assert bob.submit(mine).status == 302
    stored = settings(ACME, cast.bob.user, path[-16:])
    assert (stored.title, stored.details.lead, stored.details.due) == ("Mine", cast.bob.user, None)


def test_saving_what_stands_there_already_is_no_conflict_and_writes_nothing(
    alice: Visitor, bob: Visitor, path: str
) -> None:
    form = bob.get(f"{path}/settings").page.forms()[f"{path}/settings"]
    alice.submit(alice.get(f"{path}/settings").page.forms()[f"{path}/settings"], title="Same")
    answer = bob.submit(form, title="Same")
    assert answer.status == 302
    assert "TransactWriteItems" not in dict(answer.asked)


@pytest.mark.parametrize("version", ["", "x", "0", "-1", "99999999999"])
def test_a_damaged_form_says_so(bob: Visitor, path: str, version: str) -> None:
    answer = bob.post(f"{path}/settings", {"title": "Typed", "version": version})
    assert answer.status == 400
    assert "This form is damaged. Load the page again." in answer.page.text
    assert answer.page.one("form", id="project-settings").fields()["title"] == "Typed"


def test_a_viewer_reads_what_is_written_and_has_no_settings(vic: Visitor, bob: Visitor, path: str) -> None:
    bob.submit(bob.get(f"{path}/settings").page.forms()[f"{path}/settings"], description="For all eyes")
    page = vic.get(path).page
    assert page.one(class_="prose about").text == "For all eyes"
    assert not page.has("a", href=f"{path}/settings")
    assert vic.get(f"{path}/settings").status == 403


def test_a_lead_who_is_no_member_is_nobody(bob: Visitor, path: str) -> None:

    set_raw(keys.header(ACME, path[-16:]), "assignee", {"S": an_account()})
    assert "Lead" not in bob.get(path).page.one(class_="head-facts").text
    form = bob.get(f"{path}/settings").page.forms()[f"{path}/settings"]
    assert form.fields()["lead"] == ""


def test_a_project_that_is_put_away_still_says_what_it_was_about_and_has_no_settings(
    alice: Visitor, cast: Cast, path: str
) -> None:
    form = alice.get(f"{path}/settings").page.forms()[f"{path}/settings"]
    alice.submit(form, description="It rests", lead=cast.bob.user, due="2026-09-01")
    project_life.archive(cast.alice, ACME, path[-16:], NOW)
    page = alice.get(f"{path}/away").page
    assert page.one(class_="prose about").text == "It rests"
    assert page.one("time", class_="due").attributes["data-due"] == ""
    assert "Lead: Bob" in page.one(class_="head-facts").text
    assert alice.get(f"{path}/settings").status == 404
    assert alice.submit(form, title="Too late").status == 404


def test_a_new_project_can_begin_with_all_of_it(bob: Visitor, cast: Cast) -> None:
    form = bob.get(f"/org/{ACME}/projects").page.one("form", id="new-project")
    assert "open" not in form.one("details").attributes
    answer = bob.submit(form, title="Whole", description="From the start", lead=cast.vic.user, due="2026-12-24")
    assert (answer.status, answer.asked[:2]) == (302, SAVED)
    stored = settings(ACME, cast.bob.user, answer.location[-16:]).details
    assert (stored.description, stored.lead, str(stored.due)) == ("From the start", cast.vic.user, "2026-12-24")
    assert_exact(ACME)


def test_what_is_refused_of_a_new_project_is_in_sight(bob: Visitor) -> None:
    form = bob.get(f"/org/{ACME}/projects").page.one("form", id="new-project")
    answer = bob.submit(form, title="Whole", starts="2026-12-24", due="2026-12-23")
    assert answer.status == 400
    shown = answer.page.one("form", id="new-project")
    assert "open" in shown.one("details").attributes
    assert shown.one(class_="errorlist").text == "A project is due on the day that it starts, or later."
    assert shown.fields()["title"] == "Whole"


def test_the_activity_tells_who_changed_what(bob: Visitor, cast: Cast, path: str) -> None:
    rename_project(cast.alice, ACME, path[-16:], "Relaunch", NOW + timedelta(seconds=1))
    bob.submit(bob.get(f"{path}/settings").page.forms()[f"{path}/settings"], description="Words", lead=cast.dana.user)
    rows = [row.one("p").text for row in bob.get(f"/org/{ACME}/activity").page.one("ol", class_="events").all("li")]
    assert "Bob changed the project Relaunch" in rows
    assert "Alice renamed the project Relaunch" in rows
    file = bob.get(f"/org/{ACME}/activity.csv").text
    assert 'description, lead,"description, lead: Dana"' in file.replace('"description, lead",', "description, lead,")
