"""Make the environments that the Makefile needs, with nothing but the standard library of Python 3.11.

    python3 .ci/bootstrap.py app engine

An environment is made from a lock file with hashes. A stamp written last tells from which ones, and where; without it,
or when a lock file has changed or the folder was moved, the environment is made anew: a half-made one is never used.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMP = "made-from.txt"


@dataclass(frozen=True)
class Environment:
    """What can be asked for: a folder, the lock file it is made from, and those whose packages are all in that file."""

    folder: str
    lock: str
    contains: tuple[str, ...] = ()


ENVIRONMENTS = {
    "app": Environment(".venv", "requirements/app.txt"),
    # The tests' environment is the product's with more in it, in the same folder.
    "dev": Environment(".venv", "requirements/dev.txt", contains=("requirements/app.txt",)),
    "engine": Environment(".venv-engine", "requirements/engine.txt"),
}


class Trouble(Exception):
    """Why an environment cannot be made, for a person to read."""


def main(wanted: list[str]) -> None:
    """Make each environment named, in order, unless it is there and whole."""
    try:
        for name in wanted:
            make(ENVIRONMENTS[name])
    except Trouble as trouble:
        sys.exit(f"{trouble}")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the next start begins this environment anew.")


def make(environment: Environment) -> None:
    """Make one environment or add to it; says nothing when there is nothing to do."""
    folder, lock = ROOT / environment.folder, ROOT / environment.lock
    stamp = folder / STAMP
    done = stamp.read_text().splitlines() if stamp.exists() else []
    if _line(lock) in done and _usable(folder, done):
        return
    current = {_line(ROOT / one.lock) for one in ENVIRONMENTS.values() if one.folder == environment.folder}
    stamp.unlink(missing_ok=True)
    if not (done and set(done[1:]) <= current and _usable(folder, done)):
        _create(environment, folder)
        done = []
    _install(environment, folder, lock)
    lines = dict.fromkeys([*done[1:], _line(lock), *(_line(ROOT / name) for name in environment.contains)])
    stamp.write_text("\n".join([str(folder), *lines]) + "\n")


def _line(lock: Path) -> str:
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()}  {lock.relative_to(ROOT)}"


def _usable(folder: Path, done: list[str]) -> bool:
    """False when the folder was moved or when the Python it was made with is gone: its programs would not start."""
    if not done or done[0] != str(folder):
        return False
    try:
        return subprocess.run([folder / "bin" / "python", "-c", ""], check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def _create(environment: Environment, folder: Path) -> None:
    try:
        import ensurepip  # noqa: F401, PLC0415 - Debian keeps it in a package of its own, which may be missing
        import venv  # noqa: PLC0415 - the same
    except ImportError:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise Trouble(
            f"Python {version} ({sys.executable}) cannot make environments: its venv and ensurepip are not installed.\n"
            f"On Debian and Ubuntu they come with: apt-get install python{version}-venv"
        ) from None
    if folder.exists():
        print(f"{environment.folder} is unfinished or out of date and is made anew.", flush=True)
        shutil.rmtree(folder)
    try:
        venv.create(folder, with_pip=True, symlinks=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Trouble(f"{environment.folder} could not be made: {error}") from error


def _install(environment: Environment, folder: Path, lock: Path) -> None:
    """Install what the lock file names, telling how far it is; pip's own words go to a log and are shown on failure."""
    total = len(re.findall(r"^[A-Za-z0-9].*==", lock.read_text(), re.MULTILINE))
    log = folder / "install.log"
    progress = Progress(f"{environment.folder} from {environment.lock}", total)
    command: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--require-hashes",
        "--progress-bar",
        "off",
        "-r",
        lock,
    ]
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PYTHONUNBUFFERED": "1"}
    with (
        log.open("w") as words,
        subprocess.Popen(
            command, env=os.environ | quiet, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as pip,
    ):
        for line in pip.stdout or ():
            words.write(line)
            if "(from -r " in line or line.startswith("Ignoring "):
                progress.step()
            elif line.startswith("Installing collected packages"):
                progress.say("unpacking")
    if pip.returncode != 0:
        tail = "".join(log.read_text().splitlines(keepends=True)[-6:])
        raise Trouble(
            f"\nThe packages of {environment.lock} could not be installed; is the package index reachable?\n"
            f"The end of {log.relative_to(ROOT)}:\n{tail}"
        )
    progress.end()


class Progress:
    """One line that is rewritten on a terminal; elsewhere a line for every quarter of the way."""

    def __init__(self, title: str, total: int) -> None:
        self.title = title
        self.total = total
        self.count = 0
        self.began = time.monotonic()
        self.terminal = sys.stdout.isatty()
        self.say("starting")

    def step(self) -> None:
        """One more package."""
        self.count += 1
        if self.terminal or self.count % max(self.total // 4, 1) == 0:
            self.say(f"package {min(self.count, self.total)} of {self.total}")

    def say(self, what: str) -> None:
        """Show where it is."""
        print(f"\r\033[K{self.title}: {what}" if self.terminal else f"{self.title}: {what}", end="", flush=True)
        if not self.terminal:
            print(flush=True)

    def end(self) -> None:
        """Show that it is done, and how long it took."""
        self.say(f"{self.total} packages in {time.monotonic() - self.began:.0f} s")
        if self.terminal:
            print(flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
