"""Inviting and joining, with two people in two browsers and the mail between them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tenants import clock, ids
from tenants.policy import Plan
from tenants.writes import orgs
from tests.browser.conftest import Open, Site, Watch, fill_in, sign_in


@pytest.fixture
def org(site: Site) -> str:
    """An organisation of Alice's own."""
    made = f"org-{ids.random_id(10)}"
    return orgs.create(site.cast.alice, made, "Rowers", "UTC", clock.now(), Plan.PRO)


def keyless(page: Page) -> None:
    """The address of the page holds no token, and neither does what the browser says about where it came from."""
    expect(page).to_have_url(re.compile(r"/invitation$"))
    assert "key=" not in str(page.evaluate("document.referrer"))


def test_somebody_new_is_invited_by_mail_signs_up_and_joins(page: Page, opened: Open, site: Site, org: str) -> None:
    email = f"{ids.random_id(8)}@example.org"
    sign_in(page, "Alice", f"/org/{org}/dashboard")
    page.get_by_role("link", name="Invite people").click()
    page.get_by_label("E-mail addresses").fill(f"{email}\nalice@example.org")
    page.locator("#by-mail").get_by_label("Role").select_option("viewer")
    page.get_by_role("button", name="Send invitations").click()
    expect(page.locator("[data-outcome=invited]")).to_contain_text(email)
    expect(page.locator("[data-outcome=inside]")).to_contain_text("alice@example.org")

    guest = opened().new_page()
    guest.goto(site.link_for(email))
    keyless(guest)
    expect(guest.locator("h1")).to_have_text("Join Rowers")
    guest.get_by_role("link", name="Create an account").click()
    guest.get_by_label("Your name").fill("Gerda")
    guest.get_by_label("E-mail").fill(email)
    guest.get_by_label("Password").fill("a few words in a row")
    guest.get_by_role("button", name="Create the account").click()
    expect(guest.locator("h1")).to_have_text("Look into your mail")
    guest.goto(site.link_for(email, "confirm"))
    guest.get_by_role("button", name="Open the account").click()
    keyless(guest)
    guest.get_by_role("button", name="Join Rowers").click()
    expect(guest.get_by_test_id("viewer-role")).to_have_text("viewer")

    page.goto(f"/org/{org}/members")
    expect(page.locator(".people")).to_contain_text("Gerda")
    page.get_by_role("link", name="Invitations").click()
    expect(page.get_by_text("No invitation is out.")).to_be_visible()


def test_a_link_is_copied_once_refuses_a_stranger_and_lets_the_right_one_in(
    page: Page, opened: Open, site: Site, org: str, watch: Watch
) -> None:
    watch.allow("404 (Not Found)")
    sign_in(page, "Alice", f"/org/{org}/invitations/new")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    form = page.locator("#by-link")
    form.get_by_label("For how many people").fill("1")
    form.get_by_label("Only with an address at").fill("other.example")
    form.get_by_role("button", name="Make a link").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert link.startswith(f"{site.url}/invitation?key=")

    guest = opened().new_page()
    sign_in(guest, "Charlie")
    guest.goto(link)
    keyless(guest)
    expect(guest.locator(".refusal")).to_contain_text("The link is for people with an address at other.example.")

    page.reload()
    expect(page.locator("#link")).to_have_count(0)
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("No invitation is out.")).to_be_visible()
    guest.reload()
    expect(guest.locator("h1")).to_have_text("This invitation opens nothing")


def test_the_wrong_account_signs_out_and_comes_back_as_the_right_one(
    page: Page, opened: Open, site: Site, org: str
) -> None:
    sign_in(page, "Alice", f"/org/{org}/invitations/new")
    page.get_by_label("E-mail addresses").fill("bob@example.org")
    page.get_by_role("button", name="Send invitations").click()
    expect(page.locator("[data-outcome=invited]")).to_be_visible()

    guest = opened().new_page()
    sign_in(guest, "Charlie")
    guest.goto(site.link_for("bob@example.org"))
    expect(guest.locator(".refusal")).to_contain_text("You are signed in as charlie@example.org.")
    guest.get_by_role("button", name="Use another account").click()
    fill_in(guest, "Bob", "/invitation")
    keyless(guest)
    guest.get_by_role("button", name="Join Rowers").dblclick()
    expect(guest.get_by_test_id("viewer-role")).to_have_text("member")
