"""Words of the screens that refuse something, and which an act brought. Knows no task.

A page that is only opened may say "cannot" and "required" of its own: that refuses nothing.
"""

from __future__ import annotations

import re

from courtside_store.records import ActionKind

from .action_on_screen import ActionOnScreen
from .seen_screens import SeenScreens

REFUSING = re.compile(
    r"\b(required|invalid|incorrect|failed|sorry|cannot|could not|unable|"
    r"not (?:found|available|valid|allowed)|must be|out of stock|no results?|nothing found|"
    r"please (?:enter|correct|select|fill|provide|choose))\b",
    re.I,
)
MAX_SCREEN_CHARS = 4000
_OPENING: frozenset[ActionKind] = frozenset(
    ("navigate", "back", "forward", "reload", "open-tab", "switch-tab", "close-tab")
)


class RefusingWords:
    """Those of the newest screen of one run."""

    def __init__(self) -> None:
        self._brought: dict[str, bool] = {}
        """By word, in small letters: whether an act brought it."""
        self._only_opened = True

    @property
    def brought(self) -> set[str]:
        """Those that an act brought, in small letters."""
        return {word for word, by_act in self._brought.items() if by_act}

    def follow(self, made: ActionOnScreen) -> None:
        """The next action."""
        opens = made.action.kind in _OPENING or (made.is_press and made.target.role == "link")
        self._only_opened &= opens

    def look(self, screens: SeenScreens, *, redirected: bool) -> None:
        """The screen after the actions so far, if it was seen; `redirected`: what they sent was
        taken and answered with another page."""
        now = screens.last
        if now is None or screens.missed:
            return
        by_act = not ((self._only_opened or redirected) and _is_elsewhere(screens))
        found = dict.fromkeys(w[0].lower() for w in REFUSING.finditer(now.text[:MAX_SCREEN_CHARS]))
        self._brought = {word: self._brought.get(word, by_act) for word in found}
        self._only_opened = True


def _is_elsewhere(screens: SeenScreens) -> bool:
    """Whether the newest screen has another address than the one before."""
    then, now = screens.previous, screens.last
    return then is None or now is None or then.look.url != now.look.url
