"""Numbers that describe each element of a screen for one task. Knows no network."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence

from courtside_judge.evidence.goals import read_goal
from courtside_store.records import Element, Record

from .example import KINDS, ChoiceKind, Outlook, PastAction, options_of
from .likeness_features import TaskWording, stems_in

ROLES = (
    *("text", "button", "link", "textbox", "checkbox", "radio", "combobox", "option", "tab"),
    *("menuitem", "label", "heading", "switch", "listitem", "cell", "image", "presentation"),
    *("searchbox", "spinbutton", "slider", "dialog"),
)
TAGS = (
    *("div", "span", "a", "button", "input", "select", "textarea", "label", "li", "option"),
    *("p", "td", "th", "h1", "h2", "h3", "img", "svg", "summary"),
)
STATES = ("checked", "selected", "disabled", "focused", "expanded", "required", "invalid")
WORDS = 4096
"""Buckets that words are hashed into; 0 is no word."""
MAX_WORDS = 8
"""At most so many words of an element are looked at."""
TASK_WORDS = 40
_FIELDS = ("textbox", "searchbox", "spinbutton")
_SAME_BOX_UNITS = 2.0


class ScreenFeatures(Record, frozen=True, kw_only=True):
    """One screen for a policy, as numbers."""

    rows: list[list[float]]
    """Of each element."""
    words: list[list[int]]
    """Buckets of each element's words, padded with 0."""
    allowed: list[list[bool]]
    """Of each element, which of `KINDS` can be done to it."""
    whole: list[float]
    """Of the screen and the way so far."""
    task: list[int]
    """Buckets of the task's words, padded with 0."""
    outlook: list[list[float]]
    """What the explorer thinks of each of `KINDS`, of each element."""
    stop: float
    """What it thinks of stopping."""


def screen_features(
    task: str,
    elements: Sequence[Element],
    history: Sequence[PastAction],
    outlook: Outlook | None = None,
) -> ScreenFeatures:
    """Everything that a policy knows when it chooses. Without an outlook all is as promising."""
    count = len(elements)
    clicks, entries = (outlook.clicks, outlook.entries) if outlook else ([0.0] * count,) * 2
    wording = TaskWording(task, [one.text for one in elements])
    numbers = _ScreenNumbers(task, elements, history, wording)
    return ScreenFeatures(
        rows=[numbers.row(at) for at in range(len(elements))],
        words=[_buckets(stems_in(one.text), MAX_WORDS) for one in elements],
        allowed=[_allowed(elements, at) for at in range(len(elements))],
        whole=numbers.whole(),
        task=_buckets(wording.words, TASK_WORDS),
        outlook=[[click, entry, entry] for click, entry in zip(clicks, entries, strict=True)],
        stop=outlook.stop if outlook else 0.0,
    )


def _buckets(words: Sequence[str], most: int) -> list[int]:
    found = [zlib.crc32(word.encode()) % (WORDS - 1) + 1 for word in words[:most]]
    return found + [0] * (most - len(found))


def role_of(element: Element) -> str:
    """What it is; page scripts call a thing without a role nothing or text."""
    return "label" if element.tag == "label" else element.role or "text"


def is_field(element: Element) -> bool:
    """Whether text can be typed into it."""
    return role_of(element) in _FIELDS or element.tag == "textarea"


def is_list(elements: Sequence[Element], at: int) -> bool:
    """Whether it is a drop-down list."""
    return elements[at].tag == "select" or bool(
        role_of(elements[at]) == "combobox" and options_of(elements, at)
    )


def _allowed(elements: Sequence[Element], at: int) -> list[bool]:
    element = elements[at]
    lists, usable = is_list(elements, at), "disabled" not in element.state
    can: dict[ChoiceKind, bool] = {
        "click": usable and not lists and element.tag != "option",
        "type": usable and is_field(element),
        "select": usable and lists,
    }
    return [can[kind] for kind in KINDS]


def same_element(one: Element, other: Element) -> bool:
    """Whether two screens show one thing: ids hold for one look only."""
    if (role_of(one), one.text) != (role_of(other), other.text):
        return False
    if one.box is None or other.box is None:
        return one.box == other.box
    return all(
        abs(a - b) <= _SAME_BOX_UNITS for a, b in zip(one.box[:2], other.box[:2], strict=True)
    )


