"""All values that were given in place of what the task says, each once. Knows no weights."""

from __future__ import annotations

from collections.abc import Callable

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.story_run import StoryRun

from .story_calendar import calendar_otherwise
from .story_choices import choices_otherwise
from .story_codes import codes_otherwise
from .story_counts import counts_otherwise
from .story_fields import fields_otherwise
from .story_people import people_otherwise

_OF_KINDS: tuple[Callable[[StoryRun], list[Finding]], ...] = (
    *(fields_otherwise, counts_otherwise, calendar_otherwise, choices_otherwise),
    *(people_otherwise, codes_otherwise),
)


def given_otherwise(run: StoryRun) -> list[Finding]:
    """Each value once, by the first of these that finds it to be another one."""
    found = [one for find in _OF_KINDS for one in find(run)]
    return [*{(one.what, one.step): one for one in reversed(found)}.values()][::-1]
