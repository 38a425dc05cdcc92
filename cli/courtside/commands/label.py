"""`courtside label`: asks people for labels, and says how far they agree. Judges nothing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console

from courtside.labelling.keys import unbuffered
from courtside.labelling.person import Person, Question
from courtside.options.empty_words import not_empty
from courtside.options.filters import filter_of
from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import console, print_table
from courtside.running_daemon import need_daemon
from courtside_judge.agreement.annotators import AnnotatorPair, pairs
from courtside_judge.agreement.label_queue import in_order
from courtside_judge.learning.examples import normal_task
from courtside_judge.learning.learn import missing
from courtside_judge.learning.stored_runs import usable_runs
from courtside_store.config import Config
from courtside_store.login_name import login_name
from courtside_store.reading import Reader
from courtside_store.rendering import counted
from courtside_store.summaries import RunSummary


@click.command("label")
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option(
    "--who",
    metavar="NAME",
    callback=not_empty,
    help="Whose labels these are; your login name by default.",
)
@click.option("--blind", is_flag=True, help="Hide verdicts until you have labelled the run.")
@click.option("--steps", "each_step", is_flag=True, help="Ask for each step, then for the run.")
@click.option("--agreement", is_flag=True, help="Only show how far people agree (Cohen's kappa).")
@as_json
@click.pass_obj
def label_runs(
    config: Config,
    words: tuple[str, ...],
    who: str | None,
    blind: bool,
    each_step: bool,
    agreement: bool,
    as_json: bool,
) -> None:
    """Label runs by key; the most informative runs come first."""
    if agreement:
        return _print_agreement(config, as_json)
    name = who or login_name()
    running = need_daemon(config)
    with Reader(config) as reader:
        wanted = filter_of(words)
        queue = in_order(reader.runs(wanted, 1_000_000), reader.disputed(), name)
        if not queue:
            none = f"no run that has ended matches {wanted!r}" if wanted else "no run has ended yet"
            raise ValueError(
                f"{none}; `courtside list` lists all runs, and `courtside label run:ID` takes one"
            )
        with TemporaryDirectory(prefix="courtside-") as pictures, unbuffered():
            person = Person(
                config, running, reader, name, blind, Console(stderr=as_json), Path(pictures)
            )
            person.answer(_questions(queue, each_step))
    if as_json:
        shown = {"who": name, "runs": len(queue), "labels": dict(person.given)}
        return print_json(shown)
    person.console.print(f"labels by {name}: {person.given.total()}")
    with Reader(config) as reader:
        person.console.print(_next_step(reader), soft_wrap=True)
    return None


def _next_step(reader: Reader) -> str:
    """What all labels so far are good for."""
    usable = [(success, normal_task(one.run.task)) for one, success in usable_runs(reader)]
    if not usable:
        return "no run is labelled success or failure yet; next: `courtside label` asks again"
    compare = "`courtside agreement` says how far the judge agrees with them"
    runs = counted(len(usable), "labelled run")
    if less := missing(usable):
        return f"{runs} in all; next: {compare}; `courtside learn` needs {less}"
    return f"{runs} in all; next: {compare}, `courtside learn` fits it to them"


def _questions(queue: list[RunSummary], each_step: bool) -> list[Question]:
    """The steps before their run, in the order of a live run."""
    return [
        (one.run.id, step)
        for one in queue
        for step in [*(range(1, one.steps + 1) if each_step else ()), None]
    ]


def _print_agreement(config: Config, as_json: bool) -> None:
    with Reader(config) as reader:
        agreements = pairs(reader.overrides())
    if as_json:
        return print_json(agreements)
    if not agreements:
        return click.echo("no two people have labelled the same run or step yet")
    heads = ("people", "about", "n", "agree", "kappa", "left out")
    print_table(console(), heads, [_row(one) for one in agreements], "left out")
    click.echo("n: what both people decided; left out: what at least one called undecided")
    return None


def _row(one: AnnotatorPair) -> list[str]:
    names = " and ".join(name or "(no name)" for name in one.people)
    left_out = ", ".join(f"{n} {words}" for words, n in one.left_out.items())
    kappa = "undefined" if one.kappa is None else f"{one.kappa:.2f}"
    return [names, one.about, str(one.n), str(one.agree), kappa, left_out]
