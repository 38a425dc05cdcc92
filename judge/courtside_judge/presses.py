"""Whether the right one of several was pressed, or dragged the right way. Knows no weights."""

from __future__ import annotations

from .findings import Finding, quote
from .goals import content_words, normal
from .surroundings import Press
from .tracker import Tracker


def press_findings(run: Tracker) -> list[Finding]:
    """What the surroundings of each press say."""
    found = []
    for press in run.presses:
        what = quote(press.text) if press.text else "something"
        if press.row:
            kind = f"pressed-in-{press.row}-row"
            text = f"it pressed {what} in the row of {quote(press.beside)}"
            found.append(Finding(kind=kind, text=text, step=press.step))
        if _passed_over(run, press):
            text = f"it pressed {what}; {quote(press.passed)}, which the task says, stood there too"
            found.append(
                Finding(kind="passed-over", text=text, step=press.step, wanted=press.passed)
            )
        if press.extreme:
            which = "the one" if press.extreme == "right" else "not the one"
            text = f"of its kind {what} is {which} that the task wants"
            found.append(Finding(kind=f"extreme-{press.extreme}", text=text, step=press.step))
    for way, step in run.drags:
        text = "it was dragged " + ("as" if way == "right" else "otherwise than") + " the task says"
        found.append(Finding(kind=f"dragged-{way}", text=text, step=step))
    return found


def _passed_over(run: Tracker, press: Press) -> bool:
    """What the task names was never pressed, and either the run ends with the other thing or that
    one has a like name: on the way somewhere one passes much that the task names."""
    if not press.passed or press.row == "asked" or normal(press.passed) in run.clicked:
        return False
    like = content_words(press.text) & content_words(press.passed)
    return press is run.presses[-1] or bool(like)
