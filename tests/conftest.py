"""What every test gets: a machine without AWS and a time zone that is not UTC; on request a table.

`cast` and `empty_table` are a table inside this process (moto): fast, fresh for every test, one caller at a time.
`engine` is the address of the embedded engine, `engine_table` a fresh table there: for callers at the same time.
"""

import copy
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from moto import mock_aws

from tenants import ids, table
from tenants.engine import Engine
from tenants.items import Base
from tests.cast import Cast, gather
from tests.fast_moto import answering, make_moto_fast, table_of

# Whatever the shell holds, no test can reach an AWS account.
for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]
os.environ.update(
    AWS_ACCESS_KEY_ID="testing",
    AWS_SECRET_ACCESS_KEY="testing",
    AWS_REGION="us-east-1",
    AWS_DEFAULT_REGION="us-east-1",
    AWS_CONFIG_FILE=os.devnull,
    AWS_SHARED_CREDENTIALS_FILE=os.devnull,
    AWS_EC2_METADATA_DISABLED="true",
)

# On CI the same examples every time; elsewhere new ones every time. No limit on one example: the cores are shared.
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

ROOT = Path(__file__).resolve().parent.parent
ENGINE_PYTHON = ROOT / ".venv-engine" / "bin" / "python"


@pytest.fixture(autouse=True, scope="session")
def _far_from_utc() -> Iterator[None]:
    """Run in a zone at +12:45 or +13:45: code that takes local time for UTC is wrong by half a day.

    Django sets the process's zone when it reads its settings, so this has to come after it.
    """
    before = os.environ.get("TZ", "UTC")
    os.environ["TZ"] = "Pacific/Chatham"
    time.tzset()
    yield
    os.environ["TZ"] = before
    time.tzset()


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running embedded engine, one for the whole run: tests take tables of their own, by name."""
    with Engine(ENGINE_PYTHON, tmp_path_factory.mktemp("engine"), persist=False) as running:
        yield running.url


@pytest.fixture
def engine_table(engine: str) -> Iterator[str]:
    """A fresh table of the embedded engine, connected to. Answers with its name."""
    name = f"test-{ids.random_id(10)}"
    with _elsewhere_afterwards():
        table.connect(endpoint=engine, table=name)
        table.create_table()
        _refuse_scans()
        yield name


@dataclass(frozen=True, slots=True)
class _Moto:
    """The prepared table in process. Putting prepared items back is a hundred times faster than making a table."""

    connection: Any
    nothing: Any
    with_cast: Any
    people: Cast

    @contextmanager
    def serving(self, items: Any) -> Iterator[None]:
        with _elsewhere_afterwards(), answering():
            Base.Meta.host, Base.Meta.table_name, Base._connection = None, "app-main", self.connection
            table_of("app-main").items = copy.deepcopy(items)
            yield


@pytest.fixture(scope="session")
def _moto() -> Iterator[_Moto]:
    make_moto_fast()
    with mock_aws():
        with _elsewhere_afterwards(), answering():
            table.connect(endpoint="", table="app-main")
            table.create_table()
            _refuse_scans()
            nothing = copy.deepcopy(table_of("app-main").items)
            people = gather()
            prepared = _Moto(Base._connection, nothing, copy.deepcopy(table_of("app-main").items), people)
        yield prepared


@pytest.fixture
def empty_table(_moto: _Moto) -> Iterator[None]:
    """The table in process, with nothing in it."""
    with _moto.serving(_moto.nothing):
        yield


@pytest.fixture
def cast(_moto: _Moto) -> Iterator[Cast]:
    """The table in process, with the cast and their organisations in it."""
    with _moto.serving(_moto.with_cast):
        yield _moto.people


@contextmanager
def _elsewhere_afterwards() -> Iterator[None]:
    """Leave the process's one client as it was found."""
    before = Base.Meta.host, Base.Meta.table_name, Base._connection
    try:
        yield
    finally:
        Base.Meta.host, Base.Meta.table_name, Base._connection = before


def _refuse_scans() -> None:
    """Make this process's client refuse what the product never does: look through a table, or filter what was read."""

    def refuse(params: dict[str, Any], model: Any, **_: Any) -> None:
        assert model.name != "Scan", "a Scan reads every tenant's items"
        assert "FilterExpression" not in params, "a filter pays for what it throws away"

    table.client().meta.events.register("before-parameter-build.dynamodb", refuse)
