"""`import`, the step between: what columns, lists and priorities of a file mean, said once and remembered."""

from __future__ import annotations

import csv
import io
import threading
from datetime import timedelta

import pytest
import time_machine

from tenants import keys, store
from tenants.boards.choices import choice_id
from tenants.imports import background, memory, uploads
from tenants.items import ImportChoices, Task, UploadPart
from tests.cast import ACME, OTHER, Cast
from tests.dashboard.html import Element
from tests.dashboard.test_import import PATH, TEAM, confirm, form_of, upload
from tests.dashboard.visitor import Answer, Visitor

TABLE = (
    "Task;Spalte;Due;Wer;Prio;Mood\n"
    "Write it;Waiting room;2026-03-04;Ana;Sev 1;fine\n"
    "Print it;Waiting room;;Bo;;fine\n"
    "Ship it;Shipped off;;Bo;;\n"
    "Sink it;Done;;;;\n"
)
NAMELESS = "What we do,Who does it\nWrite it,Ana\nPrint it,Bo\n"
WAITING, SHIPPED = choice_id("list", "Waiting room"), choice_id("list", "Shipped off")
SEV = choice_id("priority", "Sev 1")


def column(name: str) -> str:
    return choice_id("column", name, "csv")


def numbers(answer: Answer) -> list[str]:
    """Projects, tasks, open, in progress, done, with a due date."""
    return [element.text for element in answer.page.one("dl", class_="numbers").all("dd")]


def select(answer: Answer, field: str) -> Element:
    return answer.page.one("select", name=field)


def tasks() -> dict[str, Task]:
    return {item.title: item for item in store.walk("partition", keys.org_pk(ACME)) if isinstance(item, Task)}


def asked(answer: Answer) -> set[str]:
    """The names that a person is asked about: those in no details."""
    known = {element.text for details in answer.page.all("details") for element in details.all("bdi")}
    every = {item.one("bdi").text for item in answer.page.all("li") if item.has("select") and item.has("bdi")}
    people = {item.one("bdi").text for item in answer.page.all("li") if "only a name" in item.text}
    return every - known - people


def test_what_is_not_recognised_is_listed_with_counts_and_samples(dana: Visitor) -> None:
    answer = upload(dana, TABLE.encode(), "Harbour.csv")
    assert numbers(answer) == ["1", "4", "3", "0", "1", "1"]
    assert asked(answer) == {"Mood", "Waiting room", "Shipped off", "Sev 1"}
    text = answer.text
    assert '2 tasks: <q dir="auto">Write it</q>, <q dir="auto">Print it</q>' in text
    assert '2 filled cells: <q dir="auto">fine</q>' in text
    assert "as last time" not in text


def test_choices_change_the_numbers_of_the_next_look_and_stand_in_the_form(dana: Visitor) -> None:
    form = form_of(upload(dana, TABLE.encode(), "Harbour.csv"))
    again = dana.submit(
        form, step="preview", **{WAITING: "doing", SHIPPED: "done", SEV: "urgent", column("Due"): "ignore"}
    )
    assert numbers(again) == ["1", "4", "0", "2", "2", "0"]
    chosen = form_of(again).fields()
    assert [chosen[field] for field in (WAITING, SHIPPED, SEV, column("Due"))] == ["doing", "done", "urgent", "ignore"]
    assert "as last time" not in again.text
    assert memory.remembered(ACME) == {}


def test_a_confirmed_choice_is_remembered_for_the_next_file_and_can_be_taken_back(dana: Visitor) -> None:
    first = form_of(upload(dana, TABLE.encode(), "Harbour.csv"))
    confirm(dana, dana.submit(first, step="preview", **{WAITING: "doing", SEV: "urgent"}))
    assert {title: task.status for title, task in tasks().items()}["Write it"] == "doing"
    assert tasks()["Write it"].priority == "urgent"
    other = TABLE.replace("it;", "them;")
    second = upload(dana, other.encode(), "Quay.csv")
    assert numbers(second)[2:5] == ["1", "2", "1"]
    assert second.text.count("as last time") == 2
    back = dana.submit(form_of(second), step="preview", **{WAITING: ""})
    assert numbers(back)[2:5] == ["3", "0", "1"]
    confirm(dana, back)
    assert memory.remembered(ACME) == {SEV: "urgent"}


