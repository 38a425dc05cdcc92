"""`courtside train`: trains a policy on judged steps, or a captioner on descriptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from courtside.agent_training.adapters import (
    Tuning,
    adapter_summary,
    load_adapters,
    train_adapter,
    tuning_options,
)
from courtside.agent_training.policies import policy_summary, save_untrained, train_policy
from courtside.agent_training.policy_adapters import train_language_model
from courtside.agent_training.policy_options import PolicyOptions, check_options
from courtside.options.empty_words import FilePath
from courtside.options.finite_numbers import FiniteRange
from courtside.options.selection_options import selecting_of, selection_options
from courtside.output.printing import as_json, print_json
from courtside_store.config import Config

OUT = click.option(
    "--out",
    type=FilePath(path_type=Path, file_okay=False),
    required=True,
    help="Folder for the weights; the same command continues there.",
)


@click.group()
def train() -> None:
    """Train a policy on judged steps, or a captioner."""


@train.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@OUT
@click.option(
    "--start",
    type=FilePath(path_type=Path, exists=True),
    help="Weights to begin with: a folder of an earlier training. Default: random weights.",
)
@click.option(
    "--model",
    type=FilePath(path_type=Path, exists=True),
    help="Instead of the small policy an adapter (LoRA) of this language model: a folder of "
    "weights, or a GGUF file.",
)
@selection_options
@click.option("--unfiltered", is_flag=True, help="Train on every step: self-training, to compare.")
@click.option(
    "--untrained", is_flag=True, help="Do not train: write the policy as it was, to compare."
)
@click.option(
    "--test-share",
    type=FiniteRange(0, 1),
    default=0.0,
    help="Share of the tasks to leave out; says how many of their steps the policy predicts.",
)
@click.option("--epochs", type=click.IntRange(1), help="Passes over the examples; default 12.")
@click.option(
    "--batch", type=click.IntRange(1), help="Examples at a time; default 32, 4 with --model."
)
@click.option("--learning-rate", type=FiniteRange(0, 1), help="Default 1e-3, 1e-5 with --model.")
@click.option("--seed", type=int, default=0, show_default=True)
@tuning_options
@as_json
@click.pass_obj
def policy(config: Config, /, **options: Any) -> None:
    """Train a policy on the steps of stored runs.

    FILTER chooses runs in the words of `courtside list`. By default it trains on the steps that
    made progress (filtered behaviour cloning). A small policy chooses among a page's elements; with
    --model a language model gets an adapter: --rank 50, --steps 3000, --warm-up 0.2. See
    docs/guide/training-agents.md.
    """
    selecting = selecting_of(options)
    asked = PolicyOptions(**options)
    check_options(asked)
    if asked.model is not None:
        card = train_language_model(config, asked, asked.model, selecting)
        return print_json(card) if asked.as_json else click.echo(adapter_summary(card, asked.out))
    done = save_untrained(asked) if asked.untrained else train_policy(config, asked, selecting)
    return print_json(done) if asked.as_json else click.echo(policy_summary(done))


@train.command()
@click.option(
    "--data",
    type=FilePath(path_type=Path, exists=True),
    required=True,
    help="A folder with captions.jsonl and the pictures that it names.",
)
@click.option(
    "--model",
    type=FilePath(path_type=Path, exists=True),
    required=True,
    help="A folder of weights of a model that reads pictures.",
)
@OUT
@click.option("--epochs", type=click.IntRange(1), help="Passes over the examples; default 3.")
@click.option("--batch", type=click.IntRange(1), help="Examples at a time; default 72.")
@click.option("--learning-rate", type=FiniteRange(0, 1), help="Default 1e-5.")
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
