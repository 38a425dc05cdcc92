"""What formats of one JSON file a run share. Knows none of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from courtside_formats.codecs.bounded import begins_with, read_json

from .imported import Broken, Imported
from .run_builder import RunBuilder


class JsonRun(ABC):
    """To inherit from: name the markers that only its files have, and build the run."""

    name: str
    markers: tuple[str, ...]
    """All of them stand where each of its files begins."""
    id_key = ""
    """The key of the file's own name for its run; without one it is called as the file is."""
    label_source = "none"
    left_out = "nothing"

    def detect(self, path: Path) -> bool:
        """By those markers."""
        return begins_with(path, ".json", *self.markers)

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """The one run of the file."""
        file = read_json(path)
        id = str(file[self.id_key]) if self.id_key else path.stem
        yield self.build(file, RunBuilder(self.name, path, id))

    @abstractmethod
    def build(self, file: Any, run: RunBuilder) -> Imported:
        """Puts the steps of the file, as JSON, into `run`, and builds it.

        Raises ValueError, KeyError or TypeError where the file is not as it should be.
        """
