"""A whole run as its story tells it. Draws no conclusion, and sees no screen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_store.records import Record

from .dates import as_task_says
from .goals import Goal
from .story_line import StoryAction, StoryEnd, StoryLine, stems_of


class StoryRun(Record, frozen=True, kw_only=True):
    """A run at its end."""

    goal: Goal
    lines: tuple[StoryLine, ...]
    """One a step."""
    end: StoryEnd
    answer: str
    hidden: frozenset[str] = frozenset()
    """Stems of the task that may be what was typed where nobody may look. Empty in tables: the
    weights were fitted so."""
    lost_nothing: bool = False
    """The page at the end shows all that it showed before something was sent. Not known in tables.
    """

    @property
    def is_wish(self) -> bool:
        """Whether the task wants something done, rather than said or opened."""
        return not self.goal.asks and not self.goal.seeks

    @property
    def actions(self) -> tuple[StoryAction, ...]:
        """The actions of all steps."""
        return tuple(action for line in self.lines for action in line.actions)

    @property
    def acting(self) -> tuple[tuple[int, StoryLine], ...]:
        """The lines that do more than wait or point at something, with their numbers."""
        return tuple(one for one in enumerate(self.lines, 1) if one[1].is_acting)

    @property
    def fields(self) -> dict[str, tuple[str, int]]:
        """What was typed or chosen last in each field that has a name, and in which step."""
        return {
            action.name: (action.given, step)
            for step, line in enumerate(self.lines, 1)
            for action in line.actions
            if action.given and action.name
        }

    @property
    def given_words(self) -> frozenset[str]:
        """Stems of all that was pressed, typed and chosen, days also as the task writes them, and
        of what may have been."""
        given = [text for line in self.lines for text in line.given]
        days = (as_task_says(text, self.goal.task) for text in given)
        return self.hidden | stems_of((*given, *days))


def whole_run(goal: Goal, lines: Sequence[StoryLine], end: StoryEnd, answer: str) -> StoryRun:
    """Of the lines of its steps. A click into a field that is typed into next presses nothing."""
    after = (*lines[1:], StoryLine())
    marked = tuple(
        replace(line, actions=(*line.actions[:-1], replace(line.last, is_focus=True)))
        if line.actions and next_.actions and _focuses(line.last, next_.actions[0])
        else line
        for line, next_ in zip(lines, after, strict=True)
    )
    return StoryRun(goal=goal, lines=marked, end=end, answer=answer)


def needs_no_press(goal: Goal, *, only_fields: bool) -> bool:
    """Whether a text in its field is all that there is to do: the task wants no more, and nothing
    on the last screen waits for a press."""
    return goal.only_types and only_fields


def keeps_to_itself(lines: Sequence[StoryLine]) -> bool:
    """Whether nothing was ever sent, and the last that was done is a press: the page takes what was
    entered without a server, and does not say whether it did."""
    last = next((line for line in reversed(lines) if line.is_acting), None)
    if last is None or any(line.sent for line in lines):
        return False
    return bool(last.pressed_last) and all(action.kind != "type" for action in last.actions)


def sent_edits(lines: Sequence[StoryLine]) -> bool:
    """Whether something was sent and taken in the step of the last edit or since: a page that sends
    by a script goes on showing what was entered."""
    return any(line.is_taken for line in since_edit(lines))


def since_edit(lines: Sequence[StoryLine]) -> Sequence[StoryLine]:
    """The line of the last edit and those after it; none where nothing was edited."""
    edits = (n for n in range(len(lines) - 1, -1, -1) if lines[n].is_editing)
    return lines[next(edits, len(lines)) :]


def filled_since_taken(lines: Sequence[StoryLine]) -> set[str]:
    """Fields that were typed into or chosen from after something was last sent and taken."""
    taken = (n for n in range(len(lines), 0, -1) if lines[n - 1].is_taken)
    since = lines[next(taken, 0) :]
    return {action.name for line in since for action in line.actions if action.given}


def _focuses(action: StoryAction, next_: StoryAction) -> bool:
    return (action.kind, next_.kind) == ("click", "type") and action.name == next_.name
