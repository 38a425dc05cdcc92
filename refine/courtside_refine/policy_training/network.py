"""The network of the small policy: scores what can be done to each element of a screen.

Elements are described one by one, see what all have in common twice, and are scored; a stop is
scored from the whole. What the explorer would do is added: an untrained network does the same, and
training learns where to differ. About a quarter of a million parameters.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from .element_features import ROW_SIZE, WHOLE_SIZE, WORDS
from .example import KINDS
from .policy_inputs import MAX_SCORE
from .text_features import TEXT_SIZE

SIZE = 96
WORD_SIZE = 24
MASKED_SCORE = -1e9
SHARPNESS = 2.0
"""How sharply an untrained policy follows the explorer's scores: a softmax at temperature 0.5."""


class Network(nn.Module):  # type: ignore[misc]
    """Rows of elements in, logits out."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, WORD_SIZE, padding_idx=0)
        nn.init.normal_(self.words.weight, std=0.1)
        self.first = _layers(ROW_SIZE + len(KINDS) + WORD_SIZE, SIZE)
        self.around = _layers(WHOLE_SIZE + 1 + WORD_SIZE, SIZE)
        self.second = _layers(4 * SIZE, SIZE)
        self.third = _layers(3 * SIZE, SIZE)
        self.kinds = _quiet(nn.Linear(SIZE, len(KINDS)))
        self.stop = _quiet(nn.Linear(3 * SIZE, 1))
        self.outlook = nn.Parameter(torch.full((len(KINDS) + 1,), SHARPNESS))
        self.texts = nn.Sequential(nn.Linear(TEXT_SIZE + SIZE, SIZE), nn.ReLU(), nn.Linear(SIZE, 1))
        self.likely = _quiet(nn.Linear(TEXT_SIZE, 1))
        _quiet(self.texts[-1])
        self.promise = nn.Parameter(torch.tensor(SHARPNESS))

    def forward(self, batch: Any) -> tuple[Any, Any]:
        """Logits of (element, kind) and last of the stop, and the hidden state of each element."""
        mask = batch.mask.unsqueeze(-1)
        words = self._mean(batch.words)
        hidden = self.first(torch.cat([batch.rows, batch.outlook / MAX_SCORE, words], -1))
        around = self.around(
            torch.cat([batch.whole, batch.stop / MAX_SCORE, self._mean(batch.task)], -1)
        )
        wide = around.unsqueeze(1).expand(-1, hidden.shape[1], -1)
        hidden = hidden + self.second(torch.cat([hidden, wide, *_pooled(hidden, mask)], -1))
        hidden = hidden + self.third(torch.cat([hidden, *_pooled(hidden, mask)], -1))
        scores = self.kinds(hidden) + self.outlook[:-1] * batch.outlook
        scores = scores.masked_fill(~batch.allowed, MASKED_SCORE).flatten(1)
        mean, most = (one[:, 0] for one in _pooled(hidden, mask))
        stop = self.stop(torch.cat([around, mean, most], -1)) + self.outlook[-1] * batch.stop
        return torch.cat([scores, stop], -1), hidden

    def text_scores(self, rows: Any, hidden: Any) -> Any:
        """Logits of texts for one element each: (..., texts, numbers) and (..., size)."""
        wide = hidden.unsqueeze(-2).expand(*rows.shape[:-1], -1)
        own = (self.texts(torch.cat([rows, wide], -1)) + self.likely(rows)).squeeze(-1)
        return own + self.promise * MAX_SCORE * rows[..., -1]

    def _mean(self, words: Any) -> Any:
        """Of the words' vectors; while it learns, without a third of the words."""
        if self.training:
            words = words * (torch.rand(words.shape) > 0.33)
        count = (words > 0).sum(-1, keepdim=True).clamp(min=1)
        return self.words(words).sum(-2) / count


def _quiet(layer: Any) -> Any:
    """So that what it says before training counts little."""
    nn.init.normal_(layer.weight, std=0.01)
    nn.init.zeros_(layer.bias)
    return layer


def _layers(wide: int, size: int) -> Any:
    return nn.Sequential(
        nn.Linear(wide, size), nn.ReLU(), nn.Dropout(0.1), nn.Linear(size, size), nn.ReLU()
    )


def _pooled(hidden: Any, mask: Any) -> tuple[Any, Any]:
    """Mean and largest over the elements, given to each of them."""
    count = mask.sum(1, keepdim=True).clamp(min=1)
    mean = (hidden * mask).sum(1, keepdim=True) / count
    most = hidden.masked_fill(~mask, 0.0).amax(1, keepdim=True)
    return mean.expand_as(hidden), most.expand_as(hidden)


def losses(network: Network, batch: Any) -> Any:
    """Cross entropy of what was chosen, and of what was typed where something was."""
    logits, hidden = network(batch)
    loss = functional.cross_entropy(logits, batch.chosen)
    if batch.typing.numel():
        rows = hidden[batch.typing, batch.typed_in]
        scores = network.text_scores(batch.texts, rows).masked_fill(~batch.text_mask, MASKED_SCORE)
        loss = loss + functional.cross_entropy(scores, batch.typed) * batch.typing.numel() / len(
            batch.chosen
        )
    return loss
