"""Reads AndroidWorld episodes: lists of episodes in JSON, and the harness's own pickles.

Knows the T3A and M3A agents' step data and agents that only narrate. A target's text comes from
the episode's element list, else from the agent's own words about the element's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from courtside_store.android_trees import read_androidworld
from courtside_store.records import Action, ActionKind, Element, Observation, Target

from .files import as_record, begins_with, keep_last, parse_json, read_json, written_at_ms
from .film import DIRECTIONS, Turn, act, join, name_target, target_of
from .imported import BROKEN, Broken, Imported, read_success, run_id, say_broken
from .narration import claims_success, last_words, told_target
from .pickles import Array, fields, read_pickle
from .pictures import MAX_TEXT, Pictures, clip
from .words import read_kind

_KINDS: dict[str, ActionKind] = {"click": "tap", "double_tap": "double-click", "status": "other"}
_BEFORE = ("before_screenshot", "raw_screenshot", "before_screenshot_with_som")
_AFTER = ("after_screenshot", "after_screenshot_with_som")
_BEFORE_ELEMENTS = ("before_element_list", "before_ui_elements", "ui_elements")
_AFTER_ELEMENTS = ("after_element_list", "after_ui_elements")
"""The columns of the T3A and of the M3A agent."""


class _Step(Struct):
    action_json: dict[str, Any] | None = None
    action: str | None = None
    reason: str | None = None
    summary: str | None = None


class _Told(Struct):
    """An episode as a list of told steps."""

    goal: str
    steps: list[_Step]
    task: str = ""
    oracle: Any = None
    agent_claimed_done: bool | None = None
    notes: Any = None


class _Logged(Struct):
    """An episode as the harness logs it: one list a column of step data."""

    goal: str
    task_template: str
    episode_data: Any
    is_successful: Any = None
    agent_name: str = ""
    exception_info: Any = None
    instance_id: int | str | None = None
    seed: int | str | None = None


class AndroidWorld:
    """`episodes.json`, and `TASK_0.pkl.gz` as the benchmark writes them."""

    name = "androidworld"

    def detect(self, path: Path) -> bool:
        """By the columns that only these episodes have."""
        if path.name.endswith((".pkl.gz", ".pkl")):
            return re.fullmatch(r"[A-Z]\w+_\d+\.pkl(\.gz)?", path.name) is not None
        marks = ('"episode_data"', '"action_json"', '"agent_claimed_done"', '"oracle"')
        return any(begins_with(path, ".json", '"goal"', mark) for mark in marks)

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """Every episode of the file."""
        for number, episode in enumerate(_episodes(path)):
            try:
                yield _read_episode(path, number, episode)
            except BROKEN as error:
                yield say_broken(f"{path}#{number}", error)


def _read_episode(path: Path, number: int, episode: Any) -> Imported:
    if not isinstance(episode, dict):
        raise ValueError(f"episode is {type(episode).__name__}; expected an object")
    if "episode_data" in episode:
        return _read_logged(path, number, as_record(episode, _Logged, "episode"))
    return _read_told(path, number, as_record(episode, _Told, "episode"))


def _read_told(path: Path, number: int, episode: _Told) -> Imported:
    id = f"{number}:{episode.task}"
    at_ms = written_at_ms(path)
    actions = [
        _action(step.action_json or _loads(step.action), at_ms, (), step) for step in episode.steps
    ]
    turns = [
        Turn(actions=(action,), thought=_thought(step.reason, step.summary))
        for step, action in zip(episode.steps, actions, strict=True)
    ]
    oracle, reward = read_success(episode.oracle)
    run = run_id(AndroidWorld.name, path, id)
    return Imported(
        run=run,
        id=id,
        format=AndroidWorld.name,
        task=clip(episode.goal, MAX_TEXT),
        agent="T3A",
        surface="android",
        domain=app_of(episode.task),
        started_at_ms=at_ms,
        steps=join(run, (), turns),
        frames=Pictures(at_ms),
        answer=_answer(actions),
        claims_success=episode.agent_claimed_done,
        oracle=oracle,
        reward=reward,
        note=str(episode.notes) if episode.notes else "",
    )


def _read_logged(path: Path, number: int, episode: _Logged) -> Imported:
    id = f"{number}:{episode.task_template}:{episode.instance_id}"
    at_ms = written_at_ms(path)
    pictures = Pictures(at_ms)
    rows = _rows(episode.episode_data)
    turns: list[Turn] = []
    looks: list[Observation | None] = []
    for row in rows:
        seen = _Place(path, number, len(looks), _BEFORE)
        before = _look(pictures, row, seen, _BEFORE_ELEMENTS)
        looks.append(before)
        turns.append(_turn(row, at_ms, before.elements if before else ()))
    if rows:
        last = rows[-1]
        seen = _Place(path, number, len(rows) - 1, _AFTER)
        looks.append(_look(pictures, last, seen, _AFTER_ELEMENTS))
    told = str(rows[-1].get("agent_output") or "") if rows else ""
    actions = [action for turn in turns for action in turn.actions]
    claims = _status(actions) if actions else claims_success(told)
    oracle, reward = read_success(episode.is_successful)
    run = run_id(AndroidWorld.name, path, id)
    return Imported(
        run=run,
        id=id,
        format=AndroidWorld.name,
        task=clip(episode.goal, MAX_TEXT),
        agent=clip(episode.agent_name, 500),
        surface="android",
        domain=app_of(episode.task_template),
        started_at_ms=at_ms,
        steps=join(run, looks if any(looks) else (), turns),
        frames=pictures,
        answer=_answer(actions) or last_words(told),
        claims_success=claims,
        oracle=oracle,
        reward=reward,
        note=clip(str(episode.exception_info or ""), 500),
    )


def _rows(data: Any) -> list[dict[str, Any]]:
    """Columns turned into rows; a column that is shorter than the others just ends."""
    if not isinstance(data, dict):
        raise ValueError(f"episode_data is {type(data).__name__}; expected an object of lists")
    columns = {name: column for name, column in data.items() if isinstance(column, list)}
    length = max(map(len, columns.values()), default=0)
    return [
        {name: column[n] for name, column in columns.items() if n < len(column)}
        for n in range(length)
    ]


def _first(row: dict[str, Any], columns: tuple[str, ...]) -> Any:
    return next((row[name] for name in columns if row.get(name) is not None), None)


@keep_last
def _episodes(path: Path) -> list[Any]:
    """What is in the file; kept for the images that are asked for next."""
    found = read_pickle(path) if ".pkl" in path.suffixes else read_json(path)
    return found if isinstance(found, list) else [found]


class _Place(NamedTuple):
    """Where an image is: pixels are too many to keep them for every run of a set."""

    path: Path
    episode: int
    row: int
    columns: tuple[str, ...]

    def read(self) -> bytes:
        """The image. Raises ValueError where there is none."""
        row = _rows(_episodes(self.path)[self.episode]["episode_data"])[self.row]
        pixels = _first(row, self.columns)
        if not isinstance(pixels, Array):
            raise ValueError(f"{self.columns[0]} of step {self.row + 1} is no image")
        return pixels.as_png()


def _look(
    pictures: Pictures, row: dict[str, Any], place: _Place, columns: tuple[str, ...]
) -> Observation | None:
    seen = read_androidworld(msgspec.json.encode(_plain(_first(row, columns))))
    picture = place.read if isinstance(_first(row, place.columns), Array) else None
    if picture is None and not seen:
        return None
    text = "\n".join(element.text for element in seen if element.text)
    return pictures.look(picture, elements=seen, text=text)


def _plain(elements: Any) -> list[dict[str, Any]]:
    """The harness's element list as its JSON would be."""
    listed = elements if isinstance(elements, list) else []
    return [
        fields(one) | {"bbox_pixels": fields(fields(one).get("bbox_pixels")) or None}
        for one in listed
    ]


