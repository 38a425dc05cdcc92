"""Turns collected episodes into rows for a fit: what the judge finds in each run and each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.features import features
from courtside_judge.evidence.judge import EvidenceSession
from courtside_judge.evidence.linear import Model, Weights
from courtside_judge.perception.screen_reading import name_pressed
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Element, JudgeStamp, Observation, Step, StepLabel

from .collect import Episode

Targets = Literal["told", "pressed", "none"]
WAYS: tuple[Targets, ...] = get_args(Targets)
FIELDS = {"textbox", "searchbox", "combobox"}
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
        session = _start(episode, Model(bias=0.0, weights={}))
        for step in episode.steps:
            session.recall(step)
        ending = Ending(
            ended_by="finish", answer=episode.answer, claims_success=episode.claims_success
        )
        rows.append(RunRow(episode, features(end_findings(session.tracker, ending))))
    return rows


def blinded(episode: Episode) -> Episode:
    """The same without its screens: a run as an agent tells it whose screens nobody recorded."""
    steps = tuple(replace(step, before=None, after=None) for step in episode.steps)
    return replace(episode, steps=steps)


def only_read(episode: Episode, targets: Targets) -> Episode:
    """The same as OCR would have it: texts in boxes, without roles and states.

    What an action hit is told by the source, or by what stands at its point, or not known. The
    texts are without the errors of a real reader.
    """

    def seen(step: Step) -> Step:
        before, after = _letters(step.before), _letters(step.after)
        actions = step.actions
        if targets != "told":
            actions = tuple(replace(action, target=None) for action in actions)
        if targets == "pressed" and before is not None:
            actions = tuple(name_pressed(action, before) for action in actions)
        return replace(step, actions=actions, before=before, after=after)

    return replace(episode, steps=tuple(seen(step) for step in episode.steps))


def all_only_read(episodes: Sequence[Episode]) -> list[Episode]:
    """All of them in the first of the three ways, then in the second, then in the third."""
    return [only_read(episode, targets) for targets in WAYS for episode in episodes]


def _letters(look: Observation | None) -> Observation | None:
    if look is None:
        return None
    texts = (
        (e, f"{e.text} {e.value}".strip() if e.role in FIELDS else e.text)
        for e in look.elements
        if _in_view(e, look)
    )
    read = tuple(
        Element(id=e.id, role="text", text=text, box=e.box, source="ocr")
        for e, text in texts
        if text.strip()
    )
    return replace(look, elements=read, text="")


def _in_view(element: Element, look: Observation) -> bool:
    """A picture ends where the window does."""
    if element.box is None:
        return False
    x, y, width, height = element.box
    across, down = x + width / 2, y + height / 2
    return 0 <= across <= (look.width or across) and 0 <= down <= (look.height or down)


def step_rows(episodes: Sequence[Episode], run: Model) -> list[StepRow]:
    """A row a step that replay has a label for; the run model tells how the run looks."""
    rows = []
    for episode in episodes:
        if not episode.labels:
            continue
        session = _start(episode, run)
        for step, label in zip(episode.steps, episode.labels, strict=True):
            amounts = features(session.follow(step))
            rows.append(StepRow(f"{episode.world}/{episode.kind}", amounts, label))
    return rows


def _start(episode: Episode, run: Model) -> EvidenceSession:
    none = Model(bias=0.0, weights={})
    blank = Weights(version="fit", run=run, unsighted=none, read=run, step=none, read_step=none)
    case = Case(run="run_" + "0" * 20, task=episode.task)
    return EvidenceSession(case, blank, JudgeStamp(name="fit"))
