"""How promising each action looks, by what task, lessons and page say. Chooses nothing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.text_forms import is_in, is_same, normal
from courtside_refine.actors.actor_actions import ActorAction, Click, Press, Type
from courtside_refine.actors.page_view import PageView, ViewRow, name_of
from courtside_refine.irreversible_words import takes_away

from .hints import Hints
from .history import History, key_of
from .lexicon import (
    GOING,
    OPERATIONS,
    is_back,
    is_save,
    leads_on,
    may_save,
    operations,
    wanted_state,
    with_signs,
)
from .named_values import TaskValue, values_of

MAX_NAME_IN_TASK_CHARS = 40
"""A longer name is no part of the task, word for word."""
USED_AGAIN = 0.35
"""What a word of the task counts once something of that name was pressed."""
MAX_WORD_WEIGHT = 2.5
"""Further words that a name shares with the task count no more."""
TASK_WORDS = 4
"""A text with so many words of the task, and most of them, is no name of a field."""
MAX_FIELDS_OF_A_WORD = 2
"""A word in the names of more fields tells none from another."""
BLAME = 2.5
"""What a lesson against an action takes from it."""
DOUBT = 0.5
SEARCH = "search"


class Scorer:
    """Scores the actions of one task, with its lessons."""

    def __init__(self, task: str, hints: Hints, history: History) -> None:
        self.task = task
        self._words = f" {' '.join(normal(task).split())} "
        self._asked = stems(task)
        self._wants = stems(" ".join(hints.wanted))
        self._operations = operations(task)
        self._submit = read_goal(task).submit
        self._case = read_goal(task).case
        self._hints = hints
        self._has_fields = False
        self._names: Counter[str] = Counter()
        self._order: dict[int, int] = {}
        """The number of each control among those of its role, by id."""
        self._of_all_fields: frozenset[str] = frozenset()
        self._empty: frozenset[str] = frozenset()
        """Stems of the names of empty fields."""
        self._history = history
        wanted = tuple(TaskValue(text=text) for text in hints.wanted if _is_value(task, text))
        known = {value.key for value in values_of(task)}
        self.values = (*values_of(task), *(one for one in wanted if one.key not in known))

    def left(self) -> list[TaskValue]:
        """Values of the task that were not typed, chosen or pressed: those to be taken as they
        are, and those that belong into an empty field."""
        return [
            value
            for value in self.values
            if (value.quoted or (value.use != "press" and value.before & self._empty))
            and not self._history.has_given(value.key)
        ]

    def is_unsent(self) -> bool:
        """Whether the task names a button for the end that was not pressed."""
        return bool(self._submit) and not any(self._submit in n for n in self._history.pressed)

    def scores(self, view: PageView) -> Iterator[tuple[float, ActorAction]]:
        """Each action that the page offers."""
        rare = self._rarity(view)
        self._order = _numbered(view)
        self._names = Counter(normal(name_of(row)) for row in view.controls)
        self._has_fields = any(row.is_field for row in view.controls)
        fields = [row for row in view.controls if row.is_field]
        word_counts = Counter(s for row in fields for s in stems(f"{row.element.text} {row.hint}"))
        self._of_all_fields = frozenset(
            stem for stem, times in word_counts.items() if times > MAX_FIELDS_OF_A_WORD
        )
        empty = [row for row in view.controls if row.is_field and not row.element.value]
        self._empty = frozenset(stem for row in empty for stem in self._field_name(row))
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
        times = -3.0 * min(2, self._history.times[key]) - 3.0 * (key in self._history.idle)
        if row is None:
            return times
        doubt = normal(name_of(row)) in self._hints.doubted
        blame = BLAME * self._is_blamed(action, row) + DOUBT * doubt
        return times - blame + self._number(row)

    def _number(self, row: ViewRow) -> float:
        """More for the very one that a lesson counted, less for the others of its kind."""
        asked = [number for role, number in self._hints.numbers if role == row.element.role]
        if not asked or row.id not in self._order:
            return 0.0
        return 3.0 if self._order[row.id] in asked else -2.0

    def _is_blamed(self, action: ActorAction, row: ViewRow) -> bool:
        """Whether a lesson speaks against it; of several of one name against that in its row.

        What leads on is not blamed for what lies behind it: the way may lead through it again.
        """
        if leads_on(row.element.role, row.hint):
            return False
        hints, name = self._hints, normal(name_of(row))
        if isinstance(action, Type):
            return {normal(action.text), name} <= hints.avoid
        if any(name == own and beside in normal(row.near) for own, beside in hints.avoid_in_row):
            return True
        return name in hints.avoid and self._names[name] == 1

    def _typing(self, row: ViewRow) -> Iterator[tuple[float, ActorAction]]:
        if row.options:
            yield from self._choosing(row)
            return
        name = self._field_name(row)
        for value in self.values:
            if value.use != "press" and not is_same(row.element.value, value.text):
                text = self._cased(value.text)
                action = Type(id=row.id, text=text, enter=SEARCH in name)
                yield self._worth(value, row, name), action

    def _worth(self, value: TaskValue, row: ViewRow, name: frozenset[str]) -> float:
        """Of a value in a field of this name."""
        fits = min(2, len(name & value.before))
        is_sure = value.quoted or value.use == "type"
        score = (2.2 if is_sure else 1.0 if fits else -1.0) + 1.5 * fits
        score += 0.5 * bool(name & value.after) - 3.0 * self._history.has_given(value.key)
        score += 1.0 * row.in_dialog - 1.5 * (SEARCH in name and SEARCH not in self._asked)
        score += 1.5 * any(is_same(value.text, want) for want in self._hints.wanted)
        score -= 1.0 * bool(row.element.value and not name & self._asked)
        return score - 2.5 * self._holds_asked(row)

    def _field_name(self, row: ViewRow) -> frozenset[str]:
        """Without what most fields of the page say of themselves. A field that is named by the task
        itself has none: the task's words stand before each of its values."""
        name = stems(f"{row.element.text} {row.hint}") - self._of_all_fields
        shared = len(name & self._asked)
        return frozenset() if shared >= TASK_WORDS and 2 * shared > len(self._asked) else name

    def _holds_asked(self, row: ViewRow) -> bool:
        """Whether a field has what the task asks for already."""
        return any(is_same(row.element.value, value.text) for value in self.values if value.quoted)

    def _cased(self, text: str) -> str:
        """In capital or small letters, where the task says so."""
        match self._case:
            case "upper":
                return text.upper()
            case "lower":
                return text.lower()
            case _:
                return text

    def _choosing(self, row: ViewRow) -> Iterator[tuple[float, ActorAction]]:
        named = len(stems(f"{row.element.text} {row.hint}") & self._asked)
        for option in row.options:
            if not option or is_same(option, row.element.value):
                continue
            words = stems(option)
            is_value = any(is_same(option, value.text) for value in self.values)
            fits = len(words & self._asked) / max(1, len(words))
            literal = self._is_named(option)
            if is_value or literal or fits > 0.5:
                score = 1.5 * is_value + 1.5 * literal + fits + min(2, named)
                score += 1.5 * bool(words & self._wants) - 1.5 * (
                    self._history.has_given(normal(option))
                )
                yield score, Type(id=row.id, text=option)

    def _click(self, row: ViewRow, rare: Counter[str]) -> float:
        name = with_signs(row.element.text or row.near)
        own = stems(name)
        if is_save(row.element.text) and not row.is_field:
            pressed = normal(row.element.text) in self._hints.press
            return 0.5 * self._is_named(row.element.text) + 1.0 * pressed + self._ending(row)
        score = self._likeness(own, rare) + 1.5 * self._is_named(row.element.text)
        score += self._row(row, own, rare) + 0.6 * self._hinted(row, own)
        score += 0.8 * bool(operations(f"{name} {row.hint}") & self._operations)
        score += 1.2 * bool(
            own & self._wants or normal(name) in self._hints.press
        ) + 0.8 * self._is_new(row)
        score += self._ending(row) + self._toggle(row, own)
        if is_back(name) and not self._is_named(row.element.text):
            score -= 2.0
        if not operations(name) & self._operations:
            score -= 3.0 * takes_away(name) + 1.5 * bool(operations(name) & {"add", "send"})
        score += 0.4 * leads_on(row.element.role, row.hint)
        is_label = row.element.tag == "label" and not row.is_toggle and self._has_fields
        if row.is_field or is_label:
            return 0.3 * score - 1.0 + 2.0 * self._history.is_stubborn(row)
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
        return (
            1.6 * min(MAX_WORD_WEIGHT, weight) * math.sqrt(len(shared) / len(own)) if own else 0.0
        )

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

    def _is_named(self, name: str) -> bool:
        """Whether the task has its name, word for word."""
        words = normal(name)
        return 1 < len(words) <= MAX_NAME_IN_TASK_CHARS and f" {words} " in self._words_apart

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
        sends = bool(self._submit) and self._submit in name.lower()
        if sends and self._history.changes and self.is_unsent():
            return 1.5 - left
        if not is_save(name):
            return -2.0 if left and self._empty and not operations(name) & {"add"} else 0.0
        return 1.0 * self._hints.save - (2.0 if self.values and not row.in_dialog else 0.0) - left

    def _toggle(self, row: ViewRow, own: frozenset[str]) -> float:
        """A switch that is as the task wants it already is left alone."""
        if not row.is_toggle:
            return 0.0
        if not own or len(own & self._asked) < 0.5 * len(own):
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


def _is_value(task: str, text: str) -> bool:
    """Whether it may be typed or chosen: words of the task, and not half of it."""
    return len(text.split()) <= 4 and is_in(task, text)


def _numbered(view: PageView) -> dict[int, int]:
    seen: Counter[str] = Counter()
    numbers = {}
    for row in view.controls:
        seen[row.element.role] += 1
        numbers[row.id] = seen[row.element.role]
    return numbers
