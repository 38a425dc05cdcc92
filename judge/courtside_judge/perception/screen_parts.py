"""A screen without one part of its representation, or in another order. Knows no judge.

The parts are those of Chi et al. 2024 (ablation of the state): a reader of the screen
afterwards finds that part nowhere, also not in the page's own text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from courtside_store.records import Element, Observation, Step

from .orders import ElementOrder, in_order

ChangeObservation = Callable[[Observation], Observation]


def change_step(step: Step, change: ChangeObservation) -> Step:
    """The step with both screens changed."""
    before, after = (look and change(look) for look in (step.before, step.after))
    return replace(step, before=before, after=after)


def ordered(order: ElementOrder, seed: int) -> ChangeObservation:
    """Elements in that order, with ids from 1."""
    return lambda look: replace(look, elements=in_order(look.elements, order, seed))


def _without_screenshot(look: Observation) -> Observation:
    return replace(look, frame=None)


def _without_text(look: Observation) -> Observation:
    """No list of elements and no page text: only the picture, address and title are left."""
    return replace(look, elements=(), text="", page=None)


def _without_tag(look: Observation) -> Observation:
    return _each(look, lambda one: replace(one, tag="", role=""))


def _without_alt(look: Observation) -> Observation:
    return _each(look, lambda one: one if _has_label(one) else replace(one, caption=""))


def _without_interactable_text(look: Observation) -> Observation:
    """Names and values of what can be acted on, also those of fields that were edited."""
    gone = [one for one in look.elements if one.interactable]
    emptied = _each(
        look, lambda one: replace(one, text="", value="", caption="") if one.interactable else one
    )
    page = look.page and replace(look.page, dirty=("",) * len(look.page.dirty))
    return replace(emptied, text=_without_lines(look.text, gone), page=page)


def _without_static_text(look: Observation) -> Observation:
    """Only what can be acted on is left, and its text; of a dialog only that there is one. The
    label of a field that was found goes with the words that it was read from.
    """
    gone = {one.text for one in look.elements if not one.interactable}
    kept = tuple(
        replace(one, caption="") if _has_label(one) and one.caption in gone else one
        for one in look.elements
        if one.interactable
    )
    words = {word for one in kept for word in _lines(one.text)}
    lines = [line for line in look.text.splitlines() if " ".join(line.split()) in words]
    dialog = "dialog" if look.page and look.page.dialog else ""
    page = look.page and replace(look.page, heading="", breadcrumb=(), dialog=dialog)
    return replace(look, elements=kept, text="\n".join(lines), page=page)


def _without_any_element_text(look: Observation) -> Observation:
    return _without_interactable_text(_without_static_text(look))


PARTS: dict[str, ChangeObservation] = {
    "screenshot": _without_screenshot,
    "text": _without_text,
    "tag": _without_tag,
    "alt": _without_alt,
    "interactable-text": _without_interactable_text,
    "static-text": _without_static_text,
    "element-text": _without_any_element_text,
}
"""The parts of a screen, and for each what makes a screen without it."""


def _has_label(one: Element) -> bool:
    """Its caption is the static text beside it; that of others is their author's description."""
    return one.source == "detector"


def _each(look: Observation, change: Callable[[Element], Element]) -> Observation:
    return replace(look, elements=tuple(map(change, look.elements)))


def _without_lines(text: str, gone: Iterable[Element]) -> str:
    words = {word for one in gone for word in (*_lines(one.text), *_lines(one.value))}
    return "\n".join(line for line in text.splitlines() if " ".join(line.split()) not in words)


def _lines(text: str) -> list[str]:
    """A text's lines, and the whole of it in one."""
    return [" ".join(line.split()) for line in (*text.splitlines(), text)]
