"""Reads pickles by hand, since `pickle` runs what a file names: here nothing is ever imported.

Plain values come as they are, numpy's arrays as `Array`, and objects of the benchmarks' own
classes as a `PickledObject` of their fields. A pickle that names anything else is refused.
"""

from __future__ import annotations

import collections
import datetime
import io
import pickle
import struct
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar

from PIL import Image

from courtside_store.wire import MAX_IMAGE_PIXELS

from .bounded import read_bytes, without_half

TRUSTED = (
    "android_world",
    "browsergym",
    "agentlab",
    "bgym",
    "openai",
    "anthropic",
    "litellm",
    "weblinx_browsergym",
    "torch",
)
"""Packages whose names may occur; they too become shells, nothing of them is run."""


class PickledObject(dict[Any, Any]):
    """What is left of an object of a class that is not here: its arguments and fields."""

    named: ClassVar[str] = ""

    def __new__(cls, *args: Any, **more: Any) -> PickledObject:
        made = super().__new__(cls)
        made.args = args
        made.state = dict(more)
        return made

    args: tuple[Any, ...]
    state: dict[str, Any]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__()

    def __setstate__(self, state: Any) -> None:
        for part in state if isinstance(state, tuple) else (state,):
            if isinstance(part, dict):
                self.state.update(part)

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def fields(thing: Any) -> dict[str, Any]:
    """A record of a pickle, or an object of JSON, as names and values."""
    if isinstance(thing, PickledObject):
        return dict(thing) | thing.state
    return thing if isinstance(thing, dict) else {}


class Dtype:
    """numpy's name of what an array is made of, e.g. `u1`."""

    def __init__(self, code: Any = "", *_: Any) -> None:
        self.code = str(code)

    def __setstate__(self, state: Any) -> None:
        """Byte order and fields: an image's bytes have neither."""


class Array:
    """An array as numpy pickles it: shape, kind and bytes. Images only: the rest is not needed."""

    shape: tuple[int, ...] = ()
    code: str = ""
    data: bytes = b""

    def __setstate__(self, state: Any) -> None:
        _, shape, kind, _, data = state
        self.shape = tuple(int(side) for side in shape)
        self.code = kind.code if isinstance(kind, Dtype) else ""
        self.data = data if isinstance(data, bytes) else b""

    def as_png(self) -> bytes:
        """Height x width x 3 (or 4) bytes as PNG. Raises ValueError where it is no image."""
        height, width, channels = self.shape if len(self.shape) == 3 else (0, 0, 0)
        mode = {3: "RGB", 4: "RGBA"}.get(channels)
        whole = height * width * channels
        if mode is None or self.code not in ("u1", "|u1") or len(self.data) != whole:
            raise ValueError(f"an array of {self.code} {self.shape} is not an image")
        if height * width > MAX_IMAGE_PIXELS:
            raise ValueError(f"image is {width}x{height}; at most {MAX_IMAGE_PIXELS} pixels")
        out = io.BytesIO()
        Image.frombytes(mode, (width, height), self.data).convert("RGB").save(
            out, "PNG", compress_level=1
        )
        return out.getvalue()


def _array(*_: Any) -> Array:
    return Array()


def _held(data: Any = b"", *_: Any) -> bytes:
    """Bytes that are there; a mere number would ask for so much memory."""
    return bytes(data) if isinstance(data, bytes | bytearray | memoryview) else b""


def _from_buffer(data: Any, kind: Any, shape: Any, *_: Any) -> Array:
    made = Array()
    made.__setstate__((1, shape, kind, False, _held(data)))
    return made


def _scalar(kind: Any, data: Any = b"") -> float | int | bool | None:
    """numpy's number; None for one of a kind that no label has."""
    if not isinstance(data, bytes):
        return None
    match kind.code[-2:]:
        case "f8" | "f4" | "f2":
            return float(struct.unpack({8: "<d", 4: "<f", 2: "<e"}[len(data)], data)[0])
        case "b1":
            return bool(data[0])
        case "i8" | "i4" | "i2" | "i1":
            return int.from_bytes(data, "little", signed=True)
        case "u8" | "u4" | "u2" | "u1":
            return int.from_bytes(data, "little")
    return None