def _turn(row: dict[str, Any], at_ms: int, elements: tuple[Element, ...]) -> Turn:
    said = fields(row.get("action_output_json")) or _after(row.get("action_output"), "Action:")
    thought = _thought(
        row.get("action_reason") or _before(row.get("action_output"), "Action:"),
        row.get("summary"),
    )
    if not said:
        return Turn(thought=thought or str(row.get("agent_output") or ""))
    step = _Step(reason=row.get("action_reason"), summary=row.get("summary"))
    return Turn(actions=(_action(said, at_ms, elements, step),), thought=thought)


def _thought(reason: Any, summary: Any) -> str:
    """What the agent thought before, and what it says it saw after."""
    return "\nAfterwards: ".join(str(part).strip() for part in (reason, summary) if part)


def _before(text: Any, mark: str) -> str:
    return str(text or "").partition(mark)[0].removeprefix("Reason:").strip()


def _after(text: Any, mark: str) -> dict[str, Any]:
    return _loads(str(text or "").partition(mark)[2])


def _loads(text: str | None) -> dict[str, Any]:
    """The JSON object in an agent's words; empty where there is none."""
    found = re.search(r"\{.*\}", text or "", re.DOTALL)
    try:
        value = parse_json(found[0], "action") if found else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _action(said: dict[str, Any], at_ms: int, elements: tuple[Element, ...], step: _Step) -> Action:
    word = str(said.get("action_type") or "")
    kind = _KINDS.get(word) or read_kind(word)
    to_point = (
        DIRECTIONS.get(str(said.get("direction") or "")) if kind in ("scroll", "swipe") else None
    )
    x, y = said.get("x"), said.get("y")
    point = (
        (float(x), float(y)) if isinstance(x, int | float) and isinstance(y, int | float) else None
    )
    words = said.get("text") or said.get("app_name") or said.get("keycode") or ""
    if word == "keyboard_enter":
        words = "Enter"
    if word == "status":
        words = f"status {said.get('goal_status')}"
    raw = {name: value for name, value in said.items() if value is not None}
    return act(
        kind,
        at_ms,
        target=_target(said.get("index"), str(words), elements, step),
        point=point,
        to_point=to_point,
        text=str(words) or ("" if kind != "other" else word),
        raw=raw,
    )


