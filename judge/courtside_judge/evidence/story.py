"""Tells a run in a few short lines, one a step. Draws no conclusion.

The extractors of the story read them (`story_run.py`), and so do training's language models, which
have little room. They tell what each step did and what it changed on the screen, rather than whole
screens; what shares words with the task comes first where not all of it has room. Lines are made
step by step, each once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from courtside_judge.protocol import Ending
from courtside_store.records import Observation, Step
from courtside_store.rendering import render_facts, render_page, render_step

from .content_words import content_words

TEXTS = 6
"""Texts that a step newly shows, or that the end shows, which are told."""
_PASSED = "wait | nothing changed"
_ACTION = 120
_TEXT = 48
"""Letters of an action, and of one text, that are told."""


class Story:
    """Of one run. Each step costs the size of its screens."""

    def __init__(self, task: str) -> None:
        self._words = content_words(task)
        self._last: Observation | None = None
        self.lines: list[str] = []
        """One a step."""
        self.words_before: set[str] = set()
        """Those of all lines but the newest."""

    def take(self, step: Step) -> None:
        """The next step."""
        if self.lines:
            self.words_before |= content_words(self.lines[-1])
        before, after = step.before or self._last, step.after
        parts = [" ".join(render_step(step).split())[:_ACTION], *render_facts(step)[:3]]
        if before is not None and after is not None:
            parts += self._change(before, after)
        elif after is None:
            parts.append("screen not seen")
        self.lines.append(" | ".join(parts))
        self._last = after or self._last

    def pass_over(self, steps: int) -> None:
        """Tells nothing of the steps so far."""
        self.lines = [_PASSED] * steps

    def ending(self, ending: Ending) -> str:
        """Where it stands at the end, and what the agent says."""
        look = self._last
        where = [] if look is None else [_place(look), *render_page(look.page)]
        shown = [] if look is None else self._foremost(Counter(_texts(look)))
        answer = " ".join(ending.answer.split())[:200] or "nothing"
        return " | ".join([*filter(None, where), f"shows: {', '.join(shown)}", f"says: {answer}"])

    def _change(self, before: Observation, after: Observation) -> list[str]:
        then, now = Counter(_texts(before)), Counter(_texts(after))
        place = _place(after)
        parts = [f"at {place}"] if place and place != _place(before) else []
        if new := self._foremost(now - then):
            parts.append(f"new: {', '.join(new)}")
        if gone := self._foremost(then - now)[: TEXTS // 2]:
            parts.append(f"gone: {', '.join(gone)}")
        return parts if new or gone or parts else ["nothing changed"]

    def _foremost(self, texts: Counter[str]) -> list[str]:
        """Those that share most with the task, in the order of the screen."""
        names = list(texts)
        ranked = sorted(range(len(names)), key=lambda n: (-self._shared(names[n]), n))
        return [names[n][:_TEXT] for n in sorted(ranked[:TEXTS])]

    def _shared(self, text: str) -> float:
        words = content_words(text)
        return len(words & self._words) / (1 + len(words)) ** 0.5 if words else -1.0


def _place(look: Observation) -> str:
    page = look.page
    heading = page.heading if page else ""
    return (heading or look.title)[:_TEXT]


def _texts(look: Observation) -> Sequence[str]:
    """What elements show; a field with its name."""
    shown = (
        f"{e.text}={e.value}" if e.value and e.value != e.text else e.text for e in look.elements
    )
    return [" ".join(text.split()) for text in shown if text.strip()]
