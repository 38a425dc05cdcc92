"""A decoder whose upper layers learn to say of a run whether it did a task. Knows no file of runs.

Weights from a GGUF of Qwen2.5's kind, dequantised by transformers; they stay as they are, and each
linear layer of the upper sixteen gets an adapter (LoRA, Hu et al. 2021). The run is read once, then
each of several tasks after it: a task sees the run and no other task, as if it stood there alone.
What it says is how much likelier "Yes" comes next than "No".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

FIRST_ADAPTED = 12
"""Layers below it, of 28, are the same for every task and need no gradient."""
RANK = 16
SCALE = 2.0
LINEARS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
MAX_RUN_TOKENS = 420
MAX_BEGINNING = 60
"""Tokens of a run's beginning that are kept where it is too long; then what is newest."""
MAX_TASK_CHARS, MAX_ANSWER_CHARS = 600, 200
HEAD = (
    "<|im_start|>user\nThis is what an agent did in an app, step by step, and what came of it. "
    "Answer Yes if it did all that it was asked, and nothing else; otherwise No.\n"
)
ASK = "\nAsked: {}\nIt said: {}<|im_end|>\n<|im_start|>assistant\n"
_SEED = 3


@dataclass(frozen=True)
class Asked:
    """One task for a run, and what the agent says at the end of it."""

    task: str
    answer: str
    right: bool


@dataclass(frozen=True)
class TaskPack:
    """A run and its tasks, as tokens."""

    run: list[int]
    tasks: list[list[int]]
    right: list[bool]

    @property
    def length(self) -> int:
        """Tokens of all."""
        return len(self.run) + sum(map(len, self.tasks))


class Adapted(torch.nn.Module):
    """A linear layer with an adapter, which changes nothing yet."""

    def __init__(self, base: torch.nn.Linear) -> None:
        super().__init__()
        self.base = base
        down = torch.randn(RANK, base.in_features) / base.in_features**0.5
        self.down = torch.nn.Parameter(down)
        self.up = torch.nn.Parameter(torch.zeros(base.out_features, RANK))

    def forward(self, states: Any) -> Any:
        down, up = self.down.to(states.dtype), self.up.to(states.dtype)
        return self.base(states) + (states @ down.T) @ up.T * SCALE


class Decoder:
    """The weights with their adapters, and the words that it is asked with."""

    def __init__(self, path: Path, first_adapted: int = FIRST_ADAPTED) -> None:
        """`path`: a GGUF, or a folder of weights. Raises OSError or ValueError where it is none."""
        folder = path
        local: dict[str, Any] = {"local_files_only": True}
        if path.is_file():
            folder, local = path.parent, {**local, "gguf_file": path.name}
        self._words = AutoTokenizer.from_pretrained(folder, **local)
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16, **local)
        for parameter in model.parameters():
            parameter.requires_grad_(False)
        self.name = path.name
        self.config = model.config
        self._layers: Any = model.model
        yes, no = (self._ids(word)[0] for word in ("Yes", "No"))
        self._choice = (model.lm_head.weight[yes] - model.lm_head.weight[no]).float().clone()
        torch.manual_seed(_SEED)
        self.adapters = dict(self._adapt(first_adapted))
        """By the layer's name."""

    def _adapt(self, first: int) -> Iterator[tuple[str, Adapted]]:
        for number, layer in enumerate(self._layers.layers[first:], first):
            for part in (layer.self_attn, layer.mlp):
                for name in LINEARS:
                    if (linear := getattr(part, name, None)) is not None:
                        adapted = Adapted(linear)
                        setattr(part, name, adapted)
                        where = "self_attn" if part is layer.self_attn else "mlp"
                        yield f"model.layers.{number}.{where}.{name}", adapted

    @property
    def parameters(self) -> list[Any]:
        """Those that learn."""
        return [one for adapted in self.adapters.values() for one in (adapted.down, adapted.up)]

    def pack(self, lines: Sequence[str], asked: Sequence[Asked]) -> TaskPack:
        """A run, told in lines without what the agent says, and tasks for it."""
        run = self._ids("\n".join(lines))
        if len(run) > MAX_RUN_TOKENS:
            run = run[:MAX_BEGINNING] + run[MAX_BEGINNING - MAX_RUN_TOKENS :]
        return TaskPack(
            run=[*self._ids(HEAD), *run],
            tasks=[self._ids(_question(one)) for one in asked],
            right=[one.right for one in asked],
        )

    def log_odds(self, packs: Sequence[TaskPack]) -> Any:
        """Of all their tasks, in their order."""
        ids, places, mask, ends = laid_out(packs)
        states = self._layers(
            input_ids=ids, position_ids=places, attention_mask=mask, use_cache=False
        ).last_hidden_state
        return torch.stack([states[row, at] for row, at in ends]).float() @ self._choice

    def _ids(self, text: str) -> list[int]:
        found: list[int] = self._words(text, add_special_tokens=False)["input_ids"]
        return found


def laid_out(packs: Sequence[TaskPack]) -> tuple[Any, Any, Any, list[tuple[int, int]]]:
    """Tokens and their places (packs, length), what each may see (packs, 1, length, length), and
    where each task ends (pack, place)."""
    longest = max(one.length for one in packs)
    ids = torch.zeros(len(packs), longest, dtype=torch.long)
    places = torch.zeros_like(ids)
    part = torch.full_like(ids, -1)  # 0: the run; from 1 on: its tasks; -1: nothing
    ends: list[tuple[int, int]] = []
    for row, pack in enumerate(packs):
        at = 0
        for number, tokens in enumerate((pack.run, *pack.tasks)):
            until, first = at + len(tokens), len(pack.run) if number else 0
            ids[row, at:until] = torch.tensor(tokens)
            places[row, at:until] = torch.arange(first, first + len(tokens))
            part[row, at:until] = number
            at = until
            if number:
                ends.append((row, at - 1))
    earlier = torch.tril(torch.ones(longest, longest, dtype=torch.bool))
    same = part[:, :, None] == part[:, None, :]
    seen = earlier & (same | (part[:, None, :] == 0))
    mask = torch.zeros(len(packs), 1, longest, longest, dtype=torch.bfloat16)
    return ids, places, mask.masked_fill(~seen[:, None], torch.finfo(mask.dtype).min), ends


def _question(one: Asked) -> str:
    task = " ".join(one.task.split())[:MAX_TASK_CHARS]
    return ASK.format(task, " ".join((one.answer or "nothing").split())[:MAX_ANSWER_CHARS])
