"""A client that asks for a file and does not take it."""

import socket
import time
from types import SimpleNamespace

import pytest

from dashboard import worker


def test_a_client_that_takes_nothing_off_the_line_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "BODY_SECONDS", 1)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker._let_through(SimpleNamespace(sock=ours, bytes_seen=0, data_ready=False))
        ours.setblocking(True)  # as the worker leaves it to its threads
        began = time.monotonic()
        with pytest.raises(BlockingIOError):
            ours.sendall(b"x" * 50_000_000)
        assert 0.9 < time.monotonic() - began < 5


def test_a_client_that_takes_its_time_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "BODY_SECONDS", 1)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        worker._let_through(SimpleNamespace(sock=ours, bytes_seen=0, data_ready=False))
        ours.setblocking(True)
        for _ in range(4):
            ours.sendall(b"x" * 50_000)
            time.sleep(0.4)
            assert len(theirs.recv(50_000, socket.MSG_WAITALL)) == 50_000
