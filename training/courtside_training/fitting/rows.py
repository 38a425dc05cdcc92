"""What a fit needs of one episode, and how it is read as rows of numbers. Knows no screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from courtside_judge.evidence.catalogue import ALL_DONE
from courtside_judge.evidence.extractors.single_step import handed_in_of, outlook_of, standing_of
from courtside_judge.evidence.features import features, is_all_done, is_wrong
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.linear import Limits, RunModel
from courtside_judge.evidence.task_length import length_of
from courtside_store.records import Record, StepLabel
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.language_scores import scored_amounts
from courtside_training.fitting.read_story import Targets, story_as_read
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.fitting.story_features import (
    features_of_run,
    features_of_steps,
    with_line_features,
    without_kept_edits,
    without_story,
)

View = Literal["elements", Targets, "blind"]
"""How the screens came: with elements; only read, by what is known of what was hit; not at all."""
VIEWS: tuple[View, ...] = get_args(View)
READ: tuple[Targets, ...] = get_args(Targets)
PROGRESS = {"goal-reached", "towards-the-goal"}


class SeenStep(Record, frozen=True, kw_only=True):
    """What the judge finds in one step; how the run looks is left to a model of runs."""

    amounts: dict[str, float]
    so_far: dict[str, float]
    """Features of the run up to it."""
    handed_in: bool


class Seen(Record, frozen=True, kw_only=True):
    """What the judge finds in an episode whose screens came in one way."""

    run: dict[str, float]
    steps: tuple[SeenStep, ...] = ()


class Row(Record, frozen=True, kw_only=True):
    """One episode, small."""

    episode: Episode
    """Without its steps."""
    views: dict[View, Seen]
    """Of a run without screens only `blind`."""
    story: StoredStory = StoredStory()

    @property
    def group(self) -> str:
        """What is left out of training together where whole kinds of task are."""
        return f"{self.episode.world}/{self.episode.kind}"


@dataclass(frozen=True)
class RunRow:
    """One run, as the judge sees its end."""

    row: Row
    amounts: dict[str, float]
    """Its features."""
    length: float = 1.0
    """Of its task, from 0, plain, to 1, long."""

    @property
    def episode(self) -> Episode:
        return self.row.episode

    @property
    def group(self) -> str:
        return self.row.group

    def limits(self, limits: Limits) -> Limits:
        """The limits for it."""
        return limits.of_run(sent_nothing=self.sent_nothing, handed_in=self.handed_in)

    @property
    def sent_nothing(self) -> bool:
        """It is known that nothing was sent that could change something, and no edit waits for
        that."""
        lines = self.row.story.lines
        return not any(line.sent for line in lines) and not (lines and lines[-1].edited)

    @property
    def handed_in(self) -> bool:
        """The task names the button that ends it, and that was pressed last."""
        return "submit-done" in self.amounts


@dataclass(frozen=True)
class StepRow:
    """One step, as the judge sees it, and what replay says it was worth."""

    group: str
    amounts: dict[str, float]
    label: StepLabel

    @property
    def helped(self) -> bool:
        """Towards the goal, or there."""
        return self.label in PROGRESS


def run_rows(rows: Iterable[Row], views: Sequence[View] = ("elements",)) -> list[RunRow]:
    """A row a run and view."""
    return [
        run_row(row, view, _of_run(row, view))
        for view in views
        for row in rows
        if view in row.views
    ]


def run_row(row: Row, view: View, amounts: dict[str, float]) -> RunRow:
    """A run by its features, for the model that the judge weighs such runs with."""
    return RunRow(row, amounts, _length(row, view))


def _of_run(row: Row, view: View) -> dict[str, float]:
    story = _story(row, view)
    amounts = without_story(row.views[view].run, row.episode.task)
    amounts = without_kept_edits(amounts, story.lines)
    amounts |= features_of_run(row.episode, story, amounts)
    amounts |= scored_amounts(row.episode) if view == "elements" else {}
    return {
        name: x for name, x in amounts.items() if name != ALL_DONE.name or not is_wrong(amounts)
    }


def _length(row: Row, view: View) -> float:
    """Of its task: the judge has one model alone of screens that were not seen."""
    return length_of(read_goal(row.episode.task)) if view != "blind" else 1.0


def step_rows(
    rows: Sequence[Row], run: RunModel, views: Sequence[View] = ("elements",)
) -> list[StepRow]:
    """A row a step that replay has a label for; the run model tells how the run looks."""
    return [
        StepRow(row.group, amounts, label)
        for view in views
        for row in rows
        if row.episode.labels and view in row.views
        for amounts, label in zip(_steps(row, view, run), row.episode.labels, strict=True)
    ]


def _steps(row: Row, view: View, run: RunModel) -> Iterator[dict[str, float]]:
    """The features of each step, with what the model says of how the run looks."""
    then: dict[str, float] = {}
    seen, story = row.views[view].steps, _story(row, view).lines
    lines = [*features_of_steps(row.episode.task, story)] or [{}] * len(seen)
    model = run.at(_length(row, view))
    for number, (step, shown) in enumerate(zip(seen, lines, strict=True), 1):
        amounts = with_line_features(without_story(step.amounts), shown)
        now = without_kept_edits(step.so_far, story[:number])
        odds = model.odds(now)
        is_idle = "screen-unchanged" in amounts or "without-effect" in amounts
        looks = outlook_of(number, odds, model.odds(then), is_idle=is_idle)
        sent = any(line.is_taken for line in story[number - 1 : number])
        looks += standing_of(number, wrong=is_wrong(then), done=is_all_done(then), sent=sent)
        looks += handed_in_of(number, odds) if step.handed_in else []
        yield amounts | {name: x for name, x in features(looks).items() if x}
        then = now


def _story(row: Row, view: View) -> StoredStory:
    """As the screens of that view tell it."""
    match view:
        case "elements":
            return row.story
        case "blind":
            return StoredStory()
        case _:
            return story_as_read(row.story, view)
