"""The container files, as far as they can be held to account without a container engine."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from dashboard import gunicorn_conf
from tests.conftest import ROOT
from tests.server.processes import gunicorn, plain_environment

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def settings_of(service: str) -> dict[str, str]:
    """The environment of a service with `${NAME:-default}` replaced by the default, as without any variable set."""
    environment: dict[str, str] = COMPOSE["services"][service]["environment"]
    return {name: re.sub(r"\$\{[A-Z_]+:-([^}]*)\}", r"\1", value) for name, value in environment.items()}


def test_every_key_of_the_compose_file_is_one_that_compose_knows() -> None:
    assert set(COMPOSE) <= {"name", "services", "volumes", "x-app"}
    known = {
        "build",
        "cap_drop",
        "command",
        "depends_on",
        "environment",
        "healthcheck",
        "image",
        "ports",
        "read_only",
        "restart",
        "security_opt",
        "stop_grace_period",
        "tmpfs",
        "user",
        "volumes",
    }  # fmt: skip - a list of words
    for name, service in COMPOSE["services"].items():
        assert set(service) <= known, name
        assert all(isinstance(value, str) for value in service.get("environment", {}).values()), name
        for needed in service.get("depends_on", {}):
            assert needed in COMPOSE["services"]
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in COMPOSE["volumes"]


def test_the_app_waits_until_the_table_and_the_sample_data_are_made() -> None:
    assert COMPOSE["services"]["app"]["depends_on"] == {"table": {"condition": "service_completed_successfully"}}
    assert "dynamodb" in COMPOSE["services"]["table"]["depends_on"]


def test_a_container_is_not_killed_while_what_is_under_way_may_still_end() -> None:
    assert COMPOSE["services"]["app"]["stop_grace_period"] == f"{gunicorn_conf.graceful_timeout + 10}s"


def test_only_the_app_is_published_and_only_on_this_machine() -> None:
    published = {name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service}
    assert published == {"app": ["127.0.0.1:${PORT:-8000}:8000"]}


def test_the_database_keeps_one_file_for_all_credentials_and_regions() -> None:
    assert "-sharedDb" in COMPOSE["services"]["dynamodb"]["command"]
    assert re.fullmatch(r"amazon/dynamodb-local:\d+\.\d+\.\d+", COMPOSE["services"]["dynamodb"]["image"])


def test_the_served_app_has_development_mode_off() -> None:
    assert settings_of("app")["DEBUG"] == "off"


def test_the_commands_of_the_compose_file_run_with_its_settings(engine: str, tmp_path: Path) -> None:
    """The two entry points by hand, with the embedded engine in the place of the database container."""
    elsewhere = {"DYNAMODB_ENDPOINT_URL": engine, "DYNAMODB_TABLE": "compose"}
    program, *arguments = COMPOSE["services"]["table"]["command"]
    assert program == "python"
    for _ in ("made", "found to be there"):
        job = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=plain_environment() | settings_of("table") | elsewhere,
            capture_output=True,
            text=True,
            timeout=110,
            check=False,
        )
        assert job.returncode == 0, job.stdout + job.stderr
    served = settings_of("app") | elsewhere
    del served["PORT"]
    with gunicorn(tmp_path / "log", served) as server:
        assert server.get("/healthz").status == 200
        assert server.get("/sign-in").status == 200


def test_the_image_runs_as_nobody_with_pinned_packages_and_a_health_check() -> None:
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)[-1] == "10001"
    assert "--require-hashes" in DOCKERFILE
    assert "HEALTHCHECK" in DOCKERFILE
    assert 'CMD ["gunicorn", "-c", "python:dashboard.gunicorn_conf"]' in DOCKERFILE
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"python:3.13-slim-trixie"}


@pytest.mark.parametrize("source", re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE))
def test_what_the_image_copies_exists_and_is_let_through(source: str) -> None:
    assert (ROOT / source).exists()
    assert f"!{source}" in (ROOT / ".dockerignore").read_text().splitlines()
