"""Asks a helper process what is in the active window. Knows AT-SPI's answers, not its bindings."""

from __future__ import annotations

import contextlib
import select
import subprocess
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from courtside_store.geometry import Box, Point, area, opposite
from courtside_store.records import Element, Observation, Target

HELPER = Path(__file__).with_name("atspi_helper.py")
PYTHON = "/usr/bin/python3"
"""The system's own: the bindings of AT-SPI come as a package of the system."""
INSTALL = "apt-get install at-spi2-core python3-gi gir1.2-atspi-2.0"
NEEDS = f"it needs a D-Bus session and {INSTALL}"
MOST_ELEMENTS = 500
LOOK_S = 0.6
"""What takes longer is cut off; an application answers at the pace of its own event loop."""
START_S = 10.0
STARTS = 3
"""A helper that died is started again so often."""
_SHORT, _LONG = 500, 20_000


class Thing(Struct, frozen=True):
    """One element, from the helper."""

    tag: str = ""
    role: str = ""
    text: str = ""
    value: str = ""
    caption: str = ""
    box: Box | None = None
    interactable: bool = False
    state: tuple[str, ...] = ()
    at_s: float = 0.0
    """For the one that has the keyboard: since when, on time.monotonic()."""

    @property
    def is_secret(self) -> bool:
        """Whether it is, or was, a password's field."""
        return "secret" in self.state


class WindowContents(Struct, frozen=True):
    """What was in the active window once. Boxes are in units of the desktop."""

    elements: tuple[Thing, ...] = ()
    whole: bool = True
    """False where there was more than could be asked in time."""
    focus: tuple[Thing, ...] = ()
    """Who had the keyboard, the last one last."""
    secrets: tuple[Box, ...] = ()
    """Where passwords are, in whichever window."""
    error: str = ""

    def hit(self, point: Point) -> Thing | None:
        """The smallest thing under a point, one that can be used before one that cannot.

        Where not everything was asked, only one that can be used: what lies on it is not known.
        """
        under = [one for one in self.elements if one.box and one.box.covers(point)]
        hit = min(under, key=lambda one: (not one.interactable, area(one.box)), default=None)
        return hit if self.whole or (hit and hit.interactable) else None

    def focused(self, at_s: float) -> Thing | None:
        """Who had the keyboard at a time; None where it is unknown."""
        return next((one for one in reversed(self.focus) if one.at_s <= at_s), None)

    def focused_since(self, at_s: float) -> list[Thing]:
        """Everyone who has had the keyboard since then."""
        first = self.focused(at_s)
        later = [one for one in self.focus if one.at_s > at_s]
        return [first, *later] if first else later


class TreeProcess:
    """A helper process, started at the first question. One thread at a time may ask."""

    def __init__(self, python: str = PYTHON) -> None:
        self._python = python
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self.problem = ""
        """Why there are no elements, in a line; empty while there are."""

    def look(self, title: str = "") -> WindowContents | None:
        """What is in the active window; None where it is unknown, and then `problem` says why."""
        process = self._process or self._start()
        if process is None:
            return None
        question = msgspec.json.encode({"look": [title, MOST_ELEMENTS, LOOK_S]})
        line = _ask(process, question, LOOK_S * 3)
        try:
            if line is None:
                raise ValueError("the helper did not answer")
            answer = msgspec.json.decode(line, type=WindowContents, strict=False)
        except (ValueError, msgspec.MsgspecError) as error:
            self.problem = f"no elements from AT-SPI: {error}"
            self.close()
            return None
        self.problem = f"no elements from AT-SPI: {answer.error}" if answer.error else ""
        return None if answer.error else answer

    def close(self) -> None:
        """Ends the helper."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        process.wait(5.0)

    def _start(self) -> subprocess.Popen[bytes] | None:
        if self._starts >= STARTS:
            return None
        self._starts += 1
        try:
            process = subprocess.Popen(
                [self._python, "-I", str(HELPER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        except OSError as error:
            self.problem = f"no elements from AT-SPI: {error}; {INSTALL}"
            return None
        self._process = process
        if _read_line(process, START_S) is None:
            self.problem = f"no elements from AT-SPI: it does not start; {NEEDS}"
            self.close()
            self._starts = STARTS
            return None
        return process


def _ask(process: subprocess.Popen[bytes], question: bytes, timeout_s: float) -> bytes | None:
    assert process.stdin
    try:
        process.stdin.write(question + b"\n")
    except OSError:
        return None
    return _read_line(process, timeout_s)


def _read_line(process: subprocess.Popen[bytes], timeout_s: float) -> bytes | None:
    """A whole line; None where none came in time."""
    assert process.stdout
    end = time.monotonic() + timeout_s
    data = b""
    while not data.endswith(b"\n"):
        left = end - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            return None
        piece = process.stdout.read(65_536)
        if not piece:
            return None
        data += piece
    return data


def observe(look: WindowContents, into: Observation, origin: Point) -> Observation:
    """The observation with the look's elements, whose boxes then count from `origin`."""
    elements = tuple(
        Element(
            id=number,
            tag=one.tag[:_SHORT],
            role=one.role[:_SHORT],
            text=one.text[:_SHORT],
            value="" if one.is_secret else one.value[:_SHORT],
            caption=one.caption[:_SHORT],
            box=_counted_from(origin, one.box),
            interactable=one.interactable,
            state=one.state,
            source="ax",
        )
        for number, one in enumerate(look.elements, 1)
    )
    words = [word for one in look.elements if not one.is_secret for word in (one.text, one.value)]
    text = "\n".join(word for word in words if word)[:_LONG]
    return msgspec.structs.replace(into, elements=elements, text=text)


def name_target(thing: Thing | None, origin: Point) -> Target | None:
    """What an action hit."""
    if thing is None or not thing.role:
        return None
    return Target(
        tag=thing.tag[:_SHORT],
        role=thing.role[:_SHORT],
        text=(thing.text or thing.caption)[:_SHORT],
        box=_counted_from(origin, thing.box),
        state=thing.state,
    )


def _counted_from(origin: Point, box: Box | None) -> Box | None:
    return box.shifted(opposite(origin)) if box else None
