import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants import ids
from tests.cast import NOW

INSTANTS = st.datetimes(datetime(1990, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - Hypothesis adds the zone itself


@given(INSTANTS, st.timedeltas(timedelta(milliseconds=1), timedelta(days=9_000)))
def test_a_newer_project_sorts_before_an_older_one(older: datetime, later: timedelta) -> None:
    assert ids.new_project_id(older + later) < ids.new_project_id(older)


@given(INSTANTS, st.timedeltas(timedelta(seconds=1), timedelta(days=9_000)))
def test_a_newer_task_sorts_before_an_older_one(older: datetime, later: timedelta) -> None:
    assert ids.new_task_id(older + later) < ids.new_task_id(older)


@pytest.mark.parametrize("year", [1, 1900, 1969])
def test_a_task_from_before_1970_sorts_behind_all_newer_ones(year: int) -> None:
    ancient = datetime(year, 12, 31, 23, 59, 58, tzinfo=UTC)
    assert ids.new_task_id(NOW) < ids.derived_task_id(ancient, "x")
    assert ids.new_project_id(NOW) < ids.derived_project_id(ancient, "x")


@pytest.mark.parametrize("year", [3500, 9999])
def test_an_id_from_a_far_future_is_still_an_id(year: int) -> None:
    far = datetime(year, 1, 1, tzinfo=UTC)
    assert ids.TASK_ID.fullmatch(ids.new_task_id(far))
    assert ids.new_task_id(far) < ids.new_task_id(NOW)
    assert ids.new_project_id(far) < ids.new_project_id(NOW)


@given(INSTANTS)
def test_a_project_id_tells_when_it_was_made_to_the_millisecond(instant: datetime) -> None:
    told = ids.project_created(ids.new_project_id(instant))
    assert timedelta(0) <= instant - told < timedelta(milliseconds=2)


@given(INSTANTS)
def test_every_id_is_written_in_one_letter_case_and_holds_no_separator(instant: datetime) -> None:
    for made, pattern, length in (
        (ids.new_user_id(), ids.USER_ID, 10),
        (ids.new_task_id(instant), ids.TASK_ID, 16),
        (ids.new_project_id(instant), ids.PROJECT_ID, 16),
        (ids.derived_task_id(instant, "a", "b"), ids.TASK_ID, 16),
        (ids.derived_project_id(instant, "a", "b"), ids.PROJECT_ID, 16),
    ):
        assert len(made) == length
        assert made == made.lower()
        assert re.fullmatch("[0-9a-z]+", made)
        assert pattern.fullmatch(made)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A" * 10,
        "abcdefghi",
        "abcdefghijk",
        "abcdefghi#",
        "abcdefghi\n",
        "abcdefghi\u0131",
        "\uff11234567890",
        "abcdefghil",
        "abc%23efgh",
    ],
)
def test_what_is_not_spelt_like_a_user_id_is_none(text: str) -> None:
    assert not ids.USER_ID.fullmatch(text)


def test_a_derived_id_is_the_same_for_the_same_parts_and_another_for_others() -> None:
    same = ids.derived_task_id(NOW, "trello", "card-1")
    assert ids.derived_task_id(NOW, "trello", "card-1") == same
    assert ids.derived_task_id(NOW, "trello", "card-2") != same
    assert ids.derived_task_id(NOW, "trellocard-1") != same, "parts must not run into each other"


def test_ten_thousand_drawn_user_ids_are_all_different() -> None:
    assert len({ids.new_user_id() for _ in range(10_000)}) == 10_000


@pytest.mark.parametrize("slug", ["abc", "a1c", "acme-works", "a--b", "0-0", "a" * 40])
def test_a_slug_of_3_to_40_letters_digits_and_inner_hyphens_is_an_address(slug: str) -> None:
    assert ids.is_org_id(slug)


@pytest.mark.parametrize(
    "slug",
    [
        "",
        "ab",
        "a" * 41,
        "-ab",
        "ab-",
        "Acme",
        "acme works",
        "acme_works",
        "acme#1",
        "acmé",
        "acme\n",
        "ac/me",
        "\u0430cme",
        "a\u200dcme",
        "METADATA",
        "\uff11\uff12\uff13",
    ],
)
def test_anything_else_is_not_an_address(slug: str) -> None:
    assert not ids.is_org_id(slug)


@pytest.mark.parametrize("slug", sorted(ids.RESERVED_SLUGS))
def test_a_reserved_word_is_not_an_address(slug: str) -> None:
    assert not ids.is_org_id(slug)
