"""Our own export format of training data: a row a step."""

from __future__ import annotations

import msgspec

from courtside_store.blobs import Blobs
from courtside_store.records import Observation, StepVerdict
from courtside_store.rendering import render_step
from courtside_store.wire import encode

from .export_format import Column, ExportedRows, ExportFormat, ExportRow, columns, each_run
from .frame_names import picture
from .judged import JudgedRun, JudgedStep


def _write_run(run: JudgedRun, blobs: Blobs) -> ExportedRows:
    images: dict[str, str] = {}
    rows = [_row(run, one, blobs, images) for one in run.kept]
    return ExportedRows(run=run.summary.run.id, task=run.task, rows=rows, images=images)


def _row(judged: JudgedRun, one: JudgedStep, blobs: Blobs, images: dict[str, str]) -> ExportRow:
    step, run = one.step, judged.summary.run
    return {
        "run": run.id,
        "step": step.index,
        "task": run.task,
        "agent": run.agent,
        "attempt": run.attempt,
        "observation": _observation(step.before, blobs, images),
        "thought": step.thought,
        "action": render_step(step),
        "actions": [msgspec.to_builtins(action) for action in step.actions],
        "next_observation": _observation(step.after, blobs, images),
        "effects": step.effects and msgspec.to_builtins(step.effects),
        "label": one.label,
        "reward": one.reward,
        "run_label": judged.label,
        "run_reward": judged.reward,
        "flags": one.verdict.flags if one.verdict else (),
        "run_flags": judged.summary.flags,
        "failure_kind": judged.summary.failure_kind,
        "override": one.override,
        "provenance": _provenance(one.verdict),
    }


def _observation(
    look: Observation | None, blobs: Blobs, images: dict[str, str]
) -> ExportRow | None:
    if look is None:
        return None
    fields: ExportRow = msgspec.to_builtins(look)
    fields.pop("frame", None)
    return fields | {"image": picture(look, blobs, images)}


def _provenance(verdict: StepVerdict | None) -> ExportRow | None:
    if verdict is None:
        return None
    known: ExportRow = msgspec.json.decode(encode(verdict.judge))
    return known | {"score": verdict.score, "at_ms": verdict.at_ms}


STEPS = ExportFormat(
    name="steps",
    about="a step: task, screens, action, label, rewards",
    write=each_run(_write_run),
    columns={
        "image": Column(kind="image", at=("observation", "image")),
        "next_image": Column(kind="image", at=("next_observation", "image")),
        **columns(run="text", step="int", task="text", agent="text", attempt="int"),
        **columns(observation="json", thought="text", action="text", actions="json"),
        **columns(next_observation="json", effects="json", label="text", reward="float"),
        **columns(run_label="text", run_reward="int"),
        **columns(flags="texts", run_flags="texts", failure_kind="text"),
        **columns(override="text", provenance="json"),
    },
)
