"""Finds the extension's folder: inside the installed package, else in the source tree."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def extension_folder() -> Path:
    """The folder to load. Raises FileNotFoundError where the installation is broken."""
    packed = Path(str(files("courtside_bridges") / "extension"))
    source = Path(__file__).resolve().parents[3] / "extension"
    for folder in (packed, source):
        if (folder / "page" / "recorder.js").is_file():
            return folder
    raise FileNotFoundError(f"no extension in {packed}; install courtside again")


PAGE_SCRIPTS = (
    "addresses.js",
    "dom.js",
    "tree.js",
    "secrets.js",
    "closed_roots.js",
    "elements.js",
    "screen.js",
    "keys.js",
    "recorder.js",
)
"""In this order; `chrome_api.js` has the same list."""


def recorder_script() -> str:
    """The page scripts that the extension and the CDP observer share, as one."""
    folder = extension_folder() / "page"
    return "\n".join((folder / name).read_text("utf-8") for name in PAGE_SCRIPTS)
