"""Says what was measured on one set of labelled runs, as blocks. Knows no page and no terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from courtside_store.records import Record

from .blocks import Block, Cell, Heading, Measured, Plot, Shown, Table, Words
from .conformal import Conformal, runs_needed
from .costs import Costs
from .counts import Numbers
from .errors import Disagreement, Errors
from .labelled import Found
from .row import Judged, Row
from .step_counts import LABELS, StepNumbers

NUMBERS = {
    "coverage": "coverage",
    "accuracy": "accuracy",
    "balanced": "balanced_accuracy",
    "precision": "precision",
    "recall": "recall",
    "F1": "f1",
    "NPV": "npv",
    "AUROC": "auroc",
    "kappa": "kappa",
    "Brier": "brier",
    "ECE": "expected_calibration_error",
}
"""Heading and field of `Numbers`."""
_EVIDENCE = 5


class SetReport(Record, frozen=True, kw_only=True):
    """Everything known of one set."""

    found: Found
    judged: tuple[Judged, ...]
    errors: dict[str, Errors]
    """By judge."""

    @property
    def rows(self) -> list[Row]:
        """One a judge, baseline or control."""
        return [one.row for one in self.judged]


def set_blocks(report: SetReport) -> list[Block]:
    """A set from its counts to its disagreements."""
    rows = report.rows
    said: list[Block] = [Heading(text=report.found.name, level=1), Words(text=_labels(report))]
    if rows[0].n:
        said += [_judges(rows), Plot(title="Accuracy", draw=partial(_plot, "accuracy", rows))]
    for row in (row for row in rows if row.kind == "judge"):
        said += _of_judge(row, report.errors.get(row.judge))
    if len(rows[0].policies) > 1:
        said += [Heading(text="Success rate of each agent"), _ranking(rows)]
        said.append(Plot(title="Success rates", draw=partial(_plot, "rates", rows)))
    return said


def _plot(name: str, rows: Sequence[Row]) -> str:
    from . import plots  # the extra: not there unless a page is wanted

    return plots.PLOTS[name](rows)


def _labels(report: SetReport) -> str:
    runs = report.found.runs
    people = sum(run.success is not None and run.said_by == "person" for run in runs)
    steps = sum(len(run.step_labels) for run in runs)
    said = f"{sum(run.success is not None for run in runs)} labelled runs"
    said += f" ({people} by people)" if people else ""
    said += f", {steps} labelled steps" if steps else ""
    left = ", ".join(f"{n} {reason}" for reason, n in report.found.left_out.items())
    return said + (f"; left out: {left}" if left else "") + "."


def _judges(rows: Sequence[Row]) -> Table:
    """A column a judge: a number and its interval stay together however narrow the place is."""
    lines: list[tuple[Cell, ...]] = [
        ("n", *(str(row.n) for row in rows)),
        ("no verdict", *(_no_verdict(row) for row in rows)),
    ]
    for heading, field in NUMBERS.items():
        lines.append((heading, *(_measured(row, field) for row in rows)))
    names = tuple(row.judge if row.kind == "judge" else row.judge.replace("-", " ") for row in rows)
    return Table(head=("", *names), rows=tuple(lines))


def _measured(numbers: Numbers | StepNumbers, field: str) -> Measured:
    return Measured(value=getattr(numbers, field), ends=numbers.intervals.get(field))


def _no_verdict(counts: Numbers) -> str:
    kinds = {"unknown": counts.unknown, "error": counts.error, "unparsed": counts.unparsed}
    return ", ".join(f"{n} {kind}" for kind, n in kinds.items() if n) or "none"


def _of_judge(row: Row, errors: Errors | None) -> list[Block]:
    version = f" {row.version}" if row.version else ""
    said: list[Block] = [
        Heading(text=f"{row.judge}{version}: what became of the runs (success is positive)")
    ]
    said += [
        _confusion(what, groups)
        for what, groups in (("domain", row.by_domain), ("agent", row.by_agent))
        if groups
    ]
    if row.calibration:
        said.append(Plot(title="Calibration", draw=partial(_plot, "calibration", [row])))
    if row.steps:
        said += _steps(row.judge, row.steps)
    if row.costs:
        said += [Words(text=_costs(row.costs))]
        said.append(Plot(title="Costs", draw=partial(_plot, "costs", [row])))
    if row.conformal:
        said += [Words(text=_promise(row.conformal)), _tried(row.conformal)]
    if errors is not None:
        said += _errors(row.judge, errors)
    return said


def _confusion(what: str, groups: dict[str, Numbers]) -> Table:
    return Table(
        head=(
            what,
            "n",
            "coverage",
            "accuracy",
            "balanced",
            "AUROC",
            "TP",
            "FP",
            "FN",
            "TN",
            "no verdict",
        ),
        rows=tuple(
            (
                name or "(no name)",
                str(group.n),
                Measured(value=group.coverage),
                *(_measured(group, f) for f in ("accuracy", "balanced_accuracy", "auroc")),
                str(group.true_success),
                str(group.false_success),
                str(group.false_failure),
                str(group.true_failure),
                _no_verdict(group),
            )
            for name, group in groups.items()
        ),
        is_wide=True,
    )


def _ranking(rows: Sequence[Row]) -> Table:
    """Success rate of each agent by the labels, by each judge and by the agents' own claims."""
    shown = [row for row in rows if row.kind == "judge" or not row.judge.startswith("always")]
    shown = [row for row in shown if row.kind != "control"]
    lines: list[tuple[Cell, ...]] = []
    for policy in rows[0].policies:
        mine = [next(p for p in row.policies if p.agent == policy.agent) for row in shown]
        lines.append(
            (
                policy.agent or "(no name)",
                str(policy.n),
                Measured(value=policy.labelled_rate, ends=policy.labelled_interval),
                *(Measured(value=p.judged_rate, ends=p.judged_interval) for p in mine),
            )
        )
    for what, field in (
        ("Kendall's tau", "kendall_tau"),
        ("tau, mean scores", "kendall_tau_of_scores"),
    ):
        lines.append((what, "", "", *(Measured(value=getattr(row, field)) for row in shown)))
    return Table(
        head=("agent", "n", "by the labels", *(f"by {row.judge}" for row in shown)),
        rows=tuple(lines),
    )


