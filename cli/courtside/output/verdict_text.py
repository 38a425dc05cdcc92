"""Writes verdicts for the terminal: label in its colour, chance, kind of failure, flags, why."""

from __future__ import annotations

import time
from typing import Any, Literal

from rich.text import Text

from courtside.output.terminal_tables import plain
from courtside_store.records import Run, RunVerdict, Verdict
from courtside_store.rendering import ENDINGS, render_chance, render_signs

COLOURS = {
    "success": "green",
    "failure": "red",
    "unknown": "yellow",
    "unsure": "yellow",
    "environment-error": "magenta",
    "goal-reached": "bold green",
    "towards-the-goal": "green",
    "not-sure": "yellow",
    "away-from-the-goal": "red",
}


def label(word: str | None, status: str | None = "ok") -> Text:
    """A verdict in its colour; an error is never a label."""
    if status in ("error", "unparsed"):
        return Text(f"judge {status}", "magenta")
    return Text(word or "pending", COLOURS.get(word or "", "dim"))


def verdict_line(verdict: Verdict) -> list[Any]:
    """The label, of what the score is the probability unless its reason says that already, kind of
    failure and flags, and why.
    """
    of: Literal["run", "step"] = "run" if isinstance(verdict, RunVerdict) else "step"
    kind = verdict.failure_kind if isinstance(verdict, RunVerdict) else None
    chance = render_chance(verdict.score, of)
    known = "" if chance in verdict.explanation else chance
    words = (known, render_signs(kind, verdict.flags))
    details = "".join(f" · {word}" for word in words if word)
    return [label(verdict.label, verdict.status), details, f"  {plain(verdict.explanation)}"]


def ended_line(run: Run) -> str:
    """How a run ended, what its agent claimed, and what it answered."""
    if run.ended_by is None:
        return "ended: not yet"
    claimed = {True: "success", False: "failure", None: "nothing"}[run.claims_success]
    answer = " ".join(plain(run.answer).split())
    reason = " ".join(plain(run.end_reason).split())
    how = f"{ENDINGS[run.ended_by]}{f' ({reason})' if reason else ''}"
    return f"ended: {how}; claimed: {claimed}; answer: {answer or 'none'}"


def age(at_ms: int) -> str:
    """How long ago, in one unit."""
    seconds = max(0, time.time() - at_ms / 1000)
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
