"""The model card of the small language model, which stands beside its weights."""

from __future__ import annotations

from pathlib import Path

import msgspec

from courtside_store.records import Record

from .reader import WEIGHTS


class Learning(Record, frozen=True, kw_only=True):
    """One time that it learned. What nobody wrote down is "not recorded"."""

    examples: str
    epochs: int
    rate: float
    """The highest."""
    seed: int
    steps: str
    took: str


class LanguageCard(Record, frozen=True, kw_only=True):
    """Where the weights came from."""

    version: str
    """Of the evidence judge's weights that it first shipped with."""
    sha256: str
    """Of the file."""
    base: str
    base_sha256: str
    """Of the weights that it began from."""
    licence: str
    """Of the weights."""
    made_by: str
    learned: tuple[Learning, ...]
    """One after the other."""
    learned_from: tuple[str, ...]
    """What the examples are, each with its licence."""
    measures: tuple[str, ...]


def read_card(weights: Path = WEIGHTS) -> LanguageCard:
    """What these weights say of themselves. Raises ValueError where the card is damaged or not
    there."""
    card = weights.with_suffix(".json")
    try:
        return msgspec.json.decode(card.read_bytes(), type=LanguageCard)
    except (OSError, ValueError) as error:
        raise ValueError(f"{card} is damaged: {error}; install Courtside again") from error
