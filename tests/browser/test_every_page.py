"""Every page that there is, looked at once: by axe-core, at 320 pixels, with large letters, and over the console's shoulder."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser import stops
from tests.browser.conftest import PATIENCE, Open, Site, Watch, sign_in
from tests.browser.stops import Stop

AXE = Path(str(files("axe_playwright_python"))) / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BY_SIGHT = [
    "color-contrast",
    "target-size",
    "link-name",
    "button-name",
    "aria-hidden-focus",
    "scrollable-region-focusable",
]
"""Rules whose answer depends on colours and on what a narrow screen leaves out; all others read the same document again."""
RUN = """options => axe.run(document, options).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary.replace(/\\s+/g, " ").slice(0, 240)}`)))"""
SMALL = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")].filter((element) => {
    const label = element.matches("[type=checkbox], [type=radio]") && (element.closest("label, .task-choose, .plans li"));
    const box = (label || element).getBoundingClientRect();
    if (!box.width || box.height >= 43.5 || element.closest(".sr, .skip") || !element.checkVisibility()) return false;
    // A link within a sentence is as high as its line.
    const own = [...element.closest("a")?.parentElement.childNodes || []].some((node) => node.nodeType === 3 && /\\w{2}/.test(node.data));
    return !(element.localName === "a" && own);
}).map((element) => `small: ${element.outerHTML.slice(0, 90)} ${Math.round(element.getBoundingClientRect().height)} px`)"""
WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Walk:
    """One browser that goes from page to page and keeps what is wrong with each."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.faults: list[str] = []
        self.seen: set[str] = set()

    def along(self, way: Iterable[Stop]) -> None:
        """Look at one page after the other."""
        for stop in way:
            self.over(stop)
            self.seen.add(stop.name)

    def over(self, stop: Stop) -> None:
        """Look at one page: light and wide, dark and wide, with letters of twice the size, then dark and narrow."""
        self._show(1440, "light")
        self.page.goto(stop.path)
        if stop.act:
            stop.act(self.page)
        self._tell(stop, "light", self._axe({"runOnly": RULES}))
        self._show(1440, "dark")
        self._tell(stop, "dark", self._axe({"runOnly": {"type": "rule", "values": BY_SIGHT[:1]}}))
        self._letters(32)
        self._tell(stop, "large letters", self._too_wide())
        self._letters(16)
        self._show(720, "dark")
        self._tell(stop, "720 px", self._too_wide())
        self._show(320, "dark")
        self._tell(stop, "320 px", self._too_wide())
        self._tell(stop, "320 px", self.page.evaluate(SMALL))
        self._tell(stop, "320 px, dark", self._axe({"runOnly": {"type": "rule", "values": BY_SIGHT}}))

    def _show(self, width: int, colours: Any) -> None:
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=colours)

    def _letters(self, pixels: int) -> None:
        """The size that somebody has set in their browser: unlike a style on the page, it moves the breakpoints too."""
        self.session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})

    def _axe(self, options: dict[str, Any]) -> list[str]:
        found: list[str] = self.page.evaluate(RUN, {"resultTypes": ["violations"], **options})
        return found

    def _too_wide(self) -> list[str]:
        more = self.page.evaluate(WIDTH)
        return [f"scrolls sideways by {more} px"] if more > 0 else []

    def _tell(self, stop: Stop, how: str, found: list[str]) -> None:
        self.faults += [f"{stop.name} ({how}) {fault}" for fault in found]


@pytest.mark.timeout(300)
def test_every_page_can_be_used_by_everybody_and_complains_of_nothing(opened: Open, site: Site, watch: Watch) -> None:
    watch.allow("404 (Not Found)")
    watch.allow("400 (Bad Request)")
    watch.allow("403 (Forbidden)")
    here = stops.build(site.cast)
    context = opened(reduced_motion="reduce", has_touch=True, viewport={"width": 1440, "height": 900})
    context.set_default_navigation_timeout(4 * PATIENCE)
    # By the protocol of the browser, which a page's policy does not bind.
    context.add_init_script(path=AXE)
    walk = Walk(context.new_page())
    walk.along(stops.signed_out(walk.page, site))
    walk.along(stops.errors(context, site))
    sign_in(walk.page, stops.OWNER)
    walk.along(stops.signed_in(walk.page, site, here))
    context.clear_cookies(name="session")
    sign_in(walk.page, "Bob")
    walk.along(stops.of_a_member(here))
    assert walk.seen >= stops.PAGES, "a page that the walk does not stop at"
    assert not walk.faults, "\n".join(walk.faults)
