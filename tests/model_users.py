"""Which judges of ours take the models from what they are built with."""

from __future__ import annotations

from typing import Any, ClassVar

from courtside_judge.context import JudgeContext
from courtside_judge.registry import load_judge


class Watched(JudgeContext):
    """Notes whether a judge takes the models."""

    taken: ClassVar[int] = 0

    def __getattribute__(self, name: str) -> Any:
        Watched.taken += name == "models"
        return super().__getattribute__(name)


def takes_models(name: str) -> bool:
    """Whether that judge does."""
    before = Watched.taken
    load_judge(name, Watched())
    return Watched.taken > before
