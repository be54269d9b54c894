"""How somebody likes pages shown in this browser: it comes in the right colours at once, and says nothing about anybody."""

import json

import pytest

from tests.cast import ACME
from tests.dashboard.visitor import Visitor

PATH = f"/org/{ACME}/dashboard"


@pytest.mark.parametrize(("theme", "scheme", "bands"), [("dark", "dark", ["#10302f"]), ("light", "light", ["#0a5654"])])
def test_a_chosen_theme_stands_on_the_page_as_it_comes(
    alice: Visitor, theme: str, scheme: str, bands: list[str]
) -> None:
    answer = alice.post("/look", {"theme": theme}, Referer=f"http://127.0.0.1:8000{PATH}")
    assert (answer.status, answer.location, answer.calls) == (302, PATH, [])
    page = alice.get(PATH).page
    assert page.one("html").attributes["data-theme"] == theme
    assert page.one("meta", name="color-scheme").attributes["content"] == scheme
    assert [meta.attributes["content"] for meta in page.all("meta", name="theme-color")] == bands
    assert page.one("button", name="theme", value=theme).attributes["aria-pressed"] == "true"
    assert page.one("button", name="theme", value="system").attributes["aria-pressed"] == "false"
    alice.post("/look", {"theme": "system"})
    page = alice.get(PATH).page
    assert "data-theme" not in page.one("html").attributes
    assert len(page.all("meta", name="theme-color")) == 2


@pytest.mark.parametrize("path", ["/sign-in", "/", f"/org/{ACME}/none", "/org/no-such-org/dashboard"])
def test_every_page_keeps_to_it(alice: Visitor, path: str) -> None:
    alice.post("/look", {"theme": "dark"})
    assert alice.get(path).page.one("html").attributes["data-theme"] == "dark"


def test_one_choice_leaves_the_others_as_they_were(alice: Visitor) -> None:
    for choice in ({"theme": "dark"}, {"keys": "off"}, {"live": "off"}):
        alice.post("/look", choice)
    html = alice.get(PATH).page.one("html").attributes
    assert (html["data-theme"], html["data-keys"], html["data-live"]) == ("dark", "off", "off")


def test_script_is_told_what_changed(alice: Visitor) -> None:
    answer = alice.htmx_post("/look", {"theme": "dark"})
    assert (answer.status, answer.text) == (204, "")
    assert json.loads(answer.headers["HX-Trigger"]) == {"look": {"theme": "dark", "keys": "on", "live": "on"}}


@pytest.mark.parametrize(
    "cookie", ["", "dark", "theme:purple", 'theme:dark" onload="x', "....::::", "theme:dark:dark", "x" * 4000]
)
def test_a_cookie_that_says_nothing_known_is_like_none(alice: Visitor, cookie: str) -> None:
    alice.client.cookies["look"] = cookie
    answer = alice.get(PATH)
    assert answer.status == 200
    assert "data-theme" not in answer.page.one("html").attributes


@pytest.mark.parametrize("fields", [{}, {"theme": "purple"}, {"theme": ""}, {"other": "dark"}])
def test_a_choice_that_there_is_not_changes_nothing(alice: Visitor, fields: dict[str, str]) -> None:
    alice.post("/look", {"theme": "dark"})
    assert alice.post("/look", fields).status == 302
    assert alice.get(PATH).page.one("html").attributes["data-theme"] == "dark"


def test_it_leads_nowhere_else(alice: Visitor) -> None:
    assert alice.post("/look", {"theme": "dark"}, Referer="http://evil.example/x").location == "/"


def test_the_cookie_is_kept_from_scripts(alice: Visitor) -> None:
    cookie = alice.post("/look", {"theme": "dark"}).response.cookies["look"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 365 * 24 * 3600


def test_every_key_that_the_sheet_tells_of_leads_somewhere(alice: Visitor) -> None:
    page = alice.get(PATH).page
    told = [[key.text for key in entry.all("kbd")] for entry in page.one("dialog", id="keys").all("dt")]
    places = {" ".join(keys) for keys in told if keys[0] == "g"}
    assert places == {link.attributes["data-key"] for link in page.all("a") if "data-key" in link.attributes}
    assert len(places) >= 6
