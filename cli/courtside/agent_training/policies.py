"""Trains a policy, or an adapter of a language model, on stored steps that were judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from courtside.agent_training.adapters import (
    TUNING,
    Tuning,
    load_adapters,
    load_training,
    loss_bar,
    train_adapter,
)
from courtside.options.filters import filter_of
from courtside.options.selection_options import Selecting, selection_of
from courtside_formats.exports.judged import JudgedRun, judged_runs
from courtside_formats.exports.layout import Layout
from courtside_refine.policy_training.example import Example
from courtside_refine.policy_training.stored_examples import (
    StoredExamples,
    stamps_of,
    stored_examples,
)
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record
from courtside_store.rendering import counted

if TYPE_CHECKING:  # it needs torch
    from courtside_refine.policy_training.adapters.adapter_fitting import AdapterCard


class Trained(Record, frozen=True, kw_only=True):
    """What `--json` prints."""

    out: Path
    runs: int
    examples: int
    tasks: int
    steps: int
    final_loss: float | None
    accuracy: float | None
    """On the training examples."""
    test_examples: int = 0
    test_accuracy: float | None = None
    """On the steps of tasks that were left out by --test-share."""


class PolicyOptions(Record, frozen=True, kw_only=True):
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


def check_options(options: PolicyOptions) -> None:
    """Raises ValueError on options that do not go together."""
    if options.unfiltered and options.none:
        raise ValueError("--unfiltered and --none are both given; give one of the two")
    if options.model is not None and options.none:
        raise ValueError(
            "--none writes a small policy without training; for a language model use --model"
        )
    if options.model is not None and options.start is not None:
        raise ValueError(
            "--start is for the small policy, --model for another; give one of the two"
        )
    given = [name for name in TUNING if getattr(options, name) is not None]
    if options.model is None and given:
        raise ValueError(f"--{given[0].replace('_', '-')} is for an adapter; add --model")


def train_language_model(
    config: Config, options: PolicyOptions, model: Path, selecting: Selecting
) -> AdapterCard:
    """The card of an adapter."""
    samples = load_adapters("samples")
    runs = _judged(config, options, selecting)
    frame = Blobs(config.blobs).read if load_adapters("base_model").sees_images(model) else None
    train, test = (
        samples.policy_samples(side, filtered=not options.unfiltered, frame=frame)
        for side in _split(runs, options.test_share)
    )
    return train_adapter(
        model,
        train,
        options.out,
        options.tuning,
        test=test,
        judges=() if options.unfiltered else stamps_of(runs),
        keep=options.keep,
    )


def save_untrained(options: PolicyOptions) -> Trained:
    """The policy that it would have begun with."""
    policy = load_training("policy")
    weights = (
        policy.Policy.load(options.start) if options.start else policy.Policy(seed=options.seed)
    )
    weights.save(options.out / policy.WEIGHTS)
    return Trained(
        out=options.out, runs=0, examples=0, tasks=0, steps=0, final_loss=None, accuracy=None
    )


def train_policy(config: Config, options: PolicyOptions, selecting: Selecting) -> Trained:
    fitting = load_training("fitting")
    found, held_out = _read(config, options, selecting)
    start = load_training("policy").Policy.load(options.start) if options.start else None
    with loss_bar("training") as on_step:
        trained = fitting.fit_policy(
            found.examples,
            options.out,
            start=start,
            seed=options.seed,
            epochs=options.epochs or fitting.EPOCHS,
            batch=options.batch or fitting.BATCH,
            learning_rate=options.learning_rate or fitting.LEARNING_RATE,
            judges=found.judges,
            keep=options.keep,
            progress=on_step,
        )
    card = load_training("model_card").read_card(options.out)
    unseen = load_training("batches").prepare_all(held_out)
    return Trained(
        out=options.out,
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
    config: Config, options: PolicyOptions, selecting: Selecting
) -> tuple[StoredExamples, tuple[Example, ...]]:
    """The training examples, and those of tasks that are left out."""
    train, test = _split(_judged(config, options, selecting), options.test_share)
    found = stored_examples(train, filtered=not options.unfiltered)
    try:
        return found, stored_examples(test, filtered=not options.unfiltered).examples
    except ValueError:  # nothing is left out, or nothing of it would be kept
        return found, ()


def _split(runs: list[JudgedRun], test_share: float) -> tuple[list[JudgedRun], list[JudgedRun]]:
    """Tasks to train on, and those that are left out."""
    layout = Layout(test_share=test_share)
    train = [run for run in runs if layout.split_of(run.summary.run.task) == "train"]
    return train, [run for run in runs if layout.split_of(run.summary.run.task) == "test"]


def _judged(config: Config, options: PolicyOptions, selecting: Selecting) -> list[JudgedRun]:
    if not config.database.is_file():
        raise ValueError("no run is stored yet; `courtside up` starts the daemon that records them")
    with Reader(config) as reader:
        selection = selection_of(config, reader, filter_of(options.words), selecting)
        return list(judged_runs(reader, selection))


def policy_summary(done: Trained) -> str:
    if not done.examples:
        return f"nothing was trained: the policy as it was is in {done.out}"
    tried = ""
    if done.test_accuracy is not None:
        tried = f"; {done.test_accuracy:.0%} of {counted(done.test_examples, 'step')} left out"
    return (
        f"trained on {counted(done.examples, 'step')} of {counted(done.tasks, 'task')}: it "
        f"predicts {done.accuracy:.0%} of them{tried}; weights, card and loss curve are in "
        f"{done.out}"
    )
