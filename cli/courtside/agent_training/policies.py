"""Trains the small policy on stored steps that were judged."""

from __future__ import annotations

from pathlib import Path

from courtside.agent_training.adapters import load_training, loss_bar
from courtside.agent_training.policy_options import PolicyOptions
from courtside.agent_training.policy_runs import judged, split
from courtside.options.selection_options import Selecting
from courtside_refine.policy_training.example import Example
from courtside_refine.policy_training.stored_examples import StoredExamples, stored_examples
from courtside_store.config import Config
from courtside_store.records import Record
from courtside_store.rendering import counted


class Trained(Record, frozen=True, kw_only=True):
    """What training a policy gave, as `--json` prints it."""

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


def save_untrained(options: PolicyOptions) -> Trained:
    """The policy that it would have begun with. Raises FileExistsError where one was trained."""
    policy = load_training("policy")
    load_training("start_checks").require_none_ended(options.out / load_training("model_card").CARD)
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
    load_training("start_checks").require_enough(found.examples, found.left_out)
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
    train, test = split(judged(config, options, selecting), options.test_share)
    found = stored_examples(train, filtered=not options.unfiltered)
    try:
        return found, stored_examples(test, filtered=not options.unfiltered).examples
    except ValueError:  # nothing is left out, or nothing of it would be kept
        return found, ()


def policy_summary(done: Trained) -> str:
    if not done.examples:
        return f"nothing was trained: the policy as it was is in {done.out}"
    left_out = ""
    if done.test_accuracy is not None:
        left_out = f"; {done.test_accuracy:.0%} of {counted(done.test_examples, 'step')} left out"
    return (
        f"trained on {counted(done.examples, 'step')} of {counted(done.tasks, 'task')}: it "
        f"predicts {done.accuracy:.0%} of them{left_out}; weights, card and loss curve are in "
        f"{done.out}"
    )
