"""The `courtside` command: the list of its words, and errors in one line."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from .platforms import check_platform

COMMANDS = {
    "demo": "demo:demo",
    "up": "daemon:up",
    "stop": "daemon:stop",
    "doctor": "doctor:doctor",
    "pair": "daemon:pair",
    "url": "daemon:url",
    "android": "android:android",
    "watch": "watch:watch",
    "desktop": "desktop:desktop",
    "list": "runs:list_runs",
    "show": "runs:show",
    "search": "runs:search",
    "label": "label:label_runs",
    "export": "runs:export",
    "purge": "runs:purge",
    "ios": "ios:ios",
    "import": "import:import_runs",
    "tasks": "tasks:tasks",
    "judge": "judge:judge_runs",
    "model": "model:model",
    "agreement": "agreement:agreement",
    "extension": "daemon:extension",
    "config": "daemon:config",
}
"""Each word, and the function behind it in one of the files commands_*.py."""


class Words(click.Group):
    """Loads the one command that is called, so that none waits for what the others need."""

    def list_commands(self, context: click.Context) -> list[str]:
        """All words, by name."""
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command behind a word; None where there is none."""
        if name not in COMMANDS:
            return None
        file, _, function = COMMANDS[name].partition(":")
        command: click.Command = getattr(import_module(f"courtside.commands_{file}"), function)
        return command


@click.group(cls=Words, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="courtside")
@click.option("--data-dir", metavar="DIR", help="Where everything is kept.")
@click.pass_context
def cli(context: click.Context, data_dir: str | None) -> None:
    """Watches GUI agents live and judges every step, on your own machine."""
    from courtside_store.config import load_config

    context.obj = load_config({"data_dir": data_dir})


def main() -> None:
    """Entry point. Whatever a person can mend is one line on stderr, and exit code 1."""
    try:
        check_platform()
        cli(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (ValueError, OSError, RuntimeError) as error:
        click.echo(f"courtside: {error}", err=True)
        sys.exit(1)
