"""Spreads attempts and verdicts: here in one process, with so many pages open at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from courtside_refine.actors.actor import Actor
from courtside_refine.actors.chromium import opened_chromium
from courtside_refine.actors.picture_reading import Reading
from courtside_store.records import Record

from .attempt_runner import AttemptRunner
from .environment import Environment
from .judging import OutcomeJudge
from .rollout import AttemptJob, Rollout, RolloutVerdict
from .trainers import Trainer

T = TypeVar("T")
ATTEMPT_S = 300.0
"""The time limit of one attempt, whatever its site does."""
JUDGE_S = 600.0


class ActorSpec(Record, frozen=True, kw_only=True):
    """An actor as other processes can build it too."""

    weights: Path | None = None
    is_measured: bool = False
    """It does what it finds likeliest, as it is measured."""

    def of(self, trainer: Trainer) -> Actor:
        """The actor itself."""
        return (trainer.measured_actor if self.is_measured else trainer.actor)(self.weights)


class Engine(Protocol):
    """Does the long work. `take` is given each row as soon as it is there, one at a time."""

    async def make_attempts(
        self, jobs: Sequence[AttemptJob], spec: ActorSpec, take: Callable[[Rollout], None]
    ) -> None:
        """Every attempt once."""

    async def judge(
        self, rollouts: Sequence[Rollout], take: Callable[[RolloutVerdict], None]
    ) -> None:
        """A verdict on every attempt."""


class LocalEngine:
    """Makes attempts in this process; several at once only where they do not disturb each other."""

    def __init__(
        self,
        environment: Environment,
        trainer: Trainer,
        judge: OutcomeJudge,
        keep_frame: Callable[[bytes], str],
        max_steps: int,
        workers: int = 1,
        reading: Reading | None = None,
    ) -> None:
        """`reading`: reads what a page's tree leaves out, for the actor."""
        self._environment = environment
        self._trainer = trainer
        self._judge = judge
        self._keep_frame = keep_frame
        self._max_steps = max_steps
        self._workers = workers
        self._reading = reading

    async def make_attempts(
        self, jobs: Sequence[AttemptJob], spec: ActorSpec, take: Callable[[Rollout], None]
    ) -> None:
        if not jobs:
            return
        async with opened_chromium() as browser:
            runner = self._runner_of(browser, spec.of(self._trainer))

            async def one(job: AttemptJob) -> None:
                try:
                    async with asyncio.timeout(ATTEMPT_S):
                        row = await runner.make_attempt(job)
                except TimeoutError:
                    row = runner.failed(job, f"the attempt took longer than {ATTEMPT_S:g} s")
                take(row)

            await work_through(jobs, one, self._workers)

    def _runner_of(self, browser: Any, actor: Actor) -> AttemptRunner:
        return AttemptRunner(
            browser,
            self._environment,
            actor,
            self._keep_frame,
            self._max_steps,
            self._reading,
        )

    async def judge(
        self, rollouts: Sequence[Rollout], take: Callable[[RolloutVerdict], None]
    ) -> None:
        for rollout in rollouts:  # one at a time: models are not to be asked from two threads
            try:
                async with asyncio.timeout(JUDGE_S):
                    judged = await asyncio.to_thread(self._judge.judge, rollout)
            except TimeoutError as error:
                raise RuntimeError(f"the judge gave no verdict in {JUDGE_S:g} s") from error
            take(judged)


async def work_through(
    items: Sequence[T], work: Callable[[T], Awaitable[None]], workers: int
) -> None:
    """Each item once, by so many workers. Raises what the first of them raises."""
    left: Iterator[T] = iter(items)

    async def worker() -> None:
        for item in left:
            await work(item)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(worker())
    except ExceptionGroup as error:
        raise error.exceptions[0] from None
