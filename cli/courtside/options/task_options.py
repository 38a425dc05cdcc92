"""The options `--task` and `--agent` of commands that watch one agent. Watches nothing."""

from __future__ import annotations

import click

from .option_group import option_group

task_options = option_group(
    click.option(
        "--task",
        default="",
        help="The task. Without one, a run gets flags but no success or failure.",
    ),
    click.option("--agent", default="", help="The agent's name."),
)
"""Adds the options `--task` and `--agent` to a command."""
