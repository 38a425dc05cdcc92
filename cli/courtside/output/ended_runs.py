"""Prints a run that was watched from this terminal once it has ended: its id and its verdict."""

from __future__ import annotations

from contextlib import suppress

from rich.text import Text

from courtside.output.terminal_tables import console
from courtside.output.verdict_text import verdict_line
from courtside_bridges.client.linked_run import LinkedRun, Outcome

WAIT_S = 20.0
"""How long the verdict is waited for, while other agents may go on."""


def print_ended(run: str, outcome: Outcome | None, count: str = "") -> None:
    """Two lines. `outcome`: None where no step was seen; `count`: what was recorded."""
    known = f"{count}; " if count else ""
    words = Text(f"{run}   {known}`courtside show {run}`\n")
    if outcome is None:
        words.append("no step was seen, so there is no verdict")
    else:
        words = Text.assemble(words, "verdict: ", *verdict_line(outcome.verdict))
    console().print(words, soft_wrap=True)


def report_ended(run: LinkedRun) -> None:
    """Waits for the verdict of a run that has ended, then prints it. Blocks."""
    outcome = run.wait_outcome(WAIT_S) if run.steps else None
    with suppress(OSError):  # the output may be closed (`| head`)
        print_ended(run.run, outcome)
