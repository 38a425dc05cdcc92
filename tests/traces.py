"""Small made-up traces, as Playwright writes them."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from recordings import a_png, lines

CONTEXT = {
    "type": "context-options",
    "version": 8,
    "wallTime": 1_700_000_000_000,
    "monotonicTime": 1000,
    "title": "Order tea",
    "sdkLanguage": "python",
}


def a_call(id: str, start: float, method: str, kind: str = "Frame", **params: Any) -> list[Any]:
    """What a trace tells of one call."""
    return [
        {
            "type": "before",
            "callId": id,
            "startTime": start,
            "class": kind,
            "method": method,
            "params": params,
        },
        {"type": "input", "callId": id, "point": {"x": 5, "y": 6}},
        {"type": "after", "callId": id, "endTime": start + 5},
    ]


def a_frame(time: float, name: str) -> dict[str, Any]:
    """A frame of the screencast, as versions before 9 name it."""
    return {"type": "screencast-frame", "pageId": "p", "sha1": name, "timestamp": time}


def a_zip(path: Path, *events: Any, frames: int = 3) -> Path:
    """A trace."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("trace.trace", lines(*events))
        for n in range(frames):
            archive.writestr(f"resources/f{n}.png", a_png(n))
    return path
