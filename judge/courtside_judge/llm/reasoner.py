"""Judges by what a language model reads of a run: screens become text, then a word is asked for.

The modular judge of Pan et al. 2024 (captioner, then reasoner), on step and run level. `text` is
the same without a captioner: page text and what OCR read.
"""

from __future__ import annotations

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Turn
from courtside_judge.protocol import Case, Frames
from courtside_store.records import JudgeStamp, Observation, Step

from .base import Level, TalkingSitting
from .captions import Captioner
from .model_pool import ModelPool
from .screen_text import read_screen
from .story import Story


class ReasonerJudge:
    """Makes sittings. Models are opened at the first step that needs them."""

    def __init__(
        self, models: ModelPool, name: str = "reasoner", captions: bool = True, manner: str = ""
    ) -> None:
        self.name = name
        self._models = models
        self._captions = captions
        self._manner = manner

    def stamp(self) -> JudgeStamp:
        """Of the models in use."""
        return self._models.stamp(self.name)

    def sit(self, case: Case, frames: Frames) -> ReasonerSitting:
        """Begin with a run."""
        return ReasonerSitting(
            self.stamp(), case, frames, self._models, self._captions, self._manner
        )


class ReasonerSitting(TalkingSitting):
    """One run, told as a story."""

    def __init__(
        self,
        judge: JudgeStamp,
        case: Case,
        frames: Frames,
        models: ModelPool,
        captions: bool = True,
        manner: str = "",
    ) -> None:
        super().__init__(judge, case, frames, models, manner)
        self._captions = captions
        self._story = Story(case.task, self._fence)

    @property
    def choice(self) -> ModelChoice:
        """The reasoner."""
        return self._models.reasoner

    @property
    def settings(self) -> dict[str, str | int | float | bool]:
        """Who described the screens, where somebody did."""
        eyes = self._eyes()
        return super().settings | ({"captioner": eyes.name} if eyes else {})

    def recall(self, step: Step) -> None:
        """Screens that no captioner has described before stay untold."""
        self._tell_step(step, asks=False)

    def follow(self, step: Step) -> None:
        """The story goes on."""
        self._tell_step(step, asks=True)

    def _tell_step(self, step: Step, asks: bool) -> None:
        if not self._story.knows_screen and (before := self._read(step.before, asks)):
            self._story.show(before)
        self._story.add(step, self._read(step.after, asks) or None)

    def _read(self, look: Observation | None, asks: bool) -> tuple[str, ...]:
        every = self._models.settings.captions_all
        return read_screen(look, self._eyes(), self._frames, asks, every)

    def _eyes(self) -> Captioner | None:
        return self._models.captioner(self._case.surface) if self._captions else None

    def tell(self, level: Level) -> Turn:
        """All of it: it is read once."""
        return Turn(role="user", text=self._story.tell())
