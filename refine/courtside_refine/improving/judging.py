"""Has a judge give its verdict on the outcome of attempts. Stores nothing; sees no check."""

from __future__ import annotations

from courtside_judge.claims import effective_verdict
from courtside_judge.process.guard import GuardedJudge
from courtside_judge.process.stored_run import requests_for
from courtside_judge.protocol import Case, Ending, Judge, ReadFrame
from courtside_store.config import Config
from courtside_store.records import RunVerdict
from courtside_store.thresholds import Thresholds, load_thresholds

from .rollout import Rollout, RolloutVerdict


class OutcomeJudge:
    """One judge, as it would judge live: the same limits decide what counts as a success."""

    def __init__(self, judge: Judge, frames: ReadFrame, config: Config) -> None:
        self._safe = GuardedJudge(judge, frames, _ignore)
        self._max_false_success = config.max_false_success
        self._thresholds: Thresholds | None = load_thresholds(config)

    def judge(self, rollout: Rollout) -> RolloutVerdict:
        """One attempt. A judge that raises gives a verdict with the status `error`."""
        ending = Ending(
            ended_by=rollout.ended_by,
            answer=rollout.answer,
            claims_success=rollout.claims_success,
        )
        verdict = self._verdict(rollout, ending)
        return RolloutVerdict(
            number=rollout.number,
            task=rollout.task,
            label=verdict.label,
            score=verdict.score,
            status=verdict.status,
            explanation=verdict.explanation,
            judge=verdict.judge,
        )

    def _verdict(self, rollout: Rollout, ending: Ending) -> RunVerdict:
        case = Case(run=rollout.run, task=rollout.words, agent=rollout.actor)
        answers = map(self._safe.answer, requests_for(case, rollout.steps, ending))
        (verdict,) = [answer for answer in answers if isinstance(answer, RunVerdict)]
        return effective_verdict(verdict, ending, self._max_false_success, self._thresholds)


def _ignore(_: BaseException) -> None:
    """The verdict names the error."""
