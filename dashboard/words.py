"""What a `{% translate %}` says, remembered: a page of tasks has 300 of them.

Django looks a text up, wraps it, localises and escapes it anew each time, though a catalogue never changes while a
process lives. Only plain texts are remembered; those with a context, a filter or a name are Django's affair.
"""

from __future__ import annotations

from django.template import Context
from django.template.base import Parser, Token
from django.templatetags import i18n as djangos
from django.utils.translation import get_language


class _Said(djangos.TranslateNode):
    """Django's node, except that it asks once a language."""

    def render(self, context: Context) -> str:
        language = get_language()
        said = self._said.get(language)
        if said is None:
            said = self._said[language] = str(super().render(context))
        return said

    @classmethod
    def instead_of(cls, node: djangos.TranslateNode) -> djangos.TranslateNode:
        """This kind of node for a plain text, the very node for any other."""
        expression = node.filter_expression
        plain = isinstance(expression.var, str) or getattr(expression.var, "literal", None) is not None
        if not plain or expression.filters or node.noop or node.asvar or node.message_context:
            return node
        said = cls(expression, node.noop, node.asvar, node.message_context)
        said._said = {}
        return said

    _said: dict[str | None, str]


def remember() -> None:
    """Put the remembering tag in the place of Django's own, under both of its names, in `{% load i18n %}`."""
    for name in ("translate", "trans"):
        djangos.register.tag(name, translate)


def translate(parser: Parser, token: Token) -> djangos.TranslateNode:
    """`{% translate "Open" %}`, as Django has it."""
    return _Said.instead_of(djangos.do_translate(parser, token))
