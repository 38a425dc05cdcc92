"""Turns examples into tensors, the input of the network. Knows no network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from courtside_judge.evidence.text_forms import is_same

from .element_features import MAX_WORDS, ROW_SIZE, ScreenFeatures, screen_features
from .example import KINDS, Example
from .text_features import TEXT_SIZE, text_rows, texts_for


@dataclass(frozen=True)
class ScreenTensors:
    """One screen as tensors, made once."""

    rows: Any
    words: Any
    allowed: Any
    outlook: Any
    whole: Any
    task: Any
    stop: Any


@dataclass(frozen=True)
class Prepared:
    """One example as numbers, made once."""

    seen: ScreenTensors
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
    outlook: Any
    stop: Any
    chosen: Any = None
    typing: Any = None
    """Which of the examples type or choose a text."""
    typed_in: Any = None
    texts: Any = None
    text_mask: Any = None
    typed: Any = None


def prepare(example: Example) -> Prepared | None:
    """The example as the network takes it; None where a policy could not have chosen its action."""
    features = screen_features(example.task, example.elements, example.history, example.outlook)
    choice = example.choice
    if choice.kind == "stop":
        return Prepared(screen_tensors(features), -1)
    at = next((n for n, one in enumerate(example.elements) if one.id == choice.element), None)
    kind = KINDS.index(choice.kind)
    if at is None or not features.allowed[at][kind]:
        return None
    seen = screen_tensors(features)
    chosen = at * len(KINDS) + kind
    if choice.kind == "click":
        return Prepared(seen, chosen)
    texts = texts_for(example.task, example.elements, at)
    typed = next((n for n, text in enumerate(texts) if is_same(text, choice.text)), None)
    if typed is None:
        return Prepared(seen, chosen)
    rows = text_rows(example.task, example.elements, example.history, example.outlook, at, texts)
    return Prepared(seen, chosen, at, tuple(rows), typed)


def prepare_all(examples: Iterable[Example]) -> list[Prepared]:
    """The examples as the network takes them, without those that no policy could have chosen."""
    return [one for example in examples if (one := prepare(example)) is not None]


class PreparedOnce:
    """Prepares examples for several trainings, each once: a screen of an application takes tens of
    milliseconds."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Example, Prepared | None]] = {}
        """By the identity of the example, which is kept, so that no other one gets it."""

    def __call__(self, examples: Iterable[Example]) -> list[Prepared]:
        """Without those that no policy could have chosen."""
        return [one for example in examples if (one := self._prepared(example)) is not None]

    def _prepared(self, example: Example) -> Prepared | None:
        if id(example) not in self._known:
            self._known[id(example)] = example, prepare(example)
        return self._known[id(example)][1]


def screen_tensors(seen: ScreenFeatures) -> ScreenTensors:
    """Small enough to be kept for thousands of examples."""
    return ScreenTensors(
        rows=torch.tensor(seen.rows),
        words=torch.tensor(seen.words, dtype=torch.long),
        allowed=torch.tensor(seen.allowed, dtype=torch.bool),
        outlook=torch.tensor(seen.outlook),
        whole=torch.tensor(seen.whole),
        task=torch.tensor(seen.task),
        stop=torch.tensor([seen.stop]),
    )


def screen_batch(seen: Sequence[ScreenTensors]) -> Batch:
    """Screens to choose on."""
    most = max(1, *(len(one.rows) for one in seen))
    rows = torch.zeros(len(seen), most, ROW_SIZE)
    words = torch.zeros(len(seen), most, MAX_WORDS, dtype=torch.long)
    allowed = torch.zeros(len(seen), most, len(KINDS), dtype=torch.bool)
    mask = torch.zeros(len(seen), most, dtype=torch.bool)
    outlook = torch.zeros(len(seen), most, len(KINDS))
    for n, one in enumerate(seen):
        if count := len(one.rows):
            rows[n, :count] = one.rows
            words[n, :count] = one.words
            allowed[n, :count] = one.allowed
            mask[n, :count] = True
            outlook[n, :count] = one.outlook
    return Batch(
        rows=rows,
        words=words,
        allowed=allowed,
        mask=mask,
        whole=torch.stack([one.whole for one in seen]),
        task=torch.stack([one.task for one in seen]),
        outlook=outlook,
        stop=torch.stack([one.stop for one in seen]),
    )


def batch_of(prepared: Sequence[Prepared]) -> Batch:
    """Screens with what was chosen on each."""
    shown = screen_batch([one.seen for one in prepared])
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
        outlook=shown.outlook,
        stop=shown.stop,
        chosen=torch.tensor([one.chosen if one.chosen >= 0 else stop for one in prepared]),
        typing=torch.tensor(typing, dtype=torch.long),
        typed_in=torch.tensor([prepared[n].typed_in for n in typing], dtype=torch.long),
        texts=texts,
        text_mask=text_mask,
        typed=torch.tensor([prepared[n].typed for n in typing], dtype=torch.long),
    )
