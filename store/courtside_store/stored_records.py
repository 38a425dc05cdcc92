"""Turns what is kept back into records. One that cannot be read becomes one that says why.

Older versions kept numbers and texts beyond today's bounds, and a disk may damage a row: such a row
is shown with its reason and hides none of its neighbours. Knows no SQL.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from . import wire
from .records import (
    Action,
    JudgeStamp,
    Observation,
    Oracle,
    Override,
    Reflection,
    Run,
    RunVerdict,
    Step,
    StepVerdict,
)

T = TypeVar("T")
V = TypeVar("V", StepVerdict, RunVerdict)
UNKNOWN = JudgeStamp(name="unknown")
_LEARNED = "+learned."
RUN_COLUMNS = tuple(field.name for field in msgspec.structs.fields(Run))


def read_run(row: Sequence[Any]) -> Run:
    """A run from a row of RUN_COLUMNS."""
    values = dict(zip(RUN_COLUMNS, row, strict=True))
    claims = values["claims_success"]
    return Run(**{**values, "claims_success": None if claims is None else bool(claims)})


def pack(record: msgspec.Struct) -> bytes:
    """JSON, compressed: a screen's elements repeat themselves."""
    return zlib.compress(wire.encode(record), 1)


def unpack(body: bytes, kind: type[T]) -> T:
    """The inverse of `pack`. Raises ValueError where the body cannot be read."""
    try:
        plain = zlib.decompress(body)
    except zlib.error as error:
        raise ValueError(f"it cannot be read: {error}") from error
    return load(plain, kind)


def load(body: bytes, kind: type[T]) -> T:
    """A record from its JSON. Raises ValueError where that cannot be read."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ValueError(f"it cannot be read: {error}"[:500]) from error


def load_file(path: Path, kind: type[T]) -> T | None:
    """A record from a file of its own; None where there is none. Raises ValueError, with the path,
    where it cannot be read.
    """
    try:
        if path.exists() and not path.is_file():
            raise ValueError("something else is there; expected a file")
        return load(path.read_bytes(), kind)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, OSError) as error:
        why = error.strerror or "" if isinstance(error, OSError) else str(error)
        raise ValueError(f"{path}: {why[:1].lower()}{why[1:]}") from error


def step_from(body: bytes, run: str, number: int, at_ms: int) -> Step:
    """Decodes a stored step; its screens are stored apart and are left out."""
    try:
        return load(body, Step)
    except ValueError as error:
        why = Action(kind="other", at_ms=at_ms, text=f"this step was recorded, and {error}")
        return Step(run=run, index=number, actions=(why,))


def look_from(body: bytes | None, at_ms: int) -> Observation | None:
    """A screen; None where there was none."""
    try:
        return unpack(body, Observation) if body else None
    except ValueError as error:
        return Observation(at_ms=at_ms, withheld=str(error))


def step_verdict_from(body: bytes, run: str, number: int) -> StepVerdict:
    """Decodes a stored verdict on a step."""
    try:
        return _with_learned(unpack(body, StepVerdict))
    except ValueError as error:
        return StepVerdict(
            run=run, step=number, status="error", explanation=str(error), judge=UNKNOWN, at_ms=0
        )


def run_verdict_from(body: bytes, run: str) -> RunVerdict:
    """Decodes a stored verdict on a run."""
    try:
        return _with_learned(unpack(body, RunVerdict))
    except ValueError as error:
        return RunVerdict(run=run, status="error", explanation=str(error), judge=UNKNOWN, at_ms=0)


def _with_learned(verdict: V) -> V:
    """What was learned from labels stood behind the version or the identity before it had a field
    of its own.
    """
    stamp = verdict.judge
    version, _, by_version = stamp.version.partition(_LEARNED)
    identity, _, by_identity = stamp.identity.partition(_LEARNED)
    if not (learned := by_version or by_identity):
        return verdict
    judge = replace(stamp, version=version, identity=identity, learned=learned)
    return replace(verdict, judge=judge)


def override_from(body: bytes, run: str, step: int | None) -> Override:
    """Decodes a stored override of a person."""
    try:
        return load(body, Override)
    except ValueError as error:
        return Override(run=run, step=step, note=str(error), at_ms=0)


def oracle_from(body: bytes, run: str, success: bool) -> Oracle:
    """A benchmark's result; its column has the word."""
    try:
        return load(body, Oracle)
    except ValueError as error:
        return Oracle(run=run, success=success, name=str(error), at_ms=0)


def reflection_from(body: bytes, run: str, revision: int) -> Reflection:
    """A lesson; one that cannot be read counts for that revision."""
    try:
        return load(body, Reflection)
    except ValueError as error:
        return Reflection(run=run, revision=revision, text=str(error), at_ms=0)
