"""`courtside.reflexion`: lets an agent try a task again with the lessons of its failures."""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, overload

from courtside_bridges.client.attempt import Attempt
from courtside_store.config import Config, load_config
from courtside_store.records import Record

from .asking import ASKABLE, wait_for_person
from .attempt_records import AttemptLimits, AttemptResult, ReflexionResult, Trigger
from .command_agent import CommandFailed
from .deciding import Decision
from .irreversible import could_repeat
from .memory import Memory, remember
from .results import ask_lesson, crashed, end_crashed, read_result
from .retry_loop import RetryLoop

log = logging.getLogger("courtside")
VERDICT_S = 120.0
NOT_ASYNC = "the agent returned an awaitable: write it as `async def` and await reflexion(...)"
ASKS = "courtside: %s: %s. Retry on its page (tab Lesson) goes on; it waits %g s"
Act = Callable[[Attempt], object]
Reset = Callable[[], object]
Oracle = Callable[[Attempt], Any]
OnAttempt = Callable[[AttemptResult], object]


class _Plan(Record, frozen=True, kw_only=True):
    """What the two drivers share."""

    agent: Act
    task: str
    limits: AttemptLimits
    reset: Reset | None
    oracle: Oracle | None
    lessons: bool
    attempt_s: float | None
    verdict_s: float
    memory: Memory
    ask_s: float
    on_attempt: OnAttempt | None
    config: Config

    def loop(self) -> RetryLoop:
        """The order of its attempts."""
        return RetryLoop(
            self.task,
            self.limits,
            lessons=self.memory.lessons,
            parent_run=self.memory.parent_run,
            first=self.memory.number,
            hands_lessons=self.lessons,
        )

    def is_first(self, attempt: Attempt) -> bool:
        """Whether the surroundings are as the caller prepared them."""
        return attempt.number == self.memory.number


@overload
def reflexion(  # type: ignore[overload-overlap]
    agent: Callable[[Attempt], Awaitable[object]],
    task: str,
    *,
    reset: Reset | None = None,
    max_attempts: int = 3,
    max_seconds: float | None = None,
    max_tokens: int | None = None,
    trigger: Trigger = "judge",
    oracle: Oracle | None = None,
    lessons: bool = True,
    retry_unknown: bool = False,
    allow_irreversible: bool = False,
    stop_at_same_failure: bool = True,
    shadow: bool = False,
    cost_false_negative: float = 2.0,
    cost_false_positive: float = 1.0,
    attempt_s: float | None = None,
    verdict_s: float = VERDICT_S,
    after: str | None = None,
    ask_s: float = 0.0,
    on_attempt: OnAttempt | None = None,
    config: Config | None = None,
) -> Coroutine[Any, Any, ReflexionResult]: ...


@overload
def reflexion(
    agent: Act,
    task: str,
    *,
    reset: Reset | None = None,
    max_attempts: int = 3,
    max_seconds: float | None = None,
    max_tokens: int | None = None,
    trigger: Trigger = "judge",
    oracle: Oracle | None = None,
    lessons: bool = True,
    retry_unknown: bool = False,
    allow_irreversible: bool = False,
    stop_at_same_failure: bool = True,
    shadow: bool = False,
    cost_false_negative: float = 2.0,
    cost_false_positive: float = 1.0,
    attempt_s: float | None = None,
    verdict_s: float = VERDICT_S,
    after: str | None = None,
    ask_s: float = 0.0,
    on_attempt: OnAttempt | None = None,
    config: Config | None = None,
) -> ReflexionResult: ...


def reflexion(
    agent: Act,
    task: str,
    *,
    reset: Reset | None = None,
    max_attempts: int = 3,
    max_seconds: float | None = None,
    max_tokens: int | None = None,
    trigger: Trigger = "judge",
    oracle: Oracle | None = None,
    lessons: bool = True,
    retry_unknown: bool = False,
    allow_irreversible: bool = False,
    stop_at_same_failure: bool = True,
    shadow: bool = False,
    cost_false_negative: float = 2.0,
    cost_false_positive: float = 1.0,
    attempt_s: float | None = None,
    verdict_s: float = VERDICT_S,
    after: str | None = None,
    ask_s: float = 0.0,
    on_attempt: OnAttempt | None = None,
    config: Config | None = None,
) -> ReflexionResult | Coroutine[Any, Any, ReflexionResult]:
    """Runs an agent, has it judged, and runs it again with the lessons of its failures.

    `agent(attempt)` does the task once: it opens a run (`courtside.watch`, `android`, `ios`,
    `desktop`) and puts `attempt.text` into its prompt. With an `async def` agent, await the result.
    `reset()` puts the surroundings back before each attempt but the first.

    It stops at a success, at a verdict that is not sure enough, at a limit (`max_attempts`,
    `max_seconds`, `max_tokens` of what the agent told `attempt.use_tokens`), at the same failure
    twice, after a step that cannot be undone (unless `allow_irreversible`), and where the agent
    crashed or was not recorded. `attempt_s` ends an asynchronous agent's attempt; a synchronous one
    cannot be interrupted (`courtside retry` can). `shadow` runs it once and says what would follow.

    `trigger="oracle"` retries where `oracle(attempt)` is false, as the upper bound; with any other
    trigger its answer is only kept in the result. No judge and no lesson is told of it.
    `trigger="always"` with `lessons=False` is blind retry.

    `ask_s`: where it would stop, though not at a limit or a crash, it waits so long for somebody to
    press Retry on the run's page. `after`: the run of an earlier attempt, whose lessons are handed
    over too. `on_attempt` is called with each result. Raises ValueError on limits that make no
    sense and, unless `allow_irreversible`, where the run `after` holds a step that cannot be
    undone; LookupError where there is no such run.
    """
    if trigger == "oracle" and oracle is None:
        raise ValueError('trigger is "oracle" and oracle is None; pass oracle=lambda attempt: ...')
    if any("\ud800" <= letter <= "\udfff" for letter in task):
        raise ValueError("there is half a character in the task; leave it out")
    limits = AttemptLimits(
        max_attempts=max_attempts,
        max_seconds=max_seconds,
        max_tokens=max_tokens,
        trigger=trigger,
        retry_unknown=retry_unknown,
        allow_irreversible=allow_irreversible,
        stop_at_same_failure=stop_at_same_failure,
        shadow=shadow,
        cost_false_negative=cost_false_negative,
        cost_false_positive=cost_false_positive,
    ).checked()
    config = config or load_config()
    memory = remember(config, after) if after else Memory()
    if memory.irreversible and not allow_irreversible:
        raise ValueError(f"{after}: {could_repeat(memory.irreversible)}")
    plan = _Plan(
        agent=agent,
        task=task,
        limits=limits,
        reset=reset,
        oracle=oracle,
        lessons=lessons,
        attempt_s=attempt_s,
        verdict_s=verdict_s,
        ask_s=ask_s,
        memory=memory,
        on_attempt=on_attempt,
        config=config,
    )
    is_async = inspect.iscoroutinefunction(agent) or inspect.iscoroutinefunction(
        getattr(agent, "__call__", None)  # noqa: B004  an object with an `async def __call__`
    )
    return _loop_async(plan) if is_async else _loop(plan)


