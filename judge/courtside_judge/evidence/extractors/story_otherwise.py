"""What was given in place of what the task says, whatever tells it. Knows no weights."""

from __future__ import annotations

from collections.abc import Callable

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.story_run import StoryRun

from .story_calendar import calendar_otherwise
from .story_choices import chosen_otherwise
from .story_codes import codes_otherwise
from .story_counts import counts_otherwise
from .story_people import named_otherwise
from .story_values import fields_otherwise

_WAYS: tuple[Callable[[StoryRun], list[Finding]], ...] = (
    *(fields_otherwise, counts_otherwise, calendar_otherwise, chosen_otherwise),
    *(named_otherwise, codes_otherwise),
)


def given_otherwise(run: StoryRun) -> list[Finding]:
    """Each value once, however many tell that it is another one."""
    found = [one for find in _WAYS for one in find(run)]
    return [*{(one.what, one.step): one for one in reversed(found)}.values()][::-1]
