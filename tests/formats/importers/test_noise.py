"""Whatever is wrong inside a file of a known format: it is read or named, nothing else."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recordings import a_png, lines, write

from courtside_formats.importers import Broken, Imported, read_runs

IMAGE = base64.b64encode(a_png()).decode()
OTHERS: tuple[Any, ...] = (
    None,
    True,
    -1,
    0.5,
    float("nan"),
    1e400,
    "x",
    "",
    [],
    {},
    [[]],
    {"a": 1},
)


def in_json(name: str) -> Callable[[Path, Any], Path]:
    """Writes a whole JSON file."""
    return lambda folder, value: write(folder / name, json.dumps(value))


def in_lines(name: str) -> Callable[[Path, Any], Path]:
    """Writes JSON lines."""
    return lambda folder, rows: write(
        folder / name, lines(*(rows if isinstance(rows, list) else [rows]))
    )


def in_log(folder: Path, rows: Any) -> Path:
    """Writes what Appium's debug log says of some requests."""
    lines = ["[Appium] Welcome to Appium v3.8.0"]
    for row in rows if isinstance(rows, list) else [rows]:
        row = row if isinstance(row, dict) else {"path": row}
        where, body = f"/session/5c0{row.get('path')}", json.dumps(row.get("body"))
        lines += [
            f"[HTTP] --> {row.get('method')} {where} {body}",
            "Responding to client with driver.x() result: " + json.dumps(row.get("result")),
            f"[HTTP] <-- {row.get('method')} {where} 200 3 ms - 14",
        ]
    return write(folder / "appium.log", "\n".join(lines))


