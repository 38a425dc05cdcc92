"""Commands about what was recorded: list, show, search, export, purge. They need no daemon."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, cast, get_args

import click
from rich.text import Text

from courtside.printing import as_json, counted, print_json
from courtside.run_ids import RunId, find_run
from courtside.tables import console, plain, print_table
from courtside_bridges.client.daemon_address import PURGE_S, call
from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.tables import Form, export_tables
from courtside_formats.exports.training_data import STEPS, Counted, MinReward, Rewards, export_runs
from courtside_judge import claims
from courtside_judge.pending import ending_of
from courtside_store.blobs import Blobs
from courtside_store.config import Config, read_running
from courtside_store.database import Store
from courtside_store.reading import Reader, Weight
from courtside_store.records import Record, Run, RunVerdict, Step, StepVerdict, Verdict
from courtside_store.rendering import (
    render_chance,
    render_percent,
    render_signs,
    render_step,
    weighs,
)
from courtside_store.thresholds import load_thresholds
from courtside_store.wire import RunSummary

from .daemon import need_daemon, page_url

MOST_TASK = 120
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
LISTED = (
    *("run", "task", "agent", "source", "steps", "verdict", "likely a success"),
    *("kind, flags", "you", "age"),
)


class Purged(Record, frozen=True, kw_only=True):
    """What became of `courtside purge`."""

    runs: int
    bytes: int


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
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=50, show_default=True)
@as_json
@click.pass_obj
def list_runs(config: Config, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List runs, newest first.

    FILTER, for example: verdict:failure source:cdp 'step>10' '"card declined"'. One that begins
    with a minus comes after --. docs/dashboard.md names its words.
    """
    with Reader(config) as reader:
        page = reader.runs(" ".join(requote(w) for w in words), limit)
    if as_json:
        return print_json(page)
    if not page.runs:
        return click.echo("no run matches" if words else "no run is recorded yet")
    print_table(console(), LISTED, [_row(one) for one in page.runs], "task")
    if page.next:
        click.echo(f"the newest {limit}; --limit N shows more", err=True)
    return None


def _row(one: RunSummary) -> tuple[Text | str, ...]:
    return (
        one.run.id,
        one.run.task[:MOST_TASK] or "(no task)",
        one.run.agent,
        one.source,
        str(one.steps),
        label(one.verdict, one.status),
        "" if one.score is None or one.verdict == "unknown" else render_percent(one.score),
        render_signs(one.failure_kind, one.flags),
        label(one.override) if one.override else "",
        age(one.run.started_at_ms),
    )


def requote(word: str) -> str:
    """A word of the command line as the filter wants it."""
    return f'"{word}"' if " " in word and '"' not in word else word


@click.command()
@click.argument("run", type=RunId(), default="last")
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
        detail = reader.run(summary.run.id)
        verdicts = reader.verdicts(summary.run.id)
        steps = list(reader.steps(summary.run.id))
    if as_json:
        return print_json({"run": detail, "steps": steps, "verdicts": list(verdicts.values())})
    screen = console()
    screen.print(Text(plain(summary.run.task) or "(no task)", "bold"))
    screen.print(Text(f"{summary.run.id}", "dim"), soft_wrap=True)
    rows = [_step_row(step, verdicts.get(step.index)) for step in steps]
    if rows:
        heads = ("", "action", "label", "likely progress", "flags", "why")
        print_table(screen, heads, rows, "action", "why")
    if detail and detail.verdict:
        screen.print(Text.assemble("verdict: ", *told(detail.verdict)))
        for line in _evidence(detail.verdict):
            screen.print(Text(line, "dim"))
    if detail and detail.reflection:
        screen.print(Text(plain(detail.reflection.text), "italic"))
    return None


def told(verdict: Verdict) -> list[Any]:
    """The label, of what the score is the probability, kind of failure and flags, and why."""
    of: Literal["run", "step"] = "run" if isinstance(verdict, RunVerdict) else "step"
    kind = verdict.failure_kind if isinstance(verdict, RunVerdict) else None
    words = (render_chance(verdict.score, of, verdict.label), render_signs(kind, verdict.flags))
    said = "".join(f" · {word}" for word in words if word)
    return [label(verdict.label, verdict.status), said, f"  {plain(verdict.explanation)}"]


def _evidence(verdict: RunVerdict) -> list[str]:
    """What weighs something, line by line; how much else there is."""
    weighed = [one for one in verdict.evidence if weighs(one)]
    lines = [f"  {one.weight:+.1f}  {one.kind}: {plain(one.text)}" for one in weighed]
    if rest := len(verdict.evidence) - len(weighed):
        lines.append(f"  {rest}{' more' * bool(weighed)} of no weight: --json shows them")
    return lines


