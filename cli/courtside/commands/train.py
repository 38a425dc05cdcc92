"""`courtside train`: makes a policy or a captioner better with judged steps."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from courtside.filters import filter_of
from courtside.printing import as_json, counted, print_json
from courtside.selection_options import Selecting, selecting_of, selection_of, selection_options
from courtside_formats.exports.judged import JudgedRun, judged_runs
from courtside_formats.exports.layout import Layout
from courtside_refine.learning.stored import Learnable, learnable
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record

LEARNING = "courtside_refine.learning"
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder of the weights; the same command after a kill goes on there.",
)


class Trained(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    out: Path
    runs: int
    examples: int
    tasks: int
    steps: int
    final_loss: float | None
    accuracy: float | None
    """On what was learned."""
    test_examples: int = 0
    test_accuracy: float | None = None
    """On the steps of tasks that were left out by --test-share."""


class Asked(Record, frozen=True, kw_only=True):
    """The command's own options."""

    words: tuple[str, ...]
    out: Path
    start: Path | None
    unfiltered: bool
    none: bool
    test_share: float
    epochs: int
    batch: int
    learning_rate: float
    seed: int
    as_json: bool


@click.group()
def train() -> None:
    """Train a model on judged steps."""


@train.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@OUT
@click.option(
    "--start",
    type=click.Path(path_type=Path, exists=True),
    help="Weights to begin with: a folder of an earlier training. Random ones else.",
)
@selection_options
@click.option("--unfiltered", is_flag=True, help="Learn every step: self-training, to compare.")
@click.option("--none", is_flag=True, help="Learn nothing: the policy before, to compare.")
@click.option(
    "--test-share",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Leave so many of the tasks out, and say how well their steps are foreseen.",
)
@click.option("--epochs", type=click.IntRange(1), default=12, show_default=True)
@click.option("--batch", type=click.IntRange(1), default=32, show_default=True)
@click.option("--learning-rate", type=click.FloatRange(0), default=1e-3, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
@click.pass_obj
def policy(config: Config, /, **options: Any) -> None:
    """Train a small policy that chooses among a page's elements.

    FILTER chooses runs in the words of `courtside list`. By default it learns the steps that made
    progress (filtered behaviour cloning); see docs/guide/training-agents.md.
    """
    selecting = selecting_of(options)
    asked = Asked(**options)
    if asked.unfiltered and asked.none:
        raise ValueError("--unfiltered and --none are both given; give one of the two")
    done = _untrained(asked) if asked.none else _trained(config, asked, selecting)
    if asked.as_json:
        return print_json(done)
    return click.echo(_summary(done))


def _untrained(asked: Asked) -> Trained:
    """The policy that it would have begun with."""
    learned = _load("policy")
    weights = learned.Policy.load(asked.start) if asked.start else learned.Policy(seed=asked.seed)
    weights.save(asked.out / learned.WEIGHTS)
    return Trained(
        out=asked.out, runs=0, examples=0, tasks=0, steps=0, final_loss=None, accuracy=None
    )


def _trained(config: Config, asked: Asked, selecting: Selecting) -> Trained:
    fitting = _load("fitting")
    found, held_out = _read(config, asked, selecting)
    start = _load("policy").Policy.load(asked.start) if asked.start else None
    with Progress(console=Console(stderr=True), transient=True) as bar:
        work = bar.add_task("training", total=None)

        def on_step(step: int, of: int, loss: float) -> None:
            bar.update(work, completed=step, total=of, description=f"loss {loss:.3f}")

        trained = fitting.fit_policy(
            found.examples,
            asked.out,
            start=start,
            seed=asked.seed,
            epochs=asked.epochs,
            batch=asked.batch,
            learning_rate=asked.learning_rate,
            judges=found.judges,
            keep="every step" if asked.unfiltered else f"reward of {selecting.min_reward}",
            progress=on_step,
        )
    card = _load("card").read_card(asked.out)
    unseen = _load("batches").prepare_all(held_out)
    return Trained(
        out=asked.out,
        runs=found.runs,
        examples=card.examples - card.left_out,
        tasks=card.tasks,
        steps=card.steps,
        final_loss=card.final_loss,
        accuracy=card.accuracy,
        test_examples=len(unseen),
        test_accuracy=round(fitting.accuracy(trained, unseen), 4) if unseen else None,
    )


def _read(config: Config, asked: Asked, selecting: Selecting) -> tuple[Learnable, tuple[Any, ...]]:
    """What is learned, and the examples of tasks that are left out."""
    layout = Layout(test_share=asked.test_share)
    runs = _judged(config, asked, selecting)
    train = [run for run in runs if layout.split_of(run.summary.run.task) == "train"]
    test = [run for run in runs if layout.split_of(run.summary.run.task) == "test"]
    found = learnable(train, filtered=not asked.unfiltered)
    try:
        return found, learnable(test, filtered=not asked.unfiltered).examples
    except ValueError:  # nothing is left out, or nothing of it would be learned
        return found, ()


def _judged(config: Config, asked: Asked, selecting: Selecting) -> list[JudgedRun]:
    if not config.database.is_file():
        raise ValueError("no run is stored yet; `courtside up` starts the daemon that records them")
    with Reader(config) as reader:
        selection = selection_of(config, reader, filter_of(asked.words), selecting)
        return list(judged_runs(reader, selection))


def _summary(done: Trained) -> str:
    if not done.examples:
        return f"nothing was learned: the policy as it was is in {done.out}"
    tried = ""
    if done.test_accuracy is not None:
        tried = f"; {done.test_accuracy:.0%} of {counted(done.test_examples, 'step')} left out"
    return (
        f"learned {counted(done.examples, 'step')} of {counted(done.tasks, 'task')}: it foresees "
        f"{done.accuracy:.0%} of them{tried}; weights, card and loss curve are in {done.out}"
    )


def _load(name: str) -> Any:
    """A module of the training. Raises ImportError, in one line, where torch is missing."""
    try:
        return import_module(f"{LEARNING}.{name}")
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is missing; pip install 'courtside[learning]' brings it"
        ) from error
