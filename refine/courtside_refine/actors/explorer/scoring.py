"""How promising each action looks, by what task, lessons and page say. Chooses nothing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from courtside_judge.evidence.goals import is_same, normal
from courtside_judge.evidence.likeness import stems
from courtside_refine.actors.actions import ActorAction, Click, Press, Type
from courtside_refine.actors.page_view import PageView, ViewRow, name_of

from .hints import Hints
from .history import History, key_of
from .lexicon import (
    GOING,
    OPERATIONS,
    is_back,
    is_risky,
    is_save,
    may_save,
    operations,
    wanted_state,
    with_signs,
)
from .values import Value, values_of

SHORT = 40
"""Characters of a name that can be a part of the task, word for word."""
USED_AGAIN = 0.35
"""What a word of the task counts once something of that name was pressed."""
MOST_WORDS = 2.5
"""Further words that a name shares with the task count no more."""
SEARCH = "search"


class Scorer:
    """For one task with its lessons."""

    def __init__(self, task: str, hints: Hints, history: History) -> None:
        self.task = task
        self._words = f" {' '.join(normal(task).split())} "
        self._asked = stems(task)
        self._wants = stems(" ".join(hints.wanted))
        self._operations = operations(task)
        self._hints = hints
        self._has_fields = False
        self._history = history
        wanted = tuple(Value(text=text, quoted=True) for text in hints.wanted if len(text) < 60)
        known = {value.key for value in values_of(task)}
        self.values = (*values_of(task), *(one for one in wanted if one.key not in known))

    def left(self) -> list[Value]:
        """Values of the task that were not typed, chosen or pressed."""
        return [v for v in self.values if v.quoted and not self._history.has_given(v.key)]

    def scores(self, view: PageView) -> Iterator[tuple[float, ActorAction]]:
        """Each action that the page offers."""
        rare = self._rarity(view)
        self._has_fields = any(row.is_field for row in view.controls)
        for row in view.controls:
            beside = -3.0 if view.has_dialog and not row.in_dialog else 0.0
            if row.is_field:
                for score, action in self._typing(row):
                    yield beside + score + self._again(action, row), action
            if not row.options:
                action = Click(id=row.id)
                yield beside + self._click(row, rare) + self._again(action, row), action
        if self._history.dirty:
            yield 0.6 + self._again(Press(keys="Enter"), None), Press(keys="Enter")

    def _rarity(self, view: PageView) -> Counter[str]:
        """In how many controls each stem stands."""
        return Counter(stem for row in view.controls for stem in stems(row.element.text))

    def _again(self, action: ActorAction, row: ViewRow | None) -> float:
        """Less for what was done before, or was blamed."""
        key = key_of(action, row)
        blamed = row is not None and normal(name_of(row)) in self._hints.avoid
        if isinstance(action, Type):
            blamed = normal(action.text) in self._hints.avoid
        return (
            -3.0 * min(2, self._history.times[key])
            - 3.0 * (key in self._history.idle)
            - 2.5 * blamed
        )

    def _typing(self, row: ViewRow) -> Iterator[tuple[float, ActorAction]]:
        if row.options:
            yield from self._choosing(row)
            return
        name = stems(f"{row.element.text} {row.hint}")
        for value in self.values:
            if is_same(row.element.value, value.text):
                continue
            score = 1.0 + 1.2 * value.quoted + 1.5 * min(2, len(name & value.before))
            score += 0.5 * bool(name & value.after) - 1.5 * self._history.has_given(value.key)
            score += 1.0 * (row.in_dialog) - 1.5 * (SEARCH in name and SEARCH not in self._asked)
            score += 1.5 * any(is_same(value.text, want) for want in self._hints.wanted)
            score -= 1.0 * bool(row.element.value and not name & self._asked)
            yield score, Type(id=row.id, text=value.text, enter=SEARCH in name)

    def _choosing(self, row: ViewRow) -> Iterator[tuple[float, ActorAction]]:
        named = len(stems(f"{row.element.text} {row.hint}") & self._asked)
        for option in row.options:
            if not option or is_same(option, row.element.value):
                continue
            said = stems(option)
            is_value = any(is_same(option, value.text) for value in self.values)
            fits = len(said & self._asked) / max(1, len(said))
            literal = self._is_said(option)
            if is_value or literal or fits > 0.5:
                score = 1.5 * is_value + 1.5 * literal + fits + min(2, named)
                score += 1.5 * bool(said & self._wants) - 1.5 * (
                    self._history.has_given(normal(option))
                )
                yield score, Type(id=row.id, text=option)

    def _click(self, row: ViewRow, rare: Counter[str]) -> float:
        name = with_signs(row.element.text or row.near)
        own = stems(name)
        if is_save(row.element.text) and not row.is_field:
            return 0.5 * self._is_said(row.element.text) + self._ending(row)
        score = self._likeness(own, rare) + 1.5 * self._is_said(row.element.text)
        score += self._row(row, own, rare) + 0.6 * self._hinted(row, own)
        score += 0.8 * bool(operations(f"{name} {row.hint}") & self._operations)
        score += 1.2 * bool(own & self._wants) + 0.8 * self._is_new(row)
        score += self._ending(row) + self._toggle(row, own)
        if is_back(name) and not self._is_said(row.element.text):
            score -= 2.0
        if is_risky(name) and not operations(name) & self._operations:
            score -= 3.0
        if row.is_field or (row.element.tag == "label" and self._has_fields):
            return 0.3 * score - 1.0
        return score

    def _is_new(self, row: ViewRow) -> bool:
        """What the last action brought: a menu, a dialog."""
        return bool(self._history.shown) and name_of(row) not in self._history.shown

    def _hinted(self, row: ViewRow, own: frozenset[str]) -> int:
        """Words of the task in its markup, two at most."""
        return min(2, len((stems(row.hint) - own) & self._asked))

    def _likeness(self, own: frozenset[str], rare: Counter[str]) -> float:
        """Words that it shares with the task: rare ones more, those used up less."""
        shared = own & self._asked
        weight: float = sum(
            math.pow(USED_AGAIN, self._history.used[stem]) / (1 + 0.2 * (max(1, rare[stem]) - 1))
            for stem in shared
        )
        return 1.6 * min(MOST_WORDS, weight) * math.sqrt(len(shared) / len(own)) if own else 0.0

    def _row(self, row: ViewRow, own: frozenset[str], rare: Counter[str]) -> float:
        """What stands beside it in its row."""
        beside = stems(row.near) - own
        shared = beside & self._asked
        if not shared:
            return 0.0
        weight = sum(1 / (1 + 0.3 * (max(1, rare[stem]) - 1)) for stem in shared)
        return 1.2 * weight * math.sqrt(len(shared) / len(beside)) + 0.5 * bool(
            beside & self._wants
        )

    def _is_said(self, name: str) -> bool:
        """Whether the task has its name, word for word."""
        words = normal(name)
        return 1 < len(words) <= SHORT and f" {words} " in self._words_apart

    @property
    def _words_apart(self) -> str:
        return "".join(c if c.isalnum() or c in "-'@.#/" else " " for c in self._words)

    def _ending(self, row: ViewRow) -> float:
        """What saves counts once there is something to save, and nothing is left to give."""
        name = row.element.text
        if row.is_field or not may_save(name):
            return 0.0
        left = 1.0 * len(self.left())
        if self._history.dirty:
            return 1.6 + 0.8 * row.in_dialog + 1.5 * self._hints.save - left
        if not is_save(name):
            return 0.0
        return 1.0 * self._hints.save - (2.0 if self.values and not row.in_dialog else 0.0) - left

    def _toggle(self, row: ViewRow, own: frozenset[str]) -> float:
        """A switch that is as the task wants it already is left alone."""
        if not row.is_toggle:
            return 0.0
        if len(own & self._asked) < 0.5 * len(own):
            return -2.0
        wanted = wanted_state(self.task)
        if wanted is None:
            return -1.0 * row.is_on
        return -3.0 if wanted == row.is_on else 0.8

    def coverage(self) -> float:
        """How much of what the task names was pressed, typed or chosen; 1: all of it."""
        named = self._asked - stems(" ".join(OPERATIONS.values())) - stems(GOING)
        done = set(self._history.used)
        for value in self.values:
            if self._history.has_given(value.key):
                done |= stems(value.text)
        return len(named & done) / len(named) if named else 1.0