def test_choices_that_nobody_has_seen_the_numbers_of_are_shown_before_they_count(dana: Visitor) -> None:
    form = form_of(upload(dana, TABLE.encode(), "Harbour.csv"))
    shown = dana.submit(form, step="confirm", **{WAITING: "done"})
    assert shown.status == 200
    assert "Your choices have changed the numbers." in shown.page.one(role="alert").text
    assert numbers(shown)[2:5] == ["1", "0", "3"]
    assert tasks() == {}
    confirm(dana, shown)
    assert [task.status for task in tasks().values()].count("done") == 3


def test_a_list_can_be_left_out_or_become_a_project(dana: Visitor) -> None:
    form = form_of(upload(dana, TABLE.encode(), "Harbour.csv"))
    again = dana.submit(form, step="preview", **{WAITING: "project", SHIPPED: "skip"})
    assert numbers(again)[:2] == ["2", "3"]
    assert "1 task is left out, as you chose." in again.text
    confirm(dana, again)
    assert {title: task.project for title, task in tasks().items()} == {
        "Write it": "Waiting room",
        "Print it": "Waiting room",
        "Sink it": "Harbour",
    }


def test_a_table_without_titles_asks_for_the_column_and_then_is_a_board(dana: Visitor) -> None:
    question = upload(dana, NAMELESS.encode(), "plan.csv")
    assert question.status == 200
    assert "Which column holds the titles?" in question.page.one(role="alert").text
    assert "a CSV file of something else" in question.text
    still = dana.submit(form_of(question), step="preview", **{column("Who does it"): "assignee"})
    assert "Which column holds the titles?" in still.text
    assert form_of(still).fields()[column("Who does it")] == "assignee"
    preview = dana.submit(form_of(still), step="preview", **{column("What we do"): "title"})
    assert numbers(preview)[:2] == ["1", "2"]
    confirm(dana, preview)
    assert {title: task.person for title, task in tasks().items()} == {"Write it": "Ana", "Print it": "Bo"}
    assert numbers(upload(dana, (NAMELESS + "Sink it,Cy\n").encode(), "plan.csv"))[:2] == ["1", "3"]


def test_a_preview_that_is_opened_again_says_what_was_said(cast: Cast, dana: Visitor) -> None:
    form = form_of(upload(dana, TABLE.encode(), "Harbour.csv"))
    person = background.field_of("Ana")
    dana.submit(form, step="preview", **{WAITING: "done", person: cast.bob.user})
    again = form_of(dana.get(f"{PATH}?job={form.fields()['token']}")).fields()
    assert (again[WAITING], again[person]) == ("done", cast.bob.user)


def test_somebody_who_was_suggested_and_declined_is_not_suggested_again(cast: Cast, dana: Visitor) -> None:
    table = "Task,Owner,Status\nWrite it,Bob,Done\n"
    form = form_of(upload(dana, table.encode(), "Plan.csv"))
    person = background.field_of("Bob")
    assert form.fields()[person] == cast.bob.user
    again = dana.submit(form, step="preview", **{person: ""})
    assert form_of(again).fields()[person] == ""
    confirm(dana, again)
    (task,) = tasks().values()
    assert task.person == "Bob"
    assert not task.assignee


def test_an_import_that_is_taken_up_again_still_knows_who_is_who_and_what_is_what(
    cast: Cast, dana: Visitor, monkeypatch: pytest.MonkeyPatch, clock: time_machine.Traveller
) -> None:
    form = form_of(upload(dana, TABLE.encode(), "Harbour.csv"))
    seen = form_of(dana.submit(form, step="preview", **{WAITING: "done", background.field_of("Bo"): cast.bob.user}))
    with monkeypatch.context() as patch:
        patch.setattr(background.threading.Thread, "start", lambda _self: None)  # type: ignore[attr-defined]  # it is imported there
        watched = dana.submit(seen, step="confirm").location
    clock.shift(uploads.QUIET + timedelta(seconds=1))
    (stalled,) = [form for form in dana.get(watched).page.all("form") if "token" in form.fields()]
    dana.submit(stalled, step="resume")
    for thread in threading.enumerate():
        if thread.name.startswith("import-"):
            thread.join(30)
    assert tasks()["Print it"].assignee == cast.bob.user
    assert tasks()["Print it"].status == "done"


@pytest.mark.parametrize(
    "fields",
    [
        {"list_x": "done"},
        {WAITING: "urgent"},
        {WAITING: "x" * 1000},
        {f"{WAITING}#": "done"},
        {"column_" + "0" * 16: "due"},
    ],
)
def test_a_forged_choice_is_no_choice(dana: Visitor, fields: dict[str, str]) -> None:
    token = form_of(upload(dana, TABLE.encode(), "Harbour.csv")).fields()["token"]
    answer = dana.post(PATH, {"token": token, "step": "preview", **fields})
    assert answer.status == 200
    assert numbers(answer) == ["1", "4", "3", "0", "1", "1"]


