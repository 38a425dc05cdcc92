"""Which texts stand beside a control, and which is its label where it has no name of its own.

Draws no conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from courtside_store.geometry import Box
from courtside_store.records import Element, Record

_MAX_LINE_HEIGHT_UNITS = 60.0
"""A text that is taller, in viewport units, is no line of a label."""
_MAX_LINE_CHARS = 90
"""A text of more letters is no line of a label."""
_MAX_LEVEL_OFFSET_UNITS = 3.0
"""A control stands at most so far above or below the line of its label."""
_SAME_EDGE_UNITS = 4.0
"""The left edges of labels in one column differ by less, in viewport units."""
_MAX_LINE_GAP_UNITS = 6.0
"""Two lines of one label are at most so far apart, in viewport units."""
_MAX_LABEL_LINES = 3
"""A label has at most so many lines; more are a list without gaps, each line a label."""
_MAX_OWN_TEXT_WIDTHS = 3
"""A text round a control, at most so many times as wide, is the control itself."""
_NO_LABEL = {"option", "heading"}
"""A heading names more than one control."""
_MAX_ELEMENTS = 400
"""Only so many elements of a screen are looked at."""
_MAX_ROW_HEIGHT_UNITS = 90.0
"""An element that is taller, in viewport units, is no part of a row."""
_MAX_ROW_CHARS = 80
"""A text of more letters is no part of a row."""


def row_text(elements: Iterable[Element], box: Box) -> str:
    """What stands at the height of a box, itself among it."""
    level = box.middle
    beside = (
        e.text
        for e in elements
        if e.box and e.box.height <= _MAX_ROW_HEIGHT_UNITS and e.box.spans(level)
    )
    return " ".join(dict.fromkeys(text for text in beside if text and len(text) <= _MAX_ROW_CHARS))


class RowLabel(Record, frozen=True, kw_only=True):
    """The label of one press of a control without a name."""

    step: int
    text: str
    others: tuple[str, ...] = ()
    """The other labels of its column."""


def read_row_label(elements: Sequence[Element], box: Box, step: int) -> RowLabel | None:
    """The label of what is in this box, from the screen that it was pressed on; None where nothing
    stands beside it."""
    texts = [e for e in elements[:_MAX_ELEMENTS] if e.box and _is_line(e)]
    line = _nearest(texts, box)
    if line is None or line.box is None:
        return None
    begin = line.box.x
    labels = _labels([e for e in texts if e.box and abs(e.box.x - begin) < _SAME_EDGE_UNITS])
    own = next(label for label in labels if line in label)
    others = [_text(label) for label in labels if label is not own]
    return RowLabel(step=step, text=_text(own), others=tuple(dict.fromkeys(others)))


def _is_line(element: Element) -> bool:
    is_text = bool(element.text.strip()) and element.role not in _NO_LABEL
    return (
        is_text
        and len(element.text) <= _MAX_LINE_CHARS
        and element.box is not None
        and element.box.height <= _MAX_LINE_HEIGHT_UNITS
    )


def _nearest(texts: Sequence[Element], box: Box) -> Element | None:
    """The text at its height that is nearest to its left or right; of several lines the one whose
    middle is."""
    level = box.middle
    beside = [
        (_gap(e.box, box), abs(e.box.middle - level), n)
        for n, e in enumerate(texts)
        if e.box and e.box.spans(level, _MAX_LEVEL_OFFSET_UNITS) and not _is_itself(e.box, box)
    ]
    if not beside:
        return None
    least = min(beside)[0]
    return texts[min((off, n) for gap, off, n in beside if gap <= least + _SAME_EDGE_UNITS)[1]]


def _gap(text: Box, box: Box) -> float:
    """Across, between the two; 0 where they overlap."""
    return max(box.x - text.x - text.width, text.x - box.x - box.width, 0.0)


def _is_itself(text: Box, box: Box) -> bool:
    """Whether it is drawn round the control, as its own letters are."""
    return text.holds(box) and text.width <= _MAX_OWN_TEXT_WIDTHS * box.width


def _labels(column: Sequence[Element]) -> list[list[Element]]:
    """The texts of a column, those together that touch: a name and the line that explains it."""
    ordered = sorted(column, key=lambda e: e.box.y if e.box else 0.0)
    labels: list[list[Element]] = []
    for e in ordered:
        if labels and _touches(labels[-1][-1], e):
            labels[-1].append(e)
        else:
            labels.append([e])
    if any(len(label) > _MAX_LABEL_LINES for label in labels):
        return [[e] for e in ordered]
    return labels


def _touches(upper: Element, lower: Element) -> bool:
    assert upper.box
    assert lower.box
    return lower.box.y - upper.box.y - upper.box.height < _MAX_LINE_GAP_UNITS


def _text(label: Sequence[Element]) -> str:
    return " ".join(dict.fromkeys(e.text for e in label))
