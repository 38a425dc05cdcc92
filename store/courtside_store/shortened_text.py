"""Shortens a text, with a mark where it ends early. Knows nothing of what it says."""

from __future__ import annotations

MARK = "…"
"""Ends a text that is shown in part."""


def shortened(text: str, most: int) -> str:
    """At most so many characters, the last of them the mark where some are left out."""
    return text if len(text) <= most else text[: most - len(MARK)] + MARK
