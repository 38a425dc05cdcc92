"""What an unfinished learning has learned, in a file from which it goes on. Knows no model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

Learned = Mapping[str, Any]


class KeptLearning:
    """One file for one learning; `plan` says which one, such as its number of steps."""

    def __init__(self, file: Path, optimiser: torch.optim.Optimizer, **plan: int | str) -> None:
        self._file = file
        self._optimiser = optimiser
        self._plan = plan

    def keep(self, step: int, **learned: Any) -> None:
        """Writes what was learned in the first `step` steps; an earlier file stays until then."""
        kept = {**learned, "optimiser": self._optimiser.state_dict(), "step": step, **self._plan}
        torch.save(kept, self._file.with_suffix(".new"))
        self._file.with_suffix(".new").replace(self._file)

    def resume(self, restore: Callable[[Learned], object]) -> int:
        """The step to go on from; 0 where nothing was kept, or it was of another plan.

        `restore` gets what `keep` got by name, to put it back.
        """
        if not self._file.exists():
            return 0
        kept: Learned = torch.load(self._file, weights_only=True)
        if any(kept.get(name) != value for name, value in self._plan.items()):
            return 0
        restore(kept)
        self._optimiser.load_state_dict(kept["optimiser"])
        return int(kept["step"])

    def forget(self) -> None:
        """Removes the file."""
        self._file.unlink(missing_ok=True)
