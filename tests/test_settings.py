"""Readers of the environment: what they take, what they refuse, and what they say."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from dashboard import env, reference, settings


@pytest.fixture(autouse=True)
def _registry_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(env, "REGISTRY", {})


def number() -> int:
    return env.number("THING", 5, at_least=1, at_most=99, describe="A thing.")


def flag() -> bool:
    return env.flag("THING", default=False, describe="A thing.")


def secret() -> str:
    return env.secret("THING", "", at_least=20, describe="A thing.")


@pytest.mark.parametrize("blank", [None, "", "   "])
@pytest.mark.parametrize(("read", "default"), [(number, 5), (flag, False)])
def test_unset_and_blank_mean_the_default(
    monkeypatch: pytest.MonkeyPatch, blank: str | None, read: Callable[[], object], default: object
) -> None:
    monkeypatch.delenv("THING", raising=False)
    if blank is not None:
        monkeypatch.setenv("THING", blank)
    assert read() == default


@pytest.mark.parametrize("word", ["0", "100", "-3", "+5", "1_0", "5.0", "\u0665", "five", "0x10", "1e1"])
def test_a_number_is_decimal_digits_within_its_limits(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("THING", word)
    with pytest.raises(ImproperlyConfigured, match=r"THING is .* and must be a whole number from 1 to 99"):
        number()


@pytest.mark.parametrize(
    ("word", "meaning"), [("1", True), ("YES", True), (" on ", True), ("False", False), ("0", False)]
)
def test_a_flag_takes_the_usual_words(monkeypatch: pytest.MonkeyPatch, word: str, *, meaning: bool) -> None:
    monkeypatch.setenv("THING", word)
    assert flag() is meaning


def test_a_flag_refuses_a_word_that_could_mean_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THING", "disabled")
    with pytest.raises(ImproperlyConfigured, match="THING is 'disabled'"):
        flag()


def test_a_secret_that_is_refused_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THING", "short-but-secret")
    with pytest.raises(ImproperlyConfigured) as refused:
        secret()
    assert "short-but-secret" not in str(refused.value)
    assert "16 characters" in str(refused.value)


def test_a_secret_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("THING", raising=False)
    monkeypatch.setenv("THING_FILE", str(tmp_path / "secret"))
    with pytest.raises(ImproperlyConfigured, match="THING_FILE names a file that cannot be read"):
        secret()
    (tmp_path / "secret").write_text("a-secret-that-is-long-enough\n")
    assert secret() == "a-secret-that-is-long-enough"


def test_a_list_has_no_blank_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THING", " a.example , ,b.example,")
    assert env.names("THING", [], shown_default="none", describe="A thing.") == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://Work.Example.com", "https://work.example.com"),
        ("https://work.example.com:8443/", "https://work.example.com:8443"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("http://localhost", "http://localhost"),
    ],
)
def test_a_public_address_is_an_origin(given: str, kept: str) -> None:
    assert settings._public_url(given) == kept


@pytest.mark.parametrize(
    "given",
    [
        "work.example.com",
        "ftp://work.example.com",
        "https://",
        "https://work.example.com/app",
        "https://work.example.com?x=1",
        "https://me:secret@work.example.com",
        "http://work.example.com",
        "http://10.0.0.1",
        "http://127.0.0.1.example.com",
        "http://0.0.0.0:8000",
        "https://work.example.com:99999",
    ],
)
def test_a_public_address_that_is_none_or_not_private_enough_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        settings._public_url(given)


def test_every_setting_says_what_it_is_for() -> None:
    table = reference.environment_table()
    rows = [line.split(" | ") for line in table.splitlines()[2:]]
    assert all(row[-1].rstrip(" |").endswith(".") for row in rows)


def test_a_document_is_filled_in_where_it_asks_and_nowhere_else() -> None:
    text = "before\n<!-- access-patterns:begin -->\nold\n<!-- access-patterns:end -->\nafter\n"
    filled = reference.filled(text)
    assert filled.startswith("before\n<!-- access-patterns:begin -->\n| #")
    assert filled.endswith("|\n<!-- access-patterns:end -->\nafter\n")
    assert "old" not in filled
    assert reference.filled(filled) == filled


@pytest.mark.parametrize("text", ["<!-- weather:begin -->\n<!-- weather:end -->", "<!-- environment:begin -->\n"])
def test_a_document_that_asks_for_the_unknown_or_has_no_end_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"weather|no end"):
        reference.filled(text)
