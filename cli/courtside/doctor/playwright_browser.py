"""What `courtside doctor` says of Playwright and the Chromium of its own. Starts neither."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from courtside_bridges.web.browsers import Browser

from .check_line import CheckResult

_KINDS = ("chromium", "chromium-headless-shell")
"""What `playwright install chromium` brings; an agent that shows no window starts the second."""


def check_playwright(browser: Browser | None) -> Iterator[CheckResult]:
    """Whether it is installed, and whether `chromium.launch()` finds what it starts."""
    spec = find_spec("playwright")
    if spec is None or not spec.submodule_search_locations:
        yield "playwright", False, "pip install 'courtside[playwright]'"
        return
    yield "playwright", True, "installed"
    package = Path(next(iter(spec.submodule_search_locations)))
    if missing := missing_browsers(package / "driver" / "package", os.environ):
        yield "playwright's browser", False, _how_to_get(missing[0], browser)
    else:
        yield "playwright's browser", True, "its own Chromium is installed"


def missing_browsers(package: Path, environ: Mapping[str, str]) -> list[Path]:
    """Folders of the browsers that this version of Playwright starts and that are not there.

    None where it does not say which it starts, as another version may.
    """
    try:
        listed = json.loads((package / "browsers.json").read_bytes())["browsers"]
        wanted = {one["name"]: one["revision"] for one in listed}
    except (OSError, ValueError, LookupError, TypeError):
        return []
    cache = _cache(package, environ)
    folders = [
        cache / f"{kind.replace('-', '_')}-{wanted[kind]}" for kind in _KINDS if kind in wanted
    ]
    return [folder for folder in folders if not folder.is_dir()]


def _cache(package: Path, environ: Mapping[str, str]) -> Path:
    """Where Playwright keeps browsers."""
    named = environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if named == "0":
        return package / ".local-browsers"
    if named:
        return Path(named)
    folder = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path.home() / folder / "ms-playwright"


def _how_to_get(missing: Path, browser: Browser | None) -> str:
    here = f", or launch(executable_path={browser.path!r}) starts the one above" if browser else ""
    return f"{missing} is not there; `playwright install chromium` brings it{here}"
