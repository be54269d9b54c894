"""Single keys: everywhere at hand, never in the way, and gone when they are switched off."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, sign_in
from tests.cast import ACME, a_project, a_task


@pytest.fixture
def project(site: Site) -> str:
    """A project of Acme's with three tasks."""
    made = a_project(site.cast.alice)
    for number in range(3):
        a_task(site.cast.bob, made, title=f"Row {number}")
    return made


@pytest.mark.parametrize(
    ("second", "heading"),
    [
        ("p", "Projects"),
        ("t", "Tasks"),
        ("m", "Members"),
        ("l", "Leaderboard"),
        ("a", "Activity"),
        ("h", "Home"),
        ("d", "Acme"),
    ],
)
def test_g_and_a_letter_go_to_a_place(page: Page, second: str, heading: str) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/projects" if second != "p" else f"/org/{ACME}/tasks")
    page.keyboard.press("g")
    page.keyboard.press(second)
    expect(page.locator("h1")).to_have_text(heading)


def test_j_and_k_walk_along_the_rows_and_enter_opens_one(page: Page, project: str) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/projects/{project}")
    titles = page.locator("li.task .task-title")
    for key, row in (("j", 0), ("j", 1), ("j", 2), ("j", 2), ("k", 1), ("k", 0), ("k", 0)):
        page.keyboard.press(key)
        expect(titles.nth(row)).to_be_focused()
    page.keyboard.press("j")
    name = titles.nth(1).inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(name)


@pytest.mark.usefixtures("project")
def test_x_chooses_the_row(page: Page) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/tasks")
    box = page.locator("li.task .task-choose input[type=checkbox]").first
    page.keyboard.press("x")
    expect(page.locator(".task-choose input:checked")).to_have_count(0)
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(box).to_be_checked()
    page.keyboard.press("x")
    expect(box).not_to_be_checked()


def test_n_begins_a_task_or_asks_for_its_project(page: Page, project: str) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/dashboard")
    page.keyboard.press("n")
    expect(page.locator("h1")).to_have_text("Projects")
    page.goto(f"/org/{ACME}/projects/{project}")
    page.keyboard.press("n")
    expect(page.locator("#quick_line")).to_be_focused()
    expect(page.locator("#quick_line")).to_have_value("")


def test_nothing_happens_while_somebody_types(page: Page, project: str) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/projects/{project}")
    page.locator("#quick_line").focus()
    page.keyboard.type("g d? n x j k")
    expect(page.locator("#quick_line")).to_have_value("g d? n x j k")
    expect(page.locator("#keys")).to_be_hidden()
    assert project in page.url


def test_the_sheet_opens_with_a_question_mark_or_its_button_and_closes_with_escape(page: Page) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/projects")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    opener = page.get_by_role("button", name="Keyboard")
    opener.click()
    expect(page.locator("#keys")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(opener).to_be_focused()


def test_switched_off_they_do_nothing_on_any_page_until_they_are_switched_on(page: Page, project: str) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/projects/{project}")
    page.keyboard.press("?")
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Switch single keys off").click()
    expect(page.get_by_role("button", name="Switch single keys on")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(2):
        for key in ("?", "j", "n", "x", "g", "d"):
            page.keyboard.press(key)
        expect(page.locator("#keys")).to_be_hidden()
        assert project in page.url
        assert page.evaluate("document.activeElement.matches('.task-title, #quick_line')") is False
        page.reload()
    page.get_by_role("button", name="Keyboard").click()
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Switch single keys on").click()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_a_key_with_ctrl_is_the_browsers_own(page: Page, project: str) -> None:
    sign_in(page, "Bob", f"/org/{ACME}/projects/{project}")
    for key in ("Control+j", "Alt+j", "Meta+j"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.matches('.task-title')") is False
