"""The `courtside` command: the list of its words, and errors in one line."""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec

from courtside_store.config import Config, load_config

from . import (
    commands_agreement,
    commands_android,
    commands_daemon,
    commands_demo,
    commands_desktop,
    commands_import,
    commands_ios,
    commands_judge,
    commands_label,
    commands_model,
    commands_runs,
    commands_tasks,
    commands_watch,
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="courtside")
@click.option("--data-dir", metavar="DIR", help="Where everything is kept.")
@click.pass_context
def cli(context: click.Context, data_dir: str | None) -> None:
    """Watches GUI agents live and judges every step, on your own machine."""
    context.obj = load_config({"data_dir": data_dir})


for command in (
    commands_demo.demo,
    commands_daemon.up,
    commands_daemon.stop,
    commands_daemon.doctor,
    commands_daemon.pair,
    commands_daemon.url,
    commands_android.android,
    commands_watch.watch,
    commands_desktop.desktop,
    commands_runs.list_runs,
    commands_runs.show,
    commands_runs.search,
    commands_label.label_runs,
    commands_runs.export,
    commands_runs.purge,
    commands_ios.ios,
    commands_import.import_runs,
    commands_tasks.tasks,
    commands_judge.judge_runs,
    commands_model.model,
    commands_agreement.agreement,
    commands_daemon.extension,
    commands_daemon.config,
):
    cli.add_command(command)


def main() -> None:
    """Entry point. Whatever a person can mend is one line on stderr, and exit code 1."""
    try:
        cli(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (ValueError, OSError, RuntimeError) as error:
        click.echo(f"courtside: {error}", err=True)
        sys.exit(1)


def print_json(value: Any) -> None:
    """One line of JSON on stdout."""
    click.echo(msgspec.json.encode(value).decode())


__all__ = ["Config", "cli", "main", "print_json"]
