"""Whose labels the judge could learn from next. Learns nothing and knows no route."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from courtside_judge.agreement.label_queue import in_order
from courtside_judge.learning.examples import normal_task
from courtside_judge.learning.learn import missing
from courtside_judge.learning.learned import LearnedFile
from courtside_judge.learning.stored_runs import usable_runs
from courtside_store.records import RunId
from courtside_store.wire import LearningOffer

from .learning_trials import AgentLabels, LearningTrials
from .pipeline import Pipeline

MAX_RUNS_CONSIDERED = 500
"""Runs that are looked at for the most informative ones."""
MAX_LABELLED_RUNS = 5000
"""Labelled runs that are counted to say whether learning is worth it."""
MAX_RUNS_OFFERED = 10
"""How many runs a person is asked to label."""


class LearningOffers:
    """Read from the store and the file of what was learned, at each question."""

    def __init__(self, file: LearnedFile, pipeline: Pipeline, trials: LearningTrials) -> None:
        self._file = file
        self._pipeline = pipeline
        self._trials = trials

    async def offer(self, who: str) -> LearningOffer:
        """For the agent with the most labels that nothing was learned from, those of people before
        an oracle's; whether they would help is tried once nothing is missing.
        """
        offer, labels = await self._pipeline.read(self._offer, who)
        if not labels or offer.missing:
            return offer
        return self._trials.added_to(offer, labels)

    def _offer(self, who: str) -> tuple[LearningOffer, AgentLabels]:
        reader = self._pipeline.reader
        used = self._used()
        labelled = [*islice(usable_runs(reader), MAX_LABELLED_RUNS)]
        fresh = [one for one, yes in labelled if (one.run.id, yes) not in used]
        if not fresh:
            return LearningOffer(), frozenset()
        new = Counter(one.run.agent for one in fresh)
        by_people = Counter(one.run.agent for one in fresh if one.people)
        agent = max(new, key=lambda name: (by_people[name], new[name], name))
        theirs = [(one.run, yes) for one, yes in labelled if one.run.agent == agent]
        mine = (
            one
            for one in reader.runs("", MAX_RUNS_CONSIDERED)
            if one.run.agent == agent and one.run.task and one.steps
        )
        unlabelled = [one for one in mine if not one.people and one.oracle is None]
        ask = [one.run.id for one in in_order(unlabelled, reader.disputed(), who)]
        offer = LearningOffer(
            agent=agent,
            labels=len(theirs),
            new=new[agent],
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
