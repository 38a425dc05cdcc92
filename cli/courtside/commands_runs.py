"""Commands about what was recorded: list, show, search, export, purge. They need no daemon."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from courtside_bridges.daemon_address import call
from courtside_store.aitw_export import AITW
from courtside_store.blobs import Blobs
from courtside_store.config import Config, read_running
from courtside_store.database import Store
from courtside_store.exports import STEPS, MinReward, Rewards, export_runs
from courtside_store.reading import Reader
from courtside_store.rendering import render_step
from courtside_store.thresholds import in_force, load_thresholds
from courtside_store.wire import RunSummary, encode

from .commands_daemon import as_json, need_daemon, page_url

SHAPES = {shape.name: shape for shape in (STEPS, AITW)}
COLOURS = {
    "success": "green",
    "failure": "red",
    "unknown": "yellow",
    "unsure": "yellow",
    "environment-error": "magenta",
    "goal-reached": "bold green",
    "towards-the-goal": "green",
    "not-sure": "yellow",
    "away-from-the-goal": "red",
}


def label(word: str | None, status: str | None = "ok") -> Text:
    """A verdict in its colour; an error is never a label."""
    if status in ("error", "unparsed"):
        return Text(f"judge {status}", "magenta")
    return Text(word or "pending", COLOURS.get(word or "", "dim"))


def age(at_ms: int) -> str:
    """How long ago, in one unit."""
    seconds = max(0, time.time() - at_ms / 1000)
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


@click.command("list")
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--limit", default=50, show_default=True)
@as_json
@click.pass_obj
def list_runs(config: Config, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List runs, newest first: `verdict:failure source:cdp step>10 "card declined"`."""
    with Reader(config) as reader:
        page = reader.runs(" ".join(requote(w) for w in words), limit)
    if as_json:
        return click.echo(encode(page).decode())
    table = Table("run", "task", "source", "steps", "verdict", "score", "you", "age", box=None)
    for row in page.runs:
        score = "" if row.score is None else f"{row.score:.2f}"
        task = Text(row.run.task[:60] or "(no task)")
        table.add_row(
            row.run.id,
            task,
            row.source,
            str(row.steps),
            label(row.verdict, row.status),
            score,
            label(row.override) if row.override else "",
            age(row.run.started_at_ms),
        )
    Console().print(table if page.runs else "nothing matches")
    return None


def requote(word: str) -> str:
    """A word of the command line as the filter wants it."""
    return f'"{word}"' if " " in word and '"' not in word else word


@click.command()
@click.argument("run", default="last")
@click.option("--open", "open_page", is_flag=True, help="Open it on the page.")
@as_json
@click.pass_obj
def show(config: Config, run: str, open_page: bool, as_json: bool) -> None:
    """Show a run's steps, their labels and why ("last": the newest)."""
    with Reader(config) as reader:
        summary = _find(reader, run)
        if open_page:
            running = need_daemon(config)
            link = page_url(config, running)
            click.echo(f"{link}&run={summary.run.id}")
            click.launch(f"{link}&run={summary.run.id}")
            return None
        detail = reader.run(summary.run.id)
        verdicts = reader.verdicts(summary.run.id)
        steps = list(reader.steps(summary.run.id))
    if as_json:
        whole = {"run": detail, "steps": steps, "verdicts": list(verdicts.values())}
        return click.echo(msgspec.json.encode(whole).decode())
    console = Console()
    console.print(Text(summary.run.task or "(no task)", "bold"))
    table = Table("", "action", "label", "score", "why", box=None)
    for step in steps:
        said = verdicts.get(step.index)
        score = "" if said is None or said.score is None else f"{said.score:.2f}"
        table.add_row(
            str(step.index),
            Text(render_step(step)),
            label(said.label if said else None, said.status if said else None),
            score,
            Text(said.explanation if said else ""),
        )
    console.print(table)
    if detail and detail.verdicts:
        last = detail.verdicts[-1]
        console.print(
            Text.assemble("verdict: ", label(last.label, last.status), f"  {last.explanation}")
        )
        for one in last.evidence:
            console.print(Text(f"  {one.weight:+.1f}  {one.kind}: {one.text}", "dim"))
    if detail and detail.reflection:
        console.print(Text(detail.reflection.text, "italic"))
    return None


