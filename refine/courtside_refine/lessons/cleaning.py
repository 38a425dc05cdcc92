"""Makes what a page, an agent or a model said safe to hand to an agent. Knows no lesson.

Prompt injection: such words come in one line, in quotation marks that they cannot close, without
what a prompt may use as a frame.
"""

from __future__ import annotations

import re

from courtside_judge.evidence.wording import quote
from courtside_store.addresses import clean_text

MAX_FIELD = 200
MAX_READ = 20_000
"""Of a longer text only the beginning is read."""
_FRAMES = re.compile(r"[`<>{}\[\]|]+|#{2,}|-{3,}|={3,}|~{3,}")
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that are drawn as nothing, in which words can be hidden (Unicode, UAX 44:
Default_Ignorable_Code_Point, those that Python calls printable)."""


def clean(text: str, most: int = MAX_FIELD) -> str:
    """One short line: no control characters, nothing invisible, no fences, no line breaks, no open
    quotation mark, no secrets in addresses."""
    shown = clean_text(_INVISIBLE.sub("", text[:MAX_READ]))
    visible = "".join(c if c.isprintable() else " " for c in shown)
    line = " ".join(_FRAMES.sub(" ", visible).split())
    return line if len(line) <= most else _closed(line[: most - 2])


def quoted(text: str, most: int = MAX_FIELD - 3) -> str:
    """The clean text in quotation marks; empty where nothing is left."""
    line = clean(text, max(most, MAX_FIELD))
    return quote(line, most) if line else ""


def _closed(cut: str) -> str:
    return cut + "…" + '"' * (cut.count('"') % 2)
