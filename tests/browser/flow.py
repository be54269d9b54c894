"""The main way through the product, written once: from nothing to an organisation at work, and out of the door.

Who walks it brings their hands (`tests.browser.hands`). It finds things by role, name, id and address and never by
what a page says, so it can be walked in any language; what people typed themselves is the exception. After each step
the numbers on the page are those of the table.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, expect

from tenants import clock, ids
from tenants.policy import Priority, Status
from tenants.reads import archive, slices
from tenants.reads import dashboard as dashboards
from tenants.reads import task as tasks
from tenants.reads.accounts import user_by_address
from tenants.writes import accounts
from tests.browser.conftest import Open, Site
from tests.browser.hands import Mouse

SECRET = "a few words in a row"


class Flow:
    """One person's walk. Its methods are its steps, to be taken in the order in which they stand here."""

    def __init__(self, opened: Open, site: Site, kind: type[Mouse], language: str = "en") -> None:
        """In a browser that asks for pages in this language."""
        self.site, self._opened, self._kind, self.language = site, opened, kind, language
        self.hands = self._newcomer()
        self.page = self.hands.page
        self.email = f"{ids.random_id(8)}@example.org"
        self.org = f"flow-{ids.random_id(10)}"
        self.user = self.project = ""

    def walk(self) -> None:
        """All of it."""
        self.sign_up()
        self.create_org()
        self.create_project()
        self.add_tasks()
        self.edit_and_comment()
        self.move()
        self.complete_and_undo()
        self.filter()
        self.find()
        self.invite()
        self.download()
        self.put_away_and_bring_back()
        self.sign_out_and_in()

    def sign_up(self) -> None:
        """An account, opened by the link in the mail."""
        press, write, page = self.hands.press, self.hands.write, self.page
        page.goto("/sign-in")
        press(page.locator("main a[href='/sign-up']"))
        write(page.locator("[name=name]"), "Zoë <b>")
        write(page.locator("[name=email]"), self.email)
        write(page.locator("[name=password]"), SECRET)
        press(self.sends("/sign-up"))
        expect(page).to_have_url(re.compile("/check-mail$"))
        page.goto(self.site.link_for(self.email))
        press(self.sends("/confirm"))
        expect(page).to_have_url(f"{self.site.url}/")
        self.user = user_by_address(self.email) or ""
        assert self.user
        self.whole()

    def create_org(self) -> None:
        """An organisation of one's own."""
        press, write, page = self.hands.press, self.hands.write, self.page
        press(page.locator("main a[href='/create-organisation']"))
        write(page.locator("[name=name]"), "Zoë & sons")
        write(page.locator("[name=slug]"), self.org)
        press(self.sends("/create-organisation"))
        expect(page.get_by_test_id("org-name")).to_have_text("Zoë & sons")
        self.whole()

    def create_project(self) -> None:
        """By way of the navigation."""
        press, write, page = self.hands.press, self.hands.write, self.page
        press(self.nav("projects"))
        write(page.locator("#new-project [name=title]"), "Launch")
        press(page.locator("#new-project [type=submit]"))
        expect(page.locator("h1")).to_have_text("Launch")
        self.project = page.url.rpartition("/")[2]
        self.counted(0, 0, 0)

    def add_tasks(self) -> None:
        """One by a line of its own, whose meaning is shown first, and one by the form."""
        press, write, page = self.hands.press, self.hands.write, self.page
        write(page.locator("#quick_line"), "Fix the login !urgent #web ^2026-12-24")
        if self.hands.scripted:
            expect(page.locator("#understood li:not(.reason)")).to_have_count(3)
        press(page.locator("form.quick [type=submit]"))
        if not self.hands.scripted:
            expect(page.locator("#understood li:not(.reason)")).to_have_count(3)
            press(page.locator("form.quick [type=submit]"))
        expect(self.row("Fix the login").locator("time")).to_have_attribute("datetime", "2026-12-24")
        press(page.locator("details.all-fields summary"))
        form = page.locator("#new-task")
        write(form.locator("[name=title]"), "Paint the door")
        self.hands.choose(form.locator("[name=priority]"), "low")
        self.hands.choose(form.locator("[name=assignee]"), self.user)
        press(form.locator("[type=submit]"))
        expect(page.locator("li.task")).to_have_count(2)
        expect(self.row("Paint the door").locator(".person")).to_have_text("Zoë <b>")
        self.counted(2, 0, 0)

    def edit_and_comment(self) -> None:
        """A field, the description and a comment, each where it stands."""
        press, write, page = self.hands.press, self.hands.write, self.page
        press(self.row("Paint the door").locator(".task-title"))
        expect(page.locator("h1")).to_have_text("Paint the door")
        task = page.url.rpartition("/")[2]
        with self.on_this_page():
            press(page.locator("#edit-priority"))
            self.hands.choose(page.locator("#place_priority"), "high")
            press(page.locator("#field-priority [type=submit]"))
            expect(page.locator("#edit-priority [data-priority=high]")).to_be_visible()
            press(page.locator("#describe"))
            write(page.locator("[name=description]"), "Both sides & the frame")
            press(self.sends("/description"))
            expect(page.locator("#description .prose")).to_have_text("Both sides & the frame")
            write(page.locator("[name=comment]"), "Green, <i>please</i>")
            press(self.sends("/comments"))
            expect(page.locator(".comments .prose")).to_have_text("Green, <i>please</i>")
        self.whole()
        kept = tasks.task(self.org, self.user, self.project, task)
        assert (kept.task.priority, kept.description) == (Priority.HIGH, "Both sides & the frame")
        assert [each.text for each in kept.comments] == ["Green, <i>please</i>"]
        press(page.locator(f".crumb a[href$='{self.project}']"))
        self.counted(2, 0, 0)

    def move(self) -> None:
        """By the button in the list and on the board; where hands can carry something, by carrying it as well."""
        press, page = self.hands.press, self.page
        with self.on_this_page():
            press(self.row("Fix the login").locator(".task-move button"))
            self.stands("Fix the login", "doing")
        self.counted(1, 1, 0)
        with self.on_this_page():
            press(page.locator("#view-board"))
            expect(self.column("doing").locator(".task-title")).to_have_text(["Fix the login"])
        self.whole()
        if self.hands.drags:
            page.locator(".board-head").evaluate("head => head.scrollIntoView()")
            self.hands.drag(self.row("Paint the door").locator(".task-title"), self.column("doing"))
            self.stands("Paint the door", "doing")
            self.counted(0, 2, 0)
            page.locator(".board-head").evaluate("head => head.scrollIntoView()")
            self.hands.drag(self.row("Paint the door"), self.column("open"))
            self.stands("Paint the door", "open")
        self.counted(1, 1, 0)

    def complete_and_undo(self) -> None:
        """Done, taken back, done for good."""
        press = self.hands.press
        with self.on_this_page():
            press(self.row("Fix the login").locator(".task-tick button"))
            self.stands("Fix the login", "done")
        self.counted(1, 0, 1)
        with self.on_this_page():
            press(self.page.locator("form.undo button"))
            self.stands("Fix the login", "open")
        self.counted(2, 0, 0)
        press(self.row("Fix the login").locator(".task-tick button"))
        self.stands("Fix the login", "done")
        self.counted(1, 0, 1)
        month = dashboards.dashboard(self.org, self.user, clock.now(), consistent=True).month
        assert month.by_user == {self.user: 1}

    def filter(self) -> None:
        """A filter of the list and of the board is an address; going back leads out of it."""
        press, page = self.hands.press, self.page
        press(page.locator("details.filter summary"))
        self.hands.choose(page.locator("#filter_priority"), "high")
        press(page.locator("form.filter-form [type=submit]"))
        expect(page.locator("li.task .task-title")).to_have_text(["Paint the door"])
        expect(page).to_have_url(re.compile("priority=high"))
        self.whole()
        press(page.locator(".filter-form a.button"))
        expect(page.locator("li.task")).to_have_count(2)
        self.whole()

    def find(self) -> None:
        """In the palette; without script it is a page."""
        press, write, page = self.hands.press, self.hands.write, self.page
        press(page.locator("#find-link"))
        write(page.locator("#find-q"), "laun")
        if not self.hands.scripted:
            press(page.locator("form.finder [type=submit]"))
        expect(page.locator("#find-results")).to_have_attribute("data-query", "laun")
        found = page.locator(".find-results a", has_text="Launch").first
        expect(found).to_be_visible()
        press(found)
        expect(page.locator("h1")).to_have_text("Launch")
        expect(page.locator("dialog[open]")).to_have_count(0)
        self.counted(1, 0, 1)

    def invite(self) -> None:
        """Somebody who has an account gets a mail, signs in by its link, and is in."""
        press, write, page = self.hands.press, self.hands.write, self.page
        email = f"{ids.random_id(8)}@example.org"
        guest_id = accounts.sign_up("Gerda", email, SECRET, clock.now())
        press(self.nav("members"))
        press(page.locator("main a[href$='/invitations/new']").first)
        write(page.locator("[name=emails]"), email)
        press(page.locator("#by-mail [type=submit]"))
        expect(page.locator("[data-outcome=invited]")).to_contain_text(email)
        self.whole()
        guest = self._newcomer()
        guest.page.goto(self.site.link_for(email))
        guest.press(guest.page.locator("main a[href^='/sign-in']"))
        guest.write(guest.page.locator("[name=email]"), email)
        guest.write(guest.page.locator("[name=password]"), SECRET)
        guest.press(guest.page.locator("form[action='/sign-in'] [type=submit]"))
        guest.press(guest.page.locator("#accept [type=submit]"))
        expect(guest.page.get_by_test_id("org-name")).to_have_text("Zoë & sons")
        guest.page.context.close()
        press(self.nav("members"))
        expect(page.locator(".people")).to_contain_text("Gerda")
        assert set(slices.frame(self.org, self.user).people) == {self.user, guest_id}
        self.whole()

    def download(self) -> None:
        """The list of the project as a file."""
        self.hands.press(self.nav("projects"))
        self.hands.press(self.page.locator(".project-title", has_text="Launch"))
        rows = list(csv.reader(io.StringIO(self.hands.download(self.page.locator(".download a").first))))
        titles = [title for row in rows for title in ("Fix the login", "Paint the door") if title in row]
        assert (len(rows), sorted(titles)) == (3, ["Fix the login", "Paint the door"])
        self.counted(1, 0, 1)

    def put_away_and_bring_back(self) -> None:
        """A project that rests counts nowhere, and comes back as it was."""
        press, page = self.hands.press, self.page
        press(page.locator("details.rest summary"))
        press(self.sends("/put-away"))
        expect(page.locator("form.undo")).to_be_visible()
        assert [each.project.title for each in archive.archived_projects(self.org, self.user).projects] == ["Launch"]
        assert self._open_and_doing() == (0, 0)
        self.whole()
        press(self.nav("projects"))
        expect(page.locator(".project-title")).to_have_count(0)
        press(page.locator("a[href$='/projects/archived']"))
        press(page.locator(".project-title"))
        press(self.sends("/restore"))
        expect(page).to_have_url(re.compile(f"/projects/{self.project}$"))
        self.counted(1, 0, 1)

    def sign_out_and_in(self) -> None:
        """Outside nothing is seen; inside again, everything is where it was left."""
        press, write, page = self.hands.press, self.hands.write, self.page
        way_out = page.locator("header.bar form[action='/sign-out'] button")
        if not way_out.is_visible():
            # There is no room for it on a phone: it is on the page of the account, one touch away.
            press(page.locator(".who-name"))
            way_out = page.locator(".devices li:has(.badge) [type=submit]")
        press(way_out)
        expect(page.locator("form[action='/sign-in']")).to_be_visible()
        page.goto(f"/org/{self.org}/dashboard")
        write(page.locator("[name=email]"), self.email)
        write(page.locator("[name=password]"), SECRET)
        press(self.sends("/sign-in"))
        expect(page.get_by_test_id("open-total")).to_have_text("1")
        expect(page.get_by_test_id("open-high")).to_have_text("1")
        expect(page.get_by_test_id("recent-project")).to_contain_text("Launch")
        self.whole()

    # What the steps are made of

    def nav(self, route: str) -> Locator:
        """A link of the organisation's navigation."""
        return self.page.locator(f"nav.tabs a[href='/org/{self.org}/{route}']")

    def sends(self, action: str) -> Locator:
        """The button that sends the form of this address in the main part of the page."""
        return self.page.locator(f"main form[action$='{action}'] [type=submit]")

    def row(self, title: str) -> Locator:
        """A task in a list or on the board."""
        return self.page.locator("li.task", has_text=title)

    def column(self, status: str) -> Locator:
        """One column of the board."""
        return self.page.locator(f".columns [data-column='{status}']")

    def stands(self, title: str, status: str) -> None:
        """The task is in this status, and on a board in its column."""
        expect(self.row(title)).to_have_attribute("data-status", status)
        if self.page.locator(".columns").count():
            expect(self.column(status).locator(".task-title", has_text=title)).to_be_visible()

    def counted(self, live: int, doing: int, done: int) -> None:
        """So many are open, in progress and done: beside the project, in its head, and in the table."""
        expect(self.page.locator("#counts .counts-total strong")).to_have_text([str(live), str(doing)])
        expect(self.page.locator("#project-counts strong")).to_have_text([str(live), str(doing), str(done)])
        assert self._open_and_doing() == (live, doing)
        self.whole()

    def whole(self) -> None:
        """A document with one of each of its parts, which these hands can use."""
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)
        for part in ("head title", "header.bar", "main", "main h1", "footer"):
            expect(self.page.locator(part)).to_have_count(1)
        self.hands.look()

    @contextmanager
    def on_this_page(self) -> Iterator[None]:
        """What happens in here leaves the document in its place, where there is a script that can see to it."""
        if self.hands.scripted:
            self.hands.wait()
            self.page.evaluate("window.sameDocument = true")
        yield
        if self.hands.scripted:
            assert self.page.evaluate("window.sameDocument") is True

    def _open_and_doing(self) -> tuple[int, int]:
        counts = dashboards.dashboard(self.org, self.user, clock.now(), consistent=True).counts
        return counts.of(Status.OPEN), counts.of(Status.DOING)

    def _newcomer(self) -> Mouse:
        return self._kind(self._opened(**self._kind.options, locale=self.language).new_page())
