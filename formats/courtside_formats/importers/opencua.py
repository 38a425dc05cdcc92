"""Reads OpenCUA's AgentNetBench: a desktop demonstration a file, its points parts of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from courtside_formats.codecs.bounded import (
    as_record,
    begins_with,
    inside,
    read_json,
    written_at_ms,
)
from courtside_store.records import Observation

from .imported import Broken, Imported, run_id
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, clip, file_image
from .python_calls import read_mouse_actions
from .step_builder import AgentTurn, join


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


class OpenCua:
    """A JSON file, with `images/` beside it."""

    name = "opencua"

    def detect(self, path: Path) -> bool:
        """By the words that only these files have."""
        return begins_with(path, ".json", '"task_id"', '"ground_truth_actions"')

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the file."""
        found = as_record(read_json(path), _Demonstration, path.name)
        at_ms = written_at_ms(path)
        pictures = Pictures(at_ms)
        looks = [_look(path, pictures, step) for step in found.steps]
        turns = [
            AgentTurn(
                actions=read_mouse_actions(step.action, at_ms, (look.width, look.height)),
                thought=_thought(step.inner_monologue),
            )
            for step, look in zip(found.steps, looks, strict=True)
        ]
        run = run_id(self.name, path, found.task_id)
        yield Imported(
            run=run,
            id=found.task_id,
            format=self.name,
            task=clip(found.high_level_task_description or found.user_task_description, MAX_TEXT),
            agent="person",
            surface="desktop",
            domain=clip(_domain(found.meta_info), MAX_SHORT),
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            note="a demonstration: nobody said whether it succeeded",
        )


def _look(path: Path, pictures: Pictures, step: _Step) -> Observation:
    image = inside(path.parent, f"images/{step.image}")
    return pictures.look(file_image(image))


def _thought(monologue: Any) -> str:
    fields = monologue if isinstance(monologue, dict) else {}
    return str(fields.get("thought") or fields.get("low_level_instruction") or "")


def _domain(meta: Any) -> str:
    fields = meta if isinstance(meta, dict) else {}
    names = fields.get("applications") or fields.get("websites") or []
    return str(names[0]) if isinstance(names, list) and names else ""
