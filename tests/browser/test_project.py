"""A project in hands: a line that becomes a task, filters with an address, what is taken back, the palette, a file."""

import re
from datetime import date

import pytest
from playwright.sync_api import Page, Route, expect

from tenants import clock
from tenants.policy import Priority
from tenants.writes import tasks
from tenants.writes.tasks import TaskRef
from tests.browser.conftest import Open, Site, sign_in, unattended
from tests.cast import ACME, NOW, a_project, a_task
from tests.conftest import ROOT

BOARD_FILE = ROOT / "tests" / "boards" / "files" / "trello-team-2017.json"


@pytest.fixture
def task(site: Site) -> TaskRef:
    """One open task of a fresh project of Acme's."""
    return a_task(site.cast.bob, a_project(site.cast.alice), title="Write it")


def at(task: TaskRef) -> str:
    return f"/org/{task.org}/projects/{task.project}"


def back(page: Page) -> None:
    """The Back button. Playwright's own waits for a page that htmx, which loads it anew, takes away under it."""
    page.evaluate("void setTimeout(() => history.back())")


def titles(page: Page, *wanted: str) -> None:
    expect(page.locator("li.task .task-title")).to_have_text(list(wanted))


def test_a_line_shows_what_is_understood_of_it_and_becomes_that(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    line, understood = page.get_by_label("Quick add"), page.locator("#understood")
    line.press_sequentially("Fix the login !urgent @dana #web ^2026-12-24 !loud")
    expect(understood.locator(".understood-title")).to_contain_text("Fix the login")
    expect(understood.locator("li:not(.reason)")).to_have_count(4)
    expect(understood.locator("li.reason kbd")).to_have_text("!loud")
    line.fill("Fix the login !urgent @dana #web ^2026-12-24")
    expect(understood.locator("li.reason")).to_have_count(0)
    expect(understood.locator("li")).to_have_count(4)
    line.press("Enter")
    expect(page.locator(".message")).to_contain_text("Added: Fix the login")
    row = page.locator("li.task", has_text="Fix the login")
    expect(row.locator(".task-facts")).to_contain_text("Urgent")
    expect(row.locator(".task-facts")).to_contain_text("Dana")
    expect(row.locator("time")).to_have_attribute("datetime", "2026-12-24")


def test_filters_have_an_address_that_back_and_reload_keep(page: Page, site: Site, task: TaskRef) -> None:
    bob = site.cast.bob
    a_task(bob, task.project, title="Call them", priority=Priority.URGENT, assignee=bob.user)
    a_task(bob, task.project, title="Late", due=date(2026, 1, 1), assignee=bob.user)
    sign_in(page, "Bob", at(task))
    expect(page.locator("li.task")).to_have_count(3)
    page.get_by_text("Filter", exact=True).click()
    page.locator("#filter_assignee").select_option(label="Me")
    page.get_by_role("button", name="Show these").click()
    expect(page.locator("li.task")).to_have_count(2)
    page.locator("#filter_priority").select_option(label="Urgent")
    page.get_by_role("button", name="Show these").click()
    titles(page, "Call them")
    expect(page).to_have_url(re.compile(r"\?q=&assignee=me&priority=urgent"))
    page.locator("#view-board").click()
    expect(page.locator(".columns .task-title")).to_have_text(["Call them"])
    expect(page.locator("#column-open-n")).to_have_text("1 of 3")
    page.reload()
    expect(page.locator(".columns .task-title")).to_have_text(["Call them"])
    expect(page.locator("#filter_priority")).to_have_value("urgent")
    back(page)
    expect(page.locator(".columns")).to_have_count(0)
    titles(page, "Call them")
    back(page)
    expect(page.locator("li.task")).to_have_count(2)
    expect(page.locator("#filter_assignee")).to_have_value("me")
    back(page)
    expect(page.locator("li.task")).to_have_count(3)
    expect(page.locator("header.bar")).to_have_count(1)


def test_a_move_and_a_completion_are_taken_back_where_they_are_told(page: Page, site: Site, task: TaskRef) -> None:
    a_project(site.cast.alice, title=f"Other {task.id}", now=clock.now())  # the newest: it heads the list
    sign_in(page, "Bob", f"{at(task)}/tasks/{task.id}")
    page.get_by_role("link", name="Move to another project").click()
    page.get_by_role("button", name=f"Other {task.id}").click()
    expect(page.locator(".message")).to_contain_text(f"Moved to Other {task.id}.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".message")).to_contain_text("Moved to Launch.")
    expect(page).to_have_url(re.compile(f"{at(task)}/tasks/{task.id}$"))

    page.goto(at(task))
    page.locator("li.task").get_by_role("button", name="Complete").click()
    expect(page.locator("#said")).to_contain_text("Completed: Write it")
    page.locator("#undo").click()
    expect(page.locator("#said")).to_contain_text("Open again: Write it")
    expect(page.locator("li.task")).to_have_attribute("data-status", "open")


def test_a_project_put_away_is_brought_back_where_it_is_told(opened: Open, task: TaskRef) -> None:
    page = opened(java_script_enabled=False).new_page()
    sign_in(page, "Dana", at(task))
    page.get_by_text("Put this project away").click()
    page.get_by_role("button", name="Put it away").click()
    expect(page.locator(".message")).to_contain_text("The project is put away.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".message")).to_contain_text("The project is back.")
    expect(page).to_have_url(re.compile(f"{at(task)}$"))
    titles(page, "Write it")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".message")).to_contain_text("The project is put away.")


def test_the_palette_finds_and_goes_there_by_keyboard_alone(page: Page, site: Site) -> None:
    project = a_project(site.cast.alice, title="Zeppelin hangar")
    tasks.start(site.cast.bob, a_task(site.cast.bob, project, title="Zinc the roof"), NOW)
    a_project(site.cast.alice, title="Newer than that", now=clock.now())
    sign_in(page, "Bob", f"/org/{ACME}/dashboard")
    first = page.locator("#palette .find-results a").first
    page.keyboard.press("Control+k")
    expect(page.locator("#palette")).to_be_visible()
    expect(page.locator("#palette #find-q")).to_be_focused()
    expect(first).to_have_text("Newer than that")
    page.keyboard.type("zepp")
    expect(first).to_have_text("Zeppelin hangar")
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(first).to_have_text("Newer than that")
    page.keyboard.type("zeppelin")
    expect(first).to_have_text("Zeppelin hangar")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#palette .find-do").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Zeppelin hangar")
    expect(page.locator("#palette")).to_be_hidden()


@pytest.mark.parametrize("slow", [0, 500], ids=["at once", "after a while"])
def test_whoever_types_faster_than_the_palette_answers_gets_where_they_meant(
    opened: Open, site: Site, slow: int
) -> None:
    page = unattended(opened)
    """Nothing is waited for here: the letters come before the field, and Enter before what was found."""
    a_project(site.cast.alice, title="Quayside hangar")
    a_project(site.cast.alice, title="Newer than that", now=clock.now())
    sign_in(page, "Bob", f"/org/{ACME}/dashboard")

    def later(route: Route) -> None:
        page.wait_for_timeout(slow)
        route.continue_()

    page.route("**/find*", later)
    page.keyboard.press("Control+k")
    page.keyboard.type("quayx")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Quayside hangar")
    # Nothing found is nowhere to go to: not to what can be done, which stands below.
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    page.keyboard.type("nowhere at all")
    page.keyboard.press("Enter")
    expect(page.locator("#palette .empty")).to_be_visible()
    # Results that change under the focus do not drop it.
    page.locator("#find-q").fill("")
    expect(page.locator("#palette .find-results a").first).to_have_text("Newer than that")
    page.keyboard.type("quay")
    page.keyboard.press("ArrowDown")
    found = page.locator("#palette .find-results a", has_text="Quayside hangar").first
    expect(page.locator("#palette .find-results a").first).to_have_text("Quayside hangar")
    expect(found).to_be_focused()


def test_a_board_file_is_looked_into_and_then_brought_in(page: Page) -> None:
    sign_in(page, "Dana", f"/org/{ACME}/import")
    page.get_by_label("File").set_input_files(BOARD_FILE)
    page.get_by_role("button", name="Look into the file").click()
    expect(page.locator("#preview-h")).to_be_visible()
    expect(page.locator(".numbers")).to_contain_text("40")
    page.get_by_role("button", name="Import 40 tasks").click()
    # Its progress is shown until all is there; nobody has to look again.
    expect(page.locator("#result-h")).to_have_text("Your board is here")
    expect(page.locator(".numbers")).to_contain_text("new tasks40")
    page.get_by_role("link", name="See the projects").click()
    expect(page.locator(".projects .card").first.locator(".project-counts")).to_have_text("16 open4 in progress20 done")
