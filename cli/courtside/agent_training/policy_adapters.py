"""Trains an adapter of a language model as a policy, on stored steps that were judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from courtside.agent_training.adapters import load_adapters, load_training, train_adapter
from courtside.agent_training.policy_options import PolicyOptions
from courtside.agent_training.policy_runs import judged, split
from courtside.options.selection_options import Selecting
from courtside_refine.policy_training.stored_examples import (
    stamps_of,
    steps_left_out,
    why_nothing_is_kept,
)
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.rendering import counted

if TYPE_CHECKING:  # it needs torch
    from courtside_refine.policy_training.adapters.adapter_fitting import AdapterCard
    from courtside_refine.policy_training.adapters.samples import Sample


def train_language_model(
    config: Config, options: PolicyOptions, model: Path, selecting: Selecting
) -> AdapterCard:
    """Trains an adapter, and returns its card."""
    samples = load_adapters("samples")
    runs = judged(config, options, selecting)
    frame = Blobs(config.blobs).read if load_adapters("base_model").sees_images(model) else None
    train, test = (
        samples.policy_samples(side, filtered=not options.unfiltered, frame=frame)
        for side in split(runs, options.test_share)
    )
    if not train:
        raise ValueError(why_nothing_is_kept(runs, not options.unfiltered))
    left_out = "" if options.unfiltered else steps_left_out(runs)
    load_training("start_checks").require_enough(train, left_out)
    if frame is not None:
        _tell_without_picture(train)
    return train_adapter(
        model,
        train,
        options.out,
        options.tuning,
        test=test,
        judges=() if options.unfiltered else stamps_of(runs),
        keep=options.keep,
    )


def _tell_without_picture(samples: Sequence[Sample]) -> None:
    """Of a model that sees. Raises ValueError where no step has a picture."""
    blind = sum(not any(turn.images for turn in one.turns) for one in samples)
    if blind and blind == len(samples):
        raise ValueError(
            f"none of {counted(blind, 'step')} has a picture, and the model reads pictures: the "
            "frames were never recorded or are purged; choose other runs, or a model of words"
        )
    if blind:
        click.echo(
            f"courtside: {blind} of {counted(len(samples), 'step')} have no picture; they are "
            "learned by their words",
            err=True,
        )
