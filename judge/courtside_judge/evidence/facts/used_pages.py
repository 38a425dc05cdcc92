"""On which pages controls were used in a run. Knows not what was entered."""

from __future__ import annotations

from courtside_judge.evidence.screen import names_of
from courtside_judge.evidence.text_forms import normal

from .action_on_screen import ActionOnScreen
from .bounded_collections import keep


class UsedPages:
    """The pages of which one run used a control."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        """By name, in the form for comparing: the step that used a control of it last."""

    def follow(self, made: ActionOnScreen) -> None:
        """The next action."""
        screen = made.pressed_on
        if screen is not None and (made.is_press or made.action.kind in ("type", "select")):
            for name in names_of(screen):
                keep(self.names, normal(name), made.step)
