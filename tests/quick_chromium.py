"""How tests start the Chromium that they share, so that a window of it costs a third."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from courtside_bridges.web.browsers import Browser

SCRIPT = Path(__file__).with_name("chromium_without_suggestions.sh")


def quick_start(browser: Browser, *flags: str) -> dict[str, Any]:
    """What Playwright's `launch` is given. Browsers with a debug port, and those that a test starts
    itself, stay as a user has them.
    """
    return {
        "executable_path": SCRIPT,
        "env": {**os.environ, "REAL_CHROMIUM": browser.path},
        "args": [*browser.flags, *flags],
    }
