"""Fine-tunes a decoder of 1.5 billion parameters to say whether a run did a task, on a CPU.

    python -m courtside_training.language.fine_tune_decoder --gguf FILE [--steps N] [--score]

`--gguf`: the weights, such as Qwen2.5-Coder-1.5B-Instruct. It learns from the runs of all exams, of
invented apps, and from some of our own apps, with all their tasks: one pass, an hour or two of two
cores with bfloat16. What it has learned stays in `.training/language/decoder`, and what was stopped
goes on. Then it writes the adapter for llama.cpp there. `--score` says how well it judges the exams
that no fit reads, alone and weighed together with the findings.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from torch.nn.functional import binary_cross_entropy_with_logits

from courtside_judge.evidence.language.run_text import render_answer, render_run
from courtside_judge.evidence.linear import load_weights
from courtside_training.collecting.episodes import OUT
from courtside_training.fitting.calibration import EXAM_FAMILIES, family_of
from courtside_training.fitting.language_scores import RunKey, key_of
from courtside_training.fitting.logistic_models import without_language
from courtside_training.fitting.rows import RunRow, run_rows
from courtside_training.packed_lines import read_lines
from courtside_training.tables import CHOOSING_TABLES, ENDING, KEPT_BACK_TABLES, read_tables

from .decoder import Asked, Decoder, TaskPack
from .decoder_adapter import write_adapter
from .kept_learning import KeptLearning, Learned
from .other_tasks import INVENTED_RUNS, OTHER_TASKS, InventedRun, OtherTask

KEPT = OUT.parent / "language/decoder"
OWN_RUNS = 330
"""Of our own apps; their tasks name what is to be pressed, so that they teach less."""
STEPS = 150
BATCH_RUNS, TOGETHER = 8, 2
"""Runs of a step, and of one pass through the layers."""
RATE, WARM_STEPS = 2e-4, 15
SURE = 0.97
"""What is asked for of a success, and one less it of a failure: no run is beyond doubt."""
KEPT_EVERY = 10
WEIGHTS = (0.2, 0.5, 0.8, 1.1)
"""Of its log-odds beside those of the findings: each is tried."""
MAX_LOG_ODDS = 4.0
"""They count no more than that."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gguf", type=Path, required=True, help="the weights")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of {BATCH_RUNS} runs each")
    parser.add_argument("--score", action="store_true", help="judge the exams that no fit reads")
    options = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    decoder = Decoder(options.gguf)
    learn(decoder, packs_to_learn(decoder, run_rows(read_tables())), options.steps)
    if why := write_adapter(decoder, KEPT):
        print(f"no adapter for llama.cpp was written: {why}")
    if options.score:
        for name, tables in (("choosing", CHOOSING_TABLES), ("kept back", KEPT_BACK_TABLES)):
            print(
                json.dumps(
                    {name: scored(decoder, run_rows(read_tables(tables.glob(f"*{ENDING}"))))}
                )
            )


def packs_to_learn(decoder: Decoder, rows: Sequence[RunRow], seed: int = 6) -> list[TaskPack]:
    """Each run with the tasks that were written for it and its own; in any order."""
    written: dict[RunKey, list[Asked]] = {}
    for one in read_lines(OTHER_TASKS, OtherTask):
        written.setdefault(one.key, []).append(Asked(one.task, one.answer, one.right))
    exams: list[TaskPack] = []
    own: list[TaskPack] = []
    for row in rows:
        if tasks := written.get(key_of(row.episode)):
            is_exam = family_of(row.episode.world) in EXAM_FAMILIES
            (exams if is_exam else own).append(decoder.pack(run_lines(row), [*tasks, asked(row)]))
    dice = random.Random(seed)
    dice.shuffle(own)
    packs = [*exams, *invented(decoder), *own[:OWN_RUNS]]
    dice.shuffle(packs)
    return packs


