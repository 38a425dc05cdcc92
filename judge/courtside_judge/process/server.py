"""The process that judges: a crash in it does not end the daemon."""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import io
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

import msgspec

from courtside_judge.context import JudgeContext
from courtside_judge.learning.learned import LearnedFile
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.settings import Settings
from courtside_judge.protocol import Judge, outcomes_only, sees_controls
from courtside_judge.registry import load_judge
from courtside_store.blobs import Blobs
from courtside_store.error_stacks import type_and_stack

from .framing import frame, write_message
from .guard import LEAVING, GuardedJudge, UnbuiltJudge, message_of
from .judge_messages import (
    JudgeEnd,
    JudgeRequest,
    JudgeStep,
    Nothing,
    Ready,
    Recall,
    as_received,
    read_chosen,
    read_request,
)

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from courtside_judge.perception.screen_reading import ScreenReader


def main() -> None:
    """`python -m courtside_judge.process.server --judge NAME --blobs DIR`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", default="evidence")
    parser.add_argument("--blobs", type=Path, required=True)
    parser.add_argument("--ocr", default="off", help="reader of frames without elements")
    parser.add_argument("--ocr-gaps", action="store_true", help="read what trees leave out too")
    parser.add_argument("--ocr-timeout", type=float, default=24.0)
    parser.add_argument("--weights", type=Path, default=Path())
    parser.add_argument("--chosen", action="store_true", help="its input begins with the models")
    parser.add_argument("--mark-key", type=Path, help="what marks in prompts are made from")
    parser.add_argument("--learned", type=Path, help="what was learned from labels")
    parser.add_argument("--settings", default="{}", help="of judges that ask models, as JSON")
    options = parser.parse_args()
    faulthandler.enable()  # a model's library that crashes leaves in the log where
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner, who ends this
    with contextlib.suppress(OSError):
        os.nice(10)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a judge's library that prints must not break the stream of verdicts
    sys.stdout = sys.stderr = lossy_log(2)
    blobs = Blobs(options.blobs)
    screen_reader = None
    if options.ocr != "off":
        from courtside_judge.perception.screen_reading import open_screen_reader

        reading = options.ocr, options.weights, options.ocr_timeout
        screen_reader = open_screen_reader(*reading, blobs, options.ocr_gaps)
    chosen = read_chosen(sys.stdin.buffer) if options.chosen else None
    settings = msgspec.json.decode(options.settings, type=Settings)
    models = ModelPool(chosen, blobs, settings, options.mark_key)
    learned = LearnedFile(options.learned) if options.learned else None
    judge = _load(options.judge, JudgeContext(models, blobs, learned))
    write_message(out, introduce(judge))
    work(judge, blobs, sys.stdin.buffer, out, screen_reader, models)


def lossy_log(number: int) -> TextIO:
    """The log as a text stream. What a full disk does not take is lost, and ends no judge."""
    return io.TextIOWrapper(
        _LossyFile(number, "w", closefd=False), errors="backslashreplace", write_through=True
    )


class _LossyFile(io.FileIO):
    def write(self, data: Buffer) -> int:
        with contextlib.suppress(OSError):
            super().write(data)
        return memoryview(data).nbytes


def _load(name: str, context: JudgeContext) -> Judge:
    """The judge; one that says why, where a package of somebody else's fails to make it."""
    try:
        return load_judge(name, context)
    except (Exception, *LEAVING) as error:  # noqa: BLE001  the guard around a judge
        _log_traceback(error)
        return UnbuiltJudge(name, message_of(error))


def introduce(judge: Judge) -> Ready:
    """The judge's stamp, or why there is none."""
    try:
        ready = as_received(Ready(stamp=judge.stamp(), outcomes_only=outcomes_only(judge)))
        assert isinstance(ready, Ready)
        return ready
    except (Exception, *LEAVING) as error:  # noqa: BLE001  the guard around a judge
        _log_traceback(error)
        return Ready(outcomes_only=outcomes_only(judge), error=message_of(error))


def work(
    judge: Judge,
    blobs: Blobs,
    requests: BinaryIO,
    answers: BinaryIO,
    screen_reader: ScreenReader | None = None,
    models: ModelPool | None = None,
) -> None:
    """Answers requests until the stream ends. `screen_reader` reads what elements do not tell.

    `models`: those whose usage is reported, where the judge asks any.
    """
    shows_controls = sees_controls(judge)
    safe = GuardedJudge(
        judge,
        blobs.read,
        _log_traceback,
        lambda request: _with_texts(request, screen_reader, shows_controls),
    )
    while (request := read_request(requests)) is not None:
        start = time.perf_counter()
        answer = safe.answer(request)
        if answer is None:
            continue
        if not isinstance(answer, Nothing) and isinstance(request, JudgeStep | JudgeEnd):
            took = (time.perf_counter() - start) * 1000
            answer = msgspec.structs.replace(answer, took_ms=round(took, 3))
        if models and (usage := models.usage()).models:
            answers.write(frame(usage))
        answers.write(frame(answer))
        answers.flush()


def _with_texts(
    request: JudgeRequest, screen_reader: ScreenReader | None, shows_controls: bool
) -> JudgeRequest:
    """The request with the text of its frames, and their controls for a judge that is shown them.
    A frame that cannot be read has none.
    """
    if screen_reader is None or not isinstance(request, JudgeStep | Recall):
        return request
    step = screen_reader.read_step(request.step, only_known=isinstance(request, Recall))
    step = screen_reader.with_controls(step) if shows_controls else step
    return msgspec.structs.replace(request, step=step)


def _log_traceback(error: BaseException) -> None:
    """To the log, without the message: it may hold what stood on a page."""
    print(type_and_stack(error), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
