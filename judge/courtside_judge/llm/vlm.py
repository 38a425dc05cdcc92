"""Judges from the screenshots, with one vision-language model.

The end-to-end judge of Pan et al. 2024.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Model, Turn
from courtside_judge.frame_difference import is_changed
from courtside_judge.models.missing import NO_VISION
from courtside_judge.perception.numbering import numbered
from courtside_judge.perception.orders import order_of
from courtside_judge.perception.picture import UnreadablePictureError, open_picture
from courtside_judge.perception.set_of_marks import set_of_marks
from courtside_judge.perception.viewport_size import with_size
from courtside_judge.protocol import Case, ReadFrame
from courtside_store.records import Element, JudgeStamp, Observation, Step
from courtside_store.rendering import render_step
from courtside_store.text_list import text_list

from .base import Level, LlmSession
from .frame_captions import SIDE, shrink
from .model_pool import ModelPool
from .prompting import TASK_CHARS, cut, quote
from .screen_text import unread_note

FramesShown = Literal["1", "3", "key", "all"]
"""Which frames a model is shown: the last, the last three, those that changed, or all."""
MAX_FRAMES = 12
"""A prompt shows at most so many frames: older ones are left out, and it says so."""
MAX_ACTIONS = 100
LIST_CHARS = 4_000
"""The list of elements beside a picture with marks has at most so many characters."""


class MarkedScreen(NamedTuple):
    """A screen on whose picture ids are drawn."""

    elements: tuple[Element, ...]
    """With those ids."""
    width: int
    note: str
    """What of it was not read, so that it has no ids."""


class VlmJudge:
    """The end-to-end judge: starts a session for each run."""

    def __init__(
        self, models: ModelPool, shown_frames: FramesShown = "1", has_marks: bool = False
    ) -> None:
        """`has_marks`: the ids of a screen's elements are drawn on it and listed."""
        self.name = "vlm" if shown_frames == "1" else f"vlm:{shown_frames}"
        self.name = "vlm:marks" if has_marks else self.name
        self._has_marks = self.sees_controls = has_marks
        self._models = models
        self._shown_frames: FramesShown = shown_frames

    def stamp(self) -> JudgeStamp:
        """The stamp of the models in use."""
        return self._models.stamp(self.name)

    def missing(self, ask_server: bool = False) -> str:
        """A model that sees images."""
        return self._models.missing_vision(ask_server)

    def start(self, case: Case, frames: ReadFrame) -> VlmSession:
        """Starts a session for one run."""
        shown, marks = self._shown_frames, self._has_marks
        return VlmSession(self.stamp(), case, frames, self._models, shown, marks)


class VlmSession(LlmSession):
    """One run, as screenshots."""

    def __init__(
        self,
        judge: JudgeStamp,
        case: Case,
        frames: ReadFrame,
        models: ModelPool,
        shown_frames: FramesShown,
        has_marks: bool = False,
    ) -> None:
        super().__init__(judge, case, frames, models)
        self._has_marks = has_marks
        self._marked: dict[str, MarkedScreen] = {}
        """By the hash of its frame."""
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
                self._mark(look.frame, look)
        self._actions.append(f"{step.index}. {render_step(step)[:300]}")

    def _mark(self, frame: str, look: Observation) -> None:
        sized = with_size(look, self._frames) if self._has_marks and look.elements else look
        if self._has_marks and sized.elements and sized.width:
            order = order_of(self._judge.name, self._models.settings.orders)
            elements = numbered(sized, order)
            self._marked[frame] = MarkedScreen(elements, sized.width, unread_note(look))
        for old in [sha for sha in self._marked if sha not in self._shown[-MAX_FRAMES:]]:
            del self._marked[old]

    def _is_new(self, frame: str) -> bool:
        last = self._shown[-1] if self._shown else None
        if last is None or self._shown_frames != "key":
            return frame != last
        return is_changed(last, frame, self._frames) is not False

    def render(self, level: Level) -> Turn:
        """The actions as lines, and the frames."""
        asked = self._asked_for(level)
        self._small = {sha: small for sha in set(asked) if (small := self._shrunk(sha))}
        images = tuple(self._small[sha] for sha in asked if sha in self._small)
        first = max(0, len(self._actions) - MAX_ACTIONS)
        mark = [f"[steps 1 to {first} are left out here]"] if first else []
        actions = "\n".join([*mark, *self._actions[first:]])
        parts = (
            f"The task:\n{quote(cut(self._case.task, TASK_CHARS), self._fence)}",
            f"What the agent did:\n{quote(actions, self._fence)}",
            self._which_are_shown(asked),
        )
        listed = self._listed()
        return Turn(role="user", text="\n\n".join([*parts, *listed]), images=images)

    def _listed(self) -> list[str]:
        """The elements of the last screenshot, where ids are drawn on it."""
        last = self._marked.get(self._shown[-1]) if self._shown else None
        if not last or self._shown[-1] not in self._small:
            return []
        heading = "The elements of the last screenshot, with the ids that are drawn on it:"
        listed = "\n".join(filter(None, (text_list(last.elements, LIST_CHARS), last.note)))
        return [f"{heading}\n{quote(listed, self._fence)}"]

    def _asked_for(self, level: Level) -> list[str]:
        """A step is judged by what was before it too."""
        wanted = {"1": 1, "3": 3}.get(self._shown_frames, MAX_FRAMES)
        return self._shown[-max(wanted, 2 if level == "step" else 1) :]

    def _which_are_shown(self, asked: Sequence[str]) -> str:
        """Says which frames have no picture to show: it is gone, or cannot be read."""
        sentence = f"Of {len(self._shown)} screenshots, the last {len(asked)} are shown, in order"
        numbered = enumerate(asked, len(self._shown) - len(asked) + 1)
        if lost := [str(number) for number, sha in numbered if sha not in self._small]:
            sentence += f"; left out, as gone or unreadable: number {', '.join(lost)}"
        return f"{sentence}."

    def _shrunk(self, sha: str) -> bytes | None:
        """None where its picture is gone, or cannot be read."""
        if sha in self._small:
            return self._small[sha]
        image = self._frames(sha)
        if image is None:
            return None
        try:
            small = shrink(image, SIDE)
        except UnreadablePictureError:
            return None
        marked = self._marked.get(sha)
        if marked is None:
            return small
        return set_of_marks(small, marked.elements, open_picture(small).width / marked.width)
