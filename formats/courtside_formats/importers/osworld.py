"""Reads OSWorld's result folders: `traj.jsonl`, screenshots after each action, `result.txt`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from courtside_formats.codecs.bounded import (
    as_record,
    by_number,
    find_up,
    parse_line,
    read_json,
    read_lines,
    written_at_ms,
)
from courtside_store.records import Action, Observation

from .browser_actions import read_browser_action
from .imported import Broken, Imported
from .python_calls import read_mouse_actions
from .run_builder import RunBuilder
from .step_builder import act

_TASKS = (
    "evaluation_examples/examples/{domain}/{id}.json",
    "examples/{domain}/{id}.json",
    "{id}.json",
)
TASK_NOT_KNOWN = "its task is not known: put evaluation_examples beside the results"
_ENDS = {"DONE": True, "FAIL": False}


class _Line(Struct):
    action: Any = None
    action_timestamp: str = ""
    screenshot_file: str | None = None
    response: Any = None
    reward: Any = None


class OSWorld:
    """`DOMAIN/ID/traj.jsonl`, `step_N_TIME.png`, `result.txt`; the task from
    `evaluation_examples` in a folder above.
    """

    name = "osworld"
    label_source = "`result.txt`"
    left_out = "video, loops in code are taken once"

    def detect(self, path: Path) -> bool:
        """By the name of its file."""
        return path.is_dir() and (path / "traj.jsonl").is_file()

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the folder."""
        lines = list(_lines(path / "traj.jsonl"))
        at_ms = _time(lines[0].action_timestamp) if lines else None
        run = RunBuilder(self.name, path, path.name, at_ms or written_at_ms(path / "traj.jsonl"))
        looks = [_first(path, run), *(_look(run, line) for line in lines)]
        for look, line in zip(looks, lines, strict=False):
            thought = line.response if isinstance(line.response, str) else ""
            at_ms = _time(line.action_timestamp) or run.at_ms
            run.add_step(look, *read_actions(line.action, at_ms), thought=thought)
        run.add_last(looks[-1])
        ends = [_ENDS.get(str(line.action).strip().upper()) for line in lines]
        result, task = path / "result.txt", _task(path)
        yield run.build(
            task=task,
            agent=path.parent.parent.name,
            surface="desktop",
            domain=path.parent.name,
            claims_success=ends[-1] if ends else None,
            of_agent=True,
            success=_result(result) if result.is_file() else None,
            note="" if task else TASK_NOT_KNOWN,
        )


def _lines(file: Path) -> Iterator[_Line]:
    for number, line in read_lines(file):
        found = parse_line(line, f"{file.name}:{number}")
        if isinstance(found, dict) and "action" in found:  # others tell of an error in the harness
            yield as_record(found, _Line, f"{file.name}:{number}")


def _result(file: Path) -> float | str:
    """A number, else the word as it stands."""
    text = file.read_text("utf-8-sig").strip()
    try:
        return float(text)
    except ValueError:
        return text


def _task(path: Path) -> str:
    """What was asked: the results do not say, the benchmark's own files do."""
    for pattern in _TASKS:
        file = find_up(path, pattern.format(domain=path.parent.name, id=path.name))
        found = read_json(file) if file else None
        if isinstance(found, dict) and isinstance(found.get("instruction"), str):
            return str(found["instruction"])
    return ""


def _time(stamp: str) -> int | None:
    for form in ("%Y%m%d@%H%M%S", "%Y%m%d@%H%M%S%f"):
        try:
            return int(datetime.strptime(stamp, form).timestamp() * 1000)
        except ValueError:
            continue
    return None


def _first(path: Path, run: RunBuilder) -> Observation | None:
    """The screen before the first action: most harnesses do not keep it."""
    images = by_number(path.glob("step_0*.png")) or by_number(path.glob("initial*.png"))
    return run.look(images[0].name) if images else None


def _look(run: RunBuilder, line: _Line) -> Observation | None:
    if not line.screenshot_file:
        return None
    return run.look(line.screenshot_file, at_ms=_time(line.action_timestamp))


def read_actions(action: Any, at_ms: int) -> tuple[Action, ...]:
    """pyautogui code, a word for the end, or an object of one of three shapes."""
    if isinstance(action, str):
        if action.strip().upper() in (*_ENDS, "WAIT"):
            word = action.strip().upper()
            return (
                act(
                    "wait" if word == "WAIT" else "other", at_ms, text=word, raw={"source": action}
                ),
            )
        return read_mouse_actions(action, at_ms)
    if not isinstance(action, dict):
        return () if action is None else (act("other", at_ms, text=str(action)),)
    if isinstance(action.get("command"), str):
        return read_mouse_actions(action["command"], at_ms)
    if isinstance(action.get("input"), dict):
        given = action["input"]
        return (read_browser_action(str(given.get("action") or action.get("name")), given, at_ms),)
    given = action.get("parameters")
    word = str(action.get("action_type") or action.get("action") or action.get("type") or "other")
    return (read_browser_action(word, given if isinstance(given, dict) else action, at_ms),)
