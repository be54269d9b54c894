"""What the audit tells of values that were put right."""

import pytest

from tenants.keys.families import FAMILIES
from tenants.repaired import _WHAT, value_of, what_of


def test_each_place_that_has_words_is_one_of_the_table() -> None:
    families = {family.prefix for family in FAMILIES}
    assert {beginning.partition(" ")[0] for beginning, _ in _WHAT} <= families


@pytest.mark.parametrize(
    ("place", "what"),
    [
        ("METADATA projects", "the number of projects"),
        ("METADATA people.0123456789", "the list of members"),
        ("OPEN#2 open_high", "the number of tasks to do"),
        ("STATS#USER#0123456789#2026-09 done", "the finished tasks of a member"),
        ("BOARD#p#TASK#t GSI1PK", "a record"),
        ("FUTURE#x", "a record"),
        ("LEADERS#2026-09#1 n_x (+1,950)", "the finished tasks of a month, and 1,950 more values"),
    ],
)
def test_a_place_in_the_table_is_told_in_words_without_it(place: str, what: str) -> None:
    assert what_of(place) == what


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("4", "4"),
        ("-1", "-1"),
        ("viewer", "viewer"),
        ("member||Bob", "member"),
        ("nothing", ""),
        ("ORG#acme", ""),
        ("", ""),
    ],
)
def test_of_the_values_only_numbers_and_roles_are_told(stored: str, shown: str) -> None:
    assert value_of(stored) == shown
