"""One attempt at a proposed task, and what a judge said of it, as rows of the loop's files."""

from __future__ import annotations

from typing import Literal

from courtside_refine.actors.attempting import AttemptEnd, end_of_run
from courtside_refine.policy_training.example import Example
from courtside_refine.proposing.proposal import Proposal
from courtside_store.records import EndedBy, JudgeStamp, Record, RunLabel, Step, VerdictStatus

RolloutStatus = Literal["done", "environment-error"]


class AttemptJob(Record, frozen=True, kw_only=True):
    """One attempt that is to be made."""

    number: int
    """Within its iteration, from 0: it names the attempt."""
    proposal: Proposal
    seed: int


class Rollout(Record, frozen=True, kw_only=True):
    """One attempt, and all that is known of it but a verdict."""

    number: int
    task: str
    """Id of the proposal."""
    words: str
    seed: int
    run: str
    actor: str
    status: RolloutStatus = "done"
    """An error of the site, the reset or the browser is no failed task."""
    why: str = ""
    steps: tuple[Step, ...] = ()
    choices: tuple[Example, ...] = ()
    """What the actor did, on the screens as it saw them: training examples."""
    end: AttemptEnd | None = None
    answer: str = ""
    claims_success: bool | None = None
    checked: bool | None = None
    """Whether what decides the task held at the end; None where nothing does. Trains nobody."""
    took_s: float = 0.0

    @property
    def ended_by(self) -> EndedBy:
        """An agent that was cut off did not finish."""
        return end_of_run(self.end) if self.end else "stop"


class RolloutVerdict(Record, frozen=True, kw_only=True):
    """The verdict on one attempt."""

    number: int
    task: str
    label: RunLabel
    score: float | None = None
    status: VerdictStatus = "ok"
    explanation: str = ""
    judge: JudgeStamp
