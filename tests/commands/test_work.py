"""`seed_demo`, `import_board` and `reconcile`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management.base import CommandError

from tenants import keys, store
from tenants.boards import read_board
from tenants.items import Task
from tenants.reconcile import reconcile
from tenants.writes import accounts
from tests.boards.make import FILES
from tests.cast import ACME, NOW, Cast, address
from tests.commands.conftest import Run
from tests.tenants.partition import raw, set_raw, survives

TEAM = FILES / "trello-team-2017.json"
SMALL = ("--people", "5", "--projects", "3", "--tasks", "30")


@pytest.fixture
def debug(monkeypatch: pytest.MonkeyPatch) -> None:
    """DEBUG is on."""
    monkeypatch.setattr(settings, "DEBUG", True)


# Samples
@pytest.mark.usefixtures("empty_table", "debug")
def test_a_sample_is_made_and_refused_the_second_time(run: Run) -> None:
    assert run("seed_demo", "--org", "quay-works", *SMALL) == (
        "Made quay-works: 5 people, 3 projects, 30 tasks, free plan.\n"
    )
    assert raw("quay-works")["METADATA"]["name"]["S"] == "Quay Works"
    before = raw("quay-works")
    with pytest.raises(CommandError, match="There is an organisation quay-works already; nothing was changed"):
        run("seed_demo", "--org", "quay-works", *SMALL)
    assert run("seed_demo", "--org", "quay-works", *SMALL, "--if-missing") == "quay-works is there already.\n"
    assert run("seed_demo", "--org", "quay-works", "--if-missing") == "quay-works is there already.\n"
    assert raw("quay-works") == before
    assert accounts.sign_in("owner@quay-works.example", "tablero-demo", NOW) is not None


@pytest.mark.usefixtures("cast", "debug")
def test_an_organisation_that_is_no_sample_is_left_alone(run: Run) -> None:
    before = raw(ACME)
    with pytest.raises(CommandError, match=f"There is an organisation {ACME} already"):
        run("seed_demo", "--org", ACME, *SMALL)
    assert run("seed_demo", "--org", ACME, *SMALL, "--if-missing") == f"{ACME} is there already.\n"
    assert raw(ACME) == before


@pytest.mark.usefixtures("empty_table", "debug")
@pytest.mark.parametrize("flags", [(), ("--if-missing",)])
def test_a_sample_that_was_killed_half_way_is_finished_by_the_same_command(run: Run, flags: tuple[str, ...]) -> None:
    assert not survives(lambda: run("seed_demo", "--org", "quay", *SMALL), 13)
    with pytest.raises(CommandError, match="quay is half-made with other numbers"):
        run("seed_demo", "--org", "quay", *SMALL[:-1], "31", *flags)
    assert run("seed_demo", "--org", "quay", *SMALL, *flags).startswith("Finished quay: 5 people")
    assert sum("#TASK#" in sk for sk in raw("quay")) == 30
    assert reconcile("quay") == []


@pytest.mark.usefixtures("empty_table")
def test_with_debug_off_no_account_gets_a_password_that_everybody_knows(run: Run) -> None:
    with pytest.raises(CommandError, match="With DEBUG off no accounts are made whose password everybody knows"):
        run("seed_demo", "--org", "quay", *SMALL)
    assert raw("quay") == {}
    run("seed_demo", "--org", "quay", *SMALL, "--no-accounts", "--name", "Quay", "--zone", "Asia/Tokyo")
    assert len(raw("quay")["METADATA"]["people"]["M"]) == 5
    assert accounts.sign_in("owner@quay.example", "tablero-demo", NOW) is None


@pytest.mark.usefixtures("empty_table", "debug")
def test_a_sample_that_no_plan_holds_is_refused(run: Run) -> None:
    with pytest.raises(CommandError, match="No plan holds 251 people"):
        run("seed_demo", "--org", "quay", "--people", "251")
    assert raw("quay") == {}


# The importer
def tasks_of(org: str = ACME) -> list[Task]:
    return [item for item in store.walk("partition", keys.org_pk(org)) if isinstance(item, Task)]


def test_a_board_is_brought_in_in_the_name_of_an_owner(cast: Cast, run: Run) -> None:
    output = run("import_board", str(TEAM), "--org", ACME)
    assert "40 tasks (16 open, 4 in progress, 20 done)" in output
    assert output.endswith("Added 1 projects and 40 tasks.\n")
    assert run("import_board", str(TEAM), "--org", ACME).endswith(
        "Everything was there already; nothing was changed.\n"
    )
    (event,) = [
        item
        for sk, item in raw(ACME).items()
        if sk.startswith("EVENT#") and item.get("action") == {"S": "board-imported"}
    ]
    assert event["actor"]["S"] == cast.alice.user
    assert reconcile(ACME) == []


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize("flags", [("--dry-run",), ()])
def test_the_json_has_exactly_its_keys_and_the_numbers_of_the_file(run: Run, flags: tuple[str, ...]) -> None:
    answer = json.loads(run("import_board", str(TEAM), "--org", ACME, "--json", *flags))
    wanted = json.loads(Path(f"{TEAM}.expect.json").read_text(encoding="utf-8"))
    assert answer == {
        "projects": 1,
        "tasks": wanted["tasks"],
        "people": wanted["people"]["count"],
        "with_due_date": wanted["with_due_date"],
        "priority": wanted["priority"],
        "rejected": 0,
        "reasons": [],
        "fits_plan": True,
    }
    assert len(tasks_of()) == (0 if flags else 40)


@pytest.mark.usefixtures("cast")
def test_a_dry_run_writes_nothing(run: Run) -> None:
    before = raw(ACME)
    assert "New: 1 projects, 40 tasks" in run("import_board", str(TEAM), "--org", ACME, "--dry-run")
    assert raw(ACME) == before


@pytest.mark.usefixtures("cast")
def test_a_board_beyond_the_plan_says_so_in_every_form_and_writes_nothing(run: Run) -> None:
    file = str(FILES / "asana-project.csv")
    before = raw(ACME)
    assert json.loads(run("import_board", file, "--org", ACME, "--json", "--dry-run"))["fits_plan"] is False
    assert "This does not fit: the free plan has room for 10 more" in run(
        "import_board", file, "--org", ACME, "--dry-run"
    )
    with pytest.raises(CommandError, match="there is no room for 12 more"):
        run("import_board", file, "--org", ACME)
    assert raw(ACME) == before


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize("content", [b"", b"<html>", b"PK\x03\x04", b'{"id": "x", "name": "y"}', b"a,b\n1,2\n"])
def test_a_file_that_is_no_board_is_refused_with_the_reason(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(content)
    before = raw(ACME)
    with pytest.raises(CommandError, match=r"board\.json was refused and nothing was written\. .*This seems to be"):
        run("import_board", str(file), "--org", ACME)
    assert raw(ACME) == before


@pytest.mark.usefixtures("cast")
def test_a_file_that_is_not_there_is_a_sentence(run: Run, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.json cannot be read: No such file or directory"):
        run("import_board", str(tmp_path / "none.json"), "--org", ACME)


@pytest.mark.usefixtures("cast")
def test_what_is_left_out_is_said_with_its_reason(run: Run, tmp_path: Path) -> None:
    board: Any = json.loads(TEAM.read_text(encoding="utf-8"))
    board["cards"][0]["name"] = " "
    done = next(card for card in board["cards"][1:] if card["closed"])
    done["dateClosed"] = "2199-01-01T00:00:00.000Z"
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    output = run("import_board", str(file), "--org", ACME)
    assert "Left out:" in output
    assert "it has no title" in output
    assert "it was completed on 2199-01-01 00:00 UTC, which is still to come" in output
    answer = json.loads(run("import_board", str(file), "--org", ACME, "--json"))
    assert (answer["rejected"], len(answer["reasons"]), answer["tasks"]["total"]) == (2, 2, 38)
    assert len(tasks_of()) == 38


def test_names_are_given_to_members_by_their_address(cast: Cast, run: Run) -> None:
    name = _people()[0]
    run("import_board", str(TEAM), "--org", ACME, "--map", f"{name}={address('Bob')}", "--as", address("Dana"))
    assert {task.assignee for task in tasks_of() if task.assignee} == {cast.bob.user}
    assert not [task for task in tasks_of() if task.person == name]


@pytest.mark.usefixtures("cast")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--map", "nobody"), "is not of the form NAME=EMAIL"),
        (("--map", "Nobody=bob@example.org"), "Nobody in the file is called “Nobody”. There are: "),
        (("--as", "nobody@example.org"), "There is no account with the address"),
        (("--as", "vic@example.org"), "Your role here, viewer, does not include this"),
        (("--as", "charlie@example.org"), "There is no such organisation"),
        (("--org", "nowhere"), "There is no such organisation"),
    ],
)
def test_what_cannot_be_is_a_sentence(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    before = raw(ACME)
    with pytest.raises(CommandError, match=reason):
        run("import_board", str(TEAM), "--org", ACME, *arguments)
    assert raw(ACME) == before


@pytest.mark.usefixtures("cast")
def test_a_name_is_not_given_to_somebody_who_is_no_member(run: Run) -> None:
    with pytest.raises(CommandError, match="is given to somebody who is not a member"):
        run("import_board", str(TEAM), "--org", ACME, "--map", f"{_people()[0]}={address('Charlie')}")
    assert tasks_of() == []


def _people() -> list[str]:
    with TEAM.open("rb") as file:
        return [row.person for row in read_board(file).rows if row.person]


# The check
@pytest.mark.usefixtures("cast")
def test_reconcile_says_so_when_all_is_well(run: Run) -> None:
    assert run("reconcile", "--org", ACME) == f"{ACME}: no difference.\n"
    assert json.loads(run("reconcile", "--org", ACME, "--json")) == {"org": ACME, "drift": []}


@pytest.mark.usefixtures("cast")
def test_reconcile_names_each_difference_fails_and_repairs_on_request(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    set_raw(keys.metadata(ACME), "projects", {"N": "4"})
    with pytest.raises(CommandError, match=f"{ACME}: 1 of 1 differences are left"):
        run("reconcile", "--org", ACME)
    with pytest.raises(SystemExit) as ended:
        run("reconcile", "--org", ACME, "--json")
    assert ended.value.code == 1
    assert capsys.readouterr().err == ""
    output = run("reconcile", "--org", ACME, "--repair")
    assert output == f"METADATA projects: 4 -> 0 (put right)\n{ACME}: 1 differences were put right.\n"
    assert run("reconcile", "--org", ACME) == f"{ACME}: no difference.\n"


@pytest.mark.usefixtures("cast")
def test_reconcile_of_nothing_is_an_error(run: Run) -> None:
    with pytest.raises(CommandError, match="There is no such organisation"):
        run("reconcile", "--org", "nowhere")
