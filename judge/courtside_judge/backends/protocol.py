"""What a language model must be able to do for a judge. Knows no judge and no one library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from courtside_store.records import Record, Sha256


class Turn(Record, frozen=True, kw_only=True):
    """One turn of a conversation. Images are seen before the text, in their order."""

    role: Literal["system", "user", "assistant"]
    text: str
    images: tuple[bytes, ...] = ()
    """Encoded images (JPEG, PNG or WebP), already as small as the model wants them."""


class Said(Record, frozen=True, kw_only=True):
    """What a model wrote."""

    text: str
    is_cut: bool = False
    """It had more to say: the text ends where the tokens did."""


class Spent(Record, frozen=True, kw_only=True):
    """What a model has done since it was opened."""

    read_tokens: int = 0
    """Prompt tokens that were worked through."""
    kept_tokens: int = 0
    """Prompt tokens that were known from before and cost nothing."""
    written_tokens: int = 0
    took_s: float = 0.0


class ModelStamp(Record, frozen=True, kw_only=True):
    """Which model: enough to find the same one again."""

    name: str
    sha256: Sha256 | None = None
    """None where the model is behind a server that does not say."""


class Unparsed(Exception):
    """The model answered, and the answer is no verdict: refused, cut short, or not to be read."""


class TooLong(Exception):
    """The conversation does not fit the model's context."""


class Model(Protocol):
    """A loaded model. Temperature 0: the same conversation gives the same answer."""

    stamp: ModelStamp
    sees: bool
    """Does it take images?"""
    spent: Spent

    def score(self, turns: Sequence[Turn], labels: Sequence[str]) -> Mapping[str, float] | None:
        """How likely each label is as the next answer: adds up to 1 (forced choice).

        None where the model cannot tell probabilities: then `choose` is all there is.
        Labels begin with different letters. Raises TooLong, Unparsed, OSError.
        """

    def choose(self, turns: Sequence[Turn], labels: Sequence[str]) -> str:
        """The label that it answers. Raises Unparsed where it answers anything else."""

    def think(self, turns: Sequence[Turn], max_tokens: int) -> Said:
        """One paragraph of plain text, of so many tokens at most. Raises as `score` does."""

    def close(self) -> None:
        """Gives back what it holds."""
