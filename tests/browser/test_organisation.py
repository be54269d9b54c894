"""Running an organisation in a browser: the switcher, roles, what goes on by itself, and the end."""

from playwright.sync_api import Page, expect

from tenants import clock
from tenants.policy import Role
from tenants.reads import slices
from tenants.writes import members, org_deletion, orgs
from tests.browser.conftest import Site, sign_in
from tests.cast import a_project, a_task, an_account, an_org


def test_the_switcher_opens_in_place_and_keeps_the_kind_of_page(page: Page, site: Site) -> None:
    other = an_org(site.cast.alice, now=clock.now())
    sign_in(page, "Alice", "/org/acme-works/leaderboard")
    page.locator("details.switch summary").click()
    link = page.locator(f".switch-list a[href='/org/{other}/leaderboard']")
    expect(link).to_be_visible()
    expect(page.locator("main h1")).to_have_text("Leaderboard")
    page.keyboard.press("Tab")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/org/{other}/leaderboard")
    expect(page.locator("main h1")).to_have_text("Leaderboard")


def test_a_role_is_given_and_taken_back_and_somebody_removed_with_the_keyboard_alone(page: Page, site: Site) -> None:
    now = clock.now()
    org = an_org(site.cast.alice, now=now)
    user = an_account("Ülkü", now=now)
    orgs.join(site.cast.alice, org, user, Role.MEMBER, now)
    sign_in(page, "Alice", f"/org/{org}/members")
    summary = page.locator("details.people-tools summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Role: Ülkü").select_option("viewer")
    page.get_by_role("button", name="Give this role").press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    assert slices.frame(org, user).viewer.role is Role.VIEWER
    undo.press("Enter")
    expect(page.locator("form.undo")).to_contain_text("Ülkü: member")
    assert slices.frame(org, user).viewer.role is Role.MEMBER
    page.locator("details.people-tools summary").press("Enter")
    page.get_by_role("link", name="Remove…").press("Enter")
    page.get_by_label("Type their name to confirm").fill("Ülkü")
    page.keyboard.press("Enter")
    expect(page.locator(".message").first).to_have_text("Ülkü is no longer a member.")
    assert user not in slices.frame(org, site.cast.alice.user).people


def test_what_is_left_to_do_goes_on_by_itself(page: Page, site: Site) -> None:
    now = clock.now()
    org = an_org(site.cast.alice, now=now)
    user = an_account("Left", now=now)
    orgs.join(site.cast.alice, org, user, Role.MEMBER, now)
    task = a_task(site.cast.alice, a_project(site.cast.alice, org, now=now), org=org, assignee=user, now=now)
    assert not members.remove(site.cast.alice.without_session(), org, user, now, 0).finished
    sign_in(page, "Alice", f"/org/{org}/members")
    expect(page.locator(".message").first).to_have_text("All is tidied up.")
    expect(page.locator("form.undo")).to_have_count(0)
    assert slices.task(org, site.cast.alice.user, task.project, task.id).task.assignee is None


def test_a_deletion_that_has_begun_comes_to_its_end_before_ones_eyes(page: Page, site: Site) -> None:
    now = clock.now()
    org = an_org(site.cast.alice, now=now)
    project = a_project(site.cast.alice, org, now=now)
    for _ in range(30):
        a_task(site.cast.alice, project, org=org, now=now)
    assert not org_deletion.delete(site.cast.alice.without_session(), org, now, 0).finished
    sign_in(page, "Alice", f"/org/{org}/delete")
    expect(page.locator("main h1")).to_have_text("Another is being deleted")
    expect(page.locator(".message").first).to_have_text("Another is deleted, and nothing of it is left.")
    expect(page.locator("main h1")).to_have_text("Home")
