"""`courtside.reflexion`: lets an agent try a task again with the lessons of its failures."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, cast, overload

from courtside_bridges.client.attempt import Attempt, task_head
from courtside_refine.irreversible_steps import why_not_repeated
from courtside_store.config import Config, load_config
from courtside_store.lifecycle import check_task

from .earlier_attempts import LESSON, EarlierAttempts, load_earlier_attempts, run_with_lesson
from .retry_drivers import (
    AskOracle,
    OnAttempt,
    ResetEnvironment,
    RetryPlan,
    RunAgent,
    retry_async,
    retry_blocking,
)
from .retry_records import ReflexionResult, RetryLimits, Trigger

ATTEMPT_VERDICT_S = 120.0
"""How long the verdict on an attempt is waited for, unless the caller says otherwise."""
MAX_SECONDS = 1e6
"""The longest time that a caller may set."""
log = logging.getLogger("courtside")
OTHER_TASK = (
    "courtside: %s had another task, %r; its lessons are handed over for %r all the same. To begin "
    "without them leave out `after` (--after)"
)
NOT_INTERRUPTED = (
    "attempt_s cannot end an agent that is a plain function: write it as `async def`, or run it as "
    "a command with `courtside retry --timeout`"
)
NOT_AWAITED = (
    "{} is `async def` and the agent is a plain function, so that nothing would await it: write "
    "both in one way"
)
P = ParamSpec("P")


class ByAgent(Protocol[P]):
    """Awaited where the agent is `async def`; else it returns when the last attempt is over."""

    @overload
    def __call__(  # type: ignore[overload-overlap]
        self,
        agent: Callable[[Attempt], Awaitable[object]],
        *args: P.args,
        **options: P.kwargs,
    ) -> Coroutine[Any, Any, ReflexionResult]: ...

    @overload
    def __call__(self, agent: RunAgent, *args: P.args, **options: P.kwargs) -> ReflexionResult: ...


def _typed_by_agent(
    retry: Callable[
        Concatenate[RunAgent, P], ReflexionResult | Coroutine[Any, Any, ReflexionResult]
    ],
) -> ByAgent[P]:
    """The function itself, for type checkers: its result depends on its agent."""
    return cast(ByAgent[P], retry)


@_typed_by_agent
def reflexion(
    agent: RunAgent,
    task: str,
    *,
    reset: ResetEnvironment | None = None,
    max_attempts: int = 3,
    max_seconds: float | None = None,
    max_tokens: int | None = None,
    trigger: Trigger = "judge",
    oracle: AskOracle | None = None,
    lessons: bool = True,
    retry_unknown: bool = False,
    allow_irreversible: bool = False,
    stop_at_same_failure: bool = True,
    shadow: bool | None = None,
    cost_false_negative: float = 2.0,
    cost_false_positive: float = 1.0,
    attempt_s: float | None = None,
    verdict_s: float = ATTEMPT_VERDICT_S,
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
    crashed or was not recorded. `attempt_s` cancels an asynchronous agent, reset or oracle that
    takes longer, and on Linux ends the processes that this program has begun meanwhile, unless
    attempts ran side by side; so do Ctrl-C and cancelling the call. One that has not ended 5 s
    later is given up: the call returns, while the task runs on and keeps `asyncio.run` from
    returning. One that blocks the event loop cannot be interrupted, nor can a synchronous agent: a
    call of one that never returns never returns (`courtside retry` ends a command).

    `shadow` runs it once and says what would follow. That is the default; a `reset`,
    `allow_irreversible=True` or `shadow=False` is the permission to try again.

    `trigger="oracle"` retries where `oracle(attempt)` is false, as the upper bound; with any other
    trigger its answer is only kept in the result. No judge and no lesson is told of it.
    `trigger="always"` with `lessons=False` is blind retry.

    `ask_s`: where it would stop, though not at a limit or a crash, it waits so long for somebody to
    press Retry on the run's page. `after`: the run of an earlier attempt, whose lessons are handed
    over too; "lesson" is the newest run of this very task that has one, or none where no run has.
    `on_attempt` is called with each result. Raises TypeError where the task is no text, or what is
    to be called is no function, ValueError on a task that is none, on
    limits that make no sense or cannot be kept and, unless `allow_irreversible`, where the run
    `after` holds a step that cannot be undone; LookupError where there is no such run.
    """
    if trigger == "oracle" and oracle is None:
        raise ValueError('trigger is "oracle" and oracle is None; pass oracle=lambda attempt: ...')
    _check_kinds(task, agent=agent, reset=reset, oracle=oracle, on_attempt=on_attempt)
    check_task(task)
    _check_seconds(attempt_s, verdict_s, ask_s)
    limits = RetryLimits(
        max_attempts=max_attempts,
        max_seconds=max_seconds,
        max_tokens=max_tokens,
        trigger=trigger,
        retry_unknown=retry_unknown,
        allow_irreversible=allow_irreversible,
        stop_at_same_failure=stop_at_same_failure,
        shadow=not (reset or allow_irreversible) if shadow is None else shadow,
        cost_false_negative=cost_false_negative,
        cost_false_positive=cost_false_positive,
    ).checked()
    config = config or load_config()
    if after == LESSON:
        after = run_with_lesson(config, task)
    earlier = load_earlier_attempts(config, after) if after else EarlierAttempts()
    if earlier.irreversible and not allow_irreversible:
        raise ValueError(f"{after}: {why_not_repeated(earlier.irreversible)}")
    if earlier.task and earlier.task.split() != task.split():
        log.warning(OTHER_TASK, after, task_head(earlier.task), task_head(task))
    plan = RetryPlan(
        agent=agent,
        task=task,
        limits=limits,
        reset=reset,
        oracle=oracle,
        lessons=lessons,
        attempt_s=attempt_s,
        verdict_s=verdict_s,
        ask_s=ask_s,
        earlier=earlier,
        on_attempt=on_attempt,
        config=config,
    )
    if _is_async(agent):
        return retry_async(plan)
    if attempt_s is not None:
        raise ValueError(NOT_INTERRUPTED)
    for name, call in (("reset", reset), ("oracle", oracle)):
        if _is_async(call):
            raise ValueError(NOT_AWAITED.format(name))
    return retry_blocking(plan)


def _is_async(call: object) -> bool:
    return inspect.iscoroutinefunction(call) or inspect.iscoroutinefunction(
        getattr(call, "__call__", None)  # noqa: B004  an object with an `async def __call__`
    )


def _check_kinds(task: object, **called: object) -> None:
    """Raises TypeError where the task is no text, or one that is to be called is no function. Only
    the agent is needed.
    """
    for name, call in called.items():
        if not callable(call) and (call is not None or name == "agent"):
            needs = "a function that does the task once: reflexion(agent, task)"
            expected = needs if name == "agent" else "a function"
            raise TypeError(f"{name} is of type {type(call).__name__}; expected {expected}")
    if not isinstance(task, str):
        expected = "a text that says what the agent is to do"
        raise TypeError(f"task is of type {type(task).__name__}; expected {expected}")


def _check_seconds(attempt_s: float | None, verdict_s: float, ask_s: float) -> None:
    """Raises ValueError on a time that no clock can wait; 0 of `ask_s` is not to ask."""
    for name, seconds in (("attempt_s", attempt_s), ("verdict_s", verdict_s), ("ask_s", ask_s)):
        if seconds is None or (name == "ask_s" and seconds == 0):
            continue
        if not 0 < seconds <= MAX_SECONDS:
            raise ValueError(
                f"{name} is {seconds!r}: expected seconds above 0, at most {MAX_SECONDS:g}"
            )
