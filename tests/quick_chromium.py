"""Which Chromium tests and the commands that they start use: one whose windows cost a third."""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path

from courtside_bridges.web.browsers import find_browser

SCRIPT = Path(__file__).with_name("quick_chromium.sh")
REAL = "REAL_CHROMIUM"


def use_quick_chromium(environ: MutableMapping[str, str]) -> None:
    """Puts the script in the place of the Chromium that it starts.

    It changes what Playwright starts. A browser that a test starts itself with a debug port stays
    as a user has it.
    """
    found = None if REAL in environ else find_browser(environ)
    if found is not None and found.loads_extensions:
        environ.update({REAL: found.path, "COURTSIDE_BROWSER": str(SCRIPT)})
