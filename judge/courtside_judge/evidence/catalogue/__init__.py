"""Every kind of finding, one entry each, gathered from the files beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import get_args

from .answers import ANSWERS
from .effects import EFFECTS
from .entry import AnyEntry, EndEntry, Entry, Family, Hint, RunEntry, Sign, StepEntry, Summary
from .forms import FORMS
from .language import LANGUAGE
from .presses import PRESSES
from .rows import ROWS
from .single_step import STEPS
from .story import STORY, STORY_AT_END
from .submitting import SUBMITTING
from .values import VALUES
from .words import WORDS

__all__ = [
    "ADVICE",
    "AGAINST",
    "ALL_DONE",
    "ASKED_DONE",
    "AT_END",
    "CATALOGUE",
    "DEFAULT_CAP",
    "FAMILIES",
    "GOAL_STATE",
    "HINTS",
    "LANGUAGE",
    "NO_EVIDENCE",
    "OF_NO_KIND",
    "OF_RUN",
    "OF_STEP",
    "SUMMARIES",
    "AnyEntry",
    "Entry",
    "Family",
    "Hint",
    "Sign",
    "Summary",
    "entry_of",
]
OF_RUN: tuple[RunEntry, ...] = (*VALUES, *SUBMITTING, *EFFECTS, *WORDS, *PRESSES)
AT_END: tuple[EndEntry, ...] = (*ANSWERS, *FORMS, *ROWS, *STORY_AT_END, *LANGUAGE)
OF_STEP: tuple[StepEntry, ...] = (*STEPS, *STORY)
CATALOGUE: tuple[AnyEntry, ...] = (*OF_RUN, *AT_END, *OF_STEP)
DEFAULT_CAP = 3.0
"""A kind of finding counts at most so often: ten missed values are not ten times worse."""
ALL_DONE = Summary(name="asked-all-done", sign="towards", families=("something-right",))
"""All that the task asks for is done, and nothing is wrong."""
FAMILIES: tuple[Family, ...] = get_args(Family)
SUMMARIES = (
    ALL_DONE,
    Summary(name="something-right", sign="towards"),
    Summary(name="something-wrong", sign="against"),
    Summary(name="contradiction", sign="against"),
)
HINTS: Mapping[str, tuple[Hint, ...]] = {entry.kind: entry.hints for entry in CATALOGUE}
ADVICE = {entry.kind: entry.advice for entry in CATALOGUE if entry.advice}
AGAINST = frozenset(entry.kind for entry in CATALOGUE if entry.sign == "against")
"""Findings that speak against a run by their meaning, whatever a fit has made of them."""
OF_NO_KIND = frozenset(entry.kind for entry in CATALOGUE if entry.failure == "other")
"""Findings that say that a run failed and not in which way."""
GOAL_STATE = frozenset(entry.kind for entry in CATALOGUE if entry.proves == "goal")
"""Findings about what the task ends with; other good ones also show on the way there."""
ASKED_DONE = frozenset(entry.kind for entry in CATALOGUE if entry.requirement == "done")
"""Findings that say of one thing that the task asks for that it is done."""
NO_EVIDENCE = frozenset(entry.kind for entry in CATALOGUE if entry.proves == "nothing")
"""Findings that may weigh for success and show nothing: no screen, or the agent's own words."""
_BY_KIND: Mapping[str, AnyEntry] = MappingProxyType({entry.kind: entry for entry in CATALOGUE})


def entry_of(kind: str) -> AnyEntry:
    """The entry of a kind of finding. Raises KeyError for one that is not in the catalogue."""
    return _BY_KIND[kind]
