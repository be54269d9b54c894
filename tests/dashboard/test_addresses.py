"""Addresses in templates are remembered, and are the ones that Django would give."""

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, reverse

from tests.dashboard.routes import ROUTES, Route

IDS = {"org": "acme-works", "project": "0" * 16, "task": "0" * 16, "member": "0" * 10, "invitation": "0" * 16}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_a_remembered_address_is_djangos(route: Route) -> None:
    ids = {name: value for name, value in IDS.items() if f"<{name}>" in route.path}
    tag = f"{{% url name {' '.join(f'{key}={key}' for key in ids)} %}}"
    for _ in range(2):
        shown = Template(tag).render(Context({"name": route.name, **IDS}))
        assert shown == reverse(route.name, kwargs=ids)


def test_another_id_is_another_address() -> None:
    template = Template("{% url 'dashboard' org=org as here %}{{ here }}")
    assert template.render(Context({"org": "acme-works"})) == "/org/acme-works/dashboard"
    assert template.render(Context({"org": "other-works"})) == "/org/other-works/dashboard"


def test_an_address_that_there_is_not_is_a_mistake_unless_it_is_asked_for_with_a_name() -> None:
    with pytest.raises(NoReverseMatch):
        Template("{% url 'dashboard' org='NOT VALID' %}").render(Context())
    assert Template("{% url 'dashboard' org='NOT VALID' as here %}[{{ here }}]").render(Context()) == "[]"


def test_ids_without_a_name_are_refused_when_the_template_is_read() -> None:
    with pytest.raises(NoReverseMatch, match="Name the ids"):
        Template("{% url 'dashboard' 'acme-works' %}")
