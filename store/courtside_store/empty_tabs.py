"""Knows the addresses of tabs in which no page is open. Knows no browser."""

from __future__ import annotations

import re

_EMPTY_TAB = re.compile(r"about:blank|data:,|\w+://new-?tab[\w-]*/?")
"""What a browser opens a tab with, and `data:,`, with which chromedriver starts its browser."""


def is_empty_tab_address(address: str) -> bool:
    """Whether it is what a tab begins with, before anybody has gone anywhere."""
    return bool(_EMPTY_TAB.fullmatch(address.partition("#")[0]))
