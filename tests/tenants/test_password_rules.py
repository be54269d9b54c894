import pytest

from tenants.errors import Refused
from tenants.password_rules import require_good


@pytest.mark.parametrize(
    "password",
    [
        "8 chars!",
        "correct horse battery",
        "x" * 1023 + "y",
        "пароль из слов",
        "0 1 2 3 a",
        "ana correct horse",
        "  spaces count  ",
    ],
)
def test_a_password_that_few_would_guess_is_good(password: str) -> None:
    require_good(password, "Ana Lopez", "ana@work.example")


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("", "at least 8"),
        ("1234567", "at least 8"),
        (" " * 20, "at least 8"),
        ("x" * 1025, "at most 1,024"),
        ("password", "Many people"),
        ("PassWord1", "Many people"),
        ("12345678", "Many people"),
        ("qwertyuiop", "Many people"),
        ("\uff50assword", "Many people"),
        ("analopez", "little more than your name"),
        ("Ana.Lopez.2024", "little more than your name"),
        ("ana@work.example", "little more than your name"),
        ("work-example-1", "little more than your name"),
        ("tablero-2024", "little more than your name"),
    ],
)
def test_a_password_that_many_would_guess_is_refused_at_its_field(password: str, said: str) -> None:
    with pytest.raises(Refused, match=said) as refused:
        require_good(password, "Ana Lopez", "ana@work.example", "new")
    assert refused.value.field == "new"


@pytest.mark.parametrize("password", ["\ud800" * 9, "a" * 500 + "[(" * 200, "\x00" * 9 + "abc"], ids=ascii)
def test_whatever_is_typed_breaks_nothing(password: str) -> None:
    require_good(password, "(" * 60, "a@b.example")
