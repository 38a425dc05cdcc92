"""What stands in quotation marks in a text. Knows not what it means."""

from __future__ import annotations

import re

QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|‘([^’]+)’|(?<!\w)\'([^\']+)\'(?!\w)')


def quoted_in(task: str) -> tuple[str, ...]:
    """The parts of a text that stand in quotation marks."""
    return tuple("".join(parts) for parts in QUOTED.findall(task))


def without_quotes(task: str) -> str:
    """The task without what stands in quotation marks."""
    return QUOTED.sub(" ", task)
