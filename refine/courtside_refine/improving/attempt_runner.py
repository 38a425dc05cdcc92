"""Makes one attempt: resets, watches with the shipped recorder, lets the actor act, checks."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from courtside_bridges.web.playwright_runs import AsyncWatched
from courtside_refine.actors.actor import Actor, ActorTask
from courtside_refine.actors.attempting import FinishedAttempt, attempt
from courtside_refine.actors.chromium import fresh_context
from courtside_refine.actors.picture_reading import Reading
from courtside_refine.policy_training.actor_examples import ActorExamples
from courtside_store.records import new_id

from .environment import Environment, EnvironmentFailed
from .in_memory_link import InMemoryLink
from .rollout import AttemptJob, Rollout

QUIET_S = 0.1
ACT_MS = 3000


class AttemptRunner:
    """Attempts of one actor in one site."""

    def __init__(
        self,
        browser: Any,
        environment: Environment,
        actor: Actor,
        keep_frame: Callable[[bytes], str],
        max_steps: int,
        reading: Reading | None = None,
    ) -> None:
        self._browser = browser
        self._environment = environment
        self._actor = actor
        self._keep_frame = keep_frame
        self._max_steps = max_steps
        self._reading = reading

    async def make_attempt(self, job: AttemptJob) -> Rollout:
        """One attempt. What the site or the browser does wrong is in the row, not raised."""
        from playwright.async_api import Error

        began = time.monotonic()
        try:
            made = await self._make(job)
        except (EnvironmentFailed, Error) as error:
            return self.failed(job, (str(error).splitlines() or [type(error).__name__])[0])
        took_s = round(time.monotonic() - began, 2)
        return replace(made, took_s=took_s)

    def failed(self, job: AttemptJob, why: str) -> Rollout:
        """An attempt that something else than the agent spoilt."""
        return replace(self._row(job), status="environment-error", why=why)

    def _row(self, job: AttemptJob) -> Rollout:
        return Rollout(
            number=job.number,
            task=job.proposal.id,
            words=job.proposal.ques,
            seed=job.seed,
            run=new_id("run"),
            actor=self._actor.name,
        )

    async def _make(self, job: AttemptJob) -> Rollout:
        async with self._page() as page:
            await self._environment.begin(page, job.proposal)
            recording: Any = InMemoryLink(self._keep_frame)
            async with AsyncWatched(page, job.proposal.ques, link=recording) as run:
                own = ActorExamples(job.proposal.ques)
                finished = await self._act(page, job, own)
                await run.settled()
            checked = await self._environment.was_done(page, job.proposal, finished.answer)
            return replace(
                self._row(job),
                run=run.run,
                steps=tuple(recording.steps),
                choices=tuple(own.examples),
                end=finished.end,
                answer=finished.answer,
                claims_success=finished.claims_success,
                checked=checked,
            )

    async def _act(self, page: Any, job: AttemptJob, own: ActorExamples) -> FinishedAttempt:
        return await attempt(
            page,
            self._actor,
            ActorTask(text=job.proposal.ques, seed=job.seed),
            max_steps=self._max_steps,
            quiet_s=QUIET_S,
            on_action=own.add,
            settle=lambda: self._environment.settle(page),
            reading=self._reading,
        )

    @asynccontextmanager
    async def _page(self) -> AsyncIterator[Any]:
        """Of a context that knows nothing of earlier attempts."""
        async with fresh_context(self._browser, viewport=self._environment.viewport) as context:
            context.set_default_timeout(ACT_MS)
            yield await context.new_page()
