"""`delete_org`."""

from __future__ import annotations

import pytest
from django.core.management.base import CommandError

from tenants.mover import batch
from tests.cast import ACME, Cast, a_project, a_task
from tests.commands.conftest import Run
from tests.tenants.partition import raw, survives


def test_an_organisation_is_deleted_once_its_id_was_given_twice(cast: Cast, run: Run) -> None:
    a_task(cast.bob, a_project(cast.alice))
    before = raw(ACME)
    for confirm in ("acme", "", ACME.upper()):
        with pytest.raises(CommandError, match=r"not the same\. Nothing was deleted"):
            run("delete_org", "--org", ACME, "--confirm", confirm)
    assert raw(ACME) == before
    said = run("delete_org", "--org", ACME, "--confirm", ACME)
    assert said.startswith(f"{ACME} is deleted: ")
    assert raw(ACME).keys() == {"METADATA"}
    with pytest.raises(CommandError, match="There is no such organisation"):
        run("delete_org", "--org", ACME, "--confirm", ACME)


def test_one_that_stopped_on_its_way_is_ended_by_the_same_command(
    cast: Cast, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "MOST_ITEMS", 8)
    a_project(cast.alice)
    assert not survives(lambda: run("delete_org", "--org", ACME, "--confirm", ACME), 9)
    assert raw(ACME)["METADATA"]["state"] == {"S": "deleting"}
    run("delete_org", "--org", ACME, "--confirm", ACME)
    assert raw(ACME).keys() == {"METADATA"}
