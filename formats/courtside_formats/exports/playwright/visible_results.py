"""What of a run's results its pages show, so that a test can expect it. Writes no code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from courtside_formats.exports.judged import JudgedRun
from courtside_formats.exports.turns import was_seen
from courtside_store.records import Evidence, Record, Step

_MAX_LINE_CHARS = 80


class VisibleResult(Record, frozen=True, kw_only=True):
    """One result of a run that a page shows."""

    words: tuple[str, ...] = ()
    """Values and names, each looked for on the screens."""
    why: str
    """For the reader of the test."""
    step: int | None = None
    is_request: bool = False
    """A request that its step sent was taken."""
    is_title: bool = False
    """The title of the last page may hold the words."""
    is_gone: bool = False
    """The words stood on a screen, and do not at the end."""


FindResult = Callable[[Evidence], VisibleResult | None]
"""What a page shows of a finding for success; None for any other finding."""


def results_left(run: JudgedRun) -> Iterator[VisibleResult]:
    """What was typed and chosen, what the servers took, and what the last step brought."""
    for one in run.steps:
        step = one.step
        for action in step.actions:
            words = action.text if action.kind in ("type", "select") else ""
            name = action.target.text if action.target and action.kind == "click" else ""
            if shown := words or name:
                yield VisibleResult(
                    words=(shown,), why=f'step {step.index} leaves "{shown}"', step=step.index
                )
        if step.effects and step.effects.requests:
            yield VisibleResult(why="the request was taken", step=step.index, is_request=True)
    yield from _brought(run.steps[-1].step) if run.steps else ()


def lines_gone(run: JudgedRun) -> Iterator[VisibleResult]:
    """Lines that stood on the page on which the run ends, and do not at its end, as a row does."""
    last = run.steps[-1].step.after if run.steps else None
    if last is None or not was_seen(last):
        return
    looks = (look for one in run.steps for look in (one.step.before, one.step.after) if look)
    stood = [
        line.strip()[:_MAX_LINE_CHARS]
        for look in looks
        if _page(look.url) == _page(last.url)
        for line in look.text.split("\n")
    ]
    for line in dict.fromkeys(filter(None, stood)):
        if line not in last.text:
            yield VisibleResult(words=(line,), why=f'"{line}" is on the page no more', is_gone=True)


def _page(address: str) -> str:
    return re.split("[?#]", address)[0]


def _brought(last: Step) -> Iterator[VisibleResult]:
    """The first new line on the last screen that has no number in it."""
    if last.before is None or last.after is None:
        return
    known = set(last.before.text.split("\n"))
    for line in last.after.text.split("\n"):
        if line.strip() and line not in known and not re.search(r"\d", line):
            words = line.strip()[:_MAX_LINE_CHARS]
            yield VisibleResult(
                words=(words,), why=f'the last step brought "{words}"', step=last.index
            )
            return
