"""Which screens of a run were seen, and whether the newest is another one. Knows no action."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Set

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_judge.evidence.screen import (
    Screen,
    has_tree,
    is_empty_tab,
    unless_withheld,
)
from courtside_judge.frame_difference import is_changed
from courtside_judge.protocol import ReadFrame
from courtside_store.records import Observation, Step

from .app_reactions import name_of
from .bounded_collections import MANY, keep

ReadScreen = Callable[[Observation], Screen]
"""What of an observation counts."""


def no_frame(_: str) -> bytes | None:
    """Reads no frame: for screens whose pictures nobody kept."""
    return None


class SeenScreens:
    """The screens that were seen in one run."""

    def __init__(self, read_screen: ReadScreen, frames: ReadFrame = no_frame) -> None:
        self._read_screen = read_screen
        self._frames = frames
        self.first: Screen | None = None
        """Of the first page; an empty tab is none."""
        self.last: Screen | None = None
        self.previous: Screen | None = None
        """The one before the last step."""
        self.went_elsewhere = False
        """Has any screen had another address than the first? A page that keeps its address may keep
        what is done on it to itself."""
        self.missed = False
        """Was the screen after the last step not seen?"""
        self.unseen = 0
        """How many screens after a step nobody saw, also not before the next one."""
        self.end_unseen = False
        """Is the last screen one of them? An answer changes none."""
        self.unanswered = ""
        """The request of the last step whose answer never came, and was still awaited when its
        screen was looked at: what is known of that screen is from before the end."""
        self.textless = 0
        """How many screens are pictures of which no text is known."""
        self.redrawn = False
        """Did the last step change a picture, where nothing else tells of a change?"""
        self.saw_before = False
        """Was the screen before the last step seen?"""
        self.saw_step = False
        """Was the screen before the last step seen, or the one after it?"""
        self.changed: bool | None = None
        """Did the last step change the screen? None where nothing tells."""
        self.repainted = False
        """Did its pixels change, where nothing else did? A drawing has no elements."""
        self._words: OrderedDict[str, None] = OrderedDict()
        self.sighted = False
        """Has any screen shown elements or text? Where none has, only the agent's words tell."""
        self.pictured = False
        """Has any screen come with a picture?"""
        self.read_in_part = False
        """Did OCR have no time for a part of any? What stands there is not known."""
        self.described = False
        """Has any screen come with elements or text that its source gave? Else pictures tell."""

    @property
    def words(self) -> Set[str]:
        """Of all screens; in a very long run, those that stood there last."""
        return self._words.keys()

    @property
    def only_read(self) -> bool:
        """Is all that is known of them what was read from pictures: no roles, no states?"""
        return self.sighted and not self.described

    @property
    def pressed_on(self) -> Screen | None:
        """The one before the last step; where nothing but its place changed, as it stood when
        something was pressed: a page scrolls to what is clicked."""
        then, now = self.previous, self.last
        still = then is not None and now is not None and then.signature == now.signature
        return now if still else then

    def from_here(self) -> SeenScreens:
        """The screens as if the run began on the page that is open now."""
        screens = SeenScreens(self._read_screen, self._frames)
        screens.changed, screens.repainted = self.changed, self.repainted
        if self.last is not None:
            screens.first = screens.last = self.last
            screens._see(self.last)
        return screens

    def follow(self, step: Step) -> None:
        """The screens of the next step."""
        before, after = unless_withheld(step.before), unless_withheld(step.after)
        if before is not None and (self.first is None or self.missed):
            self._begin_on(self._show(before))
        self.previous = self.last
        self.saw_before = before is not None
        is_comparable = before is not None or not self.missed
        self.unseen -= self.end_unseen and before is not None
        self.unanswered = _unanswered(step, after)
        only_answers = bool(before) and _only_answers(step)
        self.end_unseen = bool(self.unanswered) or (after is None and not only_answers)
        self.unseen += self.end_unseen
        self.missed = after is None
        self.saw_step = after is not None or is_comparable
        if after is not None:
            now = self._show(after)
            if self.first is not None:
                self._begin_on(now)
        self.changed = self._differ() if is_comparable and after is not None else None
        self.repainted = self.changed is False and self._pixels_differ()
        self.redrawn = bool(self.changed) and self._reads_alike()

    def _show(self, look: Observation) -> Screen:
        self.last = self._read_screen(look)
        self._see(self.last)
        return self.last

    def _see(self, screen: Screen) -> None:
        self.described = self.described or bool(screen.look.text) or has_tree(screen.look)
        self.sighted |= bool(screen.text) or not is_picture_alone(screen.look.elements)
        self.pictured = self.pictured or screen.look.frame is not None
        self.read_in_part = self.read_in_part or bool(screen.look.unread)
        self.textless += is_textless_picture(screen)
        for text in (screen.text, *(element.value for element in screen.look.elements)):
            for word in re.findall(r"\w+", text.lower()):
                keep(self._words, word, None, MANY)

    def _begin_on(self, screen: Screen) -> None:
        """A run begins on its first page: on an empty tab nothing can have stood before."""
        if self.first is None or is_empty_tab(self.first.look):
            self.first = screen
        self.went_elsewhere |= screen.look.url != self.first.look.url

    def _differ(self) -> bool | None:
        """Elements first, pixels only where there are none."""
        now, then = self.last, self.previous
        if now is None or then is None:
            return None
        if has_tree(now.look) or has_tree(then.look) or now.signature != then.signature:
            return now.signature != then.signature
        return is_changed(then.look.frame, now.look.frame, self._frames)

    def _reads_alike(self) -> bool:
        now, then = self.last, self.previous
        return now is not None and then is not None and now.signature == then.signature

    def _pixels_differ(self) -> bool:
        """Equal frames have equal hashes; a caret or a hover makes another one."""
        now = self.last.look.frame if self.last else None
        then = self.previous.look.frame if self.previous else None
        return now is not None and then is not None and now != then


def is_textless_picture(screen: Screen) -> bool:
    """Whether a screen is a picture of which nothing is known."""
    return screen.look.frame is not None and not (screen.text or screen.look.elements)


def _only_answers(step: Step) -> bool:
    return all(action.kind == "answer" for action in step.actions)


def _unanswered(step: Step, after: Observation | None) -> str:
    """The newest request to the page's own host that the browser gave up on after the screen was
    looked at, as it does where the page is closed. What failed before that, the screen may tell."""
    requests = step.effects.requests if step.effects else None
    given_up = (
        name_of(one)
        for one in reversed(requests or ())
        if one.status is None
        and one.failed
        and one.took_ms is not None
        and one.path.startswith("/")
        and (after is None or one.at_ms <= after.at_ms < one.at_ms + one.took_ms)
    )
    return next(given_up, "")
