"""Reads OpenCUA's AgentNetBench: a desktop demonstration a file, its points parts of the screen."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from courtside_formats.codecs.bounded import as_record
from courtside_store.geometry import PixelSize

from .imported import Imported
from .json_run import JsonRun
from .python_calls import read_mouse_actions
from .run_builder import RunBuilder


class _Step(Struct):
    image: str
    action: str
    inner_monologue: Any = None


class _Demonstration(Struct):
    task_id: str
    steps: list[_Step]
    high_level_task_description: str = ""
    user_task_description: str = ""
    meta_info: Any = None


class OpenCua(JsonRun):
    """AgentNetBench demonstrations: a JSON file and `images/`."""

    name = "opencua"
    label_source = "none"
    left_out = "milestones, boxes"

    markers = ('"task_id"', '"ground_truth_actions"')
    id_key = "task_id"

    def build(self, file: Any, run: RunBuilder) -> Imported:
        """A step for each of the demonstration's."""
        found = as_record(file, _Demonstration, run.path.name)
        for step in found.steps:
            look = run.look(f"images/{step.image}")
            size = PixelSize(look.width, look.height) if look.width else None
            actions = read_mouse_actions(step.action, run.at_ms, size)
            run.add_step(look, *actions, thought=_thought(step.inner_monologue))
        return run.build(
            task=found.high_level_task_description or found.user_task_description,
            agent="person",
            surface="desktop",
            domain=_domain(found.meta_info),
            note="a demonstration: nobody said whether it succeeded",
        )


def _thought(monologue: Any) -> str:
    fields = monologue if isinstance(monologue, dict) else {}
    return str(fields.get("thought") or fields.get("low_level_instruction") or "")


def _domain(meta: Any) -> str:
    fields = meta if isinstance(meta, dict) else {}
    names = fields.get("applications") or fields.get("websites") or []
    return str(names[0]) if isinstance(names, list) and names else ""
