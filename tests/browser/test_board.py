"""The board in hands: dragged with the mouse, moved with the keyboard, and what is refused."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tenants import clock
from tenants.reads import slices
from tenants.writes import tasks
from tenants.writes.tasks import TaskRef
from tests.browser.conftest import Open, Site, Watch, sign_in, unattended
from tests.browser.hands import Mouse, Phone
from tests.cast import ACME, NOW, a_project, a_task

COLUMNS = ("open", "doing", "done")


@pytest.fixture
def task(site: Site) -> TaskRef:
    """One open task of a fresh project, between two others."""
    project, refs = a_project(site.cast.alice), list[TaskRef]()
    for minute, title in enumerate(("Before", "Write it", "After")):
        refs = [*refs, a_task(site.cast.bob, project, title=title, now=NOW + timedelta(minutes=minute))]
    return refs[1]


def at(task: TaskRef) -> str:
    return f"/org/{task.org}/projects/{task.project}"


def on_board(page: Page, name: str, task: TaskRef) -> None:
    sign_in(page, name, at(task))
    page.locator("#view-board").click()
    expect(page.locator(".columns")).to_be_visible()


def column(page: Page, status: str) -> Locator:
    return page.locator(f".columns [data-column='{status}']")


def row(page: Page, task: TaskRef) -> Locator:
    return page.locator(f"#task-{task.id}")


def expect_on_board(page: Page, **titles: list[str]) -> None:
    """Which tasks stand in each column, in order, and that its heading counts them."""
    for status in COLUMNS:
        wanted = titles.get(status, [])
        expect(column(page, status).locator(".task-title")).to_have_text(wanted)
        expect(column(page, status).locator(".column-n")).to_have_text(str(len(wanted)))
        expect(column(page, status).locator(".empty")).to_be_visible(visible=not wanted)


def drag(page: Page, what: Locator, onto: Locator) -> None:
    """Take it by the mouse, carry it there and let go."""
    page.locator(".board-head").evaluate("head => head.scrollIntoView()")
    Mouse(page).drag(what, onto)


def stored(site: Site, task: TaskRef) -> str:
    return str(slices.task(ACME, site.cast.bob.user, task.project, task.id).task.status)


def test_a_task_dragged_to_a_column_moves_and_counts_as_its_button_would(page: Page, site: Site, task: TaskRef) -> None:
    on_board(page, "Bob", task)
    expect_on_board(page, open=["After", "Write it", "Before"])
    drag(page, row(page, task).locator(".task-title"), column(page, "doing"))
    expect(page.locator("#said")).to_contain_text("In progress: Write it")
    expect_on_board(page, open=["After", "Before"], doing=["Write it"])
    drag(page, row(page, task), column(page, "done"))
    expect(page.locator("#said")).to_contain_text("Completed: Write it")
    expect_on_board(page, open=["After", "Before"], done=["Write it"])
    expect(page.locator("#project-counts")).to_contain_text("33 %")
    expect(page.locator("#top-three .podium-row")).to_contain_text("Bob")
    assert stored(site, task) == "done"

    # Undo brings it back to its column, to where it stood.
    page.get_by_role("button", name="Undo").click()
    expect_on_board(page, open=["After", "Write it", "Before"])
    expect(page.locator("#project-counts")).to_contain_text("0 %")
    # What is seen is what a reload shows.
    page.reload()
    expect_on_board(page, open=["After", "Write it", "Before"])


def test_a_done_task_dragged_to_those_in_progress_is_open_on_its_way(page: Page, site: Site, task: TaskRef) -> None:
    tasks.complete(site.cast.bob, task, clock.now())
    on_board(page, "Bob", task)
    drag(page, row(page, task), column(page, "doing"))
    expect(page.locator("#said")).to_contain_text("In progress: Write it")
    expect_on_board(page, open=["After", "Before"], doing=["Write it"])
    expect(row(page, task)).to_have_attribute("data-status", "doing")
    assert stored(site, task) == "doing"


def test_a_task_let_go_where_it_was_or_outside_stays_and_sends_nothing(page: Page, task: TaskRef) -> None:
    on_board(page, "Bob", task)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    drag(page, row(page, task), column(page, "open"))
    drag(page, row(page, task), page.locator("h1"))
    expect_on_board(page, open=["After", "Write it", "Before"])
    assert sent == []
    expect(row(page, task)).not_to_have_class(re.compile("held|moving"))


def test_the_keyboard_alone_moves_a_task_and_keeps_the_focus_with_it(page: Page, task: TaskRef) -> None:
    on_board(page, "Bob", task)
    for control, said, titles in (
        ("move", "In progress: Write it", {"open": ["After", "Before"], "doing": ["Write it"]}),
        ("tick", "Completed: Write it", {"open": ["After", "Before"], "done": ["Write it"]}),
        ("tick", "Open again: Write it", {"open": ["After", "Write it", "Before"]}),
    ):
        button = page.locator(f"#task-{task.id}-{control}")
        for _ in range(60):
            if page.evaluate("document.activeElement.id") == f"task-{task.id}-{control}":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_contain_text(said)
        expect_on_board(page, **titles)
        expect(button).to_be_focused()
        page.wait_for_timeout(600)  # two strokes at once would be the halves of a double click
        page.locator("#main").focus()


def test_a_task_that_is_gone_goes_back_and_it_is_said_why(page: Page, site: Site, task: TaskRef, watch: Watch) -> None:
    watch.allow("404 (Not Found)")
    watch.allow("Response Status Error Code 404")
    on_board(page, "Bob", task)
    tasks.delete(site.cast.alice, task, clock.now())
    drag(page, row(page, task), column(page, "done"))
    expect(page.locator("#said")).to_contain_text("Nothing is here")
    expect_on_board(page, open=["After", "Write it", "Before"])
    expect(row(page, task)).to_have_class(re.compile("went-back"))


@pytest.mark.parametrize("fault", ["an error", "another page", "no answer"])
def test_a_server_that_fails_lets_a_dragged_task_go_back(opened: Open, task: TaskRef, watch: Watch, fault: str) -> None:
    page = unattended(opened)
    watch.allow("50")
    watch.allow("error: htmx:")
    watch.allow("ERR_FAILED")
    on_board(page, "Bob", task)

    def fail(route: object) -> None:
        if fault == "no answer":
            route.abort()  # type: ignore[attr-defined]  # Playwright's Route
        else:
            body = '<div id="error"><h1>Out of order</h1></div>' if fault == "an error" else "<h1>Bad gateway</h1>"
            route.fulfill(status=503, content_type="text/html", body=body)  # type: ignore[attr-defined]  # as above

    page.route("**/complete", fail)
    drag(page, row(page, task), column(page, "done"))
    said = "Out of order" if fault == "an error" else "No answer came back."
    expect(page.locator("#said")).to_contain_text(said)
    expect_on_board(page, open=["After", "Write it", "Before"])
    # It can be taken again.
    page.unroute("**/complete")
    drag(page, row(page, task), column(page, "done"))
    expect_on_board(page, open=["After", "Before"], done=["Write it"])


def test_a_task_that_somebody_else_finished_meanwhile_goes_where_it_stands(
    page: Page, site: Site, task: TaskRef
) -> None:
    on_board(page, "Bob", task)
    tasks.complete(site.cast.dana, task, clock.now())
    drag(page, row(page, task), column(page, "doing"))
    expect(page.locator("#said")).to_contain_text("Somebody else was faster, it is done: Write it")
    expect_on_board(page, open=["After", "Before"], done=["Write it"])


def test_a_finger_on_a_card_scrolls_the_page_and_drags_nothing_and_buttons_move_it(
    opened: Open, site: Site, task: TaskRef
) -> None:
    context = opened(**Phone.options)
    page = context.new_page()
    on_board(page, "Bob", task)
    fingers = context.new_cdp_session(page)

    def touch(kind: str, *places: dict[str, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(places)})

    for held in (0, 700):
        page.locator(".board-head").evaluate("head => head.scrollIntoView()")
        box = row(page, task).bounding_box()
        before = page.evaluate("scrollY")
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 8
        touch("touchStart", {"x": x, "y": y})
        page.wait_for_timeout(held)
        for step in range(1, 11):
            touch("touchMove", {"x": x, "y": y - 15 * step})
        touch("touchEnd")
        page.wait_for_timeout(200)
        assert page.evaluate("scrollY") > before + 50
        expect_on_board(page, open=["After", "Write it", "Before"])
        expect(row(page, task)).not_to_have_class(re.compile("held|moving"))
    finger = Phone(page)
    finger.press(page.locator(f"#task-{task.id}-move"))
    expect_on_board(page, open=["After", "Before"], doing=["Write it"])
    finger.press(page.locator(f"#task-{task.id}-tick"))
    expect_on_board(page, open=["After", "Before"], done=["Write it"])
    assert stored(site, task) == "done"


def test_a_viewer_has_nothing_to_take_hold_of(page: Page, task: TaskRef) -> None:
    on_board(page, "Vic", task)
    expect(row(page, task)).to_have_js_property("draggable", value=False)
    drag(page, row(page, task), column(page, "done"))
    expect_on_board(page, open=["After", "Write it", "Before"])
