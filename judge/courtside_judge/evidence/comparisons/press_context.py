"""What stands round a thing that was pressed: others of its kind, its row. Draws no conclusion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.facts.row_labels import row_text
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.likeness import Rivals, compare
from courtside_judge.evidence.requirements import meets
from courtside_judge.evidence.text_forms import is_in, normal
from courtside_store.geometry import Box
from courtside_store.records import Element, Record, Target

from .extremes import is_extreme
from .same_place import is_same_place

_SAME_EDGE_UNITS = 4.0
"""The edges of controls that stand flush differ by less, in viewport units."""
_MAX_HEIGHTS_BELOW_NAME = 1.5
"""The last row of a list reaches at most so many of its heights below its name."""
_MAX_NAME_CHARS = 20
"""What the task says may be the name of a control up to this length."""
_MIN_SUBSTRING_CHARS = 3
"""Only a longer quoted value is looked for inside other texts."""
_MAX_TEXT_CHARS = 80
"""A longer text was not pressed for what it says."""
_MAX_ELEMENTS = 400
"""Only so many elements of a page are looked at, so that a press costs no more."""


class PressContext(Record, frozen=True, kw_only=True):
    """One press, and how what was pressed stands to what the task names."""

    step: int
    text: str
    kinds: tuple[str, ...] = ()
    """Role and tag: a task may ask for "a button" whatever it says."""
    beside: str = ""
    """What stands in its row, where it is one of several of its kind."""
    row: str = ""
    """What names the row or section that it was pressed in, where the task names one of them."""
    is_asked_row: bool = False
    """Is that the one which the task names?"""
    passed_over: str = ""
    """Another of its kind which the task says word for word, where it does not say this one."""
    rival: str = ""
    """Another of its kind, or another row with such a control, that says more of the task."""
    is_covered: bool = False
    """Says that one all of the task that this one does, and more?"""
    beats_rivals: bool = False
    """Says it, or its row, more of the task than the others?"""
    is_extreme: bool | None = None
    """Where the task wants the cheapest or longest: is it that, of all of its kind?"""


def read_press_context(
    elements: Sequence[Element], target: Target, goal: Goal, step: int
) -> PressContext:
    """A press, from the screen that it was made on."""
    elements = elements[:_MAX_ELEMENTS]
    box = _place(elements, target)
    kinds = (target.role, target.tag)
    plain = PressContext(step=step, text=target.text, kinds=kinds)
    if box is None or len(target.text) > _MAX_TEXT_CHARS or _is_sentence(target.text, goal.task):
        return plain
    alike = [e for e in elements if e.box and (e.tag, e.role) == (target.tag, target.role)]
    column = _column(alike, box)
    named = _is_named(target.text, goal)
    rivals = _rivals(elements, alike, target.text, box, goal.task)
    is_button = target.role == "button"
    inside = "" if named else _row_head(elements, box, goal, labels=not is_button)
    if is_button and normal(inside) == normal(target.text):
        inside = ""  # buttons one below the other are no rows
    return PressContext(
        step=step,
        text=target.text,
        kinds=kinds,
        beside=row_text(elements, box) if column else "",
        row=inside,
        is_asked_row=_is_asked(inside, goal),
        passed_over="" if named else _passed_over(alike, target, goal),
        rival=rivals.best,
        is_covered=rivals.covers,
        beats_rivals=rivals.own > rivals.most,
        is_extreme=is_extreme(elements, alike, box, goal.task),
    )


def _is_named(text: str, goal: Goal) -> bool:
    """Whether the task says all of it, or asks for it."""
    words = content_words(text)
    is_named = bool(words) and words <= goal.words
    return is_named or is_in(goal.task, text) or any(meets(text, r) for r in goal.requirements)


def _is_sentence(text: str, task: str) -> bool:
    """Whether it is a good part of the task itself."""
    return len(text) > _MAX_NAME_CHARS and normal(text) in normal(task)


def _place(elements: Sequence[Element], target: Target) -> Box | None:
    """Where it stands on this screen: the page may have scrolled to it since."""
    box = target.box
    alike = [e.box for e in elements if e.box and e.text == target.text and e.tag == target.tag]
    if box is None or not target.text or any(is_same_place(b, box) for b in alike):
        return box
    return alike[0] if len(alike) == 1 else box


def _rivals(
    elements: Sequence[Element], alike: Sequence[Element], text: str, box: Box, task: str
) -> Rivals:
    """It among others of its kind; by their rows where those are a column."""
    if column := _column(alike, box):
        return _rivals_by_row(elements, column, text, box, task)
    return compare(task, text, [e.text for e in alike if len(e.text) <= _MAX_TEXT_CHARS])


def _rivals_by_row(
    elements: Sequence[Element], column: Sequence[Element], text: str, box: Box, task: str
) -> Rivals:
    """It among others of its column, by what their rows say."""
    rows = [(e.box, row_text(elements, e.box) or e.text) for e in column if e.box]
    mine = next((label for place, label in rows if is_same_place(place, box)), text)
    return compare(
        task,
        mine,
        [label for place, label in rows if not is_same_place(place, box)],
    )


def _column(alike: Sequence[Element], box: Box) -> list[Element]:
    """Those of a kind that stand flush with it, each in a row of its own; none if it is alone."""
    flush = [e for e in alike if e.box and _is_flush(e.box, box)]
    boxes = sorted((e.box for e in flush if e.box), key=lambda box: box.y)
    apart = all(a.middle < b.y + 1 for a, b in pairwise(boxes))
    return flush if len(boxes) > 1 and apart else []


def _is_flush(one: Box, other: Box) -> bool:
    """Whether two boxes share their left or their right edge."""
    begins = one.x - other.x
    ends = one.x + one.width - other.x - other.width
    return min(abs(begins), abs(ends)) < _SAME_EDGE_UNITS


def _passed_over(alike: Sequence[Element], target: Target, goal: Goal) -> str:
    if not content_words(target.text) or _is_asked(target.text, goal):
        return ""
    return next((e.text for e in alike if _is_asked(e.text, goal)), "")


def _row_head(elements: Sequence[Element], box: Box, goal: Goal, labels: bool) -> str:
    """What names the row that a box is in: texts that stand one below the other in the same form
    head rows, where the task names some of them and not the others. Empty where columns
    disagree."""
    columns: dict[tuple[object, ...], list[Element]] = defaultdict(list)
    for e in elements:
        label = e.text.endswith(":")
        if e.box and e.text and e.box.height > 0 and (labels or not label):
            tall = 0 if e.role == "cell" else round(e.box.height)
            columns[e.tag, round(e.box.x / 2), tall].append(e)
    heads_by_asked: dict[bool, str] = {}
    for heads in columns.values():
        asked = sum(_is_asked(e.text, goal) for e in heads)
        if not 0 < asked < len(heads):
            continue
        head = _head(heads, box)
        if head is not None:
            heads_by_asked.setdefault(_is_asked(head.text, goal), head.text)
    return next(iter(heads_by_asked.values())) if len(heads_by_asked) == 1 else ""


def _head(heads: Sequence[Element], box: Box) -> Element | None:
    """The lowest that begins above the middle of a box; none where that is out of the list."""
    level = box.middle
    tops = sorted((e.box.y, n) for n, e in enumerate(heads) if e.box)
    gaps = sorted(b[0] - a[0] for a, b in pairwise(tops))
    above = [n for begin, n in tops if begin <= level]
    if not above:
        return None
    head = heads[above[-1]]
    assert head.box
    reach = max(gaps[len(gaps) // 2], head.box.height)
    return head if level - head.box.y <= _MAX_HEIGHTS_BELOW_NAME * reach else None


def _is_asked(text: str, goal: Goal) -> bool:
    """Whether a text names what the task speaks of: as the task writes it, or with what it
    quotes. A label's capital letter is its own."""
    words = normal(text)
    if not words or len(text) > _MAX_TEXT_CHARS:
        return False
    if any(
        len(r.text) > _MIN_SUBSTRING_CHARS and normal(r.text) in words for r in goal.requirements
    ):
        return _is_name(text)
    written = text.endswith(":") or text.strip(" .,:;") in goal.task
    return written and is_in(goal.task, text) and _is_name(text)


def _is_name(text: str) -> bool:
    """Whether it says more than a number."""
    return any(not word.isdigit() for word in content_words(text))
