"""Judges by the story of a run: a language model reads a few lines a step, then the last screen.

They are what the evidence judge tells of a run: what was pressed or typed, what the page sent, said
and newly showed. That has far fewer words than all screens, so that a model on a laptop answers
sooner, and who reads it well misses little (docs/lab/exams.md).
"""

from __future__ import annotations

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Turn
from courtside_judge.evidence.language.run_text import line_parts, render_undone
from courtside_judge.evidence.story import Story
from courtside_judge.protocol import Case, ReadFrame
from courtside_store.records import JudgeStamp, Observation, Step

from .base import Level, LlmSession
from .model_pool import ModelPool
from .prompting import quote
from .screen_text import read_screen

MAX_CHARS = 12_000
"""Of a longer story the oldest lines are left out, down to half of it."""
PART_CHARS = 400
"""What is told of one thing in a step, such as what the page said, has at most so many."""


class StoryJudge:
    """Starts a session for each run. Opens the model at the first step that needs it."""

    name = "story"

    def __init__(self, models: ModelPool) -> None:
        self._models = models

    def stamp(self) -> JudgeStamp:
        """The stamp of the model in use."""
        return self._models.stamp(self.name)

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
        self._story = Story(case.task)
        self._lines: list[tuple[int, str]] = []
        """The number of each step, and what it says."""
        self._left_out = 0
        self._last: Observation | None = None

    @property
    def choice(self) -> ModelChoice:
        """The reasoner."""
        return self._models.reasoner

    def recall(self, step: Step) -> None:
        """The story needs no model."""
        self.follow(step)

    def follow(self, step: Step) -> None:
        """One more step. Each part is one line, so that no page can write another's."""
        self._story.follow(step)
        parts = line_parts(self._story.lines[-1])
        line = "\n  ".join(" ".join(part.split())[:PART_CHARS] for part in parts)
        self._lines.append((step.index, line))
        self._last = step.after or step.before or self._last
        self._shorten()

    def _shorten(self) -> None:
        size = sum(len(line) for _, line in self._lines[self._left_out :])
        if size <= MAX_CHARS:
            return
        while size > MAX_CHARS / 2 and self._left_out < len(self._lines) - 1:
            size -= len(self._lines[self._left_out][1])
            self._left_out += 1

    def render(self, level: Level) -> Turn:
        """The task and the lines; at the end of a run what its last screen shows, too."""
        parts = [f"The task:\n{quote(self._case.task, self._fence)}"]
        if self._left_out:
            parts.append(f"[the first {self._left_out} steps are left out here]")
        shown = self._lines[self._left_out :]
        steps = "\n".join(f"Step {number}: {line}" for number, line in shown)
        parts.append(f"What was done and what came of it:\n{quote(steps, self._fence)}")
        if level != "step":
            parts.append(f"The screen at the end:\n{quote(self._end(), self._fence)}")
        return Turn(role="user", text="\n\n".join(parts))

    def _end(self) -> str:
        end = self._story.end()
        screen = read_screen(self._last, None, self._frames)
        return "\n".join([*render_undone(end.dialog, end.edited), *screen]) or "(not seen)"
