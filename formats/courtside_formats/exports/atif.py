"""Writes runs as ATIF, the Agent Trajectory Interchange Format: a file a run.

What it writes, `courtside import` reads; what the format has no field for stands in `extra`.
"""

from __future__ import annotations

from datetime import UTC, datetime

from courtside_store.blobs import Blobs
from courtside_store.images import TYPES
from courtside_store.records import Action, Observation
from courtside_store.rendering import is_secret, render_target

from .export_format import ExportedRows, ExportFormat, ExportRow, each_run
from .frame_names import picture
from .judged import JudgedRun, JudgedStep

VERSION = "ATIF-v1.6"
_MEDIA = {f".{kind.lower()}": media for kind, media in TYPES.items()}
_TEXTS = {"navigate": "url", "open-tab": "url", "press": "keys", "select": "option"}


def _write_run(run: JudgedRun, blobs: Blobs) -> ExportedRows:
    images: dict[str, str] = {}
    summary = run.summary.run
    first = run.steps[0].step.before if run.steps else None
    shown = _content(first, blobs, images) if first else []
    steps: list[ExportRow] = [
        {"source": "user", "message": summary.task, "timestamp": _stamp(summary.started_at_ms)},
        *([{"source": "user", "message": shown, **_extra(first)}] if shown else []),
        *(_step(one, blobs, images) for one in run.steps),
    ]
    if summary.ended_by == "finish":
        steps.append({"source": "agent", "message": summary.answer})
    row = {
        "schema_version": VERSION,
        "session_id": summary.id,
        "trajectory_id": summary.id,
        "agent": {"name": summary.agent or "unknown", "version": "unknown"},
        "steps": [{"step_id": n, **step} for n, step in enumerate(steps, 1)],
        "extra": {"courtside": _facts(run)},
    }
    return ExportedRows(run=summary.id, task=run.task, rows=[row], images=images)


def _facts(run: JudgedRun) -> ExportRow:
    summary = run.summary.run
    facts: ExportRow = {
        "reward": run.reward,
        "ended_by": summary.ended_by,
        "surface": run.summary.surface,
        "claims_success": summary.claims_success,
        "oracle": run.summary.oracle,
    }
    return facts | ({"end_reason": summary.end_reason} if summary.end_reason else {})


def _extra(look: Observation | None, **more: object) -> ExportRow:
    """What is known of a screen beside its text and its picture, and of the step to it."""
    names = ("url", "title", "withheld", "width", "height", "scale")
    screen = {name: value for name in names if (value := getattr(look, name, None))}
    return {"extra": {"courtside": more | ({"screen": screen} if look else {})}}


def _step(one: JudgedStep, blobs: Blobs, images: dict[str, str]) -> ExportRow:
    step = one.step
    calls = [_call(step.index, n, action) for n, action in enumerate(step.actions, 1)]
    row: ExportRow = {"source": "agent", "message": step.thought}
    if first := step.actions[0] if step.actions else step.after:
        row["timestamp"] = _stamp(first.at_ms)
    if calls:
        row["tool_calls"] = calls
    if step.after is not None:
        result: ExportRow = {"content": _content(step.after, blobs, images)}
        if calls:
            result["source_call_id"] = calls[-1]["tool_call_id"]
        row["observation"] = {"results": [result]}
    return row | _extra(step.after, label=one.label, reward=one.reward)


def _content(look: Observation, blobs: Blobs, images: dict[str, str]) -> list[ExportRow]:
    parts: list[ExportRow] = [{"type": "text", "text": look.text}] if look.text else []
    if name := picture(look, blobs, images):
        media = _MEDIA[name[name.rindex(".") :]]
        parts.append({"type": "image", "source": {"media_type": media, "path": name}})
    return parts


def _call(step: int, number: int, action: Action) -> ExportRow:
    given: ExportRow = {}
    if action.target and (name := render_target(action.target)):
        given["target"] = name
    if action.point:
        given["coordinate"] = list(action.point)
    if action.kind in ("drag", "swipe") and action.to_point:
        given["to_coordinate"] = list(action.to_point)
    if action.text and not is_secret(action.target):
        given[_TEXTS.get(action.kind, "text")] = action.text
    if action.kind == "scroll" and action.to_point:
        dx, dy = action.to_point
        across = abs(dx) > abs(dy)
        far = dx if across else dy
        way = ("left" if far < 0 else "right") if across else ("up" if far < 0 else "down")
        given |= {"direction": way, "amount": abs(far)}
    return {
        "tool_call_id": f"call_{step}_{number}",
        "function_name": action.kind,
        "arguments": given,
    }


def _stamp(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat().replace("+00:00", "Z")


ATIF = ExportFormat(
    name="atif",
    about="a run whose outcome is known as a file, in the Agent Trajectory Interchange Format",
    write=each_run(_write_run),
    of="runs",
    rests_on="labelled",
    is_own_file=True,
)
