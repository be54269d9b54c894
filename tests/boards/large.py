"""Boards as large as people bring them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.boards.make import BOARD_ID, card

CARDS = 10_000
LISTS = {"todo": "To Do", "doing": "Doing", "done": "Done", "wait": "Waiting room"}
MEMBERS = 50


def write_board(path: Path, cards: int) -> Path:
    """A board as large as that, a quarter of its cards in each list; cards of 50 people, with a text each."""
    told = (
        card(
            number,
            desc=f"{number} " + "What is to be done here, at some length. " * 5,
            idList=list(LISTS)[number % len(LISTS)],
            idMembers=[f"m{number % MEMBERS}"],
        )
        for number in range(cards)
    )
    with path.open("w", encoding="utf-8") as file:
        file.write(f'{{"id": "{BOARD_ID}", "name": "Big", "cards": [')
        file.writelines((", " if number else "") + json.dumps(each) for number, each in enumerate(told))
        lists = [{"id": key, "name": name} for key, name in LISTS.items()]
        members = [{"id": f"m{number}", "fullName": f"Person {number}"} for number in range(MEMBERS)]
        file.write(f'], "lists": {json.dumps(lists)}, "members": {json.dumps(members)}}}')
    return path
