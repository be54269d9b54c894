"""The main way through the product, by every kind of hands."""

import pytest

from tests.browser import hands
from tests.browser.conftest import Open, Site
from tests.browser.flow import Flow


@pytest.mark.parametrize(
    ("kind", "language"),
    [(hands.Mouse, "en"), (hands.Keyboard, "es"), (hands.Phone, "es"), (hands.Scriptless, "en")],
    ids=["mouse", "keyboard", "phone", "without script"],
)
def test_the_main_way_is_open_to_all_hands(opened: Open, site: Site, kind: type[hands.Mouse], language: str) -> None:
    Flow(opened, site, kind, language).walk()
