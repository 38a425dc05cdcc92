"""The `courtside` command: the list of its words, and errors in one line."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from .ending_signals import end_as_by_ctrl_c
from .options.meant_words import MeantWords
from .platforms import check_platform

COMMANDS = {
    "First steps": {
        "demo": "demo:demo",
        "up": "up:up",
        "url": "url:url",
        "status": "status:status",
        "doctor": "doctor:doctor",
        "stop": "stop:stop",
    },
    "Watch an agent": {
        "watch": "watch:watch",
        "extension": "extension:extension",
        "pair": "pair:pair",
        "android": "android:android",
        "ios": "ios:ios",
        "desktop": "desktop:desktop",
        "retry": "retry:retry",
    },
    "Look at runs": {
        "list": "list:list_runs",
        "show": "show:show",
        "search": "search:search",
        "task": "task:task",
        "compare": "compare:compare_runs",
    },
    "Judge": {
        "label": "label:label_runs",
        "learn": "learn:learn_labels",
        "judge": "judge:judge_runs",
        "model": "model:model",
        "agreement": "agreement:agreement",
        "ablate": "ablate:ablate_parts",
    },
    "Data": {
        "export": "export:export",
        "import": "importing:import_runs",
        "tasks": "tasks:tasks",
        "experiment": "experiment:experiment",
        "purge": "purge:purge",
    },
    "Train an agent": {
        "propose": "propose:propose",
        "improve": "improve:improve",
        "train": "train:train",
        "captions": "captions:captions",
        "operate": "operate:operate",
        "plans": "plans:plans",
    },
    "Settings": {
        "config": "config:config",
        "sources": "sources:sources",
        "completion": "completion:completion",
    },
}
"""Each word, and the function behind it in a file of commands/."""
MEANT = {
    "explain": "show",
    "why": "show",
    "ls": "list",
    "runs": "list",
    "start": "up",
    "serve": "up",
    "open": "url",
    "record": "watch",
    "delete": "purge",
    "rm": "purge",
    "diff": "compare",
}
"""What other programs call it, and our word for it."""


class LazyCommands(MeantWords):
    """Loads the one command that is called, so that none waits for what the others need."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Takes `help`, `help list` and `version` for the options of that name."""
        match args:
            case ["help", *words]:
                args = [*words, "--help"]
            case ["version"]:
                args = ["--version"]
        return super().parse_args(context, args)

    def list_commands(self, context: click.Context) -> list[str]:
        """All words, in the order in which a newcomer meets them."""
        return [name for words in COMMANDS.values() for name in words]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command behind a word; None where there is none."""
        place = next((words[name] for words in COMMANDS.values() if name in words), None)
        if place is None:
            return None
        file, _, function = place.partition(":")
        command: click.Command = getattr(import_module(f"courtside.commands.{file}"), function)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The words under their headings."""
        limit = formatter.width - 6 - max(map(len, self.list_commands(context)))
        for heading, words in COMMANDS.items():
            commands = [(name, self.get_command(context, name)) for name in words]
            with formatter.section(heading):
                formatter.write_dl(
                    [(name, one.get_short_help_str(limit)) for name, one in commands if one]
                )


@click.group(
    cls=LazyCommands, meant=MEANT, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="courtside")
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Where everything is kept.",
)
@click.pass_context
def cli(context: click.Context, data_dir: str | None) -> None:
    """Watches GUI agents live and judges every step, on your own machine.

    \b
    New here?
      courtside demo          recorded runs, judged at once
      courtside up --detach   the daemon, for your own agents
      courtside url           a link to its page
      courtside watch         what there is to watch here
    """
    from courtside_judge.registry import check_judges
    from courtside_store.config import load_config

    if os.environ.get("NO_COLOR"):
        context.color = False
    context.obj = load_config({"data_dir": data_dir})
    check_judges(context.obj)


def main() -> None:
    """Entry point. Whatever a person can mend is one line on stderr, and the exit code says so."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        check_platform()
        end_as_by_ctrl_c()
        cli(prog_name="courtside", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Abort as error:
        if error.__cause__ is None and sys.stderr.isatty():
            click.echo(err=True)  # the question's line has no end
        click.echo("courtside: cancelled", err=True)
        sys.exit(130)
    except BrokenPipeError:  # `| head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        from .errors import one_line

        line = one_line(error)
        if line is None:
            raise
        click.echo(f"courtside: {line}", err=True)
        sys.exit(error.exit_code if isinstance(error, click.ClickException) else 1)
