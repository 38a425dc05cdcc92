"""Whether the controls without a name that sent something stand beside what the task speaks of.
Knows no weights."""

from __future__ import annotations

from collections import Counter

from courtside_judge.evidence.facts.row_labels import RowLabel
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.tracker import Tracker


def nameless_controls(run: Tracker) -> list[Finding]:
    """Of each that was pressed; one that was pressed an even number of times is as it was."""
    sent = [one for one in run.presses.row_labels if run.app.was_taken_at(one.step)]
    times = Counter(one.text for one in sent)
    newest = {one.text: one for one in sent if times[one.text] % 2}
    return [found for one in newest.values() if (found := _of_label(run, one)) is not None]


def _of_label(run: Tracker, label: RowLabel) -> Finding | None:
    asked = stems(run.goal.task)
    own = stems(label.text) & asked
    pressed = {one.text for one in run.presses.row_labels}
    others = (text for text in label.others if text not in pressed and own < stems(text) & asked)
    rival = max(others, key=lambda text: len(stems(text) & asked), default="")
    kind = "label-other" if rival else "label-asked"
    if not rival and not own:
        return None
    return Finding(kind=kind, what=label.text, where=rival, step=label.step, wanted=rival)
