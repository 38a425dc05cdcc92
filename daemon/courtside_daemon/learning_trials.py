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


class LearningTrials:
    """One trial at a time, of the labels that were asked about last; its result is kept until
    others are asked about, so that labels which did not change are not tried again.
    """

    def __init__(self, process: LearningProcess) -> None:
        self._process = process
        self._asked: tuple[str, AgentLabels] = "", frozenset()
        """The agent and the labels that were asked about last."""
        self._tried: tuple[str, AgentLabels] = self._asked
        self._helps: bool | None = None
        self._words = ""
        """What the last trial showed, as the offer says it."""
        self._wake = asyncio.Event()

    def added_to(self, offer: LearningOffer, labels: AgentLabels) -> LearningOffer:
        """The offer with what the trial of these labels showed; without, while it goes on."""
        self._asked = offer.agent, labels
        if self._asked != self._tried:
            self._wake.set()
            return offer
        return replace(offer, helps=self._helps, trial=self._words)

    async def run(self) -> None:
        """Tries what is asked about, for as long as the daemon lives."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            asked = self._asked
            if asked != self._tried:
                self._helps, self._words = await self._try(Scope(agent=asked[0]))
                self._tried = asked

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
