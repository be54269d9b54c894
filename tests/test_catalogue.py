"""Whoever reads Spanish reads all of it: the catalogue has every word, no other ones, and is compiled as it stands."""

import importlib
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext, ngettext

from dashboard.forms import EmailField, Form
from tests import catalogue
from tests.conftest import ROOT

STANDS = catalogue.written()
SPOKEN = catalogue.spoken()


def names(messages: Catalog) -> set[tuple[object, str | None]]:
    return {(message.id, message.context) for message in messages if message.id}


def test_every_word_of_code_and_templates_is_in_the_catalogue_and_no_other_one() -> None:
    assert names(SPOKEN) == names(STANDS), "run: make messages"


def test_nothing_is_without_spanish_or_only_guessed() -> None:
    assert catalogue.missing(STANDS) == []
    assert [message.id for message in STANDS if message.fuzzy and message.id] == []
    assert list(STANDS.obsolete) == []


def test_what_is_filled_in_is_the_same_in_both_languages() -> None:
    assert catalogue.mismatched(STANDS) == []


def test_the_files_are_as_the_command_writes_them() -> None:
    assert catalogue.PO.read_bytes() == catalogue.text_of(STANDS), "run: make messages"
    assert catalogue.MO.read_bytes() == catalogue.compiled(STANDS), "run: make messages"


def test_a_missing_a_stale_and_a_mismatched_entry_are_noticed() -> None:
    changed = catalogue.written()
    changed.add("Nobody says this", "Esto no lo dice nadie")
    changed.add("%(n)s of {all} %s", "%(m)s de {all} %s")
    changed.add("Half of it", "")
    changed.add(("%(n)s day", "%(n)s days"), ("un día", "muchos días"))
    assert names(changed) - names(SPOKEN) == {
        (id_, None) for id_ in ("Nobody says this", "%(n)s of {all} %s", "Half of it", ("%(n)s day", "%(n)s days"))
    }
    assert catalogue.missing(changed) == ["Half of it"]
    assert len(catalogue.mismatched(changed)) == 3  # of the plural both forms
    assert names(catalogue.updated(changed)) == names(SPOKEN)


def test_django_reads_it() -> None:
    with translation.override("es"):
        assert (gettext("Sign out"), ngettext("%(n)s task", "%(n)s tasks", 1)) == ("Cerrar sesión", "%(n)s tarea")
        assert ngettext("%(n)s task", "%(n)s tasks", 0) == "%(n)s tareas"
        assert gettext("This field is required.") == "Este campo es obligatorio."
    assert [code for code, _ in settings.LANGUAGES] == ["en", "es"]


@pytest.mark.parametrize(
    "word", [r"\busted(es)?\b", r"\bsu cuenta\b", r"\bordenador\b", r"\bvosotros\b", r"\bpinch", r"\bclick"]
)
def test_the_tone_is_one(word: str) -> None:
    assert not [
        string for message in STANDS for string in catalogue.strings(message) if re.search(word, string, re.IGNORECASE)
    ]


def forms_of(kind: type[Form]) -> set[type[Form]]:
    """Every kind of form below this one."""
    return {form for child in kind.__subclasses__() for form in {child, *forms_of(child)}}


def test_what_django_says_at_a_field_has_the_tone_of_all_else() -> None:
    importlib.import_module("dashboard.urls")  # with it all forms
    filled = {"limit_value": 7, "show_value": 9, "value": "x", "max": 7, "length": 9}
    never = {"contradiction", "max_length"}  # of a file: ours can be taken away by no box, and have names of any length
    said: set[str] = set()
    fields = [field for form in forms_of(Form) for field in form.base_fields.values()]
    assert len(fields) > 50
    with translation.override("es"):
        for field in fields:
            messages = [text for of, text in field.error_messages.items() if of not in never]
            messages += [getattr(one, "message", "") for one in field.validators]
            said |= {str(message % filled) for message in messages}
        with pytest.raises(ValidationError) as refused:
            EmailField().clean("nope")
        said |= set(refused.value.messages)
    assert "Como máximo 7 caracteres (ahora tiene 9)." in said
    formal = r"\b(introduzca|asegúrese|escoja|compruebe|ingrese|seleccione)\b|fichero"
    assert [text for text in said if re.search(formal, text, re.IGNORECASE)] == []


def test_the_catalogue_begins_with_its_vocabulary() -> None:
    head = catalogue.PO.read_text(encoding="utf-8").partition("msgid")[0]
    assert {"organización", "por hacer", "plaza"} <= set(re.findall(r"\w+(?: hacer)?", head))
    assert str(ROOT) not in head


TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.*") if path.suffix in {".html", ".txt"})
NAMES = {"Tablero", "Ctrl", "Enter", "KB", "ms"}
HEARD = re.compile(r"""\b(?:aria-label|title|placeholder|alt)="([^"]*)\"""")


def bare_words(template: str) -> set[str]:
    """The words of a template that no tag marks for translation."""
    text = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}|<style.*?</style>", " ", template, flags=re.DOTALL)
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "·", text, flags=re.DOTALL)
    heard = " ".join(HEARD.findall(text))
    text = re.sub(r"""<!--.*?-->|<(?:[^>"']|"[^"]*"|'[^']*')*>""", " ", text, flags=re.DOTALL)
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"&\w+;", " ", f"{text} {heard}"))) - NAMES


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_template_says_anything_that_is_not_marked(path: Path) -> None:
    assert bare_words(path.read_text(encoding="utf-8")) == set()


def test_the_search_for_unmarked_words_finds_them() -> None:
    assert bare_words('<p title="Oh no">{% translate "Yes" %} Tablero {{ page.name }} really</p>') == {
        "Oh",
        "no",
        "really",
    }
    assert (
        bare_words('{% blocktranslate with n=1 %}All {{ n }}{% endblocktranslate %}<a href="/x">·</a> &amp;') == set()
    )


JARGON = re.compile(
    r"\b(partition|sort key|shard|cursor|slug|DynamoDB|GSI\d?|tenant|payload|query string)\b", re.IGNORECASE
)


def test_nobody_reads_the_jargon_of_the_table() -> None:
    """What a page asked of it is told to admins in its own words, and only there."""
    assert [message.id for message in STANDS if message.id and JARGON.search(str(message.id))] == []
