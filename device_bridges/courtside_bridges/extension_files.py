"""Finds the extension's folder: inside the installed package, else in the source tree."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def extension_folder() -> Path:
    """The folder to load. Raises FileNotFoundError where the installation is broken."""
    packed = Path(str(files("courtside_bridges") / "extension"))
    source = Path(__file__).resolve().parents[2] / "extension"
    for folder in (packed, source):
        if (folder / "page" / "recorder.js").is_file():
            return folder
    raise FileNotFoundError(f"no extension in {packed}; install courtside again")


def recorder_script() -> str:
    """The page script that the extension and the CDP observer share."""
    return (extension_folder() / "page" / "recorder.js").read_text("utf-8")
