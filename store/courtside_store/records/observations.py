"""One look at a screen: its elements and its state. Knows no action."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from courtside_store.geometry import Box, is_usable

from .bounds import Count, Length, Millis, Number, Probability, Sha256, Short, Text
from .given_box import read_box
from .record import Record

FROM_PIXELS = ("ocr", "detector")
"""Sources of elements that were read from a picture, and that no document orders."""
MAX_ELEMENTS = 2_000
"""Of one screen."""
UNTITLED_DIALOG = "dialog"
"""In the place of a title."""


class Element(Record, frozen=True, kw_only=True):
    """One thing on a screen that a person could name."""

    id: Number
    """In the order of the document (pre-order), unique within its observation."""
    tag: Short = ""
    role: Short = ""
    text: Short = ""
    """Accessible name or visible text."""
    value: Short = ""
    """Current value of a field; empty and state has "secret" where it was masked. Empty of pixels:
    what stands in a field is its `text` then, since a hint looks like a value.
    """
    caption: Short = ""
    """What a picture shows, by its alternative text; where `source` is "detector", the label beside
    a field or a box to tick. Empty where `text` says it.
    """
    box: Box | None = None
    """May lie outside of the viewport: what is scrolled out of sight is of the screen too, in a
    list of a million rows tens of millions of units away.
    """
    box_repair: Short = ""
    """What had to be mended of the box that the source gave, and that box, e.g. "corners swapped;
    it was (9, 9, -8, -8)" or "left out; it was (nan, 0, 5, 5)"; empty: it is as it was given.
    """
    interactable: bool = True
    """Is it something to act on? Also while it is disabled, which `state` says."""
    state: tuple[Short, ...] = ()
    """Of: checked, selected, disabled, focused, expanded, required, invalid, secret."""
    actions: tuple[Short, ...] = ()
    """What its source says can be done with it: of Android click, long-press, check, type and
    scroll, of idb the names of its own actions. Empty where the source does not say: of a page, of
    AT-SPI, whose answers would take too long, and of pixels.
    """
    source: Literal["dom", "ax", "ocr", "detector", "device"] = "dom"
    confidence: Probability | None = None

    def __post_init__(self) -> None:
        """Mends the box that a source gave, wherever the element comes from."""
        if isinstance(self.box, Box) and not is_usable(self.box):
            box, repair = read_box(*self.box)
            force_setattr(self, "box", box)
            force_setattr(self, "box_repair", repair)


class PageState(Record, frozen=True, kw_only=True):
    """Which object a page shows, and what in it is left undone."""

    heading: Short = ""
    """The page's first of the first level, else its largest."""
    breadcrumb: Annotated[tuple[Short, ...], Meta(max_length=10)] = ()
    dialog: Short = ""
    """Title of the dialog that waits for an answer, "dialog" where it has none; empty: none. Phones
    and desktops tell this alone.
    """
    dirty: Annotated[tuple[Short, ...], Meta(max_length=20)] = ()
    """Names of the fields that were edited and hold something else now. Never what they hold."""
    dirty_count: Count = 0
    """Of all of them."""


class Observation(Record, frozen=True, kw_only=True):
    """One look at a screen. Boxes and points are in viewport units, the frame in pixels."""

    at_ms: Millis
    frame: Sha256 | None = None
    """Hash of the original image bytes; None where there was no frame or it was withheld."""
    withheld: Short | None = None
    """Why the frame was not recorded, e.g. a secret field that could not be masked."""
    width: Length = 0
    height: Length = 0
    """Size of the viewport, in viewport units."""
    window: Number | None = None
    """Which of the run's windows and tabs it shows, by the order in which its source came to know
    them, from 1; None: the source does not say.
    """
    opener: Number | None = None
    """The window of the run that opened it; None: nobody did, or the source does not say."""
    scale: Annotated[float, Meta(gt=0, le=1000)] = 1.0
    """Frame pixels for one viewport unit."""
    url: Text = ""
    title: Short = ""
    """Of the page; on Android the package of the app in front, on iOS its name, on a desktop the
    title of the window in front.
    """
    text: Text = ""
    """Visible text, cut at 20,000 characters; secrets left out."""
    page: PageState | None = None
    """None where the source does not know."""
    elements: Annotated[tuple[Element, ...], Meta(max_length=MAX_ELEMENTS)] = ()
    elements_cut: bool = False
    """Whether the source had more elements than these. Of a page and of AT-SPI the first 500 are
    kept, of others the first 2,000; of AT-SPI those that it told in time; fewer where a message
    would be too long.
    """
    unread: Short = ""
    """Which part of the frame OCR did not read in time, or why it read nothing of it, so that words
    there are not among the elements; empty: it read all that it was to read. Added when a step is
    shown or judged.
    """
    frame_repair: Short = ""
    """How OCR read the frame otherwise than its file has it, e.g. "CMYK as RGB" or "the first of 3
    frames", or which part of a damaged one; empty: as it is, or it was not read. Added as
    `unread` is.
    """

    def __post_init__(self) -> None:
        """Keeps no more elements than a screen may have, wherever they come from."""
        if isinstance(self.elements, tuple) and len(self.elements) > MAX_ELEMENTS:
            force_setattr(self, "elements", self.elements[:MAX_ELEMENTS])
            force_setattr(self, "elements_cut", True)
