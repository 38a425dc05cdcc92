"""What a person reads of a control's name: no icons, no mark of a required field."""

from __future__ import annotations

import unicodedata


def visible_text(text: str) -> str:
    """Without the letters of icon fonts, which Unicode keeps for private use."""
    return " ".join("".join(c for c in text if unicodedata.category(c) != "Co").split())


def visible_name(name: str) -> str:
    """The name as a task says it; empty where it is only an icon."""
    return visible_text(name).strip(" *")
