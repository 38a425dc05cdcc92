"""Tries in the background what labels would teach the judge. Stores nothing and knows no route."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from courtside_judge.learning.learned import Benefit, Measure
from courtside_judge.learning.scope import Scope
from courtside_store.login_name import login_name
from courtside_store.records import RunId
from courtside_store.wire import LearningOffer

from .learning_process import LearningProcess

AgentLabels = frozenset[tuple[RunId, bool]]
"""Of one agent's labelled runs: each run, and whether it is a success."""
MAX_RESULTS = 20
"""Results that are kept: the newest."""


class LearningTrials:
    """One trial at a time. Results are kept, so that labels which did not change are not tried
    again."""

    def __init__(self, process: LearningProcess) -> None:
        self._process = process
        self._waiting: list[tuple[str, AgentLabels]] = []
        """Agents and their labels, in the order in which they were asked about."""
        self._results: dict[tuple[str, AgentLabels], tuple[bool | None, str]] = {}
        """Whether each would help, and in words, as the offer says it."""
        self._wake = asyncio.Event()

    def added_to(self, offer: LearningOffer, labels: AgentLabels) -> LearningOffer:
        """The offer with what the trial of these labels showed; without, while it goes on."""
        asked = offer.agent, labels
        if asked in self._results:
            helps, words = self._results[asked]
            return replace(offer, helps=helps, trial=words)
        if asked not in self._waiting:
            # Its labels of before need no trial any more.
            others = [one for one in self._waiting if one[0] != offer.agent]
            self._waiting = [*others, asked]
            self._wake.set()
        return offer

    async def run(self) -> None:
        """Tries what is asked about, for as long as the daemon lives."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                asked = self._waiting[0]
                self._results[asked] = await self._try(Scope(agent=asked[0]))
                self._waiting = [one for one in self._waiting if one != asked]
                if len(self._results) > MAX_RESULTS:
                    del self._results[next(iter(self._results))]

    async def _try(self, scope: Scope) -> tuple[bool | None, str]:
        try:
            outcome = await self._process.outcome(scope, login_name())
        except RuntimeError as error:
            return None, str(error)
        if outcome.learned is None:
            return False, outcome.why
        return True, _change(outcome.learned.benefit)


def _change(benefit: Benefit) -> str:
    before, after = benefit.before, benefit.after
    return (
        f"on tasks left out its accuracy would go from {_number(before.accuracy)} to "
        f"{_number(after.accuracy)}, the share of runs that it decides from "
        f"{_number(before.coverage)} to {_number(after.coverage)}, its Brier score from "
        f"{_number(before.brier)} to {_number(after.brier)} (less is better)"
    )


def _number(one: Measure) -> str:
    return "undefined" if one.value is None else f"{one.value:.2f}"
