"""Turns collected episodes into rows for a fit: what the judge finds in each run and each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from courtside_judge.evidence import EvidenceSitting, run_findings
from courtside_judge.findings import Finding, answer_findings
from courtside_judge.linear import Model, Weights, features, step_features
from courtside_judge.narration import narration_findings
from courtside_judge.protocol import Case
from courtside_store.records import JudgeStamp, StepLabel

from .collect import Episode

SILENT = {"claims-success"}
"""Not weighed: the agent's own claim is what the judge is there to check."""
PROGRESS = {"goal-reached", "towards-the-goal"}


@dataclass(frozen=True)
class RunRow:
    """One run, as the judge sees its end."""

    episode: Episode
    amounts: dict[str, float]

    @property
    def group(self) -> str:
        """What is left out of training together."""
        return f"{self.episode.world}/{self.episode.kind}"


@dataclass(frozen=True)
class StepRow:
    """One step, as the judge sees it, and what replay says it was worth."""

    group: str
    amounts: dict[str, float]
    label: StepLabel

    @property
    def helped(self) -> bool:
        """Towards the goal, or there."""
        return self.label in PROGRESS


def run_rows(episodes: Iterable[Episode]) -> list[RunRow]:
    """A row a run. The oracle stays in the episode: no finding can see it."""
    rows = []
    for episode in episodes:
        sitting = _sit(episode, Model(bias=0.0, weights={}))
        for step in episode.steps:
            sitting.recall(step)
        found = run_findings(sitting.tracker)
        found += answer_findings(sitting.tracker, episode.answer, episode.claims_success)
        found += narration_findings(sitting.tracker, episode.answer)
        rows.append(RunRow(episode, loud(found)))
    return rows


def blinded(episode: Episode) -> Episode:
    """The same without its screens: a run as an agent tells it whose screens nobody recorded."""
    steps = tuple(replace(step, before=None, after=None) for step in episode.steps)
    return replace(episode, steps=steps)


def step_rows(episodes: Sequence[Episode], run: Model) -> list[StepRow]:
    """A row a step that replay has a label for; the run model tells how the run looks."""
    rows = []
    for episode in episodes:
        if not episode.labels:
            continue
        sitting = _sit(episode, run)
        for step, label in zip(episode.steps, episode.labels, strict=True):
            amounts = step_features(sitting.follow(step))
            rows.append(StepRow(f"{episode.world}/{episode.kind}", amounts, label))
    return rows


def loud(found: Sequence[Finding]) -> dict[str, float]:
    """The features that may be weighed."""
    return {kind: amount for kind, amount in features(found).items() if kind not in SILENT}


def _sit(episode: Episode, run: Model) -> EvidenceSitting:
    none = Model(bias=0.0, weights={})
    blank = Weights(version="fit", run=run, unsighted=none, step=none)
    case = Case(run="run_" + "0" * 20, task=episode.task)
    return EvidenceSitting(case, blank, JudgeStamp(name="fit"))
