"""Starting a state machine: at the same place, for so many examples, the same ones on CI."""

from __future__ import annotations

import copy
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.cast import Cast
from tests.fast_moto import table_of

STEPS_OF_AN_EXAMPLE = 40


def run(machine: Any, cast: Cast, monkeypatch: pytest.MonkeyPatch, examples: int) -> None:
    """Run `machine` from the table as the cast stands in it; `MACHINE_EXAMPLES` asks for more (or fewer) examples."""
    monkeypatch.setattr("time.sleep", lambda _: None)
    machine.people, machine.prepared = cast, copy.deepcopy(table_of("app-main").items)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=int(os.environ.get("MACHINE_EXAMPLES", str(examples))),
            stateful_step_count=STEPS_OF_AN_EXAMPLE,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize="CI" in os.environ,
        ),
    )
