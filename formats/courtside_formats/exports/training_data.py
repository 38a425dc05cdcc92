"""Writes judged runs as training data: JSON lines and images. Knows no training."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from courtside_store.blobs import Blobs
from courtside_store.reading import Reader
from courtside_store.records import (
    Observation,
    Record,
    Run,
    RunVerdict,
    Step,
    StepLabel,
    StepVerdict,
)
from courtside_store.rendering import render_step
from courtside_store.summaries import RunSummary
from courtside_store.wire import encode

Counted = Callable[[RunVerdict, Run], RunVerdict]
"""The verdict on a run as it counts: by calibrated thresholds, see docs/guide/thresholds.md."""
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
    without_form: int = 0
    """Steps that the chosen form cannot hold."""


class Kept(Record, frozen=True, kw_only=True):
    """A step that is worth a row, and what is known of it."""

    summary: RunSummary
    step: Step
    is_last: bool
    label: StepLabel
    reward: float
    run_reward: int | None
    """1 for success, 0 for failure, None where nobody could tell."""
    override: StepLabel | None = None
    verdict: StepVerdict | None = None


class Shaped(Record, frozen=True, kw_only=True):
    """One step as an export writes it."""

    rows: list[dict[str, Any]]
    images: dict[str, str]
    """Hash of each frame that the rows name, by its file's name below `images/`."""


class Shape(Record, frozen=True, kw_only=True):
    """A form that steps are written in."""

    name: str
    """The rows are in `NAME.jsonl`."""
    write: Callable[[Kept, int, Blobs], Shaped]
    """Also told how many rows the run has so far. Raises ValueError for a step that the form
    cannot hold.
    """


def export_runs(
    reader: Reader,
    blobs: Blobs,
    out: Path,
    min_reward: MinReward = "progress",
    rewards: Rewards | None = None,
    filter: str = "",
    counted: Counted = lambda verdict, _: verdict,
    shape: Shape | None = None,
) -> Exported:
    """A row a step in `out/steps.jsonl`, or as `shape` has it, and the frames in `out/images/`.

    Runs are rewarded by the verdict as it is `counted` now, also those judged before thresholds.
    Raises ValueError on a bad filter and FileExistsError where `out` holds an export already.
    """
    rewards = rewards or Rewards()
    shape = shape or STEPS
    images = out / "images"
    file = out / f"{shape.name}.jsonl"
    if file.exists():
        raise FileExistsError(f"{file} is there already; choose another --out")
    images.mkdir(parents=True, exist_ok=True)
    least = {"goal": rewards.goal_reached, "progress": rewards.towards, "any": float("-inf")}
    done = Exported()
    with file.open("xb") as lines:
        for summary in reader.every_run(filter):
            before = done.rows
            for kept in _judged(reader, summary, rewards, counted):
                if kept is None:
                    done = _count(done, without_verdict=1)
                    continue
                if kept.reward < least[min_reward]:
                    done = _count(done, below_reward=1)
                    continue
                try:
                    shaped = shape.write(kept, done.rows - before, blobs)
                except ValueError:
                    done = _count(done, without_form=1)
                    continue
                lines.writelines(msgspec.json.encode(row) + b"\n" for row in shaped.rows)
                written = sum(
                    _write_image(blobs, images / n, sha) for n, sha in shaped.images.items()
                )
                done = _count(done, rows=len(shaped.rows), images=written)
            done = _count(done, runs=int(done.rows > before))
    return done


def _judged(
    reader: Reader, summary: RunSummary, rewards: Rewards, counted: Counted
) -> Iterator[Kept | None]:
    """Every step of a run in order; None for one without a label."""
    verdicts = reader.verdicts(summary.run.id)
    run_reward = _run_reward(reader, summary, counted)
    cells = reader.every_step_summary(summary.run.id, summary.steps)
    people = {cell.step: cell.override for cell in cells}
    for step in reader.steps(summary.run.id):
        verdict = verdicts.get(step.index)
        said = people.get(step.index)
        label = said or (verdict.label if verdict and verdict.status == "ok" else None)
        if label is None:
            yield None
            continue
        yield Kept(
            summary=summary,
            step=step,
            is_last=step.index == summary.steps,
            label=label,
            reward=rewards.of(label),
            run_reward=run_reward,
            override=said,
            verdict=verdict,
        )


def _write_step(kept: Kept, _: int, __: Blobs) -> Shaped:
    step, run = kept.step, kept.summary.run
    row = {
        "run": run.id,
        "step": step.index,
        "task": run.task,
        "agent": run.agent,
        "attempt": run.attempt,
        "observation": _observation(step.before),
        "thought": step.thought,
        "action": render_step(step),
        "actions": [msgspec.to_builtins(action) for action in step.actions],
        "next_observation": _observation(step.after),
        "effects": step.effects and msgspec.to_builtins(step.effects),
        "label": kept.label,
        "reward": kept.reward,
        "run_reward": kept.run_reward,
        "flags": kept.verdict.flags if kept.verdict else (),
        "run_flags": kept.summary.flags,
        "failure_kind": kept.summary.failure_kind,
        "override": kept.override,
        "provenance": _provenance(kept.verdict),
    }
    frames = [look.frame for look in (step.before, step.after) if look and look.frame]
    return Shaped(rows=[row], images={sha: sha for sha in frames})


STEPS = Shape(name="steps", write=_write_step)
"""Our own form: a row a step."""


def _run_reward(reader: Reader, summary: RunSummary, counted: Counted) -> int | None:
    """1 for success, 0 for failure, None where nobody could tell."""
    label: str | None = summary.override
    verdict = reader.run_verdict(summary.run.id)
    if label is None and verdict is not None and verdict.status == "ok":
        label = counted(verdict, summary.run).label
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


def _write_image(blobs: Blobs, file: Path, sha: str) -> int:
    data = blobs.read(sha)
    if data is None or file.exists():
        return 0
    file.write_bytes(data)
    return 1


def _count(done: Exported, **more: int) -> Exported:
    return msgspec.structs.replace(done, **{k: getattr(done, k) + n for k, n in more.items()})
