"""Follows one run: what was typed, chosen, clicked and shown. Draws no conclusion."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple, TypeVar

from courtside_judge.frame_difference import is_changed
from courtside_judge.protocol import Frames
from courtside_store.geometry import Box
from courtside_store.records import Action, Step, Target
from courtside_store.rendering import is_secret, render_action

from .app_reactions import AppReactions
from .drags import goes_as_asked
from .entered_fields import EnteredField, read_entered
from .goals import Goal, Ordinal, content_words, is_in, normal
from .list_changes import ListChange, read_list_changes
from .ordinals import place
from .pressed_rows import PressedRow, read_pressed_row
from .row_labels import RowLabel, read_row_label
from .screen import (
    FIELDS,
    Screen,
    all_text,
    has_tree,
    is_empty_tab,
    lies_in,
    names_of,
    page_of,
    read_screen,
    repeated_buttons,
    shown_value,
    unless_withheld,
)
from .story import Story
from .surroundings import PressContext, look_round

K = TypeVar("K")
V = TypeVar("V")
FINAL = frozenset(
    ("submit", "search", "login", "log in", "ok", "send", "save", "apply", "done", "go")
)
"""Buttons that hand the work in."""
_SHORT = 30
"""Letters of a text that shows a value; more than that tells a story."""
_WAITS = {"wait", "hover"}
_ON_CONTROLS = {"type", "select", "click", "double-click", "tap", "check"}
_KEPT_THOUGHTS = 3
_KEPT_WORDS = 5000
_KEPT = 60
"""Newest typed, chosen and clicked things that are kept: a long run must not cost more a step."""


_Clicked = dict[str, tuple[str, int]]
_LastClick = tuple[str, Target, int]
_Pressed = tuple[_Clicked, list[PressContext], list[RowLabel], _LastClick | None]


class Place(NamedTuple):
    """Where something was typed, chosen or shown."""

    tag: str
    text: str
    """What the place is called."""
    box: Box | None


def _no_frame(_: str) -> bytes | None:
    return None


class Tracker:
    """Follows one run. Each step costs the size of its screen, not of the history."""

    def __init__(self, goal: Goal, frames: Frames = _no_frame) -> None:
        self.goal = goal
        self.app = AppReactions()
        """What the application did."""
        self.story = Story(goal.task)
        """A line a step."""
        self.changed: bool | None = None
        """Did the last step change the screen? None where nothing tells."""
        self.repainted = False
        """Did its pixels change, where nothing else did? A drawing has no elements."""
        self._frames = frames
        self.first: Screen | None = None
        """Of the first page; an empty tab is none."""
        self.last: Screen | None = None
        self.previous: Screen | None = None
        self.steps = 0
        self.waits = 0
        """Steps that did nothing but wait or hover."""
        self.acted_at: tuple[int, ...] = ()
        """The two newest steps that did more."""
        self.unchanged = 0
        """Steps after which nothing changed; a hidden password that is typed may have."""
        self.repeats = 0
        self.repeated_at: int | None = None
        """The newest step whose action was made before, on the same screen."""
        self.again = False
        """Was the last step's action made before, on the same screen? Never of one not seen."""
        self.hidden: dict[Place, int] = {}
        self.typed: dict[Place, tuple[str, int]] = {}
        self.chosen: dict[Place, tuple[str, int]] = {}
        self.passed_options: dict[Place, tuple[str, ...]] = {}
        """By the place of a list: options that the task names, where another one was chosen."""
        self.shown: dict[Place, tuple[str, int]] = {}
        """What fields and short texts of the page came to show, by the place they stand in."""
        self.entered_beside: list[EnteredField] = []
        """Values that went into a field beside the one that the task names."""
        self.acted_on: dict[str, int] = {}
        """By the name of a page, for comparing: the step that used a control of it last."""
        self.entries: list[tuple[str, str, int]] = []
        """(field, value, step) of all that was typed or chosen, also what was replaced since."""
        self.stood: dict[str, set[str]] = {}
        """By value that the task asks for: the pages that showed it when they were seen last."""
        self.vanished: dict[str, int] = {}
        """Values that a page showed and, seen again, did not: the step after which."""
        self.saved_on: tuple[Screen, int] | None = None
        """The screen on which something was last sent that was taken, and the step."""
        self.clicked: dict[str, tuple[str, int]] = {}
        """By what it says, in the form for comparing."""
        self.last_click: _LastClick | None = None
        self.presses: list[PressContext] = []
        self.list_changes: list[ListChange] = []
        """What of the screen's lists changed where something was sent that was taken."""
        self.row_labels: list[RowLabel] = []
        """What stood beside each control without a name that was pressed."""
        self.pressed_rows: list[PressedRow] = []
        """Actions on controls of which there is one in each row."""
        self._focused: tuple[Target, _Pressed] | None = None
        """The field that was clicked last, and what had been pressed before."""
        self.drags: list[tuple[bool, int]] = []
        """Whether it went the way that the task says, where the task says one, and the step."""
        self.submitted_at: int | None = None
        """The step of the newest press that hands the work in."""
        self.edited_at: int | None = None
        """The step at which something was typed or chosen last."""
        self.placed: dict[Ordinal, tuple[int, int, int]] = {}
        """Of what the task counts: the number of what was acted on, of how many, and the step."""
        self.seen_words: set[str] = set()
        self.sighted = False
        """Has any screen shown elements or text? Where none has, only the agent's words tell."""
        self.pictured = False
        """Has any screen come with a picture?"""
        self._has_tree = False
        self.missed = False
        """Was the screen after the last step not seen?"""
        self.thoughts: list[str] = []
        """The newest, which count as the end of a run."""
        self.thought_words: set[str] = set()
        """Words of the agent's own account, where there is no screen to go by."""
        self._row_buttons: set[str] = set()
        """Names of pressed buttons that stood there more than once: one in each row of a list."""
        self._names_submit = False
        """Has the button that the task names for the end been there? Then no other one is it."""
        self._actions: Counter[tuple[str, int]] = Counter()

    @property
    def only_read(self) -> bool:
        """Is all that is known of its screens what was read from pictures: no roles, no states?"""
        return self.sighted and not self._has_tree

    @property
    def edited_after_submit(self) -> bool:
        """Is there something typed or chosen that was not handed in since?"""
        edited, submitted = self.edited_at, self.submitted_at
        return edited is not None and (submitted is None or submitted < edited)

    @property
    def handed_in(self) -> bool:
        """Was the button that the task names for the end pressed, and nothing edited since?"""
        is_pressed = bool(self.goal.submit and self.submitted_at)
        return is_pressed and not self.edited_after_submit

    def was_sent_between(self, first: int, end: int) -> bool:
        """Was something sent and taken in a step from the first on, and before the end?"""
        return any(one.was_taken and first <= one.step < end for one in self.app.sent)

    def behind_sign_in(self) -> Tracker:
        """The same run as if it began on the page that is open now; steps keep their numbers."""
        run = Tracker(self.goal, self._frames)
        run.steps = run.waits = self.steps
        run.story.pass_over(self.steps)
        run.changed, run.repainted = self.changed, self.repainted
        if self.last is not None:
            run.first = run.last = self.last
            run._see(self.last)
        return run

    # --- following

    def take(self, step: Step) -> None:
        """The next step."""
        self.steps = step.index
        self.app.take(step)
        self.story.take(step)
        before, after = unless_withheld(step.before), unless_withheld(step.after)
        if before is not None and (self.first is None or self.missed):
            self.last = read_screen(before, self.goal)
            self._see(self.last)
            self._begin_on(self.last)
        self.previous = self.last
        is_comparable = before is not None or not self.missed
        self.missed = after is None
        if after is not None:
            self.last = read_screen(after, self.goal)
            self._see(self.last)
            if self.first is not None:
                self._begin_on(self.last)
        self.changed = self._differ() if is_comparable and after is not None else None
        self.repainted = self.changed is False and self._pixels_differ()
        self._take_thought(step)
        self._watch(step)
        acted_on = self.previous or self.first
        self._names_submit = self._names_submit or any(
            e.interactable and normal(e.text) == (self.goal.submit or None)
            for e in (acted_on.elements if acted_on else ())
        )
        for action in step.actions:
            self._act(action, step.index)
        self._compare(step.index)
        is_hidden = any(a.kind == "type" and is_secret(a.target) for a in step.actions)
        if step.actions and self.changed is False and not self.repainted and not is_hidden:
            self.unchanged += 1
        self._count_repeats(step, is_seen=after is not None or is_comparable)

    def _count_repeats(self, step: Step, is_seen: bool) -> None:
        """Waiting again is no loop, and nothing was done by it."""
        self.again = False
        if all(action.kind in _WAITS for action in step.actions):
            self.waits += 1
            return
        self.acted_at = (*self.acted_at[-1:], step.index)
        if self.last is None or not is_seen:
            return
        rendered = "; ".join(
            f"{render_action(a)} {a.target.box if a.target else a.point}" for a in step.actions
        )
        key = (rendered, self._screen_key(self.last))
        self.again = self._actions[key] > 0
        self.repeats += int(self.again)
        self.repeated_at = step.index if self.again else self.repeated_at
        self._actions[key] += 1

    def _begin_on(self, screen: Screen) -> None:
        """A run begins on its first page: on an empty tab nothing can have stood before."""
        if self.first is None or is_empty_tab(self.first.look):
            self.first = screen

    def _watch(self, step: Step) -> None:
        """Which pages show what the task asks for, and what was open when something was sent."""
        if self.last is not None and step.after is not None:
            page = page_of(self.last.look)
            text = all_text(self.last)
            for asked in self.goal.requirements:
                pages = self.stood.setdefault(asked.text, set())
                if normal(asked.text) in text:
                    pages.add(page)
                    self.vanished.pop(asked.text, None)
                elif page in pages:
                    pages.discard(page)
                    self.vanished[asked.text] = step.index
        open_then = self.previous or self.first
        if open_then is not None and self.app.was_taken_at(step.index):
            self.saved_on = (open_then, step.index)
            if self.last is not None and step.after is not None:
                then, now = open_then.elements, self.last.elements
                changes = read_list_changes(then, now, self.goal.task, step.index)
                self.list_changes = [*self.list_changes, *changes][-_KEPT:]

    def _differ(self) -> bool | None:
        """Elements first, pixels only where there are none."""
        now, then = self.last, self.previous
        if now is None or then is None:
            return None
        if has_tree(now.look) or has_tree(then.look) or now.signature != then.signature:
            return now.signature != then.signature
        return is_changed(then.look.frame, now.look.frame, self._frames)

    def _pixels_differ(self) -> bool:
        """Equal frames have equal hashes; a caret or a hover makes another one."""
        now = self.last.look.frame if self.last else None
        then = self.previous.look.frame if self.previous else None
        return now is not None and then is not None and now != then

    def _compare(self, step: int) -> None:
        """Fields and short texts whose value changed: a date that a calendar set, a slider's
        number."""
        now, then = self.last, self.previous
        if now is None or then is None or now is then or now.look.url != then.look.url:
            return
        before = {(e.tag, e.role, e.box): shown_value(e) for e in then.elements if e.box}
        for e in now.elements:
            old = before.get((e.tag, e.role, e.box)) if e.box else None
            value = shown_value(e)
            if old is not None and value and old != value and len(value) <= _SHORT:
                _keep(self.shown, Place(e.tag, "", e.box), (value, step))

    def _screen_key(self, screen: Screen) -> int:
        """The same for the same screen; by its frame where it has no elements."""
        look = screen.look
        return screen.signature if has_tree(look) else hash((screen.signature, look.frame))

    def _take_thought(self, step: Step) -> None:
        self.thoughts = [*self.thoughts, step.thought][-_KEPT_THOUGHTS:]
        if not self.sighted and len(self.thought_words) < _KEPT_WORDS:
            self.thought_words.update(re.findall(r"\w+", step.thought.lower()))

    def _see(self, screen: Screen) -> None:
        self._has_tree = self._has_tree or bool(screen.look.text) or has_tree(screen.look)
        self.sighted = self.sighted or bool(screen.look.elements or screen.words)
        self.pictured = self.pictured or screen.look.frame is not None
        self.seen_words.update(re.findall(r"\w+", screen.words.lower()))
        for element in screen.look.elements:
            self.seen_words.update(re.findall(r"\w+", element.value.lower()))

    def _act(self, action: Action, step: int) -> None:
        target = action.target or Target()
        where = Place(target.tag, target.text, target.box)
        if action.kind in _ON_CONTROLS:
            self._find_row(target, step)
            self._name_page(step)
        match action.kind:
            case "type":
                self._forget_focusing(target)
                if is_secret(action.target):
                    self.hidden[where] = step
                else:
                    _keep(self.typed, where, (action.text, step))
                    self._enter(target, action.text, step)
                self.edited_at = step
                self._place(target, step)
            case "select":
                _keep(self.chosen, where, (action.text, step))
                self._enter(target, action.text, step)
                self._pass_over(where, action.text)
                self.edited_at = step
            case "drag":
                self._place(target, step)
                if (as_asked := goes_as_asked(self.goal.task, action)) is not None:
                    self.drags = [*self.drags, (as_asked, step)][-_KEPT:]
            case "click" | "double-click" | "tap" | "check":
                if self.is_final(target) and (screen := self._pressed_on()):
                    self._row_buttons |= {normal(target.text)} & repeated_buttons(screen)
                self._focused = (target, self._pressed()) if target.role in FIELDS else None
                self._click(target, step)
                if self.is_final(target):
                    self.submitted_at = step
                else:
                    self._place(target, step)
            case "press" if action.text.endswith("Enter"):
                self.submitted_at = step
            case _:
                pass

    def _find_row(self, target: Target, step: int) -> None:
        screen = self._pressed_on()
        row = read_pressed_row(screen.elements, target, self.goal, step) if screen else None
        self.pressed_rows = [*self.pressed_rows, *((row,) if row else ())][-_KEPT:]

    def _name_page(self, step: int) -> None:
        screen = self._pressed_on()
        for name in names_of(screen) if screen else ():
            _keep(self.acted_on, normal(name), step)

    def _enter(self, target: Target, text: str, step: int) -> None:
        self.entries = [*self.entries, (target.text, text, step)][-_KEPT:]
        screen = self._pressed_on()
        beside = read_entered(screen.elements, target, text, self.goal, step) if screen else None
        self.entered_beside = [*self.entered_beside, *((beside,) if beside else ())][-_KEPT:]

    def _click(self, target: Target, step: int) -> None:
        """The newest click on each text; a click on the task's own words says nothing."""
        name = normal(target.text)
        screen = self._pressed_on()
        if screen is not None and any(lies_in(target.box, banner) for banner in screen.banners):
            return
        _keep(self.clicked, name, (target.text, step))
        if screen is not None and not self.is_final(target):
            press = look_round(screen.elements, target, self.goal, step)
            self.presses = [*self.presses, press][-_KEPT:]
        if screen is not None and not name and target.box is not None:
            label = read_row_label(screen.elements, target.box, step)
            self.row_labels = [*self.row_labels, *([label] if label else ())][-_KEPT:]
        if len(target.text) < 20 or name not in normal(self.goal.task):
            self.last_click = (target.text, target, step)

    def _pressed(self) -> _Pressed:
        return dict(self.clicked), self.presses, self.row_labels, self.last_click

    def _forget_focusing(self, target: Target) -> None:
        """The click that put the caret into a field is part of what is typed into it then."""
        if self._focused and self._focused[0] == target:
            self.clicked, self.presses, self.row_labels, self.last_click = self._focused[1]
        self._focused = None

    def _pass_over(self, where: Place, chosen: str) -> None:
        """What the task names of the other options on that screen."""
        screen = self.previous or self.first
        options = [e.text for e in screen.elements if e.role == "option"] if screen else []
        asked = [text for text in options if is_in(self.goal.task, text) and text not in chosen]
        if not asked and not content_words(chosen) & self.goal.words:
            asked = [text for text in options if content_words(text) & self.goal.words]
        _keep(self.passed_options, where, tuple(asked))

    def _pressed_on(self) -> Screen | None:
        """The screen before; where nothing but its place changed, as it stood when it was pressed:
        a page scrolls to what is clicked."""
        then, now = self.previous or self.first, self.last
        still = then is not None and now is not None and then.signature == now.signature
        return now if still else then

    def is_final(self, target: Target) -> bool:
        """Whether a press of it hands the work in."""
        name = normal(target.text)
        if name != self.goal.submit and self._names_submit:
            return False
        if name in self._row_buttons:
            return False
        return bool(name) and (name == self.goal.submit or name in FINAL)

    def _place(self, target: Target, step: int) -> None:
        """Which of its kind it is, where the task counts."""
        screen = self.previous or self.first
        for ordinal in self.goal.ordinals if screen else ():
            assert screen
            if (placed := place(screen.elements, target, ordinal)) is not None:
                self.placed[ordinal] = (*placed, step)


def _keep(kept: dict[K, V], key: K, value: V) -> None:
    """Newest last; the oldest goes when there are too many."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > _KEPT:
        del kept[next(iter(kept))]
