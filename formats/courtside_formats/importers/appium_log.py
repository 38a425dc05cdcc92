"""Reads Appium's debug log: the actions of each session. A log has no screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from courtside_formats.appium.command_actions import fail_actions, named_elements, read_actions
from courtside_formats.appium.commands import AppiumCommand, read_command, read_script
from courtside_formats.appium.screen_context import ScreenContext
from courtside_formats.codecs.bounded import (
    JsonObject,
    parse_json,
    read_head,
    read_lines,
    written_at_ms,
)
from courtside_store.records import Action, Record, Target

from .imported import BROKEN, Broken, Imported, run_id, say_broken
from .pictures import Pictures, clip
from .step_builder import AgentTurn, join

MAX_LINE = 1_000_000
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_WHOSE = re.compile(r"\[([0-9a-f]{8})\]")
"""Before what Appium says of a session since version 2."""
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)[:.](\d{3})")
_ASKED = re.compile(r"\[HTTP\]\s+-->\s+([A-Z]+) (\S+)\s?(.*)")
_BODY = re.compile(r"\[HTTP\]\s+(\{.*)")
"""Appium 1 writes a body on a line of its own."""
_ANSWERED = re.compile(r"\[HTTP\]\s+<--\s+([A-Z]+) (\S+) (\d{3}) ")
_RESULT = re.compile(r"Responding to client with driver\.(\w+)\(\) result: (.*)")
_ERROR = re.compile(r"Encountered internal error running command:\s+(?:\{.*|(\w+):?.*)")
_MADE = re.compile(
    r"Session created with session id: (\S+)|session ([0-9a-f-]{36}) added to master"
)
_SECRET_NAME = re.compile(
    r"pass(word|wd|code|phrase)?\b|\bpin\b|\botp\b|\bcvv\b|secret", re.IGNORECASE
)


class _Asked(Record, frozen=True, kw_only=True):
    """One request, until its answer comes."""

    method: str
    path: str
    body: str
    at_ms: int


class _Exchange(Record, frozen=True, kw_only=True):
    """One request with its answer."""

    asked: _Asked
    status: int
    result: str = ""
    error: str = ""
    made: str = ""
    """The session that it made."""


class AppiumLog:
    """What `appium --log FILE` writes (level debug; `--log-timestamp` for times); a run for
    each session, its task the capability `courtside:task`.
    """

    name = "appium-log"
    label = "none"
    lost = "screens; bodies of more than 1,024 characters, which Appium cuts off"

    def detect(self, path: Path) -> bool:
        """By the lines that each request leaves."""
        if path.suffix not in (".log", ".txt") or not path.is_file():
            return False
        head = _COLOURS.sub("", read_head(path))
        return "[Appium] Welcome to Appium" in head or _ASKED.search(head) is not None

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """One run for each session in the order of their begin. Bodies that Appium cut are told."""
        begun = written_at_ms(path)
        sessions: dict[str, list[_Exchange]] = {}
        for exchange in _exchanges(path, begun):
            session = (
                exchange.made or read_command(exchange.asked.method, exchange.asked.path).session
            )
            if session:
                sessions.setdefault(session, []).append(exchange)
        for session, exchanges in sessions.items():
            try:
                yield _read_session(path, session, exchanges)
            except BROKEN as error:
                yield say_broken(f"{path}#{session}", error)


def _exchanges(path: Path, begun: int) -> Iterator[_Exchange]:
    """Requests with their answers. Sessions run beside each other; each asks one at a time."""
    open_: dict[tuple[str, str], _Asked] = {}
    last: tuple[str, str] | None = None
    results: dict[str, str] = {}
    errors: dict[str, str] = {}
    made = ""
    at_ms = begun
    for _, raw in read_lines(path):
        line = _COLOURS.sub("", raw[:MAX_LINE].decode("utf-8", "replace"))
        at_ms = _clock(line, at_ms)
        whose = found[1] if (found := _WHOSE.search(line)) else ""
        if found := _ASKED.search(line):
            method, where, body = found.groups()
            last = (method, where)
            open_[last] = _Asked(method=method, path=where, body=body.strip(), at_ms=at_ms)
            results.pop(whose, None)
            errors.pop(whose, None)
            made = ""
        elif found := _ANSWERED.search(line):
            key, status = (found[1], found[2]), int(found[3])
            if asked := open_.pop(key, None):
                result, error = results.get(whose, ""), errors.get(whose, "")
                yield _Exchange(asked=asked, status=status, result=result, error=error, made=made)
        elif (found := _BODY.search(line)) and last in open_:
            asked = open_[last]
            open_[last] = _Asked(
                method=asked.method, path=asked.path, body=found[1].strip(), at_ms=asked.at_ms
            )
        elif found := _RESULT.search(line):
            results[whose] = found[2].strip()
        elif found := _ERROR.search(line):
            errors[whose] = found[1] or "error"
        elif found := _MADE.search(line):
            made = found[1] or found[2]


def _clock(line: str, last: int) -> int:
    found = _TIME.match(line)
    if found is None:
        return last
    try:
        moment = datetime.fromisoformat(f"{found[1]}T{found[2]}.{found[3]}").replace(tzinfo=UTC)
    except ValueError:  # no such day
        return last
    return int(moment.timestamp() * 1000)


def _read_session(path: Path, session: str, exchanges: list[_Exchange]) -> Imported:
    at_ms = exchanges[0].asked.at_ms
    capabilities: JsonObject = {}
    names: dict[str, str] = {}
    turns: list[AgentTurn] = []
    cut = 0
    for exchange in exchanges:
        command, body, is_cut = _read(exchange)
        cut += is_cut
        match command.role:
            case "new-session":
                capabilities = _capabilities(body)
            case "find":
                _remember(names, body, exchange.result)
            case "action":
                turns.append(AgentTurn(actions=_act(command, body, exchange, names, is_cut)))
    run = run_id(AppiumLog.name, path, session)
    is_ios = str(capabilities.get("platformName", "")).lower() == "ios"
    ended = any(one.asked.method == "DELETE" and one.status < 400 for one in exchanges[-1:])
    notes = [f"{cut} bodies were cut off by Appium"] if cut else []
    return Imported(
        run=run,
        id=session,
        format=AppiumLog.name,
        task=clip(str(capabilities.get("courtside:task", "")), 20_000),
        agent="appium",
        surface="ios" if is_ios else "android",
        domain=clip(_app(capabilities), 500),
        started_at_ms=at_ms,
        steps=join(run, [], turns),
        frames=Pictures(at_ms),
        note="; ".join(notes if ended else [*notes, "the log ends before the session does"]),
    )


def _read(exchange: _Exchange) -> tuple[AppiumCommand, JsonObject, bool]:
    """A request's command and body; whether Appium cut the body off."""
    command = read_command(exchange.asked.method, exchange.asked.path)
    words = exchange.asked.body
    try:
        body = parse_json(words, "body") if words.startswith("{") else {}
        is_cut = False
    except ValueError:
        body, is_cut = {}, True
    body = body if isinstance(body, dict) else {}
    return (read_script(command, body) if not is_cut else command), body, is_cut


