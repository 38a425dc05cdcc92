"""Where a training stands, in a file: after kill -9 it goes on from there. Knows no network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

FILE = "checkpoint.pt"


class Checkpoint:
    """Of one training, which `identity` names: another one never goes on from it."""

    def __init__(self, folder: Path, identity: str) -> None:
        self._path = folder / FILE
        self._identity = identity

    def load(self) -> dict[str, Any] | None:
        """What was kept last; None where nothing was, or by another training."""
        if not self._path.is_file():
            return None
        kept: dict[str, Any] = torch.load(self._path, weights_only=True)
        return kept["state"] if kept.get("identity") == self._identity else None

    def save(self, state: dict[str, Any]) -> None:
        """In place of what was kept before, whole or not at all."""
        new = self._path.with_suffix(".new")
        torch.save({"identity": self._identity, "state": state}, new)
        new.replace(self._path)

    def drop(self) -> None:
        """The training is over."""
        self._path.unlink(missing_ok=True)
