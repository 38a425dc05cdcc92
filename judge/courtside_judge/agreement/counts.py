"""Counts verdicts against labels, by hand: importing scikit-learn takes 2.1 s. Knows no judge.

The positive class is success. `error`, `unparsed` and `unknown` are never counted right or wrong:
they lower the coverage, which stands beside every accuracy.

So are all metrics of this package: importing scikit-learn's costs 2.1 s of CPU and 185 MB, these
0.4 s and 30 MB. A test holds them to scikit-learn's and SciPy's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from courtside_store.records import Record

from .annotators import kappa
from .calibration import Scored, auroc, brier, calibration_error, scored
from .compare import ComparedRun
from .intervals import Interval, bootstrap, wilson

Pair = tuple[bool, bool]
"""What the judge says, what is true; True is success."""


class Confusion(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What became of n labelled runs."""

    n: int
    true_success: int = 0
    false_success: int = 0
    """The judge says success, the label failure."""
    false_failure: int = 0
    true_failure: int = 0
    unknown: int = 0
    error: int = 0
    unparsed: int = 0

    @property
    def decided(self) -> int:
        """Runs that the judge calls one or the other."""
        return self.true_success + self.false_success + self.false_failure + self.true_failure

    @property
    def right(self) -> int:
        """How many of the labelled runs the judge calls what they are."""
        return self.true_success + self.true_failure


class AgreementNumbers(Confusion, frozen=True, kw_only=True, omit_defaults=False):
    """What the counts amount to. None where a number is not defined, e.g. AUROC with one class."""

    coverage: float | None
    """Share of the labelled runs that the judge decided. All that follows is over those alone."""
    accuracy: float | None
    balanced_accuracy: float | None
    precision: float | None
    """Of the runs called success, the share that is."""
    recall: float | None
    f1: float | None
    npv: float | None
    """Of the runs called failure, the share that is."""
    kappa: float | None
    """Cohen's: agreement beyond what chance gives."""
    auroc: float | None
    """Probability that a success has a higher score than a failure."""
    brier: float | None
    expected_calibration_error: float | None
    intervals: dict[str, Interval]
    """95 % each: Wilson's for shares, else percentiles of a bootstrap over runs."""


def count(outcomes: Sequence[ComparedRun]) -> Confusion:
    """Counts the runs that have a label."""
    judged = [outcome for outcome in outcomes if outcome.run.success is not None]
    kinds = Counter(_kind(outcome) for outcome in judged)
    return Confusion(n=len(judged), **kinds)


def _kind(outcome: ComparedRun) -> str:
    if outcome.verdict.status != "ok":
        return outcome.verdict.status
    match outcome.verdict.label:
        case "unknown":
            return "unknown"
        case "success":
            return "true_success" if outcome.run.success else "false_success"
        case "failure":
            return "false_failure" if outcome.run.success else "true_failure"


def measure(outcomes: Sequence[ComparedRun], seed: int | None) -> AgreementNumbers:
    """Everything that stands in the table of judges. Without a seed: only Wilson's intervals."""
    counts = count(outcomes)
    pairs = [(o.calls_success, bool(o.run.success)) for o in outcomes if o.is_scorable]
    with_score = scored(outcomes)
    shares = {
        "coverage": (counts.decided, counts.n),
        "accuracy": (counts.right, counts.decided),
        "precision": (counts.true_success, counts.true_success + counts.false_success),
        "recall": (counts.true_success, counts.true_success + counts.false_failure),
        "npv": (counts.true_failure, counts.true_failure + counts.false_failure),
    }
    intervals = {name: wilson(*share) for name, share in shares.items()}
    if seed is not None:
        intervals |= bootstrap(pairs, OF_PAIRS, seed) | bootstrap(with_score, OF_SCORES, seed)
    values = {name: part / whole if whole else None for name, (part, whole) in shares.items()}
    return AgreementNumbers(
        **{name: getattr(counts, name) for name in Confusion.__struct_fields__},
        coverage=values["coverage"],
        accuracy=values["accuracy"],
        balanced_accuracy=balanced_accuracy(pairs),
        precision=values["precision"],
        recall=values["recall"],
        f1=f1(pairs),
        npv=values["npv"],
        kappa=kappa(pairs),
        auroc=auroc(with_score),
        brier=brier(with_score),
        expected_calibration_error=calibration_error(with_score),
        intervals={name: ends for name, ends in intervals.items() if ends},
    )


def balanced_accuracy(pairs: Sequence[Pair]) -> float | None:
    """Mean of the shares found among the true and among the false; None with one class."""
    confusion = Counter(pairs)
    true = confusion[True, True] + confusion[False, True]
    false = confusion[True, False] + confusion[False, False]
    if not true or not false:
        return None
    return (confusion[True, True] / true + confusion[False, False] / false) / 2


def f1(pairs: Sequence[Pair]) -> float | None:
    """Harmonic mean of precision and recall; None without a success, judged or true."""
    confusion = Counter(pairs)
    missed = confusion[True, False] + confusion[False, True]
    whole = 2 * confusion[True, True] + missed
    return 2 * confusion[True, True] / whole if whole else None


OF_PAIRS: dict[str, Callable[[Sequence[Pair]], float | None]] = {
    "balanced_accuracy": balanced_accuracy,
    "f1": f1,
    "kappa": kappa,
}
OF_SCORES: dict[str, Callable[[Sequence[Scored]], float | None]] = {"auroc": auroc, "brier": brier}
