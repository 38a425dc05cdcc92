"""Follows one run: what was typed, chosen, clicked and shown. Draws no conclusion."""

from __future__ import annotations

import re
from collections import Counter

from courtside_store.records import Action, Element, Observation, Record, Step, Target
from courtside_store.rendering import is_secret, render_action

from .frames import is_changed
from .goals import Goal, normal
from .protocol import Frames

_FINAL = ("submit", "search", "login", "log in", "ok", "send", "save", "apply", "done", "go")
_KEPT_THOUGHTS = 3
_KEPT_WORDS = 5000
_KEPT = 60
"""Newest typed, chosen and clicked things that are kept: a long run must not cost more a step."""


class Screen(Record, frozen=True, kw_only=True):
    """What of an observation counts: without the task's own words on the page."""

    look: Observation
    elements: tuple[Element, ...]
    words: str
    """The page's text; where it gave none, what was read from its frame."""
    signature: int


def read_screen(look: Observation, goal: Goal) -> Screen:
    """Leaves out elements that only repeat the task."""
    task = normal(goal.task)
    kept = tuple(
        e
        for e in look.elements
        if not (len(e.text) > 8 and normal(e.text) and normal(e.text) in task) or e.interactable
    )
    state = tuple(
        (e.tag, e.text, e.value, tuple(s for s in e.state if s != "focused"))
        for e in kept
        if e.source != "ocr"  # it reads the same letters differently now and then
    )
    text = "" if _has_tree(look) else look.text
    return Screen(
        look=look,
        elements=kept,
        words=look.text or "\n".join(e.text for e in look.elements if e.source == "ocr"),
        signature=hash((look.url, look.title, state, text)),
    )


def _no_frame(_: str) -> bytes | None:
    return None


class Tracker:
    """Follows one run. Each step costs the size of its screen, not of the history."""

    def __init__(self, goal: Goal, frames: Frames = _no_frame) -> None:
        self.goal = goal
        self.changed: bool | None = None
        """Did the last step change the screen? None where nothing tells."""
        self.repainted = False
        """Did its pixels change, where nothing else did? A drawing has no elements."""
        self._frames = frames
        self.first: Screen | None = None
        self.last: Screen | None = None
        self.previous: Screen | None = None
        self.steps = 0
        self.unchanged = 0
        self.repeats = 0
        self.again = False
        """Was the last step's action made before, on the same screen?"""
        self.hidden: dict[str, int] = {}
        self.typed: dict[str, tuple[str, int]] = {}
        self.chosen: dict[str, tuple[str, int]] = {}
        self.clicked: dict[str, tuple[str, int]] = {}
        self.last_click: tuple[str, Target, int] | None = None
        self.submitted_at = 0
        self.edited_at = 0
        self.ordinal: tuple[int, int, int] | None = None
        self.seen_words: set[str] = set()
        self.sighted = False
        """Has any screen shown elements or text? Where none has, only the agent's words tell."""
        self.thoughts: list[str] = []
        """The newest, which count as the end of a run."""
        self.told: set[str] = set()
        """Words of the agent's own account, where there is no screen to go by."""
        self._actions: Counter[tuple[str, int]] = Counter()
        self._numbers: set[str] = set()

    # --- following

    def take(self, step: Step) -> None:
        """The next step."""
        self.steps = step.index
        if step.before is not None and self.first is None:
            self.first = self.last = read_screen(step.before, self.goal)
            self._see(self.first)
        self.previous = self.last
        if step.after is not None:
            self.last = read_screen(step.after, self.goal)
            self._see(self.last)
        self.changed = self._differ(step)
        self.repainted = self.changed is False and self._pixels_differ()
        self._hear(step)
        for action in step.actions:
            self._act(action, step.index)
        if step.actions and self.changed is False and not self.repainted:
            self.unchanged += 1
        rendered = "; ".join(render_action(action) for action in step.actions)
        key = (rendered, self._screen_key())
        self.again = bool(rendered) and self._actions[key] > 0
        self.repeats += int(self.again)
        self._actions[key] += 1

    def _differ(self, step: Step) -> bool | None:
        """Elements first, pixels only where there are none."""
        now, then = self.last, self.previous
        if step.after is None or now is None or then is None:
            return None
        if _has_tree(now.look) or _has_tree(then.look) or now.signature != then.signature:
            return now.signature != then.signature
        return is_changed(then.look.frame, now.look.frame, self._frames)

    def _pixels_differ(self) -> bool:
        """Equal frames have equal hashes; a caret or a hover makes another one."""
        now = self.last.look.frame if self.last else None
        then = self.previous.look.frame if self.previous else None
        return now is not None and then is not None and now != then

    def _screen_key(self) -> int:
        """The same for the same screen; by its frame where it has no elements."""
        if self.last is None:
            return 0
        look = self.last.look
        return self.last.signature if _has_tree(look) else hash((self.last.signature, look.frame))

    def _hear(self, step: Step) -> None:
        self.thoughts = [*self.thoughts, step.thought][-_KEPT_THOUGHTS:]
        if not self.sighted and len(self.told) < _KEPT_WORDS:
            self.told.update(re.findall(r"\w+", step.thought.lower()))

    def _see(self, screen: Screen) -> None:
        self.sighted = self.sighted or bool(screen.look.elements or screen.words)
        self.seen_words.update(re.findall(r"\w+", screen.words.lower()))
        for element in screen.look.elements:
            self.seen_words.update(re.findall(r"\w+", element.value.lower()))

    def _act(self, action: Action, step: int) -> None:
        target = action.target or Target()
        where = f"{target.tag}|{target.text}|{target.box}"
        match action.kind:
            case "type":
                if is_secret(action.target):
                    self.hidden[where] = step
                else:
                    _keep(self.typed, where, (action.text, step))
                self.edited_at = step
                self._place(target, step)
            case "select":
                _keep(self.chosen, where, (action.text, step))
                self.edited_at = step
            case "click" | "double-click" | "tap" | "check":
                self._click(target, step)
                if self.is_final(target):
                    self.submitted_at = step
                else:
                    self._place(target, step)
            case "press" if action.text.endswith("Enter"):
                self.submitted_at = step
            case _:
                pass

    def _click(self, target: Target, step: int) -> None:
        """The newest click on each text; a click on the task's own words says nothing."""
        name = normal(target.text)
        _keep(self.clicked, name, (target.text, step))
        if len(target.text) < 20 or name not in normal(self.goal.task):
            self.last_click = (target.text, target, step)

    def is_final(self, target: Target) -> bool:
        """Whether a press of it hands the work in."""
        name = normal(target.text)
        return bool(name) and (name == self.goal.submit or name in _FINAL)

    def _place(self, target: Target, step: int) -> None:
        """Which of its kind it is, where the task counts: "the 3rd textbox"."""
        look = self.previous or self.first
        if not self.goal.ordinals or look is None or target.box is None:
            return
        alike = [
            e
            for e in look.elements
            if e.tag == target.tag
            and e.role == target.role
            and e.box is not None
            and e.interactable
        ]
        for number, element in enumerate(alike, 1):
            if (
                element.box
                and abs(element.box[0] - target.box[0]) + abs(element.box[1] - target.box[1]) < 4
            ):
                self.ordinal = (number, len(alike), step)


def _has_tree(look: Observation) -> bool:
    """Does it have elements that the source itself named? Text from pixels tells no state."""
    return any(element.source != "ocr" for element in look.elements)


def _keep(kept: dict[str, tuple[str, int]], key: str, value: tuple[str, int]) -> None:
    """Newest last; the oldest goes when there are too many."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > _KEPT:
        del kept[next(iter(kept))]
