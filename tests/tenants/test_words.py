"""Sentences of the domain: English as they stand, and made of parts that another language can be filled in with."""

from datetime import date

import pytest

from tenants.errors import Busy, Refused
from tenants.policy import Role
from tenants.words import Said, packed, said, sentence_of, unpacked


def test_a_sentence_is_its_english_and_knows_what_it_is_made_of() -> None:
    sentence = said("%(name)s has %(count)s of %(most)s.", name="Ana", count=3, most=20_000)
    assert sentence == "Ana has 3 of 20,000."
    assert (sentence.form, dict(sentence.parts)) == ("%(name)s has %(count)s of %(most)s.", {"name": "Ana", "count": 3, "most": 20_000})  # fmt: skip


def test_a_sentence_without_parts_may_hold_a_per_cent_sign() -> None:
    assert said("100 % of it") == "100 % of it"


def test_an_error_gives_its_sentence_back_whole_and_any_other_its_text() -> None:
    sentence = sentence_of(Refused(said("At most %(most)s.", most=3), "field"))
    assert isinstance(sentence, Said)
    assert sentence_of(Refused("plain")) == "plain"
    assert sentence_of(Busy()) == ""
    assert sentence_of(KeyError(3)) == "3"


@pytest.mark.parametrize(
    "sentence",
    [
        "plain",
        "[plain",
        "[1, 2]",
        '["form", 3]',
        "",
        said("No parts."),
        said("%(what)s. %(rest)s", what=said("a %(kind)s", kind="zip [file]"), rest=said("Expected is a board.")),
        said("%(n)s of %(role)s on %(day)s", n=1_234, role=Role.ADMIN, day=date(2026, 8, 4)),
        said("%(text)s", text='["%(none)s", {"some": 1}]'),
        '["%(none)s", {"some": 1}]',
        "3",
    ],
)
def test_what_is_kept_in_the_table_is_the_same_sentence_when_it_is_taken_out(sentence: str) -> None:
    back = unpacked(packed(sentence))
    assert back == sentence
    if isinstance(sentence, Said):
        assert isinstance(back, Said)
        assert back.form == sentence.form


def test_what_an_earlier_release_kept_is_told_as_it_stands() -> None:
    assert unpacked("The file is gone.") == "The file is gone."
    assert unpacked("") == ""
    assert unpacked("12") == "12"
