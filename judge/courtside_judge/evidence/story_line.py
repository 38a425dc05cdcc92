"""What one step did and what it changed on the screen, in few words. Draws no conclusion.

Small enough for the tables of training, so that an extractor finds the same live and in a table
whose screens are gone.
"""

from __future__ import annotations

from collections.abc import Iterable

from courtside_store.records import ActionKind, Record, Request

from .content_words import content_words
from .facts.app_reactions import was_taken
from .likeness import stems

_PRESSES = ("click", "double-click", "tap", "press", "check", "select")
_GIVES = ("type", "select")
_IDLE = ("wait", "hover")


class StoryAction(Record, frozen=True, kw_only=True):
    """One action of a step."""

    kind: ActionKind
    role: str = ""
    """Of what it hit."""
    name: str = ""
    """Of what was pressed, or of the field."""
    text: str = ""
    """What was typed, chosen, opened or answered, or the key; empty where nobody may see it."""
    others: tuple[str, ...] = ()
    """Of what was chosen: other options of its list or group that say something of the task."""
    is_secret: bool = False
    """It types what nobody may see, such as a password: no screen shows that it changed."""
    is_focus: bool = False
    """A click that puts the caret into the field that is typed into next."""

    @property
    def is_press(self) -> bool:
        """Whether it presses something, or chooses it from a list."""
        return self.kind in _PRESSES and not self.is_focus

    @property
    def pressed(self) -> str:
        """The name of what the action presses or chooses."""
        return self.text if self.kind == "select" else self.name

    @property
    def given(self) -> str:
        """What was typed or chosen; empty where nothing was, or nobody may see it."""
        return self.text if self.kind in _GIVES else ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of what the action hit, and of what it gave."""
        given = self.text if self.kind == "answer" else self.given
        return tuple(filter(None, (self.name, given)))


_NOTHING = StoryAction(kind="other")


class StoryLine(Record, frozen=True, kw_only=True):
    """What there is to tell of one step."""

    actions: tuple[StoryAction, ...] = ()
    sent: tuple[Request, ...] = ()
    """The first ones, without times."""
    announced: tuple[str, ...] = ()
    """What the page announced first."""
    dialog: str = ""
    """Title of a dialog that came up and waits for an answer."""
    edited: tuple[str, ...] = ()
    """Fields that wait to be sent, where they are others than before it."""
    place: str = ""
    """Where it led; empty where it stayed."""
    new: tuple[str, ...] = ()
    """Texts that came up; a field as "name=value"."""
    gone: tuple[str, ...] = ()
    is_unseen: bool = False
    """Nobody saw the screen after it."""
    is_unchanged: bool = False
    """No text of the screen changed."""

    @property
    def last(self) -> StoryAction:
        """Its last action; one that does nothing where it has none."""
        return self.actions[-1] if self.actions else _NOTHING

    @property
    def is_taken(self) -> bool:
        """Something was sent, and the server took it."""
        return any(map(was_taken, self.sent))

    @property
    def is_secret(self) -> bool:
        """Something was typed that nobody may see."""
        return any(action.is_secret for action in self.actions)

    @property
    def is_dead(self) -> bool:
        """Nothing changed, and nothing was sent or typed out of sight."""
        return self.is_unchanged and not self.sent and not self.is_secret

    @property
    def is_editing(self) -> bool:
        """Something was typed or chosen, or other fields than before wait to be sent."""
        return bool(self.edited) or any(action.kind in _GIVES for action in self.actions)

    @property
    def is_idle(self) -> bool:
        """It only waits, or points at something."""
        return all(action.kind in _IDLE for action in self.actions)

    @property
    def is_acting(self) -> bool:
        """It does more than wait or point at something, or something came of it."""
        return not (self.is_dead and self.is_idle)

    @property
    def pressed_last(self) -> str:
        """What its last action pressed or chose; empty where it did something else."""
        return self.last.pressed if self.last.is_press else ""

    @property
    def given(self) -> tuple[str, ...]:
        """What was pressed, typed and chosen, and the names of the fields."""
        return tuple(text for action in self.actions for text in action.words)

    @property
    def came(self) -> tuple[str, ...]:
        """What came up in the step: texts, announcements, a place."""
        return (*self.new, *self.announced, self.place)

    @property
    def effects(self) -> tuple[str, ...]:
        """What came of the step."""
        return (*self.came, *self.gone)

    @property
    def content_words(self) -> frozenset[str]:
        """The words that carry a meaning in all texts of the line."""
        texts = (*self.given, *self.effects, *self.edited, self.dialog)
        return frozenset[str]().union(*map(content_words, texts))


class StoryEnd(Record, frozen=True, kw_only=True):
    """What the last screen of a run shows."""

    place: str = ""
    dialog: str = ""
    """Title of the dialog that waits for an answer."""
    edited: tuple[str, ...] = ()
    """Fields that wait to be sent."""
    shows: tuple[str, ...] = ()
    """The texts that are most like the task."""
    only_fields: bool = False
    """No button and no link stands there, only fields: what was typed waits for no press."""


def stems_of(texts: Iterable[str]) -> frozenset[str]:
    """The stems of all of these texts."""
    return frozenset[str]().union(*map(stems, texts))
