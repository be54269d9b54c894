"""A task in hands: edited where it stands, described within the limit, and a second browser that is faster."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tenants.policy import DESCRIPTION_LENGTH
from tenants.reads import slices
from tenants.writes.tasks import TaskRef
from tests.browser.conftest import Open, Site, Watch, sign_in, unattended
from tests.cast import ACME, a_project, a_task


@pytest.fixture
def task(site: Site) -> TaskRef:
    """A fresh open task of a fresh project of Acme's."""
    return a_task(site.cast.bob, a_project(site.cast.alice), title="Write it")


def at(task: TaskRef) -> str:
    return f"/org/{task.org}/projects/{task.project}/tasks/{task.id}"


def place(page: Page, field: str) -> Locator:
    return page.locator(f"#field-{field}")


def open_field(page: Page, field: str) -> Locator:
    """Click on the value and get the control in its place, with the focus on it."""
    page.locator(f"#edit-{field}").click()
    control = page.locator(f"#place_{field}")
    expect(control).to_be_focused()
    return control


def expect_value(page: Page, field: str, value: str) -> None:
    """The value stands in its place again, with the focus on it."""
    expect(place(page, field).locator("h1" if field == "title" else ".edit-value")).to_have_text(value)
    expect(place(page, field).locator("form")).to_have_count(0)
    expect(page.locator(f"#edit-{field}")).to_be_focused()


