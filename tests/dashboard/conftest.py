"""Page tests run at one instant, over the table in process."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from moto.dynamodb.models import dynamodb_backends

from tests.cast import NOW, Cast
from tests.dashboard.visitor import Visitor, signed_in

_KEPT: dict[str, Any] = {}


def once(name: str, build: Callable[[], None]) -> None:
    """Fill the table in process with what `build` writes; from the second time on, with a copy of it.

    Call it before anybody signs in: the copy replaces what the table holds.
    """
    table = dynamodb_backends["123456789012"]["us-east-1"].tables["app-main"]
    if name not in _KEPT:
        build()
        _KEPT[name] = copy.deepcopy(table.items)
    table.items = copy.deepcopy(_KEPT[name])


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """The time, standing still at NOW until a test moves it."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def alice(cast: Cast) -> Visitor:
    """The owner's browser."""
    return signed_in(cast.alice, "Alice")


@pytest.fixture
def dana(cast: Cast) -> Visitor:
    """The admin's browser."""
    return signed_in(cast.dana, "Dana")


@pytest.fixture
def bob(cast: Cast) -> Visitor:
    """The member's browser."""
    return signed_in(cast.bob, "Bob")


@pytest.fixture
def vic(cast: Cast) -> Visitor:
    """The viewer's browser."""
    return signed_in(cast.vic, "Vic")


@pytest.fixture
def charlie(cast: Cast) -> Visitor:
    """A stranger's browser."""
    return signed_in(cast.charlie, "Charlie")


@pytest.fixture
def nobody() -> Visitor:
    """A browser without a session."""
    return Visitor()