def _target(index: Any, typed: str, elements: tuple[Element, ...], step: _Step) -> Target | None:
    if not isinstance(index, int):
        return None
    found = next((element for element in elements if element.id == index + 1), None)
    if found:  # its agents count from 0
        return target_of(found)
    return name_target(*told_target(index, typed, step.reason or "", step.summary or ""))


def _status(actions: list[Action]) -> bool | None:
    last = actions[-1].text if actions else ""
    return {"status complete": True, "status infeasible": False}.get(last, False)


def _answer(actions: list[Action]) -> str:
    return next((action.text for action in reversed(actions) if action.kind == "answer"), "")


_APPS = (
    "AudioRecorder",
    "Browser",
    "Camera",
    "Clock",
    "Contacts",
    "Expense",
    "Files",
    "Markor",
    "Notes",
    "OpenApp",
    "OsmAnd",
    "Recipe",
    "Retro",
    "SaveCopyOfReceipt",
    "SimpleCalendar",
    "SimpleDrawPro",
    "SimpleSms",
    "SportsTracker",
    "System",
    "Tasks",
    "TurnOff",
    "TurnOn",
    "Vlc",
)


def app_of(task: str) -> str:
    """The app that a task's name begins with; the name's first word where it is a new one."""
    known = next((app for app in _APPS if task.startswith(app)), None)
    first = re.match(r"[A-Z][a-z]*", task)
    return known or (first[0] if first else task)
