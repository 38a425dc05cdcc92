"""A recorded run as an importer hands it over, and what an importer is. Knows no format."""

from __future__ import annotations

import csv
import hashlib
import math
import pickle
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from msgspec import field

from courtside_store.blobs import ReadFrame, no_frames
from courtside_store.records import EndedBy, Millis, Record, Short, Step, StepLabel, Surface, Text

from .broken_reasons import why_broken


class Facts(Record, frozen=True, kw_only=True):
    """What is known of somebody else's run beside its steps."""

    run: str
    """Our id of it: the same whenever the same file is read again."""
    id: str
    """The source's own name for it."""
    format: Short
    task: Text = ""
    agent: Short = ""
    surface: Surface = "web"
    domain: Short = ""
    """App, site or split, for tables."""
    start_url: Text = ""
    started_at_ms: Millis
    """When it was recorded; where that is not told, when its file was written."""
    answer: Text = ""
    claims_success: bool | None = None
    of_agent: bool = False
    """Of an agent that says when it is done, so that one which does not was cut off."""
    truncated: bool = False
    """The recording says that the agent was cut off, whatever it had answered by then."""
    oracle: bool | None = None
    """The label that came with it; None where there was none."""
    reward: float | None = None
    """The source's own number; a part of 1 is no success."""
    step_labels: dict[int, StepLabel] = field(default_factory=dict)
    """What people said of steps, by step number."""
    note: str = ""
    unpictured: tuple[Short, ...] = ()
    """Why screens have no picture, by the recording itself: none of these is lost in the import."""
    with_task: tuple[str, ...] = ()
    """Runs that were read before, whose task is this one's too: something secret was cut out of it
    only now.
    """

    @property
    def ended_by(self) -> EndedBy:
        """Where there is no answer, and no claim of success or failure, the recording just ends."""
        if self.truncated:
            return "truncated"
        if self.answer or self.claims_success is not None:
            return "finish"
        return "truncated" if self.of_agent else "stop"


class Imported(Facts, frozen=True, kw_only=True):
    """One run of somebody else's agent, in our words."""

    steps: tuple[Step, ...] = ()
    frames: ReadFrame = no_frames
    hidden: tuple[str, ...] = ()
    """What went into secret fields and is in no step, to be cut out of the rest; empty once it is.
    """


class Broken(Record, frozen=True, kw_only=True):
    """What could not be read, and why, in one line."""

    path: str
    reason: str


READ_ERRORS = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    ArithmeticError,
    OSError,
    EOFError,
    RuntimeError,
    csv.Error,
    pickle.UnpicklingError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    MemoryError,
)
"""What reading a foreign file may raise where it is shaped otherwise than its format says."""


def say_broken(path: Path | str, error: BaseException) -> Broken:
    """Which file, and why in one line."""
    reason = why_broken(path, error)
    return Broken(path=_readable(str(path)), reason=_readable(" ".join(reason.split())))


def _readable(words: str) -> str:
    """A name that is not UTF-8 with its odd bytes spelt out."""
    return words.encode("utf-8", "backslashreplace").decode()


class Format(Protocol):
    """Reads one kind of recording; the class says in its docstring which."""

    name: str
    label_source: str
    """Where a run's success comes from, for the table in docs/reference/formats.md."""
    left_out: str
    """What of a recording is not imported, for the same table."""

    def detect(self, path: Path) -> bool:
        """Whether this file or folder is one. Looks at names and beginnings only."""

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """Every run in it. Raises ValueError or OSError where nothing can be read at all."""


def run_id(format: str, path: Path, id: str) -> str:
    """The id of a run, from where it came from: importing it twice is importing it once."""
    named = "\0".join((format, str(path.resolve()), id))
    return f"run_{hashlib.sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


_YES = {"success", "successful", "pass", "passed", "true", "yes", "1", "1.0"}
_NO = {"failure", "failed", "fail", "unsuccessful", "false", "no", "0", "0.0"}


def read_success(value: Any) -> tuple[bool | None, float | None]:
    """A label as (oracle, reward): a fraction is kept as reward and is no success; NaN is no label.

    Raises ValueError for a word that is neither yes nor no.
    """
    match value:
        case None:
            return None, None
        case bool():
            return value, None
        case int() | float():
            return (value >= 1, float(value)) if math.isfinite(value) else (None, None)
        case str() if not value.strip() or value.strip().lower() in ("nan", "none", "null"):
            return None, None
        case str() if value.strip().lower() in _YES | _NO:
            return value.strip().lower() in _YES, None
    raise ValueError(f"success is {value!r}; expected true, false, a number or success / failure")
