"""Converts whatever a judge raises into error verdicts. Knows no process and no stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from courtside_judge.backends.protocol import TooLong, Unparsed
from courtside_judge.claims import (
    has_words,
    is_observed,
    shows_its_end,
    unobserved,
    unobserved_step,
    with_cause,
    without_failure_by_crash,
    without_unseen_success,
    without_unsupported_success,
)
from courtside_judge.protocol import (
    Case,
    Explaining,
    Judge,
    JudgeSession,
    ReadFrame,
    needs_no_screen,
    outcomes_only,
)
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepVerdict, now_ms

from .judge_messages import (
    Answer,
    Drop,
    Explain,
    JudgeEnd,
    JudgeRequest,
    JudgeStep,
    Nothing,
    Recall,
    Start,
    checked,
)

_LONGER = "use a model with a longer one, or start its server with one"
Failed = Literal["error", "unparsed"]
OnError = Callable[[BaseException], None]
"""What is called with an exception of a judge, besides the verdict that names it."""
LEAVING = (SystemExit, GeneratorExit, BaseExceptionGroup)
"""What a judge may raise besides errors. KeyboardInterrupt is the person's, who wants to stop."""


class GuardedJudge:
    """A judge and its sessions. An exception while a session starts or recalls a step becomes the
    reason of the next verdict on that run.
    """

    def __init__(
        self,
        judge: Judge,
        frames: ReadFrame,
        on_error: OnError,
        prepare: Callable[[JudgeRequest], JudgeRequest] = lambda o: o,
    ) -> None:
        """`prepare` turns a request into what the judge gets, e.g. with the text of its frames."""
        self._judge = judge
        self._frames = frames
        self._on_error = on_error
        self._prepare = prepare
        self._sessions: dict[str, JudgeSession] = {}
        self._broken: dict[str, str] = {}
        self._unseen: dict[str, Case] = {}
        """Runs in which nothing was observed yet; a baseline needs nothing to be observed."""
        self._in_words: set[str] = set()
        """Runs whose agents said something in their steps."""
        self._end_unseen: set[str] = set()
        """Runs of which the screen after the newest step was not seen."""

    def answer(self, request: JudgeRequest) -> Answer | None:
        """The verdict that the request asks for; None where it asks for none. Raises nothing."""
        try:
            answer = self._do(self._prepare(request))
            return None if isinstance(request, Start | Recall | Drop) else checked(request, answer)
        except Unparsed as error:
            self._on_error(error)
            return self._answer_failed(request, str(error), "unparsed")
        except (Exception, *LEAVING) as error:  # noqa: BLE001
            self._on_error(error)
            return self._answer_failed(request, message_of(error))

    def _do(self, request: JudgeRequest) -> Answer | None:
        match request:
            case Start():
                self._broken.pop(request.case.run, None)
                if not needs_no_screen(self._judge):
                    self._unseen[request.case.run] = request.case
                self._sessions[request.case.run] = self._judge.start(request.case, self._frames)
            case Recall():
                self._observe(request.step)
                self._sessions[request.step.run].recall(request.step)
            case Drop():
                self._sessions.pop(request.run, None)
                self._broken.pop(request.run, None)
                self._unseen.pop(request.run, None)
                self._in_words.discard(request.run)
                self._end_unseen.discard(request.run)
            case JudgeStep():
                self._observe(request.step)
                return self._step(request.step)
            case Explain():
                return self._explain(request)
            case JudgeEnd():
                return self._finish(request)
        return None

    def _step(self, step: Step) -> Answer:
        verdict = self._sessions[step.run].step(step)
        if verdict is None and not outcomes_only(self._judge):
            raise ValueError(
                "it returned no verdict on this step, and does not say that it judges outcomes only"
            )
        if verdict is None:
            return Nothing()
        is_error = verdict.status != "ok"
        stands = is_error or is_observed(step) or needs_no_screen(self._judge)
        return verdict if stands else unobserved_step(verdict)

    def _observe(self, step: Step) -> None:
        if has_words(step):
            self._in_words.add(step.run)
        if is_observed(step):
            self._unseen.pop(step.run, None)
        if shows_its_end(step) or needs_no_screen(self._judge):
            self._end_unseen.discard(step.run)
        else:
            self._end_unseen.add(step.run)

    def _finish(self, request: JudgeEnd) -> RunVerdict:
        """The verdict on the run. Where nothing was observed, a session without a task gives the
        stamp and the flags.
        """
        if (case := self._unseen.get(request.run)) is not None and request.run in self._sessions:
            without_task = self._judge.start(replace(case, task=""), self._frames)
            verdict, has_words = without_task.finish(request.ending), request.run in self._in_words
            return unobserved(verdict, request.ending, has_words=has_words)
        ending, end_seen = request.ending, request.run not in self._end_unseen
        verdict = self._sessions[request.run].finish(ending)
        verdict = without_unseen_success(verdict, ending, end_seen=end_seen)
        verdict = without_unsupported_success(verdict, ending)
        return with_cause(without_failure_by_crash(verdict, ending), ending)

    def _explain(self, request: Explain) -> Answer:
        session = self._sessions.get(request.run)
        if not isinstance(session, Explaining):
            return Nothing()
        return session.explain(request.step) or Nothing()

    def _answer_failed(
        self, request: JudgeRequest, why: str, status: Failed = "error"
    ) -> Answer | None:
        if isinstance(request, JudgeStep | JudgeEnd):
            return failed(self._judge.name, request, self._broken.get(_run(request), why), status)
        if isinstance(request, Explain):
            return Nothing()  # the verdict stands, without its reasons
        if not isinstance(request, Drop):
            self._broken.setdefault(_run(request), why)
            self._sessions.pop(_run(request), None)
        return None


