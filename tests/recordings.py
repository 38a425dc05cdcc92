"""Small made-up recordings, written the way other people's programs write theirs."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from courtside_training.datasets import find_dataset


def need(name: str) -> Path:
    """One of the real sets; the test is left out where it is not there."""
    try:
        return find_dataset(name)
    except FileNotFoundError as missing:
        pytest.skip(str(missing))


def a_png(seed: int = 0, size: tuple[int, int] = (40, 30)) -> bytes:
    """A small PNG; another seed gives another colour."""
    out = io.BytesIO()
    Image.new("RGB", size, (seed * 37 % 256, seed * 11 % 256, 90)).save(out, "PNG")
    return out.getvalue()


def write(path: Path, content: Any) -> Path:
    """A file of bytes, text, or JSON; its folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def lines(*rows: Any) -> str:
    """JSON lines; a string is a line as it is."""
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
