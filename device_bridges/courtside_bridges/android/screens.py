"""Makes one look at a device from its picture and its tree; secrets are painted over first.

Knows no server: it gets what the device answered.
"""

from __future__ import annotations

import io

from PIL import Image

from courtside_bridges.masking import mask
from courtside_formats.importers.pictures import fit_image
from courtside_formats.ui_trees.page_source import PageSource
from courtside_store.geometry import Box, PixelSize
from courtside_store.images import check_image, measure_image
from courtside_store.records import Observation, Record, Target, now_ms, target_of

NO_TREE = "the screen's tree could not be read, so that secrets could not be painted over"
UNMEASURED = "a secret field is on the screen and its place is unknown"
FLAG_SECURE = "FLAG_SECURE: the app does not let its screen be pictured"
BLACK_BYTES = 0.05
"""A picture with fewer bytes a pixel may be black all over, as FLAG_SECURE makes it."""
SLACK_UNITS = 2.0
MAX_TEXT = 20_000
NO_PIXELS = PixelSize(0, 0)


class ScreenLook(Record, frozen=True, kw_only=True):
    """One look, with what an action that begins on it has to know."""

    look: Observation
    frame: bytes | None = None
    """The picture as it may be kept."""
    has_secrets: bool = False
    has_tree: bool = True

    @property
    def is_blind(self) -> bool:
        """Nothing was seen at all: the next look may see more."""
        return not self.has_tree and not self.look.width

    def within(self, box: Box) -> Target | None:
        """The element with this box; None where there is none."""
        same = [e for e in self.look.elements if e.box and e.box.is_near(box, SLACK_UNITS)]
        same.sort(key=lambda element: (not element.interactable, not element.text))
        return target_of(same[0]) if same else None


def no_screen(why: str) -> ScreenLook:
    """A look that showed nothing, and why."""
    return ScreenLook(
        look=Observation(at_ms=now_ms(), withheld=why), has_secrets=True, has_tree=False
    )


def make_screen(
    tree: PageSource | None, picture: bytes | str, at_ms: int, ratio: float = 1.0
) -> ScreenLook:
    """A look. `picture` is the image, or why there is none; `ratio`: its pixels for one unit.

    A picture that cannot be kept is withheld, and the look says why. Blocks: it may decode.
    """
    frame, withheld = _keep(tree, picture, ratio)
    pixels = _size(picture)
    scale = pixels.width / tree.width if tree and tree.width and pixels.width else ratio
    look = Observation(
        at_ms=at_ms,
        withheld=withheld,
        width=round(pixels.width / scale),
        height=round(pixels.height / scale),
        scale=scale,
        title=tree.title if tree else "",
        page=tree.page if tree else None,
        text=_text(tree),
        elements=tree.elements if tree else (),
    )
    has_secrets = tree.has_secrets if tree else True
    return ScreenLook(look=look, frame=frame, has_secrets=has_secrets, has_tree=tree is not None)


def _keep(
    tree: PageSource | None, picture: bytes | str, ratio: float
) -> tuple[bytes | None, str | None]:
    """The picture as it may be kept, or why it may not."""
    if isinstance(picture, str):
        return None, picture[:500]
    if tree is None:
        return None, NO_TREE
    if tree.unmeasured:
        return None, UNMEASURED
    try:
        width, height = measure_image(picture)
        if len(picture) < BLACK_BYTES * width * height and _is_black(picture):
            return None, FLAG_SECURE
        if not tree.secrets:
            return fit_image(picture), None
        kept = mask(picture, tree.secrets, width / tree.width if tree.width else ratio)
        check_image(kept)
    except (ValueError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        return None, f"the device's picture cannot be read: {error}"[:500]
    return kept, None


def _is_black(picture: bytes) -> bool:
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("L").getextrema() == (0, 0)


def _size(picture: bytes | str) -> PixelSize:
    try:
        return measure_image(picture) if isinstance(picture, bytes) else NO_PIXELS
    except ValueError:
        return NO_PIXELS


def _text(tree: PageSource | None) -> str:
    words = (word for e in (tree.elements if tree else ()) for word in (e.text, e.value) if word)
    return "\n".join(words)[:MAX_TEXT]
