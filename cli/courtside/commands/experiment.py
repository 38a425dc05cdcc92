"""`courtside experiment`: repeats what was measured, from a clone of the repository."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console

from courtside.options.empty_words import FilePath
from courtside.options.finite_numbers import MAX_SECONDS, FiniteRange
from courtside.output.printing import print_json
from courtside_store.config import Config

EXPERIMENTS = "courtside_training.experiments"
QUICK_MINUTES = 20.0
MAX_MINUTES = MAX_SECONDS // 60
ABSENT = (
    "the experiments are in the repository, not in the package: clone it, run `make setup` there,"
    " and try again"
)


@click.group()
def experiment() -> None:
    """Repeat our measurements (in a clone of the repository)."""


@experiment.command()
@click.option("--quick", is_flag=True, help="Fewer tasks: under half an hour.")
@click.option(
    "--place",
    "places",
    multiple=True,
    help="miniwob or the name of an app; may be repeated.  [default: all]",
)
@click.option("--tasks", type=click.IntRange(1, 100), help="Tasks of each app.")
@click.option("--seeds", type=click.IntRange(1, 50), help="Attempts at each task with other seeds.")
@click.option(
    "--out",
    type=FilePath(dir_okay=False, path_type=Path),
    help="Attempts go to this file, table and plot beside it; the same command continues.",
)
@click.option(
    "--minutes",
    type=FiniteRange(0, MAX_MINUTES),
    help="Minutes after which no task begins, except the first of each place; 20 with --quick.",
)
@click.option(
    "--cascade",
    is_flag=True,
    help="Measure the judge `cascade` too, with the model in use, else with SmolLM2 if installed.",
)
@click.option(
    "--policy",
    type=FilePath(exists=True, path_type=Path),
    help="A policy of `courtside train policy` acts in place of the explorer.",
)
@click.option("--json", "as_json", is_flag=True, help="The last line is one JSON object.")
@click.pass_obj
def reflexion(
    config: Config,
    quick: bool,
    places: tuple[str, ...],
    tasks: int | None,
    seeds: int | None,
    out: Path | None,
    minutes: float | None,
    cascade: bool,
    policy: Path | None,
    as_json: bool,
) -> None:
    """Measure what a judge's lessons are worth to an agent that knows no solution."""
    module = load_experiment("reflexion")
    found = module.run(
        config,
        quick=quick,
        places=places,
        tasks=tasks,
        seeds=seeds,
        out=out,
        cascade=cascade,
        policy=policy,
        minutes=_minutes(quick, minutes),
    )
    _print(module.table(found), msgspec.to_builtins(found) if as_json else None)


@experiment.command()
@click.option("--quick", is_flag=True, help="Fewer tasks and attempts: under half an hour.")
@click.option(
    "--place",
    "places",
    multiple=True,
    help="The name of an app; may be repeated.  [default: two apps]",
)
@click.option(
    "--out",
    type=FilePath(file_okay=False, path_type=Path),
    help="Folder for everything; the same command continues.",
)
@click.option(
    "--minutes",
    type=FiniteRange(0, MAX_MINUTES),
    help="Begin no iteration after this many minutes but the first; 20 with --quick.",
)
@click.option("--json", "as_json", is_flag=True, help="The last line is one JSON object.")
@click.pass_obj
def improve(
    config: Config,
    quick: bool,
    places: tuple[str, ...],
    out: Path | None,
    minutes: float | None,
    as_json: bool,
) -> None:
    """Measure what the loop of proposing, trying, judging and training adds on unseen tasks."""
    module = load_experiment("improve")
    minutes = _minutes(quick, minutes)
    found = module.run(config, quick=quick, places=places, out=out, minutes=minutes)
    _print(module.table(found), found if as_json else None)


@experiment.command()
@click.option("--quick", is_flag=True, help="Fewer tasks, attempts and seeds: under half an hour.")
@click.option(
    "--seeds",
    type=click.IntRange(1, 50),
    help="Policies of each kind; 5 by default, 2 with --quick.",
)
@click.option(
    "--place",
    "places",
    multiple=True,
    help="miniwob or the name of an app; may be repeated.  [default: miniwob and two apps]",
)
@click.option(
    "--halve",
    type=click.Choice(["families", "kinds"]),
    default="families",
    show_default=True,
    help="What is trained on or tested on as a whole: alike tasks of MiniWoB++, or each kind; "
    "for kinds, all of a family's are taken (two with --quick), in a folder of its own.",
)
@click.option(
    "--out",
    type=FilePath(file_okay=False, path_type=Path),
    help="Folder for attempts, policies, table and plot; the same command continues.",
)
@click.option("--json", "as_json", is_flag=True, help="The last line is one JSON object.")
@click.pass_obj
def cloning(
    config: Config,
    quick: bool,
    seeds: int | None,
    places: tuple[str, ...],
    halve: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure what a judge's rewards are worth as a filter of training data."""
    module = load_experiment("cloning")
    found = module.run(config, quick=quick, seeds=seeds, places=places, halves=halve, out=out)
    _print(module.table(found), found if as_json else None)


@experiment.command()
@click.option("--quick", is_flag=True, help="Fewer tasks and steps: under half an hour.")
@click.option(
    "--model",
    type=FilePath(exists=True, dir_okay=False, path_type=Path),
    help="A GGUF file in place of SmolLM2, which its package brings.",
)
@click.option(
    "--out",
    type=FilePath(file_okay=False, path_type=Path),
    help="Folder for adapters, attempts and table; the same command continues.",
)
@click.option("--json", "as_json", is_flag=True, help="The last line is one JSON object.")
@click.pass_obj
def adapter(
    config: Config, quick: bool, model: Path | None, out: Path | None, as_json: bool
) -> None:
    """Measure what a judge's rewards are worth to a language model that acts with an adapter."""
    module = load_experiment("adapter")
    found = module.run(config, quick=quick, model=model, out=out)
    _print(module.table(found), found if as_json else None)


def _minutes(quick: bool, given: float | None) -> float | None:
    """What was given; a quick experiment leaves ten of thirty minutes to what it has begun."""
    return QUICK_MINUTES if quick and given is None else given


def _print(table: str, found: Any | None) -> None:
    """The table; with figures those on the last line, and the table on stderr."""
    Console(stderr=found is not None).print(table, markup=False, highlight=False, soft_wrap=True)
    if found is not None:
        print_json(found)


def load_experiment(name: str) -> Any:
    """The module of an experiment. Raises ImportError, in one line, where there is none."""
    if find_spec(EXPERIMENTS.partition(".")[0]) is None:
        raise ImportError(ABSENT)
    return import_module(f"{EXPERIMENTS}.{name}")
