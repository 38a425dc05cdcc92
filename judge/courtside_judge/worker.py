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
from courtside_store.records import JudgeStamp, RunVerdict, StepVerdict, now_ms

from .judges import load_judge
from .protocol import Judge, Sitting
from .work import Answer, Drop, JudgeEnd, JudgeStep, Order, Recall, Sit, frame, read_order


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
    sittings: dict[str, Sitting] = {}
    broken: dict[str, str] = {}
    while (order := read_order(orders)) is not None:
        start = time.perf_counter()
        answer = _obey(judge, blobs, sittings, broken, order)
        if answer is not None:
            took = (time.perf_counter() - start) * 1000
            answers.write(frame(msgspec.structs.replace(answer, took_ms=round(took, 3))))
            answers.flush()


def _obey(
    judge: Judge, blobs: Blobs, sittings: dict[str, Sitting], broken: dict[str, str], order: Order
) -> Answer | None:
    """The wall round a judge: whatever it raises becomes a verdict with status error.

    What it raises while it sits down or recalls is said by the next verdict on that run.
    """
    try:
        match order:
            case Sit():
                broken.pop(order.case.run, None)
                sittings[order.case.run] = judge.sit(order.case, blobs.read)
            case Recall():
                sittings[order.step.run].recall(order.step)
            case Drop():
                sittings.pop(order.run, None)
                broken.pop(order.run, None)
            case JudgeStep():
                return sittings[order.step.run].step(order.step)
            case JudgeEnd():
                return sittings[order.run].finish(order.ending)
    except Exception as error:  # noqa: BLE001
        why = f"{type(error).__name__}: {error}"
        _tell_where(error)
        if isinstance(order, JudgeStep | JudgeEnd):
            return failed(judge.name, order, broken.get(_run(order), why))
        if not isinstance(order, Drop):
            broken.setdefault(_run(order), why)
            sittings.pop(_run(order), None)
    return None


def _tell_where(error: Exception) -> None:
    """To the log, without the message: it may hold what stood on a page."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    print(f"{type(error).__name__}\n{stack}", file=sys.stderr, flush=True)


def _run(order: Sit | Recall | JudgeStep | JudgeEnd) -> str:
    match order:
        case Sit():
            return order.case.run
        case JudgeEnd():
            return order.run
        case Recall() | JudgeStep():
            return order.step.run


def failed(judge: str, order: JudgeStep | JudgeEnd, why: str) -> Answer:
    """The verdict of a judge that could not answer: neither success nor failure."""
    text = f"the judge could not answer: {why}"[:2000]
    stamp = JudgeStamp(name=judge)
    if isinstance(order, JudgeStep):
        step = order.step
        return StepVerdict(
            run=step.run,
            step=step.index,
            status="error",
            explanation=text,
            judge=stamp,
            at_ms=now_ms(),
        )
    return RunVerdict(run=order.run, status="error", explanation=text, judge=stamp, at_ms=now_ms())


if __name__ == "__main__":
    main()
