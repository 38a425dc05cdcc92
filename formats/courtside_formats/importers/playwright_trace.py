"""Reads Playwright's traces: the actions of `trace.zip` and the frames of its screencast."""

from __future__ import annotations

import bisect
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from courtside_formats.codecs.bounded import (
    JsonObject,
    bounded_lines,
    parse_json,
    parse_line,
    written_at_ms,
)
from courtside_store.geometry import Point
from courtside_store.records import Action, ActionKind, Observation, Target
from courtside_store.secret_names import is_secret_input
from courtside_store.shortened_text import shortened

from .action_names import read_kind
from .browser_actions import read_browser_action
from .imported import Broken, Imported, run_id
from .named_secrets import read_attributes, secret_state
from .pictures import MAX_READ_BYTES, Pictures, ReadImage
from .step_builder import AgentTurn, join, name_target

MAX_EVENTS_BYTES = 512 * 1024 * 1024
"""A list of events that is larger unpacked is refused, as is one of 200 times its packed size."""
MAX_RATIO = 200
_QUIET = {"waitForTimeout", "waitForSelector", "waitForLoadState", "waitForNavigation"}
_NAMED = (
    re.compile(r"internal:role=(?P<role>\w+)(?:\[name=\"(?P<text>.*?)\"[is]?\])?"),
    re.compile(r"internal:(?:text|label)=\"(?P<text>.*?)\"[is]?"),
    re.compile(r"internal:(?:attr|testid)=\[[\w-]+=\"(?P<text>.*?)\"[is]?\]"),
    re.compile(r"text=[\"']?(?P<text>[^\"'>]+)"),
)
_NARROWS = re.compile(r"(?:nth|visible|internal:(?:has|has-not|has-text|has-not-text|and|or))=")
"""A part of a selector that chooses among what the one before it found."""
_JOINT = re.compile(r'\s*>>\s*(?=(?:[^"]*"[^"]*")*[^"]*$)')
"""What parts are joined by, outside of quotes."""
MAX_SELECTOR_CHARS = 2_000
_LABEL = "internal:label="
_RESOLVED = re.compile(r"locator resolved to (<(\w+)\b.*)", re.DOTALL)
"""What a call says in its log of the element that it found: `<input id="p" type="password"/>`."""
_INPUT = re.compile(r'\["(INPUT|TEXTAREA|SELECT)",\s*(\{(?:"(?:[^"\\]|\\.)*"|[^"{}])*\})')
"""A field in a snapshot of the page."""
_HELD = "__playwright_value_"


class PlaywrightTrace:
    """`trace.zip`, also of older versions; frames of its screencast; the task is the trace's
    title.
    """

    name = "playwright-trace"
    label_source = "none"
    left_out = "DOM snapshots, network, console"

    def detect(self, path: Path) -> bool:
        """By what is in the zip."""
        if path.suffix != ".zip" or not path.is_file() or not zipfile.is_zipfile(path):
            return False
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(".trace") for name in archive.namelist())

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """One run; its task is the title that the trace was started with."""
        events = _all_events(path)
        begins = [event for event in events if event.get("type") == "context-options"]
        first = begins[0] if begins else {}
        at_ms = int(first.get("wallTime") or written_at_ms(path))
        pictures = Pictures(at_ms)
        screencast = _Screencast(path, pictures, events, _number(first.get("monotonicTime")), at_ms)
        calls = _calls(events)
        looks: list[Observation | None] = [screencast.before(call) for call in calls]
        if calls:
            looks.append(screencast.end())
        turns = [
            AgentTurn(actions=(_action(call, screencast.clock(call)),), thought=_error(call))
            for call in calls
        ]
        run = run_id(self.name, path, path.stem)
        yield Imported(
            run=run,
            id=path.stem,
            format=self.name,
            task=shortened(str(first.get("title") or ""), 20_000),
            agent=shortened(f"playwright {first.get('sdkLanguage') or ''}".strip(), 500),
            start_url=next((screencast.url(call) for call in calls if screencast.url(call)), ""),
            started_at_ms=at_ms,
            steps=join(run, looks, turns),
            frames=pictures,
            hidden=tuple(dict.fromkeys(value for one in events for value in one.get(_HELD, ()))),
            note="" if first.get("title") else "the trace has no title to take for the task",
        )


