"""What the judge finds in the lines of a run's story, for tables whose screens are gone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtside_judge.evidence.catalogue import CATALOGUE
from courtside_judge.evidence.catalogue.story import STORY as OF_STEPS
from courtside_judge.evidence.catalogue.story import STORY_AT_END as OF_ENDS
from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.extractors.story_lines import (
    OVERRULED,
    findings_beside,
    findings_of_line,
    findings_of_story,
    typed_last_in,
)
from courtside_judge.evidence.features import features
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.story_line import StoryLine
from courtside_judge.evidence.story_run import keeps_to_itself, sent_edits, whole_run
from courtside_judge.evidence.task_words import wants_presses
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.stored_story import StoredStory

STORY_KINDS = frozenset(one.kind for one in OF_STEPS) | frozenset(one.kind for one in OF_ENDS)
UNWEIGHED = frozenset(one.kind for one in CATALOGUE if not one.weighed)
"""Older tables have some of them."""
OF_WISHES = "change-unsent"
"""Older tables have it of tasks too that want to be shown something."""


def without_story(amounts: dict[str, float], task: str = "") -> dict[str, float]:
    """Without what newer tables have of it, of runs whose screens came in another way, and without
    what older ones have of tasks that are no wish and of kinds that are weighed no longer."""
    is_wish = not read_goal(task).seeks and not wants_presses(task)
    left = STORY_KINDS | UNWEIGHED | (set() if is_wish else {OF_WISHES})
    return {name: amount for name, amount in amounts.items() if name not in left}


def without_kept_edits(amounts: dict[str, float], lines: Sequence[StoryLine]) -> dict[str, float]:
    """Without what older tables have of a page that sent what was entered or keeps it to itself."""
    if "left-edited" not in amounts or not (keeps_to_itself(lines) or sent_edits(lines)):
        return amounts
    return {name: amount for name, amount in amounts.items() if name != "left-edited"}


def features_of_run(
    episode: Episode, story: StoredStory, amounts: dict[str, float]
) -> dict[str, float]:
    """Features of a run's end, by its story and what else was found."""
    lines = story.lines
    if not lines:
        return {}
    typed = [] if "left-unsent" in amounts else typed_last_in(lines[-1], len(lines))
    run = whole_run(read_goal(episode.task), lines, story.end, episode.answer)
    return _amounts([*typed, *findings_of_story(run)])


def with_line_features(amounts: dict[str, float], line: dict[str, float]) -> dict[str, float]:
    """The features of a step, with what its line tells beside what else was found."""
    return amounts | {name: x for name, x in line.items() if OVERRULED.get(name) not in amounts}


def features_of_steps(task: str, lines: Sequence[StoryLine]) -> Iterator[dict[str, float]]:
    """Features of each step."""
    goal, asked, words = read_goal(task), content_words(task), set[str]()
    for number, line in enumerate(lines, 1):
        found = findings_of_line(line, words, asked, number)
        yield _amounts(found + findings_beside(goal, lines[:number], number))
        words |= line.content_words


def _amounts(findings: Sequence[Finding]) -> dict[str, float]:
    """Rounded as in a table."""
    return {name: round(x, 4) for name, x in features(findings).items() if x}
