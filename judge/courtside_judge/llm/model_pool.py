"""The models that are in use, each opened once and shared by the judges that ask them."""

from __future__ import annotations

import time
from functools import cache, cached_property
from pathlib import Path
from typing import Protocol, get_args

import msgspec

from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.backends.protocol import Model
from courtside_judge.models.missing import NO_MODEL, NO_VISION, changed_part, missing_part
from courtside_judge.perception.orders import order_of
from courtside_judge.process.judge_messages import UsageReport
from courtside_judge.protocol import FrameStore
from courtside_judge.stamps import composite_stamp
from courtside_store.mark_key import load_mark_key
from courtside_store.records import JudgeStamp, Sha256, Surface

from .frame_captions import Captioner
from .prompting import wording
from .settings import Settings

AGAIN_S = 30.0
"""A model that could not be opened is not tried again for so long."""


class BlobStore(FrameStore, Protocol):
    """Where frames are, and where prompts and answers are kept too."""

    def add(self, data: bytes) -> Sha256:
        """Keeps a text under its hash. Raises OSError when the disk is full."""


class ModelPool:
    """Opens each model at its first use: a judge that is never unsure loads none."""

    def __init__(
        self,
        chosen: Chosen | None = None,
        blobs: BlobStore | None = None,
        settings: Settings | None = None,
        mark_key_file: Path | None = None,
    ) -> None:
        """Without `blobs`, captions are kept in memory only and prompts are not kept; without
        `mark_key_file`, the marks in prompts are other ones in another process.
        """
        self._mark_key_file = mark_key_file
        self.settings = settings or Settings()
        self.chosen = chosen or Chosen()
        self.blobs = blobs
        self._open: dict[ModelChoice, Model] = {}
        self._captioners: dict[Surface, Captioner] = {}
        self._failed: dict[ModelChoice, tuple[float, str]] = {}

    def sharing(self, chosen: Chosen, settings: Settings) -> ModelPool:
        """A pool with other settings and the models of this one, which stay open."""
        pool = ModelPool(chosen, self.blobs, settings, self._mark_key_file)
        pool._open, pool._failed = self._open, self._failed
        return pool

    @cached_property
    def mark_key(self) -> bytes:
        """What the marks round quoted text are made from, so that nobody guesses one."""
        return load_mark_key(self._mark_key_file) if self._mark_key_file else _own_mark_key()

    def stamp(self, name: str, *parts: object) -> JudgeStamp:
        """Of a judge that is made of these models, prompts and settings, and of more parts."""
        chosen = (self.chosen.reasoner, self.chosen.captioner)
        models = [one and _identity(one) for one in chosen]
        prompts = [wording(surface).version for surface in get_args(Surface)]
        caption = msgspec.structs.replace(self.settings.caption, max_s=None)
        order = order_of(name, self.settings.orders)
        own = (*parts, order) if order else parts
        return composite_stamp(name, models, prompts, caption, self.settings.captions_all, *own)

    @property
    def reasoner(self) -> ModelChoice:
        """The model that judges from text. Raises ValueError where none is chosen."""
        if self.chosen.reasoner is None:
            raise ValueError(NO_MODEL)
        return self.chosen.reasoner

    @property
    def vision_model(self) -> ModelChoice:
        """The model that judges from images; one that may is opened only where there are others.

        Raises ValueError where none can see.
        """
        may = self._may_see()
        for choice in may:
            if choice.projector or choice is may[-1] or self.open(choice).sees:
                return choice
        raise ValueError(NO_VISION)

    def _may_see(self) -> list[ModelChoice]:
        """The models in use that have a projector, or may see without one."""
        return [
            choice
            for choice in (self.chosen.reasoner, self.chosen.captioner)
            if choice and (choice.projector or choice.backend != "llama_cpp")
        ]

    def missing_reasoner(self, ask_server: bool = False) -> str:
        """Why no model can judge from text, and what to do; empty where one can."""
        return missing_part(self.chosen.reasoner, ask_server) if self.chosen.reasoner else NO_MODEL

    def missing_captioner(self, ask_server: bool = False) -> str:
        """Why the captioner cannot be asked; empty where it can, or where none is chosen."""
        return missing_part(self.chosen.captioner, ask_server) if self.chosen.captioner else ""

    def missing_vision(self, ask_server: bool = False) -> str:
        """Why no model can judge from images, and what to do; empty where one can."""
        whys = [missing_part(choice, ask_server) for choice in self._may_see()]
        return NO_VISION if not whys else "" if "" in whys else whys[0]

    def captioner(self, surface: Surface) -> Captioner | None:
        """None where none is chosen. It is opened when the first frame needs a description."""
        choice = self.chosen.captioner
        if choice and surface not in self._captioners:
            self._captioners[surface] = Captioner(
                choice,
                lambda: self.open(choice),
                self.blobs,
                surface,
                sampling=self.settings.caption,
            )
        return self._captioners.get(surface)

    def open(self, choice: ModelChoice) -> Model:
        """Opened at its first use. Raises ValueError or OSError where it cannot be.

        What could not be opened is not tried again at once: a slow server costs each step.
        """
        failed_at, why = self._failed.get(choice, (-AGAIN_S, ""))
        if time.monotonic() - failed_at < AGAIN_S:
            raise ValueError(why)
        if choice not in self._open:
            try:
                if why := changed_part(choice):
                    raise ValueError(why)
                self._open[choice] = open_model(choice)
            except (ValueError, OSError) as error:
                self._failed[choice] = time.monotonic(), str(error)
                raise
        return self._open[choice]

    def usage(self) -> UsageReport:
        """What all models of the pool have done so far."""
        usage = [model.usage for model in self._open.values()]
        captioners = self._captioners.values()
        return UsageReport(
            models=tuple(choice.name for choice in self._open),
            computed_tokens=sum(s.computed_tokens for s in usage),
            cached_tokens=sum(s.cached_tokens for s in usage),
            completion_tokens=sum(s.completion_tokens for s in usage),
            took_s=round(sum(s.took_s for s in usage), 3),
            captions_asked=sum(c.asked for c in captioners),
            captions_known=sum(c.known for c in captioners),
        )

    def close(self) -> None:
        """Gives back what the models hold."""
        for model in self._open.values():
            model.close()
        self._open.clear()

    def keep(self, text: str) -> Sha256 | None:
        """The hash under which a text is kept; None where nothing keeps it, or the disk is full."""
        try:
            return self.blobs.add(text.encode()) if self.blobs else None
        except OSError:
            return None


@cache
def _own_mark_key() -> bytes:
    """One of this process."""
    return load_mark_key(None)


def _identity(choice: ModelChoice) -> tuple[str | None, ...]:
    """What makes verdicts of a model others."""
    own = (choice.backend, choice.name, choice.sha256)
    sees = (f"projector {choice.projector_sha256}",) if choice.projector_sha256 else ()
    return (*own, *sees, *((choice.adapter_sha256,) if choice.adapter else ()))
