"""`import_board` with names that nobody knows: listed, said once, remembered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from tenants import keys, store
from tenants.imports import memory
from tenants.items import Task
from tests.boards.make import FILES, REAL
from tests.cast import ACME, address
from tests.commands.conftest import Run
from tests.tenants.partition import raw

TABLE = """Task;Spalte;Due;Prio;Mood
Write it;Waiting room;2026-03-04;Sev 1;fine
Print it;Waiting room;;;fine
Ship it;Shipped off;;;
Sink it;Done;;;
"""
NAMELESS = "What we do,Who does it\nWrite it,Ana\nPrint it,Bo\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A table with names of its own."""
    path = tmp_path / "Harbour.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def said(folder: Path, choices: Any) -> str:
    """A file that says so."""
    path = folder / "choices.json"
    path.write_text(choices if isinstance(choices, str) else json.dumps(choices), encoding="utf-8")
    return str(path)


def tasks() -> dict[str, Task]:
    return {item.title: item for item in store.walk("partition", keys.org_pk(ACME)) if isinstance(item, Task)}


@pytest.mark.usefixtures("cast")
def test_what_is_unknown_is_listed_and_taken_filled_in_and_remembered(run: Run, tmp_path: Path, file: Path) -> None:
    before = raw(ACME)
    told = json.loads(run("import_board", str(file), "--org", ACME, "--unknown"))
    assert {section: list(names) for section, names in told.items()} == {
        "columns": ["Mood"],
        "lists": ["Waiting room", "Shipped off"],
        "priorities": ["Sev 1"],
    }
    assert told["lists"]["Waiting room"] == {
        "is": "",
        "read_as": "open",
        "count": 2,
        "samples": ["Write it", "Print it"],
        "may_be": ["open", "doing", "done", "project", "skip"],
    }
    look = run("import_board", str(file), "--org", ACME, "--dry-run")
    assert "Not recognised: column “Mood” (2), list “Waiting room” (2)" in look
    assert raw(ACME) == before
    told["lists"]["Waiting room"]["is"] = "doing"
    told["lists"]["Shipped off"]["is"] = "skip"
    told["priorities"]["Sev 1"] = "urgent"
    choices = said(tmp_path, told)
    output = run("import_board", str(file), "--org", ACME, "--choices", choices, "--as", address("Dana"))
    assert "(0 open, 2 in progress, 1 done)" in output
    assert "Left out as chosen: 1 tasks." in output
    assert tasks()["Write it"].priority == "urgent"
    assert "(0 open, 2 in progress, 1 done)" in run("import_board", str(file), "--org", ACME, "--dry-run")
    assert "(3 open, 0 in progress, 1 done)" in run("import_board", str(file), "--org", ACME, "--dry-run", "--forget")
    left = json.loads(run("import_board", str(file), "--org", ACME, "--unknown"))
    assert (left["lists"], left["priorities"]) == ({}, {})


@pytest.mark.usefixtures("cast")
def test_a_dry_run_remembers_nothing(run: Run, tmp_path: Path, file: Path) -> None:
    before = raw(ACME)
    choices = said(tmp_path, {"lists": {"waiting ROOM": "done"}})
    assert "(1 open, 0 in progress, 3 done)" in run(
        "import_board", str(file), "--org", ACME, "--choices", choices, "--dry-run"
    )
    assert raw(ACME) == before


@pytest.mark.usefixtures("cast")
def test_a_table_without_titles_is_refused_until_somebody_says_which_column_holds_them(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "plan.csv"
    path.write_text(NAMELESS, encoding="utf-8")
    with pytest.raises(CommandError, match=r"a CSV file of something else .* say with --choices which column"):
        run("import_board", str(path), "--org", ACME)
    told = json.loads(run("import_board", str(path), "--org", ACME, "--unknown"))
    assert list(told["columns"]) == ["What we do", "Who does it"]
    choices = said(tmp_path, {"columns": {"What we do": "title", "Who does it": "assignee"}})
    assert run("import_board", str(path), "--org", ACME, "--choices", choices).endswith(
        "Added 1 projects and 2 tasks.\n"
    )
    assert {title: task.person for title, task in tasks().items()} == {"Write it": "Ana", "Print it": "Bo"}


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ("{", "holds no choices"),
        ([], "Expected is an object with 'columns', 'lists', 'priorities'"),
        ({"list": {}}, "Expected is an object with"),
        ({"lists": []}, "'lists' should be an object of names"),
        ({"lists": {"Review": "blocked"}}, "“Review” cannot be 'blocked'. It may be open, doing, done, project, skip"),
        ({"columns": {"A": {"is": ["due"]}}}, "“A” cannot be"),
        ({"priorities": {"A": 3}}, "“A” cannot be 3"),
    ],
)
def test_choices_that_make_no_sense_are_a_sentence_and_nothing_is_written(
    run: Run, tmp_path: Path, file: Path, choices: Any, reason: str
) -> None:
    before = raw(ACME)
    with pytest.raises(CommandError, match=reason):
        run("import_board", str(file), "--org", ACME, "--choices", said(tmp_path, choices))
    assert raw(ACME) == before
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run("import_board", str(file), "--org", ACME, "--choices", str(tmp_path / "none.json"))


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize("name", REAL)
def test_every_list_of_a_real_board_can_be_given_a_meaning(run: Run, tmp_path: Path, name: str) -> None:
    told = json.loads(run("import_board", str(FILES / name), "--org", ACME, "--unknown"))
    for entry in told["lists"].values():
        entry["is"] = "doing"
    look = ("import_board", str(FILES / name), "--org", ACME, "--dry-run", "--json")
    plain = json.loads(run(*look))["tasks"]
    chosen = json.loads(run(*look, "--choices", said(tmp_path, told)))["tasks"]
    unknown = sum(entry["count"] for entry in told["lists"].values())
    assert chosen["total"] == plain["total"]
    assert plain["in_progress"] <= chosen["in_progress"] <= plain["in_progress"] + unknown
    assert (chosen["in_progress"] > plain["in_progress"]) == bool(unknown)
    assert memory.remembered(ACME) == {}
