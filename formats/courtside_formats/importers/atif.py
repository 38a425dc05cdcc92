"""Reads ATIF, the Agent Trajectory Interchange Format, versions 1.0 to 1.7."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from courtside_formats.codecs.bounded import (
    JsonObject,
    as_record,
    begins_with,
    inside,
    read_json,
    written_at_ms,
)
from courtside_store.geometry import Point
from courtside_store.records import Action, Observation, Surface, Target
from courtside_store.shortened_text import shortened

from .browser_actions import read_browser_action
from .imported import Broken, Imported, read_success, run_id
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, ReadImage, file_image, text_image
from .step_builder import AgentTurn, join, name_target

_ROLE_AND_NAME = re.compile(r'([\w.:-]+)(?: "(.*)")?', re.DOTALL)


class _Agent(Struct):
    name: str = ""
    model_name: str | None = None


class _Call(Struct):
    function_name: str
    arguments: Any = None


class _Seen(Struct):
    results: list[JsonObject] = []


class _Step(Struct):
    source: str
    message: Any = None
    timestamp: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[_Call] | None = None
    observation: _Seen | None = None
    extra: Any = None


class _Trajectory(Struct):
    schema_version: str
    steps: list[_Step]
    agent: _Agent
    session_id: str | None = None
    trajectory_id: str | None = None
    notes: str | None = None
    extra: Any = None


class _Facts(Struct):
    """What our own export writes beside what the format has fields for."""

    surface: Surface = "desktop"
    claims_success: bool | None = None
    oracle: bool | None = None


class _Screen(Struct):
    """The same of a screen."""

    url: str = ""
    title: str = ""
    withheld: str | None = None
    width: int = 0
    height: int = 0
    scale: float = 1.0


class Atif:
    """ATIF 1.0 to 1.7; Harbor's `verifier/reward.txt`."""

    name = "atif"
    label_source = "the reward"
    left_out = "sub-agents, token counts; [elements](../guide/export.md) of our own export"

    def detect(self, path: Path) -> bool:
        """By its version."""
        return begins_with(path, ".json", '"schema_version"', '"ATIF-v')

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the file."""
        found = as_record(read_json(path), _Trajectory, path.name)
        if not found.schema_version.startswith("ATIF-v1."):
            raise ValueError(
                f"schema_version is {found.schema_version!r}; ATIF-v1.0 to 1.7 are known"
            )
        ours = _ours(found.extra)
        facts = as_record(ours or {}, _Facts, f"{path.name}: extra")
        asked = [step for step in found.steps if step.source == "user"]
        acted = [step for step in found.steps if step.source == "agent"]
        times = [at for step in found.steps if (at := _time(step.timestamp))]
        at_ms = times[0] if times else written_at_ms(path)
        pictures = Pictures(at_ms)
        looks: list[Observation | None] = [_look(path, pictures, asked[-1]) if asked else None]
        looks += [_look(path, pictures, step) for step in acted]
        id = found.trajectory_id or found.session_id or path.stem
        last = acted[-1] if acted and not acted[-1].tool_calls else None
        if last and ours:
            if _ours(last.extra):  # a step without an action: the run did not finish
                last = None
            else:  # the answer, which was no step
                acted, looks = acted[:-1], looks[:-1]
        oracle, reward = read_success(_reward(path))
        run = run_id(self.name, path, id)
        yield Imported(
            run=run,
            id=id,
            format=self.name,
            task=shortened(_text(asked[0].message) if asked else "", MAX_TEXT),
            agent=shortened(
                " ".join(filter(None, [found.agent.name, found.agent.model_name])), MAX_SHORT
            ),
            surface=facts.surface,
            started_at_ms=at_ms,
            steps=join(run, looks, [_turn(step, at_ms) for step in acted]),
            frames=pictures,
            answer=shortened(_text(last.message), MAX_TEXT) if last else "",
            claims_success=facts.claims_success,
            oracle=facts.oracle if oracle is None else oracle,
            reward=reward,
            note=shortened(found.notes or "", MAX_SHORT),
            unpictured=tuple({why for step in found.steps if (why := _screen(step).withheld)}),
        )


def _ours(extra: Any) -> JsonObject:
    """What our own export wrote there."""
    found = extra.get("courtside") if isinstance(extra, dict) else None
    return found if isinstance(found, dict) else {}


def _reward(path: Path) -> float | None:
    """Harbor writes the verifier's number beside the agent's folder."""
    file = path.parent.parent / "verifier" / "reward.txt"
    try:
        return float(file.read_text("utf-8-sig").strip())
    except (OSError, ValueError):
        return None


def _time(stamp: str | None) -> int | None:
    try:
        at = datetime.fromisoformat(stamp) if stamp else None
    except ValueError:
        return None
    return max(0, int(at.timestamp() * 1000)) if at else None


def _text(content: Any) -> str:
    """A message, or the texts among its parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(
        str(part["text"]) for part in parts if isinstance(part, dict) and part.get("text")
    )


