"""What holds for the markup of every page: it works without script, and nothing in it points to nowhere."""

import json
import re

import pytest

from tenants.reads import history, home, slices
from tenants.writes import project_life, tasks
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.conftest import ROOT
from tests.dashboard.conftest import once
from tests.dashboard.html import Element
from tests.dashboard.mailbox import LINKS, a_link
from tests.dashboard.routes import ACTIONS, FILES, ROUTES, Route
from tests.dashboard.visitor import Visitor, signed_in
from tests.inviting import by_link, by_mail

# Mails have a style of their own; tests/dashboard/test_mail.py looks at them.
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.html") if path.parent.name != "mail")
HTMX = {
    "hx-get",
    "hx-headers",
    "hx-post",
    "hx-push-url",
    "hx-swap",
    "hx-swap-oob",
    "hx-sync",
    "hx-target",
    "hx-trigger",
}
"""All of htmx that the pages need. What evaluates text as script (hx-on, hx-vals, hx-vars, filters) is not in it."""

PAGES = [
    route
    for route in ROUTES
    if route.name not in ACTIONS | FILES | {"healthz", "readyz", "quick-preview", "worker"} and "csv" not in route.name
]


def faults(template: str) -> list[str]:
    """What a template says that htmx or a browser would run, or would not understand."""
    found = [
        name
        for name in re.findall(r"""[\s"'](?:data-)?(hx[-_:][\w:.-]*)""", template, re.IGNORECASE)
        if name not in HTMX
    ]
    found += re.findall(r"""[\s"'](data-hx[\w:-]*)""", template, re.IGNORECASE)
    found += re.findall(r"""[\s"'](on[a-z]+|style|srcdoc|formaction|formmethod|ping)\s*=""", template, re.IGNORECASE)
    found += re.findall(r"<(style|iframe|object|embed|base)\b", template, re.IGNORECASE)
    found += re.findall(r"<(script)(?![^>]*\bsrc=)", template, re.IGNORECASE)
    found += re.findall(r"(javascript:|js:|vbscript:)", template, re.IGNORECASE)
    found += re.findall(r"(\|\s*safe\b|\bautoescape\s+off\b|\|\s*safeseq\b)", template)
    found += re.findall(r"""hx-trigger=["'][^"']*(\[)""", template)
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_holds_nothing_that_runs(path: object) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []  # type: ignore[attr-defined]  # every parameter is a Path


@pytest.mark.parametrize(
    "template",
    [
        '<a HX-GET="/x">',
        '<a hx_get="/x">',
        '<a data-hx-get="/x">',
        '<a hx-gte="/x">',
        '<a href="/x"\nhx-on:click="x()">',
        "<a hx-on--after-request='x()'>",
        "<a hx-on::load='x()'>",
        "<a hx-vals='js:{a: 1}'>",
        '<a hx-boost="true">',
        '<a hx-trigger="click[ctrlKey]">',
        '<a OnClick = "x()">',
        '<img src="x"onerror="x()">',
        '<p style="color: red">',
        "<Style>p {}</Style>",
        "<script>x()</script>",
        "<script defer\nasync>x()</script>",
        '<a href="JavaScript:x()">',
        '<iframe srcdoc="x">',
        '<button formaction="/x">',
        '<base href="/">',
        "{{ title|safe }}",
        "{{ title | safe }}",
        "{% autoescape off %}{{ title }}{% endautoescape %}",
    ],
)
def test_the_lint_sees_every_spelling(template: str) -> None:
    assert faults(template)


