"""Where the reports of `courtside agreement` go: terminal, JSON, HTML, Markdown. Counts nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

import click
from rich.console import Console

from courtside.output.printing import print_json
from courtside_judge.agreement.blocks import Block, Paragraph, ShownRun
from courtside_judge.agreement.html_page import render_page
from courtside_judge.agreement.markdown import render_markdown
from courtside_judge.agreement.report import MIN_LABELLED_RUNS, SetReport, set_blocks
from courtside_store.rendering import counted

from .labelled_screens import Screens
from .options import AgreementOptions
from .terminal import print_blocks

MAX_ERRORS_PROPOSED = 5
"""How many disagreements the next command that is proposed shows."""
METHOD = (
    "Success is the positive class. Error, unparsed and unknown are never counted right or wrong: "
    "they lower the coverage, and all other numbers are over the decided runs. Intervals are for "
    "95 %: Wilson's for shares, else percentiles of 1,000 bootstrap resamples of runs. Runs are "
    "taken as independent; where several share a task the intervals are too narrow. The control "
    "measures the same verdicts against shuffled labels: the mean of 200 shuffles, and the range "
    "that holds 95 % of them."
)


def write_reports(asked: AgreementOptions, reports: Sequence[SetReport], screens: Screens) -> None:
    """Prints the reports in the terminal, and writes the files that were asked for."""
    blocks = [block for report in reports for block in set_blocks(report)]
    shown = [block for block in blocks if asked.errors or not isinstance(block, ShownRun)]
    print_blocks(Console(stderr=asked.as_json), shown)
    if trouble := screens.trouble():
        click.echo(trouble, err=True)
    _write(asked, blocks, screens.sentence())
    for line in (*_files(asked), next_step(asked, reports[0])):
        if line:
            click.echo(line, err=True)
    if asked.as_json:
        rows = [row for report in reports for row in report.rows]
        print_json(rows)


def _files(asked: AgreementOptions) -> list[str]:
    return [f"report at {out}" for out in (asked.html, asked.markdown) if out]


def next_step(asked: AgreementOptions, report: SetReport) -> str:
    """One line with a sensible next command; empty where there is none."""
    row = report.rows[0]
    wrong = sum(errors.n for errors in report.errors.values())
    if row.n and not row.coverage:
        return f"next: {row.judge} decided no run; `courtside show RUN` says why"
    if row.n < MIN_LABELLED_RUNS and not asked.data:
        return "next: `courtside label --blind` asks for labels, the most informative runs first"
    if wrong and not asked.errors:
        disagreements = counted(wrong, "disagreement")
        return (
            f"next: add --errors {min(wrong, MAX_ERRORS_PROPOSED)} to see {disagreements}, and why"
        )
    if not asked.calibrate and not asked.data:
        return (
            "next: add --calibrate --cost-false-negative 2 --cost-false-positive 1 to choose "
            "thresholds by these labels; `courtside learn` fits the judge to them"
        )
    return ""


def _write(asked: AgreementOptions, blocks: Sequence[Block], reader: str) -> None:
    now = datetime.now(UTC)
    title = "How far the judges agree with people and oracles"
    made = Paragraph(
        text=f"Made on {now:%d %B %Y} by `courtside agreement` {version('courtside')}, "
        f"seed {asked.seed}. {METHOD} {reader}"
    )
    if asked.html:
        asked.html.write_text(render_page(title, [made, *blocks]), "utf-8")
    if asked.markdown:
        before = asked.markdown.read_text("utf-8") if asked.markdown.exists() else ""
        asked.markdown.write_text(render_markdown(title, [made, *blocks], before), "utf-8")
