"""Fine-tunes all of MiniLM to say of a run whether it did what was asked. Knows no file of runs.

The mean of its last states goes through one linear layer to log-odds. First it learns from runs,
then from several tasks for each run, of which the run does some and nearly does others: what a run
looks like says nothing there, only how it fits the task does. On a GPU where there is one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import binary_cross_entropy_with_logits
from transformers import BertModel

from courtside_training.fitting.language_scores import RunKey

from .kept_learning import KeptLearning

EPOCHS = 6
RATE = 1e-4
WARM = 0.06
"""Share of the steps in which the rate rises; then it falls to nothing along a line."""
DECAY = 0.01
SURE = 0.98
"""What is asked for of a success, and one less it of a failure: no run is beyond doubt."""
EXAM = 2.0
"""A run of an exam counts so many times as one of our own worlds, of which there are more."""
COMPARING_EPOCHS = 1
COMPARING_RATE = 1e-4
COMPARING_BATCH_TOKENS = 6_000
BATCH_TOKENS = 12_000
BATCH_RUNS = 48
PRINTED_EVERY = 20
"""Steps between two lines about its loss."""
KEPT_EVERY = 100
"""Steps after which what was learned is kept."""
SEPARATOR = 102
"""The token that ends the task."""


@dataclass(frozen=True)
class LabelledText:
    """One run as the model's tokens, and whether it did what was asked."""

    tokens: list[int]
    right: bool
    is_exam: bool = False
    run: RunKey = ("", "", 0, "")
    """Texts of one run are in one batch where tasks are compared."""