def test_choices_are_those_of_one_organisation_and_hold_no_word_of_the_file(dana: Visitor) -> None:
    preview = dana.submit(form_of(upload(dana, TABLE.encode(), "Harbour.csv")), step="preview", **{WAITING: "done"})
    confirm(dana, preview)
    assert memory.remembered(ACME) == {WAITING: "done"}
    assert memory.remembered(OTHER) == {}
    item = store.get("upload", ImportChoices, keys.import_choices(ACME))
    assert item is not None
    assert "Waiting" not in str(item.to_dynamodb_dict())


def test_labels_come_along_as_many_and_as_long_as_a_task_may_have(dana: Visitor) -> None:
    labels = ", ".join(["Draft", "draft", "#quay", "x" * 40, *(f"l{number}" for number in range(12))])
    confirm(dana, upload(dana, f'Task,Status,Labels\nWrite it,,"{labels}"\n'.encode(), "Plan.csv"))
    kept = (tasks()["Write it"].labels or "").split("\n")
    assert kept[:3] == ["Draft", "quay", "x" * 29 + "…"]
    assert len(kept) == 10


def rows_of(answer: Answer) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.body.decode("utf-8-sig"), newline="")))


BAD = "Task,Due,Status\n=cmd()+1,someday,\nWrite it,,Done\n,2026-03-04,\n" + "Bad,never,\n" * 60


def test_rows_that_are_left_out_can_be_downloaded_before_and_after_and_compute_nothing(dana: Visitor) -> None:
    preview = upload(dana, BAD.encode(), "Plan.csv")
    assert "62 rows will be left out" in preview.text
    assert "The first 50 are listed." in preview.text
    (link,) = [a.attributes["href"] for a in preview.page.all("a") if "left-out" in a.attributes.get("href", "")]
    before = rows_of(dana.get(link))
    assert before[0] == ["Record", "Line", "Name", "Reason"]
    assert before[1] == [
        "1",
        "2",
        "'=cmd()+1",
        "its due date “someday” in the column “Due” is not a date between 1970 and 2200",
    ]
    assert before[2] == ["3", "4", "", "it has no title in the column “Task”"]
    assert len(before) == 63
    result = dana.get(confirm(dana, preview).location)
    (link,) = [a.attributes["href"] for a in result.page.all("a") if "left-out" in a.attributes.get("href", "")]
    answer = dana.get(link)
    assert rows_of(answer) == before
    assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="{ACME}-Plan-csv-left-out.csv"')


def test_the_file_of_an_import_that_left_nothing_out_is_gone_and_so_is_its_list(dana: Visitor) -> None:
    result = dana.get(confirm(dana, upload(dana, TEAM)).location)
    assert not [a for a in result.page.all("a") if "left-out" in a.attributes.get("href", "")]
    assert not [item for item in store.walk("partition", keys.org_pk(ACME)) if isinstance(item, UploadPart)]


def test_the_list_of_what_was_left_out_is_nobody_elses(dana: Visitor, alice: Visitor, bob: Visitor) -> None:
    token = form_of(upload(dana, BAD.encode(), "Plan.csv")).fields()["token"]
    path = f"/org/{ACME}/import/left-out.csv?job={token}"
    assert dana.get(path).status == 200
    assert alice.get(path).status == 404
    assert bob.get(path).status == 403
    question = form_of(upload(dana, NAMELESS.encode(), "plan.csv")).fields()["token"]
    assert dana.get(f"/org/{ACME}/import/left-out.csv?job={question}").status == 404


def test_ten_thousand_people_and_columns_stay_a_page_and_a_form_that_can_be_sent(dana: Visitor) -> None:
    header = ["Task", "Status", "Owner", "Priority", *(f"Column {number}" for number in range(500))]
    rows = [[f"T{n}", f"List {n}", f"Person {n}", f"Level x{n}", *["."] * 500] for n in range(300)]
    out = io.StringIO()
    csv.writer(out).writerows([header, *rows])
    answer = upload(dana, out.getvalue().encode(), "wide.csv")
    form = form_of(answer)
    assert len(form.fields()) < 450
    assert "the others of 300 stay names" in answer.text
    assert dana.submit(form, step="preview").status == 200
