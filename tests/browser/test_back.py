"""The back button: through all that a visit has shown, each time a whole page as it stands now; from outside, nothing."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tenants import clock, ids
from tenants.policy import Plan, Priority
from tenants.writes import accounts, orgs
from tenants.writes.ground import Actor
from tests.browser.conftest import FLAGS, Site, Watch, executable
from tests.cast import PASSWORD, a_project, a_task

PARTS = ("html", "head > title", "body > header.bar", "body > nav.tabs", "body > main", "main h1", "body > footer")

Step = tuple[Callable[[], object], str]


@dataclass(frozen=True, slots=True)
class Stop:
    """A page as it was left behind."""

    url: str
    title: str
    heading: str


@pytest.fixture
def page(chromium: Browser, site: Site, watch: Watch) -> Iterator[Page]:
    """A page of a browser that keeps pages in memory to go back to, as people's browsers do and Playwright's does not."""
    keeping = chromium.browser_type.launch(
        executable_path=executable(), args=FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    context = keeping.new_context(base_url=site.url)
    context.on("page", watch.over)
    yield context.new_page()
    keeping.close()


def whole(page: Page) -> Stop:
    """A whole document with one of each of its parts, and nothing open above it."""
    for part in PARTS:
        expect(page.locator(part)).to_have_count(1)
    expect(page.locator("dialog[open]")).to_have_count(0)
    return Stop(page.url, page.title(), page.locator("main h1").inner_text())


def come_in(page: Page) -> str:
    """Somebody new with an organisation of their own, signed in. Answers with its project, which has two tasks."""
    now = clock.now()
    email = f"{ids.random_id(8)}@example.org"
    vera = Actor(accounts.sign_up("Vera Private", email, PASSWORD, now))
    org = orgs.create(vera, f"back-{ids.random_id(10)}", "Secret works", "UTC", now, Plan.PRO)
    project = a_project(vera, org, "Secret plan", now)
    for title, priority in (("Secret one", Priority.URGENT), ("Secret two", Priority.LOW)):
        a_task(vera, project, org=org, title=title, priority=priority, now=now)
    page.goto("/sign-in")
    page.locator("[name=email]").fill(email)
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    return project


def steps(page: Page, project: str) -> list[Step]:
    """Links, numbers that open their rows, lists and boards that htmx puts there under an address of their own."""

    def nav(route: str) -> Callable[[], object]:
        return lambda: page.locator(f"nav.tabs a[href$='/{route}']").click()

    def filtered() -> None:
        page.locator("details.filter summary").click()
        page.locator("#filter_priority").select_option("low")
        page.locator(".filter-form [type=submit]").click()

    def opened_and_edited() -> None:
        page.locator(".task-title").click()
        page.locator("#edit-priority").click()
        page.locator("#place_priority").select_option("high")
        page.locator("#field-priority [type=submit]").click()
        page.locator("#id_comment").fill("Secret words")
        page.locator("#comment-send").click()
        expect_edited(page)

    return [
        (lambda: page.locator(".org-list a").click(), "/dashboard$"),
        (lambda: page.get_by_test_id("open-urgent").click(), r"/tasks\?status=open&priority=urgent$"),
        (lambda: page.locator("#filter-low").click(), "priority=low$"),
        (lambda: page.locator("#filter-doing").click(), "status=doing$"),
        (nav("projects"), "/projects$"),
        (lambda: page.locator(".project-title").click(), f"/{project}$"),
        (filtered, "priority=low"),
        (lambda: page.locator("#view-board").click(), "view=board"),
        (opened_and_edited, "/tasks/[^/]+$"),
        (lambda: page.locator("main a[href$='/move']").click(), "/move$"),
        (nav("leaderboard"), "/leaderboard$"),
        (nav("activity"), "/activity$"),
        (nav("members"), "/members$"),
    ]


def expect_edited(page: Page) -> None:
    expect(page.locator("#edit-priority [data-priority=high]")).to_be_visible()
    expect(page.locator(".comments .prose")).to_have_text("Secret words")


def renewed(page: Page, act: str) -> None:
    """Do it, and wait for the document that takes the place of this one: it is asked for, not kept."""
    page.evaluate(f"() => {{ document.documentElement.dataset.old = ''; setTimeout(() => {act}); }}")
    expect(page.locator("html[data-old]")).to_have_count(0)
    page.wait_for_load_state()


def test_back_twelve_steps_and_reload_show_whole_pages_and_outside_the_door_nothing(page: Page) -> None:
    project = come_in(page)
    left: list[Stop] = []
    for act, address in steps(page, project):
        act()
        expect(page).to_have_url(re.compile(address))
        page.wait_for_load_state()
        left.append(whole(page))
    assert len({stop.url for stop in left}) == len(left) == 13
    # A dialog is no step of its own, and does not come along.
    page.keyboard.press("Control+k")
    expect(page.locator("#find-q")).to_be_focused()

    for number, stop in enumerate(reversed(left[:-1])):
        renewed(page, "history.back()")
        if number % 3 == 2:
            renewed(page, "location.reload()")
        expect(page).to_have_url(stop.url)
        assert whole(page) == stop
        if stop.heading == "Secret two" and not stop.url.endswith("/move"):
            expect_edited(page)
    # As it stands now, not as it was twelve steps ago.
    expect(page.get_by_test_id("open-high")).to_have_text("1")
    expect(page.get_by_test_id("open-low")).to_have_text("0")
    for stop in left[1:4]:
        renewed(page, "history.forward()")
        assert whole(page) == stop
    # A browser that kept a page in spite of what it was told shows a new one all the same.
    renewed(page, "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    page.locator("header.bar form[action='/sign-out'] button").click()
    expect(page.locator("form[action='/sign-in']")).to_be_visible()
    for _ in range(2):
        renewed(page, "history.back()")
        expect(page.locator("form[action='/sign-in']")).to_be_visible()
        assert not re.search("Secret|Vera", page.content())
