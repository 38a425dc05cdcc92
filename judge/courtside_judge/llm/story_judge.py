"""Judges by the story of a run: a language model reads a few lines a step, then the last screen.

They tell what was pressed or typed, what the page sent, said and newly showed. That has far fewer
words than all screens, so that a model on a laptop answers sooner.
"""

from __future__ import annotations

from msgspec.structs import replace

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Turn
from courtside_judge.perception.orders import ElementOrder, order_of
from courtside_judge.protocol import Case, ReadFrame
from courtside_store.records import JudgeStamp, Step
from courtside_store.rendering import render_facts

from .base import Level, LlmSession
from .left_out_parts import count_left_out
from .model_pool import ModelPool
from .prompting import TASK_CHARS, cut, quote
from .story_text import VERSION, StoryText

NOTHING_TO_READ = (
    "no words of any screen are known, nothing that was used has a name, and nothing is known to "
    "have come of it, so there is nothing to read; `courtside doctor` says whether OCR reads "
    "screens, and the judge `vlm` looks at them"
)


class StoryJudge:
    """Starts a session for each run. Opens the model at the first step that needs it."""

    name = "story"

    def __init__(self, models: ModelPool) -> None:
        self._models = models

    def stamp(self) -> JudgeStamp:
        """The stamp of the model in use, and of how runs are told to it."""
        return self._models.stamp(self.name, VERSION)

    def missing(self, ask_server: bool = False) -> str:
        """A model that reads."""
        return self._models.missing_reasoner(ask_server)

    def start(self, case: Case, frames: ReadFrame) -> StorySession:
        """Starts a session for one run."""
        return StorySession(self.stamp(), case, frames, self._models)


class StorySession(LlmSession):
    """One run, as its story."""

    def __init__(self, judge: JudgeStamp, case: Case, frames: ReadFrame, models: ModelPool) -> None:
        super().__init__(judge, case, frames, models)
        self._story = StoryText(case.task, frames)
        self._steps: list[tuple[int, str]] = []
        """The number of each step, and what is told of it."""
        self._left_out = 0

    @property
    def choice(self) -> ModelChoice:
        """The reasoner."""
        return self._models.reasoner

    @property
    def settings(self) -> dict[str, str | int | float | bool]:
        """The order of the last screen's elements, where one was set."""
        return super().settings | ({"element_order": self._order} if self._order else {})

    @property
    def _order(self) -> ElementOrder | None:
        return order_of(self._judge.name, self._models.settings.orders)

    def stamp(self) -> JudgeStamp:
        """With the version of the telling, which is a part of the prompt."""
        stamp = super().stamp()
        return replace(stamp, prompt_version=f"{stamp.prompt_version}+{VERSION}")

    def recall(self, step: Step) -> None:
        """The story needs no model."""
        self.follow(step)

    def follow(self, step: Step) -> None:
        """One more step."""
        lines = f"Step {step.index}: {self._story.follow(step)}\n"
        self._steps.append((step.index, lines))
        sizes = [len(one) for _, one in self._steps]
        self._left_out = count_left_out(self._left_out, sum(sizes[self._left_out :]), sizes)

    def is_without_news(self, step: Step) -> bool:
        """What came of a step may be all that is new of it."""
        return super().is_without_news(step) and not render_facts(step)

    @property
    def why_unreadable(self) -> str:
        """Pictures alone are no words."""
        return NOTHING_TO_READ if self._steps and not self._story.knows_something else ""

    def render(self, level: Level) -> Turn:
        """The task and the steps; at the end of a run what its last screen shows, too."""
        parts = [("The task:", cut(self._case.task, TASK_CHARS))]
        steps = "".join(lines for _, lines in self._steps[self._left_out :])
        if self._left_out:
            first = self._steps[self._left_out][0]
            steps = f"[before step {first} all steps are left out here]\n{steps}"
        parts.append(("What was done and what came of it:", steps.rstrip("\n")))
        if level != "step":
            parts.append((self._story.end_heading, self._story.end(self._order)))
            parts.append(("What is left undone on it:", self._story.end_undone))
        quoted = (f"{head}\n{quote(text, self._fence)}" for head, text in parts if text)
        return Turn(role="user", text="\n\n".join(quoted))
