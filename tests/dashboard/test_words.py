"""What a `{% translate %}` says is remembered, and is what Django's own would say."""

import pytest
from django.template import Context, Engine, Library, Template
from django.template.loader import get_template
from django.templatetags.i18n import TranslateNode, do_translate
from django.utils import translation

from dashboard import words

PLAIN = Library()
for name in ("translate", "trans"):
    PLAIN.tag(name, do_translate)
DJANGOS = Engine()
DJANGOS.template_libraries["i18n"] = PLAIN

TAGS = [
    '{% translate "Monday" %}',
    '{% trans "Monday" %}',
    '{% translate "Monday & more <b>" %}',
    '{% translate "100 % of it" %}',
    '{% translate "Monday"|upper %}',
    '{% translate "Monday" as day %}[{{ day }}]',
    '{% translate "May" context "abbrev. month" %}',
    '{% translate "Monday" noop %}',
    "{% translate day %}",
    "{% translate day|lower %}",
]


@pytest.mark.parametrize("tag", TAGS)
def test_every_form_of_the_tag_says_what_djangos_says_in_every_language(tag: str) -> None:
    ours = Template("{% load i18n %}" + tag)
    theirs = DJANGOS.from_string("{% load i18n %}" + tag)
    for language in ("en", "es", "en", "de", "es"):
        for day in ("Monday", "<Tuesday>"):
            with translation.override(language):
                assert ours.render(Context({"day": day})) == theirs.render(Context({"day": day}))


def test_it_is_asked_once_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    original = TranslateNode.render

    def asks(node: TranslateNode, context: Context) -> str:
        asked.append(str(node))
        return str(original(node, context))

    monkeypatch.setattr(TranslateNode, "render", asks)
    template = Template('{% load i18n %}{% translate "Monday" %}')
    for language, said in (("en", "Monday"), ("es", "lunes"), ("en", "Monday"), ("es", "lunes")):
        with translation.override(language):
            assert template.render(Context()) == said
    assert len(asked) == 2


def test_the_pages_templates_load_it() -> None:
    nodes = get_template("org/dashboard.html").template.nodelist.get_nodes_by_type(words._Said)  # type: ignore[attr-defined]  # Django's own engine
    assert len(nodes) > 10
