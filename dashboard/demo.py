"""The demo: the embedded engine, sample data and the web server, started together and stopped in the right order.

This process only supervises. Whatever needs the address of the engine in its settings runs as a child that gets it in
its environment; the engine is stopped last, since it saves what it holds when it stops and only then.
"""

import contextlib
import errno
import fcntl
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import IO

from dashboard.demo_mail import Mailbox
from tenants.children import start_child, stop_child
from tenants.engine import Engine, EngineError

HOST = "127.0.0.1"
PASSWORD = "tablero-demo"  # noqa: S105 - printed on the screen for everyone to use
ORGANISATIONS = {
    "acme": {"people": 12, "projects": 34, "tasks": 400, "seed": 1},
    "globex": {"people": 4, "projects": 6, "tasks": 60, "seed": 2},
}
ROLES_SHOWN = ("owner", "member", "viewer")

WEB_START_SECONDS = 30.0
# More than gunicorn's own graceful_timeout, so that it is gunicorn that ends a request which does not end.
WEB_STOP_SECONDS = 25.0
LOCK_SECONDS = 3.0
TICK = 0.1


class DemoError(Exception):
    """The demo cannot go on; the text says why, and what to do about it."""


class Interrupted(Exception):
    """The person asked to stop before everything had started."""


class Demo:
    """One run of the demo, from the lock on its folder to the saved state."""

    def __init__(self, *, base: Path, data: Path, engine_python: Path, port: int, say: Callable[[str], None]) -> None:
        """`base` holds manage.py, `data` the state, logs and secret; `say` prints a line."""
        self.base = base
        self.data = data
        self.port = port
        self.engine_python = engine_python
        self._say = say
        self._stop_asked = False
        self._web: subprocess.Popen[bytes] | None = None
        self._helpers: list[subprocess.Popen[bytes]] = []
        self._mailbox = Mailbox(data / "mail")

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.port}"

    def run(self) -> None:
        """Start, serve until a signal or a failure, stop. Raises DemoError or EngineError; leaves nothing running."""
        self._handle_signals()
        self._refuse_busy_port()
        self.data.mkdir(parents=True, exist_ok=True)
        self._mailbox.open()
        with self._lock() as lock:
            # The engine holds the lock as well: a run whose supervisor was killed keeps it until its state is saved.
            engine = Engine(self.engine_python, self.data / "engine", persist=True, keep_open=[lock.fileno()])
            self._run_with(engine)

    def _run_with(self, engine: Engine) -> None:
        running = self.data / "running"
        if running.exists():
            self.tell("  note     The last run did not stop in the ordinary way: what was new in it may be lost.")
        running.touch()
        started = False
        try:
            self._start(engine)
            started = True
            self._watch(engine)
        except Interrupted:
            self.tell("Stopped before the start was complete; the saved state is as it was.")
        finally:
            self._stop_others()
            if not started:
                # Half-made sample data must not be taken for whole ones at the next start.
                engine.kill()
                running.unlink()
            elif engine.running():
                engine.stop()
                running.unlink()
                self.tell(f"The state is saved in {self._short(engine.folder)}.")

    def _start(self, engine: Engine) -> None:
        began = time.monotonic()
        # Side by side as far as they can be: each of these programs spends a second on its own start.
        collect = self._manage("collectstatic", "--no-input", "--verbosity=0", env=self._environment(engine))
        engine.start()
        self.tell(f"  engine   on {engine.url}, state and log in {self._short(engine.folder)}")
        prepare = self._manage("demo", "--prepare", env=self._environment(engine) | {"DEBUG": "on"})
        self._finish(collect, engine, "The static files could not be collected.")
        log = self.data / "web.log"
        with log.open("wb") as output:
            self._web = start_child(
                [sys.executable, "-m", "gunicorn", "-c", "python:dashboard.gunicorn_conf"],
                self._environment(engine),
                cwd=self.base,
                output=output,
            )
        self._finish(prepare, engine, "The table and the sample data could not be made.")
        self._wait_for_web(engine, log)
        self.tell(f"  web      ready in {time.monotonic() - began:.1f} s, log in {self._short(log)}")
        self._welcome()

    def _watch(self, engine: Engine) -> None:
        while not self._stop_asked:
            if not engine.running():
                raise DemoError(
                    "The engine ended by itself: what was new since the start is lost. "
                    f"The end of its log ({self._short(engine.log)}):\n{engine.log_tail()}"
                )
            if self._web is not None and self._web.poll() is not None:
                raise DemoError(f"The web server ended by itself. Its log is {self._short(self.data / 'web.log')}.")
            for mail in self._mailbox.news():
                self.tell(f"\n{mail}")
            time.sleep(TICK)
        self.tell("\nStopping: first the web server, then the engine ...")

    def _manage(self, *arguments: str, env: dict[str, str]) -> subprocess.Popen[bytes]:
        helper = start_child([sys.executable, self.base / "manage.py", *arguments], env, cwd=self.base)
        self._helpers.append(helper)
        return helper

    def _finish(self, child: subprocess.Popen[bytes], engine: Engine, complaint: str) -> None:
        """Wait for a child to end well."""
        while child.poll() is None:
            self._check_start(engine)
            time.sleep(TICK / 4)
        if child.returncode != 0:
            raise DemoError(complaint)

    def _wait_for_web(self, engine: Engine, log: Path) -> None:
        give_up = time.monotonic() + WEB_START_SECONDS
        while self._web is not None and self._web.poll() is None and time.monotonic() < give_up:
            self._check_start(engine)
            if _healthy(self.port):
                return
            time.sleep(TICK / 2)
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-10:])
        raise DemoError(f"The web server did not start. The end of its log ({self._short(log)}):\n{tail}")

    def _check_start(self, engine: Engine) -> None:
        if self._stop_asked:
            raise Interrupted
        if not engine.running():
            raise EngineError(f"The engine ended by itself. The end of its log:\n{engine.log_tail()}")

    def _stop_others(self) -> None:
        """End all that talks to the engine."""
        for helper in self._helpers:
            stop_child(helper, patience=5)
        if self._web is not None:
            stop_child(self._web, patience=WEB_STOP_SECONDS)

    def _environment(self, engine: Engine) -> dict[str, str]:
        """The settings of a child: nothing of the shell's AWS account, nothing by way of a proxy, loopback only."""
        ours = ("AWS_", "DYNAMODB_", "PYNAMODB_", "ALLOWED_HOSTS", "TRUSTED_PROXIES", "SECRET_KEY", "GUNICORN_CMD_ARGS")
        return {name: value for name, value in os.environ.items() if not name.startswith(ours)} | {
            "AWS_ACCESS_KEY_ID": "demo",
            "AWS_SECRET_ACCESS_KEY": "demo",
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "NO_PROXY": f"{HOST},localhost",
            "no_proxy": f"{HOST},localhost",
            "DEBUG": "off",
            "DYNAMODB_ENDPOINT_URL": engine.url,
            # A mail server of one's own is used all the same.
            "EMAIL_URL": os.environ.get("EMAIL_URL") or self._mailbox.url,
            "LISTEN_ON": HOST,
            "PORT": str(self.port),
            "OWNERS_CHOOSE_PLAN": "on",
            "PUBLIC_URL": self.address,
            "SECRET_KEY": self._secret(),
        }

    def _secret(self) -> str:
        """The demo's own secret, made once, so that people stay signed in over a restart."""
        path = self.data / "secret-key"
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(64))
        return path.read_text()

    @contextlib.contextmanager
    def _lock(self) -> Iterator[IO[bytes]]:
        """Hold the folder for this run; DemoError when another run has it and does not give it up soon."""
        with (self.data / "lock").open("ab") as file:
            give_up = time.monotonic() + LOCK_SECONDS
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if time.monotonic() > give_up:
                        raise DemoError(
                            f"Another demo is running on {self._short(self.data)}: stop it first."
                        ) from None
                    time.sleep(TICK)
                else:
                    break
            yield file

    def _refuse_busy_port(self) -> None:
        with socket.socket() as probe:
            # As gunicorn does: connections that linger from the last run are no reason to refuse.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, self.port))
            except OSError as error:
                reason = (
                    "taken by another program" if error.errno == errno.EADDRINUSE else f"refused ({error.strerror})"
                )
                raise DemoError(f"Port {self.port} is {reason}. Choose another one: PORT=8001 make demo") from error

    def _handle_signals(self) -> None:
        def ask(_number: int, _frame: FrameType | None) -> None:
            self._stop_asked = True

        # INT even when it comes ignored, as it does to a program that a script starts in the background.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, ask)
        # Ignored by nohup, whose very point is to outlive the terminal.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, ask)

    def _welcome(self) -> None:
        lines = ["", f"  Open {self.address} and sign in with the password {PASSWORD}", ""]
        columns = [[f"{role}@{org}.example" for role in ROLES_SHOWN] for org in ORGANISATIONS]
        for role, *addresses in zip(ROLES_SHOWN, *columns, strict=True):
            lines.append(f"    {role:<9}{'   '.join(f'{address:<21}' for address in addresses)}".rstrip())
        lines += [
            "",
            f"  Mail is printed here, with its links, and kept in {self._short(self._mailbox.folder)}.",
            "  Ctrl-C stops everything and saves the state. It is saved then and only then:",
            "  kill -9 or a power cut loses what is new since the start.",
        ]
        self.tell("\n".join(lines))

    def tell(self, line: str) -> None:
        """Print a line; a terminal that is gone, as after SIGHUP, must not keep the state from being saved."""
        with contextlib.suppress(OSError):
            self._say(line)

    def _short(self, path: Path) -> str:
        return str(path.relative_to(self.base)) if path.is_relative_to(self.base) else str(path)


def _healthy(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
