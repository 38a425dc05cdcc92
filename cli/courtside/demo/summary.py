"""Counts how the verdicts agree with the oracle, beside what needs no judge. Prints the table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from courtside.output.terminal_tables import print_table as print_rows
from courtside_store.records import Record, RunLabel

SHUFFLES = 200


class DemoRow(Record, frozen=True, kw_only=True):
    """One run of the demo, as the summary counts it."""

    run: str
    kind: str
    source: str
    behaviour: str
    task: str
    attempt: int = 1
    steps: int
    step_labels: tuple[str, ...] = ()
    """Labels of the step verdicts that are not errors."""
    verdict: RunLabel | None
    score: float | None = None
    oracle: bool
    claims_success: bool | None
    retry_of: str = ""


class Baselines(Record, frozen=True, kw_only=True):
    """How often one is right who looks at nothing; None without a run."""

    always_failure: float | None
    always_success: float | None
    believe_agent: float | None


class DemoNumbers(Record, frozen=True, kw_only=True):
    """What the demo's runs add up to. Shares are None where there was nothing to count."""

    runs: int
    steps: int
    step_verdicts: int
    """Step verdicts that are not errors."""
    decisive_steps: float | None
    by_source: dict[str, int]
    accuracy: float | None
    precision: float | None
    recall: float | None
    coverage: float | None
    baselines: Baselines
    shuffled_accuracy: float | None
    retried: int
    recovered: int
    exported_rows: int
    dropped_steps: int


def summarise(rows: Sequence[DemoRow], exported_rows: int, dropped_steps: int) -> DemoNumbers:
    """The demo's numbers. Agreement is over first attempts; unknown is neither right nor wrong."""
    first = [row for row in rows if row.attempt == 1]
    decided = [row for row in first if row.verdict in ("success", "failure")]
    judged = [row.verdict == "success" for row in decided]
    truth = [row.oracle for row in decided]
    right = sum(a == b for a, b in zip(judged, truth, strict=True))
    both = sum(a and b for a, b in zip(judged, truth, strict=True))
    labels = [label for row in rows for label in row.step_labels]
    retries = [row for row in rows if row.attempt > 1]
    return DemoNumbers(
        runs=len(rows),
        steps=sum(row.steps for row in rows),
        step_verdicts=len(labels),
        decisive_steps=_share(sum(label != "not-sure" for label in labels), len(labels)),
        by_source={s: sum(row.source == s for row in rows) for s in ("extension", "cdp")},
        accuracy=_share(right, len(decided)),
        precision=_share(both, sum(judged)),
        recall=_share(both, sum(truth)),
        coverage=_share(len(decided), len(first)),
        baselines=_baselines(first),
        shuffled_accuracy=_shuffled(judged, truth),
        retried=len(retries),
        recovered=sum(row.oracle for row in retries),
        exported_rows=exported_rows,
        dropped_steps=dropped_steps,
    )


def _baselines(first: Sequence[DemoRow]) -> Baselines:
    believed = sum(bool(row.claims_success) == row.oracle for row in first)
    return Baselines(
        always_failure=_share(sum(not row.oracle for row in first), len(first)),
        always_success=_share(sum(row.oracle for row in first), len(first)),
        believe_agent=_share(believed, len(first)),
    )


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _shuffled(judged: Sequence[bool], truth: Sequence[bool]) -> float | None:
    """The same verdicts against the oracle's words in another order: what chance gives."""
    order, shuffled, total = random.Random(7), list(truth), 0
    for _ in range(SHUFFLES):
        order.shuffle(shuffled)
        total += sum(a == b for a, b in zip(judged, shuffled, strict=True))
    return _share(total, SHUFFLES * len(judged))


def print_table(console: Console, rows: Sequence[DemoRow], numbers: DemoNumbers) -> None:
    """One line a run, then what it adds up to."""
    heads = ("run", "task", "by", "steps", "verdict", "oracle", "agree", "retry")
    again = {row.retry_of: row for row in rows if row.retry_of}
    first = [row for row in rows if row.attempt == 1]
    print_rows(console, heads, [_cells(row, again.get(row.run)) for row in first], "task")
    ways = Counter(row.behaviour for row in rows if row.attempt == 1 and not row.oracle)
    console.print("failures: " + ", ".join(f"{n} {way}" for way, n in ways.most_common()))
    base = numbers.baselines
    console.print(
        f"accuracy {numbers.accuracy} at coverage {numbers.coverage} on first attempts; "
        f"always-failure {base.always_failure}, always-success {base.always_success}, "
        f"believe-the-agent {base.believe_agent}, shuffled labels {numbers.shuffled_accuracy}"
    )
    console.print(
        f"retried {numbers.retried}, of which {numbers.recovered} succeeded (by the oracle)"
    )


def _cells(row: DemoRow, retry: DemoRow | None) -> tuple[Text | str, ...]:
    agree = row.verdict == ("success" if row.oracle else "failure")
    return (
        row.run[-8:],
        row.task[:46],
        row.source,
        str(row.steps),
        Text(row.verdict or "none", "green" if row.verdict == "success" else "red"),
        _word(row.oracle),
        "yes" if agree else Text("NO", "bold red"),
        f"{retry.verdict} (oracle: {_word(retry.oracle)})" if retry else "",
    )


def _word(success: bool) -> str:
    return "success" if success else "failure"
