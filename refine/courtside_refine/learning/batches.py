"""Examples as tensors. Knows what a network is fed with, and no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from courtside_judge.evidence.goals import is_same

from .element_features import MAX_WORDS, ROW_SIZE, Seen, look_at
from .example import KINDS, Example
from .text_features import TEXT_SIZE, text_rows, texts_for


@dataclass(frozen=True)
class Prepared:
    """One example as numbers, made once."""

    seen: Seen
    chosen: int
    """Its place among (element, kind); -1: the stop."""
    typed_in: int | None = None
    texts: tuple[list[float], ...] = ()
    typed: int = 0


@dataclass(frozen=True)
class Batch:
    """Some screens, filled up to the one with the most elements."""

    rows: Any
    words: Any
    allowed: Any
    mask: Any
    whole: Any
    task: Any
    chosen: Any = None
    typing: Any = None
    """Which of the examples type or choose a text."""
    typed_in: Any = None
    texts: Any = None
    text_mask: Any = None
    typed: Any = None


def prepare(example: Example) -> Prepared | None:
    """None where a policy could not have chosen that."""
    seen = look_at(example.task, example.elements, example.history)
    choice = example.choice
    if choice.kind == "stop":
        return Prepared(seen, -1)
    at = next((n for n, one in enumerate(example.elements) if one.id == choice.element), None)
    kind = KINDS.index(choice.kind)
    if at is None or not seen.allowed[at][kind]:
        return None
    chosen = at * len(KINDS) + kind
    if choice.kind == "click":
        return Prepared(seen, chosen)
    texts = texts_for(example.task, example.elements, at)
    typed = next((n for n, text in enumerate(texts) if is_same(text, choice.text)), None)
    if typed is None:
        return Prepared(seen, chosen)
    rows = text_rows(example.task, example.elements, example.history, at, texts)
    return Prepared(seen, chosen, at, tuple(rows), typed)


def prepare_all(examples: Iterable[Example]) -> list[Prepared]:
    """Without those that no policy could have chosen."""
    return [one for example in examples if (one := prepare(example)) is not None]


def screens(seen: Sequence[Seen]) -> Batch:
    """Screens to choose on."""
    most = max(1, *(len(one.rows) for one in seen))
    rows = torch.zeros(len(seen), most, ROW_SIZE)
    words = torch.zeros(len(seen), most, MAX_WORDS, dtype=torch.long)
    allowed = torch.zeros(len(seen), most, len(KINDS), dtype=torch.bool)
    mask = torch.zeros(len(seen), most, dtype=torch.bool)
    for n, one in enumerate(seen):
        if count := len(one.rows):
            rows[n, :count] = torch.tensor(one.rows)
            words[n, :count] = torch.tensor(one.words)
            allowed[n, :count] = torch.tensor(one.allowed)
            mask[n, :count] = True
    return Batch(
        rows=rows,
        words=words,
        allowed=allowed,
        mask=mask,
        whole=torch.tensor([one.whole for one in seen]),
        task=torch.tensor([one.task for one in seen]),
    )


def batch_of(prepared: Sequence[Prepared]) -> Batch:
    """Screens with what was chosen on each."""
    shown = screens([one.seen for one in prepared])
    stop = shown.rows.shape[1] * len(KINDS)
    typing = [n for n, one in enumerate(prepared) if one.typed_in is not None]
    most = max((len(prepared[n].texts) for n in typing), default=1)
    texts = torch.zeros(len(typing), most, TEXT_SIZE)
    text_mask = torch.zeros(len(typing), most, dtype=torch.bool)
    for at, n in enumerate(typing):
        texts[at, : len(prepared[n].texts)] = torch.tensor(prepared[n].texts)
        text_mask[at, : len(prepared[n].texts)] = True
    return Batch(
        rows=shown.rows,
        words=shown.words,
        allowed=shown.allowed,
        mask=shown.mask,
        whole=shown.whole,
        task=shown.task,
        chosen=torch.tensor([one.chosen if one.chosen >= 0 else stop for one in prepared]),
        typing=torch.tensor(typing, dtype=torch.long),
        typed_in=torch.tensor([prepared[n].typed_in for n in typing], dtype=torch.long),
        texts=texts,
        text_mask=text_mask,
        typed=torch.tensor([prepared[n].typed for n in typing], dtype=torch.long),
    )
