"""Page tests run at one instant, over the table in process."""

import copy
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
import time_machine
from moto.dynamodb.models import dynamodb_backends

from tenants.writes.tasks import TaskRef
from tests.cast import NOW, Cast, a_project, a_task
from tests.dashboard.visitor import Visitor, remember_sessions, signed_in

_T = TypeVar("_T")
_KEPT: dict[str, Any] = {}


def once(name: str, build: Callable[[], _T]) -> _T:
    """Fill the table in process with what `build` writes; from the second time on, with a copy of it.

    A fixture calls it before the test has written anything: the copy replaces what the table holds.
    """
    table = dynamodb_backends["123456789012"]["us-east-1"].tables["app-main"]
    if name not in _KEPT:
        answer = build()
        _KEPT[name] = answer, copy.deepcopy(table.items)
    answer, items = _KEPT[name]
    table.items = copy.deepcopy(items)
    return answer


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """The time, standing still at NOW until a test moves it."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def cast(cast: Cast) -> Cast:
    """Everybody, with a browser that is signed in."""
    once("signed in", lambda: remember_sessions(cast))
    return cast


@pytest.fixture
def launch(cast: Cast) -> TaskRef:
    """Acme's project Launch, with one open task: "Write it down"."""
    return once("launch", lambda: a_task(cast.bob, a_project(cast.alice)))


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
