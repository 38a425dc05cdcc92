"""Ends a benchmark with one line where a piece that it needs is missing. Measures nothing."""

from __future__ import annotations

import argparse
import shutil
from importlib.util import find_spec
from pathlib import Path

from courtside_bridges.web.browsers import Browser, find_browser


def need_modules(how: str, *names: str) -> None:
    """Called before they are imported; `how` is what to do where one is missing."""
    if missing := [name for name in names if find_spec(name) is None]:
        raise SystemExit(f"{', '.join(missing)} missing: {how}")


def need_file(path: Path, how: str) -> None:
    """A file that is no part of the repository."""
    if not path.is_file():
        raise SystemExit(f"{path} is missing: {how}")


def need_program(name: str, how: str) -> None:
    """One on the PATH."""
    if shutil.which(name) is None:
        raise SystemExit(f"{name} is missing: {how}")


def need_browser(*, extensions: bool = False) -> Browser:
    """Chromium; `extensions`: one that takes an extension from the command line."""
    browser = find_browser()
    if browser is None or not Path(browser.path).is_file():
        raise SystemExit("no Chromium found: `make test` installs one, COURTSIDE_BROWSER names it")
    if extensions and not browser.loads_extensions:
        raise SystemExit(
            f"{browser.path} takes no extension from the command line: install the package"
            " `chromium` beside it"
        )
    return browser


def existing(text: str) -> Path:
    """A path in a command line. Raises ArgumentTypeError, which argparse prints as one line."""
    path = Path(text)
    if not path.exists():
        raise argparse.ArgumentTypeError(f"there is no {path}")
    return path
