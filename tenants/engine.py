"""The embedded engine: a small DynamoDB in a process and an environment of its own, for the demo and for tests.

It keeps everything in memory and writes its state to a folder when it is stopped in the ordinary way, and only then:
those who write to it have to be stopped first, and a kill loses what is new. It is no database for real work.
"""

import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tenants.children import kill_child, start_child, stop_child

HOST = "127.0.0.1"
START_SECONDS = 30.0
SAVE_SECONDS = 60.0
# A port found free may be taken by another program before the engine binds it.
PORT_TRIES = 3


class EngineError(Exception):
    """The engine did not start, ended by itself or did not save; the text says which, for a person to read."""


class Engine:
    """One engine process. Use it as a context manager, or call `start` and `stop`."""

    def __init__(self, python: Path, folder: Path, *, persist: bool, keep_open: Sequence[int] = ()) -> None:
        """`python` is that of the engine's environment; `folder` takes its log and, with `persist`, its state."""
        self.python = python
        self.folder = folder
        self.persist = persist
        self.log = folder / "engine.log"
        self.port = 0
        self._keep_open = keep_open
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address to give to a DynamoDB client; good until `stop`."""
        return f"http://{HOST}:{self.port}"

    @property
    def state_file(self) -> Path:
        """Where the engine keeps its tables between two runs."""
        return self.folder / "dynamodb.json"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the engine on a free port of the loopback address and return when it answers; EngineError otherwise."""
        if not self.python.exists():
            raise EngineError(f"The engine's environment is missing ({self.python}). Make it with: make install")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._refuse_unreadable_state()
        for _ in range(PORT_TRIES):
            self.port = _free_port()
            self._launch()
            if self._answers():
                return
            if "already in use" not in self.log_tail():
                break
        self.kill()
        raise EngineError(f"The engine did not start. The end of its log ({self.log}):\n{self.log_tail()}")

    def running(self) -> bool:
        """True until the process has ended, by whatever cause."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """End the engine; with `persist`, return only when its state is on disk, EngineError when it is not."""
        if self._process is None:
            return
        # Compared with the clock of the file system, which may be coarser than the process's own.
        before = self.state_file.stat().st_mtime_ns if self.state_file.exists() else 0
        alive = self.running()
        ended = stop_child(self._process, patience=SAVE_SECONDS)
        self._process = None
        if not self.persist:
            return
        saved = self.state_file.exists() and self.state_file.stat().st_mtime_ns > before
        if not (alive and ended and saved):
            raise EngineError(f"The engine did not save its state. The end of its log ({self.log}):\n{self.log_tail()}")

    def kill(self) -> None:
        """End the engine without saving."""
        if self._process is not None:
            kill_child(self._process)
            self._process = None

    def log_tail(self) -> str:
        """The last ten lines of the engine's log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-10:]) if self.log.exists() else ""

    def _launch(self) -> None:
        with self.log.open("wb") as output:
            self._process = start_child(
                [self.python, "-I", "-u", "-m", "ministack"],
                self._environment(),
                cwd=self.folder,
                output=output,
                keep_open=self._keep_open,
            )

    def _environment(self) -> dict[str, str]:
        """Only what the engine needs: it would find other people's credentials and options in the shell's."""
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "SYSTEMROOT") if name in os.environ}
        return inherited | {
            "BIND_HOST": HOST,
            "GATEWAY_PORT": str(self.port),
            "SERVICES": "dynamodb",
            "PERSIST_STATE": "1" if self.persist else "0",
            "STATE_DIR": str(self.folder),
            # It leaves a file with its process number here; the system's own folder is not the place.
            "TMPDIR": str(self.folder),
            # Two more listeners that it would open otherwise.
            "SFTP_ENABLED": "0",
            "IOT_MTLS_ENABLED": "0",
        }

    def _answers(self) -> bool:
        """Wait until the engine answers (True) or has ended or taken too long (False)."""
        give_up = time.monotonic() + START_SECONDS
        while self.running() and time.monotonic() < give_up:
            # Not urllib, which would ask the proxy that HTTP_PROXY names.
            connection = http.client.HTTPConnection(HOST, self.port, timeout=2)
            try:
                connection.request("GET", "/_ministack/health")
                if connection.getresponse().status == http.HTTPStatus.OK:
                    return self.running()
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
            finally:
                connection.close()
        return False

    def _refuse_unreadable_state(self) -> None:
        """The engine would start empty over a state that it cannot read, and overwrite it when it stops."""
        if not self.persist or not self.state_file.exists():
            return
        try:
            json.loads(self.state_file.read_bytes())
        except ValueError as error:
            raise EngineError(
                f"The saved state {self.state_file} cannot be read ({error}). "
                f"Move it away to start afresh, or put a good copy in its place."
            ) from error


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
