"""Makes the attempts of a retry loop, of an agent that blocks or of one that is awaited."""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from courtside_bridges.client.attempt import Attempt
from courtside_bridges.client.linked_run import words_of
from courtside_bridges.client.waiting_thread import wait_in_thread
from courtside_refine.child_processes.begun_processes import BegunProcesses
from courtside_refine.child_processes.command_running import CommandFailed
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.records import Record, Reflection

from .asking_person import ASKABLE, wait_for_person
from .attempt_results import ask_lesson, keep_crashed, read_result
from .deciding import Decision
from .earlier_attempts import EarlierAttempts
from .retry_loop import RetryLoop
from .retry_records import AttemptResult, ReflexionResult, RetryLimits

log = logging.getLogger("courtside")
NOT_ASYNC = (
    "it returned an awaitable: nothing is awaited unless the agent is `async def` and "
    "reflexion(...) is awaited"
)
TOO_LONG = "it took longer than {:g} s"
NOT_ENDED = TOO_LONG + ", and did not end within {:g} s after it was cancelled; it still runs"
BLOCKED = TOO_LONG + ": it blocks the event loop, so that nothing could end it; it took {:.0f} s"
ENDING_S = 5.0
"""How long something asynchronous may take to end after it was cancelled."""
ASKS = "courtside: %s: %s. Retry on its page (tab Lesson) goes on; it waits %g s"
RunAgent = Callable[[Attempt], object]
ResetEnvironment = Callable[[], object]
AskOracle = Callable[[Attempt], Any]
OnAttempt = Callable[[AttemptResult], object]


class RetryPlan(Record, frozen=True, kw_only=True):
    """What the two drivers share."""

    agent: RunAgent
    task: str
    limits: RetryLimits
    reset: ResetEnvironment | None
    oracle: AskOracle | None
    lessons: bool
    attempt_s: float | None
    verdict_s: float
    earlier: EarlierAttempts
    ask_s: float
    on_attempt: OnAttempt | None
    config: Config

    def loop(self) -> RetryLoop:
        """The order of its attempts."""
        return RetryLoop(
            self.task,
            self.limits,
            lessons=self.earlier.lessons,
            parent_run=self.earlier.parent_run,
            first=self.earlier.number,
            hands_lessons=self.lessons,
        )

    def is_first(self, attempt: Attempt) -> bool:
        """Whether the surroundings are as the caller prepared them."""
        return attempt.number == self.earlier.number


def retry_blocking(plan: RetryPlan) -> ReflexionResult:
    """Every attempt of an agent that returns when it is done."""
    loop = plan.loop()
    while True:
        result = _attempt(plan, loop.next())
        decision = _decide(plan, loop, result)
        if decision.stop and not _is_wanted(plan, loop, result, decision, threading.Event()):
            return loop.result(decision)
        loop.add_lesson(_late_lesson(plan, result))


def _attempt(plan: RetryPlan, attempt: Attempt) -> AttemptResult:
    began = time.monotonic()
    what = "the reset"
    try:
        if plan.reset and not plan.is_first(attempt):
            _blocking(plan, plan.reset)
        what = "the agent"
        with attempt.current():
            _blocking(plan, _called, plan.agent, attempt)
        took_s = time.monotonic() - began
        what = "the oracle"
        oracle = bool(_blocking(plan, plan.oracle, attempt)) if plan.oracle else None
    except (Exception, SystemExit) as error:  # noqa: BLE001  the guard around somebody's agent
        return _crash(plan, attempt, what, error, began)
    return read_result(plan.config, attempt, plan.verdict_s, took_s, oracle)


def _blocking(plan: RetryPlan, call: Callable[..., object], *given: object) -> object:
    """What a call returns. At Ctrl-C the processes that it has begun are ended. Raises TypeError
    where it would have to be awaited."""
    with BegunProcesses() as begun:
        try:
            returned = call(*given)
        except KeyboardInterrupt:
            _end_begun(plan, begun)
            raise
    if inspect.isawaitable(returned):
        _drop(returned)
        raise TypeError(NOT_ASYNC)
    return returned


def _called(agent: RunAgent, attempt: Attempt) -> object:
    """What it returns; nothing where it exits with status 0."""
    try:
        return agent(attempt)
    except SystemExit as error:
        return _unless_failed(error)


def _unless_failed(value: object) -> object:
    """Nothing in place of an exit with status 0. Raises one with another."""
    if not isinstance(value, SystemExit):
        return value
    if value.code:
        raise value
    return None


async def retry_async(plan: RetryPlan) -> ReflexionResult:
    """Every attempt of an agent that is awaited; what blocks is asked in threads."""
    loop = plan.loop()
    while True:
        result = await _attempt_async(plan, loop.next())
        decision = _decide(plan, loop, result)
        if decision.stop and not await _is_wanted_async(plan, loop, result, decision):
            return loop.result(decision)
        loop.add_lesson(await wait_in_thread(_late_lesson, plan, result))


