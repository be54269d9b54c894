"""Hands that use a page: by mouse, by keyboard alone, by touch on a phone, and by mouse with no script in the page.

All do the same things (press, write, choose, get a file), so that one way through the product can be walked by all of
them. They find nothing themselves: what they are given is found by what no language changes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page, expect

FARTHEST = 150
"""Strokes of Tab after which something counts as out of reach."""

AWAY = """target => {
    if (target === document.activeElement) return 0;
    const stops = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    const all = [...document.querySelectorAll(stops)].filter((each) => each.checkVisibility() && !each.disabled);
    const from = document.activeElement === document.body ? -1 : all.indexOf(document.activeElement);
    return all.indexOf(target) - from || 1;
}"""
"""About how many strokes of Tab it is to something; zero is there alone. Less than nothing: with Shift."""


class Mouse:
    """A mouse and a keyboard at a desk."""

    options: ClassVar[dict[str, Any]] = {}
    scripted = True
    drags = True

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        """A button, a link, a summary: done to it what makes it act."""
        self.wait()
        target.click()

    def write(self, field: Locator, text: str) -> None:
        """Put text into an empty field, stroke by stroke, as scripts of the page expect it."""
        self.press(field)
        expect(field).to_be_focused()
        self.page.keyboard.type(text)
        expect(field).to_have_value(text)

    def choose(self, select: Locator, value: str) -> None:
        """One option of a list, by its value."""
        select.select_option(value)

    def drag(self, what: Locator, onto: Locator) -> None:
        """Carried and let go. Both are in sight: a page must not scroll between the two."""
        places = [what.bounding_box(), onto.bounding_box()]
        assert all(places)
        start, end = [(box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)) for box in places if box]
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] + 8, start[1] + 8)
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def download(self, target: Locator) -> str:
        """The text of the file behind a link."""
        with self.page.expect_download() as coming:
            self.press(target)
        return Path(coming.value.path()).read_text(encoding="utf-8")

    def wait(self) -> None:
        """Until the page is all there, as a person sees in the tab: what is pressed before works as without script."""
        self.page.wait_for_load_state()

    def look(self) -> None:
        """See whether the page as it stands is one that these hands can use."""


class Keyboard(Mouse):
    """No mouse at all: everything is reached by Tab, and the focus is in sight on the way."""

    drags = False

    def press(self, target: Locator) -> None:
        """Enter, on the way by Tab."""
        self.reach(target)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        """Reached by Tab. Typed as it is: nothing is selected first, the field is empty."""
        self.reach(field)
        self.page.keyboard.type(text)
        expect(field).to_have_value(text)

    def choose(self, select: Locator, value: str) -> None:
        """By the arrow keys."""
        self.reach(select)
        way = select.evaluate("(s, value) => [...s.options].findIndex(o => o.value === value) - s.selectedIndex", value)
        for _ in range(abs(way)):
            self.page.keyboard.press("ArrowDown" if way > 0 else "ArrowUp")
        expect(select).to_have_value(value)

    def reach(self, target: Locator) -> None:
        """Tab (or Shift-Tab, where that is the way) until it has the focus, and see that this is shown."""
        self.wait()
        expect(target).to_be_visible()
        strokes = 0
        while away := target.evaluate(AWAY):
            for _ in range(abs(away)):
                self.page.keyboard.press("Tab" if away > 0 else "Shift+Tab")
            strokes += abs(away)
            assert strokes < FARTHEST, f"no way by Tab to {target}"
        assert target.evaluate("element => element.matches(':focus-visible')"), "the focus is not in sight"


class Phone(Mouse):
    """Fingers on a screen of 390 px."""

    options: ClassVar[dict[str, Any]] = {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    }
    drags = False

    def press(self, target: Locator) -> None:
        """A tap. What can be tapped is as large as a finger, unless it stands in the middle of a line of text."""
        self.wait()
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box
        inline = target.evaluate("element => getComputedStyle(element).display === 'inline'")
        assert inline or box["height"] >= 43.5, f"{target} is {box['height']} px high"
        target.tap()

    def look(self) -> None:
        """Nothing is wider than the screen."""
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 390


class Scriptless(Mouse):
    """A browser that runs no script."""

    options: ClassVar[dict[str, Any]] = {"java_script_enabled": False}
    scripted = False
    drags = False
