"""Taking the pictures, and the index to look through them."""

from __future__ import annotations

import html
import re
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tenants.seed.making import PASSWORD
from tests.browser import stops
from tests.browser.conftest import FLAGS, executable
from tests.browser.stops import PAGES, SIGNED_OUT, Stop
from tests.conftest import ROOT
from tests.dashboard.routes import BY_NAME
from tests.screenshots.scene import FRESH, ORG, Scene, scene

FOLDER = ROOT / ".data" / "screenshots"
README = ROOT / "docs" / "images"
MOST_BYTES = 200_000
"""No picture of the README is larger."""

WIDE, NARROW = "wide", "narrow"
SCREENS: dict[str, dict[str, Any]] = {
    WIDE: {"viewport": {"width": 1440, "height": 900}},
    NARROW: {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
THEMES: tuple[Any, ...] = ("light", "dark")

SHOWN = {
    ("dashboard", WIDE, "light"): ("dashboard-light.png", 1020),
    ("dashboard", WIDE, "dark"): ("dashboard-dark.png", 1020),
    ("project, board", WIDE, "light"): ("board.png", 1020),
    ("dashboard", NARROW, "dark"): ("phone-dashboard.png", 844),
    ("task", NARROW, "light"): ("phone-task.png", 844),
}
"""What the README shows: page, screen and theme; its file, and how many pixels of it from the top."""


def main() -> None:
    """Take all pictures anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with scene() as here, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        names = list(dict.fromkeys(take(browser, here)))
        browser.close()
    (FOLDER / "index.html").write_text(index(names), encoding="utf-8")
    sys.stdout.write(f"{len(names)} pages: look through {FOLDER / 'index.html'}\n")


def take(browser: Browser, scene: Scene) -> Iterator[str]:
    """Take the pictures, and answer with the names of the pages."""
    pages = {
        # A service worker would ask for pages that only the browser knows.
        screen: browser.new_context(base_url=scene.site.url, service_workers="block", **options).new_page()
        for screen, options in SCREENS.items()
    }
    ways = [stops.signed_out(pages[WIDE], scene.site), inside(pages, scene)]
    errors = [list(stops.errors(page.context, scene.site)) for page in pages.values()]
    for stop in chain(*ways, errors[0]):
        for screen, page in pages.items():
            page.goto(stop.path)
            if stop.act:
                stop.act(page)
            shoot(page, stop, screen)
        yield stop.name


def shoot(page: Page, stop: Stop, screen: str) -> None:
    """One page in both themes; for the README what is seen of it first."""
    name = stop.name
    # A dialog is shown over the part of the page that is in the window.
    photograph = partial(page.screenshot, full_page=not page.locator("dialog[open]").count(), animations="disabled")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        photograph(path=FOLDER / file(name, screen, theme))
        if (name, screen, theme) in SHOWN:
            path, height = SHOWN[name, screen, theme]
            width = SCREENS[screen]["viewport"]["width"]
            picture = photograph(clip={"x": 0, "y": 0, "width": width, "height": height})
            if len(picture) > MOST_BYTES:
                raise SystemExit(f"{path} has {len(picture):,} bytes: show less of it.")
            (README / path).write_bytes(picture)


def inside(pages: dict[str, Page], scene: Scene) -> Iterator[Stop]:
    """What the owner of the sample organisation sees."""
    for page in pages.values():
        page.goto("/sign-in")
        page.locator("[name=email]").fill(f"owner@{ORG}.example")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main [type=submit]").click()
        page.wait_for_url(f"{scene.site.url}/")
    here = scene.here
    for name in sorted(PAGES - SIGNED_OUT - set(stops.BY_LINK) - {"project-away"}):
        yield Stop(name, here.of(BY_NAME[name]))
    project, dashboard = here.of(BY_NAME["project"]), here.of(BY_NAME["dashboard"])
    yield Stop("project, board", f"{project}?view=board")
    yield Stop("project, filtered", f"{project}?priority=high")
    yield Stop("project-away", scene.away)
    yield Stop("dashboard, first steps", f"/org/{FRESH}/dashboard")
    yield Stop("dashboard, palette", dashboard, _palette)
    yield Stop("dashboard, keys", dashboard, _keys)
    yield Stop("edit-task, title", f"{here.of(BY_NAME['task'])}/edit?field=title")
    yield Stop("find, found", f"/org/{ORG}/find?q=a")
    yield Stop("not here", f"/org/{ORG}/none")


def _palette(page: Page) -> None:
    page.locator("#find-link").click()
    page.locator("#find-q").fill("a")
    page.locator("#find-results[data-query=a]").wait_for()


def _keys(page: Page) -> None:
    page.locator("#keys-open").click()


def file(name: str, screen: str, theme: str) -> str:
    """The file of one picture."""
    return f"{re.sub('[^a-z0-9]+', '-', name)}-{screen}-{theme}.png"


def index(names: list[str]) -> str:
    """A page with all pictures, each page's four beside each other."""
    rows = []
    for name in names:
        pictures = [file(name, screen, theme) for screen in SCREENS for theme in THEMES]
        shown = "".join(f'<a href="{each}"><img loading="lazy" src="{each}" alt="{each}"></a>' for each in pictures)
        rows.append(f"<h2>{html.escape(name)}</h2><div>{shown}</div>")
    style = "body{font:1rem system-ui;margin:2rem}div{display:flex;gap:1rem;align-items:start}a:nth-child(-n+2){flex:4}a{flex:1}img{width:100%;border:1px solid #8888}"
    return (
        f"<!doctype html><meta charset=utf-8><title>Tablero, page by page</title><style>{style}</style>{''.join(rows)}"
    )