def _find(reader: Reader, run: str) -> RunSummary:
    if run == "last":
        page = reader.runs(limit=1)
        if not page.runs:
            raise ValueError("no run is recorded yet; `courtside demo` makes some")
        return page.runs[0]
    summary = reader.summary(run)
    if summary is None:
        raise ValueError(f"no run {run}; `courtside list` names them")
    return summary


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", default=20, show_default=True)
@as_json
@click.pass_obj
def search(config: Config, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find words in tasks, actions, pages, explanations and notes."""
    with Reader(config) as reader:
        page = reader.search(" ".join(words), limit)
    if as_json:
        return click.echo(encode(page).decode())
    for hit in page.hits:
        step = f" step {hit.step}" if hit.step else ""
        snippet = hit.snippet.replace("⁨", "[").replace("⁩", "]")
        click.echo(f"{hit.run}{step}  {hit.where}: {' '.join(snippet.split())}")
    if not page.hits:
        click.echo("nothing found")
    return None


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A folder to write to.")
@click.option(
    "--min-reward",
    type=click.Choice(["goal", "progress", "any"]),
    default="progress",
    show_default=True,
)
@click.option(
    "--format",
    "format",
    type=click.Choice(list(SHAPES)),
    default="steps",
    show_default=True,
    help="aitw: a row an action, as Android in the Wild has them.",
)
@click.option("--p", "towards", default=0.5, show_default=True, help="Reward of progress.")
@click.option("--d", "other", default=-0.1, show_default=True, help="Reward of the rest.")
@as_json
@click.pass_obj
def export(
    config: Config,
    words: tuple[str, ...],
    out: Path,
    min_reward: MinReward,
    format: str,
    towards: float,
    other: float,
    as_json: bool,
) -> None:
    """Write judged steps as training data: JSON lines and images."""
    with Reader(config) as reader:
        done = export_runs(
            reader,
            Blobs(config.blobs),
            out,
            min_reward,
            Rewards(towards=towards, other=other),
            " ".join(map(requote, words)),
            partial(
                in_force,
                max_false_success=config.max_false_success,
                thresholds=load_thresholds(config),
            ),
            SHAPES[format],
        )
    if as_json:
        return click.echo(encode(done).decode())
    click.echo(
        f"{done.rows} rows of {done.runs} runs and {done.images} images in {out}; left out: "
        f"{done.below_reward} below the reward, {done.without_verdict} without a verdict"
        + (f", {done.without_form} that have no screen" if done.without_form else "")
    )
    return None


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--all", "everything", is_flag=True, help="Everything that was ever recorded.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_obj
def purge(
    config: Config, words: tuple[str, ...], everything: bool, yes: bool, as_json: bool
) -> None:
    """Delete runs for good: rows, files, search index and log."""
    if everything == bool(words):
        raise click.UsageError("say --all, or a FILTER of the runs to delete")
    words_said = " ".join(map(requote, words))
    if not yes:
        click.confirm(f"Delete {'everything' if everything else words_said} for good?", abort=True)
    answer = _purge(config, words_said, everything)
    if as_json:
        return click.echo(msgspec.json.encode(answer).decode())
    click.echo(f"{answer['runs']} runs deleted, {answer['bytes'] / 1e6:.1f} MB of files freed")
    return None


def _purge(config: Config, words: str, everything: bool) -> dict[str, Any]:
    if running := read_running(config):
        body = {"all": True} if everything else {"filter": words}
        return call(config, running, "POST", "/v1/purge", body)
    with Store.open(config) as store, Reader(config) as reader:
        runs = None if everything else [r.run.id for r in reader.runs(words, 1_000_000).runs]
        gone, freed = store.purge(runs)
    return {"runs": len(gone), "bytes": freed}
