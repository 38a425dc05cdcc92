"""How much labels of one's own help on a family of apps that training never saw.

The kinds of task of the family are split in two: labels come from one half, and what is learned
from them, as `courtside learn` learns it, is tested on the other; then the other way round, so that
each run is tested once a split.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from courtside_judge.evidence.bars import barred
from courtside_judge.evidence.linear import Limits, RunModel
from courtside_judge.learning.correction import Correction
from courtside_judge.learning.cross_validation import learn_correction
from courtside_judge.learning.regression import FULL_COVERAGE, LabelledEnd, probabilities
from courtside_store.records import RunLabel
from courtside_training.fitting.calibration import bar_of_row
from courtside_training.fitting.rows import RunRow
from courtside_training.measures.verdicts import with_abstention

LABELS = (0, 5, 10, 20, 40)
SPLITS = 4


class Judged(NamedTuple):
    """What the judge says of one run after labels, and what is true."""

    forced: RunLabel
    """At full coverage."""
    label: RunLabel
    """By the limits, between which it abstains."""
    success: bool


Learned = dict[int, list[Judged]]
"""Every judgement of a run, by the number of labels."""


def after_labels(
    model: RunModel,
    rows: Sequence[RunRow],
    splits: int = SPLITS,
    limits: Limits = FULL_COVERAGE,
) -> Learned:
    """Of the runs of a family that the model has not seen. Where half of it has fewer runs than
    labels are wanted, all of them are labelled.
    """
    judged: Learned = {count: [] for count in LABELS}
    for seed in range(splits):
        one, other = halves(rows, seed)
        for pool, test in ((one, other), (other, one)):
            drawn = random.Random(seed).sample(pool, len(pool))
            for count in LABELS:
                learned = _learned(model, drawn[:count])
                judged[count] += _judged(learned, [_example(model, row, limits) for row in test])
    return judged


def accuracy_after_labels(found: Sequence[Learned]) -> dict[str, float | None]:
    """At full coverage over all families, by the number of labels in each."""
    return {
        str(count): with_abstention([(one.forced, one.success) for one in judged])["accuracy"]
        for count, judged in _together(found).items()
    }


def abstaining_after_labels(found: Sequence[Learned]) -> dict[str, dict[str, float | None]]:
    """Accuracy, coverage and precision by the limits, over all families, by the number of labels
    in each."""
    return {
        str(count): with_abstention([(one.label, one.success) for one in judged])
        for count, judged in _together(found).items()
    }


def _together(found: Sequence[Learned]) -> Learned:
    return {count: [one for family in found for one in family[count]] for count in LABELS}


def halves(rows: Sequence[RunRow], seed: int) -> tuple[list[RunRow], list[RunRow]]:
    """About as many runs in each, no kind of task in both."""
    kinds: dict[str, list[RunRow]] = {}
    for row in rows:
        kinds.setdefault(row.group, []).append(row)
    halves: tuple[list[RunRow], list[RunRow]] = ([], [])
    names = sorted(kinds)
    for name in random.Random(seed).sample(names, len(names)):
        min(halves, key=len).extend(kinds[name])
    return halves


def _learned(model: RunModel, labelled: Sequence[RunRow]) -> Correction:
    if not labelled:
        return Correction()
    return learn_correction([_example(model, row) for row in labelled])[0]


def _judged(learned: Correction, examples: Sequence[LabelledEnd]) -> list[Judged]:
    scores, is_learned = probabilities(examples, learned), learned != Correction()
    return [
        Judged(
            FULL_COVERAGE.label(score),
            barred(one.limits.label(score), one.bar, is_learned=is_learned),
            one.success,
        )
        for score, one in zip(scores, examples, strict=True)
    ]


def _example(model: RunModel, row: RunRow, limits: Limits = FULL_COVERAGE) -> LabelledEnd:
    return LabelledEnd(
        amounts=row.amounts,
        model=model.at(row.length),
        success=row.episode.oracle,
        task=row.episode.task,
        limits=row.limits(limits),
        bar=bar_of_row(row),
    )
