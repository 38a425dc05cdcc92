"""What a loop of `courtside improve` trains on, as a Ray dataset. Trains nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from courtside_refine.improving.policy_trainer import examples_in
from courtside_refine.improving.rollout import Rollout, RolloutVerdict
from courtside_refine.improving.trainers import JudgedRollout
from courtside_refine.improving.training_loop import LoopPlan
from courtside_refine.kept_rows import KeptRows

from .ray_cluster import require_ray


def training_data(folder: Path) -> Any:
    """A row for each choice: `task`, `kind`, `text`, and `example`, all of it as JSON.

    Raises ValueError where the folder is no loop's, or nothing in it is to be trained on.
    """
    require_ray()
    path = folder / "loop.json"
    if not path.is_file():
        raise ValueError(f"{folder} is not a folder that `courtside improve` made")
    plan = msgspec.json.decode(path.read_bytes(), type=LoopPlan)
    rows = [
        {
            "task": one.task,
            "kind": one.choice.kind,
            "text": one.choice.text,
            "example": msgspec.json.encode(one).decode(),
        }
        for one in examples_in(list(_judged_rollouts(folder)), plan.keep)
    ]
    if not rows:
        raise ValueError(f"the judge called no attempt in {folder} a success: nothing to train on")
    import ray.data

    return ray.data.from_items(rows)


def _judged_rollouts(folder: Path) -> Iterator[JudgedRollout]:
    """Of all iterations, in order."""
    for path in sorted(folder.glob("[0-9][0-9]/training-rollouts.jsonl")):
        verdicts = KeptRows(path.with_name("training-verdicts.jsonl"), RolloutVerdict)
        judged = {one.number: one for one in verdicts}
        rollouts = {one.number: one for one in KeptRows(path, Rollout) if one.status == "done"}
        for number, rollout in rollouts.items():
            if number in judged:
                yield JudgedRollout(rollout=rollout, judged=judged[number])
