"""`courtside desktop`: records what is done on this desktop, until Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from signal import SIGINT, SIGTERM
from typing import Any

import click

from courtside.options.task_options import task_options
from courtside.output.ended_runs import WAIT_S, print_ended
from courtside_store.config import Config
from courtside_store.geometry import PixelBox
from courtside_store.rendering import counted

LOOK_S = 0.2
GONE_S = 2.0
"""A window that is away for so long has been closed."""


TYPING = {
    False: "what is typed is left out (--trust-keys keeps it)",
    True: "what is typed is kept (--trust-keys)",
}


class RecordingSign:
    """The visible state of the recording: one line, rewritten in a terminal."""

    def __init__(self) -> None:
        self.word, self.steps = "recording", 0
        self._live = sys.stderr.isatty()

    def update(self, word: str) -> None:
        """Takes "recording", "paused" or "step 3"; from any thread."""
        if word.startswith("step "):
            self.steps = int(word.removeprefix("step "))
        else:
            self.word = word
        with suppress(OSError):  # the output may be closed (`| head`); the recording goes on
            self.show(word)

    @property
    def count(self) -> str:
        """How many steps there are, in words."""
        return counted(self.steps, "step")

    def show(self, word: str = "") -> None:
        """Writes the line; where nobody looks at a terminal, only what is new."""
        if self._live:
            mark = click.style("● ", fg="red") if self.word == "recording" else "○ "
            line = f"\r\x1b[K{mark}{self.word} · {self.count} · Ctrl+Alt+P pauses, Ctrl-C ends"
            click.echo(line, nl=False, err=True)
        elif word:
            click.echo(word, err=True)


@click.command()
@task_options
@click.option(
    "--window", default="", metavar="TITLE", help="Watch only the window with this title."
)
@click.option("--region", metavar="X,Y,W,H", help="Watch only this part of the desktop.")
@click.option(
    "--trust-keys",
    is_flag=True,
    help="Keep typed text even where password fields are not known.",
)
@click.pass_obj
def desktop(
    config: Config, task: str, agent: str, window: str, region: str | None, trust_keys: bool
) -> None:
    """Record an agent or a person on this desktop, until Ctrl-C."""
    if window and region:
        raise click.UsageError("choose --window or --region, not both")
    watch_desktop(
        config,
        task=task,
        agent=agent,
        window=window,
        region=parse_region(region) if region else None,
        trust_keys=trust_keys,
    )


def watch_desktop(config: Config, trust_keys: bool, **how: Any) -> None:
    """Watches until Ctrl-C, or until what is watched has gone; then prints the verdict."""
    from courtside_bridges.desktop.run import DesktopRun

    sign = RecordingSign()
    with DesktopRun(config=config, trust_keys=trust_keys, on_state=sign.update, **how) as run:
        if began := run.problem:
            click.echo(f"note: {began}; {TYPING[trust_keys]}", err=True)
        sign.update("recording")
        gone = not _wait(lambda: run.gone)
        run.end("session-gone" if gone else "stop")
        click.echo("", err=True)
        if run.problem not in ("", began):
            click.echo(f"note: {run.problem}", err=True)
        outcome = run.wait_outcome(WAIT_S) if sign.steps else None
    print_ended(run.run, outcome, sign.count)


def _wait(gone: Callable[[], bool]) -> bool:
    """True when a person ended it; False when what was watched has been away for GONE_S."""
    over = threading.Event()
    known = {one: signal.signal(one, lambda *_: over.set()) for one in (SIGINT, SIGTERM)}
    seen = time.monotonic()
    try:
        while not over.wait(LOOK_S):
            if not gone():
                seen = time.monotonic()
            elif time.monotonic() > seen + GONE_S:
                return False
        return True
    finally:
        for one, handler in known.items():
            signal.signal(one, handler)


def parse_region(value: str) -> PixelBox:
    """X,Y,W,H. Raises click.BadParameter that names the value."""
    try:
        x, y, width, height = (int(number) for number in value.split(","))
    except ValueError as error:
        raise click.BadParameter(
            f"{value!r}; expected four whole numbers, e.g. 0,0,1280,720", param_hint="--region"
        ) from error
    return PixelBox(x, y, width, height)
