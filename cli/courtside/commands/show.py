"""`courtside show`: one run, step by step, with its verdict and why."""

from __future__ import annotations

import click
from rich.console import Console
from rich.text import Text

from courtside.options.run_ids import RunIdType, find_run
from courtside.output.printing import as_json, print_json
from courtside.output.screen_notes import screen_notes
from courtside.output.terminal_tables import console, plain, print_table
from courtside.output.verdict_text import ended_line, label, verdict_line
from courtside.running_daemon import need_daemon, page_url
from courtside_judge.perception.read_before import read_before
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Reflection, RunVerdict, Step, StepVerdict
from courtside_store.rendering import render_facts, render_percent, render_step, weighs
from courtside_store.summaries import RunHistory


@click.command()
@click.argument("run", type=RunIdType(), default="last")
@click.option("--open", "open_page", is_flag=True, help="Open it on the page.")
@as_json
@click.pass_obj
def show(config: Config, run: str, open_page: bool, as_json: bool) -> None:
    """Show a run's steps, their labels and why.

    RUN is an id, the beginning of one, or "last": the newest.
    """
    with Reader(config) as reader:
        summary = find_run(reader, run)
        if open_page:
            running = need_daemon(config)
            link = page_url(config, running)
            click.echo(f"{link}&run={summary.run.id}")
            click.launch(f"{link}&run={summary.run.id}")
            return None
        history = reader.run(summary.run.id)
        verdicts = reader.verdicts(summary.run.id)
        steps = list(reader.steps(summary.run.id))
    if as_json:
        return print_json({"run": history, "steps": steps, "verdicts": list(verdicts.values())})
    screen = console()
    screen.print(Text(plain(summary.run.task) or "(no task)", "bold"))
    screen.print(Text(f"{summary.run.id}", "dim"), soft_wrap=True)
    screen.print(Text(ended_line(summary.run)), soft_wrap=True)
    steps = list(map(read_before(config), steps))
    rows = [
        _step_row(step, verdicts.get(step.index), notes)
        for step, notes in zip(steps, screen_notes(steps), strict=True)
    ]
    if rows:
        heads = ("", "action", "label", "likely progress", "flags", "why")
        print_table(screen, heads, rows, "action", "why")
    if history and history.verdict:
        screen.print(Text.assemble("verdict: ", *verdict_line(history.verdict)))
        for line in (*_learned(history.verdict), *_evidence(history.verdict)):
            screen.print(Text(line, "dim"))
    if history:
        _print_lessons(screen, history)
    return None


def _print_lessons(screen: Console, history: RunHistory) -> None:
    """Those that this attempt was given first, then its own."""
    attempts = {one.run.id: one.run.attempt for one in history.attempts}
    for lesson in history.lessons:
        number = attempts.get(lesson.run, "?")
        screen.print(Text(f"lesson of attempt {number} ({lesson.run}):", "bold"), soft_wrap=True)
        screen.print(Text(_lines(lesson), "italic"))
    if own := history.reflection:
        screen.print(Text("its lesson:", "bold"))
        screen.print(Text(_lines(own), "italic"))


def _lines(lesson: Reflection) -> str:
    note = [f"({lesson.note})"] if lesson.note else []
    return "\n".join(plain(line) for line in [*lesson.text.splitlines(), *note])


def _learned(verdict: RunVerdict) -> list[str]:
    """That it was judged by what labels taught, where it was."""
    by = verdict.judge.learned
    return [f"  by what it learned from labels: {by} (`courtside learn --list`)"] if by else []


def _evidence(verdict: RunVerdict) -> list[str]:
    """What weighs something, line by line; how much else there is."""
    weighed = [one for one in verdict.evidence if weighs(one)]
    lines = [f"  {one.weight:+.1f}  {one.kind}: {plain(one.text)}" for one in weighed]
    if rest := len(verdict.evidence) - len(weighed):
        lines.append(f"  {rest}{' more' * bool(weighed)} without weight: --json shows them")
    return lines


def _did(step: Step, notes: list[str]) -> Text:
    """What was done, and below it what came of it and the notes on its screens."""
    lines = (render_step(step), *render_facts(step), *notes)
    return Text("\n  ").join(Text(plain(one)) for one in lines)


def _step_row(step: Step, verdict: StepVerdict | None, notes: list[str]) -> tuple[Text | str, ...]:
    return (
        str(step.index),
        _did(step, notes),
        label(verdict.label if verdict else None, verdict.status if verdict else None),
        "" if verdict is None or verdict.score is None else render_percent(verdict.score),
        ", ".join(verdict.flags) if verdict else "",
        verdict.explanation if verdict else "",
    )
