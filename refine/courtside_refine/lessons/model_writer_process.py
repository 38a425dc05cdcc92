"""The process in which a model writes one text: a crash in it does not end the daemon.

Reads one request from stdin and writes one answer to stdout, both JSON.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys

import msgspec

from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import TooLong, Turn, Unparsed
from courtside_store.records import Record


class WriteRequest(Record, frozen=True, kw_only=True):
    """What to write, and by which model."""

    choice: ModelChoice
    turns: tuple[Turn, ...]
    max_tokens: int


class WrittenText(Record, frozen=True, kw_only=True):
    """What the model wrote, or why there is nothing."""

    text: str = ""
    error: str = ""
    """Why there is no text."""


def write(request: WriteRequest) -> WrittenText:
    """Opens the model, asks it once, closes it."""
    try:
        model = open_model(request.choice)
        try:
            completion = model.think(request.turns, request.max_tokens)
        finally:
            model.close()
    except TooLong:
        return WrittenText(error=f"the run is too long for {request.choice.name}")
    except Unparsed as error:
        return WrittenText(error=f"{request.choice.name} gave no text: {error}")
    except Exception as error:  # noqa: BLE001  the guard around a model
        return WrittenText(error=f"{request.choice.name}: {type(error).__name__}: {error}")
    return WrittenText(text=completion.render())


def main() -> None:
    """`python -m courtside_refine.lessons.model_writer_process`"""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner, who ends this
    with contextlib.suppress(OSError):
        os.nice(10)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not break the answer
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=WriteRequest)
    with out:
        out.write(msgspec.json.encode(write(request)))


if __name__ == "__main__":
    main()
