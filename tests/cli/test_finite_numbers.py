"""Numbers that are none, in the options of commands."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from courtside.main import cli

TIMES_AND_COSTS = (
    "--timeout",
    "--max-seconds",
    "--ask",
    "--cost-false-negative",
    "--cost-false-positive",
)


@pytest.mark.parametrize("option", TIMES_AND_COSTS)
@pytest.mark.parametrize("number", ["nan", "inf", "-1"])
def test_retry_refuses_a_time_or_a_cost_that_is_none(option: str, number: str) -> None:
    refused = CliRunner().invoke(cli, ["retry", "--task", "x", "--cmd", "true", option, number])
    assert refused.exit_code == 2
    assert f"Invalid value for '{option}'" in refused.output


def test_retry_refuses_an_attempt_of_no_seconds() -> None:
    refused = CliRunner().invoke(cli, ["retry", "--task", "x", "--cmd", "true", "--timeout", "0"])
    assert "0.0 is not in the range x>0" in refused.output


def test_an_experiment_refuses_minutes_that_are_no_number() -> None:
    refused = CliRunner().invoke(cli, ["experiment", "reflexion", "--minutes", "nan"])
    assert refused.exit_code == 2 and "is no finite number" in refused.output


@pytest.mark.parametrize("option", ["--reward-progress", "--learning-rate", "--test-share"])
def test_a_training_refuses_what_is_no_number(option: str) -> None:
    refused = CliRunner().invoke(cli, ["train", "policy", "--out", "out", option, "nan"])
    assert refused.exit_code == 2
    assert "is no finite number" in refused.output
