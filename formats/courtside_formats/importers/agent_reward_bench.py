"""Reads AgentRewardBench's cleaned trajectories; the experts' labels from `annotations.csv`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from courtside_formats.codecs.bounded import (
    as_record,
    begins_with,
    find_up,
    keep_last,
    read_json,
    written_at_ms,
)
from courtside_store.records import Observation
from courtside_store.shortened_text import shortened

from .browsergym import answer_of, claim_of
from .imported import Broken, Imported, read_success, run_id
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, ReadImage, file_image
from .python_calls import read_gym_actions
from .step_builder import AgentTurn, join
from .text_axtree import TextTree

ANNOTATIONS = ("annotations.csv", "data/annotations.csv")
AnnotationKey = tuple[str, str, str]
"""Benchmark, agent, task: what an annotation is found by."""


class _Step(Struct):
    action: str | None = None
    reasoning: str | None = None
    screenshot_path: str | None = None
    url: str | None = None
    axtree: str | None = None
    axtree_pruned: str | None = None


class _Trajectory(Struct):
    goal: str
    steps: list[_Step]
    benchmark: str = ""
    agent: str = ""
    summary_info: Any = None


class AgentRewardBench:
    """Cleaned trajectories; `annotations.csv` in a folder above."""

    name = "agentrewardbench"
    label_source = (
        "the first expert's word; without one `cum_reward`; none where the expert was unsure"
    )
    left_out = "side effects, optimality, looping"

    def detect(self, path: Path) -> bool:
        """By the words that only these files begin with."""
        return begins_with(path, ".json", '"benchmark"', '"goal"', '"screenshot_path"')

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the file."""
        found = as_record(read_json(path), _Trajectory, path.name)
        at_ms = written_at_ms(path)
        pictures = Pictures(at_ms)
        trees = [TextTree(step.axtree_pruned or step.axtree or "") for step in found.steps]
        looks = [
            _look(path, pictures, step, tree) for step, tree in zip(found.steps, trees, strict=True)
        ]
        turns = _turns(found.steps, trees, at_ms)
        actions = [action for turn in turns for action in turn.actions]
        oracle, reward, note = _label(path, found)
        run = run_id(self.name, path, path.stem)
        yield Imported(
            run=run,
            id=path.stem,
            format=self.name,
            task=shortened(found.goal, MAX_TEXT),
            agent=shortened(found.agent, MAX_SHORT),
            domain=shortened(found.benchmark, MAX_SHORT),
            start_url=looks[0].url if looks else "",
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            answer=answer_of(actions) or "",
            claims_success=claim_of(actions),
            oracle=oracle,
            reward=reward,
            note=note,
        )


def _turns(steps: list[_Step], trees: list[TextTree], at_ms: int) -> list[AgentTurn]:
    """Of the steps that hold an action."""
    return [
        AgentTurn(actions=read_gym_actions(step.action, at_ms, tree), thought=step.reasoning or "")
        for step, tree in zip(steps, trees, strict=True)
        if step.action
    ]


def _look(path: Path, pictures: Pictures, step: _Step, tree: TextTree) -> Observation:
    return pictures.look(
        _image(path, step.screenshot_path) if step.screenshot_path else None,
        url=step.url or "",
        title=tree.title,
        text=tree.text,
        elements=tree.elements,
    )


def _image(path: Path, name: str) -> ReadImage:
    """Named as seen from the dataset's folder, some way above the file."""

    def read() -> bytes:
        file = find_up(path.parent, name)
        if file is None:
            raise ValueError(f"{name} is in no folder above {path.name}")
        return file_image(file)()

    return read


def _label(path: Path, found: _Trajectory) -> tuple[bool | None, float | None, str]:
    """The expert's word; without one, the benchmark's own rule."""
    summary = found.summary_info if isinstance(found.summary_info, dict) else {}
    by_rule, reward = read_success(summary.get("cum_reward"))
    file = next(filter(None, (find_up(path.parent, name) for name in ANNOTATIONS)), None)
    annotations = _annotations(file) if file else {}
    word = annotations.get((found.benchmark, found.agent, path.stem))
    if word is None:
        return by_rule, reward, "label: the benchmark's rule"
    if word.lower() not in ("successful", "unsuccessful"):
        return None, reward, f"label: the expert was {word.lower() or 'silent'}"
    return word.lower() == "successful", reward, "label: an expert"


@keep_last
def _annotations(file: Path) -> dict[AnnotationKey, str]:
    """The first annotation of each trajectory: the primary annotator's."""
    annotations: dict[AnnotationKey, str] = {}
    with file.open(newline="", encoding="utf-8-sig") as lines:
        for row in csv.DictReader(lines):
            key = (row.get("benchmark", ""), row.get("model_name", ""), row.get("task_id", ""))
            annotations.setdefault(key, row.get("trajectory_success") or "")
    return annotations
