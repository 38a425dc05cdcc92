"""Reads ScreenAgent's desktop sessions: `steps.jsonl` with people's word on each subtask.

A run is one attempt at one subtask, because that is what people judged: its steps are what was
done since the judgement before, and it ends with the screen that they saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from courtside_formats.codecs.bounded import (
    JsonObject,
    as_record,
    begins_with,
    inside,
    parse_line,
    read_lines,
    written_at_ms,
)
from courtside_store.geometry import Point
from courtside_store.records import Action, Observation, StepLabel
from courtside_store.shortened_text import shortened

from .action_names import read_kind
from .imported import READ_ERRORS, Broken, Imported, run_id, say_broken
from .pictures import MAX_TEXT, Pictures, file_image
from .step_builder import AgentTurn, act, join

_LABELS: dict[str, StepLabel] = {
    "sub_task_success": "goal-reached",
    "need_retry": "not-sure",
    "need_reformulate": "away-from-the-goal",
}


class _Row(Struct):
    source: str
    session_id: str
    image: str
    kind: str = "pos"
    task_en: str = ""
    actions: list[JsonObject] = []
    label: str | None = None
    subtask: str | None = None
    human_edited_response_en: str | None = None


class ScreenAgent:
    """`steps.jsonl` and `images/`; a run for each subtask that a person judged."""

    name = "screenagent"
    label_source = "the judgement"
    left_out = "plans"

    def detect(self, path: Path) -> bool:
        """By the words that only its rows have."""
        return begins_with(path, ".jsonl", '"session_id"', '"task_en"')

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """A run for each row that has a label."""
        sessions: dict[str, list[_Row]] = {}
        for number, line in read_lines(path):
            try:
                row = as_record(parse_line(line, "line"), _Row, "row")
                sessions.setdefault(row.session_id, []).append(row)
            except READ_ERRORS as error:
                yield say_broken(f"{path}:{number}", error)
        for rows in sessions.values():
            yield from _read_session(path, sorted(rows, key=lambda row: row.source))


def _read_session(path: Path, rows: list[_Row]) -> Iterator[Imported | Broken]:
    done: list[_Row] = []
    for row in rows:
        try:
            if row.label and row.kind == "neg_eval":
                yield _read_attempt(path, row, [])
            elif row.label:
                yield _read_attempt(path, row, done)
                done = []
            elif any(_is_action(action) for action in row.actions):
                done.append(row)
        except READ_ERRORS as error:
            yield say_broken(f"{path}#{row.source}", error)


def _is_action(action: JsonObject) -> bool:
    return action.get("action_type") in ("MouseAction", "KeyboardAction", "WaitAction")


def _read_attempt(path: Path, judged: _Row, done: list[_Row]) -> Imported:
    if judged.label not in _LABELS:
        raise ValueError(f"label is {judged.label!r}; expected one of {sorted(_LABELS)}")
    at_ms = written_at_ms(path)
    pictures = Pictures(at_ms)
    looks = [_look(path, pictures, row) for row in (*done, judged)]
    turns = [
        AgentTurn(
            actions=tuple(_action(action, at_ms) for action in row.actions if _is_action(action)),
            thought=_thought(row.human_edited_response_en or ""),
        )
        for row in done
    ]
    run = run_id(ScreenAgent.name, path, judged.source)
    steps = join(run, looks, turns)
    label = _LABELS[judged.label]
    made_up = judged.kind == "neg_eval"
    return Imported(
        run=run,
        id=judged.source,
        format=ScreenAgent.name,
        task=shortened(judged.subtask or judged.task_en, MAX_TEXT),
        agent="ScreenAgent",
        surface="desktop",
        domain="synthetic" if made_up else "human",
        started_at_ms=at_ms,
        steps=steps,
        frames=pictures,
        oracle=label == "goal-reached",
        step_labels={len(steps): label},
        note=f"subtask of: {judged.task_en}"
        + ("; judged before anything was done for it" if made_up else ""),
    )


def _look(path: Path, pictures: Pictures, row: _Row) -> Observation:
    return pictures.look(file_image(inside(path.parent, row.image)))


def _thought(reply: str) -> str:
    """What it said before the list of actions."""
    return reply.partition("```")[0].strip()


def _action(action: JsonObject, at_ms: int) -> Action:
    word = str(
        action.get("mouse_action_type")
        or action.get("keyboard_action_type")
        or action["action_type"]
    )
    place = action.get("mouse_position") or {}
    kind = read_kind("wait" if word == "WaitAction" else word)
    if action.get("mouse_button") == "right" and kind == "click":
        kind = "right-click"
    point = to_point = None
    if "width" in place and "height" in place:
        point = Point(float(place["width"]), float(place["height"]))
    if kind == "drag":  # from wherever the pointer was
        point, to_point = None, point
    if kind == "scroll":
        times = float(action.get("scroll_repeat") or 1)
        to_point = Point(0.0, -times if word.endswith("up") else times)
    text = action.get("keyboard_text") or action.get("keyboard_key") or ""
    return act(kind, at_ms, point=point, to_point=to_point, text=str(text), raw=action)
