"""A screen's elements as lines with ids: `[id] [TAG] [text]`. Knows no picture, model or judge.

The form of the state of Chi et al. 2024; what cannot be acted on has no id. Judges, the actors of
marks and of desktops, and exports list screens so; the text actor has a form of its own, with what
a drop-down list offers (`PageView.render`).
"""

from __future__ import annotations

from collections.abc import Sequence

from .records import FROM_PIXELS, Element
from .rendering import render_kind, value_beside_name

MAX_CHARS = 12_000
"""A list has at most so many characters: some 3,000 tokens."""
_TEXT_CHARS = 200


def text_list(elements: Sequence[Element], max_chars: int = MAX_CHARS) -> str:
    """One line an element, e.g. `[3] [BUTTON] [Save]`; static text without id, `[P] [Three items]`.

    A field's value and states follow; a secret one's value is never there. Of a list longer than
    `max_chars` static text is left out from its end, then whatever is last, with a mark.
    """
    return cut_lines(
        [(one.interactable, line) for one in elements if (line := render_line(one))], max_chars
    )


def cut_lines(lines: Sequence[tuple[bool, str]], max_chars: int = MAX_CHARS) -> str:
    """The lines that fit, in their order, and a mark for the others. Those that are marked True
    have room before the rest.
    """
    kept: set[int] = set()
    for is_first in (True, False):
        for at, (has_room_first, line) in enumerate(lines):
            if has_room_first is is_first:
                max_chars -= len(line) + 1
                if max_chars < 0:
                    break
                kept.add(at)
    shown = [line for at, (_, line) in enumerate(lines) if at in kept]
    left = len(lines) - len(shown)
    return "\n".join([*shown, *([f"[{left} more lines are left out]"] if left else [])])


def render_line(one: Element) -> str:
    """One element; empty where it says nothing and cannot be acted on."""
    words = " ".join((one.text or one.caption).split())[:_TEXT_CHARS]
    if not (one.interactable or words or one.value):
        return ""
    line = f"[{render_kind(one.tag.rpartition('.')[2] or one.role).upper()}] [{words}]"
    if one.text and one.caption and one.caption != one.text:
        kind = "label" if one.source in FROM_PIXELS else "picture"
        line += f" {kind} [{' '.join(one.caption.split())[:_TEXT_CHARS]}]"
    if value := value_beside_name(one):
        line += f" value [{' '.join(value.split())[:_TEXT_CHARS]}]"
    if one.state:
        line += f" ({', '.join(map(render_kind, one.state))})"
    return f"[{one.id}] {line}" if one.interactable else line
