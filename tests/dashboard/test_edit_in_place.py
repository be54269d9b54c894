"""A field of a task is edited where it stands: as a piece by htmx, as a page without script."""

from datetime import date

import pytest

from tenants.policy import Priority
from tenants.reads import slices
from tenants.reconcile import reconcile
from tenants.snapshots import TaskSnapshot
from tenants.writes import edits, tasks
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, NOW, Cast, a_project, a_task
from tests.dashboard.conftest import once
from tests.dashboard.html import Element
from tests.dashboard.visitor import Answer, Visitor

LOOK = [("BatchGetItem", "task"), ("Query", "task-told")]
SAVE = [("GetItem", "frame"), ("BatchGetItem", "write"), ("TransactWriteItems", "write")]

SHOWN = {
    "title": "Write it",
    "status": "Open",
    "priority": "High",
    "due": "1 December 2026",
    "assignee": "Dana",
    "labels": "docs web",
}
"""Each field of the task as its page shows it."""


@pytest.fixture
def ref(cast: Cast) -> TaskRef:
    return once("in place", lambda: of_dana(cast))


def of_dana(cast: Cast) -> TaskRef:
    due = date(2026, 12, 1)
    ref = a_task(
        cast.bob, a_project(cast.alice), title="Write it", priority=Priority.HIGH, due=due, assignee=cast.dana.user
    )
    edits.label(cast.bob, ref, ["docs", "web"], NOW)
    return ref


@pytest.fixture
def path(ref: TaskRef) -> str:
    return f"/org/{ACME}/projects/{ref.project}/tasks/{ref.id}"


def stored(cast: Cast, ref: TaskRef) -> TaskSnapshot:
    return slices.task(ACME, cast.bob.user, ref.project, ref.id).task


def opened(visitor: Visitor, path: str, field: str) -> Element:
    """The form of one field, as a click on its value brings it."""
    link = visitor.get(path).page.one("a", id=f"edit-{field}").attributes
    assert link["href"] == link["hx-get"]
    answer = visitor.htmx_get(link["hx-get"])
    assert answer.asked == LOOK
    (place,) = answer.page.children
    assert f"#{place.id}" == link["hx-target"]
    return place.one("form")


def send(visitor: Visitor, form: Element, **changes: str) -> Answer:
    return visitor.htmx_post(form.attributes["hx-post"], form.fields() | changes)


def value_of(page: Element, field: str) -> str:
    place = page.one(id=f"field-{field}")
    return " ".join((place.one("h1") if field == "title" else place.one(class_="edit-value")).text.split())


@pytest.mark.parametrize(
    ("field", "typed", "after"),
    [
        ("title", "Write it well", "Write it well"),
        ("status", "doing", "In progress"),
        ("priority", "urgent", "Urgent"),
        ("due", "2026-09-15", "15 September 2026"),
        ("due", "", "No date"),
        ("assignee", "", "Nobody"),
        ("labels", "docs, Docs,  bug , #urgent one", "docs bug urgent one"),
        ("labels", "", "None"),
    ],
)
def test_a_field_is_saved_where_it_stands_and_the_rest_of_the_page_keeps_up(
    bob: Visitor, cast: Cast, ref: TaskRef, path: str, field: str, typed: str, after: str
) -> None:
    assert value_of(bob.get(path).page, field) == SHOWN[field]
    form = opened(bob, path, field)
    before = stored(cast, ref)
    answer = send(bob, form, **{field: typed})
    assert (answer.status, answer.asked) == (200, SAVE + LOOK)
    page = bob.get(path).page
    for shown, value in SHOWN.items():
        assert value_of(page, shown) == (after if shown == field else value)
    assert value_of(answer.page, field) == after
    assert " ".join(answer.page.one(id="said").text.split()).endswith(f": {after}")
    assert answer.page.one(id="slice").same() == page.one(id="slice").same()
    assert stored(cast, ref).version == before.version + 1
    assert reconcile(ACME) == []


@pytest.mark.parametrize("field", list(SHOWN))
def test_without_script_the_link_leads_to_the_page_with_the_form_in_its_place(
    bob: Visitor, cast: Cast, ref: TaskRef, path: str, field: str
) -> None:
    answer = bob.get(bob.get(path).page.one("a", id=f"edit-{field}").attributes["href"])
    assert answer.asked == LOOK
    form = answer.page.forms()[f"{path}/edit"]
    assert form.one("a", class_="button small cancel").attributes["href"].partition("?")[0] == path
    answer = bob.submit(form)
    assert (answer.status, answer.location) == (302, path)
    assert stored(cast, ref).version == 2, "nothing was changed, nothing is written"
    answer = bob.submit(form, **{field: {"title": "Other", "status": "done"}.get(field, "")})
    assert answer.status == (400 if field == "priority" else 302)


def test_giving_up_shows_the_value_as_it_stands(bob: Visitor, cast: Cast, ref: TaskRef, path: str) -> None:
    form = opened(bob, path, "title")
    edits.retitle(cast.dana, ref, "Danas title", NOW)
    answer = bob.htmx_get(form.one("a", class_="button small cancel").attributes["hx-get"])
    assert value_of(answer.page, "title") == "Danas title"
    assert "autofocus" in answer.page.one("a", id="edit-title").attributes


