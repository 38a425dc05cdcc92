"""Whether the right one of several was pressed, counted or dragged. Knows no weights."""

from __future__ import annotations

from collections.abc import Iterator

from courtside_judge.evidence.comparisons.compared_controls import CountedPlace
from courtside_judge.evidence.comparisons.ordinals import counts_words, is_copied, is_word
from courtside_judge.evidence.comparisons.press_context import PressContext
from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import Ordinal
from courtside_judge.evidence.screen import Screen
from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker


def ordinals(run: Tracker) -> list[Finding]:
    """What the task counts: the 3rd textbox, the 5th word."""
    findings, first = [], run.screens.first
    for ordinal in run.goal.ordinals:
        if ordinal in run.compared_controls.counted:
            findings += _placed(run, ordinal, run.compared_controls.counted[ordinal])
        for text, step in run.entries.typed.values() if first else ():
            assert first
            if (right := _is_counted(first, text, ordinal)) is not None:
                wanted = f"the {ordinal.noun} that the task counts"
                findings.append(_typed(right, text, wanted, step))
    return findings


def _placed(run: Tracker, ordinal: Ordinal, placed: CountedPlace) -> list[Finding]:
    """Of what was acted on, its number among its kind; on the way to an answer others count too."""
    number, total, step = placed
    wanted = total if ordinal.number == "last" else ordinal.number
    if number != wanted and (wanted > total or run.goal.asks):
        return []
    if number == wanted:
        return [Finding(kind="ordinal-right", ordinal=number, step=step, variant="placed")]
    return [
        Finding(
            kind="ordinal-wrong",
            what=f"number {number}",
            ordinal=wanted,
            step=step,
            wanted=f"number {wanted}",
            variant="placed",
        )
    ]


def _is_counted(screen: Screen, text: str, ordinal: Ordinal) -> bool | None:
    if counts_words(ordinal):
        return is_word(screen.elements, text, ordinal.number)
    return is_copied(screen.elements, text, ordinal)


def _typed(is_right: bool, text: str, wanted: str, step: int) -> Finding:
    if is_right:
        return Finding(kind="ordinal-right", what=text, step=step, variant="typed")
    return Finding(
        kind="ordinal-wrong", what=text, where=wanted, step=step, wanted=wanted, variant="typed"
    )


def presses(run: Tracker) -> list[Finding]:
    """Findings from the surroundings of each press."""
    findings = []
    chosen_at = next((p.step for p in run.compared_presses.contexts if p.is_extreme), run.steps)
    for press in run.compared_presses.contexts:
        what, step = press.text, press.step
        if press.row:
            kind = "pressed-in-asked-row" if press.is_asked_row else "pressed-in-other-row"
            findings.append(Finding(kind=kind, what=what, where=press.row, step=step))
        if _is_passed_over(run, press):
            passed = press.passed_over
            findings.append(
                Finding(kind="passed-over", what=what, where=passed, step=step, wanted=passed)
            )
        findings += _likeness(run, press)
        if run.goal.asks:
            continue  # a question is answered; what was looked at on the way tells nothing
        if press.is_extreme or (press.is_extreme is False and step <= chosen_at):
            kind = "extreme-right" if press.is_extreme else "extreme-wrong"
            findings.append(Finding(kind=kind, what=what, step=step, variant="pressed"))
    return findings


def _likeness(run: Tracker, press: PressContext) -> list[Finding]:
    """Whether it, or its row, says more of the task than the others; nothing where a better one of
    its kind was pressed later."""
    what, step = press.text, press.step
    if press.beats_rivals:
        return [Finding(kind="pressed-best-match", what=what, step=step)]
    others = run.compared_presses.contexts
    later = (one for one in others if one.step > step and one.kinds == press.kinds)
    is_pressed = normal(press.rival) in run.presses.clicked
    if not press.rival or is_pressed or any(one.beats_rivals for one in later):
        return []
    rival = press.rival
    kind = "lesser-pressed" if press.is_covered else "better-match-left"
    return [Finding(kind=kind, what=what, where=rival, step=step, wanted=rival)]


def _is_passed_over(run: Tracker, press: PressContext) -> bool:
    """What the task names was never pressed, and either the run ends with the other thing or that
    one has a like name: on the way somewhere one passes much that the task names."""
    if (
        not press.passed_over
        or press.is_asked_row
        or normal(press.passed_over) in run.presses.clicked
    ):
        return False
    like = content_words(press.text) & content_words(press.passed_over)
    return press is run.compared_presses.contexts[-1] or bool(like)


def beside_presses(run: Tracker) -> Iterator[str]:
    """What stood in the rows of what was pressed: it told the right one of several."""
    yield from (press.beside for press in run.compared_presses.contexts)
    yield from (row.text for row in run.compared_controls.rows)


def drags(run: Tracker) -> list[Finding]:
    """Whether each drag went the way that the task says. All share one key, so that only the first
    step with one brings it: the weights were fitted so."""
    kinds = {True: "dragged-right", False: "dragged-wrong"}
    return [
        Finding(kind=kinds[one.is_as_asked], step=one.step) for one in run.compared_controls.drags
    ]