def _step_row(step: Step, said: StepVerdict | None) -> tuple[Text | str, ...]:
    return (
        str(step.index),
        render_step(step),
        label(said.label if said else None, said.status if said else None),
        "" if said is None or said.score is None else render_percent(said.score),
        ", ".join(said.flags) if said else "",
        said.explanation if said else "",
    )


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@as_json
@click.pass_obj
def search(config: Config, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find words in tasks, actions, pages and notes."""
    if not " ".join(words).strip():
        raise click.UsageError("there is no word to look for")
    with Reader(config) as reader:
        page = reader.search(" ".join(words), limit)
    if as_json:
        return print_json(page)
    for hit in page.hits:
        step = f" step {hit.step}" if hit.step else ""
        snippet = hit.snippet.replace("⁨", "[").replace("⁩", "]")
        click.echo(f"{hit.run}{step}  {hit.where}: {plain(snippet)}")
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
    type=click.Choice([*SHAPES, *get_args(Form)]),
    default="steps",
    show_default=True,
    help="aitw: a row an action, as Android in the Wild has them. csv, sqlite: tables of runs, "
    "steps, verdicts and labels, whatever their reward.",
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
    """Write judged steps as training data, or everything as tables."""
    if format not in SHAPES:
        return _export_tables(config, words, out, cast(Form, format), as_json)
    with Reader(config) as reader:
        done = export_runs(
            reader,
            Blobs(config.blobs),
            out,
            min_reward,
            Rewards(towards=towards, other=other),
            " ".join(map(requote, words)),
            _as_counted(config),
            SHAPES[format],
        )
    if as_json:
        return print_json(done)
    click.echo(
        f"{done.rows} rows of {done.runs} runs and {done.images} images in {out}; left out: "
        f"{done.below_reward} below the reward, {done.without_verdict} without a verdict"
        + (f", {done.without_form} that have no screen" if done.without_form else "")
    )
    return None


def _as_counted(config: Config) -> Counted:
    limit, thresholds = config.max_false_success, load_thresholds(config)

    def as_counted(verdict: RunVerdict, run: Run) -> RunVerdict:
        return claims.counted(verdict, ending_of(run), limit, thresholds)

    return as_counted


def _export_tables(
    config: Config, words: tuple[str, ...], out: Path, form: Form, as_json: bool
) -> None:
    if _said("min_reward", "towards", "other"):
        raise click.UsageError(f"--min-reward, --p and --d are of training data, not of {form}")
    with Reader(config) as reader:
        done = export_tables(reader, out, form, " ".join(map(requote, words)))
    if as_json:
        return print_json(done)
    rows = ", ".join(f"{n} rows of {name}" for name, n in done.rows.items())
    return click.echo(f"{rows} in {out}")


def _said(*options: str) -> bool:
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    return any(context.get_parameter_source(name) is given for name in options)


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--all", "everything", is_flag=True, help="Everything that was ever recorded.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_obj
def purge(
    config: Config, words: tuple[str, ...], everything: bool, yes: bool, as_json: bool
) -> None:
    """Delete runs for good: rows, files, search index and log.

    Says how many first, and asks. Where nobody can be asked, nothing goes without --yes.
    """
    if not all(word.strip() for word in words):
        raise click.UsageError("a FILTER is empty, so nothing is deleted; --all deletes everything")
    if everything == bool(words):
        raise click.UsageError("say --all, or a FILTER of the runs to delete")
    words_said = " ".join(map(requote, words))
    with Reader(config) as reader:
        weight = reader.weigh(words_said)
        runs = None if everything else [one.run.id for one in reader.every_run(words_said)]
    if not yes and weight.runs:
        _ask(weight)
    done = _purge(config, runs) if runs != [] else Purged(runs=0, bytes=0)
    if as_json:
        return print_json(done)
    click.echo(f"{counted(done.runs, 'run')} deleted, {megabytes(done.bytes)} of files freed")
    return None


def _ask(weight: Weight) -> None:
    """Raises ValueError where nobody can answer, click.Abort where the answer is no."""
    what = f"{counted(weight.runs, 'run')} with {counted(weight.steps, 'step')}"
    what += f", {megabytes(weight.bytes)} of files"
    if not sys.stdin.isatty():
        raise ValueError(f"{what} would be deleted; nothing is, without --yes")
    click.confirm(f"Delete {what} for good?", abort=True, err=True)


def megabytes(size: int) -> str:
    """Bytes as a person reads them."""
    return f"{size / 1e6:.1f} MB"


def _purge(config: Config, runs: Sequence[str] | None) -> Purged:
    """None: everything, also what is in no run."""
    if running := read_running(config):
        body = {"all": True} if runs is None else {"runs": runs}
        return Purged(**call(config, running, "POST", "/v1/purge", body, PURGE_S))
    with Store.open(config) as store:
        gone, freed = store.purge(runs)
    return Purged(runs=len(gone), bytes=freed)