@pytest.mark.parametrize(
    ("field", "typed", "theirs"),
    [
        ("title", "Bobs title", "Danas title"),
        ("status", "done", "In progress"),
        ("priority", "urgent", "Low"),
        ("due", "2026-11-11", "2026-10-10"),
        ("assignee", "", "Vic"),
        ("labels", "bobs", "danas, own"),
    ],
)
def test_two_who_edit_one_field_see_both_values_and_the_second_decides(
    bob: Visitor, cast: Cast, ref: TaskRef, path: str, field: str, typed: str, theirs: str
) -> None:
    form = opened(bob, path, field)
    {
        "title": lambda: edits.retitle(cast.dana, ref, "Danas title", NOW),
        "status": lambda: tasks.start(cast.dana, ref, NOW),
        "priority": lambda: edits.prioritise(cast.dana, ref, Priority.LOW, NOW),
        "due": lambda: edits.schedule(cast.dana, ref, date(2026, 10, 10), NOW),
        "assignee": lambda: edits.assign(cast.dana, ref, cast.vic.user, NOW),
        "labels": lambda: edits.label(cast.dana, ref, ["danas", "own"], NOW),
    }[field]()
    answer = send(bob, form, **{field: typed})
    assert answer.status == 409
    assert [answer.headers[name] for name in ("HX-Retarget", "HX-Reswap", "HX-Reselect")] == [
        f"#field-{field}",
        "outerHTML",
        "unset",
    ]
    again = answer.page.one("form")
    assert f"Somebody else changed this to “{theirs}” meanwhile." in again.one(class_="errorlist").text
    assert again.fields()[field] == typed
    assert send(bob, again).status == 200
    assert edits.text_of(stored(cast, ref), field) == typed


def test_two_who_edit_different_fields_do_not_meet(bob: Visitor, cast: Cast, ref: TaskRef, path: str) -> None:
    form = opened(bob, path, "title")
    edits.prioritise(cast.dana, ref, Priority.LOW, NOW)
    assert send(bob, form, title="Bobs title").status == 200
    assert (stored(cast, ref).title, stored(cast, ref).priority) == ("Bobs title", Priority.LOW)


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("title", "", "This field is required."),
        ("title", "x" * 201, "at most 200 characters"),
        ("status", "archived", "Select a valid choice"),
        ("due", "soon", "Enter a valid date."),
        ("due", "2999-01-01", "Choose a date between 1970 and 2200."),
        ("assignee", "nobody", "Select a valid choice"),
        ("labels", ", ".join(f"label {number}" for number in range(11)), "A task has at most 10 labels; these are 11."),
    ],
)
def test_what_is_refused_is_told_at_the_field_and_stays_as_typed(
    bob: Visitor, cast: Cast, ref: TaskRef, path: str, field: str, typed: str, said: str
) -> None:
    answer = send(bob, opened(bob, path, field), **{field: typed})
    assert (answer.status, answer.headers["HX-Retarget"]) == (400, f"#field-{field}")
    form = answer.page.one("form")
    assert said in form.one(class_="errorlist").text
    if form.has("input", id=f"place_{field}"):
        assert form.one("input", id=f"place_{field}").attributes.get("value", "") == typed
    assert stored(cast, ref).version == 2
    # The same without script: the whole page, with the form in its place.
    page = bob.post(f"{path}/edit", form.fields() | {field: typed}).page
    assert said in page.one(id=f"field-{field}").one(class_="errorlist").text
    assert page.one("h1").text == "Write it"


@pytest.mark.parametrize("field", ["", "version", "completed_by", "pk", "description", "project"])
def test_a_field_that_is_none_is_no_page(bob: Visitor, cast: Cast, ref: TaskRef, path: str, field: str) -> None:
    assert bob.htmx_get(f"{path}/edit?field={field}").status == 404
    assert bob.htmx_post(f"{path}/edit", {"field": field, field or "x": "1"}).status == 404
    assert stored(cast, ref).version == 2


def test_a_viewer_has_no_way_to_edit(vic: Visitor, path: str) -> None:
    page = vic.get(path).page
    assert not [link for link in page.all("a") if link.id.startswith("edit-")]
    assert vic.get(f"{path}/edit").status == vic.htmx_get(f"{path}/edit?field=title").status == 403
    for fields in ({"field": "title", "title": "Vics", "seen": "Write it"}, {}, {"field": "none"}):
        assert vic.htmx_post(f"{path}/edit", fields).status == 403


def test_a_done_task_says_when_at_once(bob: Visitor, path: str) -> None:
    piece = send(bob, opened(bob, path, "status"), status="done").page
    assert piece.one(id="completed").text == "Completed 15 September 2026, 12:00 CEST · Bob"
    assert bob.get(f"/org/{ACME}/dashboard").page.one(data_testid="top-user").text == "1. Bob 1 done"


def test_another_title_names_the_window(bob: Visitor, path: str) -> None:
    piece = send(bob, opened(bob, path, "title"), title="Other").page
    assert piece.one("title").text == bob.get(path).page.one("head").one("title").text
