"""How it feels: the focus, the keyboard, a narrow screen, a server that is not there."""

import time

import pytest
from playwright.sync_api import Page, expect

from tenants import clock
from tenants.writes import tasks
from tenants.writes.tasks import TaskFields, TaskRef
from tests.browser.conftest import Site, Watch, fill_in, sign_in
from tests.cast import ACME, a_project, a_task, rename_project


@pytest.fixture
def task(site: Site) -> TaskRef:
    """A fresh open task of a fresh project of Acme's."""
    return a_task(site.cast.bob, a_project(site.cast.alice), title="Write it", assignee=site.cast.bob.user)


def at(task: TaskRef) -> str:
    return f"/org/{task.org}/projects/{task.project}"


def active(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_the_focus_stays_on_the_button_that_was_clicked(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    for name, status in (("Complete", "done"), ("Reopen", "open")):
        page.get_by_role("button", name=name).click()
        expect(page.locator("li.task")).to_have_attribute("data-status", status)
        expect(page.locator(f"#task-{task.id}-tick")).to_be_focused()
    for name, status in (("Start", "doing"), ("Stop", "open")):
        page.get_by_role("button", name=name).click()
        expect(page.locator("li.task")).to_have_attribute("data-status", status)
        expect(page.locator(f"#task-{task.id}-move")).to_be_focused()


def test_the_keyboard_alone_completes_a_task(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    for key, status in (("Enter", "done"), ("Space", "open")):
        for _ in range(60):
            if active(page) == f"task-{task.id}-tick":
                break
            page.keyboard.press("Tab")
        expect(page.locator(f"#task-{task.id}-tick")).to_be_focused()
        page.keyboard.press(key)
        expect(page.locator("li.task")).to_have_attribute("data-status", status)
        expect(page.locator(f"#task-{task.id}-tick")).to_be_focused()
        page.wait_for_timeout(1_000)  # two strokes at once would be the halves of a double click, which is one click
    heard = page.get_by_role("status").filter(has_text="Open again: Write it")
    expect(heard).to_have_count(1)


def test_the_first_stop_of_the_keyboard_leads_past_the_header(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_on_a_narrow_screen_the_tab_of_the_page_is_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("Projects", "Settings"):
        sign_in(page, "Alice", f"/org/{ACME}/{name.lower()}")
        expect(page.locator(".tabs [aria-current]")).to_have_text(name)
        expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)
    page.goto(f"/org/{ACME}/projects")
    expect(page.get_by_role("link", name="Dashboard", exact=True)).to_be_in_viewport(ratio=1)


def test_a_filter_keeps_the_focus_on_itself(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", f"/org/{task.org}/tasks")
    page.locator("#filter-urgent").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#filter-urgent")).to_have_attribute("aria-current", "true")
    expect(page.locator("#filter-urgent")).to_be_focused()


def test_a_server_that_cannot_be_reached_is_told_and_nothing_changes(page: Page, task: TaskRef, watch: Watch) -> None:
    sign_in(page, "Bob", at(task))
    watch.allow("ERR_INTERNET_DISCONNECTED")
    watch.allow("error: htmx:")
    page.context.set_offline(True)
    page.get_by_role("button", name="Complete").click()
    expect(page.locator("#said")).to_contain_text("No answer came back.")
    expect(page.locator("li.task")).to_have_attribute("data-status", "open")
    page.context.set_offline(False)
    page.get_by_role("button", name="Complete").click()
    expect(page.locator("li.task")).to_have_attribute("data-status", "done")


def test_a_task_that_somebody_deleted_meanwhile_is_told_beside_the_list(
    page: Page, site: Site, task: TaskRef, watch: Watch
) -> None:
    sign_in(page, "Bob", at(task))
    watch.allow("404 (Not Found)")
    watch.allow("Response Status Error Code 404")
    tasks.delete(site.cast.alice, task, clock.now())
    page.get_by_role("button", name="Complete").click()
    expect(page.locator("#said")).to_contain_text("Nothing is here")
    expect(page.locator("header.bar")).to_have_count(1)
    expect(page.locator("li.task")).to_be_visible()


def test_somebody_signed_out_elsewhere_signs_in_and_is_back_where_they_were(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    page.context.clear_cookies(name="session")
    page.get_by_role("button", name="Complete").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    fill_in(page, "Bob", at(task))
    expect(page.locator("li.task")).to_have_attribute("data-status", "open")


def test_hostile_text_stays_text_in_a_browser(page: Page, site: Site, task: TaskRef) -> None:
    """The policy would only stop it from running; the watch over the page would tell that it had to."""
    hostile = '<img src=x onerror="window.ran = 1"><script>window.ran = 1</script>'
    now = clock.now()
    rename_project(site.cast.alice, ACME, task.project, hostile, now)
    tasks.edit(site.cast.alice, task, TaskFields(hostile, assignee=site.cast.bob.user), 1, now)
    sign_in(page, "Bob", at(task))
    expect(page.locator("h1")).to_have_text(hostile)
    page.locator("li.task").get_by_role("button", name="Start").click()
    expect(page.locator("li.task")).to_have_attribute("data-status", "doing")
    expect(page.locator("#said bdi")).to_have_text(hostile)
    for path in (f"/org/{ACME}/dashboard", f"/org/{ACME}/tasks?status=doing", "/"):
        page.goto(path)
        assert page.evaluate("window.ran === undefined")
        expect(page.locator("main img")).to_have_count(0)


@pytest.mark.parametrize("pause", [0.0, 0.25], ids=["before the answer", "after the answer"])
def test_a_double_click_is_one_click(page: Page, task: TaskRef, pause: float) -> None:
    """The second half of a double click would take back what the first half did, once its answer is there."""
    sign_in(page, "Bob", at(task))
    button = page.get_by_role("button", name="Complete")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*where)
    if pause:
        expect(page.locator("li.task")).to_have_attribute("data-status", "done")
        time.sleep(pause)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    time.sleep(0.5)
    expect(page.locator("li.task")).to_have_attribute("data-status", "done")
    # A click of its own takes it back.
    page.mouse.click(*where)
    expect(page.locator("li.task")).to_have_attribute("data-status", "open")
