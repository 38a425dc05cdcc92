"""Reads what AT-SPI says of a window as elements. Knows no bus, no helper and no run."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from courtside_store.geometry import Box, PixelBox, Point, area
from courtside_store.records import UNTITLED_DIALOG, Element, Observation, PageState, Target

_SHORT, _LONG = 500, 20_000
_DIALOGS = frozenset({"dialog", "file chooser", "color chooser", "font chooser"})
_ALERT = "alert"
"""A dialog where it is the window itself; within one it is a message."""


class AtspiElement(Struct, frozen=True):
    """One element, as the helper beside the bus lists it."""

    tag: str = ""
    role: str = ""
    text: str = ""
    value: str = ""
    caption: str = ""
    box: Box | None = None
    interactable: bool = False
    state: tuple[str, ...] = ()
    at_s: float = 0.0
    """For the one that has the keyboard: since when, on time.monotonic()."""

    @property
    def is_secret(self) -> bool:
        """Whether it is, or was, a password's field."""
        return "secret" in self.state


class WindowContents(Struct, frozen=True):
    """What was in the active window once. Boxes are in units of the desktop."""

    elements: tuple[AtspiElement, ...] = ()
    whole: bool = True
    """False where there was more than could be asked in time."""
    focus: tuple[AtspiElement, ...] = ()
    """Who had the keyboard, the last one last."""
    secrets: tuple[Box, ...] = ()
    """Where passwords are, in whichever window."""
    window: str = ""
    """Title of the active window, else the name of its application."""
    error: str = ""

    @property
    def dialog(self) -> str:
        """Title of the dialog that waits, "dialog" where it has none; empty: there is none."""
        first = [one for one in self.elements[:1] if one.tag == _ALERT]
        waiting = [*first, *(one for one in self.elements if one.tag in _DIALOGS)]
        return (waiting[-1].text[:_SHORT] or UNTITLED_DIALOG) if waiting else ""

    def hit(self, point: Point) -> AtspiElement | None:
        """The smallest thing under a point, one that can be used before one that cannot.

        Where not everything was asked, only one that can be used: what lies on it is not known.
        """
        under = [one for one in self.elements if one.box and one.box.covers(point)]
        hit = min(under, key=lambda one: (not one.interactable, area(one.box)), default=None)
        return hit if self.whole or (hit and hit.interactable) else None

    def focused(self, at_s: float) -> AtspiElement | None:
        """Who had the keyboard at a time; None where it is unknown."""
        return next((one for one in reversed(self.focus) if one.at_s <= at_s), None)

    def focused_since(self, at_s: float) -> list[AtspiElement]:
        """Everyone who has had the keyboard since then."""
        first = self.focused(at_s)
        later = [one for one in self.focus if one.at_s > at_s]
        return [first, *later] if first else later


def read_window(line: bytes) -> WindowContents:
    """The helper's answer. Raises ValueError where it is none."""
    try:
        return msgspec.json.decode(line, type=WindowContents, strict=False)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(str(error)) from error


def observe(look: WindowContents, into: Observation, region: PixelBox) -> Observation:
    """The observation with what of the look lies in the region: the elements, with the part of
    their boxes that is in it, counted from its corner; whether they are all; the dialog that waits;
    and the window in front where no window manager told of it.
    """
    look = _within(look, region)
    elements = tuple(
        Element(
            id=number,
            tag=one.tag[:_SHORT],
            role=one.role[:_SHORT],
            text=one.text[:_SHORT],
            value="" if one.is_secret else one.value[:_SHORT],
            caption=one.caption[:_SHORT],
            box=_counted_from(region, one.box),
            interactable=one.interactable,
            state=one.state,
            source="ax",
        )
        for number, one in enumerate(look.elements, 1)
    )
    words = [word for one in look.elements if not one.is_secret for word in (one.text, one.value)]
    text = "\n".join(word for word in words if word)[:_LONG]
    page = PageState(dialog=look.dialog) if look.whole or look.dialog else None
    title = into.title or look.window[:_SHORT]
    return msgspec.structs.replace(
        into,
        elements=elements,
        elements_cut=not look.whole,
        text=text,
        title=title,
        page=page,
    )


def name_target(thing: AtspiElement | None, region: PixelBox | None) -> Target | None:
    """The element that an action hit, with the part of its box that lies in the region."""
    if thing is None or not thing.role:
        return None
    return Target(
        tag=thing.tag[:_SHORT],
        role=thing.role[:_SHORT],
        text=(thing.text or thing.caption)[:_SHORT],
        box=_counted_from(region, thing.box),
        state=thing.state,
    )


def _within(look: WindowContents, region: PixelBox) -> WindowContents:
    """What lies in the region at least in part; what has no place goes with the element before it
    in the tree.
    """
    kept, is_in = [], True
    for one in look.elements:
        if one.box:
            is_in = _counted_from(region, one.box) is not None
        if is_in:
            kept.append(one)
    window = look.window if kept or not look.elements else ""
    return msgspec.structs.replace(look, elements=tuple(kept), window=window)


def _counted_from(region: PixelBox | None, box: Box | None) -> Box | None:
    """The part of a box in the region, from the region's corner; None where there is none."""
    if box is None or region is None:
        return box
    shared = box.intersection(Box(*region))
    return shared.shifted(region.origin.opposite) if shared else None
