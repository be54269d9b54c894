import io
import json
import tempfile
import tracemalloc
from typing import BinaryIO

import pytest

from tenants.boards import read_board
from tests.boards.make import JIRA, action, asana, card, issue, jira_row, table

TEXT = "The quick brown fox jumps over the lazy dog. " * 20
TIMES = 2.5  # "a few times its size at most"


def peak_of_reading(file: BinaryIO) -> tuple[int, int]:
    """How many rows a file gives, and the most memory that reading it took."""
    tracemalloc.start()
    try:
        rows = len(read_board(file).rows)
        return rows, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def big_trello(file: io.BufferedRandom, cards: int) -> None:
    """A board as Trello writes it, every card with the badges, labels and links of a real one."""
    furniture = {
        "badges": {"attachmentsByType": {"trello": {"board": 0, "card": 0}}, "votes": 0, "comments": 3, "fogbugz": "", "checkItems": 4},
        "labels": [{"id": f"l{n}", "idBoard": "b", "name": f"Label {n}", "color": "red"} for n in range(3)],
        "attachments": [{"id": f"a{n}", "name": f"file {n}", "url": "https://files.example/" + "x" * 60} for n in range(3)],
        "url": "https://trello.example/c/abcdefgh/1-card", "shortUrl": "https://trello.example/c/abcdefgh", "pos": 65535.5,
    }  # fmt: skip
    parts = (json.dumps(card(n, desc=f"{n} {TEXT}", **furniture)) for n in range(cards))
    file.write(b'{"id": "5c6c7a9a3ae8ea581a220f2b", "name": "Big", "cards": [')
    file.writelines((b"," if number else b"") + part.encode() for number, part in enumerate(parts))
    actions = [action(card(n)["id"], "2019-06-01T08:00:00Z", old={"closed": False}, closed=True) for n in range(1000)]
    file.write(b'], "lists": [{"id": "todo", "name": "To Do"}], "actions": ' + json.dumps(actions).encode() + b"}")


def test_a_trello_board_of_5000_cards_needs_memory_of_a_few_times_its_size() -> None:
    with tempfile.TemporaryFile() as file:
        big_trello(file, 5000)
        rows, peak = peak_of_reading(file)
        assert rows == 5000
        assert peak < TIMES * file.tell()


@pytest.mark.parametrize("kind", ["jira", "asana"])
def test_a_csv_of_10000_records_needs_memory_of_a_few_times_its_size(kind: str) -> None:
    if kind == "jira":
        data = table([JIRA, *(jira_row(n, Description=f"{n} {TEXT}") for n in range(10_000))])
    else:
        data = asana(*({"Notes": f"{n} {TEXT}"} for n in range(10_000)))
    with tempfile.TemporaryFile() as file:
        size = file.write(data)
        del data
        rows, peak = peak_of_reading(file)
    assert rows == 10_000
    assert peak < TIMES * size


def test_a_list_of_4000_issues_needs_memory_of_a_few_times_its_size() -> None:
    with tempfile.TemporaryFile() as file:
        size = file.write(json.dumps([issue(n, body=f"{n} {TEXT}") for n in range(4000)]).encode())
        rows, peak = peak_of_reading(file)
    assert rows == 4000
    assert peak < TIMES * size


def test_one_endless_record_takes_no_more_memory_than_the_file() -> None:
    with tempfile.TemporaryFile() as file:
        size = file.write(b'{"id": "b", "name": "b", "lists": [], "cards": [{"x": [' + b"[]," * 200_000 + b"1]}]}")
        rows, peak = peak_of_reading(file)
    assert rows == 0
    assert peak < 2 * size + 5_000_000
