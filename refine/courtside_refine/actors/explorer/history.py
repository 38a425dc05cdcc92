"""What the explorer did in this attempt, and what came of it. Scores nothing."""

from __future__ import annotations

from collections import Counter

from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.text_forms import normal
from courtside_refine.actors.actor_actions import ActorAction, Click, Press, Type
from courtside_refine.actors.page_view import PageView, ViewRow, name_of

ActionKey = tuple[str, ...]
MAX_ROW_CHARS = 60
"""At most so many characters beside a button say what it is for."""


class History:
    """What the explorer did in one attempt, and what came of it."""

    def __init__(self) -> None:
        self.times: Counter[ActionKey] = Counter()
        """How often each thing was done."""
        self.idle: set[ActionKey] = set()
        """What changed nothing."""
        self.used: Counter[str] = Counter()
        """Stems of the task, by how often something of that name was pressed."""
        self._given: list[str] = []
        """What was typed, chosen or pressed, with the words beside it."""
        self.pressed: list[str] = []
        """Names of what was pressed."""
        self.dirty = False
        """Something was typed or chosen, and nothing pressed since that ends it."""
        self.changes = 0
        """Actions that changed the page."""
        self.shown: frozenset[str] = frozenset()
        """Names of what the screen before offered."""
        self._last: ActionKey = ()
        self._screen: frozenset[str] | None = None
        self._names: frozenset[str] = frozenset()

    def fail(self) -> None:
        """Notes that the action that was chosen last could not be done."""
        if self._last:
            self.idle.add(self._last)
            self._given = self._given[:-1]

    def is_stubborn(self, row: ViewRow) -> bool:
        """Whether a field would not be typed into: it may open something when it is clicked."""
        return any(key[:2] == ("type", name_of(row)) for key in self.idle)

    def has_given(self, value: str) -> bool:
        """Whether a value (see `normal`) was typed, chosen or pressed."""
        return any(value in given for given in self._given)

    def see(self, view: PageView) -> None:
        """The page after the last action."""
        screen = frozenset(
            f"{n} {row.element.text} {row.element.value} {row.element.state} {row.hint}"
            for n, row in enumerate(view.rows)
        )
        if self._last and screen == self._screen:
            self.idle.add(self._last)
        elif self._last:
            self.changes += 1
            self.shown = self._names
        self._screen, self._names = screen, frozenset(name_of(row) for row in view.rows)

    def add(self, action: ActorAction, view: PageView, ends: bool) -> None:
        """What is about to be done; `ends`: it saves or sends."""
        row = view.row(action.id) if isinstance(action, Click | Type) else None
        self._last = key_of(action, row)
        self.times[self._last] += 1
        match action:
            case Type(text=text):
                self._given.append(normal(text))
                self.dirty = True
            case Click() if row is not None:
                beside = row.near if len(row.near) <= MAX_ROW_CHARS else ""
                self._given.append(normal(f"{row.element.text} {beside}"))
                self.pressed.append(normal(row.element.text))
                self.used.update(stems(f"{row.element.text} {row.near}"))
                chosen = row.is_toggle or row.element.tag == "label"
                self.dirty = not ends and (self.dirty or chosen)
            case Press():
                self.dirty = False


def key_of(action: ActorAction, row: ViewRow | None) -> ActionKey:
    """A key that is the same for what does the same on any look at the page."""
    match action:
        case Click():
            return "click", name_of(row), row.near if row else ""
        case Type(text=text):
            return "type", name_of(row), normal(text)
        case _:
            return (repr(action),)
