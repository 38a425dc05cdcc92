"""What a language model says of each run, by weights that never saw its family.

`courtside_training.language.fine_tune` makes them, and `courtside_training.recorded_runs` those of
exams that are kept back; a fit reads them from `training/tables/language`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from courtside_judge.evidence.extractors.story_language import reading_of
from courtside_judge.evidence.features import features
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.language.reader import LanguageReader
from courtside_judge.evidence.story_run import whole_run
from courtside_store.records import Record
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.packed_lines import read_lines, write_lines

_READER = LanguageReader()
SCORES = Path(__file__).parents[2] / "tables/language/scores.jsonl.xz"


RunKey = tuple[str, str, int, str]
"""World, kind of task, seed and behaviour of a run."""


def key_of(episode: Episode) -> RunKey:
    """What a run is known by."""
    return episode.world, episode.kind, episode.seed, episode.behaviour


class LanguageScore(Record, frozen=True, kw_only=True):
    """Of one run."""

    world: str
    kind: str
    seed: int
    behaviour: str
    log_odds: float
    """That it did what was asked."""

    @staticmethod
    def of(episode: Episode, log_odds: float) -> LanguageScore:
        """Of an episode."""
        return LanguageScore(
            world=episode.world,
            kind=episode.kind,
            seed=episode.seed,
            behaviour=episode.behaviour,
            log_odds=round(log_odds, 4),
        )

    @property
    def key(self) -> RunKey:
        """What its run is known by."""
        return self.world, self.kind, self.seed, self.behaviour


def story_tokens(episode: Episode, story: StoredStory) -> list[int]:
    """A run of a table as the judge writes it for its language model when it sees it live."""
    run = whole_run(read_goal(episode.task), story.lines, story.end, episode.answer)
    return _READER.tokens(episode.task, run)


def tokens_of_lines(task: str, lines: Sequence[str]) -> list[int]:
    """A run that is told in lines already."""
    return _READER.tokens_of_lines(task, lines)


def score_by_what_ships(runs: Iterable[tuple[Episode, StoredStory]]) -> None:
    """Notes what the shipped model says of runs that it has not seen."""
    add_scores(
        LanguageScore.of(episode, _READER.log_odds_of(story_tokens(episode, story)))
        for episode, story in runs
        if story.lines
    )


def add_scores(scores: Iterable[LanguageScore], path: Path = SCORES) -> None:
    """In the place of earlier ones of the same runs."""
    known = {one.key: one for one in [*read_lines(path, LanguageScore), *scores]}
    write_lines(path, known.values())


def scored_amounts(episode: Episode) -> dict[str, float]:
    """The features of a run's score; none where it has none."""
    found = _known().get(key_of(episode))
    if found is None:
        return {}
    reading = reading_of(found)
    return {name: amount for name, amount in features([reading]).items() if amount}


@cache
def _known() -> dict[tuple[str, str, int, str], float]:
    return {one.key: one.log_odds for one in read_lines(SCORES, LanguageScore)}
