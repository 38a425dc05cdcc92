"""Makes what a page, an agent or a model said safe to hand to an agent. Knows no lesson.

Prompt injection: such words come in one line, in quotation marks that they cannot close, without
what a prompt may use as a frame.
"""

from __future__ import annotations

import re

from courtside_judge.evidence.wording import quote

MAX_FIELD = 200
_FRAMES = re.compile(r"[`<>{}\[\]|]+|#{2,}|-{3,}|={3,}")


def clean(text: str, most: int = MAX_FIELD) -> str:
    """One short line: no control characters, no fences, no line breaks, no open quotation mark."""
    visible = "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(_FRAMES.sub(" ", visible).split())
    return line if len(line) <= most else _closed(line[: most - 2])


def quoted(text: str, most: int = MAX_FIELD - 3) -> str:
    """The clean text in quotation marks; empty where nothing is left."""
    line = clean(text, max(most, MAX_FIELD))
    return quote(line, most) if line else ""


def _closed(cut: str) -> str:
    return cut + "…" + '"' * (cut.count('"') % 2)
