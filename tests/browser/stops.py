"""Where the walk over every page stops: an organisation of hostile words, an empty one, doors, and pages of what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import BrowserContext, Page, Route, expect

from dashboard import look
from dashboard.middleware import CONTENT_SECURITY_POLICY
from dashboard.pages.error import ErrorPage
from tenants import clock, ids
from tenants.policy import Plan, Priority, Role
from tenants.writes import accounts, details, orgs, ownership, person, project_life, tasks
from tenants.writes.ground import Actor
from tests.browser.conftest import Site
from tests.cast import PASSWORD, Cast, a_project, a_task
from tests.dashboard.matrix import ROWS, Anybody, Objects
from tests.dashboard.routes import BY_NAME, FILES, ROUTES
from tests.inviting import by_link, by_mail

UNBROKEN = "W" * 200
MIXED = (
    "<b onclick=x>{{7*7}}</b> \u05e9\u05dc\u05d5\u05dd abc Z\u0351\u0342\u0313\u0357 "
    + "\U0001f469\u200d\U0001f467" * 30
)
ORG = "w" * 40
EMPTY = "e" * 40
OWNER = "wide"

NOT_PAGES = FILES | {"healthz", "readyz", "quick-preview", "worker"}
"""Files, words and a script for machines, and a piece of a page that never stands alone."""
PAGES = {route.name for route in ROUTES if ROWS[route.name].look and route.name not in NOT_PAGES}
BY_LINK = {"confirm": "new@example.org", "reset": "wide@example.org", "confirm-address": "wider@example.org"}
"""Pages that a link out of a mail leads to, and whom it is sent to."""
SIGNED_OUT = {name for name in PAGES if ROWS[name].look is Anybody.PUBLIC}
ERRORS = ("400", "403", "403_csrf", "404", "405", "409", "410", "429", "500", "503", "503-mail")

Act = Callable[[Page], object]


@dataclass(frozen=True, slots=True)
class Stop:
    """One page as it is looked at: the route that it shows, its address, and what is done there first."""

    name: str
    path: str
    act: Act | None = None


def build(cast: Cast) -> Objects:
    """The organisation of hostile words, with something of everything, and the empty one beside it.

    Their owner reads Spanish, whose words are longer; who is signed out and who is a member read English.
    """
    now = clock.now()
    user = accounts.sign_up("W" * 60, "wide@example.org", PASSWORD, now)
    wide = Actor(user, accounts.digest(accounts.open_session(user, "W", now + timedelta(days=1)).secret))
    person.change(wide, "W" * 60, "", "es", now)
    orgs.create(wide, ORG, "W" * 60, "America/Argentina/ComodRivadavia", now, Plan.ENTERPRISE)
    orgs.create(wide, EMPTY, "Empty", "UTC", now)
    orgs.join(wide, ORG, cast.bob.user, Role.MEMBER, now)
    project = a_project(wide, ORG, title=UNBROKEN, now=now)
    a_project(wide, ORG, title=MIXED, now=now)
    away = a_project(wide, ORG, title=MIXED, now=now)
    task = a_task(wide, project, org=ORG, title=UNBROKEN, due=now.date(), assignee=user, now=now)
    tasks.start(wide, a_task(wide, project, org=ORG, title=MIXED, assignee=cast.bob.user, now=now), now)
    for title in (UNBROKEN, MIXED):
        done = a_task(wide, project, org=ORG, title=title, priority=Priority.URGENT, assignee=user, now=now)
        tasks.complete(wide, done, now)
    details.describe(wide, task, f"{UNBROKEN * 3}\n\n{MIXED} https://example.org/{UNBROKEN}", "", now)
    details.comment(cast.bob, task, f"{UNBROKEN} {MIXED}", ids.new_note_token(), now)
    project_life.archive(wide, ORG, away, now)
    for domain in ("w" * 60 + ".example", ""):
        by_link(wide, *filter(None, [domain]), org=ORG, now=now)
    invitation = by_mail(wide, f"{'w' * 64}@{'w' * 60}.example", org=ORG, now=now)
    ownership.offer(wide, ORG, cast.bob.user, now)
    return Objects(ORG, project, task.id, cast.bob.user, invitation.id)


def _details(page: Page) -> None:
    """Everything that can be opened in the page is open."""
    page.evaluate("for (const part of document.querySelectorAll('main details, .receipt details')) part.open = true")


def _palette(page: Page) -> None:
    page.keyboard.press("Control+K")
    page.locator("#palette input[type=search]").fill("w")
    expect(page.locator("#palette .find-results li").first).to_be_visible()


def _keys(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def _switch(page: Page) -> None:
    page.locator(".switch summary").click()
    expect(page.locator(".switch-list li").first).to_be_visible()


def _complete(page: Page) -> None:
    page.locator("button.tick").first.click()
    expect(page.locator("#said form")).to_be_visible()


def _quick(page: Page) -> None:
    page.locator("#quick_line").fill(f"{MIXED} !high @nobody #web")
    expect(page.locator("#understood li.reason").first).to_be_visible()


def _edit(page: Page) -> None:
    page.locator("main a.edit").first.click()
    expect(page.locator(".place-form").first).to_be_visible()


def _sent(form: str) -> Act:
    """Send a form of the page as it stands, past the browser's own questions: it comes back with what is wrong."""

    def act(page: Page) -> None:
        with page.expect_navigation():
            page.locator(f"main {form}").first.evaluate("form => { form.noValidate = true; form.requestSubmit(); }")

    return act


