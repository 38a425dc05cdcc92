"""Judges from the screenshots themselves, with one vision-language model: the end-to-end judge of
Pan et al. 2024.
"""

from __future__ import annotations

from typing import Literal

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Model, Turn
from courtside_judge.frame_difference import is_changed
from courtside_judge.protocol import Case, Frames
from courtside_store.records import JudgeStamp, Step
from courtside_store.rendering import render_step

from .base import Level, LlmSession
from .captions import SIDE, shrink
from .model_pool import NO_VISION, ModelPool
from .prompting import quote

FramesShown = Literal["1", "3", "key", "all"]
"""Which frames a model is shown: the last, the last three, those that changed, or all."""
MOST = 12
"""Frames at most: older ones are left out, and the prompt says so."""
MAX_ACTIONS = 100


class VlmJudge:
    """The end-to-end judge: starts a session for each run."""

    def __init__(self, models: ModelPool, shown_frames: FramesShown = "1") -> None:
        self.name = "vlm" if shown_frames == "1" else f"vlm:{shown_frames}"
        self._models = models
        self._shown_frames: FramesShown = shown_frames

    def stamp(self) -> JudgeStamp:
        """Of the models in use."""
        return self._models.stamp(self.name)

    def start(self, case: Case, frames: Frames) -> VlmSession:
        """Starts a session for one run."""
        return VlmSession(self.stamp(), case, frames, self._models, self._shown_frames)


class VlmSession(LlmSession):
    """One run, as screenshots."""

    def __init__(
        self,
        judge: JudgeStamp,
        case: Case,
        frames: Frames,
        models: ModelPool,
        shown_frames: FramesShown,
    ) -> None:
        super().__init__(judge, case, frames, models)
        self._shown_frames: FramesShown = shown_frames
        self._actions: list[str] = []
        self._shown: list[str] = []
        self._small: dict[str, bytes] = {}
        """Frames that were shown last, by hash, as small as they were shown."""

    @property
    def choice(self) -> ModelChoice:
        """The one that reads images."""
        return self._models.vision_model

    @property
    def model(self) -> Model:
        """Raises ValueError where it turns out to read no images."""
        model = super().model
        if not model.sees:
            raise ValueError(NO_VISION)
        return model

    @property
    def settings(self) -> dict[str, str | int | float | bool]:
        """Which frames it was shown."""
        return {"frames": self._shown_frames}

    def recall(self, step: Step) -> None:
        """Costs nothing before a verdict is asked for."""
        self.follow(step)

    def follow(self, step: Step) -> None:
        """Keeps the action and the frames."""
        for look in (step.before, step.after):
            if look and look.frame and self._is_new(look.frame):
                self._shown.append(look.frame)
        self._actions.append(f"{step.index}. {render_step(step)[:300]}")

    def _is_new(self, frame: str) -> bool:
        last = self._shown[-1] if self._shown else None
        if last is None or self._shown_frames != "key":
            return frame != last
        return is_changed(last, frame, self._frames) is not False

    def render(self, level: Level) -> Turn:
        """The actions as lines, and the frames."""
        images = self._images(level)
        first = max(0, len(self._actions) - MAX_ACTIONS)
        mark = [f"[steps 1 to {first} are left out here]"] if first else []
        actions = "\n".join([*mark, *self._actions[first:]])
        parts = (
            f"The task:\n{quote(self._case.task, self._fence)}",
            f"What the agent did:\n{quote(actions, self._fence)}",
            f"Of {len(self._shown)} screenshots, the last {len(images)} are shown, in order.",
        )
        return Turn(role="user", text="\n\n".join(parts), images=images)

    def _images(self, level: Level) -> tuple[bytes, ...]:
        """A step is judged by what was before it too."""
        wanted = {"1": 1, "3": 3}.get(self._shown_frames, MOST)
        last = self._shown[-max(wanted, 2 if level == "step" else 1) :]
        self._small = {sha: small for sha in set(last) if (small := self._shrunk(sha))}
        return tuple(self._small[sha] for sha in last if sha in self._small)

    def _shrunk(self, sha: str) -> bytes | None:
        if sha in self._small:
            return self._small[sha]
        image = self._frames(sha)
        return shrink(image, SIDE) if image else None
