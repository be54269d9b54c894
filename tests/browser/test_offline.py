"""Without a connection: what is shown then, that it is nobody's, and that nothing typed is lost."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, SETTINGS, Site, Watch, sign_in
from tests.cast import ACME, a_project
from tests.server.processes import gunicorn

PATH = f"/org/{ACME}/dashboard"
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys())
    .map(({ url }) => new URL(url).pathname.replace(/\\.[0-9a-f]{12}\\./, "."))))).flat()"""
WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).length"


def looked_after(page: Page) -> None:
    """Wait until the browser keeps the page and looks after this one."""
    until(page, "async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null")


def until(page: Page, is_so: str) -> None:
    """Wait for what only the browser knows. (Playwright's own way asks the page to evaluate text, which it may not.)"""
    give_up = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(is_so):
        assert time.monotonic() < give_up, is_so
        page.wait_for_timeout(50)


def test_without_a_connection_a_page_says_so_and_leads_on_once_it_is_back(page: Page, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    sign_in(page, "Bob", PATH)
    looked_after(page)
    page.context.set_offline(True)
    page.get_by_role("link", name="Members", exact=True).click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.url.endswith(f"/org/{ACME}/members")
    # It looks like a page of ours, from the browser's own store.
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).borderRadius") != "0px"
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Members", exact=True)).to_be_visible()
    # A page that was seen before is no more there than any other: what is old is never shown as if it were new.
    page.context.set_offline(True)
    page.goto(PATH)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("Acme")


def test_nothing_of_anybody_is_kept_and_nothing_at_all_after_signing_out(page: Page) -> None:
    sign_in(page, "Bob", PATH)
    looked_after(page)
    for path in ("members", "tasks", "projects"):
        page.goto(f"/org/{ACME}/{path}")
    assert sorted(page.evaluate(KEPT)) == ["/offline", "/static/mark.svg", "/static/offline.js", "/static/tablero.css"]
    page.context.clear_cookies(name="session")  # the session itself is for the other tests
    page.evaluate("document.querySelector('.who form').submit()")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert page.evaluate(KEPT) == []
    assert page.evaluate(WORKERS) == 0


def test_a_newer_worker_waits_until_our_pages_are_closed_and_holds_up_none_of_them(page: Page) -> None:
    page.goto("/accessibility")
    page.evaluate("void navigator.serviceWorker.register('/worker.js?language=en')")
    looked_after(page)
    before = page.evaluate("navigator.serviceWorker.controller.scriptURL")
    assert "language=en" in before
    for language in ("es", "en") * 3:
        page.evaluate(f"void navigator.serviceWorker.register('/worker.js?language={language}')")
        page.goto("/accessibility")
    page.evaluate("void navigator.serviceWorker.register('/worker.js?language=es')")
    until(page, "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null")
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL") == before


def test_a_worker_that_is_withdrawn_leaves_with_all_that_it_kept(page: Page, watch: Watch, tmp_path: Path) -> None:
    with gunicorn(tmp_path / "log", SETTINGS) as server:
        watch.host = f"127.0.0.1:{server.port}"
        page.goto(f"http://{watch.host}/accessibility")
        page.evaluate("void navigator.serviceWorker.register('/worker.js?language=en')")
        looked_after(page)
        assert page.evaluate(KEPT)
    with gunicorn(tmp_path / "log", SETTINGS | {"PORT": str(server.port), "OFFLINE_PAGE": "off"}):
        page.reload()
        until(page, f"async () => (await ({WORKERS})()) === 0 && (await ({KEPT})()).length === 0")
        page.reload()
        assert page.evaluate("navigator.serviceWorker.controller") is None


def test_what_was_typed_stays_where_it_is_when_it_cannot_be_sent(page: Page, site: Site, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    watch.allow("error: htmx:")
    sign_in(page, "Bob", f"/org/{ACME}/projects/{a_project(site.cast.alice)}")
    looked_after(page)
    line = page.get_by_label("Quick add")
    line.fill("Write it")
    expect(page.locator(".understood-title")).to_be_visible()
    page.context.set_offline(True)
    line.press("Enter")
    expect(page.locator("#said")).to_contain_text("what you typed is still here")
    expect(line).to_have_value("Write it")
    # In the palette, which covers the rest of the page, it is said there.
    page.context.set_offline(False)
    page.keyboard.press("Control+K")
    expect(page.locator("#find-q")).to_be_focused()
    page.context.set_offline(True)
    page.locator("#find-q").press_sequentially("Wr")
    expect(page.locator("#palette")).to_contain_text("There is no connection")
    page.keyboard.press("Escape")
    page.context.set_offline(False)
    line.press("Enter")
    expect(page.locator("li.task")).to_contain_text("Write it")
