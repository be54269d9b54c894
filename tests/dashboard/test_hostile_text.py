"""Whatever people write is shown as they wrote it, and is nothing but text."""

import unicodedata

import pytest

from tenants.writes import accounts, tasks
from tenants.writes.ground import Actor
from tenants.writes.tasks import TaskRef
from tests.cast import NOW, Cast, a_project, a_task, an_org
from tests.dashboard.conftest import once
from tests.dashboard.html import Element
from tests.dashboard.visitor import Visitor, signed_in

TITLES = {
    "a script": "<script>alert(1)</script>",
    "a picture": "<img src=x onerror=alert(1)>",
    "a closing tag": "</bdi></a></li></title></style></textarea><h1>x",
    "a double quote": '" onfocus="alert(1)" autofocus x="',
    "a single quote": "' onfocus='alert(1)' x='",
    "an entity": "&lt;b&gt; &amp; &#39; &copy",
    "a template": "{{7*7}} {% now 'Y' %} {# x #}",
    "a format": "%(title)s %s %d {0} {title} ${x}",
    "a key": "PROJECT#x#TASK#y|owner|#",
    "a comment": "<!-- --> ]]> <![CDATA[ x",
    "a link": "javascript:alert(1) data:text/html,x",
    "right to left": "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 abc 123",
    "combining marks": "Z\u0351\u0342a\u0300\u0301l\u0335go",
    "families": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 \U0001f1e9\U0001f1ea",
    "two hundred emoji": "\U0001f600" * 200,
    "two hundred letters": "x" * 200,
    "a formula": "=HYPERLINK(1) +1 -1 @x",
}


NAMES = ("a script", "a double quote", "a template", "a key", "right to left")


@pytest.fixture(params=list(TITLES.values()), ids=list(TITLES))
def title(request: pytest.FixtureRequest) -> str:
    return unicodedata.normalize("NFC", str(request.param))


def check(page: Element, *, shown: str) -> None:
    """The text is on the page as it was written, and has become no element, attribute or address of it."""
    texts = [element.text for element in page.walk()]
    assert " ".join(shown.split()) in texts
    assert not [element for element in page.walk() if any(name.startswith("on") for name in element.attributes)]
    assert all("src" in script.attributes for script in page.all("script"))
    assert not page.all("img")
    for element in page.walk():
        for name in ("href", "action", "hx-get", "hx-post"):
            # An empty one is the address of the page itself.
            assert (element.attributes.get(name) or "/").startswith(("/", "#"))


def test_a_title_is_text_wherever_it_is_shown(cast: Cast, bob: Visitor, title: str) -> None:
    org = once("hostile", lambda: an_org(cast.bob))
    here = bob.submit(bob.get(f"/org/{org}/projects").page.one("form", id="new-project"), title=title).location
    added = bob.submit(bob.get(here).page.one("form", id="new-task"), title=title, assignee=cast.bob.user)
    assert added.status == 302
    page = bob.get(here).page
    assert page.one("h1").text == page.one(class_="task-title").text == " ".join(title.split())
    task = page.one(class_="task-title").attributes["href"]
    check(page, shown=title)
    for path in (
        task,
        f"/org/{org}/projects",
        f"/org/{org}/tasks",
        f"/org/{org}/activity",
        f"/org/{org}/dashboard",
        "/",
    ):
        answer = bob.get(path)
        assert answer.status == 200
        cut = len(title.encode()) > 60 and path in {f"/org/{org}/projects", f"/org/{org}/dashboard"}
        check(answer.page, shown="Another" if cut else title)
    check(bob.htmx_post(f"{task}/start", {"from": "tasks"}).page, shown=title)
    assert bob.get(f"{here}/settings").page.forms()[f"{here}/settings"].fields()["title"] == title
    for form in ("edit", "edit?field=title"):
        assert bob.get(f"{task}/{form}").page.one("input", name="title").attributes["value"] == title


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize("name", [TITLES[name] for name in NAMES], ids=NAMES)
def test_names_of_people_and_organisations_are_text_too(name: str) -> None:
    visitor = signed_in(Actor(accounts.sign_up(name, "eve@example.org", None, NOW)), name)
    made = visitor.post("/create-organisation", {"name": name, "slug": "eves-works", "zone": "UTC"})
    assert made.status == 302
    project = visitor.post("/org/eves-works/projects/new", {"title": "Launch"}).location
    visitor.post(f"{project}/tasks", {"title": "Write it"})
    row = visitor.get(project).page.one("li", class_="task")
    visitor.post(row.all("form")[0].attributes["action"])
    for path in ("", "members", "leaderboard", "activity", "projects", "dashboard"):
        answer = visitor.get(f"/org/eves-works/{path}" if path else "/")
        assert answer.status == 200
        check(answer.page, shown=name)


@pytest.mark.parametrize(
    "field", ["title", "priority", "due", "assignee", "status", "version", "from", "key", "emails", "role"]
)
@pytest.mark.parametrize("value", [TITLES["a double quote"], TITLES["a script"]], ids=["attribute", "script"])
def test_what_is_refused_is_shown_back_as_text(alice: Visitor, field: str, value: str, launch: TaskRef) -> None:
    project, task = launch.project, launch
    fields = {"title": "", "priority": "low", "status": "open", "version": "1", "role": "x", "emails": "x"} | {
        field: value
    }
    here = f"/org/acme-works/projects/{project}"
    for path in (f"{here}/tasks", f"{here}/tasks/{task.id}", f"{here}/settings", "/org/acme-works/invitations/new"):
        answer = alice.post(path, fields)
        if answer.status == 400:
            check(answer.page, shown="Alice")


@pytest.mark.parametrize("query", ["next", "status", "month", "cursor", "job", "priority"])
def test_what_stands_in_an_address_is_never_shown_as_markup(alice: Visitor, query: str) -> None:
    for path in ("/", "/sign-in", "/org/acme-works/tasks", "/org/acme-works/activity", "/org/acme-works/import"):
        for value in (TITLES["a script"], TITLES["a double quote"]):
            answer = alice.client.get(path, {query: value}, follow=True)
            assert value not in answer.content.decode()


def test_the_whole_of_a_long_title_is_shown_with_the_project_and_a_short_one_on_its_card(
    cast: Cast, bob: Visitor
) -> None:
    title = "\U0001f600" * 200
    org = an_org(cast.bob)
    project = a_project(cast.bob, org, title=title)
    task = a_task(cast.bob, project, org=org, title="Write it", assignee=cast.bob.user)
    tasks.start(cast.bob, task, NOW)
    assert bob.get(f"/org/{org}/projects/{project}").page.one("h1").text == title
    short = bob.get("/").page.one(class_="task-project").text
    assert short == title[: len(short) - 1] + "\u2026"
    assert bob.get(f"/org/{org}/dashboard").page.one(data_testid="recent-project").one("a").text == short
