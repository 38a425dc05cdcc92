"""Reads browser-use's saved histories, of both generations of its schema.

The older nests its thoughts in `current_state` and keeps screenshots in the file; the newer has
them beside the actions and names image files. Neither keeps the task.
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
    inside,
    read_json,
    written_at_ms,
)
from courtside_store.geometry import Box
from courtside_store.records import Action, Observation, Target
from courtside_store.secret_names import is_secret_input
from courtside_store.shortened_text import shortened

from .browser_actions import read_browser_action, read_success_claim
from .imported import Broken, Imported, run_id
from .named_secrets import secret_state
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, ReadImage, file_image, text_image
from .step_builder import AgentTurn, join, name_target

_THOUGHTS = ("thinking", "evaluation_previous_goal", "memory", "next_goal")
_NAMES = ("aria-label", "placeholder", "title", "alt", "value", "name", "id")


class _State(Struct):
    url: str | None = None
    title: str | None = None
    screenshot: str | None = None
    screenshot_path: str | None = None
    interacted_element: list[JsonObject | None] | None = None


class _Result(Struct):
    is_done: bool | None = None
    success: bool | None = None
    extracted_content: str | None = None
    error: str | None = None
    judgement: Any = None


class _Item(Struct):
    state: _State
    model_output: JsonObject | None = None
    result: list[_Result] = []
    metadata: JsonObject | None = None


class _History(Struct):
    history: list[_Item]
    task: str = ""


class BrowserUse:
    """Saved histories, before and since 0.5; images in the file or beside it."""

    name = "browser-use"
    label_source = "none: its own judge goes into the note"
    left_out = "the task, which the file does not keep"

    def detect(self, path: Path) -> bool:
        """By the words that a history begins with."""
        return begins_with(path, ".json", '"history"', '"model_output"')

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the file."""
        found = as_record(read_json(path), _History, path.name)
        items = found.history
        at_ms = _time(items[0]) if items else None
        at_ms = at_ms or written_at_ms(path)
        pictures = Pictures(at_ms)
        run = run_id(self.name, path, path.stem)
        last = items[-1].result[-1] if items and items[-1].result else _Result()
        yield Imported(
            run=run,
            id=path.stem,
            format=self.name,
            task=shortened(found.task, MAX_TEXT),
            agent=self.name,
            start_url=next((item.state.url for item in items if item.state.url), ""),
            started_at_ms=at_ms,
            steps=join(
                run,
                [_look(path, pictures, item) for item in items],
                [_turn(item, _time(item) or at_ms) for item in items],
            ),
            frames=pictures,
            answer=shortened(last.extracted_content or "", MAX_TEXT) if last.is_done else "",
            claims_success=_claims(items, last),
            of_agent=True,
            note=_note(found, last),
        )


def _claims(items: list[_Item], last: _Result) -> bool | None:
    """What its last action says; the older histories say only that it was done.

    None where it was broken off before it said anything."""
    if not last.is_done:
        return None
    if last.success is not None:
        return last.success
    actions = (items[-1].model_output or {}).get("action") or [{}]
    done = actions[-1].get("done") if isinstance(actions[-1], dict) else None
    claim = read_success_claim(done)
    return True if claim is None else claim


def _note(found: _History, last: _Result) -> str:
    notes = [] if found.task else ["its file does not keep the task"]
    if isinstance(last.judgement, dict) and "verdict" in last.judgement:
        notes.append(f"its own judge: {last.judgement['verdict']}")
    return shortened("; ".join(notes), MAX_SHORT)


def _time(item: _Item) -> int | None:
    start = (item.metadata or {}).get("step_start_time")
    return int(start * 1000) if isinstance(start, int | float) and start > 0 else None


def _look(path: Path, pictures: Pictures, item: _Item) -> Observation:
    state = item.state
    return pictures.look(
        _image(path, state),
        at_ms=_time(item),
        url=state.url or "",
        title=state.title or "",
    )


def _image(path: Path, state: _State) -> ReadImage | None:
    if state.screenshot:
        return text_image(state.screenshot)
    if not state.screenshot_path:
        return None
    named = Path(state.screenshot_path)
    for place in (named.name, f"screenshots/{named.name}"):  # copied beside the history
        if (path.parent / place).is_file():
            return file_image(inside(path.parent, place))
    return _elsewhere(path, state.screenshot_path)


def _elsewhere(path: Path, name: str) -> ReadImage:
    def read() -> bytes:
        return file_image(inside(path.parent, name))()

    return read


def _turn(item: _Item, at_ms: int) -> AgentTurn:
    output = item.model_output or {}
    brain = output["current_state"] if isinstance(output.get("current_state"), dict) else output
    thoughts = [str(brain[name]) for name in _THOUGHTS if brain.get(name)]
    thoughts += [f"Error: {result.error}" for result in item.result if result.error]
    actions = [action for action in output.get("action") or [] if isinstance(action, dict)]
    elements = item.state.interacted_element or []
    return AgentTurn(
        actions=tuple(
            _action(action, elements[n] if n < len(elements) else None, at_ms)
            for n, action in enumerate(actions)
        ),
        thought="\n".join(thoughts),
    )


def _action(action: JsonObject, element: JsonObject | None, at_ms: int) -> Action:
    given = {word: value for word, value in action.items() if word != "interacted_element"}
    word, arguments = next(iter(given.items()), ("other", {}))
    return read_browser_action(word, arguments, at_ms, read_target(element))


def read_target(element: JsonObject | None) -> Target | None:
    """The element that it acted on, as either generation writes it."""
    if element is None:
        return None
    attributes = element.get("attributes") or {}
    attributes = attributes if isinstance(attributes, dict) else {}
    name = element.get("ax_name") or element.get("node_value")
    text = name or next((attributes[key] for key in _NAMES if attributes.get(key)), "")
    tag = str(element.get("tag_name") or element.get("node_name") or "").lower()
    state = secret_state(is_secret_input(tag, attributes))
    return name_target(str(text), str(attributes.get("role") or ""), tag, _box(element), state)


def _box(element: JsonObject) -> Box | None:
    place = element.get("bounds")
    if not isinstance(place, dict):
        corners = element.get("viewport_coordinates")
        corners = corners if isinstance(corners, dict) else {}
        corner = corners.get("top_left")
        place = (corner if isinstance(corner, dict) else {}) | {
            side: corners.get(side) for side in ("width", "height")
        }
    sides = [place.get(side) for side in ("x", "y", "width", "height")]
    if not all(isinstance(side, int | float) for side in sides):
        return None
    x, y, width, height = (float(side) for side in sides if side is not None)
    return Box(x, y, width, height)
