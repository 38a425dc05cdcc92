"""`courtside watch`: lists what can be watched on this machine, and watches one of them."""

from __future__ import annotations

import signal
import sys
import threading
from signal import SIGINT, SIGTERM

import click

from courtside.options.debug_port import EXAMPLES, debug_address
from courtside.options.task_options import task_options
from courtside.output.ended_runs import print_ended
from courtside.output.printing import as_json, print_json
from courtside_bridges.client.linked_run import Outcome
from courtside_bridges.discovery import Nearby, look_around
from courtside_store.addresses import clean_address
from courtside_store.config import Config


@click.command()
@click.option(
    "--cdp",
    metavar="PORT|URL",
    callback=debug_address,
    help=f"Watch the browser with this debug port: {EXAMPLES}.",
)
@task_options
@as_json
@click.pass_context
def watch(context: click.Context, cdp: str | None, task: str, agent: str, as_json: bool) -> None:
    """Find browsers and phones that can be watched.

    Looks on this machine only, for less than two seconds. In a terminal it offers to watch one.
    """
    if cdp:
        return _print_ended(*watch_browser(context.obj, cdp, task, agent), as_json)
    can_ask = sys.stdin.isatty() and sys.stdout.isatty()
    if (task or agent) and not can_ask:
        raise click.UsageError(
            "--task and --agent need --cdp where no terminal can ask what to watch"
        )
    nearby = look_around()
    if as_json:
        return print_json(nearby)
    choices = [one for one in nearby if one.command]
    print_choices(nearby, choices)
    if not choices or not can_ask:
        return None
    number = click.prompt("Watch which", type=click.IntRange(1, len(choices)), default=1)
    if not task:
        task = click.prompt(
            "The agent's task (without one there is no success or failure)",
            default="",
            show_default=False,
        )
    return start(context, choices[number - 1], task, agent)


def print_choices(nearby: list[Nearby], choices: list[Nearby]) -> None:
    """A line for each: its number, where it can be watched, and how, or what is missing."""
    for one in nearby:
        number = f"{choices.index(one) + 1}." if one.command else " -"
        how = click.style(f"courtside {' '.join(one.command)}", dim=True) if one.command else ""
        parts = [one.name, one.address, one.advice or how]
        click.echo(f"{number} {one.kind:8} {'  '.join(part for part in parts if part)}")
    if not any(one.kind == "chrome" for one in nearby):
        click.echo(" - chrome   none with a debug port; start it with --remote-debugging-port=9222")
    if not any(one.kind in ("appium", "android", "ios") for one in nearby):
        click.echo(
            " - phone    no Appium server, adb device or idb companion; docs/guide/devices.md"
        )


def start(context: click.Context, chosen: Nearby, task: str, agent: str) -> None:
    """Runs the command that watches it. Raises RuntimeError where this build has no such word."""
    parent = context.parent
    assert parent is not None and isinstance(parent.command, click.Group)
    name, *words = chosen.command
    command = parent.command.get_command(parent, name)
    if command is None:
        raise RuntimeError(f"courtside {name} is not part of this build")
    words += [*(["--task", task] if task else []), *(["--agent", agent] if agent else [])]
    with command.make_context(name, words, parent=parent) as own:
        command.invoke(own)


def watch_browser(config: Config, cdp: str, task: str, agent: str) -> tuple[str, Outcome | None]:
    """Watches every page of a browser until Ctrl-C, or until it has gone.

    Returns the run's id and its verdict; no verdict where there was no step. Raises
    ConnectionError where no browser answers: then no run has begun.
    """
    from courtside_bridges.web.debug_port import PortWatched

    over = threading.Event()
    known = {one: signal.signal(one, lambda *_: over.set()) for one in (SIGINT, SIGTERM)}
    with PortWatched(cdp, task, agent=agent, config=config) as run:
        click.echo(f"recording {clean_address(cdp)} · Ctrl-C ends", err=True)
        while not over.wait(0.2) and run.connected:
            pass
        click.echo("the browser was closed" if not over.is_set() else "", err=True)
        for one, handler in known.items():  # a second Ctrl-C does not wait for the verdict
            signal.signal(one, handler)
        return run.run, run.stop()


def _print_ended(run: str, outcome: Outcome | None, as_json: bool) -> None:
    if as_json:
        return print_json({"run": run, **({"verdict": outcome.verdict} if outcome else {})})
    return print_ended(run, outcome)