@pytest.fixture(params=["owner", "member", "viewer"])
def visitor(request: pytest.FixtureRequest, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """Somebody in front of an organisation with something in every list, each list in pages."""
    once("markup", lambda: something_everywhere(cast))
    for page in ("PROJECTS_PAGE", "TASKS_PAGE", "MEMBERS_PAGE"):
        monkeypatch.setattr(slices, page, 3)
    monkeypatch.setattr(history, "EVENTS_PAGE", 3)
    monkeypatch.setattr(home, "HOME_PAGE", 3)
    return signed_in({"owner": cast.alice, "member": cast.bob, "viewer": cast.vic}[request.param])


def something_everywhere(cast: Cast) -> None:
    project = a_project(cast.alice)
    for _ in range(3):
        a_project(cast.alice)
    for actor in (cast.alice, cast.bob, cast.vic):
        a_task(cast.bob, project, assignee=actor.user, due=NOW.date())
    for _ in range(2):
        tasks.start(cast.bob, a_task(cast.bob, project), NOW)
    tasks.complete(cast.bob, a_task(cast.bob, project, title="Done"), NOW)
    by_mail(cast.alice, "eve@example.org")
    by_link(cast.alice, "example.org")
    away = a_project(cast.alice, title="Resting")
    a_task(cast.bob, away)
    project_life.archive(cast.alice, ACME, away, NOW)


def pages_of(visitor: Visitor, route: Route) -> list[Element]:
    """The page of a route, and the page that its pager leads to."""
    task = visitor.get(f"/org/{ACME}/tasks").page.all("a", class_="task-title")[0].attributes["href"]
    *_, project, _, task = task.split("/")
    if route.name == "project-away":
        away = visitor.get(f"/org/{ACME}/projects/archived").page.all("a", class_="project-title")[0]
        project = away.attributes["href"].split("/")[-2]
    member = visitor.get(f"/org/{ACME}/members").page.one("ul", class_="people").all("a")[0].attributes["href"]
    if route.name in LINKS:
        visitor.get(a_link(route.name))
    answer = visitor.get(route.at(ACME, project, task, member.rpartition("/")[2]))
    if answer.status == 403 or answer.location == f"/org/{ACME}/leave":
        return []  # it asks for more than they may; or the first member is the visitor, who leaves on a page of its own
    if route.name == "invitation":
        assert answer.status == 404  # one that opens nothing; test_invitation.py has the others
        return [answer.page]
    assert answer.status == 200
    following = [visitor.get(link.attributes["href"]).page for link in answer.page.all("a", id="pager-next")]
    return [answer.page, *following]


@pytest.mark.parametrize("route", PAGES, ids=lambda route: route.name)
def test_every_page_works_without_script_and_points_nowhere_in_vain(visitor: Visitor, route: Route) -> None:
    for page in pages_of(visitor, route):
        ids = page.ids()
        assert sorted(set(ids)) == sorted(ids), "an id twice"
        for element in page.walk():
            attributes = element.attributes
            check_script_is_not_needed(element, page)
            for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list"):
                assert set(attributes.get(name, "").split()) <= set(ids), f"{element} {name}"
            target = attributes.get("hx-target", "#main").removeprefix("#")
            assert target in ids, f"{element} is put into #{target}"
            if attributes.get("href", "").startswith("#"):
                assert attributes["href"][1:] in ids
        check_controls(page)


@pytest.mark.parametrize("who", ["nobody", "charlie", "bob"])
def test_every_screen_of_an_invitation_works_without_script(
    cast: Cast, request: pytest.FixtureRequest, who: str
) -> None:
    visitor: Visitor = request.getfixturevalue(who)
    for out in (by_mail(cast.alice, "charlie@example.org"), by_link(cast.alice), by_link(cast.alice, "other.example")):
        visitor.get(f"/invitation?key={out.secret}")
        page = visitor.get("/invitation").page
        assert sorted(set(page.ids())) == sorted(page.ids())
        for element in page.walk():
            check_script_is_not_needed(element, page)
        check_controls(page)


def check_script_is_not_needed(element: Element, page: Element) -> None:
    attributes = element.attributes
    if "hx-post" in attributes:
        assert element.tag == "form"
        assert attributes["method"] == "post"
        assert attributes["action"] == attributes["hx-post"]
    if "hx-get" in attributes and element.tag == "a":
        assert attributes["href"] == attributes["hx-get"]
    elif "hx-get" in attributes:
        # Not a link itself: a form that asks the same, or a link inside or around it.
        others = [other.attributes.get(name) for other in page.walk() for name in ("href", "action")]
        # The quick line previews what sending its form shows as well (test_quick.py).
        assert attributes["hx-get"] in others or element.id == "quick_line"
    if element.tag == "form":
        assert attributes["method"] in {"get", "post"}
        assert attributes["action"]
        assert [button for button in element.all("button") if button.attributes["type"] == "submit"]
        assert element.has("input", name="csrfmiddlewaretoken") == (attributes["method"] == "post")


def check_controls(page: Element) -> None:
    """Whoever does not see the page hears what each control is for."""
    labelled = {label.attributes["for"] for label in page.all("label")}
    for control in [*page.all("input"), *page.all("select"), *page.all("textarea")]:
        if control.attributes.get("type") != "hidden":
            assert control.id in labelled or control.attributes.get("aria-label"), control.attributes
    for element in [*page.all("a"), *page.all("button")]:
        assert element.text or element.attributes.get("aria-label"), element.attributes
    for picture in page.all("svg"):
        hidden = picture.attributes.get("aria-hidden") == "true"
        assert hidden or picture.attributes.get("aria-labelledby"), picture.attributes
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    assert page.one("html").attributes["lang"] == "en"
    assert page.one("head").one("title").text


def test_htmx_is_told_to_evaluate_nothing_and_to_keep_no_page(alice: Visitor) -> None:
    page = alice.get("/").page
    config = json.loads(page.one("meta", name="htmx-config").attributes["content"])
    assert config["allowEval"] is False
    assert config["allowScriptTags"] is False
    assert config["includeIndicatorStyles"] is False
    assert config["selfRequestsOnly"] is True
    # Pages kept in the browser's storage would outlive the sign-out.
    assert config["historyCacheSize"] == 0
    assert config["refreshOnHistoryMiss"] is True
    # In the meantime what was put there would be in sight, and even have the focus, but not be listened to yet.
    assert config["defaultSettleDelay"] == 0
    headers = json.loads(page.one("body").attributes["hx-headers"])
    assert list(headers) == ["X-CSRFToken"]


def test_scripts_and_styles_are_our_own_files(alice: Visitor) -> None:
    page = alice.get(f"/org/{ACME}/dashboard").page
    sources = [script.attributes["src"] for script in page.all("script")]
    sources += [link.attributes["href"] for link in page.all("link")]
    assert len(sources) >= 4
    for source in sources:
        assert source.startswith("/static/")
        file = alice.client.get(source)
        file.close()
        assert file.status_code == 200, source
