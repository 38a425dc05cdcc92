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

from courtside_formats.codecs.bounded import (
    JsonObject,
    as_record,
    begins_with,
    keep_last,
    read_json,
    written_at_ms,
)
from courtside_formats.codecs.pickles import Array, fields, read_pickle
from courtside_formats.ui_trees.android import read_androidworld
from courtside_store.records import Action, Element, Observation
from courtside_store.shortened_text import shortened

from .agent_text import claims_success, last_words
from .androidworld_apps import app_of
from .androidworld_steps import (
    find_object,
    last_answer,
    last_status,
    read_action,
    tell_thought,
)
from .imported import READ_ERRORS, Broken, Imported, read_success, run_id, say_broken
from .pictures import MAX_TEXT, Pictures
from .step_builder import AgentTurn, join

_BEFORE = ("before_screenshot", "raw_screenshot", "before_screenshot_with_som")
_AFTER = ("after_screenshot", "after_screenshot_with_som")
_BEFORE_ELEMENTS = ("before_element_list", "before_ui_elements", "ui_elements")
_AFTER_ELEMENTS = ("after_element_list", "after_ui_elements")
"""The columns of the T3A and of the M3A agent."""


class _Step(Struct):
    action_json: JsonObject | None = None
    action: str | None = None
    reason: str | None = None
    summary: str | None = None


class _Listed(Struct):
    """An episode as a list of steps."""

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
    """Lists of episodes in JSON (told steps, or the harness's columns); the harness's
    `TASK_0.pkl.gz`.
    """

    name = "androidworld"
    label_source = "`oracle`, `is_successful`"
    left_out = "prompts, device state"

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
            except READ_ERRORS as error:
                yield say_broken(f"{path}#{number}", error)


def _read_episode(path: Path, number: int, episode: Any) -> Imported:
    if not isinstance(episode, dict):
        raise ValueError("an episode is no object with names and values")
    if "episode_data" in episode:
        return _read_logged(path, number, as_record(episode, _Logged, "episode"))
    return _read_listed(path, number, as_record(episode, _Listed, "episode"))


def _read_listed(path: Path, number: int, episode: _Listed) -> Imported:
    id = f"{number}:{episode.task}"
    at_ms = written_at_ms(path)
    actions = [_listed_action(step, at_ms) for step in episode.steps]
    turns = [
        AgentTurn(actions=(action,), thought=tell_thought(step.reason or "", step.summary or ""))
        for step, action in zip(episode.steps, actions, strict=True)
    ]
    oracle, reward = read_success(episode.oracle)
    run = run_id(AndroidWorld.name, path, id)
    return Imported(
        run=run,
        id=id,
        format=AndroidWorld.name,
        task=shortened(episode.goal, MAX_TEXT),
        agent="T3A",
        surface="android",
        domain=app_of(episode.task),
        started_at_ms=at_ms,
        steps=join(run, (), turns),
        frames=Pictures(at_ms),
        answer=last_answer(actions),
        claims_success=True if episode.agent_claimed_done else last_status(actions),
        of_agent=True,
        oracle=oracle,
        reward=reward,
        note=str(episode.notes) if episode.notes else "",
    )


def _listed_action(step: _Step, at_ms: int) -> Action:
    action = step.action_json or find_object(step.action)
    return read_action(action, at_ms, (), step.reason or "", step.summary or "")


def _read_logged(path: Path, number: int, episode: _Logged) -> Imported:
    id = f"{number}:{episode.task_template}:{episode.instance_id}"
    at_ms = written_at_ms(path)
    pictures = Pictures(at_ms)
    rows = _rows(episode.episode_data)
    looks = _looks(path, number, rows, pictures)
    turns = [
        _turn(row, at_ms, before.elements if before else ())
        for row, before in zip(rows, looks, strict=False)
    ]
    output = str(rows[-1].get("agent_output") or "") if rows else ""
    actions = [action for turn in turns for action in turn.actions]
    claims = last_status(actions) if actions else claims_success(output)
    oracle, reward = read_success(episode.is_successful)
    run = run_id(AndroidWorld.name, path, id)
    return Imported(
        run=run,
        id=id,
        format=AndroidWorld.name,
        task=shortened(episode.goal, MAX_TEXT),
        agent=shortened(episode.agent_name, 500),
        surface="android",
        domain=app_of(episode.task_template),
        started_at_ms=at_ms,
        steps=join(run, looks if any(looks) else (), turns),
        frames=pictures,
        answer=last_answer(actions) or last_words(output),
        claims_success=claims,
        of_agent=True,
        oracle=oracle,
        reward=reward,
        note=shortened(str(episode.exception_info or ""), 500),
    )


def _looks(
    path: Path, number: int, rows: list[JsonObject], pictures: Pictures
) -> list[Observation | None]:
    """The screen before each row's action, and the one after the last."""
    looks = [
        _look(pictures, row, _Place(path, number, at, _BEFORE), _BEFORE_ELEMENTS)
        for at, row in enumerate(rows)
    ]
    if rows:
        seen = _Place(path, number, len(rows) - 1, _AFTER)
        looks.append(_look(pictures, rows[-1], seen, _AFTER_ELEMENTS))
    return looks


def _rows(data: Any) -> list[JsonObject]:
    """Columns turned into rows; a column that is shorter than the others just ends."""
    if not isinstance(data, dict):
        raise ValueError("episode_data is no object of lists")
    columns = {name: column for name, column in data.items() if isinstance(column, list)}
    length = max(map(len, columns.values()), default=0)
    return [
        {name: column[n] for name, column in columns.items() if n < len(column)}
        for n in range(length)
    ]


def _first(row: JsonObject, columns: tuple[str, ...]) -> Any:
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
            raise ValueError(f"{self.columns[0]} of step {self.row + 1} is not an image")
        return pixels.as_png()


def _look(
    pictures: Pictures, row: JsonObject, place: _Place, columns: tuple[str, ...]
) -> Observation | None:
    seen = read_androidworld(msgspec.json.encode(_plain(_first(row, columns))))
    picture = place.read if isinstance(_first(row, place.columns), Array) else None
    if picture is None and not seen:
        return None
    text = "\n".join(element.text for element in seen if element.text)
    return pictures.look(picture, elements=seen, text=text)


def _plain(elements: Any) -> list[JsonObject]:
    """The harness's element list as its JSON would be."""
    listed = elements if isinstance(elements, list) else []
    return [
        fields(one) | {"bbox_pixels": fields(fields(one).get("bbox_pixels")) or None}
        for one in listed
    ]


def _turn(row: JsonObject, at_ms: int, elements: tuple[Element, ...]) -> AgentTurn:
    output = str(row.get("action_output") or "")
    before, _, after = output.partition("Action:")
    reason = str(row.get("action_reason") or before.removeprefix("Reason:").strip())
    summary = str(row.get("summary") or "")
    action = fields(row.get("action_output_json")) or find_object(after)
    thought = tell_thought(reason, summary)
    if not action:
        return AgentTurn(thought=thought or str(row.get("agent_output") or ""))
    return AgentTurn(
        actions=(read_action(action, at_ms, elements, reason, summary),), thought=thought
    )
