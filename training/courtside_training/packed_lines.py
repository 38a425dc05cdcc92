"""Files of records, a JSON line each, packed. The same records make the same bytes."""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

R = TypeVar("R", bound=msgspec.Struct)


def write_lines(path: Path, records: Iterable[msgspec.Struct]) -> None:
    """Writes them, sorted."""
    lines = sorted(msgspec.json.encode(one, order="sorted") for one in records)
    packed = lzma.compress(b"".join(line + b"\n" for line in lines), preset=6)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed)


def read_lines(path: Path, kind: type[R]) -> list[R]:
    """All of them."""
    return msgspec.json.Decoder(kind).decode_lines(lzma.decompress(path.read_bytes()))