class RunReader(torch.nn.Module):
    """From tokens (runs, length) and their number (runs,) to log-odds (runs,)."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.bert = BertModel.from_pretrained(
            folder,
            local_files_only=True,
            add_pooling_layer=False,
            dtype=torch.float32,
        )
        self.head = torch.nn.Linear(self.bert.config.hidden_size, 1)

    def forward(self, tokens: Any, lengths: Any) -> Any:
        shown = torch.arange(tokens.shape[1], device=tokens.device)[None] < lengths[:, None]
        ends = tokens == SEPARATOR
        kinds = (ends.cumsum(1) - ends.long()).clamp(max=1)
        states = self.bert(
            input_ids=tokens, attention_mask=shown.long(), token_type_ids=kinds
        ).last_hidden_state.float()
        mean = (states * shown[..., None]).sum(1) / lengths[:, None]
        return self.head(mean).squeeze(-1)


def fine_tuned(folder: Path, texts: Sequence[LabelledText], seed: int = 7) -> RunReader:
    """A reader that learned from these runs; `folder` has the pre-trained weights."""
    torch.manual_seed(seed)
    network = RunReader(folder)
    dice = random.Random(seed)
    weights = _weights(texts)
    plan = [
        [Weighed(text, weights[text.is_exam, text.right]) for text in batch]
        for _ in range(EPOCHS)
        for batch in _batches(texts, dice)
    ]
    return _learn(network, plan, RATE)


def comparing(
    network: RunReader,
    texts: Sequence[LabelledText],
    unfinished: Path | None = None,
    seed: int = 11,
) -> RunReader:
    """The same reader, when it has learned from several tasks for each run.

    `unfinished`: a file that it keeps while it learns, to go on from where it was stopped.
    """
    torch.manual_seed(seed)
    for layer in network.bert.encoder.layer:
        layer.attention.self.dropout.p = 0.0  # with it a CPU needs twice the time
    dice = random.Random(seed)
    plan = [
        [Weighed(text, 1.0) for text in batch]
        for _ in range(COMPARING_EPOCHS)
        for batch in batches_of_runs(texts, dice)
    ]
    return _learn(network, plan, COMPARING_RATE, unfinished)


@dataclass(frozen=True)
class Weighed:
    """A text, and how much it counts."""

    text: LabelledText
    weight: float


def _learn(
    network: RunReader,
    plan: Sequence[Sequence[Weighed]],
    top_rate: float,
    unfinished: Path | None = None,
) -> RunReader:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network.to(device).train()
    grouped = [[p for p in network.parameters() if (p.ndim > 1) is wide] for wide in (True, False)]
    optimiser = torch.optim.AdamW(
        [
            {"params": grouped[0], "weight_decay": DECAY},
            {"params": grouped[1], "weight_decay": 0.0},
        ],
        lr=top_rate,
        fused=True,
    )
    kept = KeptLearning(unfinished, optimiser, steps=len(plan)) if unfinished else None
    begin = kept.resume(lambda it: network.load_state_dict(it["network"])) if kept else 0
    for step, batch in enumerate(plan[begin:], begin):
        warm = min(1.0, (step + 1) / (WARM * len(plan) + 1))
        for group in optimiser.param_groups:
            group["lr"] = top_rate * warm * max(0.01, 1 - step / len(plan))
        odds = _odds(network, [one.text for one in batch], device)
        truth = [SURE if one.text.right else 1 - SURE for one in batch]
        loss = binary_cross_entropy_with_logits(
            odds,
            torch.tensor(truth, device=device),
            weight=torch.tensor([one.weight for one in batch], device=device),
        )
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        if step % PRINTED_EVERY == 0:
            print(f"step {step} of {len(plan)}: loss {loss.item():.3f}", flush=True)
        if kept and (step + 1) % KEPT_EVERY == 0:
            kept.keep(step + 1, network=network.state_dict())
    if kept:
        kept.forget()
    network.eval()
    return network


def log_odds(network: RunReader, texts: Sequence[LabelledText]) -> list[float]:
    """Of each run, in its order."""
    device = next(network.parameters()).device
    with torch.inference_mode():
        return [round(float(_odds(network, [one], device)[0]), 4) for one in texts]


def _odds(network: RunReader, batch: Sequence[LabelledText], device: torch.device) -> Any:
    rows = [torch.tensor(one.tokens) for one in batch]
    tokens = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True).to(device)
    lengths = torch.tensor([len(row) for row in rows], device=device)
    is_coarse = network.training or device.type == "cuda"
    with torch.autocast(device.type, torch.bfloat16, enabled=is_coarse):
        return network(tokens, lengths).float()


def _batches(texts: Sequence[LabelledText], dice: random.Random) -> Iterator[list[LabelledText]]:
    """Texts of about one length together, in any order."""
    found: list[list[LabelledText]] = [[]]
    for text in sorted(texts, key=lambda one: len(one.tokens) + 30 * dice.random()):
        batch = found[-1]
        if len(batch) == BATCH_RUNS or len(text.tokens) * (len(batch) + 1) > BATCH_TOKENS:
            found.append(batch := [])
        batch.append(text)
    dice.shuffle(found)
    yield from filter(None, found)


def batches_of_runs(
    texts: Sequence[LabelledText], dice: random.Random
) -> Iterator[list[LabelledText]]:
    """All texts of a run in one batch, runs of about one length together, in any order."""
    runs: dict[RunKey, list[LabelledText]] = {}
    for text in texts:
        runs.setdefault(text.run, []).append(text)
    lengths = {key: max(len(one.tokens) for one in mine) for key, mine in runs.items()}
    found: list[list[LabelledText]] = [[]]
    for key in sorted(runs, key=lambda one: lengths[one] + 40 * dice.random()):
        batch = found[-1]
        longest = max([lengths[key], *(len(one.tokens) for one in batch)])
        if batch and longest * (len(batch) + len(runs[key])) > COMPARING_BATCH_TOKENS:
            found.append(batch := [])
        batch += runs[key]
    dice.shuffle(found)
    yield from filter(None, found)


def _weights(texts: Sequence[LabelledText]) -> dict[tuple[bool, bool], float]:
    """Of a run by whether it is of an exam and right: both classes of each weigh the same."""
    counts: dict[tuple[bool, bool], int] = {}
    for one in texts:
        counts[one.is_exam, one.right] = counts.get((one.is_exam, one.right), 0) + 1
    return {
        (is_exam, right): (count + counts.get((is_exam, not right), 0))
        / (2 * count)
        * (EXAM if is_exam else 1.0)
        for (is_exam, right), count in counts.items()
    }
