"""How much labels of one's own help on a family of apps that training never saw.

The kinds of task of the family are split in two: labels come from one half, and what is learned
from them, as `courtside learn` learns it, is tested on the other; then the other way round, so that
each run is tested once a split.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from courtside_judge.evidence.linear import RunModel
from courtside_judge.learning.correction import Correction
from courtside_judge.learning.cross_validation import learn_correction
from courtside_judge.learning.regression import FULL_COVERAGE, LabelledEnd, probabilities
from courtside_training.fitting.rows import RunRow

LABELS = (0, 5, 10, 20, 40)
SPLITS = 4
Right = dict[int, tuple[int, int]]
"""How many runs were judged right at full coverage, and of how many, by the number of labels."""


def after_labels(model: RunModel, rows: Sequence[RunRow], splits: int = SPLITS) -> Right:
    """Of the runs of a family that the model has not seen. Where half of it has fewer runs than
    labels are wanted, all of them are labelled.
    """
    right: Counter[int] = Counter()
    for seed in range(splits):
        one, other = halves(rows, seed)
        for pool, test in ((one, other), (other, one)):
            drawn = random.Random(seed).sample(pool, len(pool))
            for count in LABELS:
                right[count] += _right(_learned(model, drawn[:count]), model, test)
    return {count: (right[count], splits * len(rows)) for count in LABELS}


def together(found: Sequence[Right]) -> dict[str, float | None]:
    """Accuracy over all families, by the number of labels in each."""
    sums = {
        count: (sum(one[count][0] for one in found), sum(one[count][1] for one in found))
        for count in LABELS
    }
    return {str(n): round(right / of, 4) if of else None for n, (right, of) in sums.items()}


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


def _right(learned: Correction, model: RunModel, test: Sequence[RunRow]) -> int:
    examples = [_example(model, row) for row in test]
    labels = [FULL_COVERAGE.label(one) == "success" for one in probabilities(examples, learned)]
    return sum(a == b.success for a, b in zip(labels, examples, strict=True))


def _example(model: RunModel, row: RunRow) -> LabelledEnd:
    return LabelledEnd(row.amounts, model.at(row.length), row.episode.oracle, row.episode.task)
