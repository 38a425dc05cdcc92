"""Everything measured of one judge on one set of labelled runs: one line of every report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Literal

import msgspec

from courtside_judge.protocol import Judge
from courtside_store.config import Config
from courtside_store.records import JudgeStamp, Record

from .baselines import BASELINES
from .calibrated import Calibrated, Wanted, calibrate
from .calibration import Bin, curve, scored
from .candidates import Composed
from .compare import ComparedRun, judge_run, shuffle_labels
from .conformal import Conformal
from .costs import Costs
from .counts import AgreementNumbers, Confusion, measure
from .intervals import Interval, middle
from .kinds_and_flags import SignCount, count_signs
from .labelled import LabelledSet
from .ranking import AgentRate, policies, tau_of_rates, tau_of_scores
from .step_counts import StepNumbers, measure_steps
from .timeouts import OnJudged, judge_with_timeout

LIMIT_S = Config().measured_run_timeout_s
SHUFFLES = 200
"""The labels are shuffled so often for the control: a single shuffle may look good by chance."""
MEASURES = sorted(
    {*AgreementNumbers.__struct_fields__} - {*Confusion.__struct_fields__, "intervals"}
)
PredictorKind = Literal["judge", "baseline", "control"]


class AgreementRow(AgreementNumbers, frozen=True, kw_only=True, omit_defaults=False):
    """One judge on one set."""

    set: str
    left_out: dict[str, int]
    """Runs of the set that could not be counted, by reason."""
    judge: str
    kind: PredictorKind
    version: str
    model_sha256: str | None
    by_domain: dict[str, AgreementNumbers]
    by_agent: dict[str, AgreementNumbers]
    policies: tuple[AgentRate, ...]
    kendall_tau: float | None
    """Of the agents' order by success rate, judge against labels; None with one agent."""
    kendall_tau_of_scores: float | None
    calibration: tuple[Bin, ...]
    steps: StepNumbers | None
    signs: tuple[SignCount, ...]
    costs: Costs | None
    conformal: Conformal | None
    composed: Composed | None = None
    """Where the judge was put together on these runs."""


class Measurement(Record, frozen=True, kw_only=True):
    """A row and the verdicts that it counts."""

    row: AgreementRow
    outcomes: tuple[ComparedRun, ...]
    calibrated: Calibrated | None = None
    """Where something was wanted of a judge's scores."""


def judge_set(
    data: LabelledSet,
    judges: Sequence[Judge],
    seed: int,
    on_judged: OnJudged,
    wanted: Wanted | None = None,
    baselines: Sequence[Judge] = BASELINES,
    limit_s: float = LIMIT_S,
) -> list[Measurement]:
    """Every judge, its verdicts against shuffled labels, then the baselines.

    `limit_s`: seconds that a judge may take over one run; then its verdict is an error.

    Raises ValueError on costs below zero.
    """
    rows: list[Measurement] = []
    for judge in judges:
        outcomes = judge_with_timeout(judge, data.runs, limit_s, on_judged)
        calibrated = calibrate(data.name, outcomes, wanted) if wanted else None
        rows.append(_row(data, judge.name, "judge", outcomes, seed, calibrated))
        rows.append(_control(data, judge.name, outcomes, seed))
    for baseline in baselines:
        outcomes = [judge_run(baseline, run) for run in data.runs]
        rows.append(_row(data, baseline.name, "baseline", outcomes, seed))
    return rows


def _row(
    data: LabelledSet,
    name: str,
    kind: PredictorKind,
    outcomes: Sequence[ComparedRun],
    seed: int,
    calibrated: Calibrated | None = None,
) -> Measurement:
    ranked = policies(outcomes)
    numbers = measure(outcomes, seed)
    answered = (o.verdict.judge for o in outcomes if o.verdict.status == "ok")
    stamp = next(answered, JudgeStamp(name=name))
    inner = seed if kind == "judge" else None  # a bootstrap a group is for those who matter
    return Measurement(
        outcomes=tuple(outcomes),
        calibrated=calibrated,
        row=AgreementRow(
            **{field: getattr(numbers, field) for field in AgreementNumbers.__struct_fields__},
            set=data.name,
            left_out=data.left_out,
            judge=name,
            kind=kind,
            version=stamp.version,
            model_sha256=stamp.model_sha256,
            by_domain=_groups(outcomes, inner, lambda o: o.run.domain),
            by_agent=_groups(outcomes, inner, lambda o: o.run.case.agent),
            policies=tuple(ranked),
            kendall_tau=tau_of_rates(ranked),
            kendall_tau_of_scores=tau_of_scores(ranked),
            calibration=tuple(curve(scored(outcomes))),
            steps=measure_steps(outcomes, seed),
            signs=count_signs(outcomes),
            costs=calibrated.costs if calibrated else None,
            conformal=calibrated.conformal if calibrated else None,
        ),
    )


def _control(
    data: LabelledSet, judge: str, outcomes: Sequence[ComparedRun], seed: int
) -> Measurement:
    """What the same verdicts get by chance: means over many shuffles of the labels, and between
    which ends 95 % of the shuffles lie. Counts and groups are those of the first one.
    """
    shuffles = [shuffle_labels(outcomes, seed + number) for number in range(SHUFFLES)]
    first = _row(data, f"{judge}, labels shuffled", "control", shuffles[0], seed)
    measured = [measure(shuffle, None) for shuffle in shuffles]
    means: dict[str, float | None] = {}
    ends: dict[str, Interval] = {}
    for name in MEASURES:
        values = [value for one in measured if (value := getattr(one, name)) is not None]
        means[name] = fmean(values) if values else None
        if values:
            ends[name] = middle(values)
    row = msgspec.structs.replace(first.row, **means, intervals=ends)
    return msgspec.structs.replace(first, row=row)


def _groups(
    outcomes: Sequence[ComparedRun], seed: int | None, of: Callable[[ComparedRun], str]
) -> dict[str, AgreementNumbers]:
    held: dict[str, list[ComparedRun]] = {}
    for outcome in outcomes:
        if outcome.run.success is not None:
            held.setdefault(of(outcome), []).append(outcome)
    return {name: measure(mine, seed) for name, mine in sorted(held.items())}
