import datetime as dt
from typing import Any

import pytest

from tests.boards.make import BOARD_ID, action, card, read, trello


def only(*cards: dict[str, Any], **changes: Any) -> Any:
    """The single row of a board."""
    (row,) = read(trello(*cards, **changes)).rows
    return row


def lists(*names: str) -> list[dict[str, Any]]:
    return [{"id": name, "name": name, "closed": False} for name in names]


def test_the_board_is_the_project_and_the_cards_id_is_the_tasks() -> None:
    board = read(trello(card(1), card(2)))
    assert (board.source, board.projects[0].source_id, board.title) == (BOARD_ID, BOARD_ID, "Board")
    assert [row.source_id for row in board.rows] == [card(1)["id"], card(2)["id"]]


def test_a_card_is_as_old_as_its_id_says() -> None:
    assert only(card()).created_at == dt.datetime(2019, 4, 17, 19, 35, 55, tzinfo=dt.UTC)
    assert only(card(id="not-hex")).created_at is None


@pytest.mark.parametrize(
    ("changes", "status"),
    [({}, "open"), ({"idList": "doing"}, "doing"), ({"idList": "done"}, "done"), ({"closed": True}, "done"),
     ({"dueComplete": True, "idList": "doing"}, "done"), ({"idList": "nowhere"}, "open"), ({"idList": None}, "open"),
     ({"closed": "true"}, "open")],
)  # fmt: skip
def test_a_card_is_done_when_archived_ticked_or_in_a_list_of_finished_work(
    changes: dict[str, Any], status: str
) -> None:
    assert only(card(**changes)).status == status


def test_a_card_in_an_archived_list_follows_the_lists_name() -> None:
    archived = [entry | {"closed": True} for entry in lists("Ideas", "Done")]
    board = read(trello(card(1, idList="Ideas"), card(2, idList="Done"), lists=archived))
    assert [row.status for row in board.rows] == ["open", "done"]


def test_an_export_of_2016_without_due_complete_and_one_without_labels_are_read() -> None:
    old = card(due="2016-03-01T11:00:00.000Z", idLabels=["l1"])
    del old["dueComplete"], old["labels"]
    row = only(old, labels=[{"id": "l1", "name": "High priority", "color": "red"}])
    assert (row.status, row.due, row.priority) == ("open", dt.date(2016, 3, 1), "high")


def test_the_first_member_who_is_on_the_board_has_the_card() -> None:
    members = [{"id": "m1", "fullName": "Ann", "username": "ann"}, {"id": "m2", "fullName": " ", "username": "bob"}]
    board = read(trello(card(1, idMembers=["gone", "m2", "m1"]), card(2, idMembers=[None, 7, "gone"]), members=members))
    assert [row.person for row in board.rows] == ["bob", ""]
    assert board.people == ("Ann", "bob")


def test_members_of_one_name_stay_two_people() -> None:
    members = [{"id": "m1", "fullName": "Ann", "username": "ann1"}, {"id": "m2", "fullName": "Ann", "username": "ann2"}]
    board = read(trello(card(idMembers=["m2"]), members=members))
    assert board.people == ("Ann (ann1)", "Ann (ann2)")
    assert board.rows[0].person == "Ann (ann2)"


JUNE, JULY, AUGUST = "2019-06-01T08:00:00.000Z", "2019-07-01T08:00:00.000Z", "2019-08-01T08:00:00.000Z"
ID = card()["id"]


