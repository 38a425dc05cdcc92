"""Reads the open-operator comparison: a folder a run, with `result.json` and an animated WebP.

Three agents, three ways to write an action. The label is the adjudicated one of `index.json`
beside the folders; the judge model's own word goes into the note only.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from courtside_formats.codecs.bounded import (
    JsonObject,
    as_record,
    begins_with,
    keep_last,
    parse_json,
    read_json,
    written_at_ms,
)
from courtside_store.records import Action, Observation
from courtside_store.shortened_text import shortened

from .browser_actions import read_browser_action
from .imported import Broken, Imported, read_success, run_id
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, animated_frames
from .step_builder import AgentTurn, join

_THOUGHTS = (
    "page_summary",
    "previous_goal_eval",
    "evaluation_previous_goal",
    "memory",
    "next_goal",
)

NUMBER = (0.92, 0.9)
"""Where the animation shows a frame's number: right of and below this part of width and height."""


class _Call(Struct):
    message_out: Any = None


class _Step(Struct):
    url: str | None = None
    llm_calls: list[_Call] = []


class _Task(Struct):
    question: str = ""
    url: str = ""
    website_name: str = ""


class _Result(Struct):
    steps: list[_Step]
    task: _Task
    success: bool | None = None
    agent_answer: str | None = None
    eval: Any = None


class _Row(Struct):
    id: str
    agent: str = ""
    adjudicated: Any = None
    adjudication_note: str | None = None


class OpenOperator:
    """A folder with `result.json` and an animated `summary.webp`; `index.json` beside the
    folders.
    """

    name = "open_operator"
    label_source = "`adjudicated`"
    left_out = "token counts"

    def detect(self, path: Path) -> bool:
        """By the calls that its result tells of."""
        result = path / "result.json"
        return path.is_dir() and begins_with(result, ".json", '"llm_calls"', '"agent_answer"')

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the folder."""
        result = as_record(read_json(path / "result.json"), _Result, "result.json")
        index = path.parent / "index.json"
        rows = _index(index) if index.is_file() else {}
        row = rows.get(path.name, _Row(id=path.name))
        at_ms = written_at_ms(path / "result.json")
        pictures = Pictures(at_ms)
        agent = row.agent or path.name.partition("__")[0]
        turns = [_turn(step, at_ms) for step in result.steps]
        looks = _looks(path, pictures, result, turns)
        oracle, reward = read_success(row.adjudicated)
        run = run_id(self.name, path, path.name)
        yield Imported(
            run=run,
            id=path.name,
            format=self.name,
            task=shortened(result.task.question, MAX_TEXT),
            agent=shortened(agent, MAX_SHORT),
            domain=shortened(result.task.website_name, MAX_SHORT),
            start_url=shortened(result.task.url, MAX_TEXT),
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            answer=shortened(result.agent_answer or "", MAX_TEXT),
            claims_success=result.success,
            oracle=oracle,
            reward=reward,
            note=shortened("; ".join(_notes(row, result)), MAX_SHORT),
        )


@keep_last
def _index(path: Path) -> dict[str, _Row]:
    return {row.id: row for row in as_record(read_json(path), list[_Row], path.name)}


def _notes(row: _Row, result: _Result) -> Iterator[str]:
    if row.adjudication_note:
        yield row.adjudication_note
    if isinstance(result.eval, dict) and result.eval.get("eval"):
        yield f"model judge: {result.eval['eval']}"


def _looks(
    path: Path, pictures: Pictures, result: _Result, turns: list[AgentTurn]
) -> list[Observation | None]:
    """The animation begins with a card that shows the task. Then comes one frame for each step: the
    screen that the step began with, or, where answers have no frame, the screen that it led to.
    """
    urls = [step.url or "" for step in result.steps]
    animation = path / "summary.webp"
    if not animation.is_file():
        return [pictures.look(url=url) for url in urls]
    frames = list(animated_frames(animation, paint_over=NUMBER))[1:]
    if len(frames) >= len(turns):
        return [
            pictures.look(read, url=urls[min(n, len(urls) - 1)] if urls else "")
            for n, read in enumerate(frames)
        ]
    looks: list[Observation | None] = [None]
    left = iter(frames)
    for turn, url in zip(turns, urls, strict=True):
        answers = any(action.kind == "answer" for action in turn.actions)
        read = None if answers else next(left, None)
        looks.append(pictures.look(read, url=url) if read else looks[-1])
    return looks


def _turn(step: _Step, at_ms: int) -> AgentTurn:
    actions: list[Action] = []
    thoughts: list[str] = []
    for call in step.llm_calls[-1:]:  # what came before was refused and asked again
        message = call.message_out if isinstance(call.message_out, dict) else {}
        content = message.get("content")
        for tool in message.get("tool_calls") or []:
            function = tool.get("function") or {}
            arguments = _json(function.get("arguments"))
            if "action" in arguments and "current_state" in arguments:
                _browser_use(arguments, at_ms, actions, thoughts)
            else:
                actions.append(read_browser_action(str(function.get("name")), arguments, at_ms))
        spoken = _json(content)
        if "actions" in spoken:
            _notte(spoken, at_ms, actions, thoughts)
        elif isinstance(content, str) and not spoken:
            thoughts.append(_untagged(content))
    return AgentTurn(actions=tuple(actions), thought="\n".join(filter(None, thoughts)))


def _json(text: Any) -> JsonObject:
    try:
        value = parse_json(text, "call") if isinstance(text, str) else text
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _browser_use(
    output: JsonObject, at_ms: int, actions: list[Action], thoughts: list[str]
) -> None:
    thoughts.extend(_thoughts(output["current_state"]))
    for action in output["action"] if isinstance(output["action"], list) else []:
        for word, arguments in action.items():
            actions.append(read_browser_action(word, arguments, at_ms))


def _notte(output: JsonObject, at_ms: int, actions: list[Action], thoughts: list[str]) -> None:
    thoughts.extend(_thoughts(output.get("state") or {}))
    for action in output["actions"] if isinstance(output["actions"], list) else []:
        for word, arguments in action.items():
            actions.append(read_browser_action(word, arguments, at_ms))


def _thoughts(state: Any) -> Iterator[str]:
    if isinstance(state, dict):
        yield from (str(state[name]) for name in _THOUGHTS if state.get(name))


def _untagged(text: str) -> str:
    for tag in ("observation", "thinking"):
        text = text.replace(f"<{tag}>", "").replace(f"</{tag}>", "\n")
    return text.strip()
