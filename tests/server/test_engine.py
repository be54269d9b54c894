"""The embedded engine as a process: what it keeps, when it refuses, what it leaves behind."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import boto3
import psutil
import pytest

from tenants.engine import Engine, EngineError
from tests.conftest import ENGINE_PYTHON, ROOT

pytestmark = pytest.mark.engine


def write(engine: Engine, value: str) -> None:
    client = boto3.client("dynamodb", endpoint_url=engine.url)
    with contextlib.suppress(client.exceptions.ResourceInUseException):
        client.create_table(
            TableName="kept",
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
    client.put_item(TableName="kept", Item={"PK": {"S": "one"}, "value": {"S": value}})


def read(engine: Engine) -> str:
    client = boto3.client("dynamodb", endpoint_url=engine.url)
    return str(client.get_item(TableName="kept", Key={"PK": {"S": "one"}})["Item"]["value"]["S"])


def test_what_was_written_before_a_stop_is_read_after_the_next_start(tmp_path: Path) -> None:
    with Engine(ENGINE_PYTHON, tmp_path, persist=True) as engine:
        write(engine, "grüße")
    with Engine(ENGINE_PYTHON, tmp_path, persist=True) as engine:
        assert read(engine) == "grüße"


def test_a_stop_that_saved_nothing_is_an_error(tmp_path: Path) -> None:
    engine = Engine(ENGINE_PYTHON, tmp_path, persist=True)
    engine.start()
    write(engine, "lost")
    assert engine._process is not None
    os.kill(engine._process.pid, signal.SIGKILL)
    engine._process.wait()
    with pytest.raises(EngineError, match="did not save"):
        engine.stop()


def test_it_listens_on_the_loopback_address_alone(tmp_path: Path) -> None:
    with Engine(ENGINE_PYTHON, tmp_path, persist=False) as engine:
        assert engine._process is not None
        listening = [
            connection.laddr
            for connection in psutil.Process(engine._process.pid).net_connections()
            if connection.status == psutil.CONN_LISTEN
        ]
        assert [(address.ip, address.port) for address in listening] == [("127.0.0.1", engine.port)]


def test_a_state_that_cannot_be_read_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    state = tmp_path / "dynamodb.json"
    state.write_text('{"half a st')
    with pytest.raises(EngineError, match="cannot be read"):
        Engine(ENGINE_PYTHON, tmp_path, persist=True).start()
    assert state.read_text() == '{"half a st'


def test_a_missing_environment_is_named_together_with_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="make install"):
        Engine(tmp_path / "bin" / "python", tmp_path, persist=False).start()


def test_an_engine_that_cannot_start_shows_the_end_of_its_log(tmp_path: Path) -> None:
    # The product's own environment has no engine in it.
    with pytest.raises(EngineError, match="No module named ministack"):
        Engine(Path(sys.executable), tmp_path, persist=False).start()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_it_saves_and_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    program = f"""
import pathlib, sys, time
from tenants.engine import Engine
engine = Engine(pathlib.Path({str(ENGINE_PYTHON)!r}), pathlib.Path({str(tmp_path)!r}), persist=True)
engine.start()
print(engine.port, engine._process.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        assert parent.stdout is not None
        port, pid = map(int, parent.stdout.readline().split())
        try:
            orphan = Engine(ENGINE_PYTHON, tmp_path, persist=True)
            orphan.port = port
            write(orphan, "kept")
        finally:
            parent.kill()
    give_up = time.monotonic() + 10
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < give_up, "the engine outlived its parent"
        time.sleep(0.05)
    with Engine(ENGINE_PYTHON, tmp_path, persist=True) as engine:
        assert read(engine) == "kept"