def invented(decoder: Decoder) -> list[TaskPack]:
    """Runs of apps that there are not."""
    runs: dict[tuple[str, int], tuple[tuple[str, ...], list[Asked]]] = {}
    for one in read_lines(INVENTED_RUNS, InventedRun):
        _, tasks = runs.setdefault((one.app, one.run), (one.story, []))
        tasks.append(Asked(one.task, one.answer, one.right))
    return [decoder.pack(lines, tasks) for lines, tasks in runs.values()]


def run_lines(row: RunRow) -> list[str]:
    """The run in lines, as the judge's small reader reads it, without what the agent says."""
    lines = render_run(row.row.story.lines, row.row.story.end, "")
    return [*lines[:-1], lines[-1].removesuffix(f" | {render_answer('')}")]


def asked(row: RunRow) -> Asked:
    """The run's own task."""
    return Asked(row.episode.task, row.episode.answer, row.episode.oracle)


def learn(decoder: Decoder, packs: Sequence[TaskPack], steps: int) -> None:
    """One pass over the first of them; goes on where it was stopped."""
    optimiser = torch.optim.AdamW(decoder.parameters, lr=RATE, weight_decay=0.0, fused=True)
    steps = min(steps, -(-len(packs) // BATCH_RUNS))
    kept = KeptLearning(KEPT / "learned.pt", optimiser, steps=steps, model=decoder.name)
    begin = kept.resume(lambda it: _restore(decoder, it))
    for step in range(begin, steps):
        for group in optimiser.param_groups:
            falls = max(0.02, 1 - step / steps)
            group["lr"] = RATE * min(1.0, (step + 1) / WARM_STEPS) * falls
        batch = sorted(packs[step * BATCH_RUNS : (step + 1) * BATCH_RUNS], key=lambda p: p.length)
        tasks = sum(len(one.tasks) for one in batch)
        loss = 0.0
        for at in range(0, len(batch), TOGETHER):
            part = _loss(decoder, batch[at : at + TOGETHER]) / tasks
            part.backward()
            loss += float(part.detach())
        torch.nn.utils.clip_grad_norm_(decoder.parameters, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        print(f"step {step + 1} of {steps}: loss {loss:.3f}", flush=True)
        if (step + 1) % KEPT_EVERY == 0 or step + 1 == steps:
            kept.keep(step + 1, adapters=decoder.parameters)


def _loss(decoder: Decoder, packs: Sequence[TaskPack]) -> Any:
    truth = [SURE if right else 1 - SURE for one in packs for right in one.right]
    odds = decoder.log_odds(packs)
    return binary_cross_entropy_with_logits(odds, torch.tensor(truth), reduction="sum")


def _restore(decoder: Decoder, learned: Learned) -> None:
    for one, adapter in zip(decoder.parameters, learned["adapters"], strict=True):
        one.data.copy_(adapter)


def scored(decoder: Decoder, rows: Sequence[RunRow]) -> dict[str, Any]:
    """How well it judges runs by their own tasks, and together with the findings that ship."""
    packs = [decoder.pack(run_lines(row), [asked(row)]) for row in rows]
    with torch.inference_mode():
        odds = [float(decoder.log_odds([one])[0]) for one in packs]
    right = np.array([row.episode.oracle for row in rows])
    word = np.clip(odds, -MAX_LOG_ODDS, MAX_LOG_ODDS)
    model = load_weights().run
    findings = np.array([model.at(row.length).odds(without_language(row.amounts)) for row in rows])
    claims = np.array([row.episode.claims_success is not False for row in rows])
    return {
        "runs": len(rows),
        "right": int(right.sum()),
        "auroc": round(float(roc_auc_score(right, odds)), 4),
        "claimers_auroc": round(float(roc_auc_score(right[claims], word[claims])), 4),
        "accuracy": round(float(((word > 0) == right).mean()), 4),
        "findings": round(float(roc_auc_score(right, findings)), 4),
        "together": {
            str(weight): round(float(roc_auc_score(right, findings + weight * word)), 4)
            for weight in WEIGHTS
        },
    }


if __name__ == "__main__":
    main()
