"""A board of 10,000 cards: what it costs, what memory it takes, and that it can be killed anywhere on its way."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tenants import clock, keys, store
from tenants.ids import derived_id
from tenants.imports import background, memory, uploads
from tenants.imports.background import field_of
from tenants.items import Base, Job, Task
from tenants.management.operator import PATIENCE_SECONDS
from tenants.meter import record
from tenants.reads.dashboard import dashboard
from tenants.reconcile import reconcile
from tests.boards.large import CARDS, write_board
from tests.boards.make import BOARD_ID
from tests.cast import ACME, Cast, gather
from tests.conftest import ROOT
from tests.server.processes import plain_environment

pytestmark = [pytest.mark.engine, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of 10,000 cards."""
    return write_board(tmp_path_factory.mktemp("boards") / "big.json", CARDS)


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much of it as commands have: the engine walks over the whole partition for each Query."""
    monkeypatch.setattr(Base.Meta, "read_timeout_seconds", PATIENCE_SECONDS)


@pytest.fixture
def people(patience: None, engine_table: str) -> Cast:  # noqa: ARG001 - patience comes first
    """The cast on the engine."""
    assert engine_table
    return gather()


def assert_all_there(people: Cast, cards: int = CARDS) -> None:
    """Every card once: by the numbers that move with them, by the job, and by the rows."""
    counted = dashboard(ACME, people.alice.user, clock.now())
    (project,) = counted.projects
    assert sum(counted.counts.by.values()) + project.done == cards
    assert cards_there() == cards + 1
    rows = store.walk("test", keys.org_pk(ACME), prefix="BOARD#", page=2_000)
    titles = Counter(item.title for item in rows if isinstance(item, Task))
    assert (len(titles), titles.total()) == (cards, cards)


def test_ten_thousand_cards_come_in_by_the_page_in_as_many_transactions_as_they_fill(people: Cast, big: Path) -> None:
    """Through what the page calls: kept in pieces, looked into, begun, and run to its end as the thread does."""
    with big.open("rb") as file, record() as calls:
        token = uploads.keep(people.dana, ACME, "big.json", file, clock.now())
    assert Counter(call.operation for call in calls) == {"BatchGetItem": 1, "TransactWriteItems": 1}
    kept = uploads.find(ACME, people.dana.user, token)
    assert kept is not None
    with record() as calls:
        board = uploads.read(ACME, kept, memory.remembered(ACME))
    assert len(board.rows) == CARDS
    assert [name.name for name in board.unknown] == ["Waiting room"]
    assert len(calls) <= 4
    assert uploads.start(
        ACME, token, {field_of("Person 1"): people.bob.user}, clock.now(), {board.unknown[0].id: "done"}
    )
    with record() as calls:
        background.run(people.dana, ACME, token)
    sent = Counter(call.operation for call in calls)
    told = sum("UPLOAD#" in str(call.params) for call in calls if call.operation == "TransactWriteItems")
    # At least 30 cards a transaction, each with its text: a live card is two items of 80, a done one the same.
    assert CARDS / 40 <= sent["TransactWriteItems"] - told <= CARDS / 30 + 5
    # The ledger is read once, not once a step.
    assert sent["Query"] <= 6
    assert sent["BatchGetItem"] <= 3
    done = uploads.find(ACME, people.dana.user, token)
    assert done is not None
    assert (done.state, done.tasks_added, done.rejected) == ("done", CARDS, 0)
    assert 0 < done.total == CARDS
    (project,) = dashboard(ACME, people.alice.user, clock.now()).projects
    assert project.done == CARDS // 2
    assert_all_there(people)
    assert reconcile(ACME) == []


def surroundings(engine: str, table: str) -> dict[str, str]:
    """What the command finds in its environment."""
    return plain_environment() | {
        "DEBUG": "on",
        "DYNAMODB_ENDPOINT_URL": engine,
        "DYNAMODB_TABLE": table,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
    }


def cards_there() -> int:
    """How many have come in so far, as the job says."""
    job = store.get("test", Job, keys.job(ACME, f"IMPORT#{derived_id(16, BOARD_ID)}"))
    return int(job.cursor) if job else 0


def test_the_command_killed_three_times_on_its_way_brings_every_card_in_once(
    people: Cast, engine: str, engine_table: str, big: Path
) -> None:
    arguments = [sys.executable, str(ROOT / "manage.py"), "import_board", str(big), "--org", ACME]
    for part in (1, 2, 3):
        running = subprocess.Popen(
            arguments, env=surroundings(engine, engine_table), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while cards_there() < CARDS * part / 5 and running.poll() is None:
            time.sleep(0.3)
        running.send_signal(signal.SIGKILL)
        assert running.wait(30) == -signal.SIGKILL
        assert cards_there() < CARDS
    subprocess.run(arguments, env=surroundings(engine, engine_table), check=True, capture_output=True, timeout=300)
    assert_all_there(people)


WATCHED = """
import resource, sys
import manage
sys.argv = ["manage.py", "import_board", *sys.argv[1:]]
manage.main()
print("PEAK", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(engine: str, table: str, file: Path) -> int:
    """The most memory, in bytes, that importing `file` took."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(file), "--org", ACME],
        cwd=ROOT,
        env=surroundings(engine, table),
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    found = re.search(r"PEAK (\d+)", done.stdout)
    assert found, done.stdout
    return int(found[1]) * 1024


@pytest.mark.usefixtures("people")
def test_importing_it_takes_a_few_times_the_size_of_the_file(
    engine: str, engine_table: str, big: Path, tmp_path: Path
) -> None:
    small = write_board(tmp_path / "small.json", 100)
    before = peak(engine, engine_table, small)
    more = peak(engine, engine_table, big) - before
    # Rows, ledger and the parser's buffers, over what the program takes anyway.
    assert more < 6 * big.stat().st_size
