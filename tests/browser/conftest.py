"""A real browser in front of the real web server and the embedded engine."""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tenants import ids, table
from tenants.policy import Plan
from tenants.writes import orgs
from tests.cast import ACME, PASSWORD, Cast, address, gather
from tests.conftest import _elsewhere_afterwards
from tests.server.processes import gunicorn

SETTINGS = {"SECRET_KEY": "a-secret-for-the-server-behind-the-browser-0123456789-0123456789"}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 15_000.0
"""Milliseconds that something may take to appear: the engine and the tests share their cores."""

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI}`);
});
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, and only those."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.engine)
            item.add_marker(pytest.mark.server)


@dataclass(frozen=True, slots=True)
class Site:
    """Where it is served, who is in it, and the folder that its mails go to."""

    url: str
    cast: Cast
    mails: Path

    def link_for(self, email: str, route: str = "") -> str:
        """The link in the latest mail to this address, as soon as there is one; only those that begin with `route`."""
        give_up = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < give_up:
            found = [
                match[1]
                for path in sorted(self.mails.glob("*.log"), key=lambda path: path.stat().st_mtime)
                if f"To: {email}" in (text := path.read_text())
                if (match := re.search(rf"^({re.escape(self.url)}/{route}\S+)$", text, re.MULTILINE))
            ]
            if found:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"no mail to {email} came")


@dataclass
class Watch:
    """Everything that a page should not have done. Without slots: Playwright marks the object it calls."""

    host: str
    faults: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._request)

    def allow(self, words: str) -> None:
        """Say that the browser will complain in these words: a test that takes the server away expects it to."""
        self.expected.append(words)
        if words == "ERR_INTERNET_DISCONNECTED":
            # The browser looks for a new release of the page that it keeps for this, whenever it likes.
            self.expected.append("An unknown error occurred when fetching the script.")

    def check(self) -> None:
        assert [fault for fault in self.faults if not any(words in fault for words in self.expected)] == []

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self.host:
            self.faults.append(f"asked elsewhere: {request.url}")


@pytest.fixture(scope="package")
def site(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The product as it is deployed, with the cast in it."""
    with _elsewhere_afterwards():
        # A name of its own: a worker that comes back to this folder from another one sets all this up again.
        name = f"browser-{ids.random_id(10)}"
        table.connect(endpoint=engine, table=name)
        table.create_table()
        _SESSIONS.clear()
        people = gather()
        orgs.set_plan(ACME, Plan.ENTERPRISE)  # every test makes a project of its own
        folder = tmp_path_factory.mktemp("browser")
        mails = folder / "mails"
        where = {"DYNAMODB_ENDPOINT_URL": engine, "DYNAMODB_TABLE": name, "EMAIL_URL": f"file:{mails}"}
        with gunicorn(folder / "log", SETTINGS | where) as server:
            yield Site(f"http://127.0.0.1:{server.port}", people, mails)


def executable() -> str:
    """Where Chromium is. Missing on this machine it skips the tests, except in CI, where it must not be missing."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "no Chromium on this machine: apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Headless Chromium."""
    path = executable()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


Open = Callable[..., BrowserContext]

_SESSIONS: dict[str, list[Any]] = {}
"""The cookies of everybody who has signed in to the site."""


@pytest.fixture
def watch(site: Site) -> Iterator[Watch]:
    """Looks over the shoulder of every page of the test, and speaks up at its end."""
    watching = Watch(urlsplit(site.url).netloc)
    yield watching
    watching.check()


@pytest.fixture
def opened(chromium: Browser, site: Site, watch: Watch) -> Iterator[Open]:
    """Opens browsers that know nothing of each other; takes Playwright's own options."""
    contexts: list[BrowserContext] = []

    def open_one(**options: object) -> BrowserContext:
        context = chromium.new_context(base_url=site.url, **options)  # type: ignore[arg-type]  # whatever the test asks for
        context.set_default_timeout(PATIENCE)
        context.add_init_script(TELL_VIOLATIONS)
        context.on("page", watch.over)
        if options.get("service_workers") == "block":
            watch.allow("Service Worker registration blocked by Playwright")
        contexts.append(context)
        return context

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def page(opened: Open) -> Page:
    """A page in a fresh browser."""
    return opened().new_page()


def unattended(opened: Open) -> Page:
    """A page without our service worker, for a test that answers requests itself: past a worker it would not see them."""
    return opened(service_workers="block").new_page()


def sign_in(page: Page, name: str, then: str = "/") -> None:
    """Sign in as one of the cast and go to `then`; from the second time on with the session of the first."""
    if name in _SESSIONS:
        page.context.add_cookies(_SESSIONS[name])
        page.goto(then)
    else:
        page.goto(f"/sign-in?next={then}")
        fill_in(page, name, then)
        _SESSIONS[name] = page.context.cookies()


def fill_in(page: Page, name: str, then: str) -> None:
    """Fill in the sign-in that is shown and wait for the page behind it."""
    page.get_by_label("E-mail").fill(address(name))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: urlsplit(url).path == then)
