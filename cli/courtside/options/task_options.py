"""The options `--task` and `--agent` of commands that watch one agent. Watches nothing."""

from __future__ import annotations

import click
from click.core import ParameterSource

from courtside_store.lifecycle import check_task

from .option_group import option_group


def checked_task(context: click.Context, param: click.Parameter, value: str) -> str:
    """The callback of `--task`: one that is given must be one."""
    assert param.name
    if context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
        try:
            check_task(value)
        except ValueError as error:
            raise click.BadParameter(str(error), context, param) from error
    return value


task_options = option_group(
    click.option(
        "--task",
        default="",
        callback=checked_task,
        help="The task. Without one, a run gets flags but no success or failure.",
    ),
    click.option("--agent", default="", help="The agent's name."),
)
"""Adds the options `--task` and `--agent` to a command."""