async def _attempt_async(plan: RetryPlan, attempt: Attempt) -> AttemptResult:
    began = time.monotonic()
    what = "the reset"
    try:
        if plan.reset and not plan.is_first(attempt):
            await _within(plan, plan.reset)
        what = "the agent"
        with attempt.current():
            await _within(plan, plan.agent, attempt)
        took_s = time.monotonic() - began
        what = "the oracle"
        oracle = bool(await _within(plan, plan.oracle, attempt)) if plan.oracle else None
    except (Exception, SystemExit) as error:  # noqa: BLE001  the guard around somebody's agent
        return await asyncio.to_thread(_crash, plan, attempt, what, error, began)
    return await wait_in_thread(read_result, plan.config, attempt, plan.verdict_s, took_s, oracle)


def _decide(plan: RetryPlan, loop: RetryLoop, result: AttemptResult) -> Decision:
    if plan.on_attempt:
        plan.on_attempt(result)
    return loop.add(result)


def _is_wanted(
    plan: RetryPlan,
    loop: RetryLoop,
    result: AttemptResult,
    decision: Decision,
    given_up: threading.Event,
) -> bool:
    """Whether a person wants another attempt where the rules want none."""
    if not plan.ask_s or decision.stop not in ASKABLE or loop.is_at_limit or not result.run:
        return False
    log.warning(ASKS, result.run, "; also: ".join((decision.why, *decision.also)), plan.ask_s)
    return wait_for_person(plan.config, result.run, plan.ask_s, given_up)


async def _is_wanted_async(
    plan: RetryPlan, loop: RetryLoop, result: AttemptResult, decision: Decision
) -> bool:
    given_up = threading.Event()
    try:
        return await wait_in_thread(_is_wanted, plan, loop, result, decision, given_up)
    finally:
        given_up.set()


async def _within(plan: RetryPlan, call: Callable[..., object], *given: object) -> object:
    """What a call returns, where that is awaitable awaited for `attempt_s` at most.

    The processes that something too late, or cancelled, has begun are ended. What does not end when
    it is cancelled is left running: nothing else can end it.
    """
    with BegunProcesses() as begun:
        try:
            returned = call(*given)
            if not inspect.isawaitable(returned):
                return returned
            if plan.attempt_s is None:
                return _unless_failed(await _exit_returned(returned))
            return await _in_time(returned, plan.attempt_s)
        except (TooLongError, KeyboardInterrupt, asyncio.CancelledError):
            _end_begun(plan, begun)
            raise


def _end_begun(plan: RetryPlan, begun: BegunProcesses) -> None:
    """All but the daemon."""
    running = read_running(plan.config)
    begun.end(but=[running.pid] if running else [])


class TooLongError(TimeoutError):
    """It took longer than it may."""


async def _in_time(given: Awaitable[object], seconds: float) -> object:
    """Raises TooLongError."""
    began = time.monotonic()
    task = asyncio.get_running_loop().create_task(_exit_returned(given))
    try:
        await asyncio.wait([task], timeout=seconds)
        took_s = time.monotonic() - began
    finally:
        if is_late := not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=ENDING_S)
    has_blocked = took_s > seconds + ENDING_S
    if not is_late:
        value = _unless_failed(task.result())
        if has_blocked:
            raise TooLongError(BLOCKED.format(seconds, took_s))
        return value
    if not task.done():
        raise TooLongError(NOT_ENDED.format(seconds, ENDING_S))
    error = None if task.cancelled() else task.exception()
    why = BLOCKED.format(seconds, took_s) if has_blocked else TOO_LONG.format(seconds)
    raise TooLongError(why) from error


async def _exit_returned(given: Awaitable[object]) -> object:
    """The value, or a SystemExit: raised within a task it would end the event loop."""
    try:
        return await given
    except SystemExit as error:
        return error


def _drop(returned: object) -> None:
    """Without a warning that nobody awaited it."""
    if inspect.iscoroutine(returned):
        returned.close()


def _crash(
    plan: RetryPlan, attempt: Attempt, what: str, error: BaseException, began: float
) -> AttemptResult:
    shown = None if isinstance(error, CommandFailed) else error
    kind = f"{type(error).__name__}: " if shown and not isinstance(error, TooLongError) else ""
    why = f"{what} failed: {kind}{words_of(error)}".rstrip(": ")
    log.warning("courtside: attempt %d: %s", attempt.number, why, exc_info=shown)
    return keep_crashed(plan.config, attempt, why, time.monotonic() - began)


def _late_lesson(plan: RetryPlan, result: AttemptResult) -> Reflection | None:
    """Of a run that is retried though its judge does not call it a failure."""
    if not plan.lessons or result.reflection is not None or not result.run:
        return None
    return ask_lesson(plan.config, result.run, lambda why: log.warning("courtside: %s", why))
