"""Says what was measured on one set of labelled runs, as blocks. Knows no page and no terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from courtside_store.records import Record
from courtside_store.rendering import counted

from .blocks import Block, Cell, Heading, Measured, Paragraph, Plot, TableBlock
from .disagreements import Errors
from .judge_blocks import (
    calibration_blocks,
    draw,
    error_blocks,
    judge_blocks,
    measured,
    no_verdict,
    step_blocks,
)
from .labelled import LabelledSet
from .measurement import AgreementRow, Measurement

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
"""Heading and field of `AgreementNumbers`."""
OF_DECIDED_RUNS = (
    "Below coverage, all numbers are of the decided runs alone, AUROC, Brier and ECE too: over all "
    "runs these three would mostly be worse."
)
MIN_LABELLED_RUNS = 20
"""With fewer labelled runs the interval of a share of one half is wider than 0.4 (Wilson's)."""


class SetReport(Record, frozen=True, kw_only=True):
    """Everything known of one set."""

    data: LabelledSet
    judged: tuple[Measurement, ...]
    errors: dict[str, Errors]
    """By judge."""

    @property
    def rows(self) -> list[AgreementRow]:
        """One row for each judge, baseline or control."""
        return [one.row for one in self.judged]


def set_blocks(report: SetReport) -> list[Block]:
    """A set: its counts, then each judge, its disagreements first."""
    rows = report.rows
    blocks: list[Block] = [Heading(text=report.data.name, level=1), Paragraph(text=_labels(report))]
    if 0 < rows[0].n < MIN_LABELLED_RUNS:
        return [*blocks, *_few_blocks(report)]
    if rows[0].n:
        blocks.append(_judges(rows))
        if any(row.decided < row.n for row in rows if row.kind == "judge"):
            blocks.append(Paragraph(text=OF_DECIDED_RUNS))
        blocks.append(Plot(title="Accuracy", draw=partial(draw, "accuracy", rows)))
    for row in (row for row in rows if row.kind == "judge"):
        blocks += judge_blocks(row, report.errors.get(row.judge))
    if len(rows[0].policies) > 1:
        blocks += [Heading(text="Success rate of each agent"), _ranking(rows)]
        blocks.append(Plot(title="Success rates", draw=partial(draw, "rates", rows)))
    return blocks


def _few_blocks(report: SetReport) -> list[Block]:
    """What is true of a few runs too: counts, disagreements and what was asked for."""
    blocks: list[Block] = [Paragraph(text=too_few(report.rows[0].n))]
    blocks += [Paragraph(text=_counts(row)) for row in report.rows if row.kind != "control"]
    for row in (row for row in report.rows if row.kind == "judge"):
        blocks += error_blocks(row.judge, report.errors.get(row.judge))
        blocks += step_blocks(row) + calibration_blocks(row)
    return blocks


def _counts(row: AgreementRow) -> str:
    wrong = row.decided - row.right
    return f"{row.judge}: {row.right} right, {wrong} wrong, no verdict: {no_verdict(row)}."


def _labels(report: SetReport) -> str:
    runs = report.data.runs
    people = sum(run.success is not None and run.labelled_by == "person" for run in runs)
    steps = sum(len(run.step_labels) for run in runs)
    labelled = sum(run.success is not None for run in runs)
    blocks = counted(labelled, "labelled run")
    blocks += f" ({people} by people)" if people else ""
    blocks += f", {counted(steps, 'labelled step')}" if steps else ""
    left = ", ".join(f"{n} {reason}" for reason, n in report.data.left_out.items())
    return blocks + (f"; left out: {left}" if left else "") + "."


def too_few(labelled: int) -> str:
    """What is missing for the tables, and how to get it."""
    return (
        f"Accuracy takes at least {MIN_LABELLED_RUNS} labelled runs: "
        f"{MIN_LABELLED_RUNS - labelled} more to go. "
        "`courtside label --blind` asks for the most informative runs first."
    )


def _judges(rows: Sequence[AgreementRow]) -> TableBlock:
    """A column a judge: a number and its interval stay together however narrow the place is."""
    lines: list[tuple[Cell, ...]] = [
        ("n", *(str(row.n) for row in rows)),
        ("no verdict", *(no_verdict(row) for row in rows)),
    ]
    for heading, field in NUMBERS.items():
        lines.append((heading, *(measured(row, field) for row in rows)))
    names = tuple(row.judge if row.kind == "judge" else row.judge.replace("-", " ") for row in rows)
    return TableBlock(head=("", *names), rows=tuple(lines))


def _ranking(rows: Sequence[AgreementRow]) -> TableBlock:
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
    return TableBlock(
        head=("agent", "n", "by the labels", *(f"by {row.judge}" for row in shown)),
        rows=tuple(lines),
    )