_PLAIN: dict[tuple[str, str], Any] = {
    ("builtins", "set"): set,
    ("builtins", "frozenset"): frozenset,
    ("builtins", "list"): list,
    ("builtins", "dict"): dict,
    ("builtins", "tuple"): tuple,
    ("builtins", "bytearray"): _held,
    ("builtins", "object"): PickledObject,
    ("collections", "OrderedDict"): dict,
    ("collections", "deque"): collections.deque,
    ("collections", "defaultdict"): lambda *_: {},
    ("copyreg", "_reconstructor"): lambda kind, *_: kind(),
    ("datetime", "datetime"): datetime.datetime,
    ("datetime", "timedelta"): datetime.timedelta,
    ("datetime", "timezone"): datetime.timezone,
    ("pathlib", "Path"): PurePosixPath,
    ("pathlib", "PosixPath"): PurePosixPath,
    ("pathlib", "PurePosixPath"): PurePosixPath,
    ("pathlib._local", "PosixPath"): PurePosixPath,
    ("numpy", "ndarray"): Array,
    ("numpy", "dtype"): Dtype,
}
for _module in ("numpy.core", "numpy._core"):
    _PLAIN[f"{_module}.multiarray", "_reconstruct"] = _array
    _PLAIN[f"{_module}.multiarray", "scalar"] = _scalar
    _PLAIN[f"{_module}.numeric", "_frombuffer"] = _from_buffer


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        plain = _PLAIN.get((module, name))
        if plain is not None:
            return plain
        if module.partition(".")[0] in TRUSTED:
            return type(name, (PickledObject,), {"named": f"{module}.{name}"})
        raise pickle.UnpicklingError(f"it names {module}.{name}, which no recorded run needs")

    def persistent_load(self, pid: Any) -> None:
        """torch's numbers stand outside the pickle; no label and no image is among them."""


def read_pickle(path: Path) -> Any:
    """What is in a pickle (or .gz of one). Raises ValueError where it is broken or wants to act."""
    return parse_pickle(read_bytes(path), path.name)


def parse_pickle(data: bytes, name: str) -> Any:
    """Parses a pickle from bytes that are here already. Half a character, which a text that was cut
    may end with, becomes U+FFFD."""
    try:
        return _without_halves(_Reader(io.BytesIO(data)).load(), {})
    except (
        pickle.UnpicklingError,
        EOFError,
        AttributeError,
        ImportError,
        IndexError,
        KeyError,
        TypeError,
        ValueError,
        OverflowError,
        RecursionError,
    ) as error:
        refused = str(error) if isinstance(error, pickle.UnpicklingError) else ""
        why = refused if refused.startswith("it names") else "it breaks off, or is damaged"
        raise ValueError(f"{name}: no pickle that can be read: {why}") from error


def _without_halves(value: Any, done: dict[int, Any]) -> Any:
    """The value with whole characters; what can be changed is changed in place. `done`: what became
    of each by its id, as a pickle may hold one in several places, and in itself.
    """
    if isinstance(value, str):
        return without_half(value)
    if id(value) in done:
        return done[id(value)]
    done[id(value)] = value
    match value:
        case list() | collections.deque():
            items = [_without_halves(one, done) for one in value]
            value.clear()
            value.extend(items)
        case dict():
            for held in (value, value.state) if isinstance(value, PickledObject) else (value,):
                whole = {
                    _without_halves(key, done): _without_halves(one, done)
                    for key, one in held.items()
                }
                held.clear()
                held.update(whole)
        case set():
            members = [_without_halves(one, done) for one in value]
            value.clear()
            value.update(members)
        case tuple() | frozenset():
            done[id(value)] = type(value)(_without_halves(one, done) for one in value)
    return done[id(value)]
