"""Reads Online-Mind2Web submissions: `result.json`, `trajectory/`, and people's labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from courtside_formats.codecs.bounded import (
    as_record,
    begins_with,
    by_number,
    find_up,
    keep_last,
    read_json,
    written_at_ms,
)
from courtside_store.records import Action
from courtside_store.secret_names import is_secret_input
from courtside_store.shortened_text import shortened

from .action_names import read_kind
from .imported import Broken, Imported, run_id
from .named_secrets import read_attributes, secret_state
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, listed_image
from .step_builder import AgentTurn, act, join, name_target

LABELS = {0: False, 1: True}
"""What `human_label.json` says; 2 is a task that could not be executed, which is no label."""
_WRITTEN_ACTION = re.compile(
    r"^(?P<what>.*?)\s*->\s*(?P<word>[A-Za-z_ ]+?)(?:\s*:\s*(?P<text>.*))?$", re.DOTALL
)
_TAG = re.compile(r"<(\w+)[^>]*>(?:\s*(.*?)\s*</\1>)?", re.DOTALL)
_NAME = re.compile(r"(?:aria-label|title|alt|placeholder|value|name)=\"([^\"]+)\"")


class _Result(Struct):
    task_id: str
    task: str
    action_history: list[Any]
    thoughts: list[str | None] | None = None
    final_result_response: str | None = None


class Mind2Web:
    """`result.json` and `trajectory/`; `human_label.json` in a folder above, by task and agent."""

    name = "online-mind2web"
    label_source = "1 or 0; 2 (not executable) is none"
    left_out = "the HTML of what was hit, but for its name"

    def detect(self, path: Path) -> bool:
        """By its two parts."""
        return (path / "trajectory").is_dir() and begins_with(
            path / "result.json", ".json", '"task_id"', '"task"'
        )

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the folder."""
        found = as_record(read_json(path / "result.json"), _Result, "result.json")
        at_ms = written_at_ms(path / "result.json")
        pictures = Pictures(at_ms)
        images = by_number(image for image in (path / "trajectory").iterdir() if image.is_file())
        looks = [pictures.look(listed_image(image)) for image in images]
        thoughts = found.thoughts or []
        turns = [
            AgentTurn(
                actions=(read_action(action, at_ms),),
                thought=(thoughts[n] or "") if n < len(thoughts) else "",
            )
            for n, action in enumerate(found.action_history)
        ]
        run = run_id(self.name, path, found.task_id)
        yield Imported(
            run=run,
            id=found.task_id,
            format=self.name,
            task=shortened(found.task, MAX_TEXT),
            agent=shortened(path.parent.name, MAX_SHORT),
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            answer=shortened(found.final_result_response or "", MAX_TEXT),
            claims_success=True if found.final_result_response else None,
            oracle=_label(path, found.task_id),
        )


def _label(path: Path, task: str) -> bool | None:
    """People's word on this task and agent; None where there is none, or no single one."""
    file = find_up(path.parent, "human_label.json", levels=3)
    by_agent = _labels(file).get(task, {}) if file else {}
    agent = _plain(path.parent.name)
    mine = {
        name: word for name, word in by_agent.items() if agent and agent in _plain(name)
    } or by_agent
    words = set(mine.values())
    return LABELS.get(words.pop()) if len(words) == 1 else None


@keep_last
def _labels(file: Path) -> dict[str, dict[str, int]]:
    """By task: each agent's label, however the file nests them."""
    found = read_json(file)
    rows = (
        found
        if isinstance(found, list)
        else [
            {"task_id": key} | (value if isinstance(value, dict) else {"label": value})
            for key, value in (found.items() if isinstance(found, dict) else ())
        ]
    )
    return {
        str(row["task_id"]): {
            name: word
            for name, word in row.items()
            if isinstance(word, int) and not isinstance(word, bool)
        }
        for row in rows
        if isinstance(row, dict) and "task_id" in row
    }


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def read_action(action: Any, at_ms: int) -> Action:
    """`<button aria-label="Go"> -> CLICK`, `<input> -> TYPE: tea`; anything else in its words."""
    found = _WRITTEN_ACTION.match(action) if isinstance(action, str) else None
    if found is None:
        return act("other", at_ms, text=str(action))
    what, word, text = found["what"], found["word"], found["text"] or ""
    kind = read_kind(word)
    tag = _TAG.search(what)
    name = _NAME.search(what)
    is_secret = tag is not None and is_secret_input(tag[1], read_attributes(tag[0]))
    target = name_target(
        text=(tag[2] if tag and tag[2] else "")
        or (name[1] if name else "")
        or ("" if tag else what),
        tag=tag[1] if tag else "",
        state=secret_state(is_secret),
    )
    return act(
        kind, at_ms, target=target, text=text if kind != "other" else action, raw={"source": action}
    )
