"""Whether it was the right one of several, counted right, dragged right. Knows no weights."""

from __future__ import annotations

from .findings import Finding, quote
from .goals import content_words, normal
from .ordinals import counts_words, is_copied, is_word
from .surroundings import Press
from .tracker import Tracker


def press_findings(run: Tracker) -> list[Finding]:
    """What the surroundings of each press say, and the numbers that the task counts."""
    found = _ordinals(run)
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


def _ordinals(run: Tracker) -> list[Finding]:
    """What the task counts: the 3rd textbox, the 5th word."""
    found = []
    for ordinal in run.goal.ordinals:
        if ordinal in run.placed:
            number, total, step = run.placed[ordinal]
            wanted = total if ordinal.number == -1 else ordinal.number
            if number == wanted or (wanted <= total and not run.goal.asks):
                what = f"it was number {number} of its kind"
                found.append(_counted(number == wanted, what, f"number {wanted}", step))
        for text, step in run.typed.values() if run.first else ():
            assert run.first
            right = is_copied(run.first.elements, text, ordinal)
            if counts_words(ordinal):
                right = is_word(run.first.elements, text, ordinal.number)
            if right is not None:
                named = f"the {ordinal.noun} that the task counts"
                found.append(_counted(right, f"it typed {quote(text)}", named, step))
    return found


def _counted(right: bool, what: str, wanted: str, step: int) -> Finding:
    if right:
        return Finding(kind="ordinal-right", text=f"{what}, as asked", step=step)
    text = f"{what}; the task says {wanted}"
    return Finding(kind="ordinal-wrong", text=text, step=step, wanted=wanted)
