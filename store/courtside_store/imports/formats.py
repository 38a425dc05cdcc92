"""Every format that can be imported, and how the right one is found. Knows none from inside."""

from __future__ import annotations

import logging
import pickle
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from courtside_store.records import Step
from courtside_store.wire import encode

from .agent_reward_bench import AgentRewardBench
from .aitw import AndroidInTheWild
from .androidworld import AndroidWorld
from .atif import Atif
from .browser_use import BrowserUse
from .browsergym import BrowserGym
from .files import by_number
from .imported import Broken, Format, Imported
from .mind2web import Mind2Web
from .open_operator import OpenOperator
from .opencua import OpenCua
from .osworld import OSWorld
from .playwright_trace import PlaywrightTrace
from .runs_jsonl import RunsJsonl
from .screenagent import ScreenAgent
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
    Mind2Web(),
    OSWorld(),
    BrowserUse(),
    PlaywrightTrace(),
    ScreenAgent(),
    AndroidInTheWild(),
    Atif(),
    OpenOperator(),
    OpenCua(),
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
    """The same, with what could not be read among the runs."""
    for known, unit in find_units(path, format):
        yield from read_unit(known, unit)


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
        raise ValueError(f"{path}: nothing of {what}; known formats: {', '.join(NAMES[1:])}")
    return units


def _walk(path: Path, wanted: list[Format]) -> Iterator[tuple[Format, Path]]:
    for known in wanted:
        if _is_one(known, path):
            yield known, path
            return
    if path.is_dir():
        for child in by_number(path.iterdir()):
            if not child.is_symlink():
                yield from _walk(child, wanted)


def _is_one(known: Format, path: Path) -> bool:
    try:
        return known.detect(path)
    except OSError as error:
        log.warning("%s cannot be looked at: %s", path, error)
        return False


def read_unit(known: Format, unit: Path) -> Iterator[Imported | Broken]:
    """The runs of one file or folder; one that breaks off is told after those before it."""
    try:
        for found in known.read(unit):
            yield _checked(found, unit) if isinstance(found, Imported) else found
    except (
        ValueError,
        OSError,
        EOFError,
        KeyError,
        TypeError,
        AttributeError,
        pickle.UnpicklingError,
        zipfile.BadZipFile,
    ) as error:
        reason = str(error) if isinstance(error, ValueError | OSError) else repr(error)
        yield Broken(path=str(unit), reason=reason)


def _checked(found: Imported, unit: Path) -> Imported | Broken:
    """Holds a run against the records' own limits, so that the daemon will take it whole."""
    try:
        for step in found.steps:
            msgspec.json.decode(encode(step), type=Step)
    except msgspec.ValidationError as error:
        return Broken(path=f"{unit}#{found.id}", reason=str(error))
    return found
