"""Reads WebVoyager's and PAE's task folders: `interact_messages.json` and numbered screenshots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from courtside_formats.codecs.bounded import (
    JsonObject,
    as_record,
    by_number,
    read_json,
    written_at_ms,
)
from courtside_store.records import Action, Target
from courtside_store.shortened_text import shortened

from .browser_actions import read_browser_action
from .imported import Broken, Imported, run_id
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, listed_image
from .step_builder import AgentTurn, join, name_target

_TASK = re.compile(r"given a task:\s*(.*?)\s*Please interact with\s+(\S+)", re.DOTALL)
_ACTION = re.compile(r"Action:\s*\**\s*(.+)", re.DOTALL)
_PARTS = re.compile(r"(\w+)\s*(?:\[?(\w+)\]?)?\s*;?\s*(.*)", re.DOTALL)
_MARK = re.compile(r"\[(\d+)\]:\s*(?:<(\w+)>\s*)?\"(.*?)\"[;,\t\n]")


class WebVoyager:
    """WebVoyager folders: `interact_messages.json`, `screenshotN.png`."""

    name = "webvoyager"
    label_source = "none"
    left_out = "marks of earlier turns, which the file leaves out"

    def detect(self, path: Path) -> bool:
        """By the name of its messages."""
        return path.is_dir() and (path / "interact_messages.json").is_file()

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the folder."""
        file = path / "interact_messages.json"
        messages = as_record(read_json(file), list[JsonObject], file.name)
        task, url = _task(messages)
        at_ms = written_at_ms(file)
        pictures = Pictures(at_ms)
        images = by_number(
            image for image in path.glob("screenshot*") if image.suffix in (".png", ".jpg", ".webp")
        )
        looks = [pictures.look(listed_image(image)) for image in images]
        turns = list(_turns(messages, at_ms))
        actions = [action for turn in turns for action in turn.actions]
        answers = [action.text for action in actions if action.kind == "answer"]
        name = path.name.removeprefix("task")
        run = run_id(self.name, path, path.name)
        yield Imported(
            run=run,
            id=path.name,
            format=self.name,
            task=shortened(task, MAX_TEXT),
            domain=shortened(name.rpartition("--")[0] or name, MAX_SHORT),
            start_url=shortened(url, MAX_TEXT),
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            answer=shortened(answers[-1] if answers else "", MAX_TEXT),
            claims_success=True if answers else None,
            of_agent=True,
        )


def _task(messages: list[JsonObject]) -> tuple[str, str]:
    """What was asked, and where it began. Raises ValueError where no message says so."""
    for message in messages:
        if message.get("role") == "user":
            text = _text(message)
            found = _TASK.search(text)
            if found:
                return found[1], found[2]
    raise ValueError("no message says `given a task: … Please interact with …`")


def _text(message: JsonObject) -> str:
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"text": content}]
    return "\n".join(
        str(part["text"]) for part in parts if isinstance(part, dict) and part.get("text")
    )


def _turns(messages: list[JsonObject], at_ms: int) -> Iterator[AgentTurn]:
    marks: dict[str, tuple[str, str]] = {}
    for message in messages:
        content = _text(message)
        if message.get("role") != "assistant":
            marks = {mark: (text, tag) for mark, tag, text in _MARK.findall(content + "\n")}
            continue
        if _ACTION.search(content) is None:
            yield AgentTurn(thought=content.strip())
            continue
        thought, action = split_reply(content, at_ms, marks)
        yield AgentTurn(actions=(action,), thought=thought)


def split_reply(
    reply: str, at_ms: int, marks: dict[str, tuple[str, str]] | None = None
) -> tuple[str, Action]:
    """`Thought: … Action: …` as both; a reply without these words is an action."""
    found = _ACTION.search(reply)
    thought = reply[: found.start()] if found else ""
    action = read_action((found[1] if found else reply).strip(), at_ms, marks or {})
    return thought.strip().removeprefix("Thought:").strip(), action


def read_action(action: str, at_ms: int, marks: dict[str, tuple[str, str]]) -> Action:
    """`Type [3]; Baked Salmon`: a word, a mark, and what follows."""
    parts = _PARTS.match(action)
    if parts is None:
        return read_browser_action("other", {"text": action}, at_ms)
    word, mark, rest = parts[1], parts[2] or "", parts[3].strip()
    if word.lower() == "answer":
        return read_browser_action("answer", {"text": action.partition(";")[2].strip()}, at_ms)
    rest = rest.removeprefix("[").removesuffix("]")
    arguments: JsonObject = {"mark": mark} if mark else {}
    if word.lower() == "scroll":
        arguments["direction"] = rest
    elif rest:
        arguments["text"] = rest
    if word.lower() == "google":
        arguments["url"] = "https://www.google.com/"
    target = name_target(marks[mark][0], tag=marks[mark][1]) if mark in marks else None
    return read_browser_action(word, arguments, at_ms, _named(target))


def _named(target: Target | None) -> Target | None:
    return target if target and (target.text or target.tag) else None