def _all_events(path: Path) -> list[JsonObject]:
    with zipfile.ZipFile(path) as archive:
        lists = [name for name in archive.namelist() if name.endswith(".trace")]
        return [event for name in lists for event in _events(archive, name)]


def _events(archive: zipfile.ZipFile, name: str) -> Iterator[JsonObject]:
    packed = archive.getinfo(name)
    most = min(MAX_EVENTS_BYTES, max(packed.compress_size, 1000) * MAX_RATIO)
    if packed.file_size > most:
        raise ValueError(f"{name} unpacks to {packed.file_size} bytes; at most {most}")
    with archive.open(name) as file:
        left = most
        for number, line in bounded_lines(file):
            left -= len(line)
            if left < 0:
                raise ValueError(f"{name} unpacks to more than {most} bytes")
            if b'"frame-snapshot"' in line[:200]:
                yield {_HELD: list(_held_secrets(line))}
            else:
                event = parse_line(line, f"{name}:{number}")
                if isinstance(event, dict):
                    yield event


def _held_secrets(snapshot: bytes) -> Iterator[str]:
    """What the secret fields of a page held."""
    if _HELD.encode() not in snapshot:
        return
    for found in _INPUT.finditer(snapshot.decode("utf-8", "replace")):
        attributes = parse_json(found[2], "field")
        if is_secret_input(found[1], attributes) and attributes.get(_HELD):
            yield str(attributes[_HELD])


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _calls(events: list[JsonObject]) -> list[JsonObject]:
    """What the agent did, each call with its point and its error; older traces tell it at once."""
    calls: dict[str, JsonObject] = {}
    for event in events:
        id = str(event.get("callId"))
        match event.get("type"):
            case "before":
                calls[id] = dict(event)
            case "input" | "after" if id in calls:
                calls[id] |= {k: v for k, v in event.items() if k != "type"}
            case "log" if id in calls:
                calls[id].setdefault("log", []).append(event.get("message"))
            case "action":  # traces of version 3 and before
                metadata = event.get("metadata")
                if isinstance(metadata, dict):
                    calls[str(metadata.get("id"))] = metadata
    found = [call for call in calls.values() if _is_action(call)]
    return sorted(found, key=lambda call: _number(call.get("startTime")))


def _is_action(call: JsonObject) -> bool:
    """Did it do something to the page, rather than ask it something?"""
    method = str(call.get("method"))
    if call.get("class") not in ("Frame", "Page", "ElementHandle", "Dialog", "Mouse", "Keyboard"):
        return False
    if call.get("parentId") and call.get("stepId"):
        return False
    return method not in _QUIET and _kind(method) not in ("other", "close-tab")


def _kind(method: str) -> ActionKind:
    if method.startswith("dialog") or method in ("accept", "dismiss"):
        return "dialog"
    return read_kind(method)


def _error(call: JsonObject) -> str:
    error = call.get("error")
    inner = error.get("error", error) if isinstance(error, dict) else None
    return f"Error: {inner.get('message')}" if isinstance(inner, dict) else ""


