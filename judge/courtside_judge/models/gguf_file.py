"""Reads the header of a GGUF file, by hand: the `gguf` package needs numpy and reads a whole file.

It reads no weights, and names in one line a file that was cut off or damaged while it was loaded,
which that package does not. Knows no library that runs it. The format, versions 2 and 3:
https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import BinaryIO

import msgspec

from courtside_store.records import Record

MAX_STRING = 64 * 1024 * 1024
MAX_COUNT = 10_000_000
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q"}
_SCALARS |= {12: "d"}
_STRING, _ARRAY = 8, 9
_BLOCKS = {
    **{0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34)},
    **{9: (32, 40), 10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176)},
    **{14: (256, 210), 15: (256, 292), 16: (256, 66), 17: (256, 74), 18: (256, 98)},
    **{19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1)},
    **{25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2)},
    **{34: (256, 54), 35: (256, 66), 39: (32, 17), 40: (64, 36), 41: (128, 18)},
}
"""Weights and bytes of a block, by ggml's number of the type; a test holds them to `gguf`'s."""


class Header(Record, frozen=True, kw_only=True):
    """What matters of a GGUF to a program that runs it."""

    architecture: str
    name: str = ""
    has_chat_template: bool = False
    width: int = 0
    """Of the vectors: what a model takes in, or a projector puts out; 0 if not in the file."""
    projector: str = ""
    """What kind of projector it is."""
    is_adapter: bool = False
    """A LoRA adapter for a model of this architecture, no model."""
    parts: int = 1
    """Files that the model is split into."""
    tensors: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """The shape of each, as ggml counts: the length of a row first."""
    needs_bytes: int = 0
    """Where its last weight ends: a shorter file is cut off."""

    @property
    def is_projector(self) -> bool:
        """An mmproj file: an image encoder for a model, no model."""
        return self.architecture == "clip"


def read_header(path: Path) -> Header:
    """Raises ValueError, in one line, where it is no GGUF or a cut-off one; OSError as `open`."""
    with path.open("rb") as file:
        try:
            header = _Reading(file).header()
        except (struct.error, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is cut off in its header; get it again") from error
        except ValueError as error:
            raise ValueError(f"{path} {error}") from error
    size = path.stat().st_size
    if size < header.needs_bytes:
        raise ValueError(
            f"{path} is cut off: it has {size:,} bytes, its weights end at "
            f"{header.needs_bytes:,}; get it again"
        )
    return header


class _Reading:
    """One pass over the head of a file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def header(self) -> Header:
        tensors, facts = self._begin()
        known = dict(self._fact() for _ in range(facts))
        shapes: dict[str, tuple[int, ...]] = {}
        ends = [self._tensor(shapes) for _ in range(tensors)]
        step = int(known.get("general.alignment") or 32)
        start = -(-self._file.tell() // step) * step
        architecture = str(known.get("general.architecture") or "")
        width = (
            known.get("clip.vision.projection_dim")
            if architecture == "clip"
            else known.get(f"{architecture}.embedding_length")
        )
        return Header(
            architecture=architecture,
            name=str(known.get("general.name") or ""),
            has_chat_template=bool(known.get("tokenizer.chat_template")),
            width=int(width or 0),
            projector=str(known.get("clip.projector_type") or ""),
            is_adapter=known.get("general.type") == "adapter",
            parts=int(known.get("split.count") or 1),
            tensors=shapes,
            needs_bytes=start + max(ends) if ends else 0,
        )

    def _begin(self) -> tuple[int, int]:
        if (magic := self._file.read(4)) != b"GGUF":
            raise ValueError(f"is no GGUF file: it begins with {magic!r}")
        (version,) = self._take("I")
        if version not in (2, 3):
            raise ValueError(f"is GGUF version {version}; expected 2 or 3, little-endian")
        tensors, facts = self._take("QQ")
        return _sane(tensors), _sane(facts)

    def _take(self, layout: str) -> tuple[int, ...]:
        return struct.unpack(f"<{layout}", self._file.read(struct.calcsize(f"<{layout}")))

    def _string(self) -> str:
        (length,) = self._take("Q")
        if length > MAX_STRING:
            raise ValueError("has a damaged header; get it again")
        data = self._file.read(length)
        if len(data) < length:
            raise struct.error
        return data.decode(errors="replace")

    def _fact(self) -> tuple[str, str | int | float | None]:
        name = self._string()
        (kind,) = self._take("I")
        return name, self._value(kind)

    def _value(self, kind: int) -> str | int | float | None:
        """A string or a number; lists are passed over."""
        if kind == _STRING:
            return self._string()
        if kind == _ARRAY:
            self._skip_list()
            return None
        if kind not in _SCALARS:
            raise ValueError(f"has a value of the unknown type {kind}; get the file again")
        return self._take(_SCALARS[kind])[0]

    def _skip_list(self) -> None:
        kind, length = self._take("IQ")
        if kind in _SCALARS:
            self._file.seek(struct.calcsize(_SCALARS[kind]) * _sane(length), 1)
            return
        for _ in range(_sane(length)):
            self._value(kind)

    def _tensor(self, shapes: dict[str, tuple[int, ...]]) -> int:
        """Where it ends, counted from the first one's beginning; its shape is added to `shapes`."""
        name = self._string()
        (dimensions,) = self._take("I")
        if dimensions > 8:
            raise ValueError("has a damaged list of weights; get it again")
        shapes[name] = tuple(self._sizes(dimensions))
        weights = prod(shapes[name])
        kind, offset = self._take("IQ")
        per_block, block_bytes = _BLOCKS.get(kind, (1, 0))
        return offset + weights // per_block * block_bytes

    def _sizes(self, dimensions: int) -> Iterator[int]:
        for _ in range(dimensions):
            yield self._take("Q")[0]


def _sane(count: int) -> int:
    if count > MAX_COUNT:
        raise ValueError("has a damaged header; get it again")
    return count
