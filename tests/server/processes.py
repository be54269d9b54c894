"""Real programs as tests start them: gunicorn with the product's configuration, and the demo."""

import contextlib
import functools
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from tests.conftest import ENGINE_PYTHON, ROOT

# What a machine that serves the public has; the proxy that ends TLS is played by the tests.
PRODUCTION = {
    "SECRET_KEY": "a-secret-for-the-server-under-test-0123456789-0123456789",
    "PUBLIC_URL": "https://work.example.com",
    "TRUSTED_PROXIES": "127.0.0.1",
    "EMAIL_URL": "smtp+plain://127.0.0.1:9",
}
BEHIND_TLS = {"Host": "work.example.com", "X-Forwarded-Proto": "https"}


def plain_environment() -> dict[str, str]:
    """The shell's environment without the settings of the product."""
    ours = (
        "DEBUG",
        "SECRET_KEY",
        "PUBLIC_URL",
        "EMAIL_URL",
        "EMAIL_PASSWORD",
        "MAIL_FROM",
        "OFFLINE_PAGE",
        "PORT",
        "ALLOWED_HOSTS",
        "TRUSTED_PROXIES",
        "DYNAMODB_",
        "DJANGO_",
        "TZ",
    )
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@functools.cache
def collect_static() -> None:
    """Gather the static files as the image does when it is built: without them no page can be served."""
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"],
        cwd=ROOT,
        env=plain_environment() | PRODUCTION,
        timeout=60,
        check=True,
    )


class Server:
    """gunicorn as a container starts it."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process = process
        self.port = port
        self.log = log

    def get(self, path: str, headers: dict[str, str] | None = None) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        response.body = response.read()  # type: ignore[attr-defined]  # kept for the test, since the connection is closed here
        connection.close()
        return response

    def raw(self, *pieces: bytes) -> bytes:
        """Send bytes as they are and return all that comes back until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            for piece in pieces:
                connection.sendall(piece)
            received = b""
            while chunk := connection.recv(65536):
                received += chunk
            return received


@contextlib.contextmanager
def gunicorn(log: Path, settings: dict[str, str], *, workers: int = 1, application: str = "") -> Iterator[Server]:
    """Serve with the product's own configuration file until the block ends; another application if it is named."""
    collect_static()
    port = int(settings.get("PORT") or free_port())
    environment = plain_environment() | {"WORKERS": str(workers), "PORT": str(port)} | settings
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", "python:dashboard.gunicorn_conf", *filter(None, [application])],
            env=environment,
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Server(process, port, log)
    try:
        give_up = time.monotonic() + 30
        while not log.read_text().count("Booting worker") >= workers or not _listens(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < give_up, log.read_text()
            time.sleep(0.05)
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(25)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise


class DemoRun:
    """`manage.py demo` as a person starts it, with its words in a file."""

    def __init__(self, data: Path, *, port: int | None = None, engine_python: Path = ENGINE_PYTHON) -> None:
        self.port = port or free_port()
        self.data = data
        self._words = data.with_name(f"{data.name}-{self.port}.out")
        arguments = ["manage.py", "demo", "--data", str(data), "--engine-python", str(engine_python)]
        with self._words.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, *arguments],
                env=plain_environment() | {"PORT": str(self.port)},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        """All that it and its children have printed so far."""
        return self._words.read_text()

    def wait_for(self, words: str, seconds: float = 90) -> None:
        """Return when it has said the words; fail when it ends or takes too long."""
        give_up = time.monotonic() + seconds
        while words not in self.said:
            assert self.process.poll() is None, f"it ended before it said {words!r}:\n{self.said}"
            assert time.monotonic() < give_up, f"it did not say {words!r}:\n{self.said}"
            time.sleep(0.02)

    def family(self) -> list[psutil.Process]:
        """All processes that it has started and that still run."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def child(self, word: str) -> psutil.Process:
        """The child of its own whose command line holds the word."""
        return next(
            one for one in psutil.Process(self.process.pid).children() if any(word in part for part in one.cmdline())
        )

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self, seconds: float = 40) -> int:
        """Wait for its end and return its exit code."""
        return self.process.wait(seconds)


@contextlib.contextmanager
def demo(data: Path, *, port: int | None = None, engine_python: Path = ENGINE_PYTHON) -> Iterator[DemoRun]:
    """A run of the demo that is ended with the block, whatever happened in it."""
    run = DemoRun(data, port=port, engine_python=engine_python)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            family = run.family()
            run.process.kill()
            run.process.wait()
            for process in family:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            psutil.wait_procs(family, timeout=10)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
