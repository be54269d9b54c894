"""The main path: from nothing to a finished task, and the numbers that move."""

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import Site


def row(page: Page, title: str) -> Locator:
    return page.locator("li.task", has_text=title)


def number(page: Page, testid: str) -> Locator:
    return page.get_by_test_id(testid)


def expect_numbers(page: Page, **expected: str) -> None:
    for name, value in expected.items():
        expect(number(page, name.replace("_", "-"))).to_have_text(value)


def sign_up(page: Page, site: Site, name: str, org: str) -> None:
    """A new person, confirmed by the link in their mail, with a new organisation."""
    page.goto("/sign-up")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("E-mail").fill(f"{org}@example.org")
    page.get_by_label("Password").fill("a few words in a row")
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator("h1")).to_have_text("Look into your mail")
    page.goto(site.link_for(f"{org}@example.org"))
    page.get_by_role("button", name="Open the account").click()
    page.get_by_role("link", name="Create an organisation").click()
    page.get_by_label("Name", exact=True).fill(f"{name} & sons")
    page.get_by_label("Address").fill(org)
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_role("button", name="Create it").click()
    expect(number(page, "org-name")).to_have_text(f"{name} & sons")


def add_project(page: Page, title: str) -> None:
    page.get_by_role("link", name="Projects", exact=True).click()
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="New project").click()
    expect(page.locator("h1")).to_have_text(title)


def add_task(page: Page, title: str, priority: str) -> None:
    page.get_by_text("New task with all fields").click()
    form = page.locator("#new-task")
    expect(form.get_by_label("Title")).to_be_focused()
    form.get_by_label("Title").fill(title)
    form.get_by_label("Priority").select_option(priority)
    form.get_by_role("button", name="Add the task").click()
    expect(row(page, title)).to_be_visible()


def test_from_nothing_to_a_finished_task_without_a_reload(page: Page, site: Site) -> None:
    sign_up(page, site, "Zoe", "zoes-works")
    expect_numbers(page, open_total="0", doing_total="0", people_used="1 of 5 people", projects_used="0 of 10 projects")
    add_project(page, "Launch")
    add_task(page, "Write it", "high")
    add_task(page, "Check it", "urgent")

    page.evaluate("window.sameDocument = true")
    counts, top, state = page.locator("#counts"), page.locator("#top-three"), page.locator("#project-counts")
    expect(counts.locator(".counts-total")).to_have_text("2 open0 in progress")
    row(page, "Write it").get_by_role("button", name="Complete").click()
    expect(row(page, "Write it")).to_have_attribute("data-status", "done")
    expect(counts.locator(".counts-total")).to_have_text("1 open0 in progress")
    expect(top.locator(".podium-row")).to_contain_text("Zoe")
    expect(state).to_contain_text("50 %")
    expect(page.locator("#said")).to_contain_text("Completed: Write it")

    row(page, "Write it").get_by_role("button", name="Reopen").click()
    expect(row(page, "Write it")).to_have_attribute("data-status", "open")
    expect(counts.locator(".counts-total")).to_have_text("2 open0 in progress")
    expect(top.locator(".podium-row")).to_have_count(0)
    expect(state).to_contain_text("0 %")

    row(page, "Check it").get_by_role("button", name="Start").click()
    expect(row(page, "Check it")).to_have_attribute("data-status", "doing")
    expect(counts.locator(".counts-total")).to_have_text("1 open1 in progress")
    assert page.evaluate("window.sameDocument") is True

    row(page, "Write it").get_by_role("button", name="Complete").click()
    expect(row(page, "Write it")).to_have_attribute("data-status", "done")
    page.get_by_role("link", name="Dashboard").click()
    expect_numbers(page, open_total="0", open_high="0", open_urgent="0", doing_total="1")
    expect(number(page, "top-user")).to_contain_text("Zoe")
    expect(number(page, "recent-project")).to_contain_text("Launch")

    number(page, "doing-total").click()
    expect(page.locator("#slice-h")).to_have_text("1 task in progress")
    row(page, "Check it").get_by_role("button", name="Complete").click()
    expect(page.locator("#slice-h")).to_have_text("0 tasks in progress")
    expect(page.locator("#n-doing")).to_have_text("0")


def test_two_tabs_count_a_task_once(page: Page, site: Site) -> None:
    sign_up(page, site, "Wim", "wims-works")
    add_project(page, "Launch")
    add_task(page, "Write it", "low")
    context: BrowserContext = page.context
    other = context.new_page()
    other.goto(page.url)
    for tab in (page, other):
        row(tab, "Write it").get_by_role("button", name="Complete").click()
        expect(row(tab, "Write it")).to_have_attribute("data-status", "done")
        expect(tab.locator("#counts .counts-total")).to_have_text("0 open0 in progress")
        expect(tab.locator("#top-three .podium-done")).to_have_text("1 done")
