"""On which pages controls were used in a run. Knows not what was entered."""

from __future__ import annotations

from courtside_judge.evidence.screen import Screen, names_of
from courtside_judge.evidence.text_forms import normal

from .action_on_screen import ActionOnScreen
from .bounded_collections import keep


class UsedPages:
    """The pages of which one run used a control."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        """By name, in the form for comparing: the step that used a control of it last."""
        self.worked_on: dict[str, int] = {}
        """Title, heading and dialog of those where something else than a link was used."""

    def follow(self, made: ActionOnScreen) -> None:
        """The next action."""
        screen = made.pressed_on
        if screen is not None and (made.is_press or made.action.kind in ("type", "select")):
            for name in names_of(screen):
                keep(self.names, normal(name), made.step)
            for name in _heads(screen) if made.target.role != "link" else ():
                keep(self.worked_on, normal(name), made.step)


def _heads(screen: Screen) -> tuple[str, ...]:
    """What names the page as a whole: other headings may name each of many things on it."""
    page = screen.look.page
    return tuple(filter(None, (screen.look.title, *((page.heading, page.dialog) if page else ()))))
