"""How long a judge may take over one labelled run. Knows nothing of its verdicts."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from courtside_judge.process.guard import failed
from courtside_judge.process.judge_messages import JudgeEnd
from courtside_judge.protocol import Judge
from courtside_store.records import RunVerdict

from .compare import ComparedRun, judge_run
from .labelled import Labelled

MAX_LATE_RUNS_IN_A_ROW = 3
"""A judge that takes too long over so many runs in a row is not asked any more."""
_AGAIN_S = 1.0
"""A judge that swallows the interruption is interrupted again."""

OnJudged = Callable[[], None]
"""What is called after each run that was judged."""


class TookTooLong(BaseException):
    """No Exception: neither a judge nor `GuardedJudge` may treat it as a failed answer."""


def judge_with_timeout(
    judge: Judge, runs: Sequence[Labelled], limit_s: float, on_judged: OnJudged
) -> list[ComparedRun]:
    """One outcome a run. Over a run that takes longer than `limit_s` seconds its status is error.

    What Python runs or waits for is interrupted; a library that hangs inside itself is not.
    """
    outcomes: list[ComparedRun] = []
    in_a_row = 0
    for run in runs:
        if in_a_row == MAX_LATE_RUNS_IN_A_ROW:
            why = f"it was not asked: it took too long over {in_a_row} runs in a row"
            outcomes.append(_unanswered(judge, run, why))
        else:
            try:
                with within(limit_s):
                    outcomes.append(judge_run(judge, run))
                in_a_row = 0
            except TookTooLong:
                why = f"it took longer than {limit_s:g} s over this run (measured_run_timeout_s)"
                outcomes.append(_unanswered(judge, run, why))
                in_a_row += 1
        on_judged()
    return outcomes


def _unanswered(judge: Judge, run: Labelled, why: str) -> ComparedRun:
    verdict = failed(judge.name, JudgeEnd(run=run.case.run, ending=run.ending), why)
    assert isinstance(verdict, RunVerdict)
    return ComparedRun(run=run, verdict=verdict)


@contextmanager
def within(limit_s: float) -> Iterator[None]:
    """Raises TookTooLong in what runs inside once the time is up.

    By the alarm signal, which reaches the main thread only: elsewhere there is no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_: int, __: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit_s, _AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
