"""Whether the open page still shows all that it showed before something was sent. Knows no task."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from courtside_judge.evidence.screen import Screen, page_of
from courtside_store.records import Step

from .app_reactions import AppReactions
from .bounded_collections import keep
from .seen_screens import SeenScreens


class _Seen(NamedTuple):
    step: int
    screen: Screen


class UnchangedPage:
    """The pages that one run came back to."""

    def __init__(self) -> None:
        self.lost_nothing = False
        """The page that is open was seen before something was sent and taken, and no text of it
        is gone."""
        self._seen: dict[str, _Seen] = {}
        """By page: how it was seen last, before what it lost nothing by."""

    def follow(self, step: Step, screens: SeenScreens, app: AppReactions) -> None:
        """The next step, and what the application did in it."""
        if screens.previous is not None:
            self._seen.setdefault(
                page_of(screens.previous.look), _Seen(step.index - 1, screens.previous)
            )
        now = screens.last
        self.lost_nothing = False
        if step.after is None or now is None or now.look.unread:
            return
        page = page_of(now.look)
        if then := self._seen.get(page):
            was_sent = app.was_taken_between(then.step + 1, step.index + 1)
            self.lost_nothing = was_sent and not _texts(then.screen) - _texts(now)
        if not self.lost_nothing:
            keep(self._seen, page, _Seen(step.index, now))


def _texts(screen: Screen) -> Counter[str]:
    return Counter(element.text for element in screen.elements)