class _ScreenNumbers:
    """What is computed once for a screen, and the numbers of each element."""

    def __init__(
        self,
        task: str,
        elements: Sequence[Element],
        history: Sequence[PastAction],
        wording: TaskWording,
    ) -> None:
        self._elements = elements
        self._history = history
        self._wording = wording
        self._goal = read_goal(task)
        self._length = max(1, len(wording.words))
        self._places = [wording.place(one.text) for one in elements]
        self._shares = [wording.share(one.text) for one in elements]
        self._worths = [wording.worth(one.text) for one in elements]
        self._done_texts = [past.text or past.element.text for past in history]
        done = [wording.place(text) for text in self._done_texts]
        self._reached = max((at for at in done if at is not None), default=-1)
        ahead = [at for at in self._places if at is not None and at > self._reached]
        self._next = min(ahead, default=None)
        self._right = max((b[0] + b[2] for one in elements if (b := one.box)), default=1.0) or 1.0
        self._low = max((b[1] + b[3] for one in elements if (b := one.box)), default=1.0) or 1.0
        self._kin = Counter(role_of(one) for one in elements)
        self._counted: Counter[str] = Counter()
        self._ordinals = {one.number for one in self._goal.ordinals}

    def row(self, at: int) -> list[float]:
        element = self._elements[at]
        self._counted[role_of(element)] += 1
        return [
            *(float(role_of(element) == role) for role in ROLES),
            *(float(element.tag == tag) for tag in TAGS),
            *(float(state in element.state) for state in STATES),
            *self._text(at, element),
            *self._place(at, element),
            *self._round(at, element),
            *self._number(element),
            *self._past(element),
        ]

    def _text(self, at: int, element: Element) -> list[float]:
        wording, value = self._wording, element.value
        return [
            self._shares[at],
            self._worths[at] / 3,
            float(wording.is_value(element.text)),
            float(wording.holds_value(element.text)),
            float(not element.text),
            min(len(element.text), 80) / 80,
            float(bool(value)),
            float(wording.is_value(value)),
            wording.share(value),
            float(element.text.lower() == self._goal.submit != ""),
        ]

    def _place(self, at: int, element: Element) -> list[float]:
        place = self._places[at]
        x, y, width, height = element.box or (0.0, 0.0, 0.0, 0.0)
        return [
            float(place is not None),
            (place or 0) / self._length,
            float(place is not None and place == self._next),
            float(place is not None and place <= self._reached),
            float(element.box is None or not width * height),
            max(0.0, min(1.0, (x + width / 2) / self._right)),
            max(0.0, min(1.0, (y + height / 2) / self._low)),
            min(1.0, width / self._right),
            min(1.0, height / self._low),
            float(y + height / 2 < 50),
        ]

    def _round(self, at: int, element: Element) -> list[float]:
        """What the elements before and after it in the list, and on its line, say of the task."""
        before = at - 1 if at else None
        after = at + 1 if at + 1 < len(self._elements) else None
        level = [
            self._worths[other]
            for other, one in enumerate(self._elements)
            if other != at and self._worths[other] and _on_a_line(element, one)
        ]
        return [
            *(self._shares[n] if n is not None else 0.0 for n in (before, after)),
            *(float(n is not None and self._places[n] is not None) for n in (before, after)),
            max(level, default=0.0) / 3,
        ]

    def _number(self, element: Element) -> list[float]:
        """Its number among those of its kind, as tasks count them."""
        kin, number = self._kin[role_of(element)], self._counted[role_of(element)]
        asked = number in self._ordinals or ("last" in self._ordinals and number == kin)
        return [float(asked), float(bool(self._ordinals)), min(number, 10) / 10, float(kin == 1)]

    def _past(self, element: Element) -> list[float]:
        same = [same_element(element, past.element) for past in self._history]
        return [
            min(sum(same), 3) / 3,
            float(bool(same) and same[-1]),
            float(
                any(
                    hit and past.kind == "type"
                    for hit, past in zip(same, self._history, strict=True)
                )
            ),
            float(element.text in self._done_texts and bool(element.text)),
        ]

    def whole(self) -> list[float]:
        last = self._history[-1].kind if self._history else None
        fields = [one for one in self._elements if is_field(one)]
        same = len(self._history) > 1 and same_element(
            self._history[-1].element, self._history[-2].element
        )
        return [
            min(len(self._history), 10) / 10,
            *(float(last == kind) for kind in KINDS),
            float(not self._history),
            float(same),
            self._wording.used(self._done_texts),
            float(any(not one.value for one in fields)),
            float(any(one.value for one in fields)),
            min(len(self._elements), 100) / 100,
            float(self._next is not None),
            float(self._goal.asks),
            float(self._goal.nothing),
            float("checked" in {state for one in self._elements for state in one.state}),
        ]


def _on_a_line(one: Element, other: Element) -> bool:
    if one.box is None or other.box is None:
        return False
    return one.box.spans(other.box.middle, margin=4)


ROW_SIZE = len(screen_features("a", (Element(id=1),), ()).rows[0])
WHOLE_SIZE = len(screen_features("a", (), ()).whole)
