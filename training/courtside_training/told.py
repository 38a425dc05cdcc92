"""What the judge finds in the lines of a run's story, for tables whose screens are gone.

Only of runs whose screens had elements: the story was told of those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtside_judge.evidence.extractors.told import UNCHANGED, told_in, typed_last_in
from courtside_judge.evidence.features import features
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import content_words

TOLD = frozenset(("texts-unchanged", "texts-new", "asked-words-new", "ends-typing"))


def untold(amounts: dict[str, float]) -> dict[str, float]:
    """Without what newer tables have of it, of runs whose screens came in another way."""
    return {name: amount for name, amount in amounts.items() if name not in TOLD}


def told_of_run(story: Sequence[str], amounts: dict[str, float]) -> dict[str, float]:
    """Features of a run's end, by the line of its last step and what else was found. The story's
    last line tells the end."""
    if len(story) < 2 or "left-unsent" in amounts:
        return {}
    return _amounts(typed_last_in(story[-2], len(story) - 1))


def told_beside(amounts: dict[str, float], told: dict[str, float]) -> dict[str, float]:
    """The features of a step, with what its line tells beside what else was found."""
    said = "screen-unchanged" in amounts
    return amounts | {name: x for name, x in told.items() if not (said and name == UNCHANGED)}


def told_of_steps(task: str, lines: Sequence[str]) -> Iterator[dict[str, float]]:
    """Features of each step."""
    asked, before = content_words(task), set[str]()
    for number, line in enumerate(lines, 1):
        yield _amounts(told_in(line, before, asked, number))
        before |= content_words(line)


def _amounts(findings: Sequence[Finding]) -> dict[str, float]:
    """Rounded as in a table."""
    return {name: round(x, 4) for name, x in features(findings).items() if x}
