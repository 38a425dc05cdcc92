"""Pairs each request in Appium's log with its answer. Knows no command's meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from courtside_formats.codecs.bounded import read_lines
from courtside_store.records import Record

MAX_LINE = 1_000_000
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_WHOSE = re.compile(r"\[([0-9a-f]{8})\]")
"""The id of the session, which Appium writes before each line since version 2."""
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


class LoggedRequest(Record, frozen=True, kw_only=True):
    """One request, until its answer comes."""

    method: str
    path: str
    body: str
    at_ms: int


class Exchange(Record, frozen=True, kw_only=True):
    """One request with its answer."""

    asked: LoggedRequest
    status: int
    result: str = ""
    error: str = ""
    made: str = ""
    """The session that it made."""


def is_log(head: str) -> bool:
    """Whether the beginning of a file has Appium's greeting or a request."""
    text = _COLOURS.sub("", head)
    return "[Appium] Welcome to Appium" in text or _ASKED.search(text) is not None


def read_exchanges(path: Path, begun: int) -> Iterator[Exchange]:
    """Requests with their answers. Sessions run beside each other; each asks one at a time.

    `begun`: the time of lines before the first that has one, in milliseconds.
    """
    open_ = _OpenRequests(begun)
    for _, raw in read_lines(path):
        line = _COLOURS.sub("", raw[:MAX_LINE].decode("utf-8", "replace"))
        if exchange := open_.take(line):
            yield exchange


class _OpenRequests:
    """Requests without an answer, and what the log says of each session until it comes."""

    def __init__(self, begun: int) -> None:
        self._open: dict[tuple[str, str], LoggedRequest] = {}
        self._last: tuple[str, str] | None = None
        self._results: dict[str, str] = {}
        self._errors: dict[str, str] = {}
        self._made = ""
        self._at_ms = begun

    def take(self, line: str) -> Exchange | None:
        """The exchange that ends with this line, if one does."""
        self._at_ms = _clock(line, self._at_ms)
        whose = found[1] if (found := _WHOSE.search(line)) else ""
        if found := _ASKED.search(line):
            self._begin(found[1], found[2], found[3], whose)
        elif found := _ANSWERED.search(line):
            return self._end((found[1], found[2]), int(found[3]), whose)
        elif (found := _BODY.search(line)) and self._last in self._open:
            asked = self._open[self._last]
            self._open[self._last] = msgspec.structs.replace(asked, body=found[1].strip())
        elif found := _RESULT.search(line):
            self._results[whose] = found[2].strip()
        elif found := _ERROR.search(line):
            self._errors[whose] = found[1] or "error"
        elif found := _MADE.search(line):
            self._made = found[1] or found[2]
        return None

    def _begin(self, method: str, path: str, body: str, whose: str) -> None:
        self._last = (method, path)
        self._open[self._last] = LoggedRequest(
            method=method, path=path, body=body.strip(), at_ms=self._at_ms
        )
        self._results.pop(whose, None)
        self._errors.pop(whose, None)
        self._made = ""

    def _end(self, key: tuple[str, str], status: int, whose: str) -> Exchange | None:
        asked = self._open.pop(key, None)
        if asked is None:
            return None
        result, error = self._results.get(whose, ""), self._errors.get(whose, "")
        return Exchange(asked=asked, status=status, result=result, error=error, made=self._made)


def _clock(line: str, last: int) -> int:
    found = _TIME.match(line)
    if found is None:
        return last
    try:
        moment = datetime.fromisoformat(f"{found[1]}T{found[2]}.{found[3]}").replace(tzinfo=UTC)
    except ValueError:  # no such day
        return last
    return int(moment.timestamp() * 1000)
