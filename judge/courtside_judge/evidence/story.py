"""Tells a run in short lines, one a step. Draws no conclusion.

The extractors of the story read them, live and from the tables of training. They hold what each
step did and what it changed on the screen, rather than whole screens; what shares words with the
task comes first where not all of it has room. Lines are made step by step, each once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from msgspec.structs import replace

from courtside_store.records import (
    Action,
    Announcement,
    Effects,
    Observation,
    PageState,
    Request,
    Step,
)
from courtside_store.rendering import is_secret, value_beside_name
from courtside_store.secret_fields import shown_text
from courtside_store.shortened_text import shortened

from .content_words import content_words
from .option_groups import options_beside
from .screen import has_only_fields, unless_withheld
from .story_line import StoryAction, StoryEnd, StoryLine

TEXTS = 6
"""Texts that a step newly shows, or that the end shows, which are told."""
_MAX_TEXT_CHARS = 48
"""A story tells at most so many letters of one text."""
_MAX_NAME_CHARS = 80
"""A story tells at most so many letters of a control's name, and of what was typed."""
_ACTIONS = 8
"""Last actions of a step."""
_EFFECTS = 3
"""First requests and announcements of a step."""
_MAX_LINES = 2000
"""So many steps are told, the newest; of those before them nothing is."""
_PASSED = StoryLine(actions=(StoryAction(kind="wait"),), is_unchanged=True)


class Story:
    """The story of one run. Each step costs the size of its screens."""

    def __init__(self, task: str) -> None:
        self._words = content_words(task)
        self._last: Observation | None = None
        self.lines: list[StoryLine] = []
        """One a step."""
        self.words_before: set[str] = set()
        """Words of the task in all lines but the newest."""

    def follow(self, step: Step) -> None:
        """The next step."""
        if self.lines:
            self.words_before |= self.lines[-1].content_words & self._words
        given, after = unless_withheld(step.before), unless_withheld(step.after)
        is_next = given is not None or not self.lines or not self.lines[-1].is_unseen
        before = given or self._last
        line = StoryLine(actions=tuple(self._action(one, step) for one in step.actions[-_ACTIONS:]))
        line = _with_effects(line, step.effects)
        line = _with_page(line, _page(before), _page(after))
        if after is None:
            line = replace(line, is_unseen=True)
        elif before is not None:
            line = self._with_change(line, before, after, is_next=is_next)
        self.lines.append(line)
        if len(self.lines) > _MAX_LINES:
            self.lines[-_MAX_LINES - 1] = _PASSED
        self._last = after or before

    def pass_over(self, steps: int) -> None:
        """Tells nothing of the steps so far."""
        self.lines = [_PASSED] * steps

    @property
    def only_fields(self) -> bool:
        """Whether the last screen has nothing to press."""
        return self._last is not None and has_only_fields(self._last)

    @property
    def leaves_edited(self) -> bool:
        """Whether the last step leaves a field edited."""
        return bool(self.lines and self.lines[-1].edited)

    def end(self) -> StoryEnd:
        """The lines that tell what the last screen shows."""
        look = self._last
        if look is None:
            return StoryEnd()
        page = _page(look)
        return StoryEnd(
            place=_place(look),
            dialog=page.dialog,
            edited=page.dirty,
            shows=self._foremost(Counter(_texts(look))),
            only_fields=self.only_fields,
        )

    def _action(self, action: Action, step: Step) -> StoryAction:
        made, before = _action(action), unless_withheld(step.before) or self._last
        if before is None or not made.is_press:
            return made
        beside = options_beside(action, before, unless_withheld(step.after))
        asked = Counter(text for text in beside if content_words(text) & self._words)
        return replace(made, others=self._foremost(asked))

    def _with_change(
        self, line: StoryLine, before: Observation, after: Observation, *, is_next: bool
    ) -> StoryLine:
        """`is_next`: no screen between the two was unseen."""
        then, now = Counter(_texts(before)), Counter(_texts(after))
        place = "" if _place(after) == _place(before) else _place(after)
        new, gone = self._foremost(now - then), self._foremost(then - now)[: TEXTS // 2]
        unchanged = is_next and not (place or new or gone)
        if after.unread:
            gone = ()  # it may still stand there
        return replace(line, place=place, new=new, gone=gone, is_unchanged=unchanged)

    def _foremost(self, texts: Counter[str]) -> tuple[str, ...]:
        """Those that share most with the task, in the order of the screen."""
        names = list(texts)
        ranked = sorted(range(len(names)), key=lambda n: (-task_share(names[n], self._words), n))
        return tuple(names[n][:_MAX_TEXT_CHARS] for n in sorted(ranked[:TEXTS]))


def task_share(text: str, asked: Set[str]) -> float:
    """How much of a text is among the words of the task; less the longer it is."""
    words = content_words(text)
    return len(words & asked) / (1 + len(words)) ** 0.5 if words else -1.0


def _action(action: Action) -> StoryAction:
    target = action.target
    hides = is_secret(target)
    return StoryAction(
        kind=action.kind,
        role=(target.role or target.tag) if target else "",
        name=_short(target.text) if target else "",
        text=_short(shown_text(action)),
        is_secret=hides and action.kind == "type",
    )


def _with_effects(line: StoryLine, effects: Effects | None) -> StoryLine:
    if effects is None:
        return line
    happened: list[Request | Announcement] = [*(effects.requests or ()), *(effects.announced or ())]
    first = sorted(happened, key=lambda one: one.at_ms)[:_EFFECTS]
    return replace(
        line,
        sent=tuple(
            replace(one, at_ms=0, took_ms=None) for one in first if isinstance(one, Request)
        ),
        announced=tuple(one.text for one in first if isinstance(one, Announcement)),
    )


def _with_page(line: StoryLine, then: PageState, now: PageState) -> StoryLine:
    """With what is left undone after it, where that is not what was undone before it."""
    edited = now.dirty if (now.dirty, now.dirty_count) != (then.dirty, then.dirty_count) else ()
    return replace(line, edited=edited, dialog="" if now.dialog == then.dialog else now.dialog)


def _page(look: Observation | None) -> PageState:
    return (look and look.page) or PageState()


def _place(look: Observation) -> str:
    return (_page(look).heading or look.title)[:_MAX_TEXT_CHARS]


def _texts(look: Observation) -> Sequence[str]:
    """What elements show; a field with its name."""
    shown = (
        f"{e.text}={value}" if (value := value_beside_name(e)) else e.text for e in look.elements
    )
    return [" ".join(text.split()) for text in shown if text.strip()]


def _short(text: str) -> str:
    return shortened(" ".join(text.split()), _MAX_NAME_CHARS)
