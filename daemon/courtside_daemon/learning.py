"""Offers to learn from labels, and does it in a process of its own. Knows no route."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import Counter
from itertools import islice

import msgspec

from courtside_judge.agreement.label_queue import in_order
from courtside_judge.learning.examples import normal_task
from courtside_judge.learning.learn import LearningOutcome, missing
from courtside_judge.learning.learned import Benefit, LearnedFile
from courtside_judge.learning.scope import Scope
from courtside_judge.learning.stored_runs import LearningRequest, usable_runs
from courtside_store.config import Config
from courtside_store.wire import LearningOffer, LearningResult

from .pipeline import Pipeline

log = logging.getLogger(__name__)
MOST_S = 600.0
NEWEST = 500
"""Runs that are looked at for the most informative ones."""
LABELLED = 5000
ASKED = 10


class Learning:
    """One at a time."""

    def __init__(self, config: Config, pipeline: Pipeline) -> None:
        self._config = config
        self._pipeline = pipeline
        self._file = LearnedFile(config.learned_file)
        self._turn = asyncio.Lock()

    async def offer(self, who: str) -> LearningOffer:
        """For the agent with the most labels that nothing was learned from."""
        return await self._pipeline.read(self._offer, who)

    def _offer(self, who: str) -> LearningOffer:
        reader = self._pipeline.reader
        used = self._used()
        labelled = [*islice(usable_runs(reader), LABELLED)]
        new = Counter(
            one.run.agent for one, _ in labelled if one.run.id not in used.get(one.run.agent, ())
        )
        if not new:
            return LearningOffer()
        agent = max(new, key=lambda name: (new[name], name))
        labels = [(yes, normal_task(a.run.task)) for a, yes in labelled if a.run.agent == agent]
        mine = (one for one in reader.runs("", NEWEST) if one.run.agent == agent and one.run.task)
        unlabelled = [one for one in mine if not one.people and one.oracle is None]
        ask = [one.run.id for one in in_order(unlabelled, reader.disputed(), who)]
        return LearningOffer(
            agent=agent,
            labels=len(labels),
            new=new[agent],
            missing=missing(labels),
            ask=tuple(ask[:ASKED]),
        )

    def _used(self) -> dict[str, set[str]]:
        """By agent: the runs that something was learned from, for it or for all."""
        try:
            learned = self._file.load()
        except ValueError:  # `courtside status` names it
            return {}
        return {
            one.scope.agent: {label.run for label in one.labels}
            for one in learned
            if not one.scope.site
        }

    async def learn(self, scope: Scope, who: str) -> LearningResult:
        """Stores what was learned. Raises RuntimeError where it could not be tried."""
        if self._turn.locked():
            raise RuntimeError("it is learning already; wait for that")
        async with self._turn:
            answer = await self._ask(LearningRequest(config=self._config, scope=scope, who=who))
            if answer.learned is None:
                return LearningResult(learned=False, text=answer.why)
            await asyncio.to_thread(self._file.add, answer.learned)
            return LearningResult(learned=True, text=_changed(scope, answer.learned.benefit))

    async def _ask(self, request: LearningRequest) -> LearningOutcome:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "courtside_judge.learning.stored_runs"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
        )
        try:
            async with asyncio.timeout(MOST_S):
                out, _ = await process.communicate(msgspec.json.encode(request, enc_hook=str))
            return msgspec.json.decode(out, type=LearningOutcome)
        except (TimeoutError, msgspec.DecodeError) as error:
            log.error("it could not learn: %s", type(error).__name__)
            raise RuntimeError("it could not learn; `courtside learn` says why") from error
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def _changed(scope: Scope, benefit: Benefit) -> str:
    before, after = benefit.before.accuracy.value, benefit.after.accuracy.value
    return (
        f"learned for {scope}: accuracy on tasks left out was {before:.2f} and is {after:.2f}; "
        "the judge uses it from the next run on"
    )
