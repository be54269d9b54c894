"""A page left open: what others do comes in by itself, and what one is doing oneself stays."""

import pytest
from playwright.sync_api import Page, Request, expect

from tenants import clock
from tenants.writes import tasks
from tenants.writes.tasks import TaskRef
from tests.browser.conftest import Open, Site, Watch, sign_in, unattended
from tests.cast import ACME, a_project, a_task

PATH = f"/org/{ACME}/dashboard"


@pytest.fixture
def task(site: Site) -> TaskRef:
    """A fresh open task of a fresh project of Acme's."""
    return a_task(site.cast.bob, a_project(site.cast.alice), title="Write it")


def questions(page: Page) -> list[Request]:
    """What the page asks by itself, as it goes."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "if-none-match" in request.headers else None)
    return asked


def opened_at(page: Page, name: str, path: str) -> list[Request]:
    """Sign in, open `path` with the browser's clock in the test's hands, and watch what the page asks."""
    page.clock.install()
    sign_in(page, name, path)
    return questions(page)


def open_total(page: Page) -> int:
    return int(page.get_by_test_id("open-total").inner_text())


def test_what_a_second_person_completes_shows_without_a_reload(page: Page, opened: Open, task: TaskRef) -> None:
    asked = opened_at(page, "Alice", PATH)
    page.evaluate("window.sameDocument = true")
    before = open_total(page)
    other = opened().new_page()
    sign_in(other, "Bob", f"/org/{ACME}/projects/{task.project}")
    other.get_by_role("button", name="Complete").click()
    expect(other.locator("li.task")).to_have_attribute("data-status", "done")
    page.clock.fast_forward(31_000)
    expect(page.get_by_test_id("open-total")).to_have_text(str(before - 1))
    expect(page.locator("#part-top")).to_contain_text("Bob")
    expect(page.locator("#heard")).to_contain_text(f"Updated: {before - 1} open")
    assert page.evaluate("window.sameDocument")
    # Nothing new: an answer without a body, and the page says that it is still right.
    page.clock.fast_forward(31_000)
    with page.expect_response(lambda answer: answer.status == 304):
        page.clock.fast_forward(31_000)
    assert len(asked) >= 2
    expect(page.locator("#followed time")).to_have_text(
        page.evaluate("document.querySelector('#followed time').dateTime.slice(11, 16)")
    )


def test_the_month_before_and_the_year_are_opened_beside_this_month_and_stay_open(
    page: Page, site: Site, task: TaskRef
) -> None:
    opened_at(page, "Bob", PATH)
    page.get_by_role("link", name="Last month and the year").click()
    expect(page.locator("#past .days-chart")).to_have_count(2)
    expect(page.locator("#past")).to_be_focused()
    expect(page.locator("#heard")).to_contain_text("Against ")
    before = page.locator("#part-month figcaption").inner_text()
    tasks.complete(site.cast.alice, task, clock.now())
    page.clock.fast_forward(31_000)
    expect(page.locator("#part-month figcaption")).not_to_have_text(before)
    expect(page.locator("#past .days-chart")).to_have_count(2)
    expect(page.locator("#past")).to_be_focused()


def test_focus_scroll_and_half_typed_words_survive(page: Page, site: Site, task: TaskRef) -> None:
    page.set_viewport_size({"width": 900, "height": 500})
    opened_at(page, "Bob", PATH)
    page.get_by_test_id("open-urgent").scroll_into_view_if_needed()
    page.locator("a.tile", has=page.get_by_test_id("open-urgent")).focus()
    tile = "document.activeElement.getBoundingClientRect().top"
    before = page.evaluate(tile)
    page.evaluate("document.getElementById('part-work').dataset.old = 'yes'")
    tasks.complete(site.cast.alice, task, clock.now())
    page.clock.fast_forward(31_000)
    expect(page.locator("#part-work:not([data-old])")).to_have_count(1)
    expect(page.locator("a.tile", has=page.get_by_test_id("open-urgent"))).to_be_focused()
    # What stands above may have become lower or higher: what is looked at stays where it is.
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    assert page.evaluate(tile) == pytest.approx(before, abs=2)
    # Words begun in a field, here in the margin of a list that follows as well.
    page.goto(f"/org/{ACME}/projects/{task.project}")
    page.locator("#quick_line").press_sequentially("Half a sen")
    tasks.reopen(site.cast.alice, task, clock.now())
    with page.expect_response(lambda answer: "part=pulse" in answer.url):
        page.clock.fast_forward(31_000)
    expect(page.locator("#quick_line")).to_be_focused()
    expect(page.locator("#quick_line")).to_have_value("Half a sen")


def test_a_part_in_which_somebody_types_waits_until_they_have_left_it(page: Page, site: Site, task: TaskRef) -> None:
    opened_at(page, "Bob", PATH)
    page.evaluate(
        """() => {
            const field = document.createElement("input");
            field.id = "own";
            document.getElementById("part-work").append(field);
        }"""
    )
    before = open_total(page)
    page.locator("#own").press_sequentially("mine")
    tasks.complete(site.cast.alice, task, clock.now())
    with page.expect_response(lambda answer: answer.url.endswith("/dashboard") and answer.status == 200):
        page.clock.fast_forward(31_000)
    expect(page.locator("#part-top")).to_contain_text("Alice")
    expect(page.locator("#own")).to_have_value("mine")
    assert open_total(page) == before
    page.locator("#own").fill("")
    page.locator("h1").click()
    page.locator("a.brand").focus()
    page.clock.run_for(100)
    expect(page.get_by_test_id("open-total")).to_have_text(str(before - 1))


def test_a_lost_connection_is_said_and_the_page_recovers_by_itself(
    page: Page, site: Site, task: TaskRef, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    opened_at(page, "Bob", PATH)
    shown = page.locator("#followed time").inner_text()
    page.context.set_offline(True)
    page.clock.fast_forward(31_000)
    expect(page.locator("#followed-state")).to_have_text(f"No connection since {shown}. Trying again.")
    before = open_total(page)
    tasks.complete(site.cast.alice, task, clock.now())
    page.context.set_offline(False)
    for _ in range(10):
        # The browser may say that it is online a moment before it is: then it is tried again.
        page.clock.fast_forward(61_000)
        page.wait_for_timeout(500)
        if page.locator("#followed-state").inner_text() == "":
            break
    expect(page.get_by_test_id("open-total")).to_have_text(str(before - 1))
    expect(page.locator("#followed-state")).to_have_text("")
    expect(page.locator("#followed")).not_to_have_class("followed lost")


def test_a_server_that_fails_is_asked_less_and_less_and_then_as_before(opened: Open, watch: Watch) -> None:
    page = unattended(opened)
    watch.allow("503 (Service Unavailable)")
    asked = opened_at(page, "Bob", PATH)
    page.route("**/dashboard", lambda route: route.fulfill(status=503, body="away"))
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 31)
    for number, wait in enumerate([5, 10, 20, 40, 60, 60], start=1):
        expect(page.locator("#followed-state")).to_contain_text("No connection since")
        assert len(asked) == number
        page.clock.fast_forward(wait * 1000 - 100)
        page.wait_for_timeout(200)
        assert len(asked) == number
        with page.expect_response(lambda answer: answer.status == 503):
            page.clock.fast_forward(200)
        page.wait_for_timeout(200)
    page.unroute("**/dashboard")
    page.clock.fast_forward(61_000)
    expect(page.locator("#followed-state")).to_have_text("")


def hide(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_hidden_page_never_asks_and_asks_at_once_when_it_is_seen_again(page: Page) -> None:
    asked = opened_at(page, "Bob", PATH)
    hide(page, hidden=True)
    for _ in range(10):
        page.clock.fast_forward(600_000)
        page.wait_for_timeout(20)
    assert asked == []
    with page.expect_response("**/dashboard"):
        hide(page, hidden=False)
        page.clock.run_for(10)
    assert len(asked) == 1


def test_a_page_that_nobody_touches_asks_every_two_minutes(page: Page) -> None:
    asked = opened_at(page, "Bob", PATH)
    page.clock.fast_forward(601_000)
    page.wait_for_timeout(200)
    before = len(asked)
    for _ in range(4):
        page.clock.fast_forward(31_000)
        page.wait_for_timeout(200)
    assert len(asked) - before <= 1
    page.mouse.move(5, 5)
    page.keyboard.press("Shift")
    page.clock.run_for(10)
    with page.expect_response("**/dashboard"):
        page.clock.fast_forward(31_000)


def test_it_can_be_paused_and_stays_so_until_it_is_asked_to_follow(page: Page) -> None:
    asked = opened_at(page, "Bob", PATH)
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Follow")).to_be_visible()
    page.clock.fast_forward(301_000)
    page.reload()
    page.clock.fast_forward(301_000)
    page.wait_for_timeout(100)
    assert asked == []
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Follow").click()
    with page.expect_response("**/dashboard"):
        page.clock.fast_forward(31_000)


def test_somebody_signed_out_elsewhere_is_sent_to_the_sign_in(page: Page) -> None:
    opened_at(page, "Bob", PATH)
    page.context.clear_cookies(name="session")
    page.clock.fast_forward(31_000)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert f"next=%2Forg%2F{ACME}%2Fdashboard" in page.url


def test_words_that_somebody_has_begun_to_type_are_not_thrown_away_for_the_sign_in(page: Page, task: TaskRef) -> None:
    opened_at(page, "Bob", f"/org/{ACME}/projects/{task.project}")
    page.get_by_text("New task with all fields").click()
    field = page.locator("#new-task").get_by_label("Title")
    field.press_sequentially("Half a sen")
    page.context.clear_cookies(name="session")
    page.clock.fast_forward(31_000)
    expect(page.locator("#followed-state")).to_contain_text("You are signed out.")
    expect(field).to_have_value("Half a sen")


def test_a_list_says_when_somebody_else_has_changed_something(page: Page, site: Site, task: TaskRef) -> None:
    opened_at(page, "Bob", f"/org/{ACME}/projects/{task.project}")
    page.clock.fast_forward(31_000)
    expect(page.locator("#followed")).to_be_visible()
    expect(page.locator("#stale")).to_be_hidden()
    tasks.complete(site.cast.alice, task, clock.now())
    page.clock.fast_forward(31_000)
    page.get_by_role("link", name="Somebody changed something meanwhile").click()
    expect(page.locator("li.task")).to_have_attribute("data-status", "done")