def _turn(step: _Step, at_ms: int) -> AgentTurn:
    at_ms = _time(step.timestamp) or at_ms
    texts = [step.reasoning_content or "", _text(step.message)]
    calls = tuple(_action(call, at_ms) for call in step.tool_calls or [])
    return AgentTurn(actions=calls, thought="\n".join(filter(None, texts)))


def _action(call: _Call, at_ms: int) -> Action:
    """A tool's own word for what it does goes before the tool's name: `computer`, `click`."""
    given = call.arguments if isinstance(call.arguments, dict) else {}
    word = given.get("action") if isinstance(given.get("action"), str) else call.function_name
    action = read_browser_action(str(word), given, at_ms)
    return Action(
        kind=action.kind,
        at_ms=at_ms,
        target=_target(given),
        point=_pair(given.get("start_coordinate")) or action.point,
        to_point=action.to_point or _moved_to(given),
        text=action.text,
        raw={call.function_name: call.arguments},
    )


def _moved_to(given: JsonObject) -> Point | None:
    """Where a finger or pointer was lifted: beside where it was pressed stands one of these."""
    start, end = given.get("start_coordinate"), given.get("to_coordinate")
    return _pair(given.get("coordinate") if start else end)


def _pair(value: Any) -> Point | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = value
    is_point = isinstance(x, int | float) and isinstance(y, int | float)
    return Point(float(x), float(y)) if is_point else None


def _target(given: JsonObject) -> Target | None:
    """What a call says in words of what it acts on: `target` as our export writes it, a role and a
    name in quotes; `element` as Playwright's MCP server has it.
    """
    target, element = given.get("target"), given.get("element")
    if isinstance(target, str) and (found := _ROLE_AND_NAME.fullmatch(target)):
        return name_target(found[2] or "", found[1])
    named = target if isinstance(target, str) else element
    return name_target(named) if isinstance(named, str) else None


def _screen(step: _Step) -> _Screen:
    return as_record(_ours(step.extra).get("screen") or {}, _Screen, "screen")


def _look(path: Path, pictures: Pictures, step: _Step) -> Observation | None:
    """What the agent was shown after its step: texts, and the last image among them."""
    contents = [result.get("content") for result in (step.observation or _Seen()).results]
    if step.source == "user":
        contents = [step.message] if isinstance(step.message, list) else []
    screen = _screen(step)
    if not contents and not _ours(step.extra).get("screen"):
        return None
    parts = [part for content in contents if isinstance(content, list) for part in content]
    images = [part for part in parts if isinstance(part, dict) and part.get("type") == "image"]
    text = "\n".join(filter(None, map(_text, contents)))
    read = _image(path, images[-1]) if images else None
    look = pictures.look(
        read, at_ms=_time(step.timestamp), text=text, url=screen.url, title=screen.title
    )
    return replace(
        look,
        withheld=look.withheld or screen.withheld,
        width=screen.width or look.width,
        height=screen.height or look.height,
        scale=screen.scale,
    )


def _image(path: Path, part: JsonObject) -> ReadImage:
    source = part.get("source")
    given = source if isinstance(source, dict) else {}

    def read() -> bytes:
        if isinstance(given.get("data"), str):
            return text_image(given["data"])()
        name = str(given.get("path") or given.get("url") or "")
        if name.startswith("data:"):
            return text_image(name)()
        if "://" in name or not name:
            raise ValueError(f"image {name!r} is not beside the trajectory")
        return file_image(inside(path.parent, name))()

    return read