def message_of(error: BaseException) -> str:
    """Its message, after its name where that adds something; its name where that raises."""
    name = type(error).__name__
    try:
        message = str(error)
    except Exception:  # noqa: BLE001  the guard around a judge
        return f"{name}, whose message cannot be read"
    if isinstance(error, TooLong):
        return f"the run does not fit the model's context: {message}; {_LONGER}"
    return message if isinstance(error, ValueError | OSError) and message else f"{name}: {message}"


class UnbuiltJudge:
    """Stands in for a judge that could not be made: each run gets the reason."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    def stamp(self) -> JudgeStamp:
        """Raises ValueError with the reason."""
        raise ValueError(self._why)

    def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
        """Raises ValueError with the reason."""
        raise ValueError(self._why)


def _run(request: Start | Recall | JudgeStep | JudgeEnd) -> str:
    match request:
        case Start():
            return request.case.run
        case JudgeEnd():
            return request.run
        case Recall() | JudgeStep():
            return request.step.run


def failed(
    judge: str, request: JudgeStep | JudgeEnd, why: str, status: Failed = "error"
) -> StepVerdict | RunVerdict:
    """The verdict of a judge that could not answer: neither success nor failure."""
    step = request.step.index if isinstance(request, JudgeStep) else None
    return cannot_judge(judge, _run(request), step, why, status)


def cannot_judge(
    judge: str, run: str, step: int | None, why: str, status: Failed = "error"
) -> StepVerdict | RunVerdict:
    """An error verdict where there is no request: on a step, or without one on the run."""
    return error_verdict(judge, run, step, f"the judge could not answer: {why}", status)


def error_verdict(
    judge: str, run: str, step: int | None, why: str, status: Failed = "error"
) -> StepVerdict | RunVerdict:
    """The verdict whose whole explanation this is."""
    text = why[:2000].encode(errors="replace").decode()
    stamp, now = JudgeStamp(name=judge), now_ms()
    if step is None:
        return RunVerdict(run=run, status=status, explanation=text, judge=stamp, at_ms=now)
    return StepVerdict(run=run, step=step, status=status, explanation=text, judge=stamp, at_ms=now)
