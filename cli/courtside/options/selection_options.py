"""The options of commands that make training data: whose word counts, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import click

from courtside.options.empty_words import not_empty
from courtside.options.finite_numbers import FiniteRange
from courtside.options.option_group import option_group
from courtside_formats.exports.judged import Compared, Effective, LabelsOf, Selection
from courtside_formats.exports.rewards import GOAL_REWARD, MinReward, Rewards
from courtside_judge import claims
from courtside_judge.agreement.with_people import (
    Agreement,
    agreement_of,
    agreement_with_people,
)
from courtside_judge.pending import ending_of
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, Record, Run, RunVerdict
from courtside_store.thresholds import load_thresholds

from .label_limits import limits_in_force

MAX_REWARD = 1000
"""Neither a reward nor its opposite is higher."""

selection_options = option_group(
    click.option(
        "--min-reward",
        type=click.Choice(get_args(MinReward)),
        default="progress",
        show_default=True,
        help="Leave out steps with a lower reward.",
    ),
    click.option(
        "--reward-progress",
        "towards",
        type=FiniteRange(-MAX_REWARD, MAX_REWARD),
        default=0.5,
        show_default=True,
        help="Reward of a step labelled towards-the-goal; one labelled goal-reached has 1.",
    ),
    click.option(
        "--reward-other",
        "other",
        type=FiniteRange(-MAX_REWARD, MAX_REWARD),
        default=-0.1,
        show_default=True,
        help="Reward of a step labelled not-sure or away-from-the-goal.",
    ),
    click.option(
        "--labels",
        type=click.Choice(get_args(LabelsOf)),
        default="both",
        show_default=True,
        help="Whose labels count. both: a person's where there is one, else the judge's.",
    ),
    click.option(
        "--judge",
        metavar="NAME",
        default="",
        callback=not_empty,
        help="Use only verdicts of this judge.",
    ),
    click.option(
        "--min-score",
        type=FiniteRange(0, 1),
        help="Leave out steps whose verdict has a lower score, or none.",
    ),
    click.option(
        "--min-agreement",
        type=FiniteRange(0, 1),
        help="Use only judges that agree with at least this share of people's labels.",
    ),
)
"""Gives a command the options of `Selecting`, by their names."""


class Selecting(Record, frozen=True, kw_only=True):
    """The values of the options that select runs for training."""

    min_reward: MinReward
    towards: float
    other: float
    labels: LabelsOf
    judge: str
    min_score: float | None
    min_agreement: float | None


SELECTING = Selecting.__struct_fields__


def selecting_of(options: dict[str, Any]) -> Selecting:
    """Takes these options out of all that a command was given. Raises UsageError for rewards by
    which --min-reward would leave out the better steps."""
    asked = Selecting(**{name: options.pop(name) for name in SELECTING})
    if asked.towards > GOAL_REWARD:
        raise click.UsageError(
            f"--reward-progress {asked.towards:g} is above {GOAL_REWARD:g}, the reward of a step "
            "that reached the goal"
        )
    if asked.other > asked.towards:
        raise click.UsageError(
            f"--reward-other {asked.other:g} is above --reward-progress {asked.towards:g}"
        )
    return asked


def selection_of(config: Config, reader: Reader, filter: str, asked: Selecting) -> Selection:
    """Which runs and steps, rewarded by the verdicts as they count now."""
    return Selection(
        filter=filter,
        min_reward=asked.min_reward,
        rewards=Rewards(towards=asked.towards, other=asked.other),
        labels=asked.labels,
        judge=asked.judge,
        min_score=asked.min_score,
        effective=_as_effective(config),
        min_agreement=asked.min_agreement,
        limits=limits_in_force(config),
        agreement=_as_compared(reader),
    )


def _as_effective(config: Config) -> Effective:
    limit, thresholds = config.max_false_success, load_thresholds(config)

    def as_effective(verdict: RunVerdict, run: Run) -> RunVerdict:
        return claims.effective_verdict(verdict, ending_of(run), limit, thresholds)

    return as_effective


def _as_compared(reader: Reader) -> Callable[[JudgeStamp], Compared | None]:
    all: list[Agreement] | None = None

    def as_compared(stamp: JudgeStamp) -> Compared | None:
        nonlocal all
        all = agreement_with_people(reader) if all is None else all
        found = agreement_of(all, stamp)
        if found is None or found.share is None:
            return None
        return Compared(same=found.runs.same + found.steps.same, of=found.runs.of + found.steps.of)

    return as_compared
