"""Which texts of a list changed when something was sent, and which of the task stayed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice

from courtside_judge.evidence.facts.app_reactions import AppReactions
from courtside_judge.evidence.facts.bounded_collections import with_newest
from courtside_judge.evidence.facts.seen_screens import SeenScreens
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.likeness import stems
from courtside_store.records import Element, Record, Step

_MAX_LINE_HEIGHT_UNITS = 60.0
"""A text that is taller, in viewport units, is no line of a list."""
_MAX_LINE_CHARS = 90
"""A text of more letters is no line of a list."""
_SAME_EDGE_UNITS = 4.0
"""The left edges of the lines of a list differ by less, in viewport units."""
_MAX_ELEMENTS = 400
"""Only so many elements of a screen are looked at."""
_MAX_KEPT_TEXTS = 8
"""Only so many texts of a list are kept."""
LinesByPlace = dict[tuple[str, int], list[str]]
"""The lines of the lists of a screen, by their tag and left edge."""


class ListChange(Record, frozen=True, kw_only=True):
    """A list of which something changed in a step, and most stayed."""

    step: int
    texts: tuple[str, ...]
    """What went and what came."""
    asked_stems: frozenset[str]
    """Stems of the task that those have."""
    stayed: tuple[str, ...] = ()
    """Texts that stayed and have more of the task's stems: all of these, and others."""


class ListChanges:
    """What of the screen's lists changed in one run."""

    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self.newest: list[ListChange] = []

    def follow(self, step: Step, screens: SeenScreens, app: AppReactions) -> None:
        """The next step, and what the application did so far."""
        then, now = screens.previous, screens.last
        if then is None or now is None or step.after is None or not app.was_taken_at(step.index):
            return
        changes = read_list_changes(then.elements, now.elements, self._goal.task, step.index)
        self.newest = with_newest(self.newest, *changes)


def read_list_changes(
    before: Sequence[Element], after: Sequence[Element], task: str, step: int
) -> list[ListChange]:
    """What changed in the lists between two screens, one after the other."""
    asked = stems(task)
    then, now = _lines(before), _lines(after)
    return [
        change
        for key in then.keys() & now.keys()
        if (change := _changed(then[key], now[key], asked, step)) is not None
    ]


def _lines(elements: Sequence[Element]) -> LinesByPlace:
    lines: LinesByPlace = defaultdict(list)
    for e in elements[:_MAX_ELEMENTS]:
        is_line = (
            e.box is not None and e.box.height <= _MAX_LINE_HEIGHT_UNITS and e.role != "option"
        )
        if e.box and is_line and e.text.strip() and len(e.text) <= _MAX_LINE_CHARS:
            lines[e.tag, round(e.box.x / _SAME_EDGE_UNITS)].append(e.text)
    return lines


def _changed(
    then: Sequence[str], now: Sequence[str], asked: frozenset[str], step: int
) -> ListChange | None:
    """None where nothing went, or less than half of it stayed: that is another list."""
    gone = [*(Counter(then) - Counter(now))]
    kept = [*dict.fromkeys(text for text in then if text in now)]
    if not gone or len(kept) < max(1, len({*then}) / 2):
        return None
    texts = (*gone, *(Counter(now) - Counter(then)))
    asked_stems = asked & frozenset[str]().union(*map(stems, texts))
    stayed = (text for text in kept if asked_stems < stems(text) & asked)
    return ListChange(
        step=step,
        texts=texts[:_MAX_KEPT_TEXTS],
        asked_stems=asked_stems,
        stayed=tuple(islice(stayed, _MAX_KEPT_TEXTS)),
    )