class _Screencast:
    """The screencast of a trace: which frame was on the screen at a time."""

    def __init__(
        self,
        path: Path,
        pictures: Pictures,
        events: list[JsonObject],
        zero: float,
        at_ms: int,
    ) -> None:
        self._path = path
        self._pictures = pictures
        self._zero = zero
        self._at_ms = at_ms
        frames = [event for event in events if event.get("type") == "screencast-frame"]
        frames.sort(key=lambda frame: _number(frame.get("timestamp")))
        self._times = [_number(frame.get("timestamp")) for frame in frames]
        self._names = [
            str(frame.get("file") or f"resources/{frame.get('sha1')}") for frame in frames
        ]
        self._looks: dict[tuple[int, str], Observation] = {}
        self._urls: list[tuple[float, str]] = []
        for event in events:
            params = event.get("params")
            url = params.get("url") if isinstance(params, dict) else None
            if isinstance(url, str) and event.get("method") in ("goto", "navigated"):
                at = _number(event.get("startTime") or event.get("time"))
                self._urls.append((at, url))

    def clock(self, call: JsonObject) -> int:
        """When a call began, in Unix time."""
        return max(0, int(self._at_ms + _number(call.get("startTime")) - self._zero))

    def url(self, call: JsonObject) -> str:
        """The address that the page was last sent to before a call ended."""
        end = _number(call.get("endTime")) or _number(call.get("startTime"))
        before = [url for at, url in self._urls if at <= end]
        return before[-1] if before else ""

    def before(self, call: JsonObject) -> Observation | None:
        """The screen before a call: the last frame before it began."""
        start = _number(call.get("startTime"))
        number = bisect.bisect_right(self._times, start) - 1
        past = [url for at, url in self._urls if at < start]
        return self._look(number, past[-1] if past else "")

    def end(self) -> Observation | None:
        """The last screen that was seen."""
        return self._look(len(self._times) - 1, self._urls[-1][1] if self._urls else "")

    def _look(self, number: int, url: str) -> Observation | None:
        if number < 0:
            return None
        if (number, url) not in self._looks:
            at_ms = max(0, int(self._at_ms + self._times[number] - self._zero))
            read = zipped_image(self._path, self._names[number])
            self._looks[number, url] = self._pictures.look(read, at_ms=at_ms, url=url)
        return self._looks[number, url]


def zipped_image(path: Path, name: str) -> ReadImage:
    """Reads an image out of a zip; nothing is ever unpacked to disk."""

    def read() -> bytes:
        try:
            with zipfile.ZipFile(path) as archive, archive.open(name) as file:
                data = file.read(MAX_READ_BYTES + 1)
        except (KeyError, zipfile.BadZipFile) as error:
            raise ValueError(f"{name} is not in {path.name}: {error}") from error
        if len(data) > MAX_READ_BYTES:
            raise ValueError(f"{name} has more than {MAX_READ_BYTES} bytes")
        return data

    return read


def _action(call: JsonObject, at_ms: int) -> Action:
    params = call.get("params")
    arguments = (
        {k: v for k, v in params.items() if k != "timeout"} if isinstance(params, dict) else {}
    )
    point = call.get("point")
    place = point if isinstance(point, dict) else {}
    method = str(call.get("method"))
    target = read_selector(arguments.get("selector"))
    if target and _is_secret(call):
        target = replace(target, state=secret_state(True))
    action = read_browser_action(method, arguments | place, at_ms, target)
    if method == "mouseWheel":
        way = Point(_number(arguments.get("deltaX")), _number(arguments.get("deltaY")))
        return Action(kind="scroll", at_ms=at_ms, to_point=way, raw=action.raw)
    kind = _kind(method)
    if kind == action.kind:
        return action
    return Action(kind=kind, at_ms=at_ms, target=action.target, text=action.text, raw=action.raw)


def _is_secret(call: JsonObject) -> bool:
    """Whether the log of a call says that it found a secret field."""
    log = call.get("log")
    lines = map(str, log if isinstance(log, list) else ())
    found = (match for line in lines if (match := _RESOLVED.search(line)))
    return any(is_secret_input(one[2], read_attributes(one[1])) for one in found)


def read_selector(selector: Any) -> Target | None:
    """A selector as the name of what it finds: `internal:role=button[name="Save"i]`."""
    if not isinstance(selector, str) or not selector:
        return None
    selector = selector[:MAX_SELECTOR_CHARS]
    parts = [part for part in _JOINT.split(selector) if not _NARROWS.match(part)] or [selector]
    of_label = [part for part in parts[-2:-1] if part.startswith(_LABEL)]
    for part in (parts[-1], *of_label):
        for pattern in _NAMED:
            if found := pattern.search(part):
                names = found.groupdict()
                return name_target(names.get("text") or "", names.get("role") or "")
    return name_target(selector)
