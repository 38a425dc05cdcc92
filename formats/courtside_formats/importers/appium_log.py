"""Reads Appium's debug log: the actions of each session. A log has no screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from courtside_formats.appium.appium_command import AppiumCommand, read_command, read_script
from courtside_formats.appium.command_actions import (
    fail_actions,
    named_elements,
    read_actions,
    read_hidden,
)
from courtside_formats.appium.screen_context import ScreenContext
from courtside_formats.codecs.bounded import (
    JsonObject,
    parse_json,
    read_head,
    written_at_ms,
)
from courtside_store.records import Action, Target
from courtside_store.secret_names import is_secret_field
from courtside_store.shortened_text import shortened

from .appium_exchanges import Exchange, is_log, read_exchanges
from .imported import READ_ERRORS, Broken, Imported, run_id, say_broken
from .named_secrets import secret_state
from .pictures import Pictures
from .step_builder import AgentTurn, join

_SECRET_NAME = re.compile(r"pass(word|wd|code|phrase)\b|SecureTextField|secret", re.IGNORECASE)


class AppiumLog:
    """What `appium --log FILE` writes (level debug; `--log-timestamp` for times); a run for
    each session, its task the capability `courtside:task`.
    """

    name = "appium-log"
    label_source = "none"
    left_out = "screens; bodies of more than 1,024 characters, which Appium cuts off"

    def detect(self, path: Path) -> bool:
        """By the lines that each request leaves."""
        if path.suffix not in (".log", ".txt") or not path.is_file():
            return False
        return is_log(read_head(path))

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """One run for each session in the order of their begin. Bodies that Appium cut are told."""
        begun = written_at_ms(path)
        sessions: dict[str, list[Exchange]] = {}
        for exchange in read_exchanges(path, begun):
            session = (
                exchange.made or read_command(exchange.asked.method, exchange.asked.path).session
            )
            if session:
                sessions.setdefault(session, []).append(exchange)
        for session, exchanges in sessions.items():
            try:
                yield _read_session(path, session, exchanges)
            except READ_ERRORS as error:
                yield say_broken(f"{path}#{session}", error)


def _read_session(path: Path, session: str, exchanges: list[Exchange]) -> Imported:
    at_ms = exchanges[0].asked.at_ms
    capabilities: JsonObject = {}
    names: dict[str, str] = {}
    turns: list[AgentTurn] = []
    hidden: list[str] = []
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
                context = _context(command, body, names)
                actions = _act(command, body, exchange, context, is_cut)
                turns.append(AgentTurn(actions=actions))
                hidden.extend(read_hidden(command, body, context))
    run = run_id(AppiumLog.name, path, session)
    is_ios = str(capabilities.get("platformName", "")).lower() == "ios"
    ended = any(one.asked.method == "DELETE" and one.status < 400 for one in exchanges[-1:])
    notes = [f"{cut} bodies were cut off by Appium"] if cut else []
    return Imported(
        run=run,
        id=session,
        format=AppiumLog.name,
        task=shortened(str(capabilities.get("courtside:task", "")), 20_000),
        agent="appium",
        surface="ios" if is_ios else "android",
        domain=shortened(_app(capabilities), 500),
        started_at_ms=at_ms,
        steps=join(run, [], turns),
        frames=Pictures(at_ms),
        hidden=tuple(hidden),
        note="; ".join(notes if ended else [*notes, "the log ends before the session does"]),
    )


def _read(exchange: Exchange) -> tuple[AppiumCommand, JsonObject, bool]:
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
            names[str(id)] = shortened(str(asked.get("value", "")), 500)


def _context(command: AppiumCommand, body: JsonObject, names: dict[str, str]) -> ScreenContext:
    targets = {id: _target(names.get(id, "")) for id in named_elements(command, body)}
    return ScreenContext(targets=targets, has_secrets=False)


def _act(
    command: AppiumCommand,
    body: JsonObject,
    exchange: Exchange,
    context: ScreenContext,
    is_cut: bool,
) -> tuple[Action, ...]:
    at_ms = exchange.asked.at_ms
    if is_cut:
        text = f"{command.verb} (cut off in the log)"
        actions: tuple[Action, ...] = (Action(kind="other", at_ms=at_ms, text=text),)
    else:
        actions = read_actions(command, body, at_ms, context)
    if exchange.status < 400:
        return actions
    return fail_actions(actions, exchange.error or str(exchange.status))


def _target(name: str) -> Target:
    """By how it was found; a log has no tree, so a name alone tells a secret field."""
    is_secret = is_secret_field(name) or _SECRET_NAME.search(name) is not None
    return Target(tag="element", text=name, state=secret_state(is_secret))
