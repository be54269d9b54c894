"""The domain's English, said again in the reader's language."""

import ast
from datetime import date
from pathlib import Path

import pytest
from django.utils import translation

from dashboard import sentences
from tenants.errors import Refused
from tenants.policy import LANGUAGES, Plan, Priority, Role, Status
from tenants.words import said
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def spanish() -> object:
    with translation.override("es"):
        yield


def test_a_sentence_and_its_parts_are_in_the_readers_language() -> None:
    form = "A description has at most %(most)s characters; this one has %(length)s."
    assert sentences.say(said(form, most=20_000, length=20_001)) == (
        "Una descripción tiene como máximo 20\xa0000 caracteres; esta tiene 20\xa0001."
    )
    assert sentences.say(said("Your role here, %(role)s, does not include this.", role=Role.VIEWER)) == (
        "Tu rol aquí, observador, no incluye esto."
    )
    assert sentences.say(said("due on %(day)s", day=date(2026, 8, 4))) == "vence el 4 de agosto de 2026"
    whole = said("This seems to be %(what)s. %(expected)s", what=said("a PDF document"), expected=said("It is done."))
    assert sentences.say(whole) == "Esto parece ser un documento PDF. Está hecha."
    assert sentences.say(said("The %(plan)s plan holds %(most)s people and all seats are taken.", plan="free", most=5)) == (
        "El plan gratuito admite 5 personas y todas las plazas están ocupadas."
    )  # fmt: skip


def test_what_people_typed_stays_as_it_is() -> None:
    assert sentences.say("Choose one of these.") == "Choose one of these."
    assert sentences.say(said("assigned to %(name)s", name="Open %(x)s admin")) == "asignada a Open %(x)s admin"
    assert sentences.value("title", "open") == "open"
    assert sentences.value("due", "soon") == "soon"
    assert sentences.value("role", "shaman") == "shaman"


def test_values_are_words_days_and_languages() -> None:
    shown = [("status", "doing"), ("priority", "high"), ("plan", "pro"), ("due", "2026-08-04"), ("language", "es")]
    assert [sentences.value(*each) for each in shown] == ["En curso", "alta", "profesional", "4 ago 2026", "Español"]


def test_every_value_of_the_policy_has_a_word() -> None:
    values = [*Role, *Plan, *Status, *Priority]
    assert set(sentences.WORDS) == set(values)
    assert len(set(values)) == len(values)
    assert set(LANGUAGES) == {"en", "es"}


def test_an_error_is_told_in_the_readers_language() -> None:
    assert sentences.told(Refused(said("Choose one of the members."), "lead")) == "Elige a uno de los miembros."


ERRORS = {"Refused", "Conflict", "NotAllowed", "NotFound", "AlreadyTaken", "LimitReached", "LastOwner", "Busy"}
ERRORS |= {"LinkEnded", "Unavailable", "OutcomeUnknown", "BadCursor", "NotABoard", "BadRecordError"}
ERRORS |= {"refusal", "_NotUnderstood"}  # what the reason of one is made of
# What only the commands of operators say; they speak English.
OF_OPERATORS = (
    *("management/", "seed/", "exports/outline.py", "exports/people.py", "exports/reading.py"),
    *("exports/restoring.py", "mover/finished.py", "boards/choices_file.py"),
)


def _bare_texts(path: Path) -> list[int]:
    """The lines on which an error is made of a text that is not marked, be it written there or above in the file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named: dict[str, ast.expr] = {}
    for line in tree.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value:
            named[line.target.id] = line.value
        elif isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            named[line.targets[0].id] = line.value
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS and node.args:
            first = node.args[0]
            first = named.get(first.id, first) if isinstance(first, ast.Name) else first
            if isinstance(first, ast.JoinedStr) or (isinstance(first, ast.Constant) and first.value):
                lines.append(node.lineno)
    return lines


def test_whatever_the_domain_says_to_people_is_marked() -> None:
    """An error with a bare text would be English on a Spanish page, and nothing would notice."""
    bare = []
    for path in sorted((ROOT / "tenants").rglob("*.py")):
        name = path.relative_to(ROOT / "tenants").as_posix()
        if not name.startswith(OF_OPERATORS):
            bare += [f"{name}:{line}" for line in _bare_texts(path)]
    assert bare == []
