import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants.text import one_line

EVERYTHING = st.text(st.characters())  # lone surrogates too


@given(EVERYTHING)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    assert one_line(one_line(text)) == one_line(text)


@given(EVERYTHING)
def test_a_clean_text_is_one_line_of_storable_characters(text: str) -> None:
    clean = one_line(text)
    clean.encode()
    assert clean == " ".join(clean.split())
    assert clean == unicodedata.normalize("NFC", clean)
    assert not {unicodedata.category(character) for character in clean} & {"Cc", "Cs", "Co", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Fix \t the\r\nroof  ", "Fix the roof"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\u2066b\u2069c", "abc"),
        ("zero\u200bwidth", "zerowidth"),
        ("\ufeffBOM", "BOM"),
        ("a\ud800b\udfff", "ab"),
        ("line\u2028break\u2029", "line break"),
        ("Cafe\u0301", "Café"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\ue000private", "private"),
        ("nonchar\ufffe\ufdd0acter", "noncharacter"),
        ("👩\u200d👧 family", "👩\u200d👧 family"),
        ("می\u200cخو\u0627\u0647م", "می\u200cخو\u0627\u0647م"),
        ("{{7*7}}<script>", "{{7*7}}<script>"),
        ("日本語\u3000全角", "日本語 全角"),
    ],
)
def test_controls_overrides_and_lone_surrogates_go_and_writing_stays(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


# U+1FAE8 came with Unicode 15: this Python may not know it, the person's telephone does.
@pytest.mark.parametrize("emoji", ["\U0001fae8", "\U0001fae9", "🦀"])
def test_an_emoji_that_is_newer_than_this_python_stays(emoji: str) -> None:
    assert one_line(f"Ship it {emoji}") == f"Ship it {emoji}"
    assert one_line(emoji) == emoji


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200b",
        "\u200b\u200d\u200c",
        "\x00\x01",
        "\u202e",
        "\ud800",
        "\u3000",
        "\u0301",
        "\u2060",
        "\U000e0041",
        "\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800",
        "\u034f",
        "\u17b4",
        "\u180e",
    ],
    ids=ascii,
)
def test_a_text_of_nothing_that_can_be_seen_is_empty(typed: str) -> None:
    assert one_line(typed) == ""


@pytest.mark.parametrize("seen", ["-", "?", "1", "é", "字", "☃", "€", "🇫🇷"])
def test_a_single_visible_character_is_a_text(seen: str) -> None:
    assert one_line(f"\u200b {seen}") == seen
