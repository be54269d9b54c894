"""Commands are called as `manage.py` calls them, on the table in process."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command

Run = Callable[..., str]


@pytest.fixture
def run() -> Run:
    """Runs a command with its arguments as typed and answers with what it printed."""

    def command(name: str, *arguments: str) -> str:
        output = StringIO()
        call_command(name, *arguments, stdout=output)
        return output.getvalue()

    return command
