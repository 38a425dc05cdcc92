"""What the house hands a judge that asks models: the chosen ones, opened once, and a shelf."""

from __future__ import annotations

from typing import Protocol

from courtside_store.records import Sha256, Surface

from .backends.chosen import Chosen, ModelChoice
from .backends.opening import open_model
from .backends.protocol import Model
from .captions import Captioner
from .protocol import Shelf


class Desk(Shelf, Protocol):
    """A shelf where prompts and answers are kept too."""

    def add(self, data: bytes) -> Sha256:
        """Keeps a text under its hash. Raises OSError when the disk is full."""


class Tools:
    """Opens each model at its first use: a judge that is never unsure loads none."""

    def __init__(self, chosen: Chosen | None = None, shelf: Desk | None = None) -> None:
        """Without a shelf, captions are kept in memory only and prompts are not kept."""
        self.chosen = chosen or Chosen()
        self.shelf = shelf
        self._open: dict[ModelChoice, Model] = {}
        self._captioners: dict[Surface, Captioner] = {}

    @property
    def reasoner(self) -> Model:
        """Raises ValueError where none is chosen, or it cannot be opened."""
        if self.chosen.reasoner is None:
            raise ValueError("no model is chosen; `courtside model use PATH` names one")
        return self._opened(self.chosen.reasoner)

    @property
    def seer(self) -> Model:
        """The model that judges from images. Raises ValueError where none sees."""
        for choice in (self.chosen.reasoner, self.chosen.captioner):
            if choice and (choice.projector or choice.backend != "llama_cpp"):
                model = self._opened(choice)
                if model.sees:
                    return model
        raise ValueError(
            "no chosen model sees images; `courtside model use PATH --projector PATH` names one"
        )

    def captioner(self, surface: Surface) -> Captioner | None:
        """None where none is chosen. Raises ValueError where it cannot be opened."""
        if self.chosen.captioner and surface not in self._captioners:
            model = self._opened(self.chosen.captioner)
            self._captioners[surface] = Captioner(model, self.shelf, surface)
        return self._captioners.get(surface)

    @property
    def captioners(self) -> tuple[Captioner, ...]:
        """Those that were asked."""
        return tuple(self._captioners.values())

    @property
    def models(self) -> tuple[Model, ...]:
        """Those that are open."""
        return tuple(self._open.values())

    def _opened(self, choice: ModelChoice) -> Model:
        if choice not in self._open:
            self._open[choice] = open_model(choice)
        return self._open[choice]

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
