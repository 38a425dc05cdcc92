"""Asks for the lesson of a failed run: one at a time, for a bounded time. Knows no SQL."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, Self

import msgspec

from courtside_judge.protocol import Case
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.records import Reflection, RunVerdict, Step, StepVerdict
from courtside_store.task_secrets import find_task_secrets, without_secrets

LESSON_S = 30.0
"""How long a lesson may take: the agent waits for it, and the next lesson too."""


class OnFailure(Protocol):
    """Makes the lesson of a failed run. The command line hands it in."""

    def __call__(
        self,
        case: Case,
        steps: Sequence[Step],
        step_verdicts: Sequence[StepVerdict],
        verdict: RunVerdict,
        is_asked_for: bool,
        /,
    ) -> Reflection | None:
        """The lesson; None where there is none. `is_asked_for`: also of a run that did not fail."""
        ...


class LessonNotMadeError(ValueError):
    """The lesson of a run could not be made."""

    def __init__(self, why: object) -> None:
        super().__init__(f"the lesson of the run could not be made: {why}")


class LessonRunner:
    """Calls an `OnFailure` in a thread of its own: one that hangs blocks neither the daemon nor its
    end.
    """

    def __init__(self, on_failure: OnFailure, timeout_s: float | None = None) -> None:
        self._on_failure = on_failure
        self._timeout_s = LESSON_S if timeout_s is None else timeout_s
        self._free = asyncio.Event()
        """No lesson is being made, not even one that was given up."""
        self._free.set()

    @classmethod
    def of(cls, config: Config, on_failure: OnFailure) -> Self:
        """The runner of a configuration: a model that writes lessons has the time of a judge."""
        by_model = config.reflector == "model"
        return cls(on_failure, LESSON_S + config.judge_timeout_s if by_model else None)

    async def until_free(self) -> None:
        """Until a lesson that was given up has ended, or for as long as a lesson may take."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._timeout_s):
                await self._free.wait()

    async def make(
        self,
        case: Case,
        steps: Sequence[Step],
        step_verdicts: Sequence[StepVerdict],
        verdict: RunVerdict,
        is_asked_for: bool = False,
        known: Sequence[str] = (),
    ) -> Reflection | None:
        """The lesson; None where there is none. Raises LessonNotMadeError.

        It is made without what the task calls a secret and without `known`: what secret fields of
        the run held or got. Cut out of a finished lesson, the half of one could stay in a field
        that is cut short.
        """
        secrets = tuple(dict.fromkeys([*find_task_secrets(case.task), *known]))

        def call() -> Reflection | None:
            return self._on_failure(
                without_secrets(case, secrets),
                [without_secrets(step, secrets) for step in steps],
                [without_secrets(one, secrets) for one in step_verdicts],
                without_secrets(verdict, secrets),
                is_asked_for,
            )

        try:
            async with asyncio.timeout(self._timeout_s):
                made = await self._ask(call)
            return None if made is None else _checked(made, case, secrets)
        except TimeoutError:
            why = f"it took longer than {self._timeout_s:g} s"
        except Exception as error:  # noqa: BLE001  the guard around a judge
            why = f"{type(error).__name__}: {error}"
        raise LessonNotMadeError(why)

    async def _ask(self, call: Callable[[], object]) -> object:
        if not self._free.is_set():
            raise RuntimeError("an earlier lesson is still being made")
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[object] = loop.create_future()

        def resolve(act: Callable[[], None]) -> None:
            """Unless nobody waits any more."""

            def end() -> None:
                self._free.set()
                if not outcome.done():
                    act()

            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(end)

        def work() -> None:
            try:
                made = call()
            except Exception as error:  # noqa: BLE001  raised where the lesson is waited for
                reason = error
                resolve(lambda: outcome.set_exception(reason))
            else:
                resolve(lambda: outcome.set_result(made))

        self._free.clear()
        threading.Thread(target=work, name="lesson", daemon=True).start()
        return await outcome


def _checked(made: object, case: Case, secrets: Sequence[str]) -> Reflection:
    """A lesson about this run that can be stored, without these secrets. Raises TypeError or
    ValueError.
    """
    if not isinstance(made, Reflection):
        raise TypeError(f"it is a {type(made).__name__}; expected a Reflection")
    if made.run != case.run:
        raise ValueError(f"it is about {made.run}")
    return without_secrets(msgspec.json.decode(wire.encode(made), type=Reflection), secrets)
