"""A month on paper, a page without script, and colours that are there from the first paint on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tenants import clock
from tenants.writes import tasks
from tests.browser.conftest import Open, Site, sign_in
from tests.cast import ACME, a_project, a_task

MARGIN = {"top": "12mm", "bottom": "12mm", "left": "12mm", "right": "12mm"}


@pytest.mark.parametrize("name", ["leaderboard", "dashboard"])
def test_a_month_fits_on_one_sheet_without_anything_to_press(page: Page, site: Site, name: str) -> None:
    for person in (site.cast.alice, site.cast.bob, site.cast.dana):
        tasks.complete(person, a_task(person, a_project(site.cast.alice)), clock.now())
    sign_in(page, "Alice", f"/org/{ACME}/{name}")
    page.emulate_media(media="print")
    sheet = page.pdf(format="A4", margin=MARGIN)  # type: ignore[arg-type]  # Playwright's own kind of dictionary
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    for element in page.locator("button, summary, input, select, .tabs, .below, .find-link, dialog").all():
        assert not element.is_visible(), element.evaluate("element => element.outerHTML")
    expect(page.locator(".days-chart").first).to_be_visible()
    expect(page.locator("h1")).to_be_visible()


def test_a_page_works_without_script_and_offers_nothing_that_needs_it(opened: Open) -> None:
    page = opened(java_script_enabled=False).new_page()
    sign_in(page, "Alice", f"/org/{ACME}/dashboard")
    expect(page.locator("#followed")).to_contain_text("updated")
    for words in ("Pause", "Follow", "Keyboard"):
        expect(page.get_by_role("button", name=words)).to_have_count(0)
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


def test_the_colours_change_at_once_and_are_there_from_the_first_paint_on(page: Page) -> None:
    sign_in(page, "Alice", f"/org/{ACME}/dashboard")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.evaluate("window.sameDocument = true")
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert dark != light
    assert page.evaluate("window.sameDocument")
    # Before any script of ours has run.
    page.goto(f"/org/{ACME}/dashboard", wait_until="commit")
    page.wait_for_selector("h1")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == dark
    with page.expect_response("**/look"):
        page.get_by_role("button", name="As the system").click()
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == light
