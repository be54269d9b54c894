"""`create_table` and `check_table`."""

import pytest
from django.core.management.base import CommandError

from tenants import table
from tenants.items import Base
from tests.commands.conftest import Run

pytestmark = pytest.mark.usefixtures("empty_table")


@pytest.fixture
def another_table(empty_table: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - it comes first
    """The settings name a table that does not exist yet."""
    monkeypatch.setattr(Base.Meta, "table_name", "app-other")
    monkeypatch.setattr(Base, "_connection", None)


@pytest.mark.usefixtures("another_table")
def test_a_table_is_created_once_and_is_as_expected_then(run: Run) -> None:
    with pytest.raises(CommandError, match="The table app-other does not exist: run create_table"):
        run("check_table")
    assert run("create_table") == "The table app-other was created.\n"
    assert run("create_table") == "The table app-other is there already.\n"
    assert run("check_table") == "The table app-other is as expected.\n"
    table.client().delete_table(TableName="app-other")


def test_a_table_without_ttl_is_not_as_expected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "TTL_ATTRIBUTE", "endsAt")
    with pytest.raises(CommandError, match="TTL is not enabled on endsAt"):
        run("check_table")


def test_a_database_that_is_away_is_a_sentence_and_not_a_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Base.Meta, "host", "http://127.0.0.1:1")
    monkeypatch.setattr(Base, "_connection", None)
    monkeypatch.setattr(Base.Meta, "max_retry_attempts", 0)
    for command in ("create_table", "check_table"):
        with pytest.raises(CommandError, match=r"http://127\.0\.0\.1:1"):
            run(command)
