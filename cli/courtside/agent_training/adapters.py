"""Trains an adapter of a language model for a command. Knows no store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from courtside.options.finite_numbers import FiniteRange
from courtside.options.option_group import option_group
from courtside.output.progress_bar import progress_bar
from courtside_store.records import JudgeStamp, Record
from courtside_store.rendering import counted

if TYPE_CHECKING:  # they need torch
    from courtside_refine.policy_training.adapters.adapter_fitting import AdapterCard
    from courtside_refine.policy_training.adapters.samples import Sample

tuning_options = option_group(
    click.option("--rank", type=click.IntRange(1), help="Rank of the adapter; 50."),
    click.option(
        "--steps", type=click.IntRange(1), help="Train this many batches, whatever the epochs."
    ),
    click.option(
        "--warm-up",
        type=FiniteRange(0, 1),
        help="Share of the steps in which the learning rate rises.",
    ),
    click.option("--weight-decay", type=FiniteRange(0, 100), help="Weight decay of AdamW."),
)
"""Adds the options of `TUNING` to a command."""


class Tuning(Record, frozen=True, kw_only=True):
    """The values of the tuning options; None: as the papers have it."""

    rank: int | None
    steps: int | None
    warm_up: float | None
    weight_decay: float | None
    epochs: int | None
    batch: int | None
    learning_rate: float | None
    seed: int


TUNING = ("rank", "steps", "warm_up", "weight_decay")
"""The options that only the training of an adapter has."""


def train_adapter(
    model: Path,
    samples: Sequence[Sample],
    out: Path,
    tuning: Tuning,
    *,
    for_captioner: bool = False,
    test: Sequence[Sample] = (),
    judges: Sequence[JudgeStamp] = (),
    keep: str = "",
) -> AdapterCard:
    """The card of the adapter. Raises ImportError, in one line, where peft is missing."""
    fitting = load_adapters("adapter_fitting")
    settings = fitting.FOR_CAPTIONER if for_captioner else fitting.FOR_POLICY
    settings = replace(settings, **_given(tuning))
    with loss_bar("opening the model") as on_step:
        card: AdapterCard = fitting.fit_adapter(
            model,
            samples,
            out,
            settings,
            test=test,
            judges=judges,
            keep=keep,
            progress=on_step,
        )
    return card


def _given(tuning: Tuning) -> dict[str, object]:
    """What differs from the papers: epochs take the place of a number of steps."""
    given = {name: getattr(tuning, name) for name in Tuning.__struct_fields__}
    given["alpha"] = tuning.rank
    found = {name: value for name, value in given.items() if value is not None}
    return {"steps": None, **found} if tuning.epochs else found


def adapter_summary(card: AdapterCard, out: Path) -> str:
    """One line that says what was trained."""
    tested = ""
    if card.test_loss is not None:
        tested = (
            f"; on {counted(card.test_samples, 'sample')} left out from "
            f"{card.test_loss_before:.3f} to {card.test_loss:.3f}"
        )
    speed = f"{card.tokens / card.took_s:.0f} tokens a second" if card.took_s else ""
    missing = f"; no adapter for llama.cpp: {card.gguf}" if card.gguf else ""
    return (
        f"{counted(card.steps, 'step')} on {counted(card.samples - card.left_out, 'sample')}: loss "
        f"from {card.first_loss:.3f} to {card.final_loss:.3f}{tested}; {speed}; adapter, card and "
        f"loss curve are in {out}{missing}"
    )


@contextmanager
def loss_bar(begins: str) -> Iterator[Callable[[int, int, float], None]]:
    """A bar of progress; it is told the step, of how many, and the loss."""
    with progress_bar() as bar:
        work = bar.add_task(begins, total=None)

        def on_step(step: int, of: int, loss: float) -> None:
            bar.update(work, completed=step, total=of, description=f"loss {loss:.3f}")

        yield on_step


def load_adapters(name: str) -> Any:
    """A module of the training of adapters."""
    return load_training(f"adapters.{name}", "lora")


def load_training(name: str, extra: str = "training") -> Any:
    """A module of the training. Raises ImportError, in one line, where its extra is missing."""
    try:
        return import_module(f"courtside_refine.policy_training.{name}")
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is missing; pip install 'courtside[{extra}]' brings it"
        ) from error
