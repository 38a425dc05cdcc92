"""A judge of somebody else's package that does what no judge may. The environment says what."""

from __future__ import annotations

import ctypes
import fcntl
import os
import sys
import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from courtside_judge.context import JudgeContext
from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.records import Evidence, JudgeStamp, RunVerdict, Step, StepVerdict, now_ms

NAME = "hostile"
STAMP = JudgeStamp(name=NAME)


class HostileJudge:
    """`HOSTILE` is the misdeed; it happens on the second step and at the end, a failure."""

    name = NAME

    def __init__(self, context: JudgeContext) -> None:
        if os.environ["HOSTILE"] == "cannot be made":
            raise LookupError("its licence is gone")

    def stamp(self) -> JudgeStamp:
        return STAMP

    def start(self, case: Case, frames: ReadFrame) -> HostileSession:
        return HostileSession(case)


class HostileSession:
    def __init__(self, case: Case) -> None:
        self._run = case.run

    def recall(self, step: Step) -> None:
        pass

    def step(self, step: Step) -> Any:
        good = StepVerdict(run=step.run, step=step.index, judge=STAMP, at_ms=now_ms())
        return misdeed(good) if step.index == 2 else good

    def finish(self, ending: Ending) -> Any:
        return misdeed(RunVerdict(run=self._run, label="failure", judge=STAMP, at_ms=now_ms()))


def misdeed(good: Any) -> Any:
    """What it answers instead of the right thing, if it answers."""
    match os.environ["HOSTILE"]:
        case "raises":
            raise RuntimeError("no page \udcff")
        case "exits":
            sys.exit(3)
        case "exits in a group":
            raise BaseExceptionGroup("several", [SystemExit(3)])
        case "cannot be put in words":
            raise Wordless
        case "has too much to say":
            piece = Evidence(kind="kind", text="x" * 10_000)
            return replace(good, evidence=(piece,) * 1_000)
        case "forks":
            fork()
        case "dies":
            os._exit(9)
        case "crashes":
            ctypes.string_at(0)
        case "says nothing":
            return None
        case "says something else":
            return object()
        case "is no probability":
            return replace(good, score=float("nan"))
        case "is a number too large":
            return replace(good, took_ms=1e308, at_ms=2**70)
        case "is no text":
            return replace(good, explanation="\ud800")
        case "is too long":
            return replace(good, explanation="x" * 100_000)
        case "never ends":
            return replace(good, judge=replace(STAMP, settings=endless()))
        case "is about another run":
            return replace(good, run="run_" + "9" * 20)
        case "is of another type":
            return Ending(ended_by="finish")
    return good


class Wordless(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


def fork() -> None:
    """A child that holds the lock for as long as it lives."""
    lock = os.open(os.environ["HOSTILE_LOCK"], os.O_CREAT | os.O_RDWR)
    fcntl.flock(lock, fcntl.LOCK_EX)
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)


def endless() -> Any:
    """A value that holds itself."""
    ring: dict[str, Any] = {}
    ring["a"] = ring
    return ring


MISDEEDS = (
    "raises",
    "exits",
    "exits in a group",
    "dies",
    "crashes",
    "cannot be put in words",
    "has too much to say",
    "says nothing",
    "says something else",
    "is no probability",
    "is a number too large",
    "is no text",
    "is too long",
    "never ends",
    "is about another run",
    "is of another type",
)


def install(folder: Path) -> str:
    """Installs it as a package would; the PYTHONPATH under which it is found."""
    info = folder / "hostile_judge-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile-judge\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        f"[courtside.judges]\n{NAME} = hostile_judge:HostileJudge\n"
    )
    return os.pathsep.join([str(folder), str(Path(__file__).parent)])
