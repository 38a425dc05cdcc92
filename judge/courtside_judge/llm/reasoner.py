"""Judges by the text of a run: screens become text, then a language model chooses a label.

The modular judge of Pan et al. 2024 (captioner, then reasoner), on step and run level. `text` is
the same without a captioner: page text and what OCR read.
"""

from __future__ import annotations

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Turn
from courtside_judge.perception.orders import ElementOrder, arrange, order_of
from courtside_judge.protocol import Case, ReadFrame
from courtside_store.records import JudgeStamp, Observation, Step

from .base import Level, LlmSession
from .frame_captions import Captioner
from .model_pool import ModelPool
from .screen_text import read_screen
from .transcript import Transcript


class ReasonerJudge:
    """Starts a session for each run. Opens models at the first step that needs them."""

    def __init__(
        self, models: ModelPool, name: str = "reasoner", captions: bool = True, manner: str = ""
    ) -> None:
        self.name = name
        self._models = models
        self._captions = captions
        self._manner = manner

    def stamp(self) -> JudgeStamp:
        """The stamp of the models in use."""
        return self._models.stamp(self.name)

    def missing(self, ask_server: bool = False) -> str:
        """A model to judge with; a captioner, where one is chosen and this judge asks it."""
        why = self._models.missing_reasoner(ask_server)
        return why or (self._models.missing_captioner(ask_server) if self._captions else "")

    def start(self, case: Case, frames: ReadFrame) -> ReasonerSession:
        """Starts a session for one run."""
        return ReasonerSession(
            self.stamp(), case, frames, self._models, self._captions, self._manner
        )


class ReasonerSession(LlmSession):
    """One run, as a transcript."""

    def __init__(
        self,
        judge: JudgeStamp,
        case: Case,
        frames: ReadFrame,
        models: ModelPool,
        captions: bool = True,
        manner: str = "",
    ) -> None:
        super().__init__(judge, case, frames, models, manner)
        self._captions = captions
        self._transcript = Transcript(case.task, self._fence)

    @property
    def choice(self) -> ModelChoice:
        """The reasoner."""
        return self._models.reasoner

    @property
    def settings(self) -> dict[str, str | int | float | bool]:
        """Who described the screens, where somebody did, and the order that was set."""
        captioner, order = self._captioner(), self._order
        models = {"captioner": captioner.name} if captioner else {}
        return super().settings | models | ({"element_order": order} if order else {})

    @property
    def _order(self) -> ElementOrder | None:
        return order_of(self._judge.name, self._models.settings.orders)

    def recall(self, step: Step) -> None:
        """Screens that no captioner has described before are left out."""
        self._add_step(step, asks=False)

    def follow(self, step: Step) -> None:
        """The captioner describes new screens."""
        self._add_step(step, asks=True)

    def _add_step(self, step: Step, asks: bool) -> None:
        if not self._transcript.knows_screen and (before := self._read(step.before, asks)):
            self._transcript.show(before)
        self._transcript.add(step, self._read(step.after, asks) or None)

    def _read(self, look: Observation | None, asks: bool) -> tuple[str, ...]:
        every = self._models.settings.captions_all
        listed = arrange(look, self._order)
        return read_screen(listed, self._captioner(), self._frames, asks, every)

    def _captioner(self) -> Captioner | None:
        return self._models.captioner(self._case.surface) if self._captions else None

    def render(self, level: Level) -> Turn:
        """The whole transcript."""
        return Turn(role="user", text=self._transcript.render())
