"""A screen's elements as lines with ids: `[id] [TAG] [text]`. Knows no picture, model or judge.

The form of the state of Chi et al. 2024; what cannot be acted on has no id. The same ids stand on a
picture that `set_of_marks` made of the same elements.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Element, Observation
from courtside_store.rendering import render_kind, value_beside_name

from .acting import to_act_on
from .orders import ElementOrder, default_order, in_order

MAX_CHARS = 12_000
"""A list has at most so many characters: some 3,000 tokens."""
_TEXT_CHARS = 200


def numbered(look: Observation, order: ElementOrder | None = None) -> tuple[Element, ...]:
    """The elements of a screen, listed in that order and numbered in it from 1; None: in the order
    that is best for their source. Hand the result to `text_list` and to `set_of_marks`, and look an
    id up in it that a model answers. What was read from pixels is listed as what can be acted on.

    Raises RuntimeError where the order is "tsne" and scikit-learn is not installed.
    """
    ordered = in_order(look.elements, order or default_order(look.elements))
    return tuple(map(to_act_on, ordered))


def text_list(elements: Sequence[Element], max_chars: int = MAX_CHARS) -> str:
    """One line an element, e.g. `[3] [BUTTON] [Save]`; static text without id, `[P] [Three items]`.

    A field's value and states follow; a secret one's value is never there. Of a list longer than
    `max_chars` static text is left out from its end, then whatever is last, with a mark.
    """
    lines = [(one.interactable, line) for one in elements if (line := render_line(one))]
    shown = _fitting(lines, max_chars)
    left = len(lines) - len(shown)
    return "\n".join([*shown, *([f"[{left} more lines are left out]"] if left else [])])


def render_line(one: Element) -> str:
    """One element; empty where it says nothing and cannot be acted on."""
    words = " ".join((one.text or one.caption).split())[:_TEXT_CHARS]
    if not (one.interactable or words or one.value):
        return ""
    kind = render_kind(one.tag.rpartition(".")[2] or one.role).upper()
    line = f"[{kind}] [{words}]"
    if one.text and one.caption and one.caption != one.text:
        line += f" picture [{' '.join(one.caption.split())[:_TEXT_CHARS]}]"
    if value := value_beside_name(one):
        line += f" value [{' '.join(value.split())[:_TEXT_CHARS]}]"
    if one.state:
        line += f" ({', '.join(one.state)})"
    return f"[{one.id}] {line}" if one.interactable else line


def _fitting(lines: Sequence[tuple[bool, str]], most: int) -> list[str]:
    """In their order: those that can be acted on have room before the rest."""
    kept: set[int] = set()
    for wanted in (True, False):
        for at, (acts, line) in enumerate(lines):
            if acts is wanted:
                most -= len(line) + 1
                if most < 0:
                    break
                kept.add(at)
    return [line for at, (_, line) in enumerate(lines) if at in kept]
