"""What a language model must be able to do for a judge. Knows no judge and no one library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

from courtside_store.records import Record


class Turn(Record, frozen=True, kw_only=True):
    """One turn of a conversation. Images are seen before the text, in their order."""

    role: Literal["system", "user", "assistant"]
    text: str
    images: tuple[bytes, ...] = ()
    """Encoded images (JPEG, PNG or WebP), already as small as the model wants them."""


class Choice(Record, frozen=True, kw_only=True):
    """The word that a model chose of several."""

    word: str
    probabilities: Mapping[str, float] | None = None
    """How likely each word was: adds up to 1. None where the model gives none."""

    def probability(self, *words: str) -> float | None:
        """How likely one of these words is, to three places: what is beyond is rounding's."""
        if self.probabilities is None:
            return None
        return round(sum(self.probabilities[word] for word in words), 3)

    def render(self) -> str:
        """E.g. "towards 71 %, unsure 20 %"."""
        if self.probabilities is None:
            return self.word
        best = sorted(self.probabilities.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{word} {p:.0%}".replace("%", " %") for word, p in best[:2])


def most_likely(probabilities: Mapping[str, float]) -> Choice:
    """The likeliest word, with how likely each was."""
    return Choice(
        word=max(probabilities, key=probabilities.__getitem__), probabilities=probabilities
    )


class Completion(Record, frozen=True, kw_only=True):
    """Text that a model wrote."""

    text: str
    is_truncated: bool = False
    """The text ends where the tokens did, not where the model stopped."""

    def render(self) -> str:
        """The text, with a mark at its end where it was cut."""
        return self.text + (" […]" if self.is_truncated else "")


class Sampling(Record, frozen=True, kw_only=True):
    """How a model writes a description: as the published code of Pan et al. 2024 has it written."""

    max_tokens: int = 2048
    temperature: float = 1.0
    """0: always the likeliest token."""
    top_p: float = 0.3
    """Tokens are drawn from the likeliest that together reach this probability."""
    repetition_penalty: float = 1.2
    """A token that was written already is so much less likely; 1: as likely as before."""
    max_s: float | None = None
    """Seconds after which the description ends where it is; None: it takes what it takes."""


SEED = 1
"""What is drawn is drawn by this seed: the same image gives the same description."""


class Usage(Record, frozen=True, kw_only=True):
    """What a model has done since it was opened."""

    computed_tokens: int = 0
    """Prompt tokens that were computed."""
    cached_tokens: int = 0
    """Prompt tokens that came from the KV cache and were not computed again."""
    completion_tokens: int = 0
    took_s: float = 0.0


class Unparsed(Exception):
    """The model answered, and the answer is no verdict: refused, cut short, or not to be read."""


class TooLong(Exception):
    """The conversation does not fit the model's context."""


class Model(Protocol):
    """A loaded model. The same conversation gives the same answer."""

    sees: bool
    """Does it take images?"""
    usage: Usage

    def choose(self, turns: Sequence[Turn], words: Sequence[str]) -> Choice:
        """One of these words as the next answer (forced choice); they begin with different letters.

        Raises TooLong, OSError, and Unparsed where it answers anything else.
        """

    def think(self, turns: Sequence[Turn], max_tokens: int) -> Completion:
        """One paragraph of plain text, of so many tokens at most, each the likeliest. Raises as
        `choose` does.
        """

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        """Text of any number of lines and paragraphs, cut where the context ends. Raises as
        `choose` does.
        """

    def close(self) -> None:
        """Gives back what it holds."""


@runtime_checkable
class Scoring(Protocol):
    """A model that can say how likely it finds an answer that it did not write."""

    def likelihood(self, turns: Sequence[Turn], answer: str) -> tuple[float, int]:
        """Log-likelihood of the answer's tokens, summed, and how many they are. Raises TooLong."""