STEP = {
    "action": "click('a1')",
    "reasoning": "so",
    "screenshot_path": "x.png",
    "axtree": "[1] a 'b'",
}
ACTION = {"action_type": "MouseAction", "mouse_action_type": "drag", "mouse_position": {"width": 1}}
KINDS: dict[str, tuple[Callable[[Path, Any], Path], Any]] = {
    "runs.jsonl": (
        in_lines("runs.jsonl"),
        [
            {
                "id": "a",
                "task": "t",
                "steps": [
                    {
                        "before": {
                            "image": "x.png",
                            "elements": [{"text": "a", "box": [1, 2, 3, 4]}],
                        },
                        "action": [{"kind": "click", "point": [1, 2], "target": {"text": "b"}}],
                        "label": "not-sure",
                    }
                ],
                "oracle": 1,
            }
        ],
    ),
    "androidworld": (
        in_json("e.json"),
        [
            {
                "goal": "g",
                "task": "T",
                "oracle": True,
                "steps": [
                    {
                        "action_json": {"action_type": "click", "index": 1, "x": 3, "y": 4},
                        "reason": 'see "a" (element 1)',
                        "summary": "s",
                    }
                ],
            },
            {
                "goal": "g",
                "task_template": "T",
                "is_successful": 1.0,
                "episode_data": {
                    "agent_output": ["done"],
                    "before_element_list": [[{"text": "a", "bbox_pixels": None}]],
                    "action_output_json": [{"action_type": "click", "index": 0}],
                },
            },
        ],
    ),
    "appium-log": (
        in_log,
        [
            {
                "method": "POST",
                "path": "/element",
                "body": {"using": "id", "value": "save"},
                "result": {"ELEMENT": "7"},
            },
            {
                "method": "POST",
                "path": "/actions",
                "body": {
                    "actions": [
                        {
                            "type": "pointer",
                            "parameters": {"pointerType": "touch"},
                            "actions": [
                                {"type": "pointerMove", "x": 1, "y": 2, "origin": {"ELEMENT": "7"}},
                                {"type": "pointerDown", "button": 0},
                                {"type": "pointerMove", "duration": 9, "x": 90, "y": 2},
                                {"type": "pointerUp"},
                            ],
                        },
                        {"type": "key", "actions": [{"type": "keyDown", "value": "a"}]},
                        {"type": "wheel", "actions": [{"type": "scroll", "deltaY": 9}]},
                    ]
                },
            },
            {"method": "POST", "path": "/element/7/value", "body": {"text": "a"}},
            {
                "method": "POST",
                "path": "/execute/sync",
                "body": {
                    "script": "mobile: swipeGesture",
                    "args": [{"direction": "up", "percent": 0.5, "left": 1, "top": 2}],
                },
            },
        ],
    ),
    "agentrewardbench": (
        in_json("a.json"),
        {
            "benchmark": "b",
            "goal": "g",
            "agent": "a",
            "steps": [STEP],
            "summary_info": {"cum_reward": 1},
        },
    ),
    "webvoyager": (
        in_json("interact_messages.json"),
        [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "given a task: a Please interact with http://x/"}
                ],
            },
            {"role": "assistant", "content": "Thought: a\nAction: Type [2]; b"},
        ],
    ),
    "osworld": (
        in_lines("traj.jsonl"),
        [
            {
                "action": {"name": "c", "input": {"action": "left_click", "coordinate": [1, 2]}},
                "action_timestamp": "20240101@120000",
                "screenshot_file": "x.png",
            },
            {"action": "pyautogui.scroll(3)", "screenshot_file": "x.png"},
        ],
    ),
    "browser-use": (
        in_json("h.json"),
        {
            "history": [
                {
                    "model_output": {
                        "current_state": {"memory": "m"},
                        "action": [{"click": {"index": 1}}],
                    },
                    "result": [{"is_done": True, "success": True, "judgement": {"verdict": True}}],
                    "state": {
                        "url": "u",
                        "screenshot": IMAGE,
                        "interacted_element": [
                            {"attributes": {"id": "a"}, "bounds": {"x": 1}, "node_name": "A"}
                        ],
                    },
                    "metadata": {"step_start_time": 1.0},
                }
            ]
        },
    ),
    "atif": (
        in_json("t.json"),
        {
            "schema_version": "ATIF-v1.7",
            "agent": {"name": "a"},
            "steps": [
                {"source": "user", "message": [{"type": "text", "text": "t"}]},
                {
                    "source": "agent",
                    "message": "m",
                    "timestamp": "2026-01-01T00:00:00Z",
                    "tool_calls": [{"function_name": "click", "arguments": {"x": 1, "y": 2}}],
                    "observation": {
                        "results": [{"content": [{"type": "image", "source": {"path": "x.png"}}]}]
                    },
                },
            ],
        },
    ),
    "screenagent": (
        in_lines("steps.jsonl"),
        [
            {
                "source": "a",
                "session_id": "s",
                "task_en": "t",
                "image": "x.png",
                "actions": [ACTION],
                "label": None,
            },
            {
                "source": "b",
                "session_id": "s",
                "task_en": "t",
                "image": "x.png",
                "actions": [],
                "label": "need_retry",
                "subtask": "u",
            },
        ],
    ),
    "aitw": (
        in_lines("a.jsonl"),
        [
            {
                "episode_id": "e",
                "step_id": 0,
                "image/encoded": "x.png",
                "results/action_type": 4,
                "results/yx_touch": [0.1, 0.2],
                "results/yx_lift": [0.1, 0.2],
                "image/ui_annotations_positions": [0.1, 0.2, 0.3, 0.4],
                "image/ui_annotations_text": ["a"],
            }
        ],
    ),
    "opencua": (
        in_json("o.json"),
        {
            "task_id": "t",
            "ground_truth_actions": [],
            "steps": [
                {
                    "image": "x.png",
                    "action": "pyautogui.click(x=0.1, y=0.2)",
                    "inner_monologue": {"thought": "a"},
                }
            ],
            "meta_info": {"applications": ["a"]},
        },
    ),
}


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in some JSON."""
    if not isinstance(value, dict | list):
        return [at]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [at, *(place for key, one in inner for place in places(one, (*at, key)))]


def put(value: Any, at: tuple[Any, ...], other: Any) -> Any:
    """The same JSON with something else in one place."""
    if not at:
        return other
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = put(copy[at[0]], at[1:], other)
    return copy


@pytest.mark.parametrize("kind", KINDS)
def test_any_other_value_in_any_place_is_read_or_named(kind: str, tmp_path: Path) -> None:
    file, good = KINDS[kind]
    write(tmp_path / "x.png", a_png())
    path = file(tmp_path, good)
    unit = path.parent if kind in ("webvoyager", "osworld") else path
    assert not any(isinstance(one, Broken) for one in read_runs(unit, kind)), "the good one is good"
    choose = random.Random(0)
    for at in places(good)[1:]:
        for other in choose.sample(OTHERS, 5):
            file(tmp_path, put(good, at, other))
            for found in read_runs(unit, kind):
                assert isinstance(found, Imported) or (found.reason and "\n" not in found.reason)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_cut_off_anywhere_is_read_or_named(kind: str, tmp_path: Path) -> None:
    file, good = KINDS[kind]
    write(tmp_path / "x.png", a_png())
    path = file(tmp_path, good)
    unit = path.parent if kind in ("webvoyager", "osworld") else path
    whole = path.read_bytes()
    for end in range(0, len(whole), max(1, len(whole) // 40)):
        path.write_bytes(whole[:end])
        for found in read_runs(unit, kind):
            assert isinstance(found, Imported) or found.reason
