"""What weights say of themselves: from which data, by whose judgement, how they were made."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from courtside_store.private_files import write_private
from courtside_store.records import JudgeStamp, Record

from .example import Example

CARD = "card.json"


class PolicyCard(Record, frozen=True, kw_only=True):
    """The card beside a policy's weights: what they were made of and how."""

    data_sha256: str
    """Of the examples, in their order."""
    examples: int
    tasks: int
    left_out: int = 0
    """Examples that no policy could have chosen."""
    judges: tuple[JudgeStamp, ...] = ()
    """Whose verdicts chose the examples; empty where nobody's did."""
    keep: str = ""
    """How they were chosen."""
    start_sha256: str = ""
    """Of the weights it began with; empty: random ones."""
    seed: int = 0
    epochs: int = 0
    batch: int = 0
    learning_rate: float = 0.0
    steps: int = 0
    parameters: int = 0
    final_loss: float | None = None
    accuracy: float | None = None
    """Share of the examples whose choice is the likeliest to the trained policy."""
    took_s: float = 0.0


def data_hash(examples: Sequence[Example]) -> str:
    """A hash that is the same for the same examples in the same order."""
    digest = hashlib.sha256()
    for example in examples:
        digest.update(msgspec.json.encode(example) + b"\n")
    return digest.hexdigest()


def write_card(folder: Path, card: msgspec.Struct) -> None:
    """Writes the card as JSON, indented for people, whole or not at all."""
    text = msgspec.json.format(msgspec.json.encode(card), indent=1) + b"\n"
    write_private(folder / CARD, text, flush=True)


def read_card(folder: Path) -> PolicyCard:
    """Raises FileNotFoundError where a training did not end there."""
    return msgspec.json.decode((folder / CARD).read_bytes(), type=PolicyCard)
