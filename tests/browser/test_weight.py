"""What a visit weighs on the wire, and that nothing blocks the first paint or moves after it."""

from typing import Any

from playwright.sync_api import Page, expect

from tenants import clock
from tenants.writes import tasks
from tests.browser.conftest import Open, Site, Watch, sign_in
from tests.cast import ACME, a_project, a_task

PATH = f"/org/{ACME}/dashboard"
KB = 1024

MEASURE = """() => [
    ...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource"),
].map((entry) => ({
    name: entry.name,
    kind: entry.initiatorType,
    bytes: entry.transferSize,
    blocks: entry.renderBlockingStatus === "blocking",
}))"""
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push([entry.value, entry.hadRecentInput]);
}).observe({ type: "layout-shift", buffered: true });
"""


def visited(page: Page) -> list[dict[str, Any]]:
    """Everything that this visit has fetched."""
    page.goto(PATH, wait_until="networkidle")
    found: list[dict[str, Any]] = page.evaluate(MEASURE)
    return found


def test_a_first_visit_weighs_90_kb_at_most_and_each_one_after_it_25(opened: Open) -> None:
    """Everything together, as it comes over the wire; the page itself is not even compressed here."""
    first = opened()
    sign_in(first.new_page(), "Alice", PATH)
    page = opened(storage_state=first.storage_state()).new_page()
    everything = visited(page)
    assert len(everything) >= 5
    assert all(entry["bytes"] > 0 for entry in everything), "something came from the browser's store"
    weight = sum(entry["bytes"] for entry in everything)
    assert weight <= 90 * KB, sorted((entry["bytes"], entry["name"]) for entry in everything)
    again = sum(entry["bytes"] for entry in visited(page))
    assert 0 < again <= 25 * KB


def test_no_script_blocks_the_first_paint_and_nothing_moves_after_it(opened: Open, site: Site, watch: Watch) -> None:
    """Whatever comes from elsewhere would be told by the watch."""
    tasks.complete(site.cast.bob, a_task(site.cast.bob, a_project(site.cast.alice)), clock.now())
    for width in (1440, 390):
        context = opened(viewport={"width": width, "height": 900})
        page = context.new_page()
        sign_in(page, "Alice", PATH)
        page.add_init_script(WATCH_SHIFTS)
        everything = visited(page)
        blocking = [entry["name"] for entry in everything if entry["blocks"]]
        assert [name.rpartition(".")[2] for name in blocking] == ["css"], blocking
        expect(page.locator("#keys-open")).to_be_visible()
        page.wait_for_timeout(500)
        assert page.evaluate("window.shifts") == []
    assert watch.faults == []
