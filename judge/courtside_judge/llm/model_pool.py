"""The models that are in use, each opened once and shared by the judges that ask them."""

from __future__ import annotations

import time
from typing import Protocol

import msgspec

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.backends.opening import open_model
from courtside_judge.backends.protocol import Model
from courtside_judge.identity import identity_of
from courtside_judge.process.messages import Spending
from courtside_judge.protocol import Shelf
from courtside_store.records import Sha256, Short, Surface

from .captions import Captioner
from .settings import Settings

AGAIN_S = 30.0
BLIND = "no chosen model sees images; `courtside model use PATH --projector PATH` names one"


class Desk(Shelf, Protocol):
    """A shelf where prompts and answers are kept too."""

    def add(self, data: bytes) -> Sha256:
        """Keeps a text under its hash. Raises OSError when the disk is full."""


class Tools:
    """Opens each model at its first use: a judge that is never unsure loads none."""

    def __init__(
        self,
        chosen: Chosen | None = None,
        shelf: Desk | None = None,
        settings: Settings | None = None,
    ) -> None:
        """Without a shelf, captions are kept in memory only and prompts are not kept."""
        self.settings = settings or Settings()
        self.chosen = chosen or Chosen()
        self.shelf = shelf
        self._open: dict[ModelChoice, Model] = {}
        self._captioners: dict[Surface, Captioner] = {}
        self._failed: dict[ModelChoice, tuple[float, str]] = {}

    def identity(self, name: str, *parts: str) -> Short:
        """That of a judge which is made of these models and settings, and of these parts."""
        caption = msgspec.structs.replace(self.settings.caption, max_s=None)
        described = f"{caption} {self.settings.captions_all}"
        return identity_of(name, self.chosen, (described, *parts))

    @property
    def reasoner(self) -> ModelChoice:
        """The model that judges from text. Raises ValueError where none is chosen."""
        if self.chosen.reasoner is None:
            raise ValueError("no model is chosen; `courtside model use PATH` names one")
        return self.chosen.reasoner

    @property
    def seer(self) -> ModelChoice:
        """The model that judges from images; one that may is opened only where there are others.

        Raises ValueError where none can see.
        """
        may = [
            choice
            for choice in (self.chosen.reasoner, self.chosen.captioner)
            if choice and (choice.projector or choice.backend != "llama_cpp")
        ]
        for choice in may:
            if choice.projector or choice is may[-1] or self.open(choice).sees:
                return choice
        raise ValueError(BLIND)

    def captioner(self, surface: Surface) -> Captioner | None:
        """None where none is chosen. It is opened when the first frame needs a description."""
        choice = self.chosen.captioner
        if choice and surface not in self._captioners:
            self._captioners[surface] = Captioner(
                choice,
                lambda: self.open(choice),
                self.shelf,
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
                self._open[choice] = open_model(choice)
            except (ValueError, OSError) as error:
                self._failed[choice] = time.monotonic(), str(error)
                raise
        return self._open[choice]

    def spending(self) -> Spending:
        """What all of them have done so far."""
        spent = [model.spent for model in self._open.values()]
        captioners = self._captioners.values()
        return Spending(
            models=tuple(choice.name for choice in self._open),
            read_tokens=sum(s.read_tokens for s in spent),
            kept_tokens=sum(s.kept_tokens for s in spent),
            written_tokens=sum(s.written_tokens for s in spent),
            took_s=round(sum(s.took_s for s in spent), 3),
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
            return self.shelf.add(text.encode()) if self.shelf else None
        except OSError:
            return None
