"""What all judges that ask a model have in common: the label first, the reasons after.

Knows nothing of how a run is put into a prompt.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from typing import Literal

from msgspec.structs import replace

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Model, Turn
from courtside_judge.frame_difference import is_same_screen
from courtside_judge.protocol import NO_TASK, Case, Ending, ReadFrame
from courtside_store.records import (
    JudgeStamp,
    RunLabel,
    RunVerdict,
    Step,
    StepLabel,
    StepVerdict,
    now_ms,
)
from courtside_store.rendering import ENDINGS

from .end_questions import ask_flags, ask_kind
from .model_pool import ModelPool
from .prompting import ANSWER_CHARS, cut, fence_of, quote, wording
from .questions import Conversation

LABELS: dict[str, StepLabel] = {
    "reached": "goal-reached",
    "towards": "towards-the-goal",
    "away": "away-from-the-goal",
    "unsure": "not-sure",
}
"""The label of a step for each word that a model may answer; their first letters differ."""
RUN_LABELS = ("success", "failure")
WHY_TOKENS = 60
THINK_TOKENS = 120
EXPLAINED_LATER = 32
"""The reasons of so many steps of a run may still be asked for, the newest; of an earlier one the
shares of its words stay the explanation."""
NO_CHANGE = "nothing changed on the screen; no model was asked"
"""DigiRL (Bai et al. 2024) saves the call too; such a step is labelled not-sure."""
Level = Literal["step", "run", "outcome"]
"""Parts of the wording: what one step, a run, or only its outcome is judged by."""


class LlmSession(ABC):
    """One run with one model."""

    end_level: Level = "run"

    def __init__(
        self, judge: JudgeStamp, case: Case, frames: ReadFrame, models: ModelPool, manner: str = ""
    ) -> None:
        """`judge`: whose session it is. `manner`: one of the wordings that a panel's members are
        asked in.
        """
        self._judge = judge
        self._manner = manner
        self._case = case
        self._frames = frames
        self._models = models
        self._words = wording(case.surface)
        self._fence = fence_of(case.run, models.mark_key)
        self._judged: OrderedDict[int, tuple[Conversation, StepVerdict]] = OrderedDict()

    # --- what each kind of judge implements

    @abstractmethod
    def recall(self, step: Step) -> None:
        """Adds a step that is not judged, as far as no model has to be asked."""

    @abstractmethod
    def follow(self, step: Step) -> None:
        """Adds a step that is to be judged."""

    @abstractmethod
    def render(self, level: Level) -> Turn:
        """The run so far as a turn of the conversation."""

    @property
    @abstractmethod
    def choice(self) -> ModelChoice:
        """Which model it asks. Raises ValueError where there is none that can do this."""

    @property
    def settings(self) -> dict[str, str | int | float | bool]:
        """What else the stamp of a verdict must name."""
        return {"manner": self._manner} if self._manner else {}

    def is_without_news(self, step: Step) -> bool:
        """Whether the step brought nothing that a model could be asked about."""
        return is_same_screen(step, self._frames)

    @property
    def why_unreadable(self) -> str:
        """Why the run so far holds nothing to judge by; empty where it does."""
        return ""

    # --- what they share

    @property
    def model(self) -> Model:
        """Opened at the first question."""
        return self._models.open(self.choice)

    def step(self, step: Step) -> StepVerdict | None:
        """The label at once; `explain` gives the reasons."""
        start = time.perf_counter()
        self.follow(step)
        verdict = StepVerdict(
            run=self._case.run,
            step=step.index,
            explanation=NO_TASK,
            judge=self.stamp(),
            at_ms=now_ms(),
        )
        if not self._case.has_task:
            return verdict
        if self.is_without_news(step):
            return replace(verdict, explanation=NO_CHANGE, flags=("no_effect",))
        if why := self.why_unreadable:
            return replace(verdict, explanation=why)
        conversation = self._converse("step", self._words.examples)
        answer = conversation.choose(self._question("step", step=step.index), tuple(LABELS))
        verdict = replace(
            verdict,
            label=LABELS[answer.word],
            score=answer.probability("reached", "towards"),
            explanation=answer.render(),
            took_ms=round((time.perf_counter() - start) * 1000, 3),
            prompt=conversation.prompt,
            raw=conversation.raw,
        )
        self._judged[step.index] = conversation, verdict
        while len(self._judged) > EXPLAINED_LATER:
            self._judged.popitem(last=False)
        return verdict

    def explain(self, step: int) -> StepVerdict | None:
        """The same verdict with its reasons; None where the step is too long ago."""
        conversation, verdict = self._judged.pop(step, (None, None))
        if conversation is None or verdict is None:
            return None
        why = conversation.think(self._words.text("step", "why"), WHY_TOKENS)
        return replace(
            verdict,
            explanation=why or verdict.explanation,
            at_ms=now_ms(),
            prompt=conversation.prompt,
            raw=conversation.raw,
        )

    def finish(self, ending: Ending) -> RunVerdict:
        """Asks for its reasoning, the label, then the kind of failure and the flags."""
        verdict = RunVerdict(
            run=self._case.run, explanation=NO_TASK, judge=self.stamp(), at_ms=now_ms()
        )
        if not self._case.has_task:
            return verdict
        if why := self.why_unreadable:
            return replace(verdict, explanation=why)
        conversation = self._converse(self.end_level, "")
        if ending.answer:
            answered = quote(cut(ending.answer, ANSWER_CHARS), self._fence)
            conversation.ask(f"The agent's answer:\n{answered}")
        how = "" if ending.ended_by == "finish" else f" ({ENDINGS[ending.ended_by]})"
        why = conversation.think(self._words.text(self.end_level, "think", how=how), THINK_TOKENS)
        answer = conversation.choose(self._question(self.end_level), RUN_LABELS)
        label: RunLabel = "success" if answer.word == "success" else "failure"
        return replace(
            verdict,
            label=label,
            score=answer.probability("success"),
            explanation=why or answer.render(),
            failure_kind=ask_kind(conversation, self._words) if label == "failure" else None,
            flags=ask_flags(conversation, self._words, label == "failure"),
            prompt=conversation.prompt,
            raw=conversation.raw,
        )

    def _converse(self, level: Level, examples: str) -> Conversation:
        """The fixed part first, the run after it, so that the KV cache is used again."""
        fixed = [self._words.text(level, "system"), examples]
        fixed.append(self._words.text("judge", "system", fence=self._fence))
        system = Turn(role="system", text="\n\n".join(text for text in fixed if text))
        return Conversation(self._models, self.model, [system, self.render(level)])

    def _question(self, level: Level, **more: object) -> str:
        question = self._words.text(level, "question", **more)
        if not self._manner:
            return question
        return f"{self._words.text('manner', self._manner)} {question}"

    def stamp(self) -> JudgeStamp:
        """Who judges: enough to do it again."""
        return replace(
            self._judge,
            model=self.choice.name,
            model_sha256=self.choice.sha256,
            prompt_version=self._words.version,
            settings=self.settings or None,
        )
