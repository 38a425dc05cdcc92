"""Prints how judges agree, for a terminal. Counts nothing."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from courtside_judge.agreement.intervals import Interval
from courtside_judge.agreement.labelled import Found
from courtside_judge.agreement.row import Group, Judged, Row
from courtside_judge.agreement.step_counts import LABELS, StepNumbers

COLUMNS = {
    "coverage": "coverage",
    "accuracy": "accuracy",
    "balanced": "balanced_accuracy",
    "precision": "precision",
    "recall": "recall",
    "F1": "f1",
    "NPV": "npv",
    "AUROC": "auroc",
    "kappa": "kappa",
}
"""Heading and field of `Row`."""
STYLES = {"judge": "bold", "baseline": "", "control": "dim"}


def print_set(console: Console, found: Found, judged: Sequence[Judged]) -> None:
    """The table of judges, then what each real one did, domain by domain and agent by agent."""
    people = sum(run.said_by == "person" for run in found.runs)
    left = "".join(f"; {n} left out: {reason}" for reason, n in found.left_out.items())
    console.print(Text(f"{found.name}: {_labels(found, people)}{left}", "bold"))
    rows = [one.row for one in judged]
    if rows[0].n:
        console.print(_judges(rows))
    for row in (row for row in rows if row.kind == "judge"):
        console.print(Text(f"\n{row.judge} {row.version}".rstrip(), "bold"))
        for what, groups in (("domain", row.by_domain), ("agent", row.by_agent)):
            if groups:
                console.print(_groups(what, groups))
    if len(rows[0].policies) > 1:
        console.print(_ranking(rows))
    for row in (row for row in rows if row.kind == "judge" and row.steps):
        _print_steps(console, rows, row)


def _labels(found: Found, people: int) -> str:
    runs = sum(run.success is not None for run in found.runs)
    steps = sum(len(run.step_labels) for run in found.runs)
    said = f"{runs} labelled runs ({people} by people)"
    return said + (f", {steps} labelled steps" if steps else "")


def number(value: float | None, ends: Interval | None = None) -> str:
    """Two digits and the interval; a dash where it is not defined."""
    if value is None:
        return "-"
    return f"{value:.2f}" + (f" {_digits(ends[0])}–{_digits(ends[1])}" if ends else "")


def _digits(value: float) -> str:
    """Without the zero before the point: five judges stand side by side in 80 columns."""
    return f"{value:.2f}".replace("0.", ".") if abs(value) < 0.995 else f"{value:.0f}"


def _judges(rows: Sequence[Row]) -> Table:
    """A column a judge: however narrow the terminal is, a number and its interval stay together."""
    table = Table("", box=None, padding=(0, 1, 0, 0))
    for row in rows:
        table.add_column(Text(row.judge.replace("-", " ")), style=STYLES[row.kind])
    table.add_row("n", *(str(row.n) for row in rows))
    table.add_row("no verdict", *(no_verdict(row) for row in rows))
    for heading, field in COLUMNS.items():
        cells = [number(getattr(row, field), row.intervals.get(field)) for row in rows]
        table.add_row(heading, *cells)
    return table


def no_verdict(row: Row) -> str:
    """How many runs the judge left undecided, and how."""
    kinds = {"unknown": row.unknown, "error": row.error, "unparsed": row.unparsed}
    return ", ".join(f"{n} {kind}" for kind, n in kinds.items() if n) or "none"


def _groups(what: str, groups: dict[str, Group]) -> Table:
    """The confusion matrix, a line a group."""
    table = Table(
        what,
        "n",
        "coverage",
        "accuracy",
        "right success",
        "false success",
        "false failure",
        "right failure",
        "no verdict",
        box=None,
        padding=(0, 1),
    )
    for name, group in groups.items():
        table.add_row(
            Text(name or "(no name)"),
            str(group.n),
            number(group.coverage),
            number(group.accuracy, group.interval),
            str(group.true_success),
            str(group.false_success),
            str(group.false_failure),
            str(group.true_failure),
            str(group.n - group.decided),
        )
    return table


def _ranking(rows: Sequence[Row]) -> Table:
    """Success rate of each agent, by the labels and by each judge."""
    shown = [row for row in rows if row.kind == "judge" or row.judge == "believe-the-agent"]
    table = Table("\nagent", "\nn", "by the\nlabels", box=None, padding=(0, 1))
    for row in shown:
        table.add_column(f"by\n{row.judge}")
    for place, policy in enumerate(rows[0].policies):
        by = {row.judge: {p.agent: p.judged_rate for p in row.policies} for row in shown}
        table.add_row(
            Text(rows[0].policies[place].agent or "(no name)"),
            str(policy.n),
            number(policy.labelled_rate),
            *(number(by[row.judge].get(policy.agent)) for row in shown),
        )
    table.add_row("Kendall's tau", "", "", *(number(row.kendall_tau) for row in shown))
    return table


def _print_steps(console: Console, rows: Sequence[Row], row: Row) -> None:
    steps = row.steps
    assert steps is not None
    console.print(
        f"\nsteps, {row.judge}: n {steps.n}, coverage {number(steps.coverage)}, decisive "
        f"{_flat(steps, 'decisive')}, of four classes right {_flat(steps, 'accuracy')}, towards "
        f"or reached against the rest (balanced) {_flat(steps, 'balanced_accuracy')}, "
        f"AUROC {_flat(steps, 'auroc')}, {steps.error} errors, {steps.unparsed} unparsed"
    )
    table = Table("label, then by the judge:", *LABELS, box=None, padding=(0, 1))
    for label, said in steps.confusion.items():
        table.add_row(label, *(str(said[other]) for other in LABELS))
    console.print(table)


def _flat(steps: StepNumbers, field: str) -> str:
    return number(getattr(steps, field), steps.intervals.get(field))