def _mailed(page: Page, path: str, **typed: str) -> None:
    """Ask for a mail with a link."""
    page.goto(path)
    for name, text in typed.items():
        page.locator(f"main [name={name}]").fill(text)
    with page.expect_navigation():
        page.locator("main button[type=submit]").click()


def signed_out(page: Page, site: Site) -> Iterator[Stop]:
    """What anybody sees who has not signed in."""
    _mailed(page, "/sign-up", name="New", email=BY_LINK["confirm"], password=PASSWORD)
    yield Stop("confirm", site.link_for(BY_LINK["confirm"], "confirm"))
    _mailed(page, "/forgot", email=BY_LINK["reset"])
    yield Stop("reset", site.link_for(BY_LINK["reset"], "reset"))
    for name in sorted(SIGNED_OUT):
        yield Stop(name, BY_NAME[name].path)
    yield Stop("sign-up", "/sign-up", _sent("form"))
    yield Stop("sign-in", "/sign-in", _sent("form"))


def signed_in(page: Page, site: Site, here: Objects) -> Iterator[Stop]:
    """What the owner sees."""
    _mailed(page, "/account/address", email=BY_LINK["confirm-address"], password=PASSWORD)
    yield Stop("confirm-address", site.link_for(BY_LINK["confirm-address"], "confirm-address"))
    for name in sorted(PAGES - SIGNED_OUT - set(BY_LINK) - {"project-away"}):
        yield Stop(name, here.of(BY_NAME[name]), _details)
        if "<org>" in BY_NAME[name].path and "<" not in BY_NAME[name].path.replace("<org>", ""):
            yield Stop(f"{name}, empty", BY_NAME[name].at(EMPTY))
    project = here.of(BY_NAME["project"])
    task = here.of(BY_NAME["task"])
    org = f"/org/{ORG}"
    yield Stop("project, board", f"{project}?view=board&assignee=me", _details)
    yield Stop("project, done", f"{project}?view=board", _complete)
    yield Stop("project, refused", f"{project}#new-task", _sent("#new-task"))
    yield Stop("project, quick", project, _quick)
    yield Stop("projects, by date", f"{org}/projects?from=2000-01-01", _sent("#new-project"))
    yield Stop("task, edited where it stands", task, _edit)
    yield Stop("tasks, mine", f"{org}/tasks?mine=1")
    yield Stop("find, found", f"{org}/find?q=w")
    yield Stop("switch, from members", f"/switch?page=members&org={ORG}")
    yield Stop("invite, refused", f"{org}/invitations/new", _sent("form.card"))
    yield Stop("dashboard, palette", f"{org}/dashboard", _palette)
    yield Stop("dashboard, keys", f"{org}/dashboard", _keys)
    yield Stop("dashboard, switch", f"{org}/dashboard", _switch)
    yield Stop("dashboard, explained", f"{org}/dashboard?explain=1", _details)
    yield Stop("not here", f"{org}/none")
    page.goto(f"{org}/projects/archived")
    yield Stop(
        "project-away", str(page.locator("#slice a.project-title, #slice li a").first.get_attribute("href")), _details
    )
    for field in ("title", "status", "priority", "due", "assignee", "labels"):
        yield Stop(f"edit-task, {field}", f"{task}/edit?field={field}")


def of_a_member(here: Objects) -> Iterator[Stop]:
    """What somebody sees who may do less, and is offered more."""
    for name in ("dashboard", "ownership", "members", "task"):
        yield Stop(f"{name}, offered", here.of(BY_NAME[name]))
    yield Stop("settings, not theirs", here.of(BY_NAME["settings"]))


def _answer(body: str, route: Route) -> None:
    headers = {"Content-Security-Policy": CONTENT_SECURITY_POLICY, "Content-Type": "text/html; charset=utf-8"}
    route.fulfill(body=body, headers=headers)


def errors(context: BrowserContext, site: Site) -> Iterator[Stop]:
    """The pages of what went wrong, as the server renders them, each once with words of its own."""
    request = RequestFactory().get("/")
    for name in ERRORS:
        page = ErrorPage(said=UNBROKEN if name == "409" else "", back="/" if name == "409" else "")
        body = render_to_string(f"{name}.html", {"page": page, "look": look.Look()}, request)
        context.route(f"{site.url}/{name}-page", partial(_answer, body))
        yield Stop(name, f"/{name}-page")
