import datetime as dt

from tests.boards.make import asana, read


def test_a_task_is_done_on_the_day_it_says_and_in_progress_by_its_section() -> None:
    board = read(
        asana(
            {"Completed At": "2025-03-01", "Section/Column": "In progress"},
            {"Section/Column": "In progress - Dev"},
            {"Section/Column": "Done"},
            {},
        )
    )
    assert [row.status for row in board.rows] == ["done", "doing", "open", "open"]
    assert board.rows[0].completed_at == dt.datetime(2025, 3, 1, 12, tzinfo=dt.UTC)
    assert [row.completed_on_day for row in board.rows] == [True, False, False, False]


def test_a_task_lives_in_its_first_project_and_all_named_projects_exist() -> None:
    board = read(asana({"Projects": "Home, Garden,Home"}, {"Projects": " Shed "}))
    assert [row.project for row in board.rows] == ["Home", "Shed"]
    assert [project.source_id for project in board.projects] == ["Home", "Garden", "Shed"]


def test_a_subtask_lives_where_its_parent_does_even_over_two_steps_and_above_it() -> None:
    board = read(
        asana(
            {"Name": "Leaf", "Projects": "", "Parent task": "Twig"},
            {"Name": "Tree", "Projects": "Garden"},
            {"Name": "Twig", "Projects": "", "Parent task": "Tree "},
        )
    )
    assert [row.project for row in board.rows] == ["Garden"] * 3


def test_of_two_parents_of_one_name_the_nearest_above_is_meant() -> None:
    board = read(
        asana(
            {"Name": "Plan", "Projects": "A"},
            {"Name": "Plan", "Projects": "B"},
            {"Name": "Sub", "Projects": "", "Parent task": "Plan"},
            {"Name": "Plan", "Projects": "C"},
        )
    )
    assert board.rows[2].project == "B"
    assert len(board.rows) == 4


def test_tasks_that_are_each_others_parents_or_nobodys_find_a_home() -> None:
    board = read(
        asana(
            {"Name": "A", "Projects": "", "Parent task": "B"},
            {"Name": "B", "Projects": "", "Parent task": "A"},
            {"Name": "C", "Projects": "", "Parent task": "C"},
            {"Name": "D", "Projects": "", "Parent task": "gone"},
        )
    )
    assert {row.project for row in board.rows} == {"Asana tasks without a project"}


def test_priority_is_a_column_or_a_tag() -> None:
    data = (
        asana({"Tags": "Critical,x"}, {"Tags": ""})
        .replace(b"Parent task", b"Priority", 1)
        .replace(b"Home,", b"Home,High", 1)
    )
    assert [row.priority for row in read(data).rows] == ["high", "medium"]
    assert read(asana({"Tags": "bug,Critical"})).rows[0].priority == "urgent"


def test_rejected_tasks_say_their_record_and_their_line() -> None:
    board = read(
        asana(
            {"Notes": "two\nlines"},
            {"Name": " "},
            {"Due Date": "someday"},
            {"Task ID": ""},
            {"Task ID": "1001"},
            {"Name": "Last"},
        )
    )
    assert [str(rejected) for rejected in board.rejected] == [
        "Record 2 (line 4), 1002: it has no title",
        "Record 3 (line 5), Task 3: its due date “someday” in the column “Due Date” is not a date between 1970 and 2200",
        "Record 4 (line 6), Task 4: it has no Task ID",
        "Record 5 (line 7), Task 5: it repeats record 1, which has the same id",
    ]
    assert [row.title for row in board.rows] == ["Task 1", "Last"]


def test_american_dates_are_told_by_the_whole_column() -> None:
    board = read(
        asana(
            {"Due Date": "03/04/2025", "Created At": "01/01/2025"},
            {"Due Date": "03/28/2025", "Created At": "01/01/2025"},
        )
    )
    assert [row.due for row in board.rows] == [dt.date(2025, 3, 4), dt.date(2025, 3, 28)]