def test_fields_are_edited_where_they_stand_with_the_keyboard_alone(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    page.evaluate("window.sameDocument = true")
    page.locator("#edit-title").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#place_title")).to_be_focused()
    page.keyboard.type(" well")
    page.keyboard.press("Enter")
    expect_value(page, "title", "Write it well")
    expect(page).to_have_title("Write it well · Acme · Tablero")
    expect(page.locator("#said")).to_have_text("Saved. Title: Write it well")
    expect(page.locator("#slice .events li").first).to_contain_text("Write it well")

    page.keyboard.press("Tab")
    for _ in range(20):
        if page.evaluate("document.activeElement.id") == "edit-priority":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#place_priority")).to_be_focused()
    page.keyboard.type("U")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_value(page, "priority", "Urgent")

    # Escape gives up what was typed, and only that.
    page.locator("#edit-title").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#place_title")).to_be_focused()
    page.keyboard.type(" and twice")
    page.keyboard.press("Escape")
    expect_value(page, "title", "Write it well")
    assert page.evaluate("window.sameDocument") is True
    page.reload()
    expect(page.locator("h1")).to_have_text("Write it well")
    expect(place(page, "priority").locator(".edit-value")).to_have_text("Urgent")


def test_every_kind_of_field_is_saved_by_mouse(page: Page, site: Site, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    open_field(page, "assignee").select_option(label="Dana")
    place(page, "assignee").get_by_role("button", name="Save").click()
    expect_value(page, "assignee", "Dana")
    open_field(page, "due").fill("2026-12-24")
    place(page, "due").get_by_role("button", name="Save").click()
    expect_value(page, "due", "24 December 2026")
    open_field(page, "labels").fill("docs, web")
    place(page, "labels").get_by_role("button", name="Save").click()
    expect(place(page, "labels").locator(".badge")).to_have_text(["docs", "web"])
    open_field(page, "status").select_option(label="Done")
    place(page, "status").get_by_role("button", name="Save").click()
    expect_value(page, "status", "Done")
    expect(page.locator("#completed")).to_contain_text("Completed")
    kept = slices.task(ACME, site.cast.bob.user, task.project, task.id).task
    assert (kept.assignee, str(kept.due), kept.labels) == (site.cast.dana.user, "2026-12-24", ("docs", "web"))


def test_of_two_browsers_the_second_sees_both_titles_and_decides(opened: Open, task: TaskRef, watch: Watch) -> None:
    watch.allow("409 (Conflict)")
    watch.allow("Response Status Error Code 409")
    bob, dana = opened().new_page(), opened().new_page()
    sign_in(bob, "Bob", at(task))
    sign_in(dana, "Dana", at(task))
    open_field(bob, "title").fill("Bobs title")
    open_field(dana, "title").fill("Danas title")
    dana.keyboard.press("Enter")
    expect_value(dana, "title", "Danas title")
    # Another field in the meantime is no conflict.
    open_field(bob, "priority").select_option(label="Low")
    place(bob, "priority").get_by_role("button", name="Save").click()
    expect_value(bob, "priority", "Low")
    expect(bob.locator("#place_title")).to_have_value("Bobs title")
    bob.locator("#place_title").press("Enter")
    expect(place(bob, "title").locator(".errorlist")).to_contain_text("changed this to “Danas title” meanwhile")
    expect(bob.locator("#place_title")).to_have_value("Bobs title")
    expect(bob.locator("#place_title")).to_be_focused()
    bob.keyboard.press("Enter")
    expect_value(bob, "title", "Bobs title")


@pytest.mark.parametrize("fault", ["an error", "no answer"])
def test_a_server_that_fails_leaves_what_was_typed_in_its_place(
    opened: Open, task: TaskRef, watch: Watch, fault: str
) -> None:
    page = unattended(opened)
    watch.allow("503")
    watch.allow("error: htmx:")
    watch.allow("ERR_FAILED")
    sign_in(page, "Bob", at(task))
    open_field(page, "title").fill("Written with care")

    def fail(route: Route) -> None:
        if fault == "no answer":
            route.abort()
        else:
            route.fulfill(status=503, content_type="text/html", body='<div id="error"><h1>Out of order</h1></div>')

    page.route("**/edit*", fail)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Out of order" if fault == "an error" else "No answer came back.")
    expect(page.locator("#place_title")).to_have_value("Written with care")
    # A second field that cannot be opened does not take the first one away either.
    page.locator("#edit-due").click()
    expect(page.locator("#place_title")).to_have_value("Written with care")
    page.unroute("**/edit*")
    page.locator("#place_title").press("Enter")
    expect_value(page, "title", "Written with care")


def test_an_error_is_told_at_the_field_with_what_was_typed(page: Page, task: TaskRef, watch: Watch) -> None:
    watch.allow("400 (Bad Request)")
    watch.allow("Response Status Error Code 400")
    sign_in(page, "Bob", at(task))
    typed = ", ".join(f"label {number}" for number in range(11))
    open_field(page, "labels").fill(typed)
    page.keyboard.press("Enter")
    expect(place(page, "labels").locator(".errorlist")).to_have_text("A task has at most 10 labels; these are 11.")
    expect(page.locator("#place_labels")).to_have_value(typed)
    expect(page.locator("#place_labels")).to_be_focused()


def test_without_script_a_field_is_edited_on_a_page_of_its_own(opened: Open, task: TaskRef) -> None:
    page = opened(java_script_enabled=False).new_page()
    sign_in(page, "Bob", at(task))
    page.locator("#edit-due").click()
    page.locator("#place_due").fill("2026-12-24")
    place(page, "due").get_by_role("button", name="Save").click()
    expect(place(page, "due").locator(".edit-value")).to_have_text("24 December 2026")
    page.get_by_role("link", name="Edit several at once").click()
    page.get_by_label("Title").fill("Several")
    page.get_by_label("Priority").select_option("low")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Several")


def test_a_description_is_counted_while_it_is_typed_and_never_cut(page: Page, task: TaskRef) -> None:
    sign_in(page, "Bob", at(task))
    page.get_by_text("Write a description").click()
    field, count = page.locator("#id_description"), page.locator("#id_description_count")
    expect(count).to_have_text(f"At most {DESCRIPTION_LENGTH:,} characters")
    field.fill("Caf\u00e9 \U0001f469\u200d\U0001f4bb\nsecond")
    expect(count).to_have_text("15 of 20,000 characters")
    expect(page.locator("#heard")).to_have_text("")
    field.fill("x" * (DESCRIPTION_LENGTH - 10))
    expect(page.locator("#heard")).to_have_text("19,990 of 20,000 characters")
    field.fill("\U0001f600" * (DESCRIPTION_LENGTH + 3))
    expect(count).to_have_text("3 characters too many: 20,000 are the most")
    page.get_by_role("button", name="Save the description").click()
    assert page.evaluate("document.querySelector('#id_description').validity.customError") is True
    field.fill("\U0001f600" * DESCRIPTION_LENGTH)
    expect(count).to_have_text("20,000 of 20,000 characters")
    page.get_by_role("button", name="Save the description").click()
    expect(page.locator("#description .prose")).to_have_text("\U0001f600" * DESCRIPTION_LENGTH)
    # The field that came back with it counts as well.
    page.get_by_text("Write it anew").click()
    expect(count).to_have_text("20,000 of 20,000 characters")
    field.fill("short")
    expect(count).to_have_text("5 of 20,000 characters")


def test_a_description_and_comments_are_written_where_they_stand_and_leave_other_words_alone(
    opened: Open, task: TaskRef, watch: Watch
) -> None:
    watch.allow("409 (Conflict)")
    watch.allow("Response Status Error Code 409")
    bob, dana = opened().new_page(), opened().new_page()
    sign_in(bob, "Bob", at(task))
    sign_in(dana, "Dana", at(task))
    for page, words in ((bob, "Bobs words"), (dana, "Danas words")):
        page.evaluate("window.sameDocument = true")
        page.locator("#describe").press("Enter")
        page.locator("#id_description").fill(words)
    bob.locator("#id_comment").fill("Half a tho")
    dana.get_by_role("button", name="Save the description").click()
    expect(dana.locator("#description .prose")).to_have_text("Danas words")
    expect(dana.locator("#describe")).to_be_focused()
    expect(dana.locator("#id_description")).to_be_hidden()
    expect(dana.locator("#said")).to_have_text("Saved.")
    expect(dana.locator("#slice .events li").first).to_contain_text("Dana")

    # The second one sees both, and decides.
    bob.get_by_role("button", name="Save the description").press("Enter")
    expect(bob.locator("#description .errorlist")).to_contain_text("Somebody else changed this description")
    expect(bob.locator("#description .prose")).to_have_text("Danas words")
    expect(bob.locator("#id_description")).to_have_value("Bobs words")
    expect(bob.locator("#id_description")).to_be_focused()
    bob.get_by_role("button", name="Save the description").press("Enter")
    expect(bob.locator("#description .prose")).to_have_text("Bobs words")

    # The comment that was begun is still there; once sent, the field is empty and at hand for the next.
    comment = bob.locator("#id_comment")
    expect(comment).to_have_value("Half a tho")
    comment.focus()
    bob.keyboard.press("End")
    bob.keyboard.type("ught")
    bob.locator("#comment-send").press("Enter")
    expect(bob.locator(".comments .prose")).to_have_text("Half a thought")
    expect(comment).to_have_value("")
    expect(bob.locator("#comment-send")).to_be_focused()
    bob.get_by_role("button", name="Delete this comment").press("Enter")
    expect(bob.locator(".comments")).to_have_count(0)
    expect(bob.locator("#slice")).to_be_focused()
    for page in (bob, dana):
        assert page.evaluate("window.sameDocument") is True
