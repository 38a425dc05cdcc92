"""Reads what an agent says of itself: what it acted on, and whether it claims to have succeeded.

Rules over English words, for recordings that keep nothing better.
"""

from __future__ import annotations

import re

_ACTS = re.compile(
    r"(?:clicked|tapped|long[- ]pressed|selected|typed|entered|opened)\b"
    r"[^\"“.]{0,40}[\"“]([^\"”]{1,80})[\"”]",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r"\b(success\w*|complet\w+|achieved|accomplished|done|created|saved|added|deleted|removed|"
    r"recorded|paused|running|answer)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(unable to|(could|can) ?n[o']t|not able to|failed to|(im|not )possible|infeasible)\b",
    re.IGNORECASE,
)


def told_name(index: int, reason: str, summary: str) -> str:
    """What the agent calls the element that it acts on; empty where its words do not say.

    It names it beside the element's number in its reason, or as what it acted on in its summary.
    """
    beside = re.search(
        rf"[\"“]([^\"”]{{1,80}})[\"”][^\"“.]{{0,60}}?\(?(?:UI )?(?:element|index)\s*#?{index}\b",
        reason,
        re.IGNORECASE,
    )
    found = beside or _ACTS.search(summary)
    return found[1] if found else ""


def last_words(told: str) -> str:
    """The end of a narration: its last paragraph, or as much of it as one would read."""
    return told[-2000:].rpartition("\n\n")[2].strip()


def claims_success(told: str) -> bool | None:
    """Whether a narration ends as one of a success; None where there is none."""
    if not told:
        return None
    end = told[-600:]
    return bool(_CLAIMS.search(end)) and not _DENIES.search(last_words(told))
