"""Has a judge give its verdict on the outcome of attempts. Stores nothing; sees no check."""

from __future__ import annotations

from courtside_judge.claims import effective_verdict, unobserved
from courtside_judge.protocol import Case, Ending, Frames, Judge
from courtside_store.config import Config
from courtside_store.records import RunVerdict, now_ms
from courtside_store.thresholds import Thresholds, load_thresholds

from .rollout import Judged, Rollout


class OutcomeJudge:
    """One judge, as it would judge live: the same limits decide what counts as a success."""

    def __init__(self, judge: Judge, frames: Frames, config: Config) -> None:
        self._judge = judge
        self._frames = frames
        self._max_false_success = config.max_false_success
        self._thresholds: Thresholds | None = load_thresholds(config)

    def judge(self, rollout: Rollout) -> Judged:
        """One attempt. A judge that raises gives a verdict with the status `error`."""
        ending = Ending(
            ended_by=rollout.ended_by,
            answer=rollout.answer,
            claims_success=rollout.claims_success,
        )
        try:
            verdict = self._verdict(rollout, ending)
        except Exception as error:  # noqa: BLE001  the guard round a judge
            verdict = RunVerdict(
                run=rollout.run,
                status="error",
                explanation=f"{type(error).__name__}: {error}"[:500],
                judge=self._judge.stamp(),
                at_ms=now_ms(),
            )
        return Judged(
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
        session = self._judge.start(case, self._frames)
        for step in rollout.steps:
            session.step(step)
        verdict = session.finish(ending)
        if not rollout.steps:
            return unobserved(verdict, ending)
        return effective_verdict(verdict, ending, self._max_false_success, self._thresholds)
