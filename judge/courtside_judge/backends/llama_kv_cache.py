"""KV cache with prompt-prefix reuse, by hand: llama-cpp-python reuses one sequence's prefix only.

One cache holds several sequences of a llama.cpp context. A prompt continues the sequence that
shares the longest prefix with it, so that the fixed part of a prompt, and a run's own transcript,
are computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import llama_cpp as llama

from .protocol import TooLong

KEPT = 4
"""Sequences kept side by side."""
BATCH = 512
TAIL = 256
"""A question and its answer: what a sequence may lose without being worth a copy."""


class Token:
    """One token of a prompt."""

    __slots__ = ("key",)
    places = cells = 1

    def __init__(self, key: int) -> None:
        self.key = key


class PromptImage:
    """One image of a prompt."""

    __slots__ = ("cells", "key", "places", "put")

    def __init__(
        self, key: str, places: int, cells: int, put: Callable[[Any, int, int], int]
    ) -> None:
        """`put(context, position, sequence)` reads it in and returns llama.cpp's code.

        `places`: positions that it takes; `cells`: memory that it fills, which may be more.
        """
        self.key = key
        self.places = places
        self.cells = cells
        self.put = put


PromptUnit = Token | PromptImage


class KeptSequence:
    """One sequence: its units, and the position after each."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.units: list[PromptUnit] = []
        self.ends: list[int] = [0]
        self.used_at = 0

    def shared_with(self, units: Sequence[PromptUnit]) -> int:
        """How many units at the beginning are the same."""
        pairs = zip(self.units, units, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0].key == pair[1].key, pairs))

    def add(self, unit: PromptUnit) -> None:
        """Notes a unit that has been read."""
        self.units.append(unit)
        self.ends.append(self.ends[-1] + unit.places)

    def cut(self, length: int) -> None:
        """Forgets what comes after so many units."""
        del self.units[length:]
        del self.ends[length + 1 :]


class Cells:
    """What a context holds. After `read` and `write`, its logits are those of the last unit."""

    def __init__(self, context: Any, size: int) -> None:
        self._context = context
        self._memory = llama.llama_get_memory(context)
        self._batch = llama.llama_batch_init(BATCH, 0, 1)
        self._kept = [KeptSequence(number) for number in range(KEPT)]
        self._clock = 0
        self.size = size
        self.computed_tokens = 0
        self.cached_tokens = 0

    def close(self) -> None:
        """Frees the batch."""
        llama.llama_batch_free(self._batch)

    def forget(self) -> None:
        """Forgets everything that was read."""
        for kept in self._kept:
            self._forget(kept)

    def read(self, units: Sequence[PromptUnit], room: int) -> KeptSequence:
        """A sequence that holds exactly these units, with room for so many tokens more.

        Raises TooLong where the context is too small for that.
        """
        needed = sum(unit.cells for unit in units) + room
        if needed > self.size:
            raise TooLong(f"{needed} tokens do not fit a context of {self.size}")
        kept, shared = self._find(units)
        self.cached_tokens += shared
        self.computed_tokens += len(units) - shared
        start = shared
        while start < len(units):
            start = self._read_some(kept, units, start)
        return kept

    def write(self, kept: KeptSequence, token: int) -> None:
        """Adds the token that was chosen."""
        self._read_some(kept, [Token(token)], 0)

    def _find(self, units: Sequence[PromptUnit]) -> tuple[KeptSequence, int]:
        """The sequence to go on from, cut to what it shares; the last unit is always read."""
        best = max(self._kept, key=lambda kept: kept.shared_with(units))
        shared = min(best.shared_with(units), len(units) - 1)
        kept = best
        if len(best.units) - shared > TAIL:
            kept = min((k for k in self._kept if k is not best), key=lambda k: k.used_at)
            self._forget(kept)
            llama.llama_memory_seq_cp(
                self._memory, best.number, kept.number, 0, best.ends[shared] or -1
            )
            kept.units, kept.ends = best.units[:shared], best.ends[: shared + 1]
            if not shared:
                self._forget(kept)
        elif not llama.llama_memory_seq_rm(self._memory, kept.number, kept.ends[shared], -1):
            self._forget(kept)  # a recurrent model forgets all or nothing
            shared = 0
        kept.cut(shared)
        self._clock += 1
        kept.used_at = self._clock
        return kept, shared

    def _forget(self, kept: KeptSequence) -> None:
        llama.llama_memory_seq_rm(self._memory, kept.number, -1, -1)
        kept.cut(0)

    def _read_some(self, kept: KeptSequence, units: Sequence[PromptUnit], start: int) -> int:
        """Reads an image, or tokens up to the next image or a full batch; where it got to."""
        first = units[start]
        if isinstance(first, PromptImage):
            self._try(lambda: first.put(self._context, kept.ends[-1], kept.number), kept)
            kept.add(first)
            return start + 1
        rest = takewhile(lambda unit: isinstance(unit, Token), units[start : start + BATCH])
        tokens = list(rest)
        is_last = start + len(tokens) == len(units)
        self._fill([unit.key for unit in tokens], kept, is_last)  # type: ignore[misc]
        self._try(lambda: int(llama.llama_decode(self._context, self._batch)), kept)
        for unit in tokens:
            kept.add(unit)
        return start + len(tokens)

    def _fill(self, tokens: Sequence[int], kept: KeptSequence, is_last: bool) -> None:
        batch = self._batch
        batch.n_tokens = len(tokens)
        for n, token in enumerate(tokens):
            batch.token[n] = token
            batch.pos[n] = kept.ends[-1] + n
            batch.n_seq_id[n] = 1
            batch.seq_id[n][0] = kept.number
            batch.logits[n] = is_last and n == len(tokens) - 1

    def _try(self, act: Callable[[], int], kept: KeptSequence) -> None:
        """Makes room by forgetting the sequences that were used least lately."""
        others = sorted((k for k in self._kept if k is not kept), key=lambda k: k.used_at)
        code = act()
        while code == 1 and others:
            self._forget(others.pop(0))
            code = act()
        if code:
            self._forget(kept)
            raise OSError(f"llama.cpp could not read the prompt (code {code})")
