"""Child processes that end with this one: started out of the terminal's reach, stopped in an order of our choosing."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

# Runs before the real program, which then takes its place. On Linux the kernel is asked to send SIGTERM when the parent
# ends, however that happens; a parent that ended before the request was made is noticed by its number. A function run
# between fork and exec (preexec_fn) could do the same, but may hang in a process with threads.
_END_WITH_PARENT = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)
    if os.getppid() != int(sys.argv[1]):
        sys.exit(1)
os.execv(sys.argv[2], sys.argv[2:])
"""


def start_child(
    command: Sequence[str | Path],
    env: Mapping[str, str],
    *,
    cwd: Path | None = None,
    output: IO[bytes] | None = None,
    keep_open: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start the program in a session of its own; its output goes to this process's, or to a file.

    The session keeps Ctrl-C and a closed terminal from it: both are sent to the whole foreground group, and would end
    the engine before those that still write to it. `command[0]` is a path; `keep_open` are file descriptors to inherit.
    """
    wrapped = [sys.executable, "-I", "-S", "-c", _END_WITH_PARENT, str(os.getpid()), *map(str, command)]
    return subprocess.Popen(  # noqa: S603 - the callers name their own programs, and no shell is involved
        wrapped,
        env=dict(env),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
        start_new_session=True,
        pass_fds=tuple(keep_open),
    )


def stop_child(process: subprocess.Popen[bytes], *, patience: float) -> bool:
    """Ask the program to end and wait; False when it had to be killed with its group after `patience` seconds."""
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        kill_child(process)
        return False
    return True


def kill_child(process: subprocess.Popen[bytes]) -> None:
    """End the program and what it started at once."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
