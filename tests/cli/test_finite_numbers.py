"""Numbers that are none, or without bounds, in the options of commands."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from courtside.main import cli

NumberOption = tuple[str, "click.ParamType[float]"]
TIMES_AND_COSTS = (
    "--timeout",
    "--max-seconds",
    "--ask",
    "--cost-false-negative",
    "--cost-false-positive",
)


def numbers_of(command: click.Command, path: str) -> Iterator[NumberOption]:
    """Each option of a command, and of those below it, that takes a number with a fraction."""
    context = click.Context(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if below := command.get_command(context, name):
                yield from numbers_of(below, f"{path} {name}")
    for option in command.params:
        if isinstance(option.type, click.types.FloatParamType):
            yield f"{path} {option.opts[-1]}", option.type


NUMBERS = dict(numbers_of(cli, "courtside"))


def test_options_with_numbers_are_found() -> None:
    assert "courtside retry --timeout" in NUMBERS


@pytest.mark.parametrize("option", NUMBERS)
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e300", "-1e300"])
def test_no_option_takes_a_number_without_bounds(option: str, number: str) -> None:
    with pytest.raises(click.BadParameter):
        NUMBERS[option].convert(number, None, None)


@pytest.mark.parametrize("cost", ["--cost-false-negative", "--cost-false-positive"])
@pytest.mark.parametrize("number", ["nan", "-3"])
def test_agreement_refuses_a_cost_that_is_none_before_it_judges(cost: str, number: str) -> None:
    refused = CliRunner().invoke(cli, ["agreement", cost, number])
    assert refused.exit_code == 2 and f"Invalid value for '{cost}'" in refused.output


def test_retry_refuses_a_limit_of_no_tokens() -> None:
    refused = CliRunner().invoke(
        cli, ["retry", "--task", "x", "--cmd", "true", "--max-tokens", "0"]
    )
    assert refused.exit_code == 2 and "Invalid value for '--max-tokens'" in refused.output


@pytest.mark.parametrize("option", TIMES_AND_COSTS)
@pytest.mark.parametrize("number", ["nan", "inf", "-1", "1e300"])
def test_retry_refuses_a_time_or_a_cost_that_is_none(option: str, number: str) -> None:
    refused = CliRunner().invoke(cli, ["retry", "--task", "x", "--cmd", "true", option, number])
    assert refused.exit_code == 2
    assert f"Invalid value for '{option}'" in refused.output


def test_retry_refuses_an_attempt_of_no_seconds() -> None:
    refused = CliRunner().invoke(cli, ["retry", "--task", "x", "--cmd", "true", "--timeout", "0"])
    assert "0.0 is not in the range 0<x<=1000000" in refused.output


def test_an_experiment_refuses_minutes_that_are_no_number() -> None:
    refused = CliRunner().invoke(cli, ["experiment", "reflexion", "--minutes", "nan"])
    assert refused.exit_code == 2 and "is no finite number" in refused.output


@pytest.mark.parametrize("option", ["--reward-progress", "--learning-rate", "--test-share"])
def test_a_training_refuses_what_is_no_number(option: str) -> None:
    refused = CliRunner().invoke(cli, ["train", "policy", "--out", "out", option, "nan"])
    assert refused.exit_code == 2
    assert "is no finite number" in refused.output
