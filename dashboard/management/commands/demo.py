"""`manage.py demo`: everything on this machine, with sample data, until Ctrl-C."""

import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from dashboard.demo import ORGANISATIONS, Demo, DemoError
from tenants.engine import EngineError

ENGINE_SECONDS = 60.0


class Command(BaseCommand):
    """Start the embedded engine, make the table and the sample data if they are missing, and serve."""

    help = "Run Tablero on this machine with an embedded engine and sample data; PORT chooses the port."
    # The checks run in the children, with the settings that are served.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--data",
            type=Path,
            default=settings.BASE_DIR / ".data",
            help="folder for the state, the logs and the secret",
        )
        parser.add_argument(
            "--engine-python",
            type=Path,
            default=settings.BASE_DIR / ".venv-engine" / "bin" / "python",
            help="interpreter of the engine's environment",
        )
        parser.add_argument(
            "--prepare",
            action="store_true",
            help="only make the table and the sample data, in the engine of the settings",
        )

    def handle(self, *_: object, data: Path, engine_python: Path, prepare: bool, **__: object) -> None:
        if prepare:
            self._prepare()
            return
        self.stdout.write("Tablero demo")
        demo = Demo(
            base=settings.BASE_DIR,
            data=data.absolute(),
            engine_python=engine_python.absolute(),
            port=settings.PORT,
            say=self._say,
        )
        try:
            demo.run()
        except (DemoError, EngineError) as error:
            raise CommandError(str(error)) from None

    def _prepare(self) -> None:
        _wait_for(settings.DYNAMODB_ENDPOINT_URL)
        call_command("create_table", stdout=self.stdout)
        for org, size in ORGANISATIONS.items():
            call_command("seed_demo", org=org, if_missing=True, stdout=self.stdout, **size)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _wait_for(endpoint: str) -> None:
    """Return when something listens at the address: a database container may start later than the one that asks it."""
    parts = urlsplit(endpoint)
    if not parts.hostname:
        raise CommandError("DYNAMODB_ENDPOINT_URL is empty: sample data are not for a table at Amazon.")
    give_up = time.monotonic() + ENGINE_SECONDS
    while True:
        try:
            socket.create_connection((parts.hostname, parts.port or 80), timeout=2).close()
        except OSError as error:
            if time.monotonic() > give_up:
                raise CommandError(f"Nothing answers at {endpoint}: {error}.") from error
            time.sleep(0.2)
        else:
            return
