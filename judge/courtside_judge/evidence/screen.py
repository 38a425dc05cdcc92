"""One screen as the judge reads it: without the task's own words. Knows no other screen."""

from __future__ import annotations

import re
from collections import Counter

from courtside_judge.perception.orders import FROM_PIXELS
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation, Record

from .goals import Goal
from .text_forms import normal

FIELDS = {"textbox", "combobox", "searchbox", "spinbutton", "slider"}
_EMPTY_TAB = re.compile(r"about:blank|data:,|\w+://new-?tab")
_MIN_SENTENCE_CHARS = 20
"""A shorter text is not the task's sentence."""
_MIN_SENTENCE_SHARE = 0.4
"""At least this share of the task's words is in its sentence, even where values are boxes apart."""


class Screen(Record, frozen=True, kw_only=True):
    """What of an observation counts: without the task's own words on the page."""

    look: Observation
    elements: tuple[Element, ...]
    banners: tuple[Box, ...]
    """Where it repeats the task."""
    words: str
    """The page's text, and what was read from its frame of what the tree leaves out; all that was
    read where it gave no text."""
    signature: int


def read_screen(look: Observation, goal: Goal) -> Screen:
    """Leaves out elements that only repeat the task."""
    task = normal(goal.task)
    banners = tuple(e.box for e in look.elements if e.box and _repeats(e.text, goal))
    kept = tuple(
        e
        for e in look.elements
        if e.interactable
        or not e.text
        or not (
            _repeats(e.text, goal)
            or (normal(e.text) in task and any(lies_in(e.box, b) for b in banners))
        )
    )
    state = tuple(
        (e.tag, e.text, e.value, tuple(s for s in e.state if s != "focused"))
        for e in kept
        if e.source not in FROM_PIXELS  # the same letters are read differently now and then
    )
    text = "" if has_tree(look) else look.text
    read = "\n".join(e.text for e in look.elements if e.source in FROM_PIXELS)
    return Screen(
        look=look,
        elements=kept,
        banners=banners,
        words=f"{look.text}\n{read}".strip() if has_tree(look) else look.text or read,
        signature=hash((look.url, look.title, state, text)),
    )


def is_empty_tab(look: Observation) -> bool:
    """Whether no page was open."""
    return bool(_EMPTY_TAB.match(look.url)) and not look.elements


def _repeats(text: str, goal: Goal) -> bool:
    """Whether a text is the task's own sentence, though values in it may stand in boxes of their
    own and be missing. A value that the task quotes is not its sentence."""
    if len(text) <= _MIN_SENTENCE_CHARS or any(
        normal(text) in normal(r.text) for r in goal.requirements
    ):
        return False
    words = set(re.findall(r"\w+", text.lower()))
    return _MIN_SENTENCE_SHARE * len(goal.words) <= len(words) and words <= goal.words


def lies_in(inner: Box | None, outer: Box) -> bool:
    """Whether a box, where there is one, lies in another one, but for a unit."""
    return inner is not None and outer.holds(inner, margin=1)


def repeated_buttons(screen: Screen) -> set[str]:
    """Names of buttons that stand there more than once, for comparing."""
    names = Counter(normal(e.text) for e in screen.elements if e.role == "button")
    return {name for name, number in names.items() if number > 1}


def page_of(look: Observation) -> str:
    """What tells a page from another one: its address without what only asks, and its heading."""
    heading = look.page.heading if look.page else ""
    return f"{look.url.partition('?')[0]} {heading or look.title}"


def all_text(screen: Screen) -> str:
    """Everything that stands on it, for comparing; an option that was not chosen does not."""
    values = (e.value for e in screen.look.elements if e.value)
    texts = (e.text for e in screen.look.elements if e.role != "option")
    return normal(" ".join((screen.words, *texts, *values)))


def object_of(screen: Screen) -> str:
    """What names the thing that is open: title, heading, breadcrumb, and what its fields hold."""
    held = (e.value for e in screen.elements if e.role in FIELDS)
    return " ".join((*names_of(screen), *held))


def names_of(screen: Screen) -> tuple[str, ...]:
    """What the page is called: title, heading, dialog, breadcrumb."""
    page = screen.look.page
    names = (page.heading, page.dialog, *page.breadcrumb) if page else ()
    headings = (e.text for e in screen.elements if e.role == "heading")
    return (screen.look.title, *names, *headings)


def unless_withheld(look: Observation | None) -> Observation | None:
    """A screen that was seen, if only in words; None for one that was withheld altogether."""
    if look and look.withheld and not (look.frame or look.elements or look.text):
        return None
    return look


def shown_value(element: Element) -> str:
    """What it shows: a field its value, anything else its text; a button says what it does."""
    if element.role in FIELDS:
        return element.value
    return "" if element.interactable else element.text


def has_tree(look: Observation) -> bool:
    """Does it have elements that the source itself named? Text from pixels tells no state."""
    return any(element.source not in FROM_PIXELS for element in look.elements)
