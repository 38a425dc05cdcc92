"""Every format that can be imported, and how the right one is found. Knows none from inside."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from courtside_formats.codecs.bounded import by_number
from courtside_store import wire
from courtside_store.addresses import clean_step
from courtside_store.records import Observation, Oracle, Step
from courtside_store.run_secrets import find_secrets
from courtside_store.secret_values import (
    MIN_WORD_CHARS,
    cut_screens,
    cut_step,
    cut_values,
    cut_words,
)

from .agent_reward_bench import AgentRewardBench
from .aitw import AndroidInTheWild
from .androidworld import AndroidWorld
from .appium_log import AppiumLog
from .atif import Atif
from .browser_use import BrowserUse
from .browsergym import BrowserGym
from .imported import READ_ERRORS, Broken, Format, Imported, say_broken
from .mind2web import Mind2Web
from .named_secrets import with_named_secrets
from .open_operator import OpenOperator
from .opencua import OpenCua
from .osworld import OSWorld
from .pae import Pae
from .playwright_trace import PlaywrightTrace
from .runs_jsonl import RunsJsonl
from .screenagent import ScreenAgent
from .shared_tasks import SharedTasks
from .webarena import WebArena
from .webvoyager import WebVoyager

log = logging.getLogger(__name__)

FORMATS: tuple[Format, ...] = (
    RunsJsonl(),
    AndroidWorld(),
    WebArena(),
    BrowserGym(),
    AgentRewardBench(),
    WebVoyager(),
    Pae(),
    Mind2Web(),
    OSWorld(),
    BrowserUse(),
    PlaywrightTrace(),
    ScreenAgent(),
    AndroidInTheWild(),
    Atif(),
    OpenOperator(),
    OpenCua(),
    AppiumLog(),
)
"""The first that knows a file or folder reads it."""

AUTO = "auto"
NAMES = (AUTO, *(known.name for known in FORMATS))


def load_runs(path: Path, format: str = AUTO) -> Iterator[Imported]:
    """Every run in a file or folder; what cannot be read is logged and left out.

    Raises ValueError where there is nothing of a known format, FileNotFoundError where there is
    no such path. Frames are read again when asked for: keep the files until then.
    """
    for found in read_runs(path, format):
        match found:
            case Imported():
                yield found
            case Broken():
                log.warning("%s left out: %s", found.path, found.reason)


def read_runs(path: Path, format: str = AUTO) -> Iterator[Imported | Broken]:
    """Every run of the files, with what could not be read among the runs."""
    tasks = SharedTasks()
    for known, unit in find_units(path, format):
        yield from read_unit(known, unit, tasks)


def find_units(path: Path, format: str = AUTO) -> list[tuple[Format, Path]]:
    """The files and folders to read, each with its format.

    A file that the format was named for is taken at one's word. Raises ValueError for a format
    that nobody knows or that nothing is of, and FileNotFoundError for a path that is not there.
    """
    if format not in NAMES:
        raise ValueError(f"format is {format!r}; expected one of {', '.join(NAMES)}")
    if not path.exists():
        raise FileNotFoundError(f"{path} is not there")
    wanted = [known for known in FORMATS if format in (AUTO, known.name)]
    if format != AUTO and path.is_file():
        return [(wanted[0], path)]
    units = list(_walk(path, wanted))
    if not units:
        what = "any known format" if format == AUTO else f"format {format}"
        named = "; `--format NAME` reads a file whatever it is called" if path.is_file() else ""
        known = ", ".join(NAMES[1:])
        raise ValueError(f"{path}: nothing of {what}; known formats: {known}{named}")
    return units


def format_named(name: str) -> Format:
    """Raises KeyError where there is none."""
    return {known.name: known for known in FORMATS}[name]


def _walk(path: Path, wanted: list[Format]) -> Iterator[tuple[Format, Path]]:
    for known in wanted:
        if _is_one(known, path):
            yield known, path
            return
    if path.is_dir():
        for child in by_number(path.iterdir()):
            if not (child.is_symlink() and child.is_dir()):  # it may lead back here
                yield from _walk(child, wanted)


def _is_one(known: Format, path: Path) -> bool:
    try:
        return known.detect(path)
    except READ_ERRORS as error:
        log.warning("%s cannot be looked at: %s", path, error)
        return False


def read_unit(
    known: Format, unit: Path, tasks: SharedTasks | None = None
) -> Iterator[Imported | Broken]:
    """The runs of one file or folder; one that breaks off is told after those before it, and of
    those of one id all but the first. `tasks`: of what was read before.
    """
    tasks = tasks or SharedTasks()
    runs: set[str] = set()
    try:
        for found in known.read(unit):
            if isinstance(found, Broken):
                yield found
            elif found.run in runs:
                yield say_broken(f"{unit}#{found.id}", ValueError("an earlier run has this id too"))
            else:
                runs.add(found.run)
                yield _checked(found, unit, tasks)
    except READ_ERRORS as error:
        yield say_broken(unit, error)


def _checked(found: Imported, unit: Path, tasks: SharedTasks) -> Imported | Broken:
    """The run without secrets, as the store would keep it, for whoever reads it; held against the
    wire's own limits, so that the daemon will take it whole.
    """
    begin = wire.RunBegin(
        seq=1, run=found.run, at_ms=found.started_at_ms, task=found.task, agent=found.agent
    )
    end = wire.RunEnd(seq=1, run=found.run, at_ms=found.started_at_ms, answer=found.answer)
    steps = (wire.StepSeen(seq=1, step=step) for step in found.steps)
    try:
        for message in (begin, *steps, end, *_oracle(found)):
            data = wire.encode(message)
            msgspec.json.decode(data, type=type(message))
            if len(data) > wire.MAX_MESSAGE_BYTES:
                raise ValueError(f"a step has {len(data)} bytes; at most {wire.MAX_MESSAGE_BYTES}")
        return _without_secrets(found, tasks)
    except READ_ERRORS as error:
        return say_broken(f"{unit}#{found.id}", error)


def _without_secrets(found: Imported, tasks: SharedTasks) -> Imported:
    marked = with_named_secrets(found.steps)
    cleaned = tuple(map(clean_step, marked))
    values = find_secrets(marked, cleaned, found.hidden)
    steps = (cut_step(step, values) for step in cleaned)
    task, before = tasks.cut(found.run, found.task, values)
    return replace(
        found,
        steps=tuple(_sharing_screens(cut_screens(step, values) for step in steps)),
        task=task,
        with_task=before,
        agent=cut_words(found.agent, values),
        domain=cut_words(found.domain, values),
        start_url=cut_values(found.start_url, values),
        answer=cut_words(found.answer, values, MIN_WORD_CHARS),
        note=cut_words(found.note, values),
        hidden=(),
    )


def _sharing_screens(steps: Iterable[Step]) -> Iterator[Step]:
    """Each step begins with the very screen with which the one before it ended, where that is the
    same: it is sent and counted once."""
    last: Observation | None = None
    for step in steps:
        shared = replace(step, before=last) if step.before == last else step
        last = shared.after
        yield shared


def _oracle(found: Imported) -> Iterator[wire.OracleResult]:
    if found.oracle is not None:
        at_ms = found.started_at_ms
        oracle = Oracle(run=found.run, success=found.oracle, reward=found.reward, at_ms=at_ms)
        yield wire.OracleResult(seq=1, oracle=oracle)
