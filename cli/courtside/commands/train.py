"""`courtside train`: trains a policy on judged steps, or a captioner on descriptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from courtside.adapter_training import (
    TUNING,
    Tuning,
    adapter_summary,
    load_adapters,
    load_learning,
    train_adapter,
    tuning_options,
)
from courtside.filters import filter_of
from courtside.finite_numbers import FiniteRange
from courtside.printing import as_json, counted, print_json
from courtside.selection_options import Selecting, selecting_of, selection_of, selection_options
from courtside_formats.exports.judged import JudgedRun, judged_runs
from courtside_formats.exports.layout import Layout
from courtside_refine.learning.example import Example
from courtside_refine.learning.stored import Learnable, learnable, stamps_of
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record

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
    """The options of `policy`, but for those of `Selecting`."""

    words: tuple[str, ...]
    out: Path
    start: Path | None
    model: Path | None
    unfiltered: bool
    none: bool
    test_share: float
    epochs: int | None
    batch: int | None
    learning_rate: float | None
    seed: int
    rank: int | None
    steps: int | None
    warm_up: float | None
    weight_decay: float | None
    as_json: bool

    @property
    def keep(self) -> str:
        """In words, for the card."""
        return "every step" if self.unfiltered else "the steps that the selection keeps"

    @property
    def tuning(self) -> Tuning:
        return Tuning(**{name: getattr(self, name) for name in Tuning.__struct_fields__})


@click.group()
def train() -> None:
    """Train a policy on judged steps, or a captioner."""


@train.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@OUT
@click.option(
    "--start",
    type=click.Path(path_type=Path, exists=True),
    help="Weights to begin with: a folder of an earlier training. Random ones else.",
)
@click.option(
    "--model",
    type=click.Path(path_type=Path, exists=True),
    help="Instead of the small policy an adapter (LoRA) of this language model: a folder of "
    "weights, or a GGUF file.",
)
@selection_options
@click.option("--unfiltered", is_flag=True, help="Learn every step: self-training, to compare.")
@click.option("--none", is_flag=True, help="Learn nothing: the policy before, to compare.")
@click.option(
    "--test-share",
    type=FiniteRange(0, 1),
    default=0.0,
    help="Leave so many of the tasks out, and say how well their steps are foreseen.",
)
@click.option("--epochs", type=click.IntRange(1), help="12.")
@click.option("--batch", type=click.IntRange(1), help="32; 4 with --model.")
@click.option("--learning-rate", type=FiniteRange(0), help="1e-3; 1e-5 with --model.")
@click.option("--seed", type=int, default=0, show_default=True)
@tuning_options
@as_json
@click.pass_obj
def policy(config: Config, /, **options: Any) -> None:
    """Train a policy on the steps of stored runs.

    FILTER chooses runs in the words of `courtside list`. By default it learns the steps that made
    progress (filtered behaviour cloning). A small policy chooses among a page's elements; with
    --model a language model gets an adapter: --rank 50, --steps 3000, --warm-up 0.2. See
    docs/guide/training-agents.md.
    """
    selecting = selecting_of(options)
    asked = Asked(**options)
    _check(asked)
    if asked.model is not None:
        card = _adapted(config, asked, asked.model, selecting)
        return print_json(card) if asked.as_json else click.echo(adapter_summary(card, asked.out))
    done = _untrained(asked) if asked.none else _trained(config, asked, selecting)
    return print_json(done) if asked.as_json else click.echo(_summary(done))


@train.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True),
    required=True,
    help="A folder with captions.jsonl and the pictures that it names.",
)
@click.option(
    "--model",
    type=click.Path(path_type=Path, exists=True),
    required=True,
    help="A folder of weights of a model that reads pictures.",
)
@OUT
@click.option("--epochs", type=click.IntRange(1), help="3.")
@click.option("--batch", type=click.IntRange(1), help="72.")
@click.option("--learning-rate", type=FiniteRange(0), help="1e-5.")
@click.option("--seed", type=int, default=0, show_default=True)
@tuning_options
@as_json
def captioner(data: Path, model: Path, out: Path, as_json: bool, **tuning: Any) -> None:
    """Train an adapter of a captioner on screens and their descriptions.

    By default --rank 50, --warm-up 0.01, --weight-decay 0.1. See docs/guide/training-agents.md.
    """
    samples = load_adapters("samples").caption_samples(data)
    card = train_adapter(
        model, samples, out, Tuning(**tuning), for_captioner=True, keep="every caption"
    )
    return print_json(card) if as_json else click.echo(adapter_summary(card, out))


def _check(asked: Asked) -> None:
    """Raises ValueError on options that do not go together."""
    if asked.unfiltered and asked.none:
        raise ValueError("--unfiltered and --none are both given; give one of the two")
    if asked.model is not None and asked.none:
        raise ValueError("--none trains nothing: the model before is the one in --model")
    if asked.model is not None and asked.start is not None:
        raise ValueError("--start is of the small policy; --model is given too: give one of them")
    given = [name for name in TUNING if getattr(asked, name) is not None]
    if asked.model is None and given:
        raise ValueError(f"--{given[0].replace('_', '-')} is of an adapter; add --model")


def _adapted(config: Config, asked: Asked, model: Path, selecting: Selecting) -> Any:
    """The card of an adapter."""
    samples = load_adapters("samples")
    runs = _judged(config, asked, selecting)
    frame = Blobs(config.blobs).read if load_adapters("base_model").sees_images(model) else None
    train, test = (
        samples.policy_samples(side, filtered=not asked.unfiltered, frame=frame)
        for side in _split(runs, asked.test_share)
    )
    return train_adapter(
        model,
        train,
        asked.out,
        asked.tuning,
        test=test,
        judges=() if asked.unfiltered else stamps_of(runs),
        keep=asked.keep,
    )


def _untrained(asked: Asked) -> Trained:
    """The policy that it would have begun with."""
    learned = load_learning("policy")
    weights = learned.Policy.load(asked.start) if asked.start else learned.Policy(seed=asked.seed)
    weights.save(asked.out / learned.WEIGHTS)
    return Trained(
        out=asked.out, runs=0, examples=0, tasks=0, steps=0, final_loss=None, accuracy=None
    )


def _trained(config: Config, asked: Asked, selecting: Selecting) -> Trained:
    fitting = load_learning("fitting")
    found, held_out = _read(config, asked, selecting)
    start = load_learning("policy").Policy.load(asked.start) if asked.start else None
    with Progress(console=Console(stderr=True), transient=True) as bar:
        work = bar.add_task("training", total=None)

        def on_step(step: int, of: int, loss: float) -> None:
            bar.update(work, completed=step, total=of, description=f"loss {loss:.3f}")

        trained = fitting.fit_policy(
            found.examples,
            asked.out,
            start=start,
            seed=asked.seed,
            epochs=asked.epochs or fitting.EPOCHS,
            batch=asked.batch or fitting.BATCH,
            learning_rate=asked.learning_rate or fitting.LEARNING_RATE,
            judges=found.judges,
            keep=asked.keep,
            progress=on_step,
        )
    card = load_learning("card").read_card(asked.out)
    unseen = load_learning("batches").prepare_all(held_out)
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


def _read(
    config: Config, asked: Asked, selecting: Selecting
) -> tuple[Learnable, tuple[Example, ...]]:
    """What is learned, and the examples of tasks that are left out."""
    train, test = _split(_judged(config, asked, selecting), asked.test_share)
    found = learnable(train, filtered=not asked.unfiltered)
    try:
        return found, learnable(test, filtered=not asked.unfiltered).examples
    except ValueError:  # nothing is left out, or nothing of it would be learned
        return found, ()


def _split(runs: list[JudgedRun], test_share: float) -> tuple[list[JudgedRun], list[JudgedRun]]:
    """Tasks to learn from, and those that are left out."""
    layout = Layout(test_share=test_share)
    train = [run for run in runs if layout.split_of(run.summary.run.task) == "train"]
    return train, [run for run in runs if layout.split_of(run.summary.run.task) == "test"]


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