def _loop(plan: _Plan) -> ReflexionResult:
    loop = plan.loop()
    while True:
        result = _attempt(plan, loop.next())
        decision = _decide(plan, loop, result)
        if decision.stop and not _is_wanted(plan, loop, result, decision):
            return loop.result(decision)
        loop.add_lesson(_late_lesson(plan, result))


def _attempt(plan: _Plan, attempt: Attempt) -> AttemptResult:
    began = time.monotonic()
    what = "the reset"
    try:
        if plan.reset and not plan.is_first(attempt):
            plan.reset()
        what = "the agent"
        with attempt.current():
            if inspect.isawaitable(returned := plan.agent(attempt)):
                _drop(returned)
                raise TypeError(NOT_ASYNC)
        took_s = time.monotonic() - began
        what = "the oracle"
        oracle = bool(plan.oracle(attempt)) if plan.oracle else None
    except Exception as error:  # noqa: BLE001  the guard around somebody's agent
        return _crash(plan, attempt, what, error, began)
    return read_result(plan.config, attempt, plan.verdict_s, took_s, oracle)


async def _loop_async(plan: _Plan) -> ReflexionResult:
    loop = plan.loop()
    while True:
        result = await _attempt_async(plan, loop.next())
        decision = _decide(plan, loop, result)
        if decision.stop and not await asyncio.to_thread(_is_wanted, plan, loop, result, decision):
            return loop.result(decision)
        loop.add_lesson(await asyncio.to_thread(_late_lesson, plan, result))


async def _attempt_async(plan: _Plan, attempt: Attempt) -> AttemptResult:
    began = time.monotonic()
    what = "the reset"
    try:
        if plan.reset and not plan.is_first(attempt):
            await _value(plan.reset())
        what = "the agent"
        with attempt.current():
            async with asyncio.timeout(plan.attempt_s):
                await _value(plan.agent(attempt))
        took_s = time.monotonic() - began
        what = "the oracle"
        oracle = bool(await _value(plan.oracle(attempt))) if plan.oracle else None
    except Exception as error:  # noqa: BLE001  the guard around somebody's agent
        return await asyncio.to_thread(_crash, plan, attempt, what, error, began)
    return await asyncio.to_thread(
        read_result, plan.config, attempt, plan.verdict_s, took_s, oracle
    )


def _decide(plan: _Plan, loop: RetryLoop, result: AttemptResult) -> Decision:
    if plan.on_attempt:
        plan.on_attempt(result)
    return loop.add(result)


def _is_wanted(plan: _Plan, loop: RetryLoop, result: AttemptResult, decision: Decision) -> bool:
    """Whether a person wants another attempt where the rules want none."""
    if not plan.ask_s or decision.stop not in ASKABLE or loop.is_at_limit or not result.run:
        return False
    log.warning(ASKS, result.run, decision.why, plan.ask_s)
    return wait_for_person(plan.config, result.run, plan.ask_s)


async def _value(given: object) -> object:
    return await given if inspect.isawaitable(given) else given


def _drop(returned: object) -> None:
    """Without a warning that nobody awaited it."""
    if inspect.iscoroutine(returned):
        returned.close()


def _crash(
    plan: _Plan, attempt: Attempt, what: str, error: Exception, began: float
) -> AttemptResult:
    shown = None if isinstance(error, CommandFailed) else error
    kind = f"{type(error).__name__}: " if shown else ""
    why = f"{what} failed: {kind}{error}".rstrip(": ")
    log.warning("courtside: attempt %d: %s", attempt.number, why, exc_info=shown)
    result = crashed(attempt, why, time.monotonic() - began)
    end_crashed(plan.config, result.run)
    return result


def _late_lesson(plan: _Plan, result: AttemptResult) -> Any:
    """Of a run that is retried though its judge does not call it a failure."""
    if not plan.lessons or result.reflection is not None or not result.run:
        return None
    return ask_lesson(plan.config, result.run, lambda why: log.warning("courtside: %s", why))
