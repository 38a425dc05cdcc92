"""The process that judges, apart from the daemon so that a crash takes nothing with it."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
import traceback
from pathlib import Path
from typing import BinaryIO

import msgspec

from courtside_store.blobs import Blobs

from .judges import load_judge
from .protocol import Judge
from .wall import Wall
from .work import frame, read_order


def main() -> None:
    """`python -m courtside_judge.worker --judge NAME --blobs DIR`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", default="evidence")
    parser.add_argument("--blobs", type=Path, required=True)
    options = parser.parse_args()
    with contextlib.suppress(OSError):
        os.nice(10)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a judge's library that prints must not break the stream of verdicts
    work(load_judge(options.judge), Blobs(options.blobs), sys.stdin.buffer, out)


def work(judge: Judge, blobs: Blobs, orders: BinaryIO, answers: BinaryIO) -> None:
    """Answers orders until the stream ends."""
    wall = Wall(judge, blobs.read, _tell_where)
    while (order := read_order(orders)) is not None:
        start = time.perf_counter()
        answer = wall.obey(order)
        if answer is not None:
            took = (time.perf_counter() - start) * 1000
            answers.write(frame(msgspec.structs.replace(answer, took_ms=round(took, 3))))
            answers.flush()


def _tell_where(error: Exception) -> None:
    """To the log, without the message: it may hold what stood on a page."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    print(f"{type(error).__name__}\n{stack}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
