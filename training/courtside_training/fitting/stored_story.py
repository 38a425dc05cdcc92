"""The story of an episode, as a table keeps it."""

from __future__ import annotations

from courtside_judge.evidence.story_line import StoryEnd, StoryLine
from courtside_store.records import Record


class StoredStory(Record, frozen=True, kw_only=True):
    """The story of one run, as tables store it."""

    lines: tuple[StoryLine, ...] = ()
    """One a step."""
    end: StoryEnd = StoryEnd()
