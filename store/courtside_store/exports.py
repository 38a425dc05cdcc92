"""Writes judged runs as training data: JSON lines and images. Knows no training."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from .blobs import Blobs
from .reading import Reader
from .records import Observation, Record, RunVerdict, StepLabel, StepVerdict
from .rendering import render_step
from .wire import RunSummary, encode

Counted = Callable[[RunVerdict], RunVerdict]
"""The verdict as it counts: see `thresholds.in_force`."""
MinReward = Literal["goal", "progress", "any"]


class Rewards(Record, frozen=True, kw_only=True):
    """Reward of each step label (Pan et al. 2024, per-step evaluator): 1, p >= 0 and d < 0."""

    goal_reached: float = 1.0
    towards: float = 0.5
    other: float = -0.1

    def of(self, label: StepLabel) -> float:
        """Not-sure and away both count as d: our reading where the paper is silent."""
        match label:
            case "goal-reached":
                return self.goal_reached
            case "towards-the-goal":
                return self.towards
            case "not-sure" | "away-from-the-goal":
                return self.other


class Exported(Record, frozen=True, kw_only=True):
    """What an export wrote and what it left out."""

    rows: int = 0
    runs: int = 0
    images: int = 0
    below_reward: int = 0
    without_verdict: int = 0
    """Steps whose verdict is an error, unparsed or still pending: never a reward."""


def export_runs(
    reader: Reader,
    blobs: Blobs,
    out: Path,
    min_reward: MinReward = "progress",
    rewards: Rewards | None = None,
    filter: str = "",
    counted: Counted = lambda verdict: verdict,
) -> Exported:
    """A row a step in `out/steps.jsonl`, its frames in `out/images/`.

    Runs are rewarded by the verdict as it is `counted` now, also those judged before thresholds.
    Raises ValueError on a bad filter and FileExistsError where `out` holds an export already.
    """
    rewards = rewards or Rewards()
    images = out / "images"
    file = out / "steps.jsonl"
    if file.exists():
        raise FileExistsError(f"{file} is there already; choose another --out")
    images.mkdir(parents=True, exist_ok=True)
    least = {"goal": rewards.goal_reached, "progress": rewards.towards, "any": float("-inf")}
    done = Exported()
    with file.open("xb") as lines:
        for summary in reader.every_run(filter):
            before = done.rows
            for row, looks in _rows(reader, summary, rewards, counted):
                if row is None:
                    done = _count(done, without_verdict=1)
                elif row["reward"] < least[min_reward]:
                    done = _count(done, below_reward=1)
                else:
                    lines.write(msgspec.json.encode(row) + b"\n")
                    written = sum(_write_image(blobs, images, look) for look in looks)
                    done = _count(done, rows=1, images=written)
            done = _count(done, runs=int(done.rows > before))
    return done


def _rows(
    reader: Reader, summary: RunSummary, rewards: Rewards, counted: Counted
) -> Iterator[tuple[dict[str, Any] | None, list[Observation]]]:
    verdicts = reader.verdicts(summary.run.id)
    run_reward = _run_reward(reader, summary, counted)
    cells = reader.every_cell(summary.run.id, summary.steps)
    people = {cell.step: cell.override for cell in cells}
    for step in reader.steps(summary.run.id):
        verdict = verdicts.get(step.index)
        said = people.get(step.index)
        label = said or (verdict.label if verdict and verdict.status == "ok" else None)
        looks = [look for look in (step.before, step.after) if look]
        if label is None:
            yield None, looks
            continue
        yield (
            {
                "run": summary.run.id,
                "step": step.index,
                "task": summary.run.task,
                "agent": summary.run.agent,
                "attempt": summary.run.attempt,
                "observation": _observation(step.before),
                "thought": step.thought,
                "action": render_step(step),
                "actions": [msgspec.to_builtins(action) for action in step.actions],
                "next_observation": _observation(step.after),
                "label": label,
                "reward": rewards.of(label),
                "run_reward": run_reward,
                "override": said,
                "provenance": _provenance(verdict),
            },
            looks,
        )


def _run_reward(reader: Reader, summary: RunSummary, counted: Counted) -> int | None:
    """1 for success, 0 for failure, None where nobody could tell."""
    label: str | None = summary.override
    verdict = reader.run_verdict(summary.run.id)
    if label is None and verdict is not None and verdict.status == "ok":
        label = counted(verdict).label
    return {"success": 1, "failure": 0}.get(label or "")


def _observation(look: Observation | None) -> dict[str, Any] | None:
    if look is None:
        return None
    fields: dict[str, Any] = msgspec.to_builtins(look)
    frame = fields.pop("frame", None)
    return fields | {"image": f"images/{frame}" if frame else None}


def _provenance(verdict: StepVerdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    known: dict[str, Any] = msgspec.json.decode(encode(verdict.judge))
    return known | {"score": verdict.score, "at_ms": verdict.at_ms}


def _write_image(blobs: Blobs, folder: Path, look: Observation) -> int:
    data = blobs.read(look.frame) if look.frame else None
    if data is None or look.frame is None or (folder / look.frame).exists():
        return 0
    (folder / look.frame).write_bytes(data)
    return 1


def _count(done: Exported, **more: int) -> Exported:
    return msgspec.structs.replace(done, **{k: getattr(done, k) + n for k, n in more.items()})
