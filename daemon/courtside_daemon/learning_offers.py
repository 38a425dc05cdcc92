"""Whose labels the judge could learn from next. Learns nothing and knows no route."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from courtside_judge.agreement.label_queue import in_order
from courtside_judge.learning.examples import normal_task
from courtside_judge.learning.learn import missing
from courtside_judge.learning.learned import LearnedFile
from courtside_judge.learning.stored_runs import usable_runs
from courtside_store.records import Run, RunId
from courtside_store.summaries import RunSummary
from courtside_store.wire import LearningOffer

from .learning_trials import AgentLabels, LearningTrials
from .pipeline import Pipeline

MAX_RUNS_CONSIDERED = 500
"""Runs that are looked at for the most informative ones."""
MAX_LABELLED_RUNS = 5000
"""Labelled runs that are counted to say whether learning is worth it."""
MAX_RUNS_OFFERED = 10
"""How many runs a person is asked to label."""
MAX_AGENTS = 5
"""Agents whose labels are tried: those with the most new ones."""


class LearningOffers:
    """Read from the store and the file of what was learned, at each question."""

    def __init__(self, file: LearnedFile, pipeline: Pipeline, trials: LearningTrials) -> None:
        self._file = file
        self._pipeline = pipeline
        self._trials = trials

    async def offer(self, who: str) -> LearningOffer:
        """For the agent with the most labels that nothing was learned from, those of people before
        an oracle's; for the first of the others whose labels would help where those do not.
        Whether they would is tried once nothing is missing.
        """
        found = await self._pipeline.read(self._offers, who)
        offers = [
            offer if offer.missing else self._trials.added_to(offer, labels)
            for offer, labels in found
        ]
        helpful = (offer for offer in offers if offer.helps)
        return next(helpful, offers[0] if offers else LearningOffer())

    def _offers(self, who: str) -> list[tuple[LearningOffer, AgentLabels]]:
        """Of some agents with new labels, those with the most first."""
        used = self._used()
        labelled = [*islice(usable_runs(self._pipeline.reader), MAX_LABELLED_RUNS)]
        fresh = [one for one, yes in labelled if (one.run.id, yes) not in used]
        new = Counter(one.run.agent for one in fresh)
        by_people = Counter(one.run.agent for one in fresh if one.people)
        agents = sorted(new, key=lambda name: (by_people[name], new[name], name), reverse=True)
        unlabelled = self._unlabelled(who) if agents else []
        return [
            self._offer(
                agent,
                new[agent],
                [(one.run, yes) for one, yes in labelled if one.run.agent == agent],
                [one.run.id for one in unlabelled if one.run.agent == agent],
            )
            for agent in agents[:MAX_AGENTS]
        ]

    def _unlabelled(self, who: str) -> list[RunSummary]:
        """The newest runs without a label, those first of which one would teach most."""
        reader = self._pipeline.reader
        runs = reader.runs("", MAX_RUNS_CONSIDERED)
        unlabelled = [
            one
            for one in runs
            if one.run.task and one.steps and not one.people and one.oracle is None
        ]
        return in_order(unlabelled, reader.disputed(), who)

    @staticmethod
    def _offer(
        agent: str, new: int, theirs: Sequence[tuple[Run, bool]], ask: Sequence[RunId]
    ) -> tuple[LearningOffer, AgentLabels]:
        offer = LearningOffer(
            agent=agent,
            labels=len(theirs),
            new=new,
            missing=missing([(yes, normal_task(run.task)) for run, yes in theirs]),
            ask=tuple(ask[:MAX_RUNS_OFFERED]),
        )
        return offer, frozenset((run.id, yes) for run, yes in theirs)

    def _used(self) -> set[tuple[RunId, bool]]:
        """The labels that something was learned from, for whichever runs: a run, and whether it is
        a success. A label that was changed since then is a new one.
        """
        try:
            learned = self._file.load()
        except ValueError:  # `courtside status` names it
            return set()
        return {(label.run, label.success) for one in learned for label in one.labels}
