"""`{% url %}` as Django has it, with its answers remembered: a page of 50 tasks asks for some 200 addresses."""

from __future__ import annotations

from functools import lru_cache

from django.template import Context, Library
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as djangos
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape

register = Library()


@lru_cache(maxsize=16_384)
def _address(name: str, ids: tuple[tuple[str, str], ...]) -> str:
    """The address of the view `name`. There is one URLconf and no prefix, so that the same always means the same."""
    return reverse(name, kwargs=dict(ids))


class _Address(URLNode):
    """Django's node, except that it reverses an address once and looks it up from then on."""

    def render(self, context: Context) -> str:
        ids = tuple((name, value.resolve(context)) for name, value in self.kwargs.items())
        try:
            address = _address(self.view_name.resolve(context), ids)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            address = ""
        if self.asvar:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address


@register.tag
def url(parser: Parser, token: Token) -> _Address:
    """Give the address of a view: `{% url 'task' org=… project=… task=… %}`, ids by name alone."""
    node = djangos(parser, token)
    if node.args:
        raise NoReverseMatch(f"Name the ids of the address in {token.contents!r}.")
    return _Address(node.view_name, node.args, node.kwargs, node.asvar)
