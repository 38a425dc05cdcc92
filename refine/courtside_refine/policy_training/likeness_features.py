"""How much of a task an element says: words by their stems, phrases, order. Knows no network."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from courtside_judge.evidence.likeness import stem_of
from courtside_refine.actors.explorer.named_values import values_of


@lru_cache(maxsize=16384)
def stems_in(text: str) -> tuple[str, ...]:
    """The stems of all words of a text, in their order."""
    return tuple(stem_of(word) for word in re.findall(r"\w+", text.lower()))


class TaskWording:
    """One task beside the texts of one screen."""

    def __init__(self, task: str, texts: Sequence[str]) -> None:
        self.words = stems_in(task)
        self._known = frozenset(self.words)
        shown = Counter(word for text in texts for word in set(stems_in(text)))
        self._worth = {word: 1 / shown[word] for word in shown}
        self._words_of_task = f" {' '.join(self.words)} "
        self._values = {" ".join(stems_in(value.text)) for value in values_of(task)}

    def share(self, text: str) -> float:
        """The share of the text's words that the task has too."""
        words = stems_in(text)
        return sum(word in self._known for word in words) / len(words) if words else 0.0

    def worth(self, text: str) -> float:
        """How many words the text shares with the task; common ones count less; at most 3."""
        return min(3.0, sum(self._worth.get(w, 1.0) for w in set(stems_in(text)) & self._known))

    def place(self, text: str) -> int | None:
        """Where in the task the whole text stands, in words from 0; None where it does not."""
        phrase = " ".join(stems_in(text))
        if not phrase:
            return None
        at = self._words_of_task.find(f" {phrase} ")
        return self._words_of_task[:at].count(" ") if at >= 0 else None

    def is_value(self, text: str) -> bool:
        """Whether it is one of the values that the task names."""
        return bool(text) and " ".join(stems_in(text)) in self._values

    def holds_value(self, text: str) -> bool:
        """Whether one of those values stands in it."""
        words = f" {' '.join(stems_in(text))} "
        return any(value and f" {value} " in words for value in self._values)

    def used(self, texts: Sequence[str]) -> float:
        """Of the task's values, those that stand in what was done."""
        if not self._values:
            return 0.0
        done = {" ".join(stems_in(text)) for text in texts}
        return len(self._values & done) / len(self._values)
