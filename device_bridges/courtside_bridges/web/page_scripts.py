"""The page scripts that the extension and the CDP observer share, as one script."""

from __future__ import annotations

from collections.abc import Sequence

from .extension_folder import extension_folder

PAGE_SCRIPTS = (
    "addresses.js",
    "dom.js",
    "tree.js",
    "disguises.js",
    "secrets.js",
    "closed_roots.js",
    "boxes.js",
    "elements.js",
    "page_state.js",
    "screen.js",
    "keys.js",
    "leaving.js",
    "announcements.js",
    "looks.js",
    "hits.js",
    "reports.js",
    "missed_events.js",
    "presses.js",
    "strokes.js",
    "typing.js",
    "scrolling.js",
    "recorder.js",
)
"""The page scripts in the order in which they load, as in `chrome_api.js`."""
DISGUISE_SCRIPTS = ("dom.js", "disguises.js")
"""Those that tell which elements show their text as dots."""


def recorder_script() -> str:
    """All of them, one after the other."""
    return page_script(PAGE_SCRIPTS)


def page_script(names: Sequence[str]) -> str:
    """These page scripts, one after the other."""
    folder = extension_folder() / "page"
    return "\n".join((folder / name).read_text("utf-8") for name in names)
