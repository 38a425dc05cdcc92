"""What was pressed in a run, and what stood beside it. Knows not what a press led to."""

from __future__ import annotations

from courtside_judge.evidence.text_forms import normal

from .action_on_screen import ActionOnScreen
from .bounded_collections import keep, with_newest
from .focusing_click import FocusingClick
from .row_labels import RowLabel, read_row_label
from .text_at_step import TextAtStep


class Presses:
    """What was pressed in one run."""

    def __init__(self) -> None:
        self.clicked: dict[str, TextAtStep] = {}
        """The newest click on each text, by what it says, in the form for comparing."""
        self.row_labels: list[RowLabel] = []
        """What stood beside each control without a name that was pressed."""
        self._focusing = FocusingClick[tuple[dict[str, TextAtStep], list[RowLabel]]]()

    def follow(self, made: ActionOnScreen) -> None:
        """The next action."""
        if made.action.kind == "type":
            if (before := self._focusing.before_typing(made.target)) is not None:
                self.clicked, self.row_labels = before
        elif made.is_press:
            self._focusing.press(made.target, (dict(self.clicked), self.row_labels))
            if not made.is_on_banner:
                self._press(made)

    def _press(self, made: ActionOnScreen) -> None:
        target, step, screen = made.target, made.step, made.pressed_on
        name = normal(target.text)
        keep(self.clicked, name, TextAtStep(target.text, step))
        if screen is not None and not name and target.box is not None:
            label = read_row_label(screen.elements, target.box, step)
            self.row_labels = with_newest(self.row_labels, label)