def _capabilities(body: JsonObject) -> JsonObject:
    wanted = body.get("capabilities")
    wanted = wanted if isinstance(wanted, dict) else {}
    first = wanted.get("firstMatch")
    sets = [*(first if isinstance(first, list) else []), body.get("desiredCapabilities")]
    found: JsonObject = {}
    for one in (*sets, wanted.get("alwaysMatch")):
        if isinstance(one, dict):
            found |= one
    return found


def _app(capabilities: JsonObject) -> str:
    names = ("appium:appPackage", "appium:bundleId", "appium:app", "appPackage", "bundleId", "app")
    return next((str(capabilities[name]) for name in names if capabilities.get(name)), "")


def _remember(names: dict[str, str], asked: JsonObject, result: str) -> None:
    try:
        found = parse_json(result, "result")
    except ValueError:
        return
    for one in found if isinstance(found, list) else [found]:
        for id in one.values() if isinstance(one, dict) else ():
            names[str(id)] = clip(str(asked.get("value", "")), 500)


def _act(
    command: AppiumCommand,
    body: JsonObject,
    exchange: _Exchange,
    names: dict[str, str],
    is_cut: bool,
) -> tuple[Action, ...]:
    at_ms = exchange.asked.at_ms
    if is_cut:
        text = f"{command.verb} (cut off in the log)"
        actions: tuple[Action, ...] = (Action(kind="other", at_ms=at_ms, text=text),)
    else:
        targets = {id: _target(names.get(id, "")) for id in named_elements(command, body)}
        context = ScreenContext(targets=targets, has_secrets=False)
        actions = read_actions(command, body, at_ms, context)
    if exchange.status < 400:
        return actions
    return fail_actions(actions, exchange.error or str(exchange.status))


def _target(name: str) -> Target:
    """By how it was found; a log has no tree, so a name alone tells a secret field."""
    state = ("secret",) if _SECRET_NAME.search(name) else ()
    return Target(tag="element", text=name, state=state)
