"""What became of each requirement, and what follows for the run. Asks nobody."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal

from courtside_store.records import Evidence, Record, RunLabel

Word = Literal["met", "failed", "unseen"]
IN_WORDS: dict[Word, str] = {"failed": "not met", "unseen": "no screen tells", "met": "met"}
"""What a reader is told of a requirement, the worst first."""
MAX_WEIGHT = 4.0
"""Log-odds that one requirement adds at most: a model's shares are surer than the model."""


class Check(Record, frozen=True, kw_only=True):
    """One requirement, checked over all screens."""

    item: str
    word: Word
    probability: float | None
    """That it is met; None where the checker gives none."""
    step: int | None = None
    """The last one of the part of the run that decided it."""

    def evidence(self) -> Evidence:
        """It as a piece of evidence."""
        weight = 0.0
        if self.probability is not None and self.word != "unseen":
            p = min(max(self.probability, 1e-6), 1 - 1e-6)
            weight = max(-MAX_WEIGHT, min(MAX_WEIGHT, log(p / (1 - p))))
        return Evidence(
            kind=f"requirement-{self.word}",
            text=f"{self.item}: {IN_WORDS[self.word]}",
            weight=round(weight, 3),
            step=self.step or None,
        )


def last_word(checks: Sequence[Check]) -> Check:
    """The check of a requirement over all parts of a run: a later screen overrules an earlier."""
    return next((one for one in reversed(checks) if one.word != "unseen"), checks[-1])


def outcome(checks: Sequence[Check]) -> tuple[RunLabel, float | None]:
    """Success where all are met, failure where one is not, else unknown; and the least likely one's
    probability, since each is needed.
    """
    words = {check.word for check in checks}
    label: RunLabel = (
        "failure" if "failed" in words else "success" if words == {"met"} else "unknown"
    )
    likely = [check.probability for check in checks if check.probability is not None]
    return label, min(likely) if len(likely) == len(checks) and likely else None