def _steps(judge: str, steps: StepNumbers) -> list[Block]:
    fields = ("coverage", "decisive", "accuracy", "balanced_accuracy", "auroc")
    names = ("coverage", "decisive", "of four classes right", "balanced, two classes", "AUROC")
    numbers = Table(
        head=("steps", "n", *names, "no verdict"),
        rows=(
            (
                judge,
                str(steps.n),
                *(_measured(steps, field) for field in fields),
                f"{steps.error} error, {steps.unparsed} unparsed",
            ),
        ),
    )
    matrix = Table(
        head=("label of the step, then by the judge", *LABELS),
        rows=tuple(
            (label, *(str(said[other]) for other in LABELS))
            for label, said in steps.confusion.items()
        ),
    )
    return [numbers, matrix]


def _costs(costs: Costs) -> str:
    return (
        f"Where a false negative costs {costs.cost_false_negative:g} and a false positive "
        f"{costs.cost_false_positive:g}, a run counts as failed below {costs.failure_below:.3g}: "
        f"{costs.cost:.3f} a run, with the judge's own labels {costs.cost_of_own_labels:.3f}. "
        f"Both are measured on the {costs.n} runs that chose the score, so the first flatters."
    )


def _promise(made: Conformal) -> str:
    limit = f"At most {made.max_false_success:.0%} false among those called success"
    if made.success_from is None:
        need = runs_needed(made.max_false_success)
        return (
            f"{limit}: no score is known to be that safe, so every success would become unknown. "
            f"It takes at least {need} labelled runs called success, without a false one."
        )
    return (
        f"{limit} ({made.confidence:.0%} confidence): called success from a score of "
        f"{made.success_from:.2f} on; {made.coverage:.0%} of the runs keep a label."
    )


def _tried(made: Conformal) -> Table:
    return Table(
        head=("success from", "called success", "of them false", "p", "safe"),
        rows=tuple(
            (
                f"{one.success_from:.2f}",
                str(one.called),
                str(one.false),
                f"{one.p:.3g}",
                "yes" if one.safe else "no",
            )
            for one in made.tried
        ),
    )


def _errors(judge: str, errors: Errors) -> list[Block]:
    kinds = ", ".join(f"{n} {kind}" for kind, n in errors.by_kind.items()) or "none"
    return [
        Heading(text=f"{judge}: {errors.n} disagreements, {len(errors.sample)} of them drawn"),
        Words(text=f"By kind, as people tagged them: {kinds}."),
        *(_shown(one) for one in errors.sample),
    ]


def _shown(one: Disagreement) -> Shown:
    run, verdict = one.outcome.run, one.outcome.verdict
    label = "success" if run.success else "failure"
    score = "" if verdict.score is None else f", score {verdict.score:.2f}"
    evidence = [f"{e.weight:+.1f} {e.kind}: {e.text}" for e in verdict.evidence[:_EVIDENCE]]
    answer = [f"answer: {run.ending.answer[:300]}"] if run.ending.answer else []
    return Shown(
        title=f"{one.what}: {run.case.task[:200] or '(no task)'}",
        lines=(
            f"{run.case.run}, {run.case.agent or 'no name'}, {run.domain}; "
            f"{'tagged ' + one.kind if one.kind else 'not tagged'}",
            f"the {run.said_by} says {label}, the judge {verdict.label}{score}: "
            f"{verdict.explanation}",
            *answer,
            *evidence,
        ),
        frame=partial(_last_frame, one),
    )


def _last_frame(one: Disagreement) -> bytes | None:
    run = one.outcome.run
    shas = [
        look.frame for step in run.steps() for look in (step.before, step.after) if look is not None
    ]
    last = next((sha for sha in reversed(shas) if sha), None)
    return run.frames(last) if last else None
