"""What kind of command a request to Appium is, by its method, path and script. Knows no screen."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.records import Record

CommandRole = Literal[
    "new-session", "end-session", "action", "screenshot", "source", "find", "other"
]
"""What a command means to a recorder: "other" changes nothing on the screen."""
_PATH = re.compile(r"^(?P<base>.*)/session(?:/(?P<session>[^/]+)(?:/(?P<rest>.+))?)?$")
_ELEMENT = re.compile(r"^element/(?P<element>[^/]+)/(?P<verb>.+)$")
_FINDS = re.compile(r"((element|shadow)/[^/]+/)?elements?")
_READS = re.compile(
    r"execute_async|timeouts.*|log|se/log|context"
    r"|window(/(new|rect))?|frame(/parent)?|cookie|print|ime/.*"
    r"|appium/(settings|events|log_event|element/.+|start_recording_screen|stop_recording_screen"
    r"|getPerformanceData|performanceData/types|compare_images|app/strings)"
    r"|appium/device/(get_\w+|is_\w+|pull_\w+|push_file|app_installed|app_state|current_\w+|"
    r"display_density|system_bars|system_time|finger_print)"
)
"""Commands by POST that leave the screen as it is."""
_READING_SCRIPTS = re.compile(
    r"(get|is|list|query|start\w*(logs|recording|streaming)|stop\w*(logs|recording|streaming)"
    r"|(battery|device)info|viewport(rect|screenshot)|screenshots|pull|push|deletefile|pagesource"
    r"|source$|contexts|apps|(has|check)\w+)",
    re.IGNORECASE,
)
_SCRIPT = re.compile(r"(?P<whose>\w+):\s*(?P<name>\w+)")
_READING_SHELL = frozenset(
    ("cat", "date", "df", "dumpsys", "getprop", "grep", "ls", "ps", "pidof", "stat")
)


class AppiumCommand(Record, frozen=True, kw_only=True):
    """One request, read."""

    role: CommandRole
    session: str = ""
    """Appium's own id; empty where the request is about none."""
    base: str = ""
    """What stands before /session in the path, e.g. /wd/hub."""
    verb: str = ""
    """The rest of the path without ids: `actions`, `element/click`, `mobile: pressKey`."""
    element: str = ""


def read_command(method: str, target: str) -> AppiumCommand:
    """A request's command. Of `execute/sync`, `read_script` says more once the body is there."""
    path = target.partition("?")[0]
    if "://" in path:  # the absolute form that clients send to proxies
        path = "/" + path.partition("://")[2].partition("/")[2]
    found = _PATH.match(path.rstrip("/"))
    if found is None:
        return AppiumCommand(role="other")
    base, session, rest = found["base"], found["session"] or "", found["rest"] or ""
    if not session:
        return AppiumCommand(role="new-session" if method == "POST" else "other", base=base)
    hit = _ELEMENT.match(rest)
    element = hit["element"] if hit else ""
    verb = f"element/{hit['verb']}" if hit else rest
    role = _role(method, rest)
    if element == "active":
        element, verb = "", rest
    return AppiumCommand(role=role, session=session, base=base, verb=verb, element=element)


def _role(method: str, rest: str) -> CommandRole:
    match method, rest:
        case "DELETE", "":
            return "end-session"
        case "GET", "screenshot":
            return "screenshot"
        case "GET", "source":
            return "source"
        case "POST", _ if _FINDS.fullmatch(rest):
            return "find"
        case "POST", _ if not _READS.fullmatch(rest):
            return "action"
        case _:
            return "other"


def read_script(command: AppiumCommand, body: JsonObject) -> AppiumCommand:
    """The same command with what its script is: `mobile: pressKey` is an action of that name."""
    if command.verb != "execute/sync":
        return command
    script = str(body.get("script") or "").strip()
    named = _SCRIPT.fullmatch(script)
    if named is None:  # a web view's JavaScript; comments begin Selenium's own
        reads = script.startswith(("return", "/*"))
    elif named["name"] == "shell":
        reads = str(first_argument(body).get("command")).split(" ")[0] in _READING_SHELL
    else:
        reads = _READING_SCRIPTS.match(named["name"]) is not None
    verb = f"{named['whose']}: {named['name']}" if named else "script"
    return msgspec.structs.replace(command, role="other" if reads else "action", verb=verb)


def first_argument(body: JsonObject) -> JsonObject:
    """What a `mobile:` script was given; empty where that is no object."""
    args = body.get("args")
    first = args[0] if isinstance(args, list) and args else {}
    return first if isinstance(first, dict) else {}
