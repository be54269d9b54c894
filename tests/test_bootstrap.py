"""Making the environments: what is made anew, what is left alone, and what is said when it cannot be done.

The lock files here name no package, so that nothing is downloaded.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def bootstrap(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The script, looking at a project of its own, in which the app's environment is made."""
    spec = importlib.util.spec_from_file_location("bootstrap", ROOT / ".ci" / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Its dataclass looks itself up there.
    sys.modules["bootstrap"] = module
    spec.loader.exec_module(module)
    module.ROOT = tmp_path_factory.mktemp("project")  # type: ignore[attr-defined]  # the script's own constant
    (module.ROOT / "requirements").mkdir()
    for name in ("app", "dev", "engine"):
        (module.ROOT / "requirements" / f"{name}.txt").write_text(f"# {name}\n")
    module.main(["app"])
    return module


@pytest.fixture
def stamp(bootstrap: ModuleType) -> Path:
    """The stamp of an environment that is whole."""
    bootstrap.main(["app"])
    return Path(bootstrap.ROOT / ".venv" / bootstrap.STAMP)


def made_anew(bootstrap: ModuleType, what: str = "app") -> bool:
    """Ask for the environment and tell whether the folder is another one afterwards."""
    mark = bootstrap.ROOT / ".venv" / "mark"
    mark.touch()
    bootstrap.main([what])
    return not mark.exists()


def test_a_whole_environment_is_left_alone_and_nothing_is_said(
    bootstrap: ModuleType, stamp: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not made_anew(bootstrap)
    assert capsys.readouterr().out == ""
    assert stamp.exists()


def test_an_environment_without_a_stamp_is_made_anew(bootstrap: ModuleType, stamp: Path) -> None:
    stamp.unlink()
    assert made_anew(bootstrap)


def test_an_environment_of_another_lock_file_is_made_anew(bootstrap: ModuleType, stamp: Path) -> None:
    lock = bootstrap.ROOT / "requirements" / "app.txt"
    lock.write_text(lock.read_text() + "# and more\n")
    assert made_anew(bootstrap)
    assert stamp.exists()


def test_an_environment_that_was_moved_is_made_anew(bootstrap: ModuleType, stamp: Path) -> None:
    stamp.write_text(stamp.read_text().replace(str(bootstrap.ROOT), "/somewhere/else", 1))
    assert made_anew(bootstrap)


def test_the_environment_of_the_tests_is_that_of_the_app_with_more_in_it(bootstrap: ModuleType, stamp: Path) -> None:
    assert not made_anew(bootstrap, "dev")
    assert not made_anew(bootstrap, "app")
    assert "requirements/dev.txt" in stamp.read_text()


@pytest.mark.parametrize("what", ["dev", "app"])
def test_a_failed_installation_leaves_no_stamp_and_shows_the_end_of_the_log(
    bootstrap: ModuleType, stamp: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    lock = bootstrap.ROOT / "requirements" / f"{what}.txt"
    whole = lock.read_text()
    lock.write_text("no-such-package-anywhere==1.0 --hash=sha256:" + "0" * 64 + "\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    try:
        with pytest.raises(SystemExit, match="could not be installed") as ended:
            bootstrap.main([what])
    finally:
        lock.write_text(whole)
    assert "no-such-package-anywhere" in str(ended.value)
    assert not stamp.exists()


def test_a_python_without_ensurepip_is_told_the_name_of_debians_package(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    (bootstrap.ROOT / ".venv" / bootstrap.STAMP).unlink(missing_ok=True)
    with pytest.raises(SystemExit, match=rf"apt-get install python3\.{sys.version_info.minor}-venv"):
        bootstrap.main(["app"])


def test_a_machine_without_a_suitable_python_is_told_so_in_one_sentence(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    sh, make = shutil.which("sh"), shutil.which("make")
    assert sh is not None
    assert make is not None
    (tmp_path / "sh").symlink_to(sh)
    environment = {"PATH": str(tmp_path), "HOME": os.environ.get("HOME", "/")}
    asked = subprocess.run([make, "demo"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert asked.returncode != 0
    assert asked.stderr.startswith("Tablero needs Python 3.11 or newer")
