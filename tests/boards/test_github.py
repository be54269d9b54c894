import datetime as dt
import json
from typing import Any

import pytest

from tests.boards.make import github, issue, read


def test_closed_is_done_when_it_was_closed_and_a_pull_request_is_a_task() -> None:
    closed = issue(2, state="closed", closed_at="2024-06-01T10:00:00Z", pull_request={"url": "x"})
    rows = read(github(issue(1), closed)).rows
    assert [(row.status, row.completed_at) for row in rows] == [
        ("open", None),
        ("done", dt.datetime(2024, 6, 1, 10, tzinfo=dt.UTC)),
    ]


def test_a_repository_is_a_project_and_the_id_names_both_in_small_letters() -> None:
    board = read(github(issue(7, html_url=None, repository_url="https://api.github.example/repos/Acme/Site")))
    assert (board.source, board.projects[0].title, board.rows[0].source_id) == ("acme/site", "Acme/Site", "acme/site#7")


def test_the_issues_of_several_repositories_are_tasks_of_several_projects() -> None:
    board = read(github(issue(1), issue(1, html_url="https://github.example/acme/shop/issues/1")))
    assert [project.title for project in board.projects] == ["acme/site", "acme/shop"]
    assert [row.source_id for row in board.rows] == ["acme/site#1", "acme/shop#1"]


def test_the_list_of_the_command_line_tool_gives_the_same_tasks() -> None:
    rest = issue(
        3,
        state="closed",
        closed_at="2024-06-01T10:00:00Z",
        labels=[{"name": "High priority"}],
        assignees=[{"login": "ann"}],
    )
    tool = {
        "number": 3, "title": "Issue 3", "state": "CLOSED", "body": "", "closedAt": "2024-06-01T10:00:00Z", "id": "I_kw",
        "createdAt": "2024-05-01T10:00:00Z", "labels": [{"name": "High priority"}], "assignees": [{"login": "ann"}],
        "author": {"login": "author"}, "url": "https://github.example/acme/site/issues/3",
    }  # fmt: skip
    assert read(github(tool)) == read(github(rest))


def test_pages_gathered_in_a_list_and_the_answer_of_a_search_are_read() -> None:
    plain = read(github(issue(1), issue(2)))
    assert read(json.dumps([[issue(1)], [issue(2)]]).encode()) == plain
    assert (
        read(json.dumps({"total_count": 2, "incomplete_results": False, "items": [issue(1), issue(2)]}).encode())
        == plain
    )


def test_labels_are_strings_or_objects_or_nothing() -> None:
    rows = read(
        github(issue(1, labels=["urgent"]), issue(2, labels=[{"name": "minor"}, None]), issue(3, labels=None))
    ).rows
    assert [row.priority for row in rows] == ["urgent", "low", "medium"]


def test_people_are_authors_and_assignees_and_the_first_assignee_has_the_task() -> None:
    board = read(
        github(
            issue(1, assignees=[None, {"login": "ann"}, {"login": "bob"}]),
            issue(2, assignee={"login": "cat"}, user=None),
        )
    )
    assert board.people == ("author", "ann", "bob", "cat")
    assert [row.person for row in board.rows] == ["ann", "cat"]


def test_nulls_and_broken_issues_are_rejected_and_the_rest_is_kept() -> None:
    bad: list[Any] = [None, issue(3, title=" "), issue(4, closed_at="never", state="closed"), issue(5, created_at="1066-10-14T00:00:00Z"),
                      issue(6) | {"number": "six"}, issue(1, title="Again")]  # fmt: skip
    board = read(github(issue(1), *bad, issue(8), issue(9)))
    assert [row.source_id for row in board.rows] == ["acme/site#1", "acme/site#8", "acme/site#9"]
    assert [str(rejected) for rejected in board.rejected] == [
        "Record 2: the record cannot be read",
        "Record 3, #3: it has no title",
        "Record 4, Issue 4: its closing date “never” is not a date between 1970 and 2200",
        "Record 5, Issue 5: its creation date “1066-10-14T00:00:00Z” is not a date between 1970 and 2200",
        "Record 6, Issue 6: it has no issue number",
        "Record 7, Again: it repeats record 1, which has the same id",
    ]


def test_an_issue_without_any_address_still_has_a_project() -> None:
    board = read(github(issue(1, html_url=None)))
    assert (board.projects[0].title, board.rows[0].source_id) == ("GitHub issues", "github#1")


@pytest.mark.parametrize("state", ["MERGED", "closed", "Closed"])
def test_the_state_counts_in_any_letters(state: str) -> None:
    assert read(github(issue(1, state=state))).rows[0].status == "done"
