"""The page that browsers keep for a time without a connection, and the page that says for whom the product works."""

import re

import pytest
from django.test import override_settings

from dashboard.views import offline
from tests.cast import ACME
from tests.dashboard.mailbox import LINKS
from tests.dashboard.routes import PUBLIC, ROUTES, Route
from tests.dashboard.visitor import Visitor

SCRIPT = "/worker.js?language=en"


def version(answer: str) -> str:
    found = re.search(r'KEPT = "([^"]+)"', answer)
    assert found
    return found[1]


def test_what_is_kept_is_the_same_for_everybody_and_sets_no_cookie(alice: Visitor) -> None:
    for path in ("/offline?language=en", SCRIPT):
        mine, theirs = alice.get(path), Visitor().get(path)
        assert mine.text == theirs.text
        assert mine.calls == []
        assert not mine.response.cookies
    assert "Alice" not in alice.get("/offline").text


def test_it_speaks_the_language_that_is_asked_for_and_english_for_any_other() -> None:
    assert "Sin conexión" in Visitor().get("/offline?language=es").text
    for asked in ("", "xx", "../es", "%00"):
        assert "No connection" in Visitor().get(f"/offline?language={asked}").text
    assert "offline?language=es" in Visitor().get("/worker.js?language=es").text


def test_another_text_of_the_page_is_another_version_of_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    before = version(Visitor().get(SCRIPT).text)
    assert version(Visitor().get(SCRIPT).text) == before
    assert version(Visitor().get("/worker.js?language=es").text) != before
    monkeypatch.setattr(offline, "_page", lambda _language: "another")
    offline._script.cache_clear()
    assert version(Visitor().get(SCRIPT).text) != before
    offline._script.cache_clear()


def test_a_signed_in_page_names_the_script_until_it_is_withdrawn(alice: Visitor) -> None:
    path = f"/org/{ACME}/dashboard"
    assert alice.get(path).page.one("body").attributes["data-worker"] == SCRIPT
    with override_settings(OFFLINE_PAGE=False):
        assert "data-worker" not in alice.get(path).page.one("body").attributes
        assert "unregister" in alice.get(SCRIPT).text
        assert "respondWith" not in alice.get(SCRIPT).text


def test_signing_out_has_the_browser_forget_what_it_kept(alice: Visitor) -> None:
    assert alice.post("/sign-out").headers["Clear-Site-Data"] == '"storage"'


@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if route.name in PUBLIC - set(LINKS) and route.name not in {"offline", "worker"}],
    ids=lambda route: route.name,
)
def test_the_foot_of_every_page_leads_to_what_works_for_whom(alice: Visitor, route: Route) -> None:
    """Of a public one and of an error; those of the frame, which all others share, with them."""
    pages = [Visitor().get(route.path), Visitor().get("/none"), alice.get("/"), alice.get(f"/org/{ACME}/tasks")]
    for answer in pages:
        if answer.status in {200, 404} and answer.headers["Content-Type"].startswith("text/html"):
            links = [link.attributes["href"] for link in answer.page.one("footer").all("a")]
            assert "/accessibility" in links
