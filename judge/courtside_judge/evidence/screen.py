"""One screen as the judge reads it, and what stands on it. Knows no task and no other screen."""

from __future__ import annotations

from collections import Counter

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_store.empty_tabs import is_empty_tab_address
from courtside_store.geometry import Box
from courtside_store.records import FROM_PIXELS, Element, Observation, Record

from .text_forms import normal

FIELDS = {"textbox", "combobox", "searchbox", "spinbutton", "slider"}


class Screen(Record, frozen=True, kw_only=True):
    """What of an observation counts: without the task's own words on the page."""

    look: Observation
    elements: tuple[Element, ...]
    banners: tuple[Box, ...]
    """Where it repeats the task."""
    text: str
    """The page's text, and what was read from its frame of what the tree leaves out; all that was
    read where it gave no text."""
    signature: int


def is_empty_tab(look: Observation) -> bool:
    """Whether no page was open."""
    return is_empty_tab_address(look.url) and not look.elements


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
    return normal(" ".join((screen.text, *texts, *values)))


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


def has_only_fields(look: Observation) -> bool:
    """Whether fields, with their labels, are all that can be acted on."""
    roles = {element.role for element in look.elements if element.interactable}
    return bool(roles & FIELDS) and roles <= FIELDS | {"label"} and has_tree(look)


def has_tree(look: Observation) -> bool:
    """Does it have elements that the source itself named? Text from pixels tells no state, and a
    drawing nothing."""
    return not is_picture_alone(one for one in look.elements if one.source not in FROM_PIXELS)
