"""Numbers that are none, in the options of commands."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from courtside.main import cli


@pytest.mark.parametrize("option", ["--timeout", "--max-seconds", "--ask"])
@pytest.mark.parametrize("number", ["nan", "inf", "-1"])
def test_retry_refuses_a_time_that_is_no_time(option: str, number: str) -> None:
    refused = CliRunner().invoke(cli, ["retry", "--task", "x", "--cmd", "true", option, number])
    assert refused.exit_code == 2
    assert f"Invalid value for '{option}'" in refused.output


def test_retry_refuses_an_attempt_of_no_seconds() -> None:
    refused = CliRunner().invoke(cli, ["retry", "--task", "x", "--cmd", "true", "--timeout", "0"])
    assert "0.0 is not in the range x>0" in refused.output


@pytest.mark.parametrize("option", ["--p", "--learning-rate", "--test-share"])
def test_a_training_refuses_what_is_no_number(option: str) -> None:
    refused = CliRunner().invoke(cli, ["train", "policy", "--out", "out", option, "nan"])
    assert refused.exit_code == 2
    assert "is no finite number" in refused.output
