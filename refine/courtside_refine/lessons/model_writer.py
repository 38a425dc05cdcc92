"""Has a model write one text in a process of its own, for a bounded time. Knows no prompt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence

import msgspec

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Turn

from .model_writer_process import WriteRequest, WrittenText

WriteReply = Callable[[ModelChoice, Sequence[Turn], int, float], str]
"""Model, conversation, tokens and seconds at most. Raises OSError and ValueError, in one line."""


def write_in_process(
    choice: ModelChoice, turns: Sequence[Turn], max_tokens: int, timeout_s: float
) -> str:
    """What the model wrote. Raises ValueError, in one line, where it wrote nothing."""
    request = WriteRequest(choice=choice, turns=tuple(turns), max_tokens=max_tokens)
    process = subprocess.Popen(
        [sys.executable, "-m", "courtside_refine.lessons.model_writer_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        out, _ = process.communicate(msgspec.json.encode(request), timeout_s)
    except subprocess.TimeoutExpired:
        raise ValueError(f"{choice.name} wrote nothing within {timeout_s:g} s") from None
    finally:
        _end(process)
    if process.returncode:
        raise ValueError(f"{choice.name}: its process ended with status {process.returncode}")
    written = msgspec.json.decode(out, type=WrittenText)
    if written.error or not written.text.strip():
        raise ValueError(written.error or f"{choice.name} wrote nothing")
    return written.text


def _end(process: subprocess.Popen[bytes]) -> None:
    """With all that a library forked."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
    finally:
        process.communicate()
