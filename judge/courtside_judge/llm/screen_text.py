"""A screen as lines of text for a language model. Knows no model but the captioner it is handed."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_judge.perception.picture import UnreadablePictureError
from courtside_judge.protocol import ReadFrame
from courtside_store.records import FROM_PIXELS, Element, Observation
from courtside_store.rendering import is_secret

from .frame_captions import Captioner

MAX_CHARS = 2_400
"""The texts of one screen have at most so many characters; a mark stands for the rest."""
CAPTION_CHARS = 8_000
"""The description of a screen has at most so many characters: some 2,048 tokens."""
DESCRIBED = "As a picture:"
SAME = 0.5
"""A screen that shares no less of its lines with the one before is given as a difference."""
NOTHING = "(no screen was recorded)"


def read_screen(
    look: Observation | None,
    captioner: Captioner | None,
    frames: ReadFrame,
    asks: bool = True,
    captions_all: bool = False,
) -> tuple[str, ...]:
    """The lines of a screen: page text where there is any, else the captioner's description; with
    `captions_all` both.

    Without `asks`, only descriptions that are there already. Raises OSError and what it raises.
    """
    if look is None:
        return ()
    head = tuple(
        f"{name}: {value}"
        for name, value in (("address", look.url), ("title", look.title))
        if value
    )
    head += (unread_note(look),) if look.unread else ()
    own = [e for e in look.elements if e.source not in FROM_PIXELS]
    tree = [] if is_picture_alone(own) else own
    if tree or (look.text and len(own) == len(look.elements)):
        head += _cut((*_elements(look.elements), *other_text(look, tree)))
        lines = _described(look, captioner, frames, asks) if captions_all else ()
        return (*head, DESCRIBED, *lines) if lines else head
    if lines := _described(look, captioner, frames, asks):
        return head + lines
    return head + _cut(tuple(_elements(look.elements)))


def unread_note(look: Observation) -> str:
    """Which part of a screen OCR did not read; empty where it read all that it was to read."""
    return f"[{look.unread}: words there are left out]" if look.unread else ""


def _described(
    look: Observation, captioner: Captioner | None, frames: ReadFrame, asks: bool
) -> tuple[str, ...]:
    """The captioner's description, which gets the text that was read; empty where there is none."""
    if captioner is None or look.frame is None:
        return ()
    texts = "\n".join(e.text for e in look.elements if e.source in FROM_PIXELS)
    sha = look.frame
    try:
        description = captioner.describe(sha, frames, texts) if asks else captioner.find(sha)
    except UnreadablePictureError as error:
        return (f"[{error}]",)
    return _cut(tuple((description or "").splitlines()), CAPTION_CHARS)


def _elements(elements: Sequence[Element]) -> list[str]:
    """In the order of the document, which models read best (Chi et al. 2024, element ordering)."""
    return [line for e in elements if (line := _element(e))]


def _element(element: Element) -> str:
    kind = element.role or element.tag or "element"
    if element.caption and not (element.text or element.interactable):
        return f"[picture] {element.caption}"
    if not (element.text or element.value or element.interactable):
        return ""
    line = f"[{kind}] {element.text}".rstrip() if element.interactable else element.text
    if is_secret(element):
        line += " = (secret)"
    elif element.value and element.value != element.text:
        line += f' = "{element.value}"'
    states = [word for word in element.state if word not in ("secret", "invalid", "required")]
    return f"{line} ({', '.join(states)})" if states else line


def other_text(look: Observation, tree: Sequence[Element]) -> list[str]:
    """Visible text that no element holds."""
    in_tree = {" ".join(e.text.split()) for e in tree}
    lines = (" ".join(line.split()) for line in look.text.splitlines())
    return [line for line in dict.fromkeys(lines) if line and line not in in_tree]


def _cut(lines: tuple[str, ...], most: int = MAX_CHARS) -> tuple[str, ...]:
    """As many lines as fit; of the first that does not, what fits."""
    size = 0
    for number, line in enumerate(lines):
        if size + len(line) >= most:
            left = len(lines) - number - 1
            mark = (f"[{left} more lines are left out]",) if left else ()
            return (*lines[:number], f"{line[: most - size]} […]", *mark)
        size += len(line) + 1
    return lines


def render_change(before: Sequence[str], after: Sequence[str]) -> str:
    """The second screen; by its difference to the first where much is the same."""
    if not after:
        return NOTHING
    if list(before) == list(after):
        return "(the same as before)"
    new = [line for line in after if line not in before]
    gone = [line for line in before if line not in after]
    if len(after) - len(new) < SAME * len(after):
        return "\n".join(after)
    changes = [f"+ {line}" for line in new] + [f"- {line}" for line in gone]
    order = [] if new or gone else ["(the same lines in another order)", *after]
    return "\n".join(["(as before, but for these lines: + new, - gone)", *changes, *order])
