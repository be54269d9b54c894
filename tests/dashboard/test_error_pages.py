"""The pages of what can go wrong with mails and attempts: a status, words for a person, and a way on."""

import pytest
from django.test import RequestFactory

from dashboard.middleware import answer_to
from tenants.errors import LinkEnded, MailNotSent, TableroError, TooMany
from tests.cast import ACME
from tests.dashboard.html import read
from tests.dashboard.visitor import Visitor


@pytest.mark.parametrize(
    ("error", "status", "heading", "said", "retry"),
    [
        (TooMany(1), 429, "Too many attempts", "Please wait a minute and try again.", "1"),
        (TooMany(61), 429, "Too many attempts", "Please wait 2 minutes and try again.", "61"),
        (TooMany(900), 429, "Too many attempts", "Please wait 15 minutes and try again.", "900"),
        (LinkEnded("x"), 410, "This link has ended", "Ask for a new one", None),
        (MailNotSent("x"), 503, "The mail could not be sent", "Nothing was changed", "2"),
    ],
)
def test_each_has_its_status_and_its_words(
    error: TableroError, status: int, heading: str, said: str, retry: str | None
) -> None:
    answer = answer_to(RequestFactory().post("/sign-in"), error)
    page = read(answer.content.decode()).one(id="error")
    assert answer.status_code == status
    assert page.one("h1").text == heading
    assert said in page.text
    assert answer.headers.get("Retry-After") == retry


def test_the_address_of_a_form_that_is_opened_as_a_page_says_so(bob: Visitor) -> None:
    """It stands in the address bar after a form came back with something wrong."""
    answer = bob.get(f"/org/{ACME}/projects/new")
    assert answer.status == 405
    assert answer.headers["Allow"] == "POST"
    assert answer.page.one("h1").text == "No page stands here"
    assert [link.attributes["href"] for link in answer.page.one("main").all("a")] == ["/"]
