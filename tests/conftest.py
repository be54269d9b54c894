"""What every test gets: a machine without AWS, a time zone that is not UTC, and the embedded engine on request."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenants.engine import Engine

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