@pytest.mark.parametrize(
    ("changes", "actions", "month"),
    [
        ({"closed": True}, [action(ID, JUNE, old={"closed": False}, closed=True)], 6),
        ({"dueComplete": True}, [action(ID, JULY, old={"dueComplete": False}, dueComplete=True)], 7),
        ({"idList": "done"}, [action(ID, JUNE, old={"idList": "todo"}, after="done")], 6),
        # Done in June, only put away in August.
        ({"closed": True, "idList": "done"}, [action(ID, AUGUST, old={"closed": False}, closed=True),
                                              action(ID, JUNE, old={"idList": "todo"}, after="done")], 6),
        # Archived in June, brought back in July, done in August.
        ({"idList": "done"}, [action(ID, AUGUST, old={"idList": "todo"}, after="done"),
                              action(ID, JULY, old={"closed": True}, closed=False),
                              action(ID, JUNE, old={"closed": False}, closed=True)], 8),
        # A move between lists of unfinished work, a new position, somebody else's card, no date: none tells anything.
        ({"closed": True}, [action(ID, JUNE, old={"idList": "todo"}, after="doing"), action(ID, JUNE, old={"pos": 1}, pos=2),
                            action("other", JUNE, old={"closed": False}, closed=True),
                            action(ID, "", old={"closed": False}, closed=True), {"type": "updateCard"}, None, 7], None),
        # Not done now, whatever it was.
        ({}, [action(ID, JUNE, old={"closed": False}, closed=True)], None),
        ({"closed": True}, [], None),
        ({"closed": True, "dateClosed": JULY}, [], 7),
        ({"dueComplete": True, "dateCompleted": JUNE, "closed": True, "dateClosed": JULY}, [], 6),
    ],
)  # fmt: skip
def test_a_card_was_completed_when_the_actions_say_so_and_never_at_a_guess(
    changes: dict[str, Any], actions: list[Any], month: int | None
) -> None:
    completed = only(card(**changes), actions=actions).completed_at
    assert (completed and completed.month) == month


def test_what_cannot_be_read_is_rejected_with_its_number_and_the_rest_is_kept() -> None:
    board = read(
        trello(
            card(1), card(2, name="  \u200b\n"), None, "card", card(5, due="tomorrow"), card(6, id=None), card(7, due=1e99),
            card(8, name=5), card(1, name="Again"), card(10),
        )
    )  # fmt: skip
    assert [row.title for row in board.rows] == ["Card 1", "Card 10"]
    assert [rejected.row for rejected in board.rejected] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert board.summary()["rejected"] == 8
    assert board.summary()["reasons"] == [
        f"Record 2, {card(2)['id']}: it has no title",
        "Record 3: the record cannot be read",
        "Record 4: the record cannot be read",
        "Record 5, Card 5: its due date “tomorrow” is not a date between 1970 and 2200",
        "Record 6, Card 6: it has no card id",
        "Record 7, Card 7: its due date “1e+99” is not a date between 1970 and 2200",
        f"Record 8, {card(8)['id']}: it has no title",
        "Record 9, Again: it repeats record 1, which has the same id",
    ]


def test_text_is_storable_and_within_its_limits() -> None:
    row = only(card(name="a\u0000b\ttab \ud800 " + "x" * 300, desc="line\r\n\u0007bell\ud83d " + "y" * 30_000))
    assert row.title.startswith("ab tab ")
    assert len(row.title) == 200
    assert row.title.endswith("…")
    assert row.description.split("\n")[0] == "ab tab \ufffd " + "x" * 300
    assert len(row.description) == 20_000
    (row.title + row.description).encode()


def test_a_cut_title_does_not_end_inside_a_letter() -> None:
    assert only(card(name="x" * 197 + "e\u0301\u0302\u0303" + "y" * 9)).title == "x" * 197 + "…"
    assert only(card(name="x" * 197 + "👩\u200d👩\u200d👧" + "y" * 9)).title == "x" * 197 + "…"


def test_members_of_the_file_may_come_in_any_order_and_with_any_nonsense() -> None:
    nonsense: dict[str, Any] = {
        "labels": [None, 5],
        "lists": [None, {"id": 5, "name": None}],
        "members": ["x", {"id": None}],
        "actions": [[]],
    }
    board = read(trello(card(1, labels=[None, {"name": None}, "urgent"], idMembers="m1", idLabels=None), **nonsense))
    assert [(row.status, row.priority) for row in board.rows] == [("open", "urgent")]


def test_a_board_without_cards_is_a_project_without_tasks() -> None:
    board = read(trello())
    assert (len(board.projects), len(board.rows)) == (1, 0)


def test_one_card_of_endless_values_is_rejected_and_the_others_are_kept() -> None:
    board = read(trello(card(1), card(2, idLabels=["x"] * 60_000), card(3)))
    assert [row.title for row in board.rows] == ["Card 1", "Card 3"]
    assert [rejected.row for rejected in board.rejected] == [2]
