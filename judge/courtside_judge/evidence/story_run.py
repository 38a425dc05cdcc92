"""Reads a run back from the lines of its story. Draws no conclusion.

Sees no screen: so a fit finds the same in a table whose screens are gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from courtside_store.records import Record

from .goals import Goal
from .likeness import stems

_NEXT = re.compile(
    r"; (?=(?:click|double-click|tap|type|select|press|check|scroll|navigate|drag|swipe|answer) )"
)
"""Between two actions of one step."""
_GIVEN = re.compile(r'(?:type|select) "(.*?)"(?: (?:into|in) (?P<place>.*))?$')
_QUOTED = re.compile(r'"(.*)"|"(.*)$')
_ANNOUNCED = re.compile(r"(?:the page said|a dialog opened): (.*)|.* was refused: (.*)")
_PRESSES = ("click", "double-click", "tap", "press", "check", "select")
_FOCUS = "focus"
_HIDDEN = "type (secret)"
_IDLE = ("wait", "hover")
_TAKEN = re.compile(r"sent .*: [23]\d\d\b")
_SHOWS, _NEW, _GONE, _AT = "shows: ", "new: ", "gone: ", "at "
_EDITED = "edited, and not as it was: "


class StoryAction(Record, frozen=True, kw_only=True):
    """One action, in the words of the story."""

    verb: str
    name: str = ""
    """Of what was pressed, or of the field."""
    given: str | None = None
    """What was typed or chosen; None where nothing was, or nobody may look."""
    is_hidden: bool = False
    """It types what nobody may see, such as a password: no screen shows that it changed."""

    @property
    def is_press(self) -> bool:
        """Whether it presses something, or chooses it from a list."""
        return self.verb in _PRESSES

    @property
    def pressed(self) -> str:
        """What it presses or chooses."""
        return (self.given or "") if self.verb == "select" else self.name


class StoryLine(Record, frozen=True, kw_only=True):
    """What one line tells of its step."""

    actions: tuple[StoryAction, ...] = ()
    place: str = ""
    """Where it led."""
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    announced: tuple[str, ...] = ()
    """What the page announced."""
    taken: bool = False
    """Something was sent, and the server took it."""
    edited: tuple[str, ...] = ()
    """Fields that were edited and wait to be sent."""
    is_unchanged: bool = False
    """Nothing that a screen shows changed, and nothing was sent."""

    @property
    def is_hidden(self) -> bool:
        """Something was typed that nobody may see."""
        return any(action.is_hidden for action in self.actions)

    @property
    def is_dead(self) -> bool:
        """Nothing changed, and nothing was sent or typed out of sight."""
        return self.is_unchanged and not self.is_hidden

    @property
    def pressed_last(self) -> str:
        """What its last action pressed or chose; empty where it did something else."""
        last = self.actions[-1] if self.actions else StoryAction(verb="")
        return last.pressed if last.is_press else ""

    @property
    def is_idle(self) -> bool:
        """It only waits, or points at something."""
        return all(action.verb in _IDLE for action in self.actions)

    @property
    def words(self) -> frozenset[str]:
        """Stems of what was done in it and what came of it."""
        return stems_of((*self.effects, *self.given))

    @property
    def effects(self) -> tuple[str, ...]:
        """What came of it."""
        return (*self.came, *self.gone)

    @property
    def came(self) -> tuple[str, ...]:
        """What came up: texts, announcements, a place."""
        return (*self.new, *self.announced, self.place)

    @property
    def given(self) -> tuple[str, ...]:
        """What was pressed, typed and chosen, and the names of the fields."""
        return tuple(
            text for action in self.actions for text in (action.name, action.given or "") if text
        )


class StoryRun(Record, frozen=True, kw_only=True):
    """A run at its end."""

    goal: Goal
    lines: tuple[StoryLine, ...]
    """One a step."""
    shows: str
    """Of the last screen what is most like the task."""
    answer: str

    @property
    def is_wish(self) -> bool:
        """Whether the task wants something done, rather than said or opened."""
        return not self.goal.asks and not self.goal.seeks

    @property
    def actions(self) -> tuple[StoryAction, ...]:
        """Of all steps."""
        return tuple(action for line in self.lines for action in line.actions)

    @property
    def acting(self) -> tuple[tuple[int, StoryLine], ...]:
        """The lines that do more than wait or point at something, with their numbers."""
        numbered = enumerate(self.lines, 1)
        return tuple(one for one in numbered if not (one[1].is_dead and one[1].is_idle))

    @property
    def given_words(self) -> frozenset[str]:
        """Stems of all that was pressed, typed and chosen."""
        return stems_of(text for line in self.lines for text in line.given)


def read_story(goal: Goal, lines: Sequence[str], ending: str, answer: str) -> StoryRun:
    """From the lines of a story, one a step, and the one that tells the end."""
    shown = (part for part in ending.split(" | ") if part.startswith(_SHOWS))
    shows = next(shown, _SHOWS).removeprefix(_SHOWS)
    done = _without_focusing(tuple(map(read_line, lines)))
    return StoryRun(goal=goal, lines=done, shows=shows, answer=answer)


def _without_focusing(lines: tuple[StoryLine, ...]) -> tuple[StoryLine, ...]:
    """A click that puts the caret into the field that is typed into next presses nothing."""
    after = (*lines[1:], StoryLine())
    return tuple(
        replace(line, actions=(*line.actions[:-1], replace(line.actions[-1], verb=_FOCUS)))
        if line.actions and next_.actions and _focuses(line.actions[-1], next_.actions[0])
        else line
        for line, next_ in zip(lines, after, strict=True)
    )


def _focuses(action: StoryAction, next_: StoryAction) -> bool:
    return (action.verb, next_.verb) == ("click", "type") and action.name == next_.name


@lru_cache(maxsize=1024)
def read_line(line: str) -> StoryLine:
    """What a line of a story tells."""
    done, *parts = line.split(" | ")
    sent = [part for part in parts if part.startswith("sent ")]
    announced = (match for part in parts if (match := _ANNOUNCED.fullmatch(part)))
    return StoryLine(
        actions=tuple(map(_action, _NEXT.split(done))),
        place=next((part.removeprefix(_AT) for part in parts if part.startswith(_AT)), ""),
        new=_texts(parts, _NEW),
        gone=_texts(parts, _GONE),
        announced=tuple(match[1] or match[2] for match in announced),
        taken=any(map(_TAKEN.match, sent)),
        edited=_texts(parts, _EDITED),
        is_unchanged="nothing changed" in parts and not sent,
    )


def _texts(parts: Sequence[str], mark: str) -> tuple[str, ...]:
    texts = (part.removeprefix(mark).split(", ") for part in parts if part.startswith(mark))
    return tuple(text for found in texts for text in found)


def _action(action: str) -> StoryAction:
    verb = action.partition(" ")[0]
    if (given := _GIVEN.match(action)) is not None:
        return StoryAction(verb=verb, name=_quoted(given["place"] or ""), given=given[1])
    name = "" if verb in ("type", "select") else _quoted(action)
    return StoryAction(verb=verb, name=name, is_hidden=action.startswith(_HIDDEN))


def _quoted(text: str) -> str:
    match = _QUOTED.search(text)
    return (match[1] or match[2] or "") if match else ""


def stems_of(texts: Iterable[str]) -> frozenset[str]:
    """Of all of them."""
    return frozenset[str]().union(*map(stems, texts))
